//! Each rule with programs that follow it and programs that violate it.

mod common;

use bunraku_check::{CheckSettings, Strict};
use bunraku_edition::{PUPPET8, SPEC};
use bunraku_syntax::{SourceKind, parse};
use common::{FILE, found, found_in, found_in_module, right, shown, wrong};

#[test]
fn assignment() {
    right("$a = 1 [$b, [$c]] = [1, [2]]");
    wrong("$a::b = 1", &["error invalid-assignment at $a::b"]);
    wrong("$1 = 1", &["error invalid-assignment at $1"]);
    wrong("$a['x'] = 1", &["error invalid-assignment at $a['x']"]);
    wrong("[$a, 2] = [1, 2]", &["error invalid-assignment at 2"]);
    wrong("$a += 1", &["error append-assignment at +="]);
    let spec =
        |text: &str| shown(&found_in(text, SourceKind::Manifest, &SPEC, &CheckSettings::default()), text);
    assert_eq!(spec("$a += 1"), [""; 0]);
    assert_eq!(spec("[$a] = [1]"), ["error invalid-assignment at [$a]"]);
}

#[test]
fn attribute() {
    right("File['a'] { mode +> '1' } File <| |> { mode +> '1' } file { 'b': mode => '1' }");
    wrong("file { 'a': mode +> '1' }", &["error invalid-attribute-append at +>"]);
    wrong("File { mode +> '1' }", &["error invalid-attribute-append at +>"]);
}

#[test]
fn call() {
    right("notice(1) String(1) Integer[1](2)");
    wrong("$a(1)", &["error invalid-call at $a"]);
    wrong("'f'(1)", &["error invalid-call at 'f'"]);
}

#[test]
fn collector() {
    right("File <| title == 'a' and (tag != 'b' or $c) |>  File <<| |>>");
    wrong("file <| |>", &["error invalid-collector at file"]);
    wrong("File['a'] <| |>", &["error invalid-collector at File['a']"]);
    wrong("File <| size > 1 |>", &["error invalid-query at size > 1"]);
    wrong("File <| a == 1 and [b] |>", &["error invalid-query at [b]"]);
}

#[test]
fn default() {
    right("case 1 { 1, default: { notice(1) } 2: { } } notice(1 ? { 1 => 2, default => 3 })");
    wrong("case 1 { default: { notice(1) } 2, default: { } }", &["error duplicate-default at default"]);
    wrong("notice(1 ? { default => 2, default => 3 })", &["error duplicate-default at default"]);
}

#[test]
fn definition() {
    right("class a { class b { define c { } } } class d { node 'e' { } } function f() { }");
    wrong("if true { class a { } }", &["error misplaced-definition at class a"]);
    wrong("class a { function f() { } }", &["error misplaced-definition at function f"]);
    wrong("class ::a { }", &["error invalid-definition-name at ::a"]);
    wrong("class a-b { }", &["error invalid-definition-name at a-b"]);
    wrong("define A { }", &["error invalid-definition-name at A"]);
    wrong("class integer { }", &["error reserved-type-name at integer"]);
    right("class a { class integer { } }");
    wrong("class plan { }", &["warning future-reserved-word at plan"]);
}

#[test]
fn definitions_of_templates() {
    let text = "<% class a { } %>";
    let found = found_in(text, SourceKind::Template, &PUPPET8, &CheckSettings::default());
    assert_eq!(shown(&found, text), ["error misplaced-definition at class a"]);
}

#[test]
fn effect() {
    right("$a = 1 $a");
    right("if $a =~ /x/ { notice(1) } 'x' =~ /y/ notice(2)");
    wrong("1 notice(1)", &["error no-effect at 1"]);
    wrong("class a { 1 }", &["error no-effect at 1"]);
    wrong("foo\nnotice(1)", &["error no-effect at foo"]);
    wrong("if true { 1 } notice(1)", &["error no-effect at if"]);
}

