//! Sources that nobody writes: deep, long, truncated, in other encodings. Each must finish quickly, on a small stack.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests read their cases and measure and start what they test"
)]
#![expect(clippy::unwrap_used, reason = "a test fails by it")]

use std::{
    thread,
    time::{Duration, Instant},
};

use bunraku_edition::EDITIONS;
use bunraku_syntax::{SourceKind, TokenKind, decode, dump, parse, pn};

/// The number of repetitions.
const MANY: usize = 100_000;

/// The time limit of a test in a debug build on a busy machine. Quadratic work would take far longer.
const LIMIT: Duration = Duration::from_secs(200);

/// The stack of the threads that the tests run on.
const STACK: usize = 2 * 1024 * 1024;

/// Parses the source in every way, on a small stack, and prints the trees. Returns the number of errors as a manifest
/// of the default edition.
fn check(text: String) -> usize {
    let start = Instant::now();
    let shown: String = text.chars().take(20).collect();
    let work = move || {
        let mut errors = None;
        for edition in EDITIONS {
            for kind in [SourceKind::Manifest, SourceKind::Template] {
                let tree = parse(&text, kind, &edition.syntax);
                let ends = tree.tokens().last().map(|token| (token.kind, token.start as usize));
                assert_eq!(ends, Some((TokenKind::Eof, text.len())));
                let _ = pn::json(&tree, &text, &edition.syntax);
                let _ = pn::text(&tree, &text, &edition.syntax);
                let _ = dump::tree(&tree, &text);
                let _ = dump::json(&tree, &text);
                errors.get_or_insert(tree.errors().len());
            }
        }
        errors.unwrap_or(0)
    };
    let errors = thread::Builder::new().stack_size(STACK).spawn(work).unwrap().join().unwrap();
    let spent = start.elapsed();
    println!("{spent:?} for {shown:?}");
    assert!(spent < LIMIT, "it took {spent:?}");
    errors
}

/// Checks deep nesting and long repetition, with and without closing what is opened.
fn check_nested(open: &str, middle: &str, close: &str) {
    let text = open.repeat(MANY);
    assert!(check(text) > 0, "{open} is never closed");
    let text = [&open.repeat(MANY), middle, &close.repeat(MANY)].concat();
    check(text);
}

#[test]
fn brackets() {
    check_nested("[", "1", "]");
    check_nested("(", "1", ")");
    check_nested("{", "1", "}");
    check_nested("a[", "1", "]");
    check_nested("{ a => ", "1", "}");
}

#[test]
fn brackets_that_do_not_match() {
    check_nested("[", "1", ")");
    check_nested("({[", "1", "]})");
    check_nested("]", "", "[");
    check_nested("}", "", "{");
    check_nested(") ", "\n", "( ");
}

#[test]
fn prefixes() {
    check_nested("!", "true", "");
    check_nested("-", "1", "");
    check_nested("*", "$a", "");
    check_nested("@", "file { 'a': }", "");
    check_nested("@@", "file { 'a': }", "");
}

#[test]
fn blocks() {
    check_nested("if true {", "1", "}");
    check_nested("unless true {", "1", "}");
    check_nested("class a {", "1", "}");
    check_nested("case 1 { 1: {", "1", "} }");
    check_nested("file { a: b => ", "1", "}");
    check_nested("$a ? { 1 => ", "1", "}");
}

#[test]
fn strings_in_strings() {
    check_nested("\"${", "1", "}\"");
    check_nested("\"$x ${", "1", "}\"");
    check_nested("@(\"A\")\n${", "1", "}\nA\n");
}

#[test]
fn calls() {
    check_nested("a.b(", "1", ")");
    check_nested("f(", "1", ")");
    check_nested("f() |$x| {", "1", "}");
}

#[test]
fn chains() {
    check_nested("$a = ", "1", "");
    check_nested("1 + ", "1", "");
    check_nested("a -> ", "b", "");
    check_nested("1 == ", "1", "");
    check_nested("$a ? ", "1", " => 1");
    check(format!("a{}", ".b".repeat(MANY)));
    check(format!("a{}", "[1]".repeat(MANY)));
    check(format!("$a{}", "::b".repeat(MANY)));
    check(format!("f{}", "(1)".repeat(MANY)));
    check(format!("A{}", " <| |>".repeat(MANY)));
    check(format!("a{}", " { b: }".repeat(MANY)));
}

#[test]
fn long_chains_of_flat_nodes_are_no_error() {
    assert_eq!(check(format!("a{}", " -> a".repeat(MANY))), 0);
    assert_eq!(check(format!("if a {{ }} {}", "elsif a { 1 } ".repeat(MANY))), 0);
    assert_eq!(check(format!("case a {{ {} }}", "b: { 1 } ".repeat(MANY))), 0);
}

#[test]
fn heredocs() {
    assert_eq!(check("$a = @(A)\ntext\nA\n".repeat(MANY)), 0);
    assert_eq!(check(format!("f({})\n{}", "@(A), ".repeat(MANY), "text\nA\n".repeat(MANY))), 0);
    let some = MANY / 10;
    assert_eq!(check(format!("f({})\n{}", "@(\"A\"), ".repeat(some), "a${x}b\nA\n".repeat(some))), 0);
    assert!(check(format!("f({})\n", "@(A), ".repeat(MANY))) > 0);
    assert!(check("@(A)\n".repeat(MANY)) > 0);
    assert!(check("@(".repeat(MANY)) > 0);
    let inner = "${@(B)}\nb\nB\nc\n".repeat(MANY / 10);
    check(format!("$a = @(\"A\")\n{inner}A\n"));
}

