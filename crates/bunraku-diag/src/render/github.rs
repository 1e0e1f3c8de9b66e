//! Diagnostics as workflow commands, which GitHub shows next to the changed lines.

use super::{Located, whole_message};
use crate::{Diagnostic, Severity, Sources};

/// A diagnostic as a workflow command on one line, including the line break.
pub fn github(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let command = match diagnostic.severity {
        Severity::Info => "notice",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let mut properties = Vec::new();
    if let Some(Located { file, start, end }) = Located::of_primary(diagnostic, sources) {
        properties.push(format!("file={}", property(file)));
        properties.push(format!("line={}", start.line));
        // GitHub rejects columns if the range spans several lines.
        if start.line == end.line {
            properties.push(format!("col={}", start.column));
            properties.push(format!("endLine={}", end.line));
            properties.push(format!("endColumn={}", end.column));
        } else {
            properties.push(format!("endLine={}", end.line));
        }
    }
    properties.push(format!("title={}", property(diagnostic.code.name())));
    format!("::{command} {}::{}\n", properties.join(","), data(&whole_message(diagnostic)))
}

/// Escapes the text after the second `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property, which `,` and `:` would end.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
