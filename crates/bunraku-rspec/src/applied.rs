//! What an agent would reject in a catalog: values that Puppet's own types do not accept.
//!
//! rspec-puppet creates resources from a catalog like an agent, so that `compile` fails where the agent would.

use bunraku::{
    catalog::{Kind, Resource},
    pcore::{Hash, Value},
    resources::values::{CONTENTS, Given, Takes, needs_path, takes},
};

use crate::{
    catalogue::{all, identity, reference, with_compiled},
    host::SpecHost,
    questions::Answer,
};

/// `refused(catalog)`: the agent's error for the first resource that it rejects; `undef` if it accepts all.
pub(crate) fn refused(host: &mut SpecHost<'_>, args: &[Value]) -> Answer {
    with_compiled(host, args, |catalog, input| {
        let windows = is_windows(input);
        let mut resources = all(catalog, false).filter(|resource| resource.kind == Kind::Builtin);
        resources.find_map(|resource| wrong(resource, windows)).map_or(Value::Undef, Value::str)
    })
}

fn wrong(resource: &Resource, windows: bool) -> Option<String> {
    let type_name = resource.type_name.to_ascii_lowercase();
    let attribute = resource.params.iter().find_map(|param| {
        let takes = takes(&type_name, &param.name)?;
        let refused = values(&param.value).find(|value| !takes.accepts(*value))?;
        Some(format!(
            "Parameter {} failed on {}: {}",
            param.name,
            reference(resource),
            words(&param.name, takes, refused)
        ))
    });
    attribute.or_else(|| of_title(resource, &type_name)).or_else(|| {
        let why = match type_name.as_str() {
            "file" => contents(resource),
            "exec" if !windows => command(resource),
            _ => None,
        }?;
        Some(format!("Validation of {} failed: {why}", reference(resource)))
    })
}

/// The path of a file is its title, unless it is set.
fn of_title(resource: &Resource, type_name: &str) -> Option<String> {
    let path = identity(resource).filter(|_| type_name == "file")?;
    let takes = takes(type_name, "path")?;
    let given = Given::String(&path);
    (!takes.accepts(given))
        .then(|| format!("Parameter path failed on {}: {}", reference(resource), words("path", takes, given)))
}

fn contents(resource: &Resource) -> Option<String> {
    let given = CONTENTS.iter().filter(|name| resource.get(name).is_some_and(|value| !value.is_undef()));
    (given.count() > 1).then(|| "You cannot specify more than one of content, source, target".to_owned())
}

fn command(resource: &Resource) -> Option<String> {
    let has_path = resource.get("path").is_some_and(|path| !path.is_undef());
    // Providers of modules find commands in their own way.
    if has_path || resource.get("provider").is_some() {
        return None;
    }
    let command = match resource.get("command") {
        Some(Value::Array(words)) => words.first().and_then(Value::as_str).map(str::to_owned),
        Some(command) => command.as_str().map(str::to_owned),
        None => Some(resource.title.to_string()),
    }?;
    needs_path(&command).then(|| {
        format!("'{command}' is not qualified and no path was specified. Please qualify the command or specify a path.")
    })
}

/// Puppet's message for a value that an attribute does not accept.
fn words(name: &str, takes: Takes, value: Given<'_>) -> String {
    match takes {
        Takes::OneOf(words) => {
            format!("Invalid value {}. Valid values are {}.", inspected(value), words.join(", "))
        }
        Takes::AbsolutePath if name != "path" => format!("{name} must be a fully qualified path"),
        Takes::AbsolutePath => format!("File paths must be fully qualified, not '{value}'"),
        Takes::Mode => format!("The file mode specification is invalid: {}", inspected(value)),
        Takes::Umask => format!("The umask specification is invalid: {}", inspected(value)),
        Takes::Assignment => format!("Invalid environment setting '{value}'"),
        Takes::Password => "Passwords cannot include ':'".to_owned(),
        Takes::Natural => format!("Invalid value {}. Valid values match /^[0-9]+$/.", inspected(value)),
        Takes::Date => "Expiry dates must be YYYY-MM-DD or the string \"absent\"".to_owned(),
        Takes::GroupName => {
            "Group names must be provided as an array, not a comma-separated list.".to_owned()
        }
        Takes::Positive => "Tries must be an integer >= 1".to_owned(),
        Takes::Number => "The timeout must be a number.".to_owned(),
        Takes::Integer => format!("Invalid value {}: expected {takes}", inspected(value)),
        Takes::Id => format!("Invalid GID {value}"),
        Takes::Depth => format!("Invalid recurse value {}", inspected(value)),
        Takes::PathOrFalse => "Filebucket paths must be absolute".to_owned(),
        Takes::Command => {
            format!("Command must be a String or Array<String>, got value of class {}", class(value))
        }
        Takes::Source => format!("Cannot use relative URLs '{value}'"),
    }
}

/// The class of a value in Ruby.
fn class(value: Given<'_>) -> &'static str {
    match value {
        Given::String(_) => "String",
        Given::Integer(_) => "Integer",
        Given::Float(_) => "Float",
        Given::Boolean(true) => "TrueClass",
        Given::Boolean(false) => "FalseClass",
    }
}

/// A value as Ruby shows it.
fn inspected(value: Given<'_>) -> String {
    match value {
        Given::String(string) => format!("{string:?}"),
        other => other.to_string(),
    }
}

/// The plain values of an attribute, which may be a list. Other values are only known on the agent.
fn values(value: &Value) -> impl Iterator<Item = Given<'_>> {
    let list: Vec<&Value> = match value {
        Value::Array(items) => items.iter().collect(),
        other => vec![other],
    };
    list.into_iter().filter_map(|value| match value {
        Value::Str(text) => Some(Given::String(text)),
        Value::Int(number) => Some(Given::Integer(*number)),
        Value::Float(number) => Some(Given::Float(*number)),
        Value::Bool(value) => Some(Given::Boolean(*value)),
        _ => None,
    })
}

fn is_windows(input: &Hash) -> bool {
    let Some(Value::Hash(facts)) = input.get_str("facts") else { return false };
    let family = match facts.get_str("os") {
        Some(Value::Hash(os)) => os.get_str("family").and_then(Value::as_str),
        _ => facts.get_str("osfamily").and_then(Value::as_str),
    };
    family.is_some_and(|family| family.eq_ignore_ascii_case("windows"))
}
