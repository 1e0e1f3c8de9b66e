//! The table of questions and answers in `docs/editions.md`, made from the comments of the rules. `BLESS=1` writes it.

#![allow(clippy::disallowed_methods, reason = "the test reads the code that it documents")]
#![expect(clippy::panic, reason = "a test fails by it")]

use std::collections::HashMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

const BEGIN: &str = "<!-- questions -->\n";
const END: &str = "<!-- /questions -->\n";

#[test]
fn the_page_has_every_question() {
    let mut table = String::new();
    let mut count = 0;
    for (file, title) in [("syntax", "Reading"), ("types", "Values and types"), ("eval", "Evaluating")] {
        let source = fs::read_to_string(folder().join(format!("src/{file}.rs"))).unwrap();
        let rules = Rules::read(&source);
        write!(
            table,
            "\n### {title}\n\n| question | `puppet8` | `spec` | by the document |\n|---|---|---|---|\n"
        )
        .unwrap();
        for (field, question) in &rules.questions {
            count += 1;
            let (puppet, spec) = (rules.answer("PUPPET8", field), rules.answer("SPEC", field));
            let (puppet, _) = with_reason(&puppet);
            let (spec, document) = with_reason(&spec);
            let row = [question.as_str(), puppet, spec, document].map(|cell| cell.replace('|', "\\|"));
            writeln!(table, "| {} |", row.join(" | ")).unwrap();
        }
    }
    table.push('\n');
    assert!(count > 40, "only {count} questions were found");

    let path = folder().join("../../docs/editions.md");
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEGIN).unwrap();
    let (current, after) = rest.split_once(END).unwrap();
    if std::env::var_os("BLESS").is_some() && current != table {
        fs::write(&path, [before, BEGIN, &table, END, after].concat()).unwrap();
    } else {
        assert!(current == table, "docs/editions.md is not current: BLESS=1 cargo test -p bunraku-edition");
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// What the code of one set of rules says about itself.
struct Rules {
    /// The fields with their comments, in their order.
    questions: Vec<(String, String)>,
    /// The variant that an edition has for a field.
    chosen: HashMap<(String, String), String>,
    /// The comments of the variants, by `Enum::Variant`.
    answers: HashMap<String, String>,
}

impl Rules {
    fn read(source: &str) -> Rules {
        let mut rules = Rules { questions: Vec::new(), chosen: HashMap::new(), answers: HashMap::new() };
        let (mut comment, mut kind, mut edition) = (Vec::new(), String::new(), String::new());
        for line in source.lines() {
            let code = line.trim();
            if let Some(text) = code.strip_prefix("///") {
                comment.push(text.trim());
                continue;
            }
            let words: Vec<&str> = code.split([' ', ':', ',', '{']).filter(|word| !word.is_empty()).collect();
            match *words.as_slice() {
                ["pub", "enum", name] => kind = name.to_owned(),
                ["pub", "const", name, ..] => edition = name.to_owned(),
                ["pub", field, _] if !["struct", "mod", "use"].contains(&field) => {
                    rules.questions.push((field.to_owned(), comment.join(" ")));
                }
                [field, kind, variant] if !edition.is_empty() && code.contains("::") => {
                    rules.chosen.insert((edition.clone(), field.to_owned()), format!("{kind}::{variant}"));
                }
                [variant] if variant.starts_with(char::is_uppercase) => {
                    rules.answers.insert(format!("{kind}::{variant}"), comment.join(" "));
                }
                _ => {}
            }
            if !code.is_empty() && !code.starts_with("#[") {
                comment.clear();
            }
        }
        rules
    }

    fn answer(&self, edition: &str, field: &str) -> String {
        let chosen = self.chosen.get(&(edition.to_owned(), field.to_owned()));
        let chosen = chosen.unwrap_or_else(|| panic!("{edition} has no answer to {field}"));
        self.answers.get(chosen).unwrap_or_else(|| panic!("{chosen} has no comment")).clone()
    }
}

/// An answer and what it rests on, which is in parentheses at its end.
fn with_reason(answer: &str) -> (&str, &str) {
    let inner = answer.strip_suffix(").").and_then(|text| text.rsplit_once(" ("));
    inner.unwrap_or((answer, ""))
}
