//! Explains how a lookup found its result, as a tree for people or as JSON or YAML for tools.

use std::io;

use anstream::{AutoStream, ColorChoice};
use bunraku::diag::Diagnostic;
use bunraku::edition::TypeRules;
use bunraku::hiera::{Explanation, Paint};
use bunraku::pcore::Value;

use crate::args::{Color, Lookup, RenderAs};
use crate::commands::Status;
use crate::{json, output, yaml};

/// The result of a lookup: the value and its key, or no key if the value is the default.
type Answer = Result<Option<(Option<String>, Value)>, Box<Diagnostic>>;

/// Prints an explanation in the requested format.
pub fn print(
    args: &Lookup,
    color: Color,
    rules: &TypeRules,
    explanation: &Explanation,
    answer: &Answer,
) -> Status {
    let shown = match (args.explain, args.explain_options) {
        (true, true) => explanation.clone(),
        (true, false) => explanation.of_data(),
        (false, _) => explanation.of_options(),
    };
    match args.render_as.unwrap_or(RenderAs::S) {
        RenderAs::S => {
            let mut string = shown.to_text(paint(color));
            if args.explain {
                string.push_str(&format!("\n{}\n", conclusion(explanation, answer)));
            }
            output::print(&string)
        }
        form => {
            let string = document(rules, args, explanation, &shown, answer);
            match (form, json::value(&string)) {
                (RenderAs::Yaml, Some(value)) => {
                    output::print(&format!("{}\n", yaml::document(rules, &value)))
                }
                _ => output::print(&format!("{string}\n")),
            }
        }
    }
}

/// The line that states the result.
fn conclusion(explanation: &Explanation, answer: &Answer) -> String {
    let sources = explanation.sources();
    let place = |source: &bunraku::hiera::DataSource| match source.position {
        Some(position) => format!("{}:{}", source.file.display(), position.line),
        None => source.file.display().to_string(),
    };
    let places: Vec<String> = sources.iter().map(place).collect();
    match answer {
        Err(error) => format!("The lookup failed: {}", error.message),
        Ok(None) => "No value found.".to_owned(),
        Ok(Some((None, _))) => "No value found; this is the default.".to_owned(),
        Ok(Some((Some(key), _))) => match places.as_slice() {
            [] => format!("The value of {key} comes from a function."),
            [place] => format!("The value of {key} comes from {place}"),
            places => format!("The value of {key} is merged from {}", places.join(", ")),
        },
    }
}

/// The explanation for tools: what was found, where, and every step.
fn document(
    rules: &TypeRules,
    args: &Lookup,
    explanation: &Explanation,
    shown: &Explanation,
    answer: &Answer,
) -> String {
    let keys = Value::array(args.keys.iter().map(|key| Value::str(key.as_str())));
    let mut members = vec![("keys", bunraku::catalog::value_json(rules, &keys))];
    match answer {
        Err(error) => {
            members.push(("error", bunraku::catalog::value_json(rules, &Value::str(error.message.as_str()))));
        }
        Ok(None) => members.push(("found", "false".to_owned())),
        Ok(Some((key, value))) => {
            members.push(("found", key.is_some().to_string()));
            if let Some(key) = key {
                members.push(("key", bunraku::catalog::value_json(rules, &Value::str(key.as_str()))));
            }
            members.push(("value", bunraku::catalog::value_json(rules, value)));
            let sources = explanation.sources().into_iter().map(|source| {
                let file = (Value::str("file"), Value::str(source.file.to_string_lossy().as_ref()));
                let line = source.position.map(|position| Value::Int(i64::from(position.line)));
                Value::hash([file].into_iter().chain(line.map(|line| (Value::str("line"), line))))
            });
            members.push(("sources", bunraku::catalog::value_json(rules, &Value::array(sources))));
        }
    }
    members.push(("steps", shown.to_json()));
    let members: Vec<String> = members.into_iter().map(|(name, json)| format!("\"{name}\":{json}")).collect();
    format!("{{{}}}", members.join(","))
}

fn paint(color: Color) -> Paint {
    let choice = match color {
        Color::Auto => AutoStream::choice(&io::stdout()),
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    };
    if choice == ColorChoice::Never { Paint::Plain } else { Paint::Ansi }
}
