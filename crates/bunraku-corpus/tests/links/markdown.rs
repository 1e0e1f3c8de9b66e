//! The part of Markdown that concerns links: their targets, and the headings they can lead to.

use std::collections::HashSet;

/// A link of a page.
pub struct Link {
    /// The text in the parentheses.
    pub target: String,
    pub line: usize,
}

/// The links and images of a page, outside code.
pub fn links(page: &str) -> Vec<Link> {
    let mut found = Vec::new();
    for (line, text) in prose(page) {
        let text = without_code(text);
        for (at, _) in text.match_indices("](") {
            let rest = text.get(at + 2..).unwrap_or_default();
            if let Some((target, _)) = rest.split_once(')') {
                let target = target.split(" \"").next().unwrap_or_default();
                found.push(Link { target: target.to_owned(), line });
            }
        }
        for attribute in ["src=\"", "href=\"", "srcset=\""] {
            for (at, _) in text.match_indices(attribute) {
                let rest = text.get(at + attribute.len()..).unwrap_or_default();
                if let Some((target, _)) = rest.split_once('"') {
                    found.push(Link { target: target.to_owned(), line });
                }
            }
        }
    }
    found
}

/// The anchors of the headings of a page, as GitHub and mdBook generate them, and explicit anchors.
pub fn anchors(page: &str) -> HashSet<String> {
    let mut anchors = HashSet::new();
    for (_, text) in prose(page) {
        for (at, _) in text.match_indices("id=\"") {
            let id = text.get(at + 4..).and_then(|rest| rest.split('"').next());
            anchors.extend(id.map(str::to_owned));
        }
        let heading = text.trim_start_matches('#');
        if heading.len() == text.len() || !heading.starts_with(' ') {
            continue;
        }
        let name: String = heading.trim().chars().filter_map(letter).collect();
        let mut unique = name.clone();
        for number in 1.. {
            if anchors.insert(unique) {
                break;
            }
            unique = format!("{name}-{number}");
        }
    }
    anchors
}

fn letter(c: char) -> Option<char> {
    match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        _ if c.is_alphanumeric() => c.to_lowercase().next(),
        _ => None,
    }
}

/// The lines of a page outside code blocks, with their numbers.
fn prose(page: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    page.lines().enumerate().filter_map(move |(index, line)| {
        let is_fence = line.trim_start().starts_with("```");
        fenced ^= is_fence;
        (!fenced && !is_fence).then_some((index + 1, line))
    })
}

/// A line with the content of its code spans removed, except in the text of a link.
fn without_code(line: &str) -> String {
    let mut out = String::new();
    for (index, part) in line.split('`').enumerate() {
        out.push_str(if index % 2 == 0 { part } else { "_" });
    }
    out
}
