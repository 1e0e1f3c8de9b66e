//! A pattern: which resources it matches, and which of their differences.

use std::collections::BTreeSet;
use std::sync::Arc;

use bunraku_edition::PUPPET8;
use bunraku_pcore::{Value, notation};
use bunraku_regexp::{Options, Regexp, wildcard};

use super::super::elements::elements;
use crate::lines;

/// A parsed pattern.
#[derive(Debug, Clone)]
pub struct Rule {
    /// In lowercase.
    type_name: String,
    title: String,
    side: Side,
    parameter: Option<Parameter>,
}

/// In which catalog something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// In any.
    Any,
    /// Only in the new catalog.
    Added,
    /// Only in the old catalog.
    Removed,
    /// In only one of the two.
    OnlyOne,
}

#[derive(Debug, Clone)]
struct Parameter {
    name: String,
    /// The keys below which values may differ.
    keys: Vec<String>,
    condition: Condition,
}

/// A condition on the values.
#[derive(Debug, Clone)]
enum Condition {
    None,
    /// One of them equals this string.
    Either(String),
    New(String),
    Old(String),
    /// One changed line matches.
    SomeLine(Arc<Regexp>),
    /// All changed lines match.
    EachLine(Arc<Regexp>),
    SameElements,
}

impl Rule {
    /// Parses a pattern. The error says what is wrong with it.
    pub fn read(pattern: &str) -> Result<Rule, String> {
        let wrong = || format!("`{pattern}` is not a pattern such as `File[/tmp/*]` or `File[*]::mode`");
        let (type_name, title, side, parameter) = match pattern.split_once('[') {
            None => match pattern.split_once("::") {
                // A type may contain `::` in its name; a parameter begins with a lowercase letter.
                Some((type_name, parameter))
                    if parameter.starts_with(|c: char| c.is_lowercase() || c == '*') =>
                {
                    (type_name, "*", Side::Any, Some(parameter))
                }
                _ => (pattern, "*", Side::Any, None),
            },
            Some((type_name, rest)) => {
                // What follows the title may contain brackets: in a value, or in a regular expression.
                let end =
                    [rest.find("]::"), rest.find("]+::"), rest.find("]-::")].into_iter().flatten().min();
                let end = end.or_else(|| rest.rfind(']')).ok_or_else(wrong)?;
                let (title, after) = rest.split_at(end);
                let after = after.strip_prefix(']').unwrap_or("");
                let (signs, parameter) = match after.split_once("::") {
                    Some((signs, parameter)) => (signs, Some(parameter)),
                    None => (after, None),
                };
                let side = match signs {
                    "" => Side::Any,
                    "+" => Side::Added,
                    "-" => Side::Removed,
                    "+-" | "-+" => Side::OnlyOne,
                    _ => return Err(wrong()),
                };
                (type_name, title, side, parameter)
            }
        };
        if type_name.is_empty() || title.is_empty() {
            return Err(wrong());
        }
        let parameter = parameter.map(|text| Parameter::read(text)?.ok_or_else(wrong)).transpose()?;
        Ok(Rule { type_name: type_name.to_lowercase(), title: title.to_owned(), side, parameter })
    }

    /// Which resources it excludes; `None` if it is about parameters.
    pub fn whole(&self) -> Option<Side> {
        self.parameter.is_none().then_some(self.side)
    }

    pub fn names(&self, reference: &str) -> bool {
        let Some((type_name, rest)) = reference.split_once('[') else { return false };
        let title = rest.strip_suffix(']').unwrap_or(rest);
        matches(&self.type_name, &type_name.to_lowercase()) && matches(&self.title, title)
    }

    /// Whether it excludes a parameter with these values.
    pub fn leaves_out(&self, name: &str, old: Option<&Value>, new: Option<&Value>) -> bool {
        let Some(parameter) = &self.parameter else { return false };
        let sided = match self.side {
            Side::Any => true,
            Side::Added => old.is_none(),
            Side::Removed => new.is_none(),
            Side::OnlyOne => old.is_none() || new.is_none(),
        };
        sided
            && matches(&parameter.name, name)
            && parameter.differs_only_below(old, new)
            && parameter.condition.holds(old, new)
    }
}

impl Side {
    /// Whether it includes what is only in the new, or only in the old catalog.
    pub fn includes(self, is_added: bool) -> bool {
        match self {
            Side::Any | Side::OnlyOne => true,
            Side::Added => is_added,
            Side::Removed => !is_added,
        }
    }
}

