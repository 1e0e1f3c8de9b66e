//! Helpers for checking small programs.
#![allow(dead_code, reason = "each test uses a part of it")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by it")]

use std::sync::LazyLock;

use bunraku_check::{CheckSettings, check, check_in};
use bunraku_diag::{Diagnostic, FileId, Severity, Source};
use bunraku_edition::{Edition, PUPPET8};
use bunraku_syntax::{SourceKind, parse};

/// The file that all programs pretend to be.
pub static FILE: LazyLock<FileId> = LazyLock::new(|| Source::new("a.pp", "").id());

/// The findings in a program without syntax errors.
pub fn found_in(
    text: &str,
    kind: SourceKind,
    edition: &Edition,
    settings: &CheckSettings,
) -> Vec<Diagnostic> {
    let tree = parse(text, kind, &edition.syntax);
    assert_eq!(tree.errors(), [], "{text}");
    check(&tree, text, *FILE, &edition.syntax, settings)
}

/// The findings in a manifest.
pub fn found(text: &str) -> Vec<Diagnostic> {
    found_in(text, SourceKind::Manifest, &PUPPET8, &CheckSettings::default())
}

/// The findings in a file of a module.
pub fn found_in_module(text: &str, namespace: &str) -> Vec<Diagnostic> {
    let tree = parse(text, SourceKind::Manifest, &PUPPET8.syntax);
    check_in(&tree, text, *FILE, &PUPPET8.syntax, &CheckSettings::default(), Some(namespace), &|| true)
        .unwrap_or_default()
}

/// The findings as `level code at text`, one per line.
pub fn shown(diagnostics: &[Diagnostic], text: &str) -> Vec<String> {
    let shown = |diagnostic: &Diagnostic| {
        let level = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
        };
        let place = diagnostic.primary.as_ref().unwrap().span.range.of(text);
        format!("{level} {} at {place}", diagnostic.code)
    };
    diagnostics.iter().map(shown).collect()
}

/// Asserts that a manifest has no findings.
#[track_caller]
pub fn right(text: &str) {
    assert_eq!(shown(&found(text), text), [""; 0], "{text}");
}

/// Asserts the findings in a manifest.
#[track_caller]
pub fn wrong(text: &str, expected: &[&str]) {
    assert_eq!(shown(&found(text), text), expected, "{text}");
}
