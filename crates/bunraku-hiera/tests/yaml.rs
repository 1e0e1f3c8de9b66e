//! Reads the documents of `yaml.cases` and compares with what Ruby's Psych made of them.

#![allow(clippy::unwrap_used, reason = "a test that cannot read its cases fails")]

use bunraku_edition::PUPPET8;
use bunraku_hiera::{json, yaml};
use bunraku_pcore::format::inspect;

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
