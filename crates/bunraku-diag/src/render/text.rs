//! Diagnostics for people: the message, the affected lines with marks below them, and the help.

mod line;
mod marks;
mod paint;
mod row;
mod snippet;
mod width;

pub use paint::Style;

use line::harmless;
use marks::Mark;
use paint::{Painter, Role};
use row::Row;

use super::{Located, level};
use crate::{Diagnostic, FileId, Label, Sources};

/// Renders a diagnostic as lines of text, including line breaks.
///
/// ```text
/// error[unknown-variable]: nothing has set `$prot`
///   --> modules/web/manifests/init.pp:12:18
///  4 |   Integer $port = 80,
///    |           ----- a similar name
/// 12 |   listen => "*:${prot}",
///    |                  ^^^^ not set in class web, its parents, the node or the top scope
/// help: write `$port`
/// ```
///
/// Source code is shown unchanged, except for what could disturb a terminal: control characters are replaced by visible
/// ones, tabs by spaces, and very long lines are cut around the place.
pub fn text(diagnostic: &Diagnostic, sources: &Sources, style: Style) -> String {
    let mut out = Painter::new(style);
    let severity = Role::Severity(diagnostic.severity);
    out.paint(severity, &format!("{}[{}]", level(diagnostic.severity), diagnostic.code));
    out.paint(Role::Message, &format!(": {}", paragraph(&diagnostic.message, "  ")));
    out.end_line();

    let snippets = snippets(diagnostic, sources);
    let rows = snippets.iter().flat_map(|snippet| &snippet.rows);
    let digits = rows.filter_map(Row::line).max().map_or(1, |line| line.to_string().len());
    // At least two, so that most messages have the same indentation.
    let gutter = digits.max(2);
    for (index, snippet) in snippets.iter().enumerate() {
        let arrow = if index == 0 { "-->" } else { ":::" };
        out.paint(Role::Gutter, &format!("{:gutter$}{arrow}", ""));
        out.paint(Role::Source, &format!(" {}", snippet.place));
        out.end_line();
        snippet.rows.iter().for_each(|row| row.write(gutter, &mut out));
    }

    trace(diagnostic, sources, &mut out);
    if let Some(help) = &diagnostic.help {
        out.paint(Role::Help, "help");
        out.paint(Role::Source, &format!(": {}", paragraph(help, "      ")));
        out.end_line();
    }
    out.finish()
}

/// How many frames at the start and at the end of a long call stack are shown.
const STEPS: (usize, usize) = (4, 2);

/// Renders the call stack, one line per call.
fn trace(diagnostic: &Diagnostic, sources: &Sources, out: &mut Painter) {
    let steps = &diagnostic.trace;
    let (first, last) = STEPS;
    for (index, step) in steps.iter().enumerate() {
        let left_out = steps.len().saturating_sub(first + last);
        if left_out > 1 && index >= first && index < steps.len() - last {
            if index == first {
                out.paint(Role::Gutter, &format!("  ... {left_out} more calls"));
                out.end_line();
            }
            continue;
        }
        let Some(place) = Located::of(step.span, sources) else { continue };
        out.paint(Role::Gutter, "   in");
        out.paint(Role::Source, &format!(" {}", paragraph(&step.text, "  ")));
        let at = format!(", from {}:{}:{}", place.file, place.start.line, place.start.column);
        out.paint(Role::Gutter, &at);
        out.end_line();
    }
}

/// What is shown of one file.
struct Snippet {
    place: String,
    rows: Vec<Row>,
}

/// The files in the order in which the diagnostic names them, the primary one first.
fn snippets(diagnostic: &Diagnostic, sources: &Sources) -> Vec<Snippet> {
    let primary = diagnostic.primary.iter().map(|label| (label, Role::Severity(diagnostic.severity)));
    let others = diagnostic.labels.iter().map(|label| (label, Role::Other));
    let labels: Vec<(&Label, Role)> = primary.chain(others).collect();
    let mut files: Vec<FileId> = Vec::new();
    for (label, _) in &labels {
        if !files.contains(&label.span.file) {
            files.push(label.span.file);
        }
    }
    let snippet = |file: FileId| {
        let source = sources.get(file)?;
        let here: Vec<_> = labels.iter().filter(|(label, _)| label.span.file == file).collect();
        let Located { file, start, .. } = Located::of(here.first()?.0.span, sources)?;
        let marks = here.iter().map(|(label, role)| Mark::new(source, label, *role)).collect();
        let place = format!("{}:{}:{}", single_line(file), start.line, start.column);
        Some(Snippet { place, rows: snippet::rows(source, marks) })
    };
    files.into_iter().filter_map(snippet).collect()
}

/// A text of several lines, the later ones indented, without characters that disturb a terminal.
fn paragraph(text: &str, indent: &str) -> String {
    text.lines().map(single_line).collect::<Vec<_>>().join(&format!("\n{indent}"))
}

/// A text on one line, without characters that disturb a terminal.
fn single_line(text: &str) -> String {
    text.chars().map(|char| if char == '\t' { ' ' } else { harmless(char) }).collect()
}
