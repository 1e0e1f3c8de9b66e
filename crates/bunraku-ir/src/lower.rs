//! Lowers the tree of a file to its module.
//!
//! What the language decides only during evaluation is left open: unknown functions and types, impossible ranges and
//! divisions by zero fail where they are reached, in the order of evaluation.

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
use bunraku_pcore::watch::{self, Ended};
use bunraku_syntax::{
    Syntax, Tree,
    ast::{self, Definition as DefinitionView, Node, View},
};

use crate::{Definition, Module, Operand};
use builder::Builder;

/// How many expressions are lowered between two checks whether to go on.
const INTERVAL: u32 = 1 << 12;

/// Lowers a tree without errors.
///
/// `harmless` says whether a function is known not to read the variables of its caller by name. A body that calls any
/// other function keeps all values in their slots.
pub fn lower(
    tree: &Tree,
    source: &Arc<Source>,
    edition: &'static Edition,
    harmless: fn(&str) -> bool,
) -> Module {
    lowered(tree, source, edition, harmless, || None).0
}

/// Like [`lower`], but a [watch](bunraku_pcore::watch) may end it early.
///
/// # Errors
/// The reason why it was ended.
pub fn lower_watched(
    tree: &Tree,
    source: &Arc<Source>,
    edition: &'static Edition,
    harmless: fn(&str) -> bool,
) -> Result<Module, Ended> {
    match lowered(tree, source, edition, harmless, || watch::ended(0)) {
        (module, None) => Ok(module),
        (_, Some(ended)) => Err(ended),
    }
}

fn lowered(
    tree: &Tree,
    source: &Arc<Source>,
    edition: &'static Edition,
    harmless: fn(&str) -> bool,
    ask: fn() -> Option<Ended>,
) -> (Module, Option<Ended>) {
    let mut cx = Lowering {
        source: Arc::clone(source),
        edition,
        harmless,
        builder: Builder::new(),
        namespace: Vec::new(),
        in_alias: false,
        definitions: Vec::new(),
        ask,
        expressions: 0,
        ended: None,
    };
    let root = ast::Root::cast(tree.root(source.text()));
    let declared = root.and_then(ast::Root::template_parameters);
    if let Some(parameters) = declared.and_then(ast::EppParameters::parameters) {
        let params = cx.parameters(parameters);
        cx.builder.body.params = params;
    }
    let root = cx.statements(root.into_iter().flat_map(ast::Root::statements));
    let main = cx.finish_body(root, take::Owner::Lambdas);
    (Module { source: Arc::clone(source), main, definitions: cx.definitions }, cx.ended)
}

struct Lowering {
    source: Arc<Source>,
    edition: &'static Edition,
    harmless: fn(&str) -> bool,
    /// The body that is being built.
    builder: Builder,
    /// The enclosing classes.
    namespace: Vec<String>,
    /// Whether the definition of a type is being lowered.
    in_alias: bool,
    definitions: Vec<Definition>,
    /// Returns a reason to stop, if there is one.
    ask: fn() -> Option<Ended>,
    /// How many expressions have been lowered.
    expressions: u32,
    /// Why lowering was stopped.
    ended: Option<Ended>,
}

impl Lowering {
    /// Lowers an expression; `undef` for a node without a value.
    fn expression(&mut self, node: Syntax<'_>) -> Operand {
        self.expressions = self.expressions.wrapping_add(1);
        if self.expressions.is_multiple_of(INTERVAL) && self.ended.is_none() {
            self.ended = (self.ask)();
        }
        if self.ended.is_some() {
            return self.undef();
        }
        match Node::of(node) {
            Node::Name(_)
            | Node::Word(_)
            | Node::String(_)
            | Node::Number(_)
            | Node::Boolean(_)
            | Node::Undef(_)
            | Node::Default(_)
            | Node::Regexp(_)
            | Node::ReservedWord(_) => self.literal(node),
            Node::TypeName(name) => self.type_name(name),
            Node::Variable(variable) => self.variable(variable),
            Node::InterpolatedString(string) => self.interpolation(string.pieces(), string.range()),
            Node::Interpolation(interpolation) => self.optional(interpolation.operand()),
            Node::Parenthesized(parenthesized) => self.optional(parenthesized.operand()),
            Node::Heredoc(heredoc) => self.heredoc(heredoc),
            Node::Array(array) => self.array(array),
            Node::Hash(hash) => self.hash(hash.entries(), hash.range()),
            Node::Assignment(assignment) => self.assignment(assignment),
            Node::Binary(binary) => self.binary(binary),
            Node::Not(not) => self.not(not),
            Node::Negate(negate) => self.negate(negate),
            Node::Splat(splat) => self.splat(splat),
            Node::Access(access) => self.access(access),
            Node::Call(call) => self.call(call),
            Node::MethodCall(call) => self.method_call(call),
            Node::StatementCall(call) => self.statement_call(call),
            Node::If(node) => self.if_expression(node),
            Node::Unless(node) => self.unless_expression(node),
            Node::Case(case) => self.case(case),
            Node::Selector(selector) => self.selector(selector),
            Node::Block(block) => self.statements(block.statements()),
            Node::Resource(_) | Node::Virtual(_) => self.resource(node),
            Node::ResourceDefaults(defaults) => self.defaults(defaults),
            Node::ResourceOverride(change) => self.override_expression(change),
            Node::UntitledResource(resource) => self.untitled_resource(resource),
            Node::Collector(collector) => self.collector(collector),
            Node::Relationship(relationship) => self.relationship(relationship),
            Node::RenderText(text) => self.render_text(text),
            Node::Render(render) => self.render(render),
            _ => match DefinitionView::cast(node) {
                Some(definition) => self.definition(definition),
                None => self.undef(),
            },
        }
    }

    /// Lowers an expression that may be missing in a broken file; `undef` then.
    fn optional(&mut self, node: Option<Syntax<'_>>) -> Operand {
        match node {
            Some(node) => self.expression(node),
            None => self.undef(),
        }
    }

    /// Lowers the statements of a block.
    fn block(&mut self, block: Option<ast::Block<'_>>) -> Operand {
        match block {
            Some(block) => self.statements(block.statements()),
            None => self.undef(),
        }
    }

    /// Lowers consecutive statements. The value is that of the last one.
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
