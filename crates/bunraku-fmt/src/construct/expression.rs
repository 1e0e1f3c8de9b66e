//! Dispatches any expression or statement by its kind.

use bunraku_syntax::ast::{Node, View};
use bunraku_syntax::{Syntax, TokenKind};

use crate::formatter::{Formatter, OneLine};

impl<'s> Formatter<'s> {
    /// Writes a whole manifest or template.
    pub(crate) fn root(&mut self, node: Syntax<'s>) {
        let eof = self.tree.tokens().len().saturating_sub(1) as u32;
        if self.is_template() {
            self.template(node, eof);
        } else {
            let nodes: Vec<Syntax<'s>> = node.children().collect();
            self.statements(&nodes, eof);
            self.doc.hard_line();
        }
        self.flush(eof);
    }

    /// Writes an expression or statement.
    pub(crate) fn expression(&mut self, node: Syntax<'s>) {
        // Comments before it are not part of its groups.
        let (first, end) = node.tokens();
        self.flush(first);
        if self.is_torn(node) {
            return self.keep(first, end);
        }
        match Node::of(node) {
            Node::String(_) => self.string(node),
            Node::InterpolatedString(_) => self.interpolated_string(node),
            Node::Heredoc(heredoc) => self.heredoc(heredoc),
            Node::Array(array) => self.array(array),
            Node::Hash(hash) => self.hash(hash),
            Node::HashEntry(entry) => self.hash_entry(entry),
            Node::Parenthesized(parenthesized) => self.parenthesized(parenthesized),
            Node::Not(_) | Node::Negate(_) | Node::Splat(_) => self.prefix(node),
            Node::Binary(binary) => self.binary(binary),
            Node::Assignment(assignment) => self.assignment(assignment),
            Node::Relationship(relationship) => self.relationship(relationship),
            Node::Access(access) => self.access(access, true),
            Node::Call(call) => self.call(call),
            Node::MethodCall(call) => self.method_chain(call),
            Node::StatementCall(call) => self.statement_call(call),
            Node::If(node) => self.if_expression(node),
            Node::Unless(unless) => self.unless(unless),
            Node::Case(case) => self.case(case),
            Node::CaseOption(option) => self.case_option(option),
            Node::Selector(selector) => self.selector(selector),
            Node::Class(class) => self.class(class),
            Node::Define(define) => self.define(define),
            Node::Function(function) => self.function(function),
            Node::Plan(plan) => self.plan(plan),
            Node::Apply(apply) => self.apply(apply),
            Node::NodeDefinition(definition) => self.node_definition(definition),
            Node::TypeAlias(alias) => self.type_alias(alias),
            Node::TypeDefinition(definition) => self.type_definition(definition),
            Node::ObjectBody(body) => self.object_body(body),
            Node::Resource(resource) => self.resource(resource),
            Node::ResourceDefaults(_) | Node::ResourceOverride(_) | Node::UntitledResource(_) => {
                self.attribute_block(node);
            }
            Node::Virtual(resource) => self.virtual_resource(resource),
            Node::Collector(collector) => self.collector(collector),
            Node::Block(block) => self.block(block),
            Node::RenderText(_) => self.render_text(node),
            Node::Render(render) => self.render(render),
            // Words and numbers, and everything without its own layout.
            _ => self.tokens_of(node),
        }
    }

    /// Writes the tokens of a node without anything between them: names of nodes contain dots.
    pub(crate) fn tokens_of(&mut self, node: Syntax<'s>) {
        let (first, end) = node.tokens();
        for index in first..end {
            if !self.token_kind(index).is_trivia() {
                self.token(index);
            }
        }
    }

    /// `( expression )`.
    fn parenthesized(&mut self, node: bunraku_syntax::ast::Parenthesized<'s>) {
        let syntax = node.syntax();
        let (first, end) = syntax.tokens();
        self.token(first);
        if let Some(operand) = node.operand() {
            self.expression(operand);
        }
        self.token(end.saturating_sub(1));
    }

    /// `!x`, `-x`, `*x`.
    fn prefix(&mut self, node: Syntax<'s>) {
        let (first, _) = node.tokens();
        self.token(first);
        for operand in node.children() {
            self.expression(operand);
        }
    }

    /// `target = value`.
    fn assignment(&mut self, node: bunraku_syntax::ast::Assignment<'s>) {
        if let Some(target) = node.target() {
            self.expression(target);
        }
        self.doc.space();
        let operator =
            |kind| matches!(kind, TokenKind::Assign | TokenKind::PlusAssign | TokenKind::MinusAssign);
        if let Some((index, _)) = node.syntax().own_tokens().find(|(_, kind)| operator(*kind)) {
            self.token(index);
        }
        self.doc.space();
        if let Some(value) = node.value() {
            self.value(value);
        }
    }

    /// Writes an expression whose value is used: an `if` may stay on one line.
    pub(crate) fn value(&mut self, node: Syntax<'s>) {
        let one_line = std::mem::replace(&mut self.one_line, OneLine::Value);
        self.expression(node);
        self.one_line = one_line;
    }
}
