//! `bunraku functions`, and the page generated from it.
#![allow(clippy::unwrap_used, reason = "what fails here is not what is tested")]

use std::path::Path;
use std::{env, fs};

use crate::support::folder;

#[test]
fn the_list() {
    let run = folder(&[]).run(&["functions"]).status(0);
    assert!(run.stdout.lines().count() > 50, "{run:#?}");
    run.prints("\nfilter").prints("  Returns the elements for which a lambda returns true.");
}

#[test]
fn one_function() {
    let files = folder(&[]);
    let run = files.run(&["functions", "filter"]).status(0);
    let run = run
        .prints("filter(Iterable $values, Callable[1, 1] &$block)\n")
        .prints("\n    notice([1, 20, 3].filter");
    assert!(!run.stdout.contains("```"), "{run:#?}");
    files
        .run(&["functions", "--format", "markdown", "filter"])
        .status(0)
        .prints("# filter\n\n```puppet\nfilter(");
    let run = files.run(&["functions", "--format", "json", "filter"]).status(0);
    let object: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(object["name"], "filter");
    assert!(object["signatures"].as_array().is_some_and(|signatures| signatures.len() > 1), "{object}");
}

#[test]
fn all_as_json() {
    let run = folder(&[]).run(&["functions", "--format", "json"]).status(0);
    let list: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let list = list.as_array().unwrap();
    for function in list {
        let has_text = |member: &str| function[member].as_str().is_some_and(|text| !text.is_empty());
        assert!(has_text("name") && has_text("summary") && has_text("manual"), "{function}");
    }
    assert!(list.windows(2).all(|pair| pair[0]["name"].as_str() < pair[1]["name"].as_str()));
}

#[test]
fn unknown_functions() {
    let files = folder(&[]);
    files
        .run(&["functions", "filtre"])
        .status(2)
        .says("error[wrong-use]: unknown function `filtre`\n")
        .says("help: did you mean `filter`?\n");
    files.run(&["functions", "x"]).status(2).says("`bunraku functions` lists all functions");
}

#[test]
fn the_page_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/functions.md");
    let page = folder(&[]).run(&["functions", "--format", "markdown"]).status(0).stdout;
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let current = fs::read_to_string(&path).unwrap_or_default();
    assert!(current == page, "docs/functions.md is not current: BLESS=1 cargo test -p bunraku-cli functions");
}
