//! The machine-readable output of commands matches the schemas in `docs/schemas` exactly.
#![allow(clippy::panic, reason = "a test fails by it")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::{Folder, folder};

#[test]
fn output_for_programs_follows_the_schemas() {
    let files = files();
    let mut used = BTreeSet::new();
    let mut follows = |schema: &'static str, args: &[&str], status: i32| {
        used.insert(format!("{schema}.schema.json"));
        let run = files.run(args).status(status);
        let text = if run.stdout.is_empty() { run.stderr } else { run.stdout };
        let is_lines = ["message", "finding"].contains(&schema);
        let documents: Vec<Value> = if is_lines {
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
        } else {
            vec![serde_json::from_str(&text).unwrap()]
        };
        assert!(!documents.is_empty(), "{args:?} prints nothing");
        let schema = read(schema);
        for document in documents {
            if let Err(problem) = fits(&schema, &document, "") {
                panic!("{args:?}: {problem}\n{document:#}");
            }
        }
    };
    follows("message", &["validate", "bad", "--log-format", "json"], 1);
    follows("message", &["compile", "bad/fails.pp", "--log-format", "json"], 1);
    let nodes: [&str; 6] = ["--environment", "old", "--nodes-from", "facts", "--log-format", "json"];
    follows("message", &[&["compile", "--output", "out"], &nodes[..]].concat(), 0);
    follows("finding", &["check", "bad", "--format", "json"], 1);
    follows("finding", &["check", "broken", "--format", "json"], 1);
    follows("catalog", &["compile", "--environment", "old", "--node", "a", "--facts", "facts"], 0);
    follows("diff", &["diff", "old", "new", "--nodes-from", "facts", "--format", "json"], 2);
    let verify = ["verify", "out", "--environment", "new", "--nodes-from", "facts", "--format", "json"];
    follows("verify", &verify, 1);
    let why =
        ["why", "a", "File[/a]", "mode", "--environment", "old", "--facts", "facts", "--format", "json"];
    follows("reasons", &why, 0);
    let why = ["why-not", "a", "File[/b]", "--environment", "old", "--facts", "facts", "--format", "json"];
    follows("reasons", &why, 0);
    follows("config", &["config", "--format", "json"], 0);
    let all: BTreeSet<String> = fs::read_dir(schemas())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(used, all);
}

/// Two environments with every kind of difference that a report can show, and files with errors.
fn files() -> Folder {
    let old = "notice('compiling')\nfile { '/a': mode => '0600', content => Sensitive('x') }\n\
               if $facts['missing'] { file { '/b': } }\nnotify { 'gone': tag => ['x', 'y'] }\n@@notify { 'n': }\n";
    let new = "notice('compiling')\nclass c { file { '/a': mode => '0644', content => Sensitive('y') } }\ninclude c\n\
               notify { 'added': }\nnotify { 'n': }\n";
    folder(&[
        ("bunraku.toml", "strict = \"warning\"\n[lint.rules]\ndocumentation = \"off\"\n"),
        ("bad/syntax.pp", "file { '/a': ensure => file mode => '0644' }\n"),
        ("bad/fails.pp", "function f() { fail('no') }\nnotice('a')\nf()\n"),
        ("broken/manifests/site.pp", "include nothing\n"),
        ("broken/environment.conf", ""),
        ("broken/facts/a.json", "{\"name\": \"a\", \"values\": {\"x\": 1}}"),
        ("old/manifests/site.pp", old),
        ("new/manifests/site.pp", new),
        ("facts/a.json", "{\"name\": \"a\", \"values\": {\"missing\": false}}"),
        ("facts/b.json", "{\"name\": \"b\", \"values\": {\"missing\": false}}"),
    ])
}

fn schemas() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas")
}

fn read(name: &str) -> Value {
    let text = fs::read_to_string(schemas().join(format!("{name}.schema.json"))).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Validates a document against a schema, supporting the part of JSON Schema that ours use.
fn fits(schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    const KNOWN: [&str; 12] = [
        "$schema",
        "$id",
        "title",
        "description",
        "type",
        "enum",
        "const",
        "anyOf",
        "items",
        "properties",
        "required",
        "additionalProperties",
    ];
    let rules = schema.as_object().ok_or("a schema is not an object")?;
    if let Some(unknown) = rules.keys().find(|key| !KNOWN.contains(&key.as_str())) {
        return Err(format!("{at}: the test does not know `{unknown}`"));
    }
    if let Some(choices) = rules.get("anyOf").and_then(Value::as_array) {
        let problems: Vec<String> =
            choices.iter().filter_map(|choice| fits(choice, value, at).err()).collect();
        return if problems.len() < choices.len() { Ok(()) } else { Err(problems.join("; ")) };
    }
    let wrong = |expected: &Value| Err(format!("{at}: expected {expected}, got {value}"));
    if let Some(expected) = rules.get("const").filter(|expected| *expected != value) {
        return wrong(expected);
    }
    if let Some(expected) = rules.get("enum").filter(|list| !list.as_array().unwrap().contains(value)) {
        return wrong(expected);
    }
    let is = |name: &Value| *name == kind(value);
    if let Some(expected) = rules.get("type")
        && !(is(expected) || expected.as_array().is_some_and(|list| list.iter().any(is)))
    {
        return wrong(expected);
    }
    if let (Some(items), Value::Array(elements)) = (rules.get("items"), value) {
        for (index, element) in elements.iter().enumerate() {
            fits(items, element, &format!("{at}[{index}]"))?;
        }
    }
    let Value::Object(members) = value else { return Ok(()) };
    for name in rules.get("required").and_then(Value::as_array).into_iter().flatten() {
        if !members.contains_key(name.as_str().unwrap()) {
            return Err(format!("{at}: {name} is missing"));
        }
    }
    let properties = rules.get("properties").and_then(Value::as_object);
    for (name, member) in members {
        match properties.and_then(|properties| properties.get(name)) {
            Some(rule) => fits(rule, member, &format!("{at}.{name}"))?,
            None if rules.get("additionalProperties") == Some(&Value::Bool(false)) => {
                return Err(format!("{at}: the schema does not have `{name}`"));
            }
            None => {}
        }
    }
    Ok(())
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
