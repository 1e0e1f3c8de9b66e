//! SQL functions: regular expressions, and the paths of facts.

use std::sync::Arc;

use bunraku_formats::json::to_json;
use bunraku_pcore::Value;
use bunraku_regexp::Regexp;
use rusqlite::{
    Connection, Error, Result,
    functions::{Context, FunctionFlags},
    types::ValueRef,
};

/// Registers the functions for a connection.
pub fn register(connection: &Connection) -> Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("regexp", 2, flags, matches)?;
    connection.create_scalar_function("fact_path", 2, flags, fact_path)?;
    connection.create_scalar_function("show_offset_time", 1, flags, |context| {
        Ok(context.get::<Option<i64>>(0)?.map(offset_time))
    })?;
    connection.create_scalar_function("path_matches", 2, flags, path_matches)
}

/// `regexp(pattern, text)`: whether the pattern matches anywhere in the text. Anything but a string does not match. The
/// steps of a match are limited.
fn matches(context: &Context<'_>) -> Result<Option<bool>> {
    let regexp = pattern(context)?;
    match context.get_raw(1) {
        ValueRef::Text(text) => {
            let text = std::str::from_utf8(text).map_err(|error| Error::UserFunctionError(error.into()))?;
            is_match(&regexp, text).map(Some)
        }
        ValueRef::Null => Ok(None),
        _ => Ok(Some(false)),
    }
}

fn pattern(context: &Context<'_>) -> Result<Arc<Regexp>> {
    context.get_or_create_aux(0, |value| {
        let source = value.as_str().map_err(|error| Error::UserFunctionError(error.into()))?;
        Regexp::new(source).map_err(|error| {
            Error::UserFunctionError(format!("`{source}` is not a regular expression: {error}").into())
        })
    })
}

fn is_match(regexp: &Regexp, text: &str) -> Result<bool> {
    regexp.is_match(text).map_err(|_| {
        let message = format!("matching the regular expression `{}` takes too many steps", regexp.source());
        Error::UserFunctionError(message.into())
    })
}

/// A time as PostgreSQL shows it in documents, which PuppetDB has inside reports: without trailing zeros in the
/// fraction, and with an offset.
fn offset_time(millis: i64) -> String {
    let shown = crate::time::show(millis);
    let shown = shown.trim_end_matches('Z').trim_end_matches('0').trim_end_matches('.');
    format!("{shown}+00:00")
}

/// `fact_path(name, fullkey)`: the path to a part of a fact as a list, from SQLite's key such as `$.a[0]."b c"`.
fn fact_path(context: &Context<'_>) -> Result<String> {
    let (name, key): (String, String) = (context.get(0)?, context.get(1)?);
    let mut path = vec![Value::str(name)];
    let mut rest = key.strip_prefix('$').unwrap_or(&key);
    while !rest.is_empty() {
        if let Some(index) = rest.strip_prefix('[') {
            let (index, after) = index.split_once(']').unwrap_or((index, ""));
            path.push(Value::Int(index.parse().unwrap_or_default()));
            rest = after;
        } else if let Some(quoted) = rest.strip_prefix(".\"") {
            let end = end_of_quoted(quoted);
            path.push(Value::str(quoted.get(..end).unwrap_or_default()));
            rest = quoted.get(end + 1..).unwrap_or_default();
        } else {
            let plain = rest.strip_prefix('.').unwrap_or(rest);
            let end = plain.find(['.', '[']).unwrap_or(plain.len());
            path.push(Value::str(plain.get(..end).unwrap_or_default()));
            rest = plain.get(end..).unwrap_or_default();
            if end == 0 && rest.starts_with('.') && plain.len() == rest.len() {
                // An empty key has no characters: continue after its dot.
                rest = rest.get(1..).unwrap_or_default();
            }
        }
    }
    Ok(to_json(&Value::array(path)))
}

/// The position of the closing quotation mark: the first that ends a part of the path.
fn end_of_quoted(text: &str) -> usize {
    let mut from = 0;
    while let Some(found) = text.get(from..).and_then(|rest| rest.find('"')) {
        let at = from + found;
        match text.as_bytes().get(at + 1) {
            None | Some(b'.' | b'[') => return at,
            Some(_) => from = at + 1,
        }
    }
    text.len()
}

/// `path_matches(patterns, path)`, both JSON lists: whether each part of a path matches its pattern.
fn path_matches(context: &Context<'_>) -> Result<bool> {
    let patterns: Arc<Vec<Regexp>> = context.get_or_create_aux(0, |value| {
        let source = value.as_str().map_err(|error| Error::UserFunctionError(error.into()))?;
        parts(source).iter().map(|part| whole(part)).collect::<Result<Vec<Regexp>>>()
    })?;
    let path: String = context.get(1)?;
    let path = parts(&path);
    if path.len() != patterns.len() {
        return Ok(false);
    }
    for (pattern, part) in patterns.iter().zip(&path) {
        if !is_match(pattern, part)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A pattern that has to match a whole part.
fn whole(pattern: &str) -> Result<Regexp> {
    Regexp::new(&format!("\\A(?:{pattern})\\z")).map_err(|error| {
        Error::UserFunctionError(format!("`{pattern}` is not a regular expression: {error}").into())
    })
}

fn parts(json: &str) -> Vec<String> {
    let part = |value: &Value| match value {
        Value::Str(text) => text.to_string(),
        other => to_json(other),
    };
    match bunraku_formats::json::read_value(json) {
        Ok(Value::Array(parts)) => parts.iter().map(part).collect(),
        _ => Vec::new(),
    }
}
