//! Keeps out phrases that were replaced in messages, pages and help because no technical writer would use them.
//! CONTRIBUTING.md says what to write instead.

#![allow(clippy::disallowed_methods, reason = "tests read the files that they are about")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by it")]

mod files;
#[path = "words/literals.rs"]
mod literals;

use std::path::{Path, PathBuf};

use files::{entries, read, root};
use literals::{Piece, doc_comments, literals};

/// The phrases, in lowercase, and what to write instead.
const REPLACED: &[(&str, &str)] = &[
    ("is no", "is not a"),
    ("are no", "are not"),
    ("is none", "is not one"),
    ("are none", "are not"),
    ("behind", "after"),
    ("a text", "a string"),
    ("texts", "strings"),
    ("as text", "as a string"),
    ("nothing has set", "unknown variable"),
    ("works on", "expects"),
    ("wants", "needs, expects"),
    ("is wanted", "expected ..., got ..."),
    ("are wanted", "expected ..., got ..."),
    ("in line", "on line"),
    ("inside of", "inside"),
    ("outside of", "outside"),
    ("any more", "no longer"),
    ("not there", "missing"),
    ("small letter", "lowercase letter"),
    ("small letters", "lowercase letters"),
    ("capital letter", "uppercase letter"),
    ("capital letters", "uppercase letters"),
    ("declared already", "already declared"),
    ("defined already", "already defined"),
    ("set already", "already set"),
    ("it is called as", "usage:"),
    ("mend", "fix"),
    ("mends", "fixes"),
    ("mended", "fixed"),
    ("names no", "does not name a"),
    ("is told", "is given, gets"),
    ("tells of", "reports, shows"),
    ("tell of", "report, show"),
    ("tells why", "shows why"),
    ("tells where", "shows where"),
    ("gives back", "returns"),
    ("gives the value", "returns the value"),
    ("wait for each other", "depend on each other"),
    ("waits for itself", "depends on itself"),
    ("a uppercase", "an uppercase"),
    ("compiling fails", "compilation fails"),
    ("without a word", "silently"),
    ("passed over", "ignored"),
    ("passes over", "ignores"),
    ("nobody has set", "not set"),
    ("is of another type", "has the wrong type"),
    ("the present time", "the current time"),
    ("working folder", "current folder"),
    ("for ever", "forever"),
    ("misspelt", "misspelled"),
    ("beside", "next to"),
    ("refuses", "rejects"),
    ("colour", "color"),
    ("colours", "colors"),
    ("analyse", "analyze"),
    ("analysing", "analyzing"),
    ("a variable of puppet", "a Puppet variable"),
    ("the variable of a shell", "a shell variable"),
    ("heard of", "reported"),
    ("taken for", "read as"),
    ("put right", "fixed"),
    ("a message a line", "one message per line"),
];

/// Exceptions: a part of the path, a part of the line, and the reason.
const ALLOWED: &[(&str, &str, &str)] = &[
    ("bunraku-ruby/src/", "outside of", "the words of Ruby itself, which code may compare"),
    ("bunraku-regexp/src/error.rs", "look-behind", "the name of a construct of regular expressions"),
    ("", "there is no", "plain English: something does not exist"),
    ("", "there are no", "plain English: something does not exist"),
    ("", "there is none", "plain English: something does not exist"),
    ("", "is no longer", "plain English"),
    ("", "are no longer", "plain English"),
];

/// Documents that are generated from what is checked here, or quote messages of Puppet.
const GENERATED: [&str; 4] = ["codes.md", "functions.md", "lint.md", "mistakes.md"];

#[test]
fn replaced_words_stay_out_of_messages() {
    let mut found = Vec::new();
    let mut pieces = 0;
    for file in rust_files(&root().join("crates")) {
        let text = read(&file);
        let shown = file.strip_prefix(root()).unwrap_or(&file).to_string_lossy().into_owned();
        let mut all = literals(&text);
        if shown.contains("bunraku-cli/src/args") {
            all.extend(doc_comments(&text));
        }
        pieces += all.len();
        for piece in all {
            check(&shown, &piece, &mut found);
        }
    }
    assert!(pieces > 5000, "the strings of the code are found: only {pieces}");
    none(&found);
}

#[test]
fn replaced_words_stay_out_of_pages() {
    let mut found = Vec::new();
    let mut files = markdown(&root().join("crates/bunraku-diag/codes"));
    assert!(files.len() > 90, "the pages of the codes are found");
    files.extend(markdown(&root().join("docs")));
    files.push(root().join("README.md"));
    files.retain(|path| !GENERATED.iter().any(|name| path.ends_with(name)));
    for file in files {
        let shown = file.strip_prefix(root()).unwrap_or(&file).to_string_lossy().into_owned();
        let mut fenced = false;
        for (index, line) in read(&file).lines().enumerate() {
            fenced ^= line.trim_start().starts_with("```");
            if !fenced {
                let piece = Piece { line: index + 1, text: line.to_owned() };
                check(&shown, &piece, &mut found);
            }
        }
    }
    none(&found);
}

#[test]
fn every_exception_is_needed() {
    let mut all: Vec<(String, String)> = Vec::new();
    for file in rust_files(&root().join("crates")) {
        let shown = file.to_string_lossy().into_owned();
        all.extend(literals(&read(&file)).into_iter().map(|piece| (shown.clone(), piece.text)));
    }
    for (path, phrase, reason) in ALLOWED {
        let used = all.iter().any(|(file, text)| file.contains(path) && text.contains(phrase));
        assert!(used || path.is_empty(), "nothing needs the exception `{phrase}` in {path}: {reason}");
    }
}

fn check(file: &str, piece: &Piece, found: &mut Vec<String>) {
    let mut text = piece.text.to_lowercase();
    for (path, phrase, _) in ALLOWED {
        if file.contains(path) {
            text = text.replace(phrase, "");
        }
    }
    for (phrase, instead) in REPLACED {
        if mentions(&text, phrase) {
            found.push(format!("{file}:{}: `{phrase}`, write `{instead}`: {}", piece.line, piece.text));
        }
    }
}

/// Whether the text contains the phrase as whole words.
fn mentions(text: &str, phrase: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '$');
    text.match_indices(phrase).any(|(at, _)| {
        let before = text.get(..at).is_some_and(|before| before.ends_with(inside));
        let after = text.get(at + phrase.len()..).is_some_and(|after| after.starts_with(inside));
        !before && !after
    })
}

fn none(found: &[String]) {
    assert!(found.is_empty(), "{} replaced words:\n{}", found.len(), found.join("\n"));
}

/// The Rust files in the `src` folders of the crates whose strings users see.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in entries(folder) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && !["tests", "benches", "target", "bunraku-corpus"].contains(&&*name) {
            files.extend(rust_files(&path));
        } else if name.ends_with(".rs") && name != "tests.rs" {
            files.push(path);
        }
    }
    files
}

fn markdown(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in entries(folder) {
        if path.is_dir() {
            files.extend(markdown(&path));
        } else if path.extension().is_some_and(|end| end == "md") {
            files.push(path);
        }
    }
    files
}
