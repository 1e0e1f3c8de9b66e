//! Parses a file, reporting everything that is wrong with it at once.

use bunraku_diag::{Diagnostic, Source, TextRange, codes, nearest};
use bunraku_lint::RULES;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::config::{Config, Entry, Value};
use crate::table::{Kind, LEVELS, RULES_KEY, SETTINGS, Setting, find};

impl Config {
    /// Parses a file. The error contains everything that is wrong with it.
    pub fn read(source: &Source) -> Result<Config, Vec<Diagnostic>> {
        let (table, errors) = DeTable::parse_recoverable(source.text());
        let mut reader = Reader { source, entries: Vec::new(), wrong: Vec::new() };
        for error in errors {
            let place = range(error.span().unwrap_or_default());
            let wrong = Diagnostic::error(codes::INVALID_SETTING, "this is not valid TOML");
            reader.wrong.push(wrong.at(source.span(place), error.message()));
        }
        if reader.wrong.is_empty() {
            reader.table(table.get_ref(), "");
        }
        let Reader { mut entries, mut wrong, .. } = reader;
        if wrong.is_empty() {
            entries.sort_by_key(|entry: &Entry| (order(&entry.key), entry.range.start));
            return Ok(Config { entries });
        }
        wrong.sort_by_key(|wrong| wrong.primary.as_ref().map(|label| label.span.range.start));
        Err(wrong)
    }
}

/// The index of a setting in the table.
fn order(key: &str) -> usize {
    let is_it = |setting: &Setting| {
        key == setting.key || key.strip_prefix(setting.key).is_some_and(|rest| rest.starts_with('.'))
    };
    SETTINGS.iter().position(is_it).unwrap_or(SETTINGS.len())
}

struct Reader<'s> {
    source: &'s Source,
    entries: Vec<Entry>,
    wrong: Vec<Diagnostic>,
}

