//! Reads the documents in `yaml.cases` and compares them with the results of Ruby's Psych.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests read their cases and measure and start what they test"
)]
#![allow(clippy::unwrap_used, reason = "a test that cannot read its cases fails")]

use bunraku_edition::PUPPET8;
use bunraku_formats::{json, yaml};
use bunraku_pcore::{Value, bytes, format::inspect};

#[test]
fn bytes_that_are_not_utf8_are_a_string() {
    let document = yaml::read("k: !binary MIL/\n").unwrap();
    let Value::Hash(hash) = document.value else { panic!("expected a hash") };
    let Some(Value::ByteStr(text)) = hash.get_str("k") else { panic!("{hash:?}") };
    assert_eq!(&*bytes::of_str(text), b"0\x82\xff");
}

#[test]
fn documents_are_read_as_psych_reads_them() {
    let cases = include_str!("yaml.cases");
    let mut count = 0;
    let mut wrong = Vec::new();
    for block in cases.split("\n\n").skip(1) {
        let mut text = String::new();
        let mut expected = "";
        for line in block.lines() {
            if let Some(answer) = line.strip_prefix("= ") {
                expected = answer;
            } else if let Some(json) = line.strip_prefix("j ") {
                text = json::read(json).unwrap().value.as_str().unwrap_or_default().to_string();
            } else if let Some(line) = line.strip_prefix("> ") {
                text.push_str(line);
                text.push('\n');
            } else {
                text.push('\n');
            }
        }
        count += 1;
        let actual = match yaml::read(&text) {
            Err(_) => "error".to_string(),
            Ok(document) if document.flaw.is_some() => "flaw".to_string(),
            Ok(document) => inspect(&PUPPET8.types, &document.value),
        };
        if actual != expected {
            wrong.push(format!("{text:?}\n  expected {expected}\n  actual   {actual}"));
        }
    }
    assert!(count >= 300, "only {count} cases");
    assert!(wrong.is_empty(), "{} of {count} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// The parser panics if a comma directly follows a tag, unless the text is changed first.
#[test]
fn no_text_stops_the_parser() {
    let pieces = [
        "!", "!a", ",", "[", "]", "{", "}", ":", " ", "\n", "- ", "? ", "'", "\"", "#", "a", "&x", "*x", "|",
        ">", "---", "...", "!<x>", "!!str", "%", "\u{85}",
    ];
    let mut state = 88_172_645_463_325_252_u64;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).unwrap()
    };
    let count = std::env::var("YAML_TEXTS").ok().and_then(|count| count.parse().ok()).unwrap_or(20_000);
    for _ in 0..count {
        let text: String = (0..2 + next(12)).map(|_| pieces[next(pieces.len())]).collect();
        let _ = yaml::read(&text);
    }
    let places: String = (0..2_000).map(|_| "!a,").collect();
    let error = yaml::read(&format!("a: [!b, {places} }}]")).unwrap_err();
    assert_eq!(error.position.line, 1);
    assert_eq!(yaml::read("[!a,,").unwrap_err().position.column, 5);
}
