//! Findings with fixes: applying the fix results in the intended program, without the finding.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by it")]

mod common;

use bunraku_diag::{Applicability, apply_fixes};
use common::{FILE, found, shown};

/// Applies the first fix of a program. The result must not have the finding any more.
#[track_caller]
fn check(applicability: Applicability, wrong: &str, right: &str) {
    let diagnostics = found(wrong);
    let fixable = diagnostics.iter().find(|diagnostic| !diagnostic.fixes.is_empty());
    let diagnostic =
        fixable.unwrap_or_else(|| panic!("{wrong} has no fix: {:?}", shown(&diagnostics, wrong)));
    let [fix] = diagnostic.fixes.as_slice() else { panic!("{wrong} has several fixes") };
    assert_eq!(fix.applicability, applicability);
    assert_eq!(apply_fixes(wrong, *FILE, [fix]).unwrap(), right);
    let left = found(right);
    assert!(left.iter().all(|left| left.code != diagnostic.code), "{right}: {:?}", shown(&left, right));
}

#[track_caller]
fn safe(wrong: &str, right: &str) {
    check(Applicability::Safe, wrong, right);
}

#[track_caller]
fn for_review(wrong: &str, right: &str) {
    check(Applicability::Unsafe, wrong, right);
}

/// Asserts that a program has findings, but no fixes.
#[track_caller]
fn no_fix(wrong: &str) {
    let diagnostics = found(wrong);
    assert!(!diagnostics.is_empty() && diagnostics.iter().all(|one| one.fixes.is_empty()), "{wrong}");
}

#[test]
fn names_of_variables_and_parameters() {
    for_review("notice($Foo::bAr)", "notice($foo::bar)");
    no_fix("notice(\"${true}\")");
    for_review("class a (Integer $Port = 1) { }", "class a (Integer $port = 1) { }");
    for_review("class a ($b::c) { }", "class a ($c) { }");
    for_review("define a (*$b) { }", "define a (Array $b) { }");
    no_fix("define a (Integer *$b) { }");
}

#[test]
fn names_of_definitions() {
    safe("class ::a::b { }", "class a::b { }");
    for_review("class my-app { }", "class my_app { }");
    for_review("define Foo::Bar { }", "define foo::bar { }");
    safe("type ::A = Integer", "type A = Integer");
    no_fix("class _a { }");
}

#[test]
fn words() {
    for_review("$a = attr", "$a = 'attr'");
    safe("file <| |>", "File <| |>");
    safe("foo::bar <| |>", "Foo::Bar <| |>");
    no_fix("File['a'] <| |>");
}

#[test]
fn escapes() {
    safe(r#"notice("C:\dir")"#, r#"notice("C:\\dir")"#);
    safe(r#"notice("${x}\d")"#, r#"notice("${x}\\d")"#);
    no_fix(r#"notice("\u12")"#);
}

#[test]
fn signs_of_resources() {
    for_review("file { 'a': mode +> '1' }", "file { 'a': mode => '1' }");
    for_review("@class { 'a': }", "class { 'a': }");
    for_review("@@File { mode => '1' }", "File { mode => '1' }");
}

#[test]
fn options_and_keys_that_are_given_twice() {
    for_review(
        "case $a {\n  default: { notice(1) }\n  1: { }\n  default: { }\n}",
        "case $a {\n  default: { notice(1) }\n  1: { }\n}",
    );
    for_review(
        "case $a { default: { notice(1) } default, 2: { } }",
        "case $a { default: { notice(1) } 2: { } }",
    );
    for_review("case $a { 1, default, default: { notice(1) } }", "case $a { 1, default: { notice(1) } }");
    for_review("notice($a ? { default => 1, default => 2, })", "notice($a ? { default => 1, })");
    for_review("$a = {'x' => 1, 'y' => 2, 'x' => 3}", "$a = {'y' => 2, 'x' => 3}");
    for_review("$a = {'y' => 2,\n  'x' => 1,\n  'x' => 3,\n}", "$a = {'y' => 2,\n  'x' => 3,\n}");
    for_review("notice(a => 1, a => 2)", "notice(a => 2)");
}

#[test]
fn nothing_is_deleted_where_a_heredoc_would_be_torn() {
    no_fix("$a = {'x' => @(E), 'x' => 2}\ntext\nE\n");
    no_fix("$a = {'y' => @(E),\ntext\nE\n'x' => 1, 'x' => 2}");
    for_review("$a = {'x' => 1, 'x' => @(E)}\ntext\nE\n", "$a = {'x' => @(E)}\ntext\nE\n");
}

#[test]
fn all_fixes_of_a_program_together() {
    let wrong = "class ::a ($X) {\n  notice(\"\\d\", $X)\n  file <| |>\n}";
    let diagnostics = found(wrong);
    let fixes = diagnostics.iter().flat_map(|diagnostic| &diagnostic.fixes);
    let right = apply_fixes(wrong, *FILE, fixes).unwrap();
    assert_eq!(right, "class a ($x) {\n  notice(\"\\\\d\", $x)\n  File <| |>\n}");
    assert_eq!(shown(&found(&right), &right), [""; 0]);
}
