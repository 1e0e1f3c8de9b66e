//! Timespans and timestamps from numbers, from their parts and from strings.

use super::{New, NewError};
use crate::values::{Timespan, TimespanFields, TimespanFormat, Timestamp};
use crate::{Hash, Value};

/// A timespan from a hash that has a `string` and optionally a `format`, or `days`, `hours` and so on.
pub fn timespan_from_hash(hash: &Hash) -> Result<Timespan, NewError> {
    if let Some(text) = hash.get_str("string") {
        let text = text.as_str().ok_or_else(|| arguments("Timespan", "'string' must be a string"))?;
        return timespan_from_string(text, hash.get_str("format"));
    }
    let mut fields = TimespanFields::default();
    let mut negative = false;
    for (key, value) in hash {
        let field = match (key.as_str(), value) {
            (Some("negative"), Value::Bool(value)) => {
                negative = *value;
                continue;
            }
            (Some("days"), _) => &mut fields.days,
            (Some("hours"), _) => &mut fields.hours,
            (Some("minutes"), _) => &mut fields.minutes,
            (Some("seconds"), _) => &mut fields.seconds,
            (Some("milliseconds"), _) => &mut fields.milliseconds,
            (Some("microseconds"), _) => &mut fields.microseconds,
            (Some("nanoseconds"), _) => &mut fields.nanoseconds,
            _ => return Err(arguments("Timespan", "unknown key in the hash: not a part of a timespan")),
        };
        *field = value.as_int().ok_or_else(|| arguments("Timespan", "each part must be an integer"))?;
    }
    let timespan = Timespan::from_fields(fields).ok_or_else(too_long)?;
    if negative {
        Timespan::from_nanoseconds(-timespan.nanoseconds()).ok_or_else(too_long)
    } else {
        Ok(timespan)
    }
}

/// A timestamp from a hash that has a `string`, and optionally a `format` and a `timezone`.
pub fn timestamp_from_hash(hash: &Hash) -> Result<Timestamp, NewError> {
    let known = |key: &Value| matches!(key.as_str(), Some("string" | "format" | "timezone"));
    if !hash.keys().all(known) {
        return Err(arguments("Timestamp", "unknown key in the hash: not a part of a timestamp"));
    }
    let text = hash.get_str("string").and_then(Value::as_str);
    let text = text.ok_or_else(|| arguments("Timestamp", "'string' must be a string"))?;
    timestamp_from_string(text, hash.get_str("format"), hash.get_str("timezone"))
}

impl New<'_> {
    pub(super) fn timespan(&self, args: &[Value]) -> Result<Value, NewError> {
        let timespan = match args {
            [Value::Int(seconds)] => Timespan::from_seconds(*seconds),
            [Value::Float(seconds)] => Timespan::from_float(*seconds).ok_or_else(too_long)?,
            [Value::Str(text)] if !text.is_empty() => timespan_from_string(text, None)?,
            [Value::Str(text), formats] if !text.is_empty() => timespan_from_string(text, Some(formats))?,
            [Value::Hash(hash)] => timespan_from_hash(hash)?,
            args if (4..=7).contains(&args.len()) => {
                let mut numbers = [0; 7];
                for (number, arg) in numbers.iter_mut().zip(args) {
                    *number =
                        arg.as_int().ok_or_else(|| arguments("Timespan", "each part must be an integer"))?;
                }
                let [days, hours, minutes, seconds, milliseconds, microseconds, nanoseconds] = numbers;
                let fields =
                    TimespanFields { days, hours, minutes, seconds, milliseconds, microseconds, nanoseconds };
                Timespan::from_fields(fields).ok_or_else(too_long)?
            }
            args => return Err(self.count("Timespan", "seconds, a string and formats, or its parts", args)),
        };
        Ok(Value::Timespan(timespan))
    }

    pub(super) fn timestamp(&self, args: &[Value]) -> Result<Value, NewError> {
        let timestamp = match args {
            [Value::Int(seconds)] => Timestamp::from_seconds(*seconds),
            [Value::Float(seconds)] => Timestamp::from_float(*seconds)
                .ok_or_else(|| arguments("Timestamp", "the time is out of range"))?,
            [Value::Str(text)] if !text.is_empty() => timestamp_from_string(text, None, None)?,
            [Value::Str(text), formats] if !text.is_empty() => {
                timestamp_from_string(text, Some(formats), None)?
            }
            [Value::Str(text), formats, timezone] if !text.is_empty() => {
                timestamp_from_string(text, Some(formats), Some(timezone))?
            }
            [Value::Hash(hash)] => timestamp_from_hash(hash)?,
            args => {
                return Err(self.count("Timestamp", "seconds, or a string, formats and a timezone", args));
            }
        };
        Ok(Value::Timestamp(timestamp))
    }
}

/// A timespan from a string in one of the given formats, or of the default ones.
pub(super) fn timespan_from_string(source: &str, formats: Option<&Value>) -> Result<Timespan, NewError> {
    let failed = || NewError::Convert { from: format!("the string '{source}'"), to: "Timespan".to_string() };
    let texts = match formats {
        None => return Timespan::parse(source).ok_or_else(failed),
        Some(formats) => {
            format_list(formats).ok_or_else(|| arguments("Timespan", "a format must be a string"))?
        }
    };
    let mut formats = Vec::new();
    for format in texts {
        formats.push(TimespanFormat::new(format).map_err(|specifier| {
            arguments("Timespan", &format!("'{specifier}' is not a format directive"))
        })?);
    }
    formats.iter().find_map(|format| format.parse(source)).ok_or_else(failed)
}

/// A timestamp from a string in one of the given formats, or of the default ones.
pub(super) fn timestamp_from_string(
    source: &str,
    formats: Option<&Value>,
    timezone: Option<&Value>,
) -> Result<Timestamp, NewError> {
    let formats = match formats {
        None => Vec::new(),
        Some(formats) => {
            format_list(formats).ok_or_else(|| arguments("Timestamp", "a format must be a string"))?
        }
    };
    let timezone = match timezone {
        None => None,
        Some(Value::Str(timezone)) if !timezone.is_empty() => Some(timezone.as_str()),
        Some(_) => return Err(arguments("Timestamp", "a timezone must be a string")),
    };
    Timestamp::parse(source, &formats, timezone).map_err(|_| NewError::Convert {
        from: format!("the string '{source}'"),
        to: "Timestamp".to_string(),
    })
}

/// The formats as a list. `None` if one of them is too short to have a directive, or if there are none.
fn format_list(formats: &Value) -> Option<Vec<&str>> {
    let long_enough = |text: &&str| text.chars().count() >= 2;
    match formats {
        Value::Str(format) => Some(vec![format.as_str()].into_iter().filter(long_enough).collect()),
        Value::Array(formats) => formats.iter().map(|format| format.as_str().filter(long_enough)).collect(),
        _ => None,
    }
    .filter(|formats: &Vec<&str>| !formats.is_empty())
}

fn arguments(ty: &str, problem: &str) -> NewError {
    NewError::Arguments { ty: ty.to_string(), problem: problem.to_string() }
}

fn too_long() -> NewError {
    arguments("Timespan", "the timespan is out of range")
}
