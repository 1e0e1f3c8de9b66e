//! Checks data files: YAML, JSON and the metadata of modules.

use std::path::Path;

use bunraku::diag::{Diagnostic, Source, TextRange, codes};
use bunraku::edition::PUPPET8;
use bunraku::formats::{Error, Position, json, yaml};
use bunraku::hiera::config::{Config, FILE_NAME, Owner};
use bunraku::pcore::Value;

/// Checks a YAML file, and its structure if it is a `hiera.yaml`.
pub fn check_yaml(source: &Source) -> Option<Diagnostic> {
    match yaml::read(source.text()) {
        Err(error) => Some(diagnostic(source, "YAML", error)),
        Ok(_) if Path::new(source.name()).file_name().is_some_and(|name| name == FILE_NAME) => {
            hierarchy_problem(source)
        }
        Ok(_) => None,
    }
}

/// Checks a hierarchy. Whether it belongs to a module or an environment decides what it may contain.
fn hierarchy_problem(source: &Source) -> Option<Diagnostic> {
    let path = Path::new(source.name());
    let beside = |name: &str| path.with_file_name(name).exists();
    let owner = if beside("metadata.json") {
        Owner::Module
    } else if beside("environment.conf") {
        Owner::Environment
    } else {
        Owner::Global
    };
    let error = Config::read(&PUPPET8.types, path, source.text(), owner).err()?;
    let mut problem = Diagnostic::error(codes::INVALID_HIERA_CONFIG, error.message.clone());
    problem = match error.position {
        Some(position) => problem.at(source.span(place(source, position)), ""),
        None => problem.at(source.span(TextRange::at(0)), ""),
    };
    problem.help.clone_from(&error.help);
    Some(problem)
}

/// Checks a JSON file, and its structure if it is a `metadata.json`.
pub fn check_json(source: &Source) -> Option<Diagnostic> {
    let value = match json::read(source.text()) {
        Ok(json) => json.value,
        Err(error) => return Some(diagnostic(source, "JSON", error)),
    };
    if Path::new(source.name()).file_name().is_none_or(|name| name != "metadata.json") {
        return None;
    }
    let problem = metadata_problem(&value)?;
    let whole = source.span(TextRange { start: 0, end: 0 });
    Some(Diagnostic::error(codes::INVALID_METADATA, problem).at(whole, ""))
}

fn metadata_problem(value: &Value) -> Option<String> {
    let Value::Hash(metadata) = value else {
        return Some("`metadata.json` must be an object with the name and version of a module".to_owned());
    };
    let text = |key: &str| metadata.get_str(key).and_then(Value::as_str);
    let Some(name) = text("name") else {
        return Some("`metadata.json` has no `name`".to_owned());
    };
    let is_full = name.split_once(['-', '/']).is_some_and(|(owner, name)| {
        let word = |text: &str| {
            !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        };
        word(owner) && word(name) && name.starts_with(|first: char| first.is_ascii_lowercase())
    });
    if !is_full {
        return Some(format!("expected a name such as `owner-module`, got '{name}'"));
    }
    let Some(version) = text("version") else {
        return Some("`metadata.json` has no `version`".to_owned());
    };
    if bunraku::pcore::values::Version::parse(version).is_none() {
        return Some(format!("expected a version such as `1.2.3`, got '{version}'"));
    }
    let dependencies = metadata.get_str("dependencies");
    if dependencies.is_some_and(|dependencies| !matches!(dependencies, Value::Array(_))) {
        return Some("`dependencies` must be an array".to_owned());
    }
    None
}

fn diagnostic(source: &Source, form: &str, error: Error) -> Diagnostic {
    let message = format!("this is not valid {form}");
    let place = place(source, error.position);
    let cause =
        (form == "YAML").then(|| yaml::cause(&error.message, source.text(), error.position)).flatten();
    let diagnostic = Diagnostic::error(codes::INVALID_DATA, message).at(source.span(place), error.message);
    match cause {
        Some(cause) => diagnostic.help(cause),
        None => diagnostic,
    }
}

/// The range of a line and a column.
fn place(source: &Source, position: Position) -> TextRange {
    let range = source.line_range(position.line.max(1));
    let before = source.line(position.line.max(1)).chars();
    let bytes: usize = before.take(position.column.saturating_sub(1) as usize).map(char::len_utf8).sum();
    TextRange::at(range.start.saturating_add(u32::try_from(bytes).unwrap_or(0)).min(range.end))
}
