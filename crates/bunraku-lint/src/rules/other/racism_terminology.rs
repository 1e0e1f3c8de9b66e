//! Offensive terms.

use bunraku_diag::TextRange;

use crate::rule::{Findings, rule};

rule! {
    name: "racism_terminology",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A line contains one of the words master, slave, blacklist and whitelist. Lines with a URL are exempt.",
    why: "Use clearer words, such as leader and follower, blocklist and allowlist.",
    wrong: "\
$whitelist = []
",
    right: "\
$allowlist = []
",
}

/// One word of each pair on a line suffices.
const WORDS: [[&str; 2]; 2] = [["master", "slave"], ["blacklist", "whitelist"]];

fn check(findings: &mut Findings<'_, '_>) {
    let text = findings.file.text();
    // Few files contain any of them.
    if !WORDS.as_flattened().iter().any(|word| text.contains(word)) {
        return;
    }
    for (_, range) in findings.words().lines() {
        let line = range.of(text);
        for words in WORDS {
            let Some(word) = words.into_iter().find(|word| has_word(line, word)) else { continue };
            if line.contains("http://") || line.contains("https://") {
                break;
            }
            let last = line.chars().next_back().map_or(0, char::len_utf8) as u32;
            let place = TextRange::new(range.end - last, range.end);
            findings.report(place, format!("the word `{word}`"));
        }
    }
}

/// Whether a word occurs on its own: `_` and `-` may be next to it, but not letters and digits.
fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let inside = |c: char| c.is_alphanumeric();
        let (before, after) = (line.get(..at).unwrap_or(""), line.get(at + word.len()..).unwrap_or(""));
        !before.ends_with(inside) && !after.starts_with(inside)
    })
}
