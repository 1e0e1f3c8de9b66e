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
    // Few files contain any of them, and few lines of these files.
    let places = |word: &str| text.match_indices(word).map(|(at, _)| at as u32).collect::<Vec<_>>();
    let mut places: Vec<u32> = WORDS.as_flattened().iter().flat_map(|word| places(word)).collect();
    places.sort_unstable();
    if places.is_empty() {
        return;
    }
    for (_, range) in findings.words().lines() {
        let next = places.partition_point(|at| *at < range.start);
        if places.get(next).is_none_or(|at| *at >= range.end) {
            continue;
        }
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
