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
        properties.push(("file", file.to_owned()));
        properties.push(("line", start.line.to_string()));
        // GitHub rejects columns if the range spans several lines.
        if start.line == end.line {
            properties.push(("col", start.column.to_string()));
            properties.push(("endLine", end.line.to_string()));
            properties.push(("endColumn", end.column.to_string()));
        } else {
            properties.push(("endLine", end.line.to_string()));
        }
    }
    properties.push(("title", diagnostic.code.name().to_owned()));
    workflow_command(command, &properties, &whole_message(diagnostic))
}

/// A workflow command with its properties and its message, including the line break.
pub fn workflow_command(command: &str, properties: &[(&str, String)], message: &str) -> String {
    let properties: Vec<String> =
        properties.iter().map(|(name, value)| format!("{name}={}", property(value))).collect();
    format!("::{command} {}::{}\n", properties.join(","), data(message))
}

/// Escapes the text after the second `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a property, which `,` and `:` would end.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