#[test]
fn escape() {
    right(r#"notice("a\n\$\u00e5") notice('\d')"#);
    wrong(r#"notice("\d")"#, &[r"warning unknown-escape at \d"]);
    wrong(r#"notice("${x}\d")"#, &[r"warning unknown-escape at \d"]);
    wrong(r#"notice("\u12")"#, &[r"warning unknown-escape at \u"]);
}

#[test]
fn hash() {
    right("$a = {'x' => 1, 'y' => 2, 1 => 1, 1.0 => 2, $x => 1, $x => 2}");
    wrong("$a = {'x' => 1, x => 2}", &["error duplicate-key at x"]);
    wrong("$a = {1 => 1, 0x1 => 2}", &["error duplicate-key at 0x1"]);
    wrong("notice(a => 1, b => 2, a => 3)", &["error duplicate-key at a"]);
    right("notice(a => 1, 2, a => 3)");
    let strict = |strict| {
        let text = "$a = {'x' => 1, 'x' => 2}";
        shown(&found_in(text, SourceKind::Manifest, &PUPPET8, &CheckSettings { strict }), text)
    };
    assert_eq!(strict(Strict::Warning), ["warning duplicate-key at 'x'"]);
    assert_eq!(strict(Strict::Off), [""; 0]);
}

#[test]
fn heredoc() {
    right("$a = @(E:json)\n{\"a\": 1}\nE\n");
    right("$a = @(\"E\":json)\n{\"a\": ${b}\nE\n");
    right("$a = @(E:pp)\n$b = 1\nE\n");
    right("$a = @(E:base64)\naGVsbG8=\nE\n");
    wrong("$a = @(E:json)\n{a}\nE\n", &["error invalid-heredoc-text at {a}"]);
    wrong("$a = @(E:data+pp)\n$b =\nE\n", &["error invalid-heredoc-text at $b ="]);
    wrong("$a = @(E:base64)\n!\nE\n", &["error invalid-heredoc-text at !"]);
}

#[test]
fn host_name() {
    right("node 'a-1.example.com', /x y/, default, b.c { }");
    wrong("node 'a b' { }", &["error invalid-host-name at 'a b'"]);
    wrong("node \"a${b}\" { }", &["error invalid-host-name at ${b}"]);
    wrong("node @(E) { }\nx\nE\n", &["error invalid-host-name at @(E)"]);
    wrong("node a inherits b { }", &["error node-inheritance at b"]);
}

#[test]
fn module_file() {
    let module = |text: &str| shown(&found_in_module(text, "a"), text);
    assert_eq!(module("class a { } define a::b { } type A::C = Integer"), [""; 0]);
    assert_eq!(module("notice(1)"), ["error misplaced-definition at notice(1)"]);
    assert_eq!(module("node 'a' { }"), ["error misplaced-definition at node 'a'"]);
    assert_eq!(module("class b { }"), ["error misplaced-definition at b"]);
    assert_eq!(module("class a { class c { } }"), [""; 0]);
}

#[test]
fn not_a_value() {
    right("File <| |> -> File['a']");
    wrong("$a = File <| |>", &["error not-a-value at File <| |>"]);
    wrong("$a = [-(File <| |>)]", &["error not-a-value at File <| |>"]);
    let misplaced = "error misplaced-definition at class a";
    wrong("$a = class a { }", &["error not-a-value at class a", misplaced]);
}

#[test]
fn number() {
    right("$a = 9223372036854775807");
    wrong("$a = 9223372036854775808", &["error integer-out-of-range at 9223372036854775808"]);
}

#[test]
fn parameter() {
    right("class a ($b, Integer[1] $c = 2) { } function f($x, *$y) { }");
    wrong("class a ($B) { }", &["error invalid-parameter-name at $B"]);
    wrong("class a ($b::c) { }", &["error invalid-parameter-name at $b::c"]);
    wrong("class a ($b, $b) { }", &["error duplicate-parameter at $b"]);
    wrong("class a ($title) { }", &["error reserved-parameter at $title"]);
    right("function f($title) { }");
    wrong("define a (*$b) { }", &["error rest-parameter at $b"]);
    wrong("f() |*$a, $b| { }", &["error rest-parameter at $a"]);
    right("f() |$a, *$b| { }");
    wrong("class a ($b = ($c = 1)) { }", &["error assignment-in-default at $c = 1"]);
    wrong("class a (Integer[1, $x] $b) { }", &["warning computed-parameter-type at Integer[1, $x]"]);
    right("define a (Integer[1, $x] $b) { }");
}

#[test]
fn parameters_of_templates() {
    let template =
        |text: &str| shown(&found_in(text, SourceKind::Template, &PUPPET8, &CheckSettings::default()), text);
    assert_eq!(template("<%- | $a, $b = 1 | -%>"), [""; 0]);
    assert_eq!(template("<%- | $a, $a | -%>"), ["error duplicate-parameter at $a"]);
    assert_eq!(template("<%- | *$a | -%>"), ["error rest-parameter at $a"]);
}

#[test]
fn regexp() {
    right("$a = /a(b|c)+\\/d/");
    wrong("$a = /a\\/(b/", &["error invalid-regexp at ("]);
}

#[test]
fn reserved_word() {
    right("$a = 'attr'");
    wrong("$a = attr", &["error reserved-word at attr"]);
}

#[test]
fn resource() {
    right("file { 'a': * => $b } @file { 'c': } notice { a => 1 }");
    wrong("foo { a => 1 }", &["error resource-without-title at foo"]);
    wrong("file { 'a': * => $b, * => $c }", &["error duplicate-splat at * => $c"]);
    wrong("@class { 'a': }", &["error not-virtualizable at @"]);
    wrong("@@File { mode => '1' }", &["error not-virtualizable at @@"]);
}

#[test]
fn type_alias() {
    right("type A = Integer[1] type B = { attributes => { } } type C = Object { }");
    wrong("type ::A = Integer", &["error invalid-definition-name at ::A"]);
    wrong("type A = ['a']", &["error invalid-type-alias at ['a']"]);
    wrong("type A[1] = Integer", &["error invalid-type-alias at type A[1] = Integer"]);
    right("type Runtime['ruby', 'X'] = Integer");
    wrong("class a { type B = Integer }", &["error misplaced-definition at type B = Integer"]);
    wrong("type A { }", &["error unsupported-type-definition at type A"]);
}

#[test]
fn variable() {
    right("notice($a, $::b, $c::_d, $0, $12, \"${e}\")");
    wrong("notice($A)", &["error invalid-variable-name at $A"]);
    wrong("notice($a::B)", &["error invalid-variable-name at $a::B"]);
    wrong("notice($01)", &["error invalid-variable-name at $01"]);
    wrong("notice(\"${true}\")", &["error invalid-variable-name at true"]);
}

#[test]
fn a_broken_text_is_not_checked() {
    let text = "$A = )\n$B = 1";
    let tree = parse(text, SourceKind::Manifest, &PUPPET8.syntax);
    let found = bunraku_check::check(&tree, text, *FILE, &PUPPET8.syntax, &CheckSettings::default());
    assert_eq!(found, []);
}

#[test]
fn one_mistake_is_reported_once() {
    assert_eq!(found("$a = [-(File <| |>)]").len(), 1);
    assert_eq!(found("notice(- File <| |>)").first().unwrap().code.name(), "not-a-value");
}

#[test]
fn many_finds_end_and_warnings_hide_no_error() {
    let keys = "k => 1, ".repeat(3_000);
    assert_eq!(found(&format!("$x = {{ {keys} }}")).len(), 1_000);
    let escapes = "\\q".repeat(3_000);
    let found = found(&format!("$x = \"{escapes}\"\n$a::b = 1"));
    assert_eq!(found.len(), 1_001);
    assert_eq!(found.last().unwrap().code.name(), "invalid-assignment");
}

#[test]
fn what_to_remove_is_found_beside_many_others() {
    let options: String = (0..500).map(|n| format!("x{n}: {{ notice({n}) }}\n")).collect();
    let text = format!("case 1 {{\n{options}default: {{ notice(1) }}\ndefault: {{ notice(2) }}\n}}");
    let found = found(&text);
    let fix = &found.first().unwrap().fixes.first().unwrap().edits.first().unwrap();
    assert_eq!(fix.span.range.of(&text), "\ndefault: { notice(2) }");
}
