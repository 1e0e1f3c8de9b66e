//! Code in strings, which sees the variables of the code around it: `eval`, `binding` and templates.

use std::sync::Arc;

use bunraku_intern::Symbol;
use indexmap::IndexSet;
use ruby_prism::{CallNode, ParseResult, StatementsNode};

use super::Lowerer;
use crate::{
    RubyError,
    tree::{BlockArg, BlockCode, Call, Expr, Kind, Params},
};

/// The code of a string, and the names of the variables that it adds to those around it, by slot.
pub(crate) struct TextCode {
    pub(crate) code: Arc<BlockCode>,
    pub(crate) names: Vec<String>,
}

/// Parses code that sees the variables of the scopes around it, named from the outside in. The last scope is its own.
///
/// The parser takes no names of variables, so the code is put into blocks that declare them, on its first line.
pub(crate) fn parse_within(file: &str, string: &str, scopes: &[Vec<String>]) -> Result<TextCode, RubyError> {
    let opened: String = scopes.iter().map(|names| opened(names)).collect();
    let source = format!("{opened}{string}\n{}", "}".repeat(scopes.len()));
    let result = super::parse_tree(file, &source)?;
    let names = innermost_names(&result, scopes.len());
    let code = super::lower(file, &result)?;
    let mut found = None;
    let mut body = &code.body;
    for _ in scopes {
        let Some(block) = block_of(body) else { break };
        body = &block.body;
        found = Some(block);
    }
    match found {
        Some(block) => Ok(TextCode { code: Arc::clone(block), names }),
        None => Err(super::syntax_error(file, "unexpected end of the code".to_string(), 1)),
    }
}

/// `proc{|;a,b|`. A slot whose name cannot be written has a name that no code uses.
fn opened(names: &[String]) -> String {
    if names.is_empty() {
        return "proc{".to_string();
    }
    let written = names.iter().enumerate().map(|(slot, name)| match is_plain(name) {
        true => name.clone(),
        false => format!("__slot{slot}"),
    });
    format!("proc{{|;{}|", written.collect::<Vec<_>>().join(","))
}

fn is_plain(name: &str) -> bool {
    let mut chars = name.chars();
    let first = chars.next().is_some_and(|first| first == '_' || first.is_lowercase() || !first.is_ascii());
    let numbered = name.strip_prefix('_').is_some_and(|rest| rest.len() == 1 && rest != "_");
    first && !numbered && chars.all(|char| char == '_' || char.is_alphanumeric())
}

/// The block of the only statement.
fn block_of(body: &Expr) -> Option<&Arc<BlockCode>> {
    let call = match &body.kind {
        Kind::Sequence(statements) => statements.first().map(|statement| &statement.kind),
        kind => Some(kind),
    };
    match call {
        Some(Kind::Call(call)) => match &call.block {
            BlockArg::Code(code) => Some(code),
            _ => None,
        },
        _ => None,
    }
}

/// The names of the variables of the innermost of the blocks that were added.
fn innermost_names(result: &ParseResult<'_>, depth: usize) -> Vec<String> {
    let root = result.node();
    root.as_program_node().map_or_else(Vec::new, |program| names_below(&program.statements(), depth))
}

fn names_below(statements: &StatementsNode<'_>, depth: usize) -> Vec<String> {
    let list = statements.body();
    let Some(first) = list.iter().next() else { return Vec::new() };
    let Some(call) = first.as_call_node() else { return Vec::new() };
    let Some(argument) = call.block() else { return Vec::new() };
    let Some(block) = argument.as_block_node() else { return Vec::new() };
    if depth <= 1 {
        return super::names(&block.locals());
    }
    let Some(body) = block.body() else { return Vec::new() };
    body.as_statements_node().map_or_else(Vec::new, |inner| names_below(&inner, depth - 1))
}

impl Lowerer {
    /// `binding` as an argument of its own: `Binding.of(names, proc)`, where the proc knows the variables.
    pub(super) fn binding(&mut self, line: u32) -> Kind {
        // The code may be `super`.
        self.keeps_args = true;
        let expr = |kind| Expr { kind, line };
        let variables = self.scopes.iter().map(IndexSet::len).sum::<usize>();
        // Each binding has all names again, so that many bindings of many variables are large.
        if !(0..variables).all(|_| self.goes_on(line)) {
            return Kind::Nil;
        }
        let scopes = self.scopes.iter().map(|names| {
            let names = names.iter().map(|name| expr(Kind::Str(name.as_str().into()))).collect();
            expr(Kind::Array(names))
        });
        let names = expr(Kind::Array(scopes.collect()));
        let empty = BlockCode { params: Params::default(), slots: 0, body: expr(Kind::Nil), line };
        let proc = expr(Kind::Lambda(Arc::new(empty)));
        let class = Kind::ConstantPath { scope: None, name: Symbol::new("Binding") };
        Call::added(Some(expr(class)), "of", vec![names, proc])
    }

    /// Whether a call is `binding`, as every object has it.
    pub(super) fn is_binding(node: &CallNode<'_>) -> bool {
        let bare = node.receiver().is_none() && node.arguments().is_none() && node.block().is_none();
        bare && node.name().as_slice() == b"binding"
    }

    /// The method that a call needs a binding for although none is written: `eval` of a string alone, `instance_eval` and
    /// `class_eval` of a string. Any of them may be called by `send`, whose first argument is then the name alone.
    pub(super) fn needs_binding(node: &CallNode<'_>) -> Option<NeedsBinding> {
        if node.block().is_some() {
            return None;
        }
        let args: Vec<_> = node.arguments().map_or_else(Vec::new, |args| args.arguments().iter().collect());
        let sent = matches!(node.name().as_slice(), b"send" | b"__send__" | b"public_send");
        let symbol = args.first().filter(|_| sent).and_then(|first| first.as_symbol_node());
        let (name, count) = match &symbol {
            Some(symbol) => (symbol.unescaped().to_vec(), args.len() - 1),
            None => (node.name().as_slice().to_vec(), args.len()),
        };
        let method = match name.as_slice() {
            b"eval" if count == 1 && (sent || node.receiver().is_none()) => "eval here",
            b"instance_eval" if count > 0 => "instance_eval here",
            b"class_eval" | b"module_eval" if count > 0 => "class_eval here",
            _ => return None,
        };
        Some(NeedsBinding { method, sent: symbol.is_some() })
    }
}

/// A call that gets the binding of its place.
pub(super) struct NeedsBinding {
    /// The method that takes it.
    pub(super) method: &'static str,
    /// Whether the first argument is the name of the method.
    pub(super) sent: bool,
}
