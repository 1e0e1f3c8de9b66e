//! Checks heredocs with a syntax: their text must be valid in it.
//!
//! The name of a syntax has segments, as in `data+json`. The checker for the longest suffix of segments decides; a
//! syntax without a checker is not checked. Text with interpolation is checked during evaluation.

mod base64;

use bunraku_diag::{TextRange, codes};
use bunraku_edition::HeredocSyntaxCase;
use bunraku_formats::{Position, json};
use bunraku_syntax::{
    SourceKind,
    ast::{self, View},
    parse,
};

use crate::checker::Checker;

pub(crate) fn check<'t>(cx: &mut Checker<'t>, node: ast::Heredoc<'t>) {
    let Some(text) = node.body() else { return };
    let Some(heredoc) = node.details() else { return };
    let mut syntax = heredoc.syntax.of(cx.text).to_owned();
    if syntax.is_empty() {
        return;
    }
    let Some(value) = text.plain(cx.rules) else { return };
    if matches!(cx.rules.heredoc_syntax_case, HeredocSyntaxCase::Lower) {
        syntax = syntax.to_lowercase();
    }
    let Some((name, problem)) = problem(cx, &syntax, &value) else { return };
    let first_line = heredoc.text.of(cx.text).find('\n').map_or(heredoc.text.len(), |length| length as u32);
    let range = TextRange::new(heredoc.text.start, heredoc.text.start + first_line);
    let tag = node.range();
    cx.error_at(codes::INVALID_HEREDOC_TEXT, range, format!("this heredoc is not valid {name}: {problem}"))
        .label("the heredoc starts here")
        .also(tag, format!("declared as {name} here"))
        .help(format!("fix the content, or remove `:{syntax}` from the tag"));
}

/// The name of the syntax that a text violates, and the error.
fn problem(cx: &Checker<'_>, syntax: &str, string: &str) -> Option<(&'static str, String)> {
    let mut tail = syntax;
    loop {
        match tail {
            "json" => return check_json(string).err().map(|problem| ("JSON", problem)),
            "base64" => return base64::check(string).err().map(|problem| ("Base64", problem)),
            "pp" => return program(cx, string, SourceKind::Manifest).map(|problem| ("Puppet", problem)),
            "epp" => return program(cx, string, SourceKind::Template).map(|problem| ("EPP", problem)),
            _ => tail = tail.split_once('+')?.1,
        }
    }
}

/// Checks that a text is valid JSON. The error says what is wrong, and where in the heredoc.
pub fn check_json(text: &str) -> Result<(), String> {
    json::read_value(text).map(drop).map_err(|error| {
        let Position { line, column } = error.position;
        format!("{} (line {line}, column {column} of the heredoc)", error.message)
    })
}

/// The first error of a text in Puppet, with its line in that text.
fn program(cx: &Checker<'_>, text: &str, kind: SourceKind) -> Option<String> {
    let tree = parse(text, kind, cx.rules);
    // Only the offsets of the places are used.
    let file = cx.file;
    let diagnostic = match tree.errors().first() {
        Some(error) => error.to_diagnostic(file),
        None => crate::check(&tree, text, file, cx.rules, cx.settings)
            .into_iter()
            .find(|diagnostic| diagnostic.severity == bunraku_diag::Severity::Error)?,
    };
    let start = diagnostic.primary.map_or(0, |label| label.span.range.start);
    let line = TextRange::new(0, start).of(text).matches('\n').count() + 1;
    Some(format!("{} (line {line} of the heredoc)", diagnostic.message))
}
