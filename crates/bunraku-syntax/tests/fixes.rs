//! Syntax errors with fixes: applying the fix results in the intended program, without errors.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by it")]

use bunraku_diag::{Applicability, Source, apply_fixes};
use bunraku_edition::{Edition, PUPPET8, SPEC};
use bunraku_syntax::{SourceKind, parse};

/// Applies the fix of the only error in a program.
fn mend(wrong: &str, edition: &Edition) -> (Applicability, String) {
    let file = Source::new("a.pp", wrong).id();
    let tree = parse(wrong, SourceKind::Manifest, &edition.syntax);
    let [error] = tree.errors() else { panic!("{wrong} has the errors {:?}", tree.errors()) };
    let diagnostic = error.to_diagnostic(file);
    let [fix] = diagnostic.fixes.as_slice() else { panic!("{wrong} has no fix: {}", error.message) };
    (fix.applicability, apply_fixes(wrong, file, [fix]).unwrap())
}

fn check(applicability: Applicability, wrong: &str, right: &str) {
    assert_eq!(mend(wrong, &PUPPET8), (applicability, right.to_owned()));
    assert_eq!(parse(right, SourceKind::Manifest, &PUPPET8.syntax).errors(), [], "{right}");
}

fn safe(wrong: &str, right: &str) {
    check(Applicability::Safe, wrong, right);
}

#[test]
fn elsif() {
    safe("if $a { } else if $b { }", "if $a { } elsif $b { }");
    safe("if $a { } else\n  if $b { } else { }", "if $a { } elsif $b { } else { }");
    safe("if $a { } elif $b { }", "if $a { } elsif $b { }");
    safe("if $a { } elseif $b { } else { }", "if $a { } elsif $b { } else { }");
}

#[test]
fn signs_between_keys_and_values() {
    safe("file { 'a': mode = '1' }", "file { 'a': mode => '1' }");
    safe("file { 'a': mode: '1' }", "file { 'a': mode=> '1' }");
    safe("$a = { 'x': 1 }", "$a = { 'x'=> 1 }");
    safe("case $a { 1 => { } }", "case $a { 1 : { } }");
    safe("$a = $b ? { 1: 2 }", "$a = $b ? { 1=> 2 }");
}

#[test]
fn comparisons() {
    check(Applicability::Unsafe, "if $a = 1 { }", "if $a == 1 { }");
}

#[test]
fn missing_commas() {
    safe("$a = [1 2]", "$a = [1, 2]");
    safe("$a = {'x' => 1\n 'y' => 2}", "$a = {'x' => 1,\n 'y' => 2}");
    safe("file { 'a': mode => '1' owner => 'r' }", "file { 'a': mode => '1', owner => 'r' }");
    safe("class a ($b $c) { }", "class a ($b, $c) { }");
    safe("$a = $b ? { 1 => 2\n 3 => 4 }", "$a = $b ? { 1 => 2,\n 3 => 4 }");
    safe("$a = [@(E) 2]\ntext\nE\n", "$a = [@(E), 2]\ntext\nE\n");
}

#[test]
fn what_is_too_much() {
    safe("class a { notice(1); }", "class a { notice(1) }");
    safe("$a.f(1,)", "$a.f(1)");
}

#[test]
fn quotes_around_names() {
    safe("file { 'a': 'mode' => '1' }", "file { 'a': mode => '1' }");
    safe("class 'a::b' { }", "class a::b { }");
    let source = Source::new("a.pp", "class 'a-b' { }");
    let tree = parse(source.text(), SourceKind::Manifest, &PUPPET8.syntax);
    let diagnostic = tree.errors().first().unwrap().to_diagnostic(source.id());
    assert_eq!(diagnostic.fixes, [], "without quotes it would be wrong as well");
}

#[test]
fn parentheses_around_arguments() {
    check(Applicability::Unsafe, "split 'a b', ' '", "split('a b', ' ')");
    let source = Source::new("a.pp", "split\n'a b', ' '");
    let tree = parse(source.text(), SourceKind::Manifest, &PUPPET8.syntax);
    assert!(tree.errors().iter().all(|error| error.to_diagnostic(source.id()).fixes.is_empty()));
}

#[test]
fn options_of_regular_expressions() {
    let mend = |wrong: &str| mend(wrong, &SPEC);
    assert_eq!(mend("$a = 'x' =~ /b/i"), (Applicability::Safe, "$a = 'x' =~ /(?i)b/".to_owned()));
    assert_eq!(mend("$a = 'x' =~ /b/mx"), (Applicability::Safe, "$a = 'x' =~ /(?mx)b/".to_owned()));
}