#[test]
fn quadratic_scans() {
    check("=/\\".repeat(MANY));
    check(format!("{}{}", " ".repeat(MANY), "(".repeat(MANY)));
    check(format!("\"{}\"", "\\u005c".to_owned() + &"u005c".repeat(MANY / 10)));
    check("<%#".repeat(MANY));
    check("<%".repeat(MANY));
    check("$x <% ".repeat(MANY));
    check("a-".repeat(MANY));
    check("$a = 1, 2\n".repeat(MANY));
    check("Resource[a] { b => 1 }\n".repeat(MANY / 10));
    check("notice ".repeat(MANY));
    check("1e".repeat(MANY));
}

#[test]
fn many_errors_are_cut_off() {
    let errors = check("$x = )\n".repeat(MANY));
    assert!((100..10_000).contains(&errors), "{errors} errors");
    assert_eq!(check("\\".repeat(MANY)), 1, "a run is one error");
    let errors = check("\\ ".repeat(MANY));
    assert!((100..10_000).contains(&errors), "{errors} errors");
    let errors = check("09 ".repeat(MANY));
    assert!((100..10_000).contains(&errors), "{errors} errors");
}

#[test]
fn cut_off_anywhere() {
    let text = "# c\n/* d */ class a::b (String[1] *$x = 'y\\'', $z = \"t${q[1]} $w\\u{41}\") inherits c {\n  file { \
                ['a', \"b\"]: mode => '0644', * => {a => 0x1f}; default: ; }\n  $v = @(\"END\":json/L)\n    a ${b}\n    \
                |- END\n  if $a =~ /x\\/y/ and !$b[1, -2.5e3] { notice 1, 2 } elsif c { } else { }\n  case $x { 1, \
                default: { } }\n  $s = $t ? { a => b, default => undef }\n  A <| a == b |> { c +> d } -> B['c'] ~> \
                @@d { e: }\n  $l.each |Integer $i| >> String { }\n}\n";
    for (at, _) in text.char_indices() {
        check(text[..at].to_owned());
    }
    let template = "<%- | $a | -%>\ntext <%= $a %>\n<%# c %><% if $b { -%>\n x <%% y\n<% } %>\n";
    for (at, _) in template.char_indices() {
        check(template[..at].to_owned());
    }
}

#[test]
fn line_ends_and_control_characters() {
    assert_eq!(check("$a = 1\r\nnotice($a)\r\n# c\r\n".to_owned()), 0);
    check("$a = 1\rnotice($a)\r# c\r$b = @(A)\rtext\rA\r".to_owned());
    check("\r".repeat(MANY));
    assert!(check("$a = \0\n".to_owned()) > 0);
    assert_eq!(check("$a = 'a\0b'\n".to_owned()), 0);
    check("\0".repeat(MANY));
    check("\u{feff}".repeat(MANY));
}

#[test]
fn encodings() {
    let marks: [&[u8]; 10] = [
        &[0x00, 0x00, 0xfe, 0xff],
        &[0xff, 0xfe, 0x00, 0x00],
        &[0x84, 0x31, 0x95, 0x33],
        &[0xdd, 0x73, 0x66, 0x73],
        &[0x0e, 0xfe, 0xff],
        &[0xef, 0xbb, 0xbf],
        &[0xf7, 0x64, 0x4c],
        &[0xfb, 0xee, 0x28],
        &[0xfe, 0xff],
        &[0xff, 0xfe],
    ];
    for mark in marks {
        let error = decode(&[mark, b"$a = 1"].concat()).unwrap_err();
        assert_eq!(error.code.name(), "byte-order-mark");
    }
    for bytes in [&b"$a = '\xe5'"[..], b"\x80", b"a\xf0\x9f\x98", b"\xc0\x80", b"\xed\xa0\x80"] {
        let error = decode(bytes).unwrap_err();
        assert_eq!(error.code.name(), "invalid-utf8");
        let lossy = String::from_utf8_lossy(bytes);
        assert_eq!(error.range.of(&lossy), "\u{fffd}");
    }
    assert_eq!(decode("$a = 'å'".as_bytes()).unwrap(), "$a = 'å'");
}

/// Large sources are parsed once, since debug builds are slow.
fn check_large(text: &str) -> usize {
    let start = Instant::now();
    let tree = parse(text, SourceKind::Manifest, &EDITIONS[0].syntax);
    let spent = start.elapsed();
    assert!(spent < LIMIT, "it took {spent:?}");
    assert!(tree.memory() < text.len() * 20, "{} bytes for {}", tree.memory(), text.len());
    tree.errors().len()
}

#[test]
fn large_files() {
    let line = "  file { '/etc/motd': ensure => file, content => \"Welcome to ${facts['networking']['fqdn']}\\n\" }\n";
    assert_eq!(check_large(&line.repeat(20_000_000 / line.len())), 0);
}

#[test]
fn large_tokens() {
    assert_eq!(check_large(&format!("$a = '{}'", "x".repeat(20_000_000))), 0);
    assert_eq!(check_large(&format!("$a = \"{}\"", "x\\n".repeat(7_000_000))), 0);
    assert_eq!(check_large(&format!("# {}", "x".repeat(20_000_000))), 0);
    assert_eq!(check_large(&" ".repeat(20_000_000)), 0);
    assert_eq!(check_large(&"a".repeat(20_000_000)), 0);
    for number in ["1", "0x1", "01", "1.5", "1e1"] {
        check(format!("$a = {number}{}", "1".repeat(1_000_000)));
    }
}

#[test]
fn errors_inside_of_one_statement_end() {
    assert_eq!(check_large(&format!("$a = \"{}\"", "${}".repeat(100_000))), 1_000);
    let errors = check_large(&"}{".repeat(100_000));
    // The last error is the one at which the parser stops.
    assert!(errors <= 1_001, "{errors}");
}
