//! Parsing ranges in the notation of npm and of Ruby's library semantic_puppet: `>=1.0.0 <2.0.0`, `~1.2`, `1.x || 3.x`.

use super::{Bound, Part};
use crate::values::Version;
use crate::values::version::{number, qualifiers};

/// The alternatives of a range, without duplicates. The inner `None` means that there are none, which stands for all
/// versions.
pub(super) fn alternatives(text: &str) -> Option<Option<Vec<Part>>> {
    let plain = without_blanks_after_operators(text);
    let alternatives: Vec<&str> = plain.split("||").map(str::trim_ascii).collect();
    if alternatives.iter().all(|alternative| alternative.is_empty()) {
        return Some(None);
    }
    let mut parts = Vec::new();
    for alternative in alternatives {
        if let Some(part) = parse_alternative(alternative)?
            && !parts.contains(&part)
        {
            parts.push(part);
        }
    }
    Some(Some(parts))
}

/// Removes blanks and a `v` after operators: `>= 1.0` and `>= v1.0` become `>=1.0`.
fn without_blanks_after_operators(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(char) = rest.chars().next() {
        plain.push(char);
        rest = &rest[char.len_utf8()..];
        if matches!(char, '>' | '<' | '=' | '~' | '^') {
            let trimmed = rest.trim_ascii_start();
            rest = trimmed.strip_prefix('v').unwrap_or(trimmed);
        }
    }
    plain
}

/// Parses one alternative. The inner `None` means that it is empty, or that no version is in it.
fn parse_alternative(text: &str) -> Option<Option<Part>> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    if let [from, "-", to] = words.as_slice() {
        let from = Part::One(Bound::GtEq(Partial::parse(from)?.version()));
        let to = Part::One(Bound::LtEq(Partial::parse(to)?.version()));
        return Some(from.intersection(&to));
    }
    let mut result: Option<Part> = None;
    for (index, word) in words.iter().enumerate() {
        let part = parse_simple(word)?;
        result = match result {
            None if index == 0 => Some(part),
            None => return Some(None),
            Some(before) => before.intersection(&part),
        };
    }
    Some(result)
}

fn parse_simple(word: &str) -> Option<Part> {
    let operator_end = word.find(|char| !matches!(char, '<' | '>' | '=' | '~' | '^')).unwrap_or(word.len());
    let (operator, operand) = word.split_at(operator_end);
    let partial = Partial::parse(operand)?;
    Some(match operator {
        "~" | "~>" | "~=" => partial.patch_updates(Exact::No),
        "^" if partial.numbers[0] == Some(0) => partial.patch_updates(Exact::No),
        "^" => partial.minor_updates(),
        ">" => Part::One(match partial.numbers {
            [None, ..] => Bound::Lt(Version::min()),
            [Some(major), None, _] => Bound::GtEq(plain(major.saturating_add(1), 0, 0)),
            [Some(major), Some(minor), None] => Bound::GtEq(plain(major, minor.saturating_add(1), 0)),
            _ => Bound::Gt(partial.version()),
        }),
        ">=" => Part::One(Bound::GtEq(partial.version())),
        "<" => Part::One(Bound::Lt(partial.version())),
        "<=" => Part::One(match partial.numbers {
            [None, ..] => Bound::All,
            [Some(major), None, _] => Bound::Lt(plain(major.saturating_add(1), 0, 0)),
            [Some(major), Some(minor), None] => Bound::Lt(plain(major, minor.saturating_add(1), 0)),
            _ => Bound::LtEq(partial.version()),
        }),
        "=" | "" => partial.patch_updates(Exact::Yes),
        _ => return None,
    })
}

/// A version whose numbers may be missing or wildcards: `1`, `1.x`, `1.2.*`.
struct Partial {
    numbers: [Option<u64>; 3],
    /// The version with zeros for the missing numbers.
    complete: Version,
}

/// Whether a version with all three numbers stands only for itself.
enum Exact {
    Yes,
    No,
}

impl Partial {
    fn parse(text: &str) -> Option<Partial> {
        let (numbers, qualifier) = text.split_at(text.find(['-', '+']).unwrap_or(text.len()));
        let mut found = [None; 3];
        let mut count = 0;
        for (index, part) in numbers.split('.').enumerate() {
            let slot = found.get_mut(index)?;
            *slot = if matches!(part, "x" | "X" | "*") { None } else { Some(number(part)?) };
            count = index + 1;
        }
        if !qualifier.is_empty() && count < 3 {
            return None;
        }
        let (prerelease, build) = qualifiers(qualifier)?;
        let complete = Version::new(found.map(|number| number.unwrap_or(0)), prerelease, build);
        Some(Partial { numbers: found, complete })
    }

    fn version(&self) -> Version {
        self.complete.clone()
    }

    /// The versions that `~` accepts: those with the same major and minor number, from this one on.
    fn patch_updates(&self, exact: Exact) -> Part {
        match (self.numbers, exact) {
            ([None, ..], _) => Part::One(Bound::All),
            ([Some(major), None, _], _) => between(plain(major, 0, 0), plain(major.saturating_add(1), 0, 0)),
            ([Some(major), Some(minor), None], _) => {
                between(plain(major, minor, 0), plain(major, minor.saturating_add(1), 0))
            }
            (_, Exact::Yes) => Part::One(Bound::Eq(self.version())),
            ([Some(major), Some(minor), _], Exact::No) => {
                between(self.version(), plain(major, minor.saturating_add(1), 0))
            }
        }
    }

    /// The versions that `^` accepts: those with the same major number, from this one on.
    fn minor_updates(&self) -> Part {
        match self.numbers {
            [None, ..] => Part::One(Bound::All),
            [Some(major), None, _] => between(plain(major, 0, 0), plain(major.saturating_add(1), 0, 0)),
            [Some(major), Some(minor), None] => {
                between(plain(major, minor, 0), plain(major.saturating_add(1), 0, 0))
            }
            [Some(major), Some(minor), Some(patch)] => {
                let from =
                    if self.complete.is_stable() { plain(major, minor, patch) } else { self.version() };
                between(from, plain(major.saturating_add(1), 0, 0))
            }
        }
    }
}

fn plain(major: u64, minor: u64, patch: u64) -> Version {
    Version::new([major, minor, patch], None, None)
}

fn between(from: Version, to: Version) -> Part {
    Part::Both(Bound::GtEq(from), Bound::Lt(to))
}
