//! Unused values: expressions without an effect that are not last in a block.

use bunraku_diag::codes;
use bunraku_syntax::{
    NodeKind, Syntax, TokenKind,
    ast::{self, Node},
};

use crate::checker::Checker;

/// Each statement except the last must have an effect. Only the first violation is reported.
pub(super) fn check_statements<'t>(cx: &mut Checker<'t>, statements: impl Iterator<Item = Syntax<'t>>) {
    let statements: Vec<Syntax<'t>> = statements.collect();
    if let [name, hash] = statements.as_slice()
        && name.kind() == NodeKind::Name
        && hash.kind() == NodeKind::Hash
    {
        return super::resource::without_title(cx, *name);
    }
    let Some((_, but_last)) = statements.split_last() else { return };
    // A resource without a title is reported separately.
    let unused_one =
        |statement: &Syntax<'t>| statement.kind() != NodeKind::UntitledResource && !has_effect(*statement);
    if let Some(index) = but_last.iter().position(unused_one)
        && let Some(rest) = statements.get(index..)
        && let [statement, ..] = rest
    {
        unused(cx, *statement, rest);
    }
}

/// The last statement of a class, defined type or node must have an effect as well, because its value is not used.
pub(super) fn check_last<'t>(cx: &mut Checker<'t>, body: Option<ast::Block<'t>>, what: &str) {
    let last = body.and_then(|block| block.statements().last());
    let Some(last) = last.filter(|last| !has_effect(*last)) else { return };
    if last.kind() == NodeKind::UntitledResource {
        return;
    }
    let help = match follows_slashes(cx.text, last) {
        true => "a comment starts with `#`",
        false => "remove it, or use it: pass it to a function or an attribute",
    };
    cx.error(codes::NO_EFFECT, last, format!("this value is not used: {what} does not return a value"))
        .label("it has no effect")
        .help(help);
}

/// Reports a statement whose value is not used. `rest` starts with it.
pub(super) fn unused<'t>(cx: &mut Checker<'t>, statement: Syntax<'t>, rest: &[Syntax<'t>]) {
    let (message, help) = match statement.kind() {
        _ if is_prose(rest) => {
            ("this value is never used".to_owned(), "a comment starts with `#`".to_owned())
        }
        NodeKind::TypeName | NodeKind::Access if is_parameter_of_template(cx.text, rest) => (
            "this value is never used".to_owned(),
            "the parameters of a template are written between bars: `<%- | String $name | -%>`".to_owned(),
        ),
        NodeKind::TypeName if let Some(function) = capitalized_function(statement.text()) => {
            let message = format!("`{}` does nothing", statement.text());
            (message, format!("the names of functions are lowercase: write `{function}`"))
        }
        NodeKind::TypeName if assigned_next(cx.text, rest) => (
            "this value is never used".to_owned(),
            format!("variables have no type: remove `{}`", statement.text()),
        ),
        NodeKind::Negate if statement.text().starts_with("--") => {
            ("this value is never used".to_owned(), "a comment starts with `#`".to_owned())
        }
        NodeKind::Name => {
            let name = statement.text();
            let help = match name {
                "echo" | "print" | "printf" | "puts" | "say" => "use `notice` to log a message".to_owned(),
                "abort" | "die" | "exit" | "raise" | "throw" => {
                    "use `fail('...')` to stop with an error".to_owned()
                }
                _ if assigned_next(cx.text, rest) => {
                    format!("variables are assigned without a keyword: remove `{name}`")
                }
                _ => format!(
                    "if it is a function, call it with parentheses: `{name}(...)`; otherwise remove it"
                ),
            };
            (format!("the bare word `{name}` does nothing"), help)
        }
        NodeKind::If | NodeKind::Unless | NodeKind::Case => {
            let keyword = statement.text().split(|c: char| !c.is_ascii_lowercase()).next().unwrap_or("");
            let help = "use its value: assign it, or make it the last statement".to_owned();
            (format!("this `{keyword}` has no effect"), help)
        }
        NodeKind::Array if let Some(name) = word_before(cx.text, statement) => (
            "this value is never used".to_owned(),
            format!("if `{name}` is a function, call it with parentheses: `{name}(...)`"),
        ),
        NodeKind::String if follows_quote(cx.text, statement) => (
            "this value is never used".to_owned(),
            "inside a string, write its quote with a backslash: `\\'`".to_owned(),
        ),
        NodeKind::Regexp if statement.text() == "//" => {
            ("`//` does not start a comment".to_owned(), "a comment starts with `#`".to_owned())
        }
        _ => (
            "this value is never used".to_owned(),
            "remove it, or use it: assign it or pass it to a function".to_owned(),
        ),
    };
    cx.error(codes::NO_EFFECT, statement, message).label("it has no effect").help(help);
}

