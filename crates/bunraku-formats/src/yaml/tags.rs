//! Tags, as far as Psych supports them in safe mode.

use bunraku_pcore::values::Binary;
use bunraku_pcore::{Regexp, Value, bytes};
use bunraku_regexp::Options;

use super::scalar::{Scalar, ScalarError, resolve};

/// Resolves a tagged scalar; the error is a message.
pub(super) fn scalar(tag: &str, source: &str) -> Result<Scalar, String> {
    match tag {
        "!binary" | "tag:yaml.org,2002:binary" => {
            let encoded = Binary::from_base64(source);
            match std::str::from_utf8(encoded.as_bytes()) {
                Ok(source) => Ok(Scalar::Value(Value::str(source))),
                Err(_) => Ok(Scalar::Value(Value::ByteStr(bytes::to_str(encoded.as_bytes())))),
            }
        }
        "!str" | "!ruby/string" | "!str:" | "!ruby/string:" | "tag:yaml.org,2002:str" => {
            Ok(Scalar::Value(Value::str(source)))
        }
        "tag:yaml.org,2002:float" | "!float" => match plain(source)? {
            Scalar::Value(Value::Int(number)) => Ok(Scalar::Value(Value::Float(number as f64))),
            Scalar::Value(Value::Float(number)) => Ok(Scalar::Value(Value::Float(number))),
            Scalar::Value(Value::Str(source)) => match bunraku_pcore::number::float_from_text(&source) {
                Some(number) => Ok(Scalar::Value(Value::Float(number))),
                None => Err(format!("`{source}` is not a number")),
            },
            _ => Err(format!("`{source}` is not a number")),
        },
        _ if tag.starts_with("!ruby/sym") => Ok(Scalar::Symbol(source.to_string())),
        _ if tag.starts_with("!str:") || tag.starts_with("!ruby/") => Err(refused(tag)),
        _ => plain(source),
    }
}

/// Parses a regular expression with its options, as in `/a/i`; the error is a message.
pub(super) fn regexp(string: &str) -> Result<Scalar, String> {
    let parts = string.strip_prefix('/').and_then(|rest| rest.rsplit_once('/'));
    let Some((source, letters)) = parts.filter(|(_, letters)| letters.chars().all(|it| "mixn".contains(it)))
    else {
        return Err(format!("`{string}` is not a regular expression"));
    };
    let options = Options {
        ignore_case: letters.contains('i'),
        multi_line: letters.contains('m'),
        extended: letters.contains('x'),
    };
    match Regexp::with_options(source, options) {
        Ok(regexp) => Ok(Scalar::Value(Value::Regexp(regexp))),
        Err(error) => Err(format!("`{string}` is not a regular expression: {error}")),
    }
}

/// Resolves a plain scalar; the error is a message.
pub(super) fn plain(source: &str) -> Result<Scalar, String> {
    resolve(source).map_err(|error| match error {
        ScalarError::Date => {
            format!("`{source}` is a date or time, which is not allowed in data; quote it to get a string")
        }
        ScalarError::Number => {
            format!("`{source}` looks like a number but is not valid; quote it to get a string")
        }
    })
}

/// The kind of a tagged sequence.
pub(super) enum Sequence {
    /// A list.
    List,
    /// A list of mappings with one entry each, which together form an ordered mapping.
    OrderedMapping,
}

/// The kind of sequence for a tag; the error is a message.
pub(super) fn sequence(tag: &str) -> Result<Sequence, String> {
    match tag {
        "!omap" | "tag:yaml.org,2002:omap" => Ok(Sequence::OrderedMapping),
        _ if class_of(tag, "!seq:") || class_of(tag, "!ruby/array:") => Err(refused(tag)),
        _ => Ok(Sequence::List),
    }
}

/// Checks whether a mapping may have a tag; the error is a message.
pub(super) fn mapping(tag: &str) -> Result<(), String> {
    match tag {
        "!set"
        | "tag:yaml.org,2002:set"
        | "!omap"
        | "tag:yaml.org,2002:omap"
        | "tag:yaml.org,2002:str"
        | "!str" => Err(refused(tag)),
        "!ruby/object:Hash" => Ok(()),
        _ if tag.starts_with("!ruby/") || tag.starts_with("!map:") || tag.starts_with("!str:") => {
            Err(refused(tag))
        }
        _ => Ok(()),
    }
}

fn class_of(tag: &str, prefix: &str) -> bool {
    tag.strip_prefix(prefix).is_some_and(|class| !class.is_empty())
}

fn refused(tag: &str) -> String {
    format!("the tag `{tag}` creates an object, which is not allowed in data")
}
