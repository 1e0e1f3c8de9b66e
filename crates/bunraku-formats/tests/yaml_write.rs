//! Writes the values in `yaml_write.cases` and compares with the output of Ruby's Psych.

#![allow(clippy::unwrap_used, reason = "a test that cannot read its cases fails")]

use bunraku_formats::json;
use bunraku_formats::yaml::write::{Emitter, Node, Scalar};
use bunraku_pcore::Value;

fn node(value: &Value, width: Option<usize>) -> Node {
    match value {
        Value::Undef => Node::Scalar(Scalar::null()),
        Value::Str(text) => Node::Scalar(Scalar::string(text, width)),
        Value::Array(values) => Node::Sequence(values.iter().map(|value| node(value, width)).collect()),
        Value::Hash(hash) => {
            Node::Mapping(hash.iter().map(|(key, value)| (node(key, width), node(value, width))).collect())
        }
        other => Node::Scalar(Scalar::plain(json::to_json(other))),
    }
}

#[test]
fn values_are_written_as_psych_writes_them() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in include_str!("yaml_write.cases").lines() {
        let case = json::read(line).unwrap().value;
        let Value::Array(parts) = &case else { panic!("{line}") };
        let [value, Value::Hash(options), Value::Str(expected)] = parts.as_slice() else { panic!("{line}") };
        let number = |name: &str| options.get_str(name).and_then(Value::as_int);
        let width = number("line_width");
        let mut emitter =
            Emitter::new(number("indentation").unwrap_or(2), width, options.get_str("canonical").is_some());
        if options.get_str("header").is_some() {
            emitter.header();
        }
        let actual = emitter.document(&node(value, width.and_then(|width| usize::try_from(width).ok())));
        count += 1;
        if actual != expected.as_str() {
            wrong.push(format!("{line}\n  actual {actual:?}"));
        }
    }
    assert!(count >= 300, "only {count} cases");
    assert!(wrong.is_empty(), "{} of {count} differ:\n{}", wrong.len(), wrong.join("\n"));
}