/// Whether a type is followed by an assignment on its line, as in the declaration of a variable in other languages.
fn assigned_next(text: &str, statements: &[Syntax<'_>]) -> bool {
    let [ty, assignment, ..] = statements else { return false };
    let between = text.get(ty.range().end as usize..assignment.range().start as usize).unwrap_or_default();
    assignment.kind() == NodeKind::Assignment && !between.contains('\n')
}

/// The statement function that a name is, apart from its uppercase letter: `include` for `Include`.
fn capitalized_function(name: &str) -> Option<&'static str> {
    bunraku_syntax::STATEMENT_FUNCTIONS.iter().copied().find(|function| function.eq_ignore_ascii_case(name))
}

/// Whether a string directly follows the closing quote of another, as if two quotes stood for one.
fn follows_quote(text: &str, string: Syntax<'_>) -> bool {
    let before = text.get(..string.range().start as usize).unwrap_or_default();
    before.ends_with(['\'', '"'])
}

/// The bare word before a statement on its line, if it is the value of an assignment.
fn word_before<'t>(text: &'t str, statement: Syntax<'_>) -> Option<&'t str> {
    let line = text.get(..statement.range().start as usize)?.rsplit('\n').next()?;
    let (_, value) = line.rsplit_once('=')?;
    let word = value.trim();
    (!word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'_' | b':')))
        .then_some(word)
}

/// Whether a statement follows `//` on its line, as a comment of other languages does.
fn follows_slashes(text: &str, statement: Syntax<'_>) -> bool {
    let before = text.get(..statement.range().start as usize).unwrap_or_default();
    before.rsplit('\n').next().is_some_and(|line| line.contains("// "))
}

/// Whether code starts with three bare words in a row, as a comment without its `#` does.
fn is_prose(statements: &[Syntax<'_>]) -> bool {
    let word =
        |node: &Syntax<'_>| matches!(node.kind(), NodeKind::Name | NodeKind::Word | NodeKind::TypeName);
    statements.get(..3).is_some_and(|first| first.iter().all(word))
}

/// Whether a type and a variable are the first code of a template: its parameters without bars.
fn is_parameter_of_template(text: &str, statements: &[Syntax<'_>]) -> bool {
    let [ty, variable, ..] = statements else { return false };
    let before = text.get(..ty.range().start as usize).unwrap_or_default();
    let named = matches!(variable.kind(), NodeKind::Variable | NodeKind::Assignment);
    named && matches!(before.trim_end(), "<%" | "<%-")
}

/// Whether evaluating an expression may have an effect besides its value. Calls do; operators on the results of calls
/// do not count.
pub(super) fn has_effect(node: Syntax<'_>) -> bool {
    match Node::of(node) {
        Node::Name(_)
        | Node::Word(_)
        | Node::TypeName(_)
        | Node::Variable(_)
        | Node::Number(_)
        | Node::Boolean(_)
        | Node::Undef(_)
        | Node::Default(_)
        | Node::String(_)
        | Node::InterpolatedString(_)
        | Node::Regexp(_)
        | Node::Heredoc(_)
        | Node::Array(_)
        | Node::Hash(_)
        | Node::ReservedWord(_)
        | Node::Access(_)
        | Node::Not(_)
        | Node::Negate(_)
        | Node::Splat(_)
        | Node::Selector(_) => false,
        // A match sets `$0`, `$1` and so on.
        Node::Binary(binary) => {
            let operator = binary.operator().map(|(kind, _)| kind);
            matches!(operator, Some(TokenKind::Match | TokenKind::NoMatch))
        }
        Node::UntitledResource(resource) => {
            let name = resource.name().map_or("", Syntax::text);
            bunraku_syntax::STATEMENT_FUNCTIONS.contains(&name)
        }
        Node::Parenthesized(_)
        | Node::If(_)
        | Node::Elsif(_)
        | Node::Else(_)
        | Node::Unless(_)
        | Node::Case(_)
        | Node::CaseOption(_)
        | Node::Block(_) => node.children().any(has_effect),
        _ => true,
    }
}
