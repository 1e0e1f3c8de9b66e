//! Finds nodes by position. `bunraku-corpus` compares the search with visiting every node.
#![allow(clippy::disallowed_types, reason = "a test measures time")]
#![expect(clippy::unwrap_used, reason = "a test fails by it")]

use std::time::{Duration, Instant};

use bunraku_diag::TextRange;
use bunraku_edition::PUPPET8;
use bunraku_syntax::{SourceKind, Tree, parse};

fn read(text: &str) -> Tree {
    parse(text, SourceKind::Manifest, &PUPPET8.syntax)
}

/// The kinds of the nodes around the mark `^`, which is removed first.
fn path(marked: &str) -> String {
    let (before, after) = marked.split_once('^').unwrap();
    let text = [before, after].concat();
    let tree = read(&text);
    let path = tree.path_at(before.len() as u32);
    let kinds = path.into_iter().map(|id| tree.node(&text, id).unwrap().kind().name());
    kinds.collect::<Vec<_>>().join(" ")
}

/// The text of the innermost node that covers the range between two marks.
fn covering(marked: &str) -> String {
    let [before, inside, after] = marked.split('^').collect::<Vec<_>>().try_into().unwrap();
    let text = [before, inside, after].concat();
    let start = before.len() as u32;
    let tree = read(&text);
    let found = tree.node_at(TextRange::new(start, start + inside.len() as u32));
    tree.node(&text, found).unwrap().text().to_owned()
}

#[test]
fn a_path_leads_from_the_root_to_the_innermost_node() {
    assert_eq!(path("file { 'a': mode => ^'0644' }"), "Root Resource ResourceBody Attribute String");
    assert_eq!(path("file { 'a': mo^de => '0644' }"), "Root Resource ResourceBody Attribute");
    assert_eq!(path("if $a { } ^else { }"), "Root If Else");
    assert_eq!(path("$a = 1 ^\n$b = 2"), "Root");
    assert_eq!(path("$a = 1^"), "Root");
    assert_eq!(path("^"), "Root");
}

#[test]
fn the_text_of_a_heredoc_belongs_to_its_tag() {
    let inside = "Root Call Arguments Heredoc HeredocText";
    assert_eq!(path("f(@(A), 1)\nte^xt\nA\n"), format!("{inside} StringText"));
    assert_eq!(path("f(@(\"A\"), 1)\n${^x}\nA\n"), format!("{inside} Interpolation Variable"));
    assert_eq!(path("f(@(A), 1, [\ntext\n^A\n2])"), inside);
    assert_eq!(path("f(@(A), [\ntext\nA\n^2])"), "Root Call Arguments Array Number");
    let nested = "f(@(\"A\"))\na ${@(B)\nin^ner\nB\n} c\nd\nA\n";
    assert_eq!(path(nested), format!("{inside} Interpolation Heredoc HeredocText StringText"));
    let after = "f(@(\"A\"))\na ${@(B)\ninner\nB\n} c\n^d\nA\n";
    assert_eq!(path(after), format!("{inside} StringText"));
}

#[test]
fn a_range_is_covered_by_the_innermost_node_with_all_of_it() {
    assert_eq!(covering("$a = [1, ^2 + 3^, 4]"), "2 + 3");
    assert_eq!(covering("$a = [1, ^2 +^ 3, 4]"), "2 + 3");
    assert_eq!(covering("$a = [1, 2^ + 3, 4^]"), "[1, 2 + 3, 4]");
    assert_eq!(covering("$a = [1, ^^2, 3]"), "2");
    assert_eq!(covering("$a = 1\n^$b = 2\n$c = ^3"), "$a = 1\n$b = 2\n$c = 3");
}

#[test]
fn a_range_from_a_heredoc_to_elsewhere_is_covered_by_what_has_both() {
    assert_eq!(covering("f(@(A))\n^text\n^A\n"), "text\n");
    assert_eq!(covering("f(^@(A))\nte^xt\nA\n"), "@(A)");
    // The brackets of the array surround the text, but the text is not part of the array.
    assert_eq!(covering("f(@(A)) + [\nte^xt\nA\n1^]"), "f(@(A)) + [\ntext\nA\n1]");
}

#[test]
fn many_statements_are_not_walked() {
    for statement in ["$x = [1, 'a', f(2)]\n", "$x = @(\"E\")\n  a ${b} c\n  | E\n"] {
        let text = statement.repeat(100_000);
        let tree = read(&text);
        let start = Instant::now();
        // Visiting a million nodes for each of these would take hours in a debug build.
        for offset in (0..text.len() as u32).step_by(17) {
            let path = tree.path_at(offset);
            assert!((1..8).contains(&path.len()));
            tree.node_at(TextRange::new(offset, offset + 5));
        }
        assert!(start.elapsed() < Duration::from_secs(200), "it took {:?}", start.elapsed());
    }
}
