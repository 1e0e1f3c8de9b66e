//! Output for people: one test for each way in which lines and marks can be arranged.

mod characters;
mod marks;
mod ranges;

use std::sync::{Arc, LazyLock};

use bunraku_diag::render::{Style, text};
use bunraku_diag::{Diagnostic, Source, Sources, Span, TextRange, codes};
use expect_test::{Expect, expect};

/// The place of `piece` in the file `a.pp` with that text.
fn find(program: &str, piece: &str) -> Span {
    assert!(program.contains(piece));
    let start = program.find(piece).unwrap_or_default();
    span(start, start + piece.len())
}

/// A place in the file `a.pp`, whose text is known when the diagnostic is shown.
fn span(start: usize, end: usize) -> Span {
    PENDING.span(TextRange::new(start as u32, end as u32))
}

/// A placeholder for `a.pp` until its content is known.
static PENDING: LazyLock<Source> = LazyLock::new(|| Source::new("a.pp", ""));

/// The other file that there is.
static OTHER: LazyLock<Arc<Source>> =
    LazyLock::new(|| Arc::new(Source::new("modules/b.pp", "class b {\n  $x = 1\n}\n")));

fn problem() -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "something is wrong")
}

fn check(program: &str, diagnostic: Diagnostic, expected: Expect) {
    expected.assert_eq(&shown(program, diagnostic, Style::Plain));
}

fn shown(program: &str, mut diagnostic: Diagnostic, style: Style) -> String {
    let mut sources: Sources = [Arc::clone(&OTHER)].into_iter().collect();
    let file = sources.add(Source::new("a.pp", program));
    let labels = diagnostic.primary.iter_mut().chain(&mut diagnostic.labels);
    labels.filter(|label| label.span.file == PENDING.id()).for_each(|label| label.span.file = file);
    text(&diagnostic, &sources, style)
}

#[test]
fn a_place_another_place_and_help() {
    let program = "\n\n\n  Integer $port = 80,\n\n\n\n\n\n\n\n  listen => \"*:${prot}\",\n";
    let diagnostic = problem()
        .at(find(program, "prot"), "not set here")
        .label(find(program, "$port"), "a similar name")
        .help("write `$port`");
    check(
        program,
        diagnostic,
        expect![[r#"
        error[syntax-error]: something is wrong
          --> a.pp:12:18
         4 |   Integer $port = 80,
           |           ----- a similar name
        12 |   listen => "*:${prot}",
           |                  ^^^^ not set here
        help: write `$port`
    "#]],
    );
}

#[test]
fn no_place() {
    check(
        "",
        problem().help("look elsewhere"),
        expect![[r#"
        error[syntax-error]: something is wrong
        help: look elsewhere
    "#]],
    );
}

#[test]
fn a_warning_without_texts() {
    let mut diagnostic = problem().at(span(0, 1), "");
    diagnostic.severity = bunraku_diag::Severity::Warning;
    check(
        "x\n",
        diagnostic,
        expect![[r#"
        warning[syntax-error]: something is wrong
          --> a.pp:1:1
         1 | x
           | ^
    "#]],
    );
}

#[test]
fn a_file_that_is_not_there() {
    let elsewhere = Source::new("elsewhere.pp", "").span(TextRange::at(0));
    check(
        "",
        problem().at(elsewhere, "here").label(elsewhere, "there"),
        expect![[r#"
        error[syntax-error]: something is wrong
    "#]],
    );
}

#[test]
fn line_numbers_with_many_digits() {
    let program = format!("{}$x\n", "\n".repeat(1233));
    check(
        &program,
        problem().at(find(&program, "$x"), "here"),
        expect![[r#"
        error[syntax-error]: something is wrong
            --> a.pp:1234:1
        1234 | $x
             | ^^ here
    "#]],
    );
}

#[test]
fn colours() {
    let diagnostic = problem().at(span(7, 9), "here").label(span(0, 6), "there").help("do it");
    let shown = shown("notice($x)", diagnostic, Style::Ansi).replace('\x1b', "␛");
    expect![[r#"
        ␛[1;31merror[syntax-error]␛[0m␛[1m: something is wrong␛[0m
        ␛[1;34m  -->␛[0m a.pp:1:8
        ␛[1;34m 1 |␛[0m notice($x)
        ␛[1;34m   |␛[0m ␛[1;34m------␛[0m ␛[1;31m^^␛[0m ␛[1;31mhere␛[0m
        ␛[1;34m   |␛[0m ␛[1;34m|␛[0m
        ␛[1;34m   |␛[0m ␛[1;34mthere␛[0m
        ␛[1;36mhelp␛[0m: do it
    "#]]
    .assert_eq(&shown);
}

#[test]
fn any_place_can_be_shown() {
    let program = "\tclass a {\r\n\r\n\n  '漢e\u{301}' \x1b\n}\n\n\n\n\n\n$x = [\n]\n";
    let offsets = || 0..program.len() + 2;
    for (start, end) in offsets().flat_map(|start| offsets().map(move |end| (start, end))) {
        for other in [span(0, program.len()), span(end, start), span(4, 30)] {
            let diagnostic = problem().at(span(start, end), "here").label(other, "there");
            let shown = shown(program, diagnostic, Style::Plain);
            assert!(shown.contains(" here") && shown.contains(" there"), "{start} {end}\n{shown}");
            assert!(shown.lines().all(|line| line.trim_end() == line), "{start} {end}\n{shown}");
        }
    }
}
