//! Errors of compilations as seen by specs: in bunraku's words, and in Puppet's where suites are known to expect them.

use bunraku::{diag::Diagnostic, pcore::Value};

use crate::{
    Suite,
    catalogue::capitalized,
    compile::{CODE, Compiled},
    declared,
    questions::table,
};

/// The error of a compilation without a catalog.
pub(crate) fn error(suite: &Suite, compiled: &Compiled) -> Value {
    let outcome = &compiled.outcome;
    let Some(error) = outcome.error() else {
        return table([("error", Value::str("no catalog")), ("wordings", Value::array([]))]);
    };
    let place = place(compiled, error);
    let own = format!("{}{place}", error.message);
    let wordings = puppets(error).into_iter().map(|words| Value::str(format!("{words}{place}")));
    // Functions raise the message alone, and code that rescues it does not read the class in it.
    let alone = error.raised.as_ref().map_or(&error.message, |raised| &raised.message);
    let bare = [&own, &error.message, alone].map(|words| Value::str(words.as_str()));
    let wordings: Vec<Value> = bare.into_iter().chain(wordings).collect();
    table([
        ("error", Value::str(own)),
        ("message", Value::str(alone.as_str())),
        ("wordings", Value::array(wordings)),
        ("source", source(suite, compiled, error).map_or(Value::Undef, Value::str)),
        ("code", Value::str(error.code.name())),
        ("class", class(error).map_or(Value::Undef, Value::str)),
    ])
}

/// The class of the exception that a function raises in Puppet, if it is known.
fn class(error: &Diagnostic) -> Option<&str> {
    match error.code.name() {
        "argument-mismatch" => Some("ArgumentError"),
        "duplicate-resource" => Some("Puppet::Resource::Catalog::DuplicateResourceError"),
        _ => error.raised.as_ref().map(|raised| raised.class.as_str()),
    }
}

/// The line of a manifest with the mistake.
fn source(suite: &Suite, compiled: &Compiled, error: &Diagnostic) -> Option<String> {
    let span = error.primary.as_ref()?.span;
    Some(declared::shown(suite, compiled.outcome.sources.get(span.file)?, span))
}

/// The place, in Puppet's format.
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

/// Puppet's messages for the same case, chosen by the error's code and the names in it, so that our own wording may
/// change.
fn puppets(error: &Diagnostic) -> Vec<String> {
    let message = &error.message;
    let names = names(message);
    let name = |at: usize| names.get(at).map(|name| plain(name)).unwrap_or_default();
    let resource = "Error while evaluating a Resource Statement, ";
    let call = "Error while evaluating a Function Call, ";
    let mut words = match error.code.name() {
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
                vec![
                    wrong_parameters(error, &name(0), vec![rest.to_owned()]),
                    format!("'{}' {rest}", name(0)),
                ]
            }
            (None, Some(_)) => {
                let (owner, missing) = names.split_last().unwrap_or((&"", &[]));
                let missing = missing.iter().map(|name| format!("expects a value for parameter '{name}'"));
                vec![wrong_parameters(error, &plain(owner), missing.collect())]
            }
            (None, None) => vec![
                format!(
                    "{call}'{}' {}",
                    name(0),
                    range_in_words(&after_name(message).replacen("takes", "expects", 1))
                ),
                format!("{}(): Wrong number of arguments given", name(0)),
            ],
        },
        _ => {
            let mut words = vec![format!("{call}{message}"), format!("{resource}{message}")];
            words.extend(of_dispatch(message).into_iter().flatten());
            words.extend(of_splat(message));
            words.extend(of_titles(message, &name(0)));
            words
        }
    };
    // What a function in Ruby was given is described in Puppet's words by what it raises.
    if let Some(raised) = error.raised.as_ref().filter(|raised| raised.message != *message) {
        words.extend(of_dispatch(&raised.message).into_iter().flatten());
    }
    let words = words.into_iter().flat_map(|words| [type_mismatch(&words), words]);
    let words = words.flat_map(|words| [format!("Evaluation Error: {words}"), words]);
    words.collect()
}

/// Puppet's message for the wrong parameters of a resource: the first one, and those that have a label.
fn wrong_parameters(error: &Diagnostic, owner: &str, mut wrong: Vec<String>) -> String {
    for label in &error.labels {
        if label.text.starts_with("parameter '") {
            wrong.push(label.text.clone());
        } else if let Some(missing) = label.text.strip_prefix("no value for ") {
            let missing = names(missing);
            wrong.extend(missing.iter().map(|name| format!("expects a value for parameter '{name}'")));
        }
    }
    let separator = if wrong.len() > 1 { "\n  " } else { " " };
    format!("Error while evaluating a Resource Statement, {owner}:{separator}{}", wrong.join(separator))
}

