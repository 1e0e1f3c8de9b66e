//! What functions with the API of Puppet 3 have in common. They accept any values and check only how many there are, do
//! not know `undef` and the newer kinds of values, and ignore a lambda.

use bunraku_edition::IntegerSize;
use bunraku_pcore::{Hash, Type, Value, text};

use crate::{Call, Context, Eval};

/// Converts the arguments for such a function: `undef` becomes an empty string; regular expressions, versions, times
/// and bytes become strings.
pub fn arguments(call: &mut Call<'_, impl Context>) -> Eval<Vec<Value>> {
    let converted: Result<Vec<Value>, Value> = call
        .args
        .iter()
        .map(|value| match value {
            Value::Undef => Ok(Value::str("")),
            value => convert(call, value),
        })
        .collect();
    converted.map_err(|value| {
        let (name, found) = (call.name, call.cx.machine().type_text(&value));
        let value =
            if matches!(value, Value::Big(_)) { "an integer beyond 64 bits".to_owned() } else { found };
        call.fail(format!("`{name}` cannot take {value}"))
    })
}

/// Converts a value. The error is the part that such a function cannot receive.
fn convert(call: &Call<'_, impl Context>, value: &Value) -> Result<Value, Value> {
    Ok(match value {
        Value::Iter(_) => return Err(value.clone()),
        Value::Big(_) => match call.cx.machine().edition.types.integer_size {
            IntegerSize::Signed64 => return Err(value.clone()),
            IntegerSize::Unlimited => value.clone(),
        },
        Value::Regexp(regexp) => Value::str(regexp.inspect()),
        Value::Version(_)
        | Value::VersionRange(_)
        | Value::Binary(_)
        | Value::Timespan(_)
        | Value::Timestamp(_) => Value::str(text::to_text(&call.cx.machine().edition.types, value)),
        Value::Array(values) => {
            let values: Result<Vec<Value>, Value> = values.iter().map(|value| convert(call, value)).collect();
            Value::array(values?)
        }
        Value::Hash(hash) => {
            let mut converted = Hash::with_capacity(hash.len());
            for (key, value) in hash {
                converted.insert(convert(call, key)?, convert(call, value)?);
            }
            Value::Hash(converted)
        }
        other => other.clone(),
    })
}

/// A reference to a resource or class as such a function sees it: `File[/etc/motd]`, without quotes.
pub fn reference_text(value: &Value) -> Option<String> {
    let Value::Type(ty) = value else { return None };
    let capitalized = |name: &str| name.split("::").map(text::capitalize).collect::<Vec<String>>().join("::");
    match ty.resolved() {
        Type::Class(class) => Some(format!("Class[{}]", capitalized(class.name.as_deref()?))),
        Type::Resource(resource) => {
            let title = resource.title.as_deref().unwrap_or_default();
            Some(format!("{}[{title}]", capitalized(resource.type_name.as_deref()?)))
        }
        _ => None,
    }
}

/// The only argument, which must be a string.
pub fn text_argument(call: &mut Call<'_, impl Context>) -> Eval<String> {
    let arguments = arguments(call)?;
    match arguments.first() {
        Some(Value::Str(text)) => Ok(text.to_string()),
        other => {
            let (name, found) = (call.name, call.cx.machine().type_text(other.unwrap_or(&Value::Undef)));
            Err(call.fail(format!("`{name}` expects a String value, got {found}")))
        }
    }
}
