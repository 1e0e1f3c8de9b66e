//! A fact set on the command line: `os.release.major=12`.

use std::str::FromStr;

use bunraku::diag::{Diagnostic, codes};
use bunraku::pcore::{Hash, Value, infer, notation};

use crate::json;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    /// The name of the fact, then the keys that lead into it.
    path: Vec<String>,
    value: String,
}

impl FromStr for Assignment {
    type Err = String;

    fn from_str(text: &str) -> Result<Assignment, String> {
        let (path, value) = text
            .split_once('=')
            .ok_or_else(|| format!("expected NAME=VALUE, such as `{}=value`", text.trim()))?;
        let path = keys(path.trim()).ok_or("missing name before `=`, such as `role` or `os.family`")?;
        Ok(Assignment { path, value: value.trim().to_owned() })
    }
}

impl Assignment {
    /// Sets the fact.
    pub fn apply(&self, facts: &mut Hash) -> Result<(), Box<Diagnostic>> {
        *facts = self.set(facts, 0)?;
        Ok(())
    }

    /// Returns the entries with the value set at the rest of the path.
    fn set(&self, entries: &Hash, depth: usize) -> Result<Hash, Box<Diagnostic>> {
        let mut entries = entries.clone();
        let Some(key) = self.path.get(depth) else { return Ok(entries) };
        let before = entries.get_str(key).cloned().unwrap_or_default();
        let value = match before {
            before if depth + 1 == self.path.len() => self.value(&before),
            Value::Hash(inner) => Value::Hash(self.set(&inner, depth + 1)?),
            Value::Undef => Value::Hash(self.set(&Hash::new(), depth + 1)?),
            other => return Err(self.no_hash(depth, &other)),
        };
        entries.insert(Value::str(key.as_str()), value);
        Ok(entries)
    }

    fn no_hash(&self, depth: usize, value: &Value) -> Box<Diagnostic> {
        let rules = &bunraku::edition::PUPPET8.types;
        let outer = self.path.get(..=depth).unwrap_or_default().join(".");
        let ty = notation::notation(rules, &infer::generalized(rules, value));
        let message = format!(
            "cannot set the fact `{}`: `{outer}` must be a Hash, got the {ty} {}",
            self.path.join("."),
            notation::literal(rules, value)
        );
        Box::new(Diagnostic::error(codes::WRONG_USE, message))
    }

    /// Parses the value: JSON if it is valid JSON, otherwise a string. A number stays a string where Facter reports
    /// strings.
    fn value(&self, before: &Value) -> Value {
        let is_string = before.as_str().is_some() || before.is_undef() && self.is_always_string();
        match json::value(&self.value) {
            Some(Value::Int(_) | Value::Float(_)) if is_string => Value::str(self.value.as_str()),
            Some(value) => value,
            None => Value::str(self.value.as_str()),
        }
    }

    /// Whether Facter reports a string even if it looks like a number: versions and releases.
    fn is_always_string(&self) -> bool {
        let first = self.path.first().map_or("", String::as_str);
        first == "os" || first.starts_with("kernel") || first.ends_with("version")
    }
}

/// Splits a path at its dots, except inside quotes: `mountpoints."/a.b".size`.
fn keys(path: &str) -> Option<Vec<String>> {
    let (mut keys, mut key, mut quote) = (Vec::new(), String::new(), None);
    for char in path.chars() {
        match (char, quote) {
            (char, Some(open)) if char == open => quote = None,
            ('"' | '\'', None) => quote = Some(char),
            ('.', None) => keys.push(std::mem::take(&mut key)),
            _ => key.push(char),
        }
    }
    keys.push(key);
    (quote.is_none() && keys.iter().all(|key| !key.is_empty())).then_some(keys)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(facts: Hash, assignments: &[&str]) -> Result<String, String> {
        let mut facts = facts;
        for text in assignments {
            let assignment: Assignment = text.parse()?;
            assignment.apply(&mut facts).map_err(|error| error.message)?;
        }
        Ok(notation::literal(&bunraku::edition::PUPPET8.types, &Value::Hash(facts)))
    }

    #[track_caller]
    fn check(assignments: &[&str], expected: &str) {
        assert_eq!(set(Hash::new(), assignments).as_deref(), Ok(expected));
    }

    #[test]
    fn values_have_types() {
        check(&["a=1", "b=true", "c=1.5", "d=web"], "{'a' => 1, 'b' => true, 'c' => 1.5, 'd' => 'web'}");
        check(
            &["a=\"1\"", "b=[80, 443]", "c={\"x\": 1}"],
            "{'a' => '1', 'b' => [80, 443], 'c' => {'x' => 1}}",
        );
        check(&["a=", "b=x=y"], "{'a' => '', 'b' => 'x=y'}");
    }

    #[test]
    fn paths_lead_into_hashes() {
        check(&["a.b.c=1", "a.b.d=2"], "{'a' => {'b' => {'c' => 1, 'd' => 2}}}");
        check(&["m.\"/a.b\".size=1"], "{'m' => {'/a.b' => {'size' => 1}}}");
        assert_eq!(
            set(Hash::new(), &["a=web", "a.b=1"]),
            Err("cannot set the fact `a.b`: `a` must be a Hash, got the String 'web'".to_owned())
        );
    }

    #[test]
    fn versions_are_strings() {
        check(
            &["os.release.major=12", "os.selinux.enabled=true"],
            "{'os' => {'release' => {'major' => '12'}, 'selinux' => {'enabled' => true}}}",
        );
        check(&["v=\"1\"", "v=2"], "{'v' => '2'}");
        check(&["puppetversion=8"], "{'puppetversion' => '8'}");
    }

    #[test]
    fn mistakes() {
        for string in ["a", "=1", "a..b=1", ".a=1", "'a=1"] {
            assert!(string.parse::<Assignment>().is_err(), "{string}");
        }
    }
}
