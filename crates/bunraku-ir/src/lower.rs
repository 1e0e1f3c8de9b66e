//! Lowering: from the tree of a file to its module.
//!
//! What the language decides only when it evaluates stays undecided here: unknown functions and types, impossible
//! ranges and divisions by zero fail where they are reached, in the order of evaluation.

mod builder;
mod call;
mod control;
mod define;
mod literal;
mod operator;
mod resource;
mod take;
mod variable;

use std::sync::Arc;

use bunraku_diag::Source;
use bunraku_edition::Edition;
use bunraku_syntax::{NodeKind, Syntax, Tree};

use crate::{Definition, Module, Operand};
use builder::Builder;

/// Lowers a tree without errors.
pub fn lower(tree: &Tree, source: &Arc<Source>, edition: &'static Edition) -> Module {
    let mut cx = Lowering {
        source: Arc::clone(source),
        edition,
        builder: Builder::new(),
        namespace: Vec::new(),
        in_alias: false,
        definitions: Vec::new(),
    };
    let root = tree.root(source.text());
    if let Some(parameters) = root.find(NodeKind::EppParameters).and_then(|node| node.child(0)) {
        let params = cx.parameters(parameters);
        cx.builder.body.params = params;
    }
    let statements = root.children().filter(|child| child.kind() != NodeKind::EppParameters);
    let root = cx.statements(statements);
    let main = cx.finish_body(root, take::Owner::Lambdas);
    Module { source: Arc::clone(source), main, definitions: cx.definitions }
}

struct Lowering {
    source: Arc<Source>,
    edition: &'static Edition,
    /// The body that is being built.
    builder: Builder,
    /// The classes around.
    namespace: Vec<String>,
    /// Whether the definition of a type is being lowered.
    in_alias: bool,
    definitions: Vec<Definition>,
}

impl Lowering {
    /// An expression.
    fn expression(&mut self, node: Syntax<'_>) -> Operand {
        match node.kind() {
            NodeKind::Name
            | NodeKind::Word
            | NodeKind::String
            | NodeKind::Number
            | NodeKind::Boolean
            | NodeKind::Undef
            | NodeKind::Default
            | NodeKind::Regexp
            | NodeKind::ReservedWord => self.literal(node),
            NodeKind::TypeName => self.type_name(node),
            NodeKind::Variable => self.variable(node),
            NodeKind::InterpolatedString => self.interpolation(node),
            NodeKind::Interpolation | NodeKind::Parenthesized => self.child(node, 0),
            NodeKind::Heredoc => self.heredoc(node),
            NodeKind::Array => self.array(node),
            NodeKind::Hash => self.hash(node.children(), node.range()),
            NodeKind::Assignment => self.assignment(node),
            NodeKind::Binary => self.binary(node),
            NodeKind::Not | NodeKind::Negate | NodeKind::Splat => self.unary(node),
            NodeKind::Access => self.access(node),
            NodeKind::Call => self.call(node),
            NodeKind::MethodCall => self.method_call(node),
            NodeKind::StatementCall => self.statement_call(node),
            NodeKind::If | NodeKind::Elsif => self.if_expression(node, false),
            NodeKind::Unless => self.if_expression(node, true),
            NodeKind::Case => self.case(node),
            NodeKind::Selector => self.selector(node),
            NodeKind::Block => self.statements(node.children()),
            NodeKind::Resource | NodeKind::Virtual => self.resource(node),
            NodeKind::ResourceDefaults | NodeKind::ResourceOverride => self.override_expression(node),
            NodeKind::UntitledResource => self.untitled_resource(node),
            NodeKind::Collector => self.collector(node),
            NodeKind::Relationship => self.relationship(node),
            NodeKind::RenderText | NodeKind::Render => self.render(node),
            NodeKind::Class
            | NodeKind::Define
            | NodeKind::Function
            | NodeKind::NodeDefinition
            | NodeKind::TypeAlias => self.definition(node),
            _ => self.undef(),
        }
    }

    /// The child at a position; `undef` if it is missing.
    fn child(&mut self, node: Syntax<'_>, index: usize) -> Operand {
        match node.child(index) {
            Some(child) => self.expression(child),
            None => self.undef(),
        }
    }

    /// Statements one after the other; the value is the last one's.
    fn statements<'t>(&mut self, nodes: impl Iterator<Item = Syntax<'t>>) -> Operand {
        let nodes: Vec<Syntax<'t>> = nodes.collect();
        let mut operands = Vec::with_capacity(nodes.len());
        for node in &nodes {
            operands.push(self.expression(*node));
        }
        match operands.as_slice() {
            [] => self.undef(),
            [only] => *only,
            _ => {
                let range = nodes.first().zip(nodes.last()).map(|(a, b)| a.range().cover(b.range()));
                let list = self.builder.list(&operands);
                self.builder.push(crate::Expr::Block(list), range.unwrap_or_default())
            }
        }
    }
}
