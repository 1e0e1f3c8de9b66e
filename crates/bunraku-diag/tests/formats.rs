//! Output for tools: JSON, SARIF and the workflow commands of GitHub.

use std::sync::{Arc, LazyLock};

use bunraku_diag::render::{Style, Tool, github, json, sarif, text};
use bunraku_diag::{Applicability, Diagnostic, Edit, Fix, Severity, Source, Sources, Span, TextRange, codes};
use expect_test::expect;

static FILES: LazyLock<[Arc<Source>; 2]> = LazyLock::new(|| {
    let files = [("a, b:c.pp", "notice('漢', $x)\nnotice(1)\n"), ("b.pp", "$y = 1")];
    files.map(|(name, text)| Arc::new(Source::new(name, text)))
});

fn sources() -> Sources {
    FILES.iter().map(Arc::clone).collect()
}

fn span(file: usize, start: u32, end: u32) -> Span {
    FILES[file].span(TextRange::new(start, end))
}

fn placed() -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "100% \"wrong\"")
        .at(span(0, 14, 16), "not set")
        .label(span(1, 0, 2), "a similar name")
        .help("write `$y`")
}

/// A diagnostic with a fix that has edits in two files.
fn fixable() -> Diagnostic {
    let edit = |span, replacement: &str| Edit { span, replacement: replacement.to_owned() };
    let mut diagnostic = Diagnostic::error(codes::SYNTAX_ERROR, "wrong").at(span(0, 14, 16), "");
    diagnostic.fixes.push(Fix {
        title: "write `$y`".to_owned(),
        edits: vec![edit(span(0, 14, 16), "$y"), edit(span(1, 0, 2), "$z"), edit(span(0, 18, 24), "")],
        applicability: Applicability::Unsafe,
    });
    diagnostic
}

fn unplaced() -> Diagnostic {
    Diagnostic::warning(codes::WRONG_USE, "no place\nat all")
}

