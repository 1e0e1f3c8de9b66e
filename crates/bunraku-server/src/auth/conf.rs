//! Reads `auth.conf`, which is HOCON.

use std::fmt;

use bunraku::formats::hocon;
use bunraku::pcore::{Hash, Value};
use bunraku::regexp::Regexp;

use super::Rules;
use super::rule::{PathMatch, Rule, Who};

/// Why an `auth.conf` is invalid. The server must not start without its intended rules, which would make it open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthError(pub String);

impl fmt::Display for AuthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for AuthError {}

/// Parses the rules of an `auth.conf`.
pub fn read(text: &str) -> Result<Rules, AuthError> {
    let value = hocon::read(text).map_err(|error| {
        let position = error.position;
        AuthError(format!("line {}, column {}: {}", position.line, position.column, error.message))
    })?;
    let authorization = entry(&value, "authorization")
        .ok_or_else(|| AuthError("expected an object `authorization`".to_owned()))?;
    let Some(Value::Array(rules)) = entry(authorization, "rules") else {
        return Err(AuthError("expected an array `authorization.rules`".to_owned()));
    };
    let rules = rules.iter().enumerate().map(|(index, value)| {
        rule(value, index).map_err(|message| {
            let name = entry(value, "name").and_then(Value::as_str);
            match name {
                Some(name) => AuthError(format!("rule `{name}`: {message}")),
                None => AuthError(format!("rule {}: {message}", index + 1)),
            }
        })
    });
    Ok(Rules::new(rules.collect::<Result<Vec<Rule>, AuthError>>()?))
}

fn rule(value: &Value, index: usize) -> Result<Rule, String> {
    let Some(request) = entry(value, "match-request") else {
        return Err("expected an object `match-request`".to_owned());
    };
    let path =
        entry(request, "path").and_then(Value::as_str).ok_or("expected a string `match-request.path`")?;
    let path = match entry(request, "type").and_then(Value::as_str) {
        Some("path") => PathMatch::Prefix(path.to_owned()),
        Some("regex") => PathMatch::Regexp(Box::new(regexp(path)?)),
        Some(other) => {
            return Err(format!("expected `path` or `regex` for `match-request.type`, got `{other}`"));
        }
        None => return Err("expected `path` or `regex` for `match-request.type`, got nothing".to_owned()),
    };
    let methods = match entry(request, "method") {
        None => Vec::new(),
        Some(value) => {
            strings(value).ok_or("expected a method or an array of them for `match-request.method`")?
        }
    };
    let methods =
        methods.iter().map(|method| method.to_lowercase()).filter(|method| method != "any").collect();
    let query = match entry(request, "query-params") {
        None => Vec::new(),
        Some(value) => named_lists(value).ok_or("expected an object for `match-request.query-params`")?,
    };
    let open = matches!(entry(value, "allow-unauthenticated"), Some(Value::Bool(true)));
    let (allow, deny) = (clients(value, "allow")?, clients(value, "deny")?);
    if !open && allow.is_empty() && deny.is_empty() {
        return Err("expected `allow`, `deny` or `allow-unauthenticated`".to_owned());
    }
    let name = entry(value, "name").and_then(Value::as_str).map(str::to_owned);
    Ok(Rule {
        name: name.unwrap_or_else(|| format!("rule {}", index + 1)),
        order: entry(value, "sort-order").and_then(Value::as_int).unwrap_or(500),
        path,
        methods,
        query,
        open,
        allow,
        deny,
    })
}

fn clients(rule: &Value, key: &str) -> Result<Vec<Who>, String> {
    let Some(value) = entry(rule, key) else { return Ok(Vec::new()) };
    let items: Vec<&Value> = match value {
        Value::Array(items) => items.iter().collect(),
        one => vec![one],
    };
    items.into_iter().map(|item| client(item, key)).collect()
}

fn client(value: &Value, key: &str) -> Result<Who, String> {
    if let Some(name) = value.as_str() {
        return named(name);
    }
    let wrong = || format!("expected a name, or an object with `certname` or `extensions`, in `{key}`");
    if let Some(name) = entry(value, "certname").and_then(Value::as_str) {
        return named(name);
    }
    let extensions = entry(value, "extensions").and_then(named_lists).filter(|list| !list.is_empty());
    extensions.map(Who::Extensions).ok_or_else(wrong)
}

fn named(name: &str) -> Result<Who, String> {
    if name == "*" {
        return Ok(Who::Anybody);
    }
    if let Some(pattern) = name.strip_prefix('/').and_then(|rest| rest.strip_suffix('/')) {
        return Ok(Who::Fits(Box::new(regexp(pattern)?)));
    }
    match name.strip_prefix("*.") {
        Some(domain) => Ok(Who::Domain(domain.to_lowercase())),
        None if name.contains('*') => {
            Err(format!("expected `*.` only at the beginning of a name, got `{name}`"))
        }
        None => Ok(Who::Named(name.to_lowercase())),
    }
}

fn regexp(pattern: &str) -> Result<Regexp, String> {
    Regexp::new(pattern).map_err(|error| format!("expected a regular expression, got `{pattern}`: {error}"))
}

fn entry<'v>(value: &'v Value, key: &str) -> Option<&'v Value> {
    match value {
        Value::Hash(hash) => hash.get_str(key).filter(|value| !value.is_undef()),
        _ => None,
    }
}

/// A string, or a list of strings. Other scalars are converted, since people write `pp_cli_auth: true`.
fn strings(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::Array(items) => items.iter().map(text).collect(),
        one => Some(vec![text(one)?]),
    }
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::Str(text) => Some(text.to_string()),
        Value::Bool(value) => Some(value.to_string()),
        Value::Int(value) => Some(value.to_string()),
        _ => None,
    }
}

fn named_lists(value: &Value) -> Option<Vec<(String, Vec<String>)>> {
    let Value::Hash(hash) = value else { return None };
    let one = |(name, value): (&Value, &Value)| Some((name.as_str()?.to_owned(), strings(value)?));
    Hash::iter(hash).map(one).collect()
}