impl Parameter {
    /// Parses `parameters::name`, `name` or `name::key`, and what may follow; `None` if there is no name.
    fn read(text: &str) -> Result<Option<Parameter>, String> {
        let (path, condition) = Condition::split(text)?;
        // The members of a resource are its parameters, as far as they are compared.
        let path = path.strip_prefix("parameters::").unwrap_or(path);
        let mut parts = path.split("::").map(str::to_owned);
        let name = parts.next().filter(|name| !name.is_empty());
        Ok(name.map(|name| Parameter { name, keys: parts.collect(), condition }))
    }

    fn differs_only_below(&self, old: Option<&Value>, new: Option<&Value>) -> bool {
        if self.keys.is_empty() {
            return true;
        }
        let (Some(old), Some(new)) = (old, new) else { return false };
        elements(old, new).is_some_and(|parts| parts.iter().all(|part| part.path.starts_with(&self.keys)))
    }
}

impl Condition {
    /// Splits at the first operator, and returns the condition that it forms with the rest.
    fn split(text: &str) -> Result<(&str, Condition), String> {
        let operators = ["=>", "=+>", "=->", "=~>", "=&>", "=s>"];
        let found = operators.iter().filter_map(|operator| Some((text.find(operator)?, *operator))).min();
        let Some((at, operator)) = found else { return Ok((text, Condition::None)) };
        let (path, rest) = text.split_at(at);
        let value = rest.strip_prefix(operator).unwrap_or_default();
        let pattern = || {
            let options = Options { ignore_case: true, ..Options::default() };
            let pattern = Regexp::with_options(value, options);
            pattern.map(Arc::new).map_err(|error| format!("`{value}` is not a regular expression: {error}"))
        };
        Ok((
            path,
            match operator {
                "=+>" => Condition::New(value.to_owned()),
                "=->" => Condition::Old(value.to_owned()),
                "=~>" => Condition::SomeLine(pattern()?),
                "=&>" => Condition::EachLine(pattern()?),
                "=s>" if value == "=" => Condition::SameElements,
                "=s>" => return Err(format!("expected `=s>=`, got `{rest}`")),
                _ => Condition::Either(value.to_owned()),
            },
        ))
    }

    fn holds(&self, old: Option<&Value>, new: Option<&Value>) -> bool {
        let is = |value: Option<&Value>, wanted: &str| value.is_some_and(|value| written(value) == wanted);
        // A pattern that takes too long does not match.
        let fits = |line: &String, pattern: &Regexp| pattern.is_match(line).unwrap_or(false);
        match self {
            Condition::None => true,
            Condition::Either(wanted) => is(old, wanted) || is(new, wanted),
            Condition::New(wanted) => is(new, wanted),
            Condition::Old(wanted) => is(old, wanted),
            Condition::SomeLine(pattern) => changed_lines(old, new).iter().any(|line| fits(line, pattern)),
            Condition::EachLine(pattern) => changed_lines(old, new).iter().all(|line| fits(line, pattern)),
            Condition::SameElements => match (old, new) {
                (Some(Value::Array(old)), Some(Value::Array(new))) => {
                    let set = |values: &[Value]| values.iter().map(written).collect::<BTreeSet<_>>();
                    set(old) == set(new)
                }
                _ => false,
            },
        }
    }
}

/// The lines that differ, each with its sign.
fn changed_lines(old: Option<&Value>, new: Option<&Value>) -> Vec<String> {
    let text = |value: Option<&Value>| value.map(written).unwrap_or_default();
    let difference = lines::unified("", &text(old), &text(new));
    let lines = difference.lines().skip(2).filter(|line| line.starts_with(['+', '-']));
    lines.map(|line| line.trim().to_owned()).collect()
}

/// A string as it is, other values as a program would write them.
fn written(value: &Value) -> String {
    match value {
        Value::Str(text) => text.to_string(),
        value => notation::literal(&PUPPET8.types, value),
    }
}

/// Whether a pattern with `*` wildcards matches a whole string.
fn matches(pattern: &str, text: &str) -> bool {
    wildcard::matches(pattern, text, wildcard::Flags::ONLY_STARS)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns() {
        for (pattern, string, expected) in [
            ("a*c", "abc", true),
            ("a*c", "ac", true),
            ("a*c", "acb", false),
            ("*", "", true),
            ("*b*", "abc", true),
            ("a*a", "a", false),
            ("a", "ab", false),
            ("*.conf", "/etc/a.conf", true),
        ] {
            assert_eq!(matches(pattern, string), expected, "{pattern} {string}");
        }
    }
}
