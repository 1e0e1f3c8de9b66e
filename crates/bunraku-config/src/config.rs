//! The settings in a file, each value with its place.

use bunraku_diag::{Severity, Source, TextRange};
use bunraku_edition::Edition;

use crate::table::RULES_KEY;

/// The settings of a project.
#[derive(Debug, Default)]
pub struct Config {
    pub(crate) entries: Vec<Entry>,
}

/// A setting in a file.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The full name; for a rule, `lint.rules.` and the name of the rule.
    pub key: String,
    /// The value, which has been checked against the table.
    pub value: Value,
    /// The place of the value.
    pub range: TextRange,
}

/// The value of a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A switch.
    Switch(bool),
    /// A number.
    Number(u32),
    /// A word or a path.
    Text(String),
    /// Words, paths or patterns.
    List(Vec<String>),
}

impl Config {
    /// The settings in the file, in the order of the table.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Finds a setting by its full name.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    /// The line of the file that contains a setting.
    pub fn line(&self, key: &str, source: &Source) -> Option<u32> {
        self.entry(key).map(|entry| source.line_at(entry.range.start))
    }

    /// The value of a setting that is a boolean.
    pub fn switch(&self, key: &str) -> Option<bool> {
        match self.entry(key)?.value {
            Value::Switch(switch) => Some(switch),
            _ => None,
        }
    }

    /// The value of a setting that is a number.
    pub fn number(&self, key: &str) -> Option<u32> {
        match self.entry(key)?.value {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The value of a setting that is a word or a path.
    pub fn text(&self, key: &str) -> Option<&str> {
        match &self.entry(key)?.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The elements of a setting that is an array; empty if it is not set.
    pub fn list(&self, key: &str) -> &[String] {
        match self.entry(key).map(|entry| &entry.value) {
            Some(Value::List(list)) => list,
            _ => &[],
        }
    }

    /// The edition of the language, if it is set.
    pub fn edition(&self) -> Option<&'static Edition> {
        Edition::find(self.text("edition")?)
    }

    /// Applies the configured levels to the rules of the linter.
    pub fn apply_rules(&self, settings: &mut bunraku_lint::RuleSettings) {
        for entry in &self.entries {
            let name = entry.key.strip_prefix(RULES_KEY).and_then(|rest| rest.strip_prefix('.'));
            let (Some(name), Value::Text(level)) = (name, &entry.value) else { continue };
            settings.set(name, level != "off");
            match level.as_str() {
                "error" => settings.set_severity(name, Severity::Error),
                "warning" => settings.set_severity(name, Severity::Warning),
                _ => {}
            }
        }
    }
}

impl std::fmt::Display for Value {
    /// Formats a value as in the file.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Switch(switch) => write!(f, "{switch}"),
            Value::Number(number) => write!(f, "{number}"),
            Value::Text(text) => f.write_str(&quoted(text)),
            Value::List(list) => {
                let list: Vec<String> = list.iter().map(|text| quoted(text)).collect();
                write!(f, "[{}]", list.join(", "))
            }
        }
    }
}

/// Quotes a string for TOML.
fn quoted(text: &str) -> String {
    let mut quoted = String::new();
    bunraku_diag::json::quote(text, &mut quoted);
    quoted
}