/// The words of a value that does not fit its type, as Puppet has them.
fn type_mismatch(words: &str) -> String {
    let mut words = variants(words);
    for (own, puppets) in TYPE_MISMATCHES {
        words = words.replace(own, puppets);
    }
    let parts = words.split_once("expects ").and_then(|(before, rest)| {
        let (size, found) = rest.split_once(" element")?;
        let (_, found) = found.split_once(", got ")?;
        Some((before, size, found))
    });
    match parts {
        Some((before, size, found)) => {
            let size = match size.split_once(" to ") {
                Some((least, most)) => format!("between {least} and {most}"),
                None => size.replacen("no", "0", 1),
            };
            format!("{before}expects size to be {size}, got {}", found.replacen("none", "0", 1))
        }
        None => words,
    }
}

/// `variant 0` for `alternative 1`.
fn variants(words: &str) -> String {
    let mut parts = words.split(" alternative ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |words, part| {
        let (number, rest) = part.split_once(' ').unwrap_or((part, ""));
        match number.parse::<usize>().ok().and_then(|number| number.checked_sub(1)) {
            Some(index) => format!("{words} variant {index} {rest}"),
            None => format!("{words} alternative {part}"),
        }
    })
}

/// What is said of values and calls that do not fit their types: here, and in Puppet.
const TYPE_MISMATCHES: [(&str, &str); 6] = [
    ("is missing the key ", "expects a value for key "),
    ("has an unknown key ", "unrecognized key "),
    ("is missing a value for the parameter ", "expects a value for parameter "),
    ("is missing a block", "expects a block"),
    ("takes no block", "does not expect a block"),
    ("expects the unknown type ", "references an unresolved type "),
];

/// Puppet's message for arguments that a function in Ruby does not accept.
fn of_dispatch(message: &str) -> Option<Vec<String>> {
    // Functions with the API of Puppet 3 have a number of arguments.
    if let Some((name, _)) = message.strip_prefix('`').and_then(|rest| rest.split_once("` takes ")) {
        return Some(vec![format!("{name}(): Wrong number of arguments given")]);
    }
    let (name, rest) = message.strip_prefix('`')?.split_once("`: ")?;
    let (wrong, _) = rest.split_once("; usage: ")?;
    Some(vec![format!("'{name}' {}", range_in_words(wrong))])
}

/// `expects between 1 and 2 arguments` for `expects 1 to 2 arguments` and `expects 1 or 2 arguments`; other words are unchanged.
fn range_in_words(words: &str) -> String {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let rest = words.strip_prefix("expects ");
    match rest.and_then(|rest| rest.split_once(" to ").or_else(|| rest.split_once(" or "))) {
        Some((least, rest)) if number(least) => format!("expects between {least} and {rest}"),
        _ => words.to_owned(),
    }
}

/// Puppet's messages for a missing resource, and for an empty title.
fn of_titles(message: &str, first: &str) -> Option<String> {
    if message.contains("which is not in the catalog") {
        return Some(format!("Could not find resource '{first}' for relationship"));
    }
    let empty = "Empty string title at 0. Title strings must have a length greater than zero.";
    (message == "a title cannot be empty").then(|| empty.to_owned())
}

/// Puppet's message for a value after `* =>` that is not a hash.
fn of_splat(message: &str) -> Option<String> {
    let (_, found) = message.split_once("after `* =>`, got ")?;
    let found = found.trim_start_matches("an ").trim_start_matches("a ");
    Some(format!("Expected value of type Hash, got {}", found.split('[').next()?))
}

/// The names in backquotes.
fn names(message: &str) -> Vec<&str> {
    message.split('`').skip(1).step_by(2).collect()
}

/// The rest of a message after the name that it begins with.
fn after_name(message: &str) -> &str {
    message.splitn(3, '`').nth(2).unwrap_or(message).trim_start()
}

/// A reference as Puppet shows it, `Class[Web]` for `Class['web']`; other names are unchanged.
fn plain(name: &str) -> String {
    let parts = name.strip_suffix("']").and_then(|name| name.split_once("['"));
    match parts {
        Some(("Class", title)) => format!("Class[{}]", capitalized(title)),
        Some((type_name, title)) => format!("{type_name}[{title}]"),
        None => name.to_owned(),
    }
}
