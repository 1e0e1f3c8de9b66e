//! The kinds of settings: `puppet.conf` contains strings, and `$settings::name` has typed values.

use bunraku_pcore::{Str, Value};

/// The kind of a setting's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SettingKind {
    /// Any string.
    Text,
    /// `true` or `false`.
    Boolean,
    /// An integer.
    Integer,
    /// Seconds, or a number with one of the units y, d, h, m and s.
    Duration,
    /// A duration, or `unlimited`.
    TimeToLive,
    /// Strings, separated by commas.
    List,
    /// Strings, separated by commas, each with parts separated by colons.
    Lists,
    /// The name of a data source; empty for none.
    Terminus,
    /// How thoroughly the revocation of certificates is checked.
    Revocation,
    /// Whether certificate requests are signed automatically, or the file with the rules.
    Autosign,
    /// The priority of a process.
    Priority,
    /// One of several words.
    Enum(&'static [&'static str]),
}

impl SettingKind {
    /// Converts a string; `None` if it is invalid.
    pub(crate) fn value(self, text: &str) -> Option<Value> {
        let split = |text: &str, by: char| -> Vec<Value> {
            if text.is_empty() {
                Vec::new()
            } else {
                text.split(by).map(|part| Value::str(part.trim())).collect()
            }
        };
        match self {
            SettingKind::Text => Some(Value::str(text)),
            SettingKind::Boolean => text.parse().ok().map(Value::Bool),
            SettingKind::Integer => text.parse().ok().map(Value::Int),
            SettingKind::Duration => seconds(text).map(Value::Int),
            SettingKind::TimeToLive if text == "unlimited" => Some(Value::Float(f64::INFINITY)),
            SettingKind::TimeToLive => seconds(text).map(Value::Int),
            SettingKind::List => Some(Value::array(split(text, ','))),
            SettingKind::Lists => {
                let parts = |part: &Value| Value::array(split(part.as_str().unwrap_or_default(), ':'));
                Some(Value::array(split(text, ',').iter().map(parts)))
            }
            SettingKind::Terminus if text.is_empty() => Some(Value::Undef),
            SettingKind::Terminus => Some(Value::str(text)),
            SettingKind::Revocation => match text {
                "chain" | "true" => Some(Value::str("chain")),
                "leaf" => Some(Value::str("leaf")),
                "false" => Some(Value::Bool(false)),
                _ => None,
            },
            SettingKind::Autosign => match text.parse() {
                Ok(signs) => Some(Value::Bool(signs)),
                Err(_) => text.starts_with('/').then(|| Value::str(text)),
            },
            SettingKind::Priority => match text {
                "high" => Some(Value::Int(-10)),
                "normal" => Some(Value::Int(0)),
                "low" => Some(Value::Int(10)),
                "idle" => Some(Value::Int(19)),
                _ => text.parse().ok().map(Value::Int),
            },
            SettingKind::Enum(words) => words.contains(&text).then(|| Value::Str(Str::from(text))),
        }
    }

    /// Describes the allowed values, for messages.
    pub(crate) fn description(self) -> String {
        match self {
            SettingKind::Text | SettingKind::List | SettingKind::Lists | SettingKind::Terminus => {
                "a string".to_owned()
            }
            SettingKind::Boolean => "`true` or `false`".to_owned(),
            SettingKind::Integer => "an integer".to_owned(),
            SettingKind::Duration => "a number of seconds, or a duration such as `30m`".to_owned(),
            SettingKind::TimeToLive => {
                "`unlimited`, a number of seconds, or a duration such as `30m`".to_owned()
            }
            SettingKind::Revocation => "`chain`, `leaf` or `false`".to_owned(),
            SettingKind::Autosign => "`true`, `false` or an absolute path".to_owned(),
            SettingKind::Priority => "`high`, `normal`, `low`, `idle` or an integer".to_owned(),
            SettingKind::Enum(words) => {
                let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
                format!("one of {}", words.join(", "))
            }
        }
    }
}

/// Parses a duration to seconds: `90`, `30m`, `2h`.
fn seconds(text: &str) -> Option<i64> {
    let unit = match text.chars().last()? {
        'y' => 365 * 24 * 60 * 60,
        'd' => 24 * 60 * 60,
        'h' => 60 * 60,
        'm' => 60,
        's' => 1,
        _ => return text.parse().ok().filter(|seconds| *seconds >= 0),
    };
    let number = text.get(..text.len() - 1)?;
    let number: i64 = number.parse().ok().filter(|number| *number >= 0)?;
    number.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values() {
        let text = |kind: SettingKind, text: &str| kind.value(text);
        assert_eq!(text(SettingKind::Boolean, "true"), Some(Value::Bool(true)));
        assert_eq!(text(SettingKind::Boolean, "yes"), None);
        assert_eq!(text(SettingKind::Integer, "8140"), Some(Value::Int(8140)));
        assert_eq!(text(SettingKind::Duration, "30m"), Some(Value::Int(1800)));
        assert_eq!(text(SettingKind::Duration, "7"), Some(Value::Int(7)));
        assert_eq!(text(SettingKind::Duration, "m"), None);
        assert_eq!(text(SettingKind::Duration, "-1s"), None);
        assert_eq!(text(SettingKind::Duration, "99999999999999999y"), None);
        assert_eq!(text(SettingKind::TimeToLive, "unlimited"), Some(Value::Float(f64::INFINITY)));
        assert_eq!(text(SettingKind::List, "a, b"), Some(Value::array([Value::str("a"), Value::str("b")])));
        assert_eq!(text(SettingKind::List, ""), Some(Value::array([])));
        let pair = Value::array([Value::str("s"), Value::str("8140")]);
        assert_eq!(text(SettingKind::Lists, "s:8140"), Some(Value::array([pair])));
        assert_eq!(text(SettingKind::Terminus, ""), Some(Value::Undef));
        assert_eq!(text(SettingKind::Revocation, "true"), Some(Value::str("chain")));
        assert_eq!(text(SettingKind::Autosign, "/a"), Some(Value::str("/a")));
        assert_eq!(text(SettingKind::Priority, "low"), Some(Value::Int(10)));
        assert_eq!(text(SettingKind::Enum(&["off"]), "on"), None);
    }
}
