//! Diagnostics for code scanners: one SARIF 2.1.0 document per run.

use std::collections::BTreeSet;

use super::{Located, whole_message};
use crate::json::Json;
use crate::{Code, Diagnostic, FileId, Fix, Label, Severity, Sources, percent};

/// The tool that a SARIF document names.
#[derive(Debug, Clone, Copy)]
pub struct Tool<'a> {
    /// The name of the tool.
    pub name: &'a str,
    /// The version of the tool.
    pub version: &'a str,
    /// The URL of its website.
    pub address: &'a str,
}

/// All diagnostics of a run as one SARIF 2.1.0 document on one line, including the line break.
///
/// The rules are the codes that occur, described by their pages.
pub fn sarif(diagnostics: &[Diagnostic], sources: &Sources, tool: Tool<'_>) -> String {
    let codes: Vec<Code> =
        diagnostics.iter().map(|diagnostic| diagnostic.code).collect::<BTreeSet<_>>().into_iter().collect();
    let results = diagnostics.iter().map(|diagnostic| result(diagnostic, &codes, sources)).collect();
    let driver = Json::Object(vec![
        ("name", Json::string(tool.name)),
        ("version", Json::string(tool.version)),
        ("informationUri", Json::string(tool.address)),
        ("rules", Json::List(codes.iter().copied().map(rule).collect())),
    ]);
    let run = Json::Object(vec![
        ("tool", Json::Object(vec![("driver", driver)])),
        ("columnKind", Json::string("unicodeCodePoints")),
        ("results", Json::List(results)),
    ]);
    let document = Json::Object(vec![
        ("$schema", Json::string("https://json.schemastore.org/sarif-2.1.0.json")),
        ("version", Json::string("2.1.0")),
        ("runs", Json::List(vec![run])),
    ]);
    format!("{document}\n")
}

fn rule(code: Code) -> Json {
    let page = code.page();
    let mut members = vec![("id", Json::string(code.name()))];
    if !code.summary().is_empty() {
        members.push(("shortDescription", message(code.summary())));
        members.push(("fullDescription", message(description(page))));
    }
    members
        .push(("help", Json::Object(vec![("text", Json::string(page)), ("markdown", Json::string(page))])));
    Json::Object(members)
}

/// What a page says before its examples, without its heading. GitHub wants it of each rule.
fn description(page: &str) -> &str {
    let text = page.trim_start().split_once('\n').map_or("", |(_, text)| text);
    text.split("\n## ").next().unwrap_or(text).trim()
}

fn result(diagnostic: &Diagnostic, codes: &[Code], sources: &Sources) -> Json {
    let level = match diagnostic.severity {
        Severity::Info => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let index = codes.binary_search(&diagnostic.code).unwrap_or_default();
    let mut members = vec![
        ("ruleId", Json::string(diagnostic.code.name())),
        ("ruleIndex", Json::Number(index as u32)),
        ("level", Json::string(level)),
        ("message", message(&whole_message(diagnostic))),
    ];
    if let Some(place) = Located::of_primary(diagnostic, sources) {
        members.push(("locations", Json::List(vec![Json::Object(vec![physical(&place)])])));
    }
    let related: Vec<Json> =
        diagnostic.labels.iter().filter_map(|label| related_location(label, sources)).collect();
    if !related.is_empty() {
        members.push(("relatedLocations", Json::List(related)));
    }
    if !diagnostic.fixes.is_empty() {
        members.push((
            "fixes",
            Json::List(diagnostic.fixes.iter().map(|change| fix(change, sources)).collect()),
        ));
    }
    Json::Object(members)
}

fn related_location(label: &Label, sources: &Sources) -> Option<Json> {
    let mut members = vec![physical(&Located::of(label.span, sources)?)];
    if !label.text.is_empty() {
        members.push(("message", message(&label.text)));
    }
    Some(Json::Object(members))
}

/// Writes a fix. SARIF groups edits by file, and has no field for the applicability, so that is a property.
fn fix(fix: &Fix, sources: &Sources) -> Json {
    let mut changes: Vec<(FileId, &str, Vec<Json>)> = Vec::new();
    for edit in &fix.edits {
        let Some(place) = Located::of(edit.span, sources) else { continue };
        let replacement = Json::Object(vec![
            ("deletedRegion", region(&place)),
            ("insertedContent", message(&edit.replacement)),
        ]);
        match changes.iter_mut().find(|(file, ..)| *file == edit.span.file) {
            Some((.., replacements)) => replacements.push(replacement),
            None => changes.push((edit.span.file, place.file, vec![replacement])),
        }
    }
    let changes = changes.into_iter().map(|(_, name, replacements)| {
        Json::Object(vec![("artifactLocation", artifact(name)), ("replacements", Json::List(replacements))])
    });
    Json::Object(vec![
        ("description", message(&fix.title)),
        ("artifactChanges", Json::List(changes.collect())),
        ("properties", Json::Object(vec![("applicability", Json::string(fix.applicability.name()))])),
    ])
}

fn physical(place: &Located<'_>) -> (&'static str, Json) {
    let location = vec![("artifactLocation", artifact(place.file)), ("region", region(place))];
    ("physicalLocation", Json::Object(location))
}

fn artifact(name: &str) -> Json {
    Json::Object(vec![("uri", Json::string(uri(name)))])
}

fn region(place: &Located<'_>) -> Json {
    Json::Object(vec![
        ("startLine", Json::Number(place.start.line)),
        ("startColumn", Json::Number(place.start.column)),
        ("endLine", Json::Number(place.end.line)),
        ("endColumn", Json::Number(place.end.column)),
    ])
}

fn message(text: &str) -> Json {
    Json::Object(vec![("text", Json::string(text))])
}

/// A file name as a URI. Relative names stay relative, so that a scanner can find them in the repository.
fn uri(name: &str) -> String {
    let path = if cfg!(windows) { name.replace('\\', "/") } else { name.to_owned() };
    let drive = path.as_bytes().get(1) == Some(&b':') && cfg!(windows);
    let mut uri = String::new();
    if drive {
        uri.push_str("file:///");
    } else if path.starts_with('/') {
        uri.push_str("file://");
    }
    percent::encode(&path, if drive { b"/:" } else { b"/" }, &mut uri);
    uri
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn names_become_uris() {
        assert_eq!(uri("manifests/init.pp"), "manifests/init.pp");
        assert_eq!(uri("a b/ü%:.pp"), "a%20b/%C3%BC%25%3A.pp");
        assert_eq!(uri("/srv/a.pp"), "file:///srv/a.pp");
        assert_eq!(uri("<stdin>"), "%3Cstdin%3E");
    }
}
