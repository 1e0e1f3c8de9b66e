//! Syntax trees as text: each production, and the results for broken programs.
//!
//! `UPDATE_EXPECT=1 cargo test --package bunraku-syntax --test trees` rewrites the expectations; review them like
//! prose.

#[path = "trees/broken_brackets.rs"]
mod broken_brackets;
#[path = "trees/broken_conditions.rs"]
mod broken_conditions;
#[path = "trees/broken_definitions.rs"]
mod broken_definitions;
#[path = "trees/broken_statements.rs"]
mod broken_statements;
#[path = "trees/conditionals.rs"]
mod conditionals;
#[path = "trees/definitions.rs"]
mod definitions;
#[path = "trees/expressions.rs"]
mod expressions;
#[path = "trees/literals.rs"]
mod literals;
#[path = "trees/resources.rs"]
mod resources;
#[path = "trees/templates.rs"]
mod templates;

use bunraku_diag::{
    Source, Sources,
    render::{Style, text},
};
use bunraku_edition::PUPPET8;
use bunraku_syntax::{SourceKind, dump, parse};
use expect_test::Expect;

/// Asserts the tree of a manifest without errors.
fn check(source: &str, expected: Expect) {
    check_kind(source, SourceKind::Manifest, &expected);
}

/// Asserts the tree of a template without errors.
fn check_template(source: &str, expected: Expect) {
    check_kind(source, SourceKind::Template, &expected);
}

fn check_kind(source: &str, kind: SourceKind, expected: &Expect) {
    let tree = parse(source, kind, &PUPPET8.syntax);
    assert_eq!(tree.errors(), []);
    expected.assert_eq(&dump::tree(&tree, source));
}

/// Asserts the tree of a broken manifest and its errors, as shown to users.
fn check_broken(source: &str, expected: Expect) {
    let tree = parse(source, SourceKind::Manifest, &PUPPET8.syntax);
    assert!(!tree.errors().is_empty());
    expected.assert_eq(&(dump::tree(&tree, source) + &errors(source)));
}

/// The errors of a manifest, as shown to users.
fn errors(source: &str) -> String {
    let tree = parse(source, SourceKind::Manifest, &PUPPET8.syntax);
    let mut sources = Sources::new();
    let file = sources.add(Source::new("a.pp", source));
    tree.errors().iter().map(|error| text(&error.to_diagnostic(file), &sources, Style::Plain)).collect()
}
