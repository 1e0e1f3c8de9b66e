//! Types, scopes and variables of programs, and excessively large files.

#![allow(clippy::expect_used, reason = "a test may fail")]

use bunraku_edition::PUPPET8;
use bunraku_infer::{Model, ScopeKind, Visible};
use bunraku_pcore::notation::notation;
use bunraku_syntax::{NodeKind, SourceKind, parse};

/// The type of the argument of the last call of `notice`.
fn noticed(program: &str) -> String {
    let tree = parse(program, SourceKind::Manifest, &PUPPET8.syntax);
    assert!(tree.errors().is_empty(), "{program}: {:?}", tree.errors());
    let root = tree.root(program);
    let model = Model::new(root, None);
    let arguments = root.descendants().filter(|node| node.kind() == NodeKind::Arguments);
    let last =
        arguments.filter(|node| node.parent().is_some_and(|call| call.text().starts_with("notice("))).last();
    let argument = last.and_then(|arguments| arguments.children().next()).expect("a call of notice");
    notation(&PUPPET8.types, &model.ty(argument).generalize())
}

#[test]
fn expressions_have_types() {
    for (program, ty) in [
        ("notice(1)", "Integer"),
        ("notice(1.5)", "Float"),
        ("notice('a')", "String"),
        ("notice(\"a${b}\")", "String"),
        ("notice(true)", "Boolean"),
        ("notice(undef)", "Undef"),
        ("notice(/a/)", "Regexp[/a/]"),
        ("notice(1 + 2)", "Integer"),
        ("notice(1 == 2)", "Boolean"),
        ("notice(!1)", "Boolean"),
        ("notice(-1)", "Integer"),
        ("notice($x)", "Any"),
        ("$x = 1 notice($x)", "Integer"),
        ("$x = [1, 'a'] notice($x[1])", "String"),
        ("$x = { 'a' => 1 } notice($x['a'])", "Integer"),
        ("class a(Integer $x) { notice($x) }", "Integer"),
        ("class a(Optional[String] $x) { notice($x) }", "Optional[String]"),
        ("class a(Optional[String] $x) { if $x { notice($x) } }", "String"),
        ("class a(Optional[String] $x) { if $x != undef { notice($x) } }", "String"),
        ("class a(Optional[String] $x) { unless $x { } else { notice($x) } }", "String"),
        ("class a(Variant[String, Integer] $x) { if $x =~ Integer { notice($x) } }", "Integer"),
        ("class a(Variant[String, Integer] $x) { if $x =~ Integer { } else { notice($x) } }", "String"),
        ("class a($x) { if $x =~ /a/ { notice($x) } }", "String"),
        ("class a($x) { case $x { Integer: { notice($x) } default: { } } }", "Integer"),
        ("class a(Optional[String] $x) { if $x and notice($x) { } }", "String"),
        ("class a(Array[Integer] $x) { $x.each |$y| { notice($y) } }", "Integer"),
        ("class a(Hash[String, Boolean] $x) { $x.each |$k, $v| { notice($v) } }", "Boolean"),
        ("class a(Sensitive[String] $x) { notice($x.unwrap) }", "String"),
        ("notice($facts['os']['family'])", "String"),
        ("notice(Integer('1'))", "Integer"),
        ("$x = if $y { 1 } else { 'a' } notice($x)", "Variant[Integer, String]"),
        ("$x = $y ? { 'a' => 1, default => 2 } notice($x)", "Integer"),
    ] {
        assert_eq!(noticed(program), ty, "{program}");
    }
}

#[test]
fn variables_have_scopes() {
    let program = "class a ($x) { $y = 1 [1].each |$z| { notice($x, $y, $z, $nothing) } }";
    let tree = parse(program, SourceKind::Manifest, &PUPPET8.syntax);
    let model = Model::new(tree.root(program), None);
    let kinds: Vec<ScopeKind> = model.scopes.iter().map(|scope| scope.kind).collect();
    assert_eq!(kinds, [ScopeKind::Top, ScopeKind::Class, ScopeKind::Lambda]);
    let set: Vec<(&str, bool)> =
        model.uses.iter().map(|one| (one.name, matches!(one.visible, Visible::Set(_)))).collect();
    assert_eq!(set, [("x", true), ("y", true), ("z", true), ("nothing", false)]);
}

#[test]
fn branches_that_exclude_each_other_set_nothing_for_each_other() {
    let program = "if $a { $x = 1 } else { notice($x) } notice($x)";
    let tree = parse(program, SourceKind::Manifest, &PUPPET8.syntax);
    let model = Model::new(tree.root(program), None);
    let seen: Vec<bool> = model
        .uses
        .iter()
        .filter(|one| one.name == "x")
        .map(|one| matches!(one.visible, Visible::Set(_)))
        .collect();
    assert_eq!(seen, [false, true]);
}

/// Files that are large, deep or broken are walked in proportional time.
#[test]
fn hostile_files() {
    let programs = [
        "$a = 1\n".repeat(20_000),
        (0..5_000_u32).map(|n| format!("$a{n} = $a{}\n", n.saturating_sub(1))).collect(),
        format!("$a = {}1{}", "[".repeat(400), "]".repeat(400)),
        format!("{}notice($x){}", "if $x { ".repeat(200), " }".repeat(200)),
        format!("{}1{}", "[1].each |$x| { ".repeat(100), " }".repeat(100)),
        "class a { class b { ".repeat(100),
        "$x = { 'a' => ".repeat(300),
        "if $x =~ Integer and ".repeat(500),
        "case $x { Integer: { ".repeat(100),
        "type A = Optional[A]\n".repeat(100),
        "\u{0}\u{1}é${".to_owned(),
    ];
    for program in programs {
        let tree = parse(&program, SourceKind::Manifest, &PUPPET8.syntax);
        let model = Model::new(tree.root(&program), None);
        assert!(!model.scopes.is_empty());
        let tree = parse(&program, SourceKind::Template, &PUPPET8.syntax);
        assert!(!Model::new(tree.root(&program), None).scopes.is_empty());
    }
}