#[test]
fn json_with_a_place() {
    expect![[r#"
        {"level":"error","code":"syntax-error","message":"100% \"wrong\"","file":"a, b:c.pp","line":1,"column":13,"end_line":1,"end_column":15,"label":"not set","labels":[{"file":"b.pp","line":1,"column":1,"end_line":1,"end_column":3,"text":"a similar name"}],"help":"write `$y`"}
    "#]].assert_eq(&json(&placed(), &sources()));
}

#[test]
fn json_without_a_place() {
    expect![[r#"
        {"level":"warning","code":"wrong-use","message":"no place\nat all","file":null,"line":null,"column":null,"end_line":null,"end_column":null,"labels":[]}
    "#]].assert_eq(&json(&unplaced(), &sources()));
}

#[test]
fn json_with_a_fix() {
    expect![[r#"
        {"level":"error","code":"syntax-error","message":"wrong","file":"a, b:c.pp","line":1,"column":13,"end_line":1,"end_column":15,"labels":[],"fixes":[{"title":"write `$y`","applicability":"unsafe","edits":[{"file":"a, b:c.pp","line":1,"column":13,"end_line":1,"end_column":15,"replacement":"$y"},{"file":"b.pp","line":1,"column":1,"end_line":1,"end_column":3,"replacement":"$z"},{"file":"a, b:c.pp","line":2,"column":1,"end_line":2,"end_column":7,"replacement":""}]}]}
    "#]].assert_eq(&json(&fixable(), &sources()));
}

#[test]
fn sarif_with_a_fix() {
    let tool = Tool { name: "bunraku", version: "1.2.3", address: "https://example.org" };
    let document = sarif(&[fixable()], &sources(), tool);
    let (_, fixes) = document.split_once("\"fixes\":").unwrap();
    expect![[r#"
        [{"description":{"text":"write `$y`"},"artifactChanges":[
        {"artifactLocation":{"uri":"a%2C%20b%3Ac.pp"},"replacements":[
        {"deletedRegion":{"startLine":1,"startColumn":13,"endLine":1,"endColumn":15},"insertedContent":{"text":"$y"}},
        {"deletedRegion":{"startLine":2,"startColumn":1,"endLine":2,"endColumn":7},"insertedContent":{"text":""}}]},
        {"artifactLocation":{"uri":"b.pp"},"replacements":[
        {"deletedRegion":{"startLine":1,"startColumn":1,"endLine":1,"endColumn":3},"insertedContent":{"text":"$z"}}]}],"properties":{"applicability":"unsafe"}}]}]}]}
    "#]].assert_eq(&fixes.replace("},{", "},\n{").replace(":[{", ":[\n{"));
}

#[test]
fn a_fix_is_not_in_the_text_for_people() {
    let mut bare = fixable();
    bare.fixes.clear();
    let show = |diagnostic: &Diagnostic| text(diagnostic, &sources(), Style::Plain);
    assert_eq!(show(&fixable()), show(&bare));
}

#[test]
fn github_with_a_place() {
    expect![[r#"
        ::error file=a%2C b%3Ac.pp,line=1,col=13,endLine=1,endColumn=15,title=syntax-error::100%25 "wrong": not set%0Ahelp: write `$y`
    "#]].assert_eq(&github(&placed(), &sources()));
}

#[test]
fn github_without_a_place() {
    expect![[r#"
        ::warning title=wrong-use::no place%0Aat all
    "#]]
    .assert_eq(&github(&unplaced(), &sources()));
}

#[test]
fn github_over_lines() {
    let mut diagnostic = Diagnostic::error(codes::SYNTAX_ERROR, "wide").at(span(0, 0, 20), "");
    diagnostic.severity = Severity::Info;
    expect![[r#"
        ::notice file=a%2C b%3Ac.pp,line=1,endLine=2,title=syntax-error::wide
    "#]]
    .assert_eq(&github(&diagnostic, &sources()));
}

#[test]
fn sarif_of_several() {
    let tool = Tool { name: "bunraku", version: "1.2.3", address: "https://example.org" };
    let document = sarif(&[placed(), unplaced()], &sources(), tool);
    // The pages of the codes change with every change of their prose.
    let (start, rest) = document.split_once("\"rules\":[").unwrap();
    let (rules, end) = rest.split_once("]}},").unwrap();
    assert!(rules.starts_with("{\"id\":\"syntax-error\",") && rules.contains("\"id\":\"wrong-use\""));
    let document =
        format!("{start}\"rules\":[RULES]}}}},{end}").replace("},{", "},\n{").replace(":[{", ":[\n{");
    expect![[r#"
        {"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[
        {"tool":{"driver":{"name":"bunraku","version":"1.2.3","informationUri":"https://example.org","rules":[RULES]}},"columnKind":"unicodeCodePoints","results":[
        {"ruleId":"syntax-error","ruleIndex":0,"level":"error","message":{"text":"100% \"wrong\": not set\nhelp: write `$y`"},"locations":[
        {"physicalLocation":{"artifactLocation":{"uri":"a%2C%20b%3Ac.pp"},"region":{"startLine":1,"startColumn":13,"endLine":1,"endColumn":15}}}],"relatedLocations":[
        {"physicalLocation":{"artifactLocation":{"uri":"b.pp"},"region":{"startLine":1,"startColumn":1,"endLine":1,"endColumn":3}},"message":{"text":"a similar name"}}]},
        {"ruleId":"wrong-use","ruleIndex":1,"level":"warning","message":{"text":"no place\nat all"}}]}]}
    "#]].assert_eq(&document);
}

#[test]
fn sarif_of_nothing() {
    let tool = Tool { name: "bunraku", version: "1.2.3", address: "https://example.org" };
    expect![[r#"
        {"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":{"name":"bunraku","version":"1.2.3","informationUri":"https://example.org","rules":[]}},"columnKind":"unicodeCodePoints","results":[]}]}
    "#]].assert_eq(&sarif(&[], &Sources::new(), tool));
}
