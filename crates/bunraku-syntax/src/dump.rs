//! Prints the tree and its tokens for people and tools.

use std::fmt::Write;

use bunraku_diag::json::quote;

use crate::{Syntax, Tree};

/// The tree as indented lines: kind, range and, for nodes without children, the text.
pub fn tree(tree: &Tree, source: &str) -> String {
    let mut out = String::new();
    indented(tree.root(source), 0, &mut out);
    out
}

/// The tree as JSON: `{"kind", "start", "end", "text" or "children"}`.
pub fn json(tree: &Tree, source: &str) -> String {
    let mut out = String::new();
    node_json(tree.root(source), &mut out);
    out
}

/// The tokens, one per line: offsets, kind and text.
pub fn tokens(tree: &Tree, source: &str) -> String {
    let mut out = String::new();
    for (index, token) in tree.tokens().iter().enumerate() {
        let range = tree.token_range(index as u32);
        let _ = write!(out, "{}..{} {} ", range.start, range.end, token.kind.name());
        quote(range.of(source), &mut out);
        out.push('\n');
    }
    out
}

fn indented(node: Syntax<'_>, depth: usize, out: &mut String) {
    let range = node.range();
    let _ = write!(out, "{:1$}{2} {3}..{4}", "", depth * 2, node.kind().name(), range.start, range.end);
    if node.children().next().is_none() && !range.is_empty() {
        out.push(' ');
        quote(node.text(), out);
    }
    out.push('\n');
    for child in node.children() {
        indented(child, depth + 1, out);
    }
}

fn node_json(node: Syntax<'_>, out: &mut String) {
    let range = node.range();
    let _ =
        write!(out, "{{\"kind\":\"{}\",\"start\":{},\"end\":{}", node.kind().name(), range.start, range.end);
    let mut children = node.children().peekable();
    if children.peek().is_none() {
        out.push_str(",\"text\":");
        quote(node.text(), out);
    } else {
        out.push_str(",\"children\":[");
        for (index, child) in children.enumerate() {
            if index > 0 {
                out.push(',');
            }
            node_json(child, out);
        }
        out.push(']');
    }
    out.push('}');
}
