//! The names of variables: lower case segments, or a decimal number for the groups of a match.

use bunraku_diag::{Applicability, TextRange, codes};
use bunraku_syntax::ast::{self, View};

use crate::checker::Checker;

pub(super) fn check<'t>(cx: &mut Checker<'t>, node: ast::Variable<'t>) {
    let name = node.name();
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        if !is_numeric(name) {
            cx.error(codes::INVALID_VARIABLE_NAME, node, format!("`${name}` is no variable"))
                .label("neither a name nor a decimal number without leading zero")
                .help("the groups of a match are `$0`, `$1` and so on; write `${1}` where a letter or digit follows");
        }
        return;
    }
    // `$true` is a variable; `${true}` is where Puppet takes the value for a name and breaks.
    let boolean = node.is_boolean();
    if is_name(name) && !boolean {
        return;
    }
    let small = name.to_ascii_lowercase();
    let (label, help) = match name {
        _ if boolean => (
            "this is a value and no name",
            format!("write `${{${name}}}` for a variable of that name, or `{name}` as text"),
        ),
        "" => (
            "no name behind it",
            "write a name behind the `$`, or `\\$` for a dollar sign in a string".to_owned(),
        ),
        _ if is_name(&small) => ("each segment starts with a small letter", format!("write `${small}`")),
        _ => ("each segment starts with a letter", "write for example `$name` or `$a::b`".to_owned()),
    };
    let report = cx
        .error(codes::INVALID_VARIABLE_NAME, node, format!("`${name}` is not the name of a variable"))
        .label(label)
        .help(help);
    if !boolean && is_name(&small) {
        // In `${...}` the name stands without its `$`.
        let end = node.range().end;
        let place = TextRange::new(end - name.len() as u32, end);
        report.fix(Applicability::Unsafe, format!("write `${small}`"), [(place, small.as_str())]);
    }
}

/// `0`, or a decimal number that does not start with 0.
pub(super) fn is_numeric(name: &str) -> bool {
    let digits = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    digits && (name == "0" || !name.starts_with('0'))
}

/// Lower case segments; only the last may start with `_`.
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