impl Reader<'_> {
    /// Reads a table with the name `prefix`, which is empty for the whole file.
    fn table(&mut self, table: &DeTable<'_>, prefix: &str) {
        for (name, value) in table {
            let key = joined(prefix, name.get_ref());
            let place = range(value.span());
            match find(&key) {
                Some(Setting { kind: Kind::Rules, .. }) => match value.get_ref() {
                    DeValue::Table(rules) => self.rules(rules),
                    other => self.mistyped(&key, "a table", other, place),
                },
                Some(setting) => self.setting(setting, value),
                None if is_section(&key) => match value.get_ref() {
                    DeValue::Table(inner) => self.table(inner, &key),
                    other => self.mistyped(&key, "a table", other, place),
                },
                None => self.unknown(prefix, name.get_ref(), range(name.span())),
            }
        }
    }

    fn rules(&mut self, rules: &DeTable<'_>) {
        for (name, level) in rules {
            let rule = name.get_ref().as_ref();
            if !RULES.iter().any(|known| known.name() == rule) {
                let similar = nearest(rule, RULES.iter().map(|known| known.name()));
                let help = match similar {
                    Some(similar) => format!("did you mean `{similar}`?"),
                    None => "`bunraku lint --list-checks` lists the rules".to_owned(),
                };
                let message = format!("unknown rule `{rule}`");
                self.wrong(message, range(name.span()), Some(help));
                continue;
            }
            let key = joined(RULES_KEY, rule);
            let place = range(level.span());
            let level = match level.get_ref() {
                DeValue::Boolean(true) => "on",
                DeValue::Boolean(false) => "off",
                DeValue::String(level) => match LEVELS.iter().find(|known| **known == level.as_ref()) {
                    Some(level) => level,
                    None => {
                        self.not_a_choice(&key, LEVELS, level, place);
                        continue;
                    }
                },
                other => {
                    self.mistyped(&key, &one_of(LEVELS), other, place);
                    continue;
                }
            };
            self.entries.push(Entry { key, value: Value::Text(level.to_owned()), range: place });
        }
    }

    fn setting(&mut self, setting: &Setting, given: &Spanned<DeValue<'_>>) {
        let place = range(given.span());
        let value = match (setting.kind, given.get_ref()) {
            (Kind::Switch, DeValue::Boolean(switch)) => Some(Value::Switch(*switch)),
            (Kind::Number(least, most), DeValue::Integer(number)) => {
                // Underscores are allowed between digits.
                let number = i64::from_str_radix(number.as_str(), number.radix());
                let fits = number.ok().and_then(|number| u32::try_from(number).ok());
                let fits = fits.filter(|number| (least..=most).contains(number));
                if fits.is_none() {
                    let given = self.source.text().get(given.span()).unwrap_or_default();
                    let key = setting.key;
                    self.wrong(format!("expected {least} to {most} for `{key}`, got {given}"), place, None);
                    return;
                }
                fits.map(Value::Number)
            }
            (Kind::Path, DeValue::String(text)) => Some(Value::Text(text.clone().into_owned())),
            (Kind::Choice(choices), DeValue::String(text)) => {
                let choices = choices();
                if !choices.contains(&text.as_ref()) {
                    return self.not_a_choice(setting.key, &choices, text, place);
                }
                Some(Value::Text(text.clone().into_owned()))
            }
            (Kind::Strings | Kind::Paths | Kind::Choices(_), DeValue::Array(elements)) => {
                let texts: Option<Vec<String>> =
                    elements.iter().map(|element| self.element(setting, element)).collect();
                match texts {
                    Some(texts) => Some(Value::List(texts)),
                    None => return,
                }
            }
            _ => None,
        };
        match value {
            Some(value) => self.entries.push(Entry { key: setting.key.to_owned(), value, range: place }),
            None => self.mistyped(setting.key, &expected(setting.kind), given.get_ref(), place),
        }
    }

    /// Reads an element of an array; errors are reported.
    fn element(&mut self, setting: &Setting, element: &Spanned<DeValue<'_>>) -> Option<String> {
        let place = range(element.span());
        let DeValue::String(text) = element.get_ref() else {
            self.mistyped(setting.key, "strings", element.get_ref(), place);
            return None;
        };
        if let Kind::Choices(choices) = setting.kind {
            let choices = choices();
            if !choices.contains(&text.as_ref()) {
                self.not_a_choice(setting.key, &choices, text, place);
                return None;
            }
        }
        Some(text.clone().into_owned())
    }

    fn unknown(&mut self, section: &str, name: &str, place: TextRange) {
        let known = names_in(section);
        let everywhere = SETTINGS.iter().find(|setting| setting.key.rsplit('.').next() == Some(name));
        let help = match (nearest(name, known.iter().map(String::as_str)), everywhere) {
            (Some(similar), _) => format!("did you mean `{similar}`?"),
            (None, Some(setting)) => match setting.key.rsplit_once('.') {
                Some((section, _)) => format!("move `{name}` to the table `[{section}]`"),
                None => format!("move `{name}` before the first table"),
            },
            (None, None) if section.is_empty() => {
                format!("known settings and tables: `{}`", known.join("`, `"))
            }
            (None, None) => format!("settings of `[{section}]`: `{}`", known.join("`, `")),
        };
        self.wrong(format!("unknown setting `{}`", joined(section, name)), place, Some(help));
    }

    fn not_a_choice(&mut self, key: &str, choices: &[&str], given: &str, place: TextRange) {
        let help = nearest(given, choices.iter().copied()).map(|similar| format!("write `\"{similar}\"`"));
        self.wrong(format!("expected {} for `{key}`, got '{given}'", one_of(choices)), place, help);
    }

    fn mistyped(&mut self, key: &str, expected: &str, given: &DeValue<'_>, place: TextRange) {
        let given = match given {
            DeValue::String(source) => format!("the string '{source}'"),
            DeValue::Integer(number) => format!("the number {}", number.as_str()),
            DeValue::Float(number) => format!("the number {}", number.as_str()),
            DeValue::Boolean(switch) => format!("`{switch}`"),
            DeValue::Datetime(_) => "a date".to_owned(),
            DeValue::Array(_) => "an array".to_owned(),
            DeValue::Table(_) => "a table".to_owned(),
        };
        self.wrong(format!("expected {expected} for `{key}`, got {given}"), place, None);
    }

    fn wrong(&mut self, message: String, place: TextRange, help: Option<String>) {
        let wrong = Diagnostic::error(codes::INVALID_SETTING, message).at(self.source.span(place), "");
        self.wrong.push(match help {
            Some(help) => wrong.help(help),
            None => wrong,
        });
    }
}

/// The allowed values of a setting, for messages.
fn expected(kind: Kind) -> String {
    match kind {
        Kind::Switch => "`true` or `false`".to_owned(),
        Kind::Number(least, most) => format!("a whole number from {least} to {most}"),
        Kind::Choice(choices) => one_of(&choices()),
        Kind::Choices(_) | Kind::Strings => "an array of strings".to_owned(),
        Kind::Path => "a path as a string".to_owned(),
        Kind::Paths => "an array of paths".to_owned(),
        Kind::Rules => "a table".to_owned(),
    }
}

fn one_of(choices: &[&str]) -> String {
    match choices {
        [] => String::new(),
        [only] => format!("'{only}'"),
        [rest @ .., last] => format!("'{}' or '{last}'", rest.join("', '")),
    }
}

/// Whether there are settings in a table of this name.
fn is_section(key: &str) -> bool {
    let prefix = joined(key, "");
    SETTINGS.iter().any(|setting| setting.key.starts_with(&prefix))
}

/// The names of settings and tables directly in a table.
fn names_in(section: &str) -> Vec<String> {
    let prefix = if section.is_empty() { String::new() } else { joined(section, "") };
    let mut names: Vec<String> = Vec::new();
    for rest in SETTINGS.iter().filter_map(|setting| setting.key.strip_prefix(&prefix)) {
        let name = rest.split('.').next().unwrap_or(rest).to_owned();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn joined(prefix: &str, name: &str) -> String {
    if prefix.is_empty() { name.to_owned() } else { format!("{prefix}.{name}") }
}

fn range(span: std::ops::Range<usize>) -> TextRange {
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    TextRange::new(offset(span.start), offset(span.end))
}
