//! Calls with and without parentheses.

use bunraku_syntax::TokenKind;
use bunraku_syntax::ast::{Arguments, Call, StatementCall, View};

use super::items::Items;
use super::list::{Hugs, List};
use crate::document::{Element, Flat, Group};
use crate::formatter::Formatter;

impl<'s> Formatter<'s> {
    /// `f(x, y) |$z| { ... }`.
    pub(crate) fn call(&mut self, call: Call<'s>) {
        if let Some(callee) = call.callee() {
            self.expression(callee);
        }
        if let Some(arguments) = call.arguments() {
            self.arguments(arguments, true);
        }
        if let Some(lambda) = call.lambda() {
            self.doc.space();
            self.lambda(lambda);
        }
    }

    /// `(x, y)`. A method call must not have a trailing comma.
    pub(crate) fn arguments(&mut self, arguments: Arguments<'s>, trailing_comma: bool) {
        let (open, end) = arguments.syntax().tokens();
        let nodes: Vec<_> = arguments.values().collect();
        let items = Items {
            nodes: &nodes,
            close: end.saturating_sub(1),
            before_first: Flat::Nothing,
            trailing_comma,
            parted: false,
            each: Formatter::value,
        };
        self.list(List { open, items, broken: false, hugs: Hugs::OnlyOrLast });
    }

    /// `notice x, y`: further arguments on separate lines are indented.
    pub(crate) fn statement_call(&mut self, call: StatementCall<'s>) {
        let node = call.syntax();
        let (_, end) = node.tokens();
        let nodes: Vec<_> = call.arguments().collect();
        let group = self.doc.start();
        if let Some(function) = call.function() {
            self.expression(function);
        }
        let mut broken = false;
        let block = self.new_block();
        // A single argument is always on the line of the function.
        let indent = if nodes.len() > 1 { 2 } else { 0 };
        let first = nodes.first().map_or(end, |node| node.tokens().0);
        if matches!(self.token_kind(first), TokenKind::LineLParen | TokenKind::LParen) {
            // On the line of the function, a semicolon would not separate it from the arguments.
            self.doc.hard_line();
        } else {
            self.doc.space();
        }
        self.doc.indent_if_broken(indent);
        for (index, argument) in nodes.iter().enumerate() {
            let (first, argument_end) = argument.tokens();
            if index > 0 {
                broken |= self.leading_comments(first, Flat::Space, false);
            }
            self.value(*argument);
            let Some((next, _)) = nodes.get(index + 1).map(|next| next.tokens()) else { break };
            self.doc.elements.push(Element::Text(",".into()));
            let before = self.doc.breaks;
            self.trailing_comments(next, block);
            broken |= self.doc.breaks > before || self.ends.any_between(argument_end.saturating_sub(1), next);
        }
        self.flush(end.saturating_sub(1));
        self.doc.indent_if_broken(-indent);
        self.doc.end(group, Group { broken, ..Group::default() });
    }
}
