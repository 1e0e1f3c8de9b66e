//! Chooses the fact set of a system, as rspec-puppet-facts does.

use bunraku::pcore::Value;
use bunraku::regexp::Regexp;

use super::{FactSet, all};
use crate::{
    Suite,
    questions::{Answer, string, table},
};

/// `newest_fact_set(simp, name, hardware, release, version)`: the number of the set of a system with the newest version of
/// Facter that is not newer than the wanted one, and whether that is exactly the wanted one; `undef` if there is none.
///
/// The name, the hardware and the release are conditions: `/.../` is a pattern, anything else is the value itself. The
/// release may be missing.
pub(crate) fn newest(suite: &Suite, args: &[Value]) -> Answer {
    let simp = matches!(args.first(), Some(Value::Bool(true)));
    let condition = |at| Condition::of(&string(args, at));
    let (name, hardware) = (condition(1)?, condition(2)?);
    let release = match args.get(3) {
        Some(Value::Str(_)) => Some(condition(3)?),
        _ => None,
    };
    let wanted = numbers(&string(args, 4));
    let fits = |set: &FactSet| {
        set.simp == simp
            && name.holds(&set.name)
            && hardware.holds(&set.hardware)
            && release.as_ref().is_none_or(|release| release.holds(&set.release))
    };
    let sets = all(suite).sets.iter().enumerate().filter(|(_, set)| fits(set));
    let versions: Vec<(Vec<i64>, usize)> =
        sets.map(|(number, set)| (numbers(&shown(&set.version)), number)).collect();
    let limit = [wanted.first().copied().unwrap_or(0), wanted.get(1).copied().unwrap_or(0).saturating_add(1)];
    // Of several sets of one version the last counts.
    let exact = versions.iter().filter(|(version, _)| version.starts_with(&wanted)).max();
    let older = versions.iter().filter(|(version, _)| version.as_slice() < limit.as_slice()).max();
    let answer = |(_, number): &(Vec<i64>, usize)| {
        let number = i64::try_from(*number).map_or(Value::Undef, Value::Int);
        table([("number", number), ("exact", Value::Bool(exact.is_some()))])
    };
    Ok(exact.or(older).map_or(Value::Undef, answer))
}

enum Condition {
    Pattern(Regexp),
    Value(String),
}

impl Condition {
    fn of(wanted: &str) -> Result<Condition, String> {
        match wanted.strip_prefix('/').and_then(|rest| rest.strip_suffix('/')) {
            Some(pattern) => {
                Regexp::new(pattern).map(Condition::Pattern).map_err(|error| format!("{error}: /{pattern}/"))
            }
            None => {
                let value = wanted.strip_prefix('"').unwrap_or(wanted);
                Ok(Condition::Value(value.strip_suffix('"').unwrap_or(value).to_owned()))
            }
        }
    }

    fn holds(&self, actual: &Value) -> bool {
        let actual = shown(actual);
        match self {
            Condition::Pattern(pattern) => pattern.is_match(&actual).unwrap_or(false),
            Condition::Value(value) => actual == *value,
        }
    }
}

/// A fact as text.
fn shown(value: &Value) -> String {
    match value {
        Value::Str(text) => text.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        _ => String::new(),
    }
}

/// The numbers of a version, of which each part begins with one or counts as zero.
fn numbers(version: &str) -> Vec<i64> {
    let mut numbers: Vec<i64> = version
        .split('.')
        .map(|part| {
            let end = part.find(|char: char| !char.is_ascii_digit()).unwrap_or(part.len());
            part.get(..end).and_then(|digits| digits.parse().ok()).unwrap_or(0)
        })
        .collect();
    // An empty version has no numbers at all.
    if version.is_empty() {
        numbers.clear();
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_patterns_or_values() {
        let holds = |wanted: &str, actual: &str| {
            Condition::of(wanted).is_ok_and(|condition| condition.holds(&Value::str(actual)))
        };
        assert!(holds("/^12/", "12.5") && !holds("/^12/", "8.12"));
        assert!(holds("\"2019\"", "2019") && holds("Debian", "Debian") && !holds("Debian", "debian"));
        assert!(Condition::of("/(/").is_err());
        assert!(Condition::of("x").is_ok_and(|condition| !condition.holds(&Value::Undef)));
    }

    #[test]
    fn versions_are_compared_by_their_numbers() {
        assert_eq!(numbers("4.10.2"), [4, 10, 2]);
        assert_eq!(numbers("4.x.1rc"), [4, 0, 1]);
        assert!(numbers("").is_empty());
        assert!(numbers("4.9") < numbers("4.10"));
    }
}
