//! Comments between `/*` and `*/`.

use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "star_comments",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: SameTree,
    reports: "A comment is between `/*` and `*/`.",
    why: "Every line of a `#` comment is recognizable as a comment, and tools only read documentation from `#` \
     comments.",
    wrong: "\
/* The servers
 * of the site. */
$servers = []
",
    right: "\
# The servers
# of the site.
$servers = []
",
}

fn check(findings: &mut Findings<'_, '_>) {
    for comment in findings.words().of_kind(Kind::StarComment) {
        let edit = replacement(comment).map(|text| (comment.range(), text));
        findings.report(comment, "comment between `/*` and `*/`").fix("write `#` comments", edit);
    }
}

/// The comment with `#`; `None` if code follows on its last line.
fn replacement(comment: Word<'_>) -> Option<String> {
    let next = comment.next().filter(|next| !next.is(Kind::Blank)).or(comment.next().and_then(Word::next));
    if next.is_some_and(|next| !next.is(Kind::Newline)) {
        return None;
    }
    let margin = comment.column() as usize - 1;
    let inside = comment.text().strip_prefix("/*")?.strip_suffix("*/")?;
    let mut lines: Vec<String> =
        inside.lines().enumerate().map(|(at, line)| plain(line, at, margin)).collect();
    for end in [0, usize::MAX] {
        // The signs may have been on separate lines.
        let at = end.min(lines.len().saturating_sub(1));
        if lines.len() > 1 && lines.get(at).is_some_and(String::is_empty) {
            lines.remove(at);
        }
    }
    let before = comment.previous().filter(|before| !before.is(Kind::Newline));
    let indent = match before {
        None => "",
        Some(blank) if blank.is(Kind::Indent) || blank.previous().is_none() => blank.text(),
        Some(_) if lines.len() > 1 => return None,
        Some(_) => "",
    };
    let lines = lines.iter().map(|line| if line.is_empty() { "#".to_owned() } else { format!("# {line}") });
    Some(lines.collect::<Vec<_>>().join(&format!("\n{indent}")))
}

/// A line without the stars and blanks that frame the comment; additional indentation is kept.
fn plain(line: &str, at: usize, margin: usize) -> String {
    let line = line.trim_end();
    if at == 0 {
        return line.trim_start().to_owned();
    }
    let bare = line.trim_start();
    if let Some(rest) = bare.strip_prefix('*') {
        return rest.strip_prefix(' ').unwrap_or(rest).to_owned();
    }
    // Text below `/* ` is indented by three.
    let blanks = (line.len() - bare.len()).min(margin + 3);
    line.get(blanks..).unwrap_or(bare).to_owned()
}
