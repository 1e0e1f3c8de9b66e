//! Assignments are allowed to variables of the current scope, and in Puppet 8 to arrays of them.

use bunraku_diag::codes;
use bunraku_edition::{AppendAssignment, ArrayAssignment};
use bunraku_syntax::{
    NodeKind, Syntax, TokenKind,
    ast::{self, Node, View},
};

use crate::checker::Checker;

pub(super) fn check<'t>(cx: &mut Checker<'t>, node: ast::Assignment<'t>) {
    let Some((operator, range)) = node.operator() else { return };
    let Some(target) = node.target() else { return };
    if operator == TokenKind::Assign {
        return assignable(cx, target);
    }
    match cx.rules.append_assignment {
        AppendAssignment::Operator => assignable(cx, target),
        AppendAssignment::Error => {
            let sign = range.of(cx.text);
            let plain = sign.trim_end_matches('=');
            let old = ast::Variable::cast(target).map_or("$old", View::text);
            cx.error_at(codes::APPEND_ASSIGNMENT, range, format!("the operator `{sign}` no longer exists"))
                .label("a variable cannot be changed")
                .help(format!("assign the result to a new variable: `$new = {old} {plain} ...`"));
        }
    }
}

fn assignable<'t>(cx: &mut Checker<'t>, target: Syntax<'t>) {
    match Node::of(target) {
        Node::Variable(variable) => assignable_variable(cx, variable),
        Node::Array(array) if matches!(cx.rules.array_assignment, ArrayAssignment::Allowed) => {
            for element in array.elements() {
                assignable(cx, element);
            }
        }
        Node::Access(_) => {
            cx.error(codes::INVALID_ASSIGNMENT, target, "cannot assign to an element")
                .label("values cannot be changed")
                .help("assign a changed copy to a new variable: `$new = $old + { 'key' => 'value' }`");
        }
        Node::Array(_) => {
            cx.error(codes::INVALID_ASSIGNMENT, target, "cannot assign several variables at once")
                .label("only one variable can be assigned at a time in this edition")
                .help("assign each variable separately");
        }
        _ => {
            let text = target.text();
            let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '$');
            let help = match text.starts_with('$') && text.contains('-') && text.chars().all(word) {
                true => {
                    format!("names of variables cannot contain hyphens: write `{}`", text.replace('-', "_"))
                }
                false if target.kind() == NodeKind::Name && !text.contains(['-', ':']) => {
                    format!("variables start with `$`: write `${text}`")
                }
                false if target.kind() == NodeKind::TypeName && !text.contains(':') => {
                    format!(
                        "variables start with `$` and a lowercase letter: write `${}`",
                        text.to_lowercase()
                    )
                }
                false => "the left side of `=` must be a variable, such as `$name`".to_owned(),
            };
            cx.error(codes::INVALID_ASSIGNMENT, target, "cannot assign to this")
                .label("not a variable")
                .help(help);
        }
    }
}

fn assignable_variable<'t>(cx: &mut Checker<'t>, target: ast::Variable<'t>) {
    let name = target.name();
    if super::variable::is_numeric(name) {
        cx.error(codes::INVALID_ASSIGNMENT, target, format!("cannot assign to `${name}`"))
            .label("set by matching a regular expression")
            .help("choose a name that starts with a letter");
    } else if name.contains("::") {
        let simple = name.rsplit("::").next().unwrap_or(name);
        cx.error(codes::INVALID_ASSIGNMENT, target, "cannot assign to a variable of another scope")
            .label("a qualified name can only be read")
            .help(format!("assign `${simple}` in the class or scope that it belongs to"));
    }
}
