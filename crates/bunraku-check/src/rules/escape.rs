//! Escape sequences without a meaning in double quoted strings: most likely a mistake.

use bunraku_diag::{TextRange, codes};
use bunraku_syntax::{Syntax, TokenKind, text};

use crate::checker::Checker;

pub(super) fn check<'t>(cx: &mut Checker<'t>, node: Syntax<'t>) {
    if !matches!(node.first_token(), Some(TokenKind::DoubleQuoted | TokenKind::StringText)) {
        return;
    }
    let start = node.range().start;
    for escape in text::unknown_escapes(node.text(), cx.rules) {
        let range = TextRange::new(start + escape.start, start + escape.end);
        let sequence = range.of(cx.text);
        let (message, help) = if sequence == "\\u" {
            (
                "`\\u` must be followed by four hexadecimal digits, or by one to six in braces".to_owned(),
                "write for example `\\u00E5` or `\\u{1F600}`".to_owned(),
            )
        } else {
            (
                format!("`{sequence}` is no escape sequence: the backslash stays in the text"),
                format!("write `\\{sequence}` if a backslash is meant, or remove it"),
            )
        };
        cx.warning_at(codes::UNKNOWN_ESCAPE, range, message).help(help);
    }
}
