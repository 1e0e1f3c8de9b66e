//! Names of variables: lowercase segments, or a decimal number for match groups.

use bunraku_diag::{Applicability, TextRange, codes};
use bunraku_syntax::{
    NodeKind,
    ast::{self, View},
};

use crate::checker::Checker;

pub(super) fn check<'t>(cx: &mut Checker<'t>, node: ast::Variable<'t>) {
    let name = node.name();
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        if !is_numeric(name) {
            cx.error(codes::INVALID_VARIABLE_NAME, node, format!("`${name}` is not a valid variable name"))
                .label("neither a name nor a decimal number without a leading zero")
                .help("the groups of a match are `$0`, `$1` and so on; write `${1}` where a letter or digit follows");
        }
        return;
    }
    // `$true` is a variable; in `${true}`, Puppet mistakes the value for a name and fails.
    let boolean = node.is_boolean();
    if is_name(name) && !boolean {
        return;
    }
    let small = name.to_ascii_lowercase();
    let (label, help) = match name {
        _ if boolean => (
            "this is a value, not a name",
            format!("write `${{${name}}}` for the variable, or `{name}` as a string"),
        ),
        "" => (
            "no name after it",
            "write a name after the `$`, or `\\$` for a dollar sign in a string".to_owned(),
        ),
        _ if is_shell_variable(node, name) => (
            "read as a Puppet variable",
            format!("if you mean a shell variable, write `\\${name}` or use single quotes"),
        ),
        _ if is_name(&small) => {
            ("each segment must start with a lowercase letter", format!("write `${small}`"))
        }
        _ => ("each segment must start with a letter", "write for example `$name` or `$a::b`".to_owned()),
    };
    let report = cx
        .error(codes::INVALID_VARIABLE_NAME, node, format!("`${name}` is not a valid variable name"))
        .label(label)
        .help(help);
    if !boolean && is_name(&small) && !is_shell_variable(node, name) {
        // Inside `${...}` the name has no `$`.
        let end = node.range().end;
        let place = TextRange::new(end - name.len() as u32, end);
        report.fix(Applicability::Unsafe, format!("write `${small}`"), [(place, small.as_str())]);
    }
}

/// Whether this is `$HOME` or `${HOME}` inside a string.
fn is_shell_variable(node: ast::Variable<'_>, name: &str) -> bool {
    let shouted = name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
    shouted && node.syntax().ancestors().any(|around| around.kind() == NodeKind::InterpolatedString)
}

/// Whether a name is `0`, or a decimal number that does not start with 0.
pub(super) fn is_numeric(name: &str) -> bool {
    let digits = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    digits && (name == "0" || !name.starts_with('0'))
}

/// Whether a name has lowercase segments of which only the last may start with `_`.
fn is_name(name: &str) -> bool {
    let name = name.strip_prefix("::").unwrap_or(name);
    let mut segments = name.split("::").peekable();
    while let Some(segment) = segments.next() {
        let last = segments.peek().is_none();
        let start = segment.chars().next();
        let fits = start.is_some_and(|c| c.is_ascii_lowercase() || last && c == '_');
        if !fits || !segment.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return false;
        }
    }
    true
}
