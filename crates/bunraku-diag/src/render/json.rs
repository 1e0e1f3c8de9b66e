//! Diagnostics for tools: one JSON object per line.

use super::{Located, level};
use crate::json::Json;
use crate::{Diagnostic, Fix, Sources, Span};

/// A diagnostic as a JSON object on one line, including the line break.
///
/// Its members are `level`, `code`, `message`, then the primary place as `file`, `line`, `column`, `end_line`,
/// `end_column` (all `null` without a primary place), `labels` (secondary places with their `text`), and if they exist
/// `label` (the text of the primary label), `trace` (the calls that led there), `help` and `fixes`. A fix has a
/// `title`, an `applicability` (`safe` or `unsafe`) and `edits`, each a place and its `replacement`.
///
/// Lines and columns start from one, columns count characters; the end is the position after the last character.
pub fn json(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let mut members = vec![
        ("level", Json::string(level(diagnostic.severity))),
        ("code", Json::string(diagnostic.code.name())),
        ("message", Json::string(&diagnostic.message)),
    ];
    members.extend(place(diagnostic.primary.as_ref().map(|label| label.span), sources));
    if let Some(label) = diagnostic.primary.as_ref().filter(|label| !label.text.is_empty()) {
        members.push(("label", Json::string(&label.text)));
    }
    let labels = diagnostic.labels.iter().map(|label| {
        let mut members = Vec::from(place(Some(label.span), sources));
        members.push(("text", Json::string(&label.text)));
        Json::Object(members)
    });
    members.push(("labels", Json::List(labels.collect())));
    if !diagnostic.trace.is_empty() {
        let steps = diagnostic.trace.iter().map(|step| {
            let mut members = Vec::from(place(Some(step.span), sources));
            members.push(("text", Json::string(&step.text)));
            Json::Object(members)
        });
        members.push(("trace", Json::List(steps.collect())));
    }
    if let Some(help) = &diagnostic.help {
        members.push(("help", Json::string(help)));
    }
    if !diagnostic.fixes.is_empty() {
        members.push((
            "fixes",
            Json::List(diagnostic.fixes.iter().map(|change| fix(change, sources)).collect()),
        ));
    }
    format!("{}\n", Json::Object(members))
}

fn fix(fix: &Fix, sources: &Sources) -> Json {
    let edits = fix.edits.iter().map(|edit| {
        let mut members = Vec::from(place(Some(edit.span), sources));
        members.push(("replacement", Json::string(&edit.replacement)));
        Json::Object(members)
    });
    Json::Object(vec![
        ("title", Json::string(&fix.title)),
        ("applicability", Json::string(fix.applicability.name())),
        ("edits", Json::List(edits.collect())),
    ])
}

fn place(span: Option<Span>, sources: &Sources) -> [(&'static str, Json); 5] {
    let place = span.and_then(|span| Located::of(span, sources));
    let number =
        |pick: fn(&Located<'_>) -> u32| place.as_ref().map_or(Json::Null, |place| Json::Number(pick(place)));
    [
        ("file", place.as_ref().map_or(Json::Null, |place| Json::string(place.file))),
        ("line", number(|place| place.start.line)),
        ("column", number(|place| place.start.column)),
        ("end_line", number(|place| place.end.line)),
        ("end_column", number(|place| place.end.column)),
    ]
}
