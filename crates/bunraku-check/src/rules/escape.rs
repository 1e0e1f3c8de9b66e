//! Invalid escape sequences in double-quoted strings, which are most likely a mistake.

use bunraku_diag::{Applicability, TextRange, codes};

use crate::checker::Checker;

pub(super) fn check(cx: &mut Checker<'_>, escapes: Vec<TextRange>) {
    for range in escapes {
        let sequence = range.of(cx.text);
        if sequence == "\\u" {
            let message = "`\\u` must be followed by four hexadecimal digits, or by one to six in braces";
            let help = match on_drive(cx.text, range) {
                true => "write a Windows path in single quotes, or with `/`",
                false => "write, for example, `\\u00E5` or `\\u{1F600}`",
            };
            cx.warning_at(codes::UNKNOWN_ESCAPE, range, message).help(help);
            continue;
        }
        let message = format!("unknown escape sequence `{sequence}`: the backslash stays in the string");
        // This is what the program already means.
        let title = format!("write `\\{sequence}`");
        cx.warning_at(codes::UNKNOWN_ESCAPE, range, message)
            .help(format!("write `\\{sequence}` if you mean a backslash, or remove it"))
            .fix(Applicability::Safe, title, [(TextRange::at(range.start), "\\")]);
    }
}

/// Whether the string around an escape sequence starts with a Windows drive, as `"C:\\users"` does.
fn on_drive(text: &str, sequence: TextRange) -> bool {
    let before = text.get(..sequence.start as usize).unwrap_or_default();
    let string = before.rsplit(['"', '\n']).next().unwrap_or_default().as_bytes();
    matches!(string, [drive, b':', rest @ ..] if drive.is_ascii_alphabetic() && rest.first().is_none_or(|&c| c == b'\\'))
}
