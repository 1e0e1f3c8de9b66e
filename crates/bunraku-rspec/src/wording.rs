//! Errors of compilations as specs see them: in bunraku's words, and in Puppet's where suites are known to expect those.

use bunraku::{diag::Diagnostic, pcore::Value};

use crate::{
    catalogue::capitalized,
    compile::{CODE, Compiled},
    questions::table,
};

/// What is wrong with a compilation that gave no catalog.
pub(crate) fn error(compiled: &Compiled) -> Value {
    let outcome = &compiled.outcome;
    let Some(error) = outcome.error() else {
        return table([("error", Value::str("there is no catalog")), ("wordings", Value::array([]))]);
    };
    let place = place(compiled, error);
    let own = format!("{}{place}", error.message);
    let wordings = puppets(error).into_iter().map(|words| Value::str(format!("{words}{place}")));
    // Functions raise the message alone.
    let bare = [Value::str(own.as_str()), Value::str(error.message.as_str())];
    let wordings: Vec<Value> = bare.into_iter().chain(wordings).collect();
    table([
        ("error", Value::str(own)),
        ("wordings", Value::array(wordings)),
        ("code", Value::str(error.code.name())),
    ])
}

/// Where it is, in Puppet's form.
fn place(compiled: &Compiled, error: &Diagnostic) -> String {
    let span = error.primary.as_ref().map(|label| label.span);
    let source = span.and_then(|span| Some((span, compiled.outcome.sources.get(span.file)?)));
    let node = &compiled.node;
    match source {
        Some((span, source)) => {
            let position = source.position(span.range.start);
            let (line, column) = (position.line, position.column);
            match source.name() {
                CODE => format!(" (line: {line}, column: {column}) on node {node}"),
                name => format!(" (file: {name}, line: {line}, column: {column}) on node {node}"),
            }
        }
        None => format!(" on node {node}"),
    }
}

/// What Puppet says in the same case. The kind of the error and the names in it decide, so that our own words may change.
fn puppets(error: &Diagnostic) -> Vec<String> {
    let message = &error.message;
    let names = names(message);
    let name = |at: usize| names.get(at).map(|name| plain(name)).unwrap_or_default();
    let resource = "Error while evaluating a Resource Statement, ";
    let call = "Error while evaluating a Function Call, ";
    let words = match error.code.name() {
        "unknown-class" => vec![format!("{call}Could not find class ::{}", name(0))],
        "unknown-resource-type" => vec![format!("{resource}Unknown resource type: '{}'", name(0))],
        "unknown-function" => vec![format!("Unknown function: '{}'.", name(0))],
        "unknown-variable" => vec![format!("Unknown variable: '{}'.", name(0).trim_start_matches('$'))],
        "duplicate-resource" => {
            vec![format!("{resource}Duplicate declaration: {} is already declared", name(0))]
        }
        "unknown-attribute" => vec![
            format!("{resource}{}: has no parameter named '{}'", name(0), name(1)),
            format!("no parameter named '{}'", name(1)),
        ],
        "argument-mismatch" => match (message.split_once("`: "), names.get(1)) {
            (Some((_, rest)), _) => {
                vec![format!("{resource}{}: {rest}", name(0)), format!("'{}' {rest}", name(0))]
            }
            (None, Some(owner)) => {
                let words = format!("expects a value for parameter '{}'", name(0));
                vec![format!("{resource}{}: {words}", plain(owner))]
            }
            (None, None) => vec![
                format!("{call}'{}' {}", name(0), after_name(message).replacen("takes", "expects", 1)),
                format!("{}(): Wrong number of arguments given", name(0)),
            ],
        },
        _ => {
            let mut words = vec![format!("{call}{message}"), format!("{resource}{message}")];
            words.extend(of_dispatch(message).into_iter().flatten());
            words
        }
    };
    let words = words.into_iter().flat_map(|words| [format!("Evaluation Error: {words}"), words]);
    words.collect()
}

/// What Puppet says of arguments that a function in Ruby does not take.
fn of_dispatch(message: &str) -> Option<Vec<String>> {
    // Functions of the API of Puppet 3 have a number of arguments.
    if let Some((name, _)) = message.strip_prefix('`').and_then(|rest| rest.split_once("` takes ")) {
        return Some(vec![format!("{name}(): Wrong number of arguments given")]);
    }
    let (name, rest) = message.strip_prefix('`')?.split_once("`: ")?;
    let (wrong, _) = rest.split_once("; usage: ")?;
    if let Some((parameter, rest)) = wrong.split_once(" expects ") {
        let (ty, got) = rest.rsplit_once(", got ")?;
        let article = if ty.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
        return Some(vec![format!("'{name}' {parameter} expects {article} {ty} value, got {got}")]);
    }
    let (bound, rest) = wrong.strip_prefix("expected at ")?.split_once(' ')?;
    let (count, got) = rest.split_once(" arguments, got ")?;
    let arguments = if count == "1" { "argument" } else { "arguments" };
    let got = if got == "0" { "none" } else { got };
    let counted = |count: String| format!("'{name}' expects {count} {arguments}, got {got}");
    Some(vec![counted(count.to_owned()), counted(format!("at {bound} {count}"))])
}

/// What stands in backquotes.
fn names(message: &str) -> Vec<&str> {
    message.split('`').skip(1).step_by(2).collect()
}

/// The part of a message after the name that it begins with.
fn after_name(message: &str) -> &str {
    message.splitn(3, '`').nth(2).unwrap_or(message).trim_start()
}

/// A reference as Puppet shows it, `Class[Web]` for `Class['web']`; other names as they are.
fn plain(name: &str) -> String {
    let parts = name.strip_suffix("']").and_then(|name| name.split_once("['"));
    match parts {
        Some(("Class", title)) => format!("Class[{}]", capitalized(title)),
        Some((type_name, title)) => format!("{type_name}[{title}]"),
        None => name.to_owned(),
    }
}
