//! Converts values to the types of the fields that they are compared with.

use bunraku_pcore::Value;
use bunraku_regexp::Regexp;

use super::{
    Kind,
    condition::{Comparison, Condition},
    entity::Entity,
    field::FieldRef,
};
use crate::{Error, time};

/// A comparison of a field with a value.
pub(super) fn compare(
    entity: &'static Entity,
    comparison: Comparison,
    field: &Value,
    value: &Value,
) -> Result<Condition, Error> {
    if let Value::Array(parts) = field
        && let [Value::Str(head), Value::Str(name)] = parts.as_slice()
        && head == "node"
        && name == "active"
    {
        let state = if matches!(value, Value::Bool(true)) { "active" } else { "inactive" };
        let field = FieldRef::named(entity, "node_state")?;
        return Ok(Condition::Compare(comparison, field, Value::str(state)));
    }
    let field = FieldRef::read(entity, field)?;
    let value = fitting(comparison, &field, value)?;
    Ok(Condition::Compare(comparison, field, value))
}

/// Converts a value for a comparison with a field.
pub(super) fn fitting(comparison: Comparison, field: &FieldRef, value: &Value) -> Result<Value, Error> {
    let shown = bunraku_formats::json::to_json(value);
    let wrong = |expected: &str| {
        Err(Error::invalid(format!("expected {expected} to compare `{}` with, got {shown}", field.shown())))
    };
    let kind = field.kind();
    if comparison == Comparison::Matches {
        return match (value, kind) {
            (Value::Str(pattern), Kind::Text | Kind::Json | Kind::Tag) => match Regexp::new(pattern) {
                Ok(_) => Ok(value.clone()),
                Err(error) => {
                    Err(Error::invalid(format!("`{pattern}` is not a regular expression: {error}")))
                }
            },
            (Value::Str(_), _) => {
                Err(Error::invalid(format!("`{}` is not a string and cannot be matched", field.shown())))
            }
            _ => wrong("a regular expression as a string"),
        };
    }
    let ordered = comparison != Comparison::Equal;
    match (kind, value) {
        (Kind::Time, Value::Str(source)) => match time::parse(source) {
            Some(time) => Ok(Value::Int(time)),
            None => wrong("a timestamp"),
        },
        (Kind::Time, _) => wrong("a timestamp"),
        (Kind::Number, Value::Int(_) | Value::Float(_)) => Ok(value.clone()),
        (Kind::Number, Value::Str(source)) if source.parse::<i64>().is_ok() => {
            Ok(Value::Int(source.parse().unwrap_or_default()))
        }
        (Kind::Number, _) => wrong("a number"),
        (Kind::Json, Value::Str(source)) if ordered => match source.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Value::Float(number)),
            _ => wrong("a number"),
        },
        (Kind::Json, Value::Int(_) | Value::Float(_)) if ordered => Ok(value.clone()),
        (Kind::Json | Kind::Facts, _) if ordered => wrong("a number"),
        (Kind::Json, _) => Ok(value.clone()),
        (Kind::Bool | Kind::Text | Kind::Tag | Kind::State, _) if ordered => {
            Err(Error::invalid(format!("`{}` can only be compared with `=`", field.shown())))
        }
        (Kind::Bool, Value::Bool(_)) => Ok(value.clone()),
        (Kind::Bool, Value::Str(source)) if source == "true" || source == "false" => {
            Ok(Value::Bool(source == "true"))
        }
        (Kind::Bool, _) => wrong("true or false"),
        (Kind::Text, Value::Str(_)) => Ok(value.clone()),
        (Kind::Text, Value::Int(number)) => Ok(Value::str(number.to_string())),
        (Kind::Text, _) => wrong("a string"),
        (Kind::Tag, Value::Str(tag)) => Ok(Value::str(tag.to_lowercase())),
        (Kind::Tag, _) => wrong("a tag"),
        (Kind::State, Value::Str(state)) if ["active", "inactive", "any"].contains(&state.as_str()) => {
            Ok(value.clone())
        }
        (Kind::State, _) => wrong("\"active\", \"inactive\" or \"any\""),
        (Kind::Facts, _) => Err(Error::invalid("compare a single fact, such as `facts.kernel`")),
    }
}
