//! The style, rule by rule: `fixtures/*.fmt` contain titles `## ...`, a source, and after `>>` the formatted source.
//!
//! A line `#! width N`, `#! align-arrows no` or `#! template` sets an option; before the first title it applies to all.

#![allow(clippy::disallowed_methods, reason = "tests read their cases from the disk")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by it")]

use std::fs;
use std::path::Path;

use bunraku_corpus::cases;
use bunraku_fmt::{Options, format};
use bunraku_syntax::SourceKind;

#[derive(Debug, Clone)]
struct Fixture {
    title: String,
    options: Options,
    kind: SourceKind,
    before: String,
    after: String,
}

#[test]
fn texts_are_formatted() {
    let mut wrong = String::new();
    let fixtures = fixtures();
    assert!(fixtures.len() > 60, "there are only {} fixtures", fixtures.len());
    for fixture in fixtures {
        let Fixture { title, options, kind, before, after } = fixture;
        match format(&before, kind, &options) {
            Ok(formatted) if formatted.text == after => {}
            Ok(formatted) => wrong.push_str(&format!("## {title}\n{}>> expected\n{after}\n", formatted.text)),
            Err(error) => wrong.push_str(&format!("## {title}\n{error:?}\n\n")),
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn formatted_texts_stay_as_they_are() {
    for Fixture { title, options, kind, after, .. } in fixtures() {
        let again = format(&after, kind, &options).unwrap_or_else(|error| panic!("{title}: {error:?}"));
        assert_eq!(again.text, after, "{title}");
        assert!(!again.changed, "{title}");
    }
}

/// Windows line breaks are kept everywhere.
#[test]
fn line_ends_are_kept() {
    for Fixture { title, options, kind, before, after } in fixtures() {
        let before = before.replace('\n', "\r\n");
        let formatted = format(&before, kind, &options).unwrap_or_else(|error| panic!("{title}: {error:?}"));
        assert_eq!(formatted.text, after.replace('\n', "\r\n"), "{title}");
    }
}

fn fixtures() -> Vec<Fixture> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let files = cases::files(&folder, &["fmt"]).unwrap();
    files
        .iter()
        .flat_map(|file| parts(&file.display().to_string(), &fs::read_to_string(file).unwrap()))
        .collect()
}

fn parts(file: &str, text: &str) -> Vec<Fixture> {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let mut fixtures: Vec<Fixture> = Vec::new();
    let mut usual = (Options::default(), SourceKind::Manifest);
    let mut after = false;
    for line in text.split_inclusive('\n') {
        if let Some(title) = line.strip_prefix("## ") {
            let (options, kind) = usual;
            let title = format!("{name}: {}", title.trim());
            fixtures.push(Fixture { title, options, kind, before: String::new(), after: String::new() });
            after = false;
        } else if let Some(setting) = line.strip_prefix("#! ") {
            let (options, kind) = match fixtures.last_mut() {
                Some(fixture) => (&mut fixture.options, &mut fixture.kind),
                None => (&mut usual.0, &mut usual.1),
            };
            match setting.trim().split_once(' ').unwrap_or((setting.trim(), "")) {
                ("width", width) => options.line_width = width.parse().unwrap(),
                ("align-arrows", "no") => options.align_arrows = false,
                ("plan", "") => *kind = SourceKind::Plan,
                ("template", "") => *kind = SourceKind::Template,
                _ => panic!("{file}: what is {setting}?"),
            }
        } else if line == ">>\n" {
            after = true;
        } else if let Some(fixture) = fixtures.last_mut() {
            (if after { &mut fixture.after } else { &mut fixture.before }).push_str(line);
        }
    }
    // An empty line separates the fixtures; other trailing lines belong to the source.
    let count = fixtures.len();
    for fixture in fixtures.iter_mut().take(count - 1) {
        fixture.after.pop();
    }
    fixtures
}
