//! Renders reasons for people and for tools.

use bunraku_edition::{PUPPET8, TypeRules};
use bunraku_formats::json::{Layout, write};
use bunraku_pcore::Value;

use super::Reason;

/// Reasons as an indented list, with the lines of code that they refer to.
pub fn to_text(reasons: &[Reason]) -> String {
    let mut out = String::new();
    for reason in reasons {
        let indent = "  ".repeat(reason.depth);
        out.push_str(&indent);
        out.push_str(&reason.says);
        if let Some(value) = &reason.value {
            out.push_str(" = ");
            out.push_str(value);
        }
        out.push('\n');
        let Some(place) = &reason.place else { continue };
        let column = place.column.map(|column| format!(":{column}")).unwrap_or_default();
        out.push_str(&format!("{indent}  --> {}:{}{column}\n", place.file, place.line));
        if let Some(string) = &place.text {
            out.push_str(&format!("{indent}  {:>4} | {string}\n", place.line));
        }
    }
    out
}

/// The version of the format, which is increased when a field is renamed, removed or changes its meaning.
const VERSION: i64 = 1;

/// Reasons as a JSON object with a list.
pub fn to_json(reasons: &[Reason]) -> String {
    let string = |text: &str| Value::str(text);
    let optional = |text: &Option<String>| text.as_deref().map_or(Value::Undef, Value::str);
    let objects = reasons.iter().map(|reason| {
        let place = match &reason.place {
            None => Value::Undef,
            Some(place) => Value::hash([
                (string("file"), string(&place.file)),
                (string("line"), Value::Int(i64::from(place.line))),
                (string("column"), place.column.map_or(Value::Undef, |column| Value::Int(i64::from(column)))),
                (string("text"), optional(&place.text)),
            ]),
        };
        Value::hash([
            (string("depth"), Value::Int(reason.depth as i64)),
            (string("says"), string(&reason.says)),
            (string("value"), optional(&reason.value)),
            (string("place"), place),
        ])
    });
    let document =
        Value::hash([(string("version"), Value::Int(VERSION)), (string("reasons"), Value::array(objects))]);
    let mut json = write(&PUPPET8.types, &document, Layout::pretty()).unwrap_or_default();
    json.push('\n');
    json
}

/// A value as a program would write it, on one line and shortened.
pub(super) fn value(rules: &TypeRules, value: &Value) -> String {
    const LONGEST: usize = 120;
    let string = bunraku_pcore::notation::literal(rules, value).replace('\n', "\\n");
    match string.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", string.get(..end).unwrap_or("")),
        None => string,
    }
}
