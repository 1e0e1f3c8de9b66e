//! Ranges of semantic versions.

mod parse;

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::Str;
use crate::values::Version;

/// A set of versions. Ranges are equal if they have the same parts, even if they were written differently.
#[derive(Clone, Debug)]
pub struct VersionRange(Arc<Ranges>);

#[derive(Debug)]
struct Ranges {
    parts: Vec<Part>,
    text: Str,
}

/// One alternative: everything between two bounds, or just one bound.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Part {
    One(Bound),
    Both(Bound, Bound),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Bound {
    All,
    Gt(Version),
    GtEq(Version),
    Lt(Version),
    LtEq(Version),
    Eq(Version),
}

impl VersionRange {
    /// Parses a range. `None` if the string is not a range.
    pub fn parse(text: &str) -> Option<VersionRange> {
        if text.starts_with(char::is_whitespace) {
            return None;
        }
        let (parts, text) = match parse::alternatives(text)? {
            Some(parts) => (parts, text),
            None => (vec![Part::One(Bound::All)], "*"),
        };
        Some(VersionRange::of(parts, text.into()))
    }

    /// The range from a version to another one, which is part of the range unless it is excluded.
    pub fn between(from: &Version, to: &Version, exclude_end: bool) -> VersionRange {
        // The two versions are in the wrong order in the string, as in Puppet.
        let (upper, text) = if exclude_end {
            (Bound::Lt(to.clone()), format!(">={} <{}", to.text(), from.text()))
        } else {
            (Bound::LtEq(to.clone()), format!("{} - {}", to.text(), from.text()))
        };
        let part = Part::One(Bound::GtEq(from.clone())).intersection(&Part::One(upper));
        VersionRange::of(part.into_iter().collect(), text.into())
    }

    fn of(parts: Vec<Part>, text: Str) -> VersionRange {
        let mut parts = merge_all(parts);
        if parts.is_empty() {
            // A range that contains no version.
            parts.push(Part::One(Bound::Lt(Version::min())));
        }
        VersionRange(Arc::new(Ranges { parts, text }))
    }

    /// The range as it was written.
    pub fn text(&self) -> &Str {
        &self.0.text
    }

    /// The parts of the range in a uniform notation, regardless of how it was written.
    pub fn inspect(&self) -> String {
        let parts: Vec<String> = self.0.parts.iter().map(Part::text).collect();
        parts.join(" || ")
    }

    /// Whether a version is in the range. A prerelease can only be if a bound is a prerelease of the same version, so that
    /// `>=1.0.0` does not accept `1.1.0-rc.1`.
    pub fn includes(&self, version: &Version) -> bool {
        self.0
            .parts
            .iter()
            .any(|part| part.includes(version) && (version.is_stable() || part.allows(version)))
    }

    /// The first and the last version, and whether the last one is excluded. `None` if the range has several parts.
    pub(crate) fn ends(&self) -> Option<(Version, Version, bool)> {
        match self.0.parts.as_slice() {
            [part] => Some((part.begin(), part.end(), part.excludes_end())),
            _ => None,
        }
    }

    /// Whether this range is inside another one. Always false if either has several parts.
    pub fn covered_by(&self, other: &VersionRange) -> bool {
        let (Some((begin, end, open)), Some((other_begin, other_end, other_open))) =
            (self.ends(), other.ends())
        else {
            return false;
        };
        other_begin.precedence(&begin).is_le()
            && (other_end.precedence(&end).is_gt() || other_end == end && (!other_open || open))
    }

    /// The smallest range that covers both, if they overlap or touch.
    pub(crate) fn merge(&self, other: &VersionRange) -> Option<VersionRange> {
        let (a_begin, a_end, a_open) = self.ends()?;
        let (b_begin, b_end, b_open) = other.ends()?;
        if self.includes(&b_begin) || other.includes(&a_begin) {
            let (max, open) = match a_end.precedence(&b_end) {
                Ordering::Greater => (&a_end, a_open),
                Ordering::Less => (&b_end, b_open),
                Ordering::Equal => (&a_end, a_open && b_open),
            };
            let min = if a_begin.precedence(&b_begin).is_le() { &a_begin } else { &b_begin };
            Some(VersionRange::between(min, max, open))
        } else if a_open && a_end == b_begin {
            Some(VersionRange::between(&a_begin, &b_end, b_open))
        } else if b_open && b_end == a_begin {
            Some(VersionRange::between(&b_begin, &a_end, a_open))
        } else {
            None
        }
    }
}

impl PartialEq for VersionRange {
    fn eq(&self, other: &VersionRange) -> bool {
        self.0.parts == other.0.parts
    }
}

impl Eq for VersionRange {}

impl Hash for VersionRange {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.parts.hash(state);
    }
}

/// Merges parts that overlap or touch, until there are none.
fn merge_all(mut parts: Vec<Part>) -> Vec<Part> {
    let mut merged_some = true;
    while parts.len() > 1 && merged_some {
        merged_some = false;
        let mut result = Vec::new();
        while let Some(mut part) = parts.pop() {
            parts.retain(|other| match part.merge(other) {
                Some(merged) => {
                    merged_some = true;
                    part = merged;
                    false
                }
                None => true,
            });
            result.push(part);
        }
        result.reverse();
        parts = result;
    }
    parts
}

impl Part {
    fn text(&self) -> String {
        match self {
            Part::One(bound) => bound.text(),
            Part::Both(lower, upper) => format!("{} {}", lower.text(), upper.text()),
        }
    }

    fn lower(&self) -> &Bound {
        match self {
            Part::One(bound) | Part::Both(bound, _) => bound,
        }
    }

    fn upper(&self) -> &Bound {
        match self {
            Part::One(bound) | Part::Both(_, bound) => bound,
        }
    }

    fn begin(&self) -> Version {
        match self.lower() {
            Bound::Gt(version) | Bound::GtEq(version) | Bound::Eq(version) => version.clone(),
            _ => Version::min(),
        }
    }

    fn end(&self) -> Version {
        match self.upper() {
            Bound::Lt(version) | Bound::LtEq(version) | Bound::Eq(version) => version.clone(),
            _ => Version::max(),
        }
    }

    fn excludes_begin(&self) -> bool {
        matches!(self.lower(), Bound::Gt(_))
    }

    fn excludes_end(&self) -> bool {
        matches!(self.upper(), Bound::Lt(_))
    }

    fn includes(&self, version: &Version) -> bool {
        match self {
            Part::One(bound) => bound.includes(version),
            Part::Both(lower, upper) => lower.includes(version) && upper.includes(version),
        }
    }

    /// Whether a bound makes this prerelease acceptable.
    fn allows(&self, prerelease: &Version) -> bool {
        match self {
            Part::One(bound) => bound.allows(prerelease),
            Part::Both(lower, upper) => lower.allows(prerelease) || upper.allows(prerelease),
        }
    }

    fn intersection(&self, other: &Part) -> Option<Part> {
        if matches!(self, Part::One(Bound::All)) {
            return Some(other.clone());
        }
        match self.begin().precedence(&other.end()) {
            Ordering::Greater => return None,
            Ordering::Equal => {
                let open = self.excludes_begin() || other.excludes_end();
                return (!open).then(|| Part::One(Bound::Eq(self.begin())));
            }
            Ordering::Less => {}
        }
        match other.begin().precedence(&self.end()) {
            Ordering::Greater => return None,
            Ordering::Equal => {
                let open = other.excludes_begin() || self.excludes_end();
                return (!open).then(|| Part::One(Bound::Eq(other.begin())));
            }
            Ordering::Less => {}
        }
        let min = match self.begin().precedence(&other.begin()) {
            Ordering::Less => other,
            Ordering::Greater => self,
            Ordering::Equal if self.excludes_begin() => self,
            Ordering::Equal => other,
        };
        let max = match self.end().precedence(&other.end()) {
            Ordering::Greater => other,
            Ordering::Less => self,
            Ordering::Equal if self.excludes_end() => self,
            Ordering::Equal => other,
        };
        Some(if !max.upper().is_upper() {
            min.clone()
        } else if !min.lower().is_lower() {
            max.clone()
        } else {
            Part::Both(min.lower().clone(), max.upper().clone())
        })
    }

    fn merge(&self, other: &Part) -> Option<Part> {
        if matches!(self, Part::One(Bound::All)) {
            return Some(self.clone());
        }
        let (begin, end) = (self.begin(), self.end());
        let (other_begin, other_end) = (other.begin(), other.end());
        if self.includes(&other_begin) || other.includes(&begin) {
            let (min, open_begin) = match begin.precedence(&other_begin) {
                Ordering::Less => (begin, self.excludes_begin()),
                Ordering::Greater => (other_begin, other.excludes_begin()),
                Ordering::Equal => (begin, self.excludes_begin() && other.excludes_begin()),
            };
            let (max, open_end) = match end.precedence(&other_end) {
                Ordering::Greater => (end, self.excludes_end()),
                Ordering::Less => (other_end, other.excludes_end()),
                Ordering::Equal => (end, self.excludes_end() && other.excludes_end()),
            };
            from_to(min, open_begin, max, open_end)
        } else if self.excludes_end() && !other.excludes_begin() && end == other_begin
            || !self.excludes_end() && !other.excludes_begin() && end.next_patch() == other_begin
        {
            from_to(begin, self.excludes_begin(), other_end, other.excludes_end())
        } else if other.excludes_end() && !self.excludes_begin() && other_end == begin
            || !other.excludes_end() && !self.excludes_begin() && other_end.next_patch() == begin
        {
            from_to(other_begin, other.excludes_begin(), end, self.excludes_end())
        } else {
            None
        }
    }
}

fn from_to(min: Version, open_begin: bool, max: Version, open_end: bool) -> Option<Part> {
    let lower = if open_begin { Bound::Gt(min) } else { Bound::GtEq(min) };
    let upper = if open_end { Bound::Lt(max) } else { Bound::LtEq(max) };
    Part::One(lower).intersection(&Part::One(upper))
}

impl Bound {
    fn text(&self) -> String {
        match self {
            Bound::All => "*".to_string(),
            Bound::Gt(version) => format!(">{}", version.text()),
            Bound::GtEq(version) => format!(">={}", version.text()),
            Bound::Lt(version) if *version == Version::min() => "<0.0.0".to_string(),
            Bound::Lt(version) => format!("<{}", version.text()),
            Bound::LtEq(version) => format!("<={}", version.text()),
            Bound::Eq(version) => version.text(),
        }
    }

    fn includes(&self, version: &Version) -> bool {
        match self {
            Bound::All => true,
            Bound::Gt(bound) => version.precedence(bound).is_gt(),
            Bound::GtEq(bound) => version.precedence(bound).is_ge(),
            Bound::Lt(bound) => version.precedence(bound).is_lt(),
            Bound::LtEq(bound) => version.precedence(bound).is_le(),
            Bound::Eq(bound) => version == bound,
        }
    }

    fn allows(&self, prerelease: &Version) -> bool {
        match self {
            Bound::All => true,
            Bound::Gt(bound)
            | Bound::GtEq(bound)
            | Bound::Lt(bound)
            | Bound::LtEq(bound)
            | Bound::Eq(bound) => !bound.is_stable() && bound.numbers() == prerelease.numbers(),
        }
    }

    /// Whether this excludes any versions below it.
    fn is_lower(&self) -> bool {
        match self {
            Bound::Gt(_) => true,
            Bound::GtEq(version) | Bound::Eq(version) => *version != Version::min(),
            _ => false,
        }
    }

    /// Whether this excludes any versions above it.
    fn is_upper(&self) -> bool {
        match self {
            Bound::Lt(_) => true,
            Bound::LtEq(version) | Bound::Eq(version) => *version != Version::max(),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn includes(range: &str, version: &str) -> bool {
        VersionRange::parse(range).unwrap().includes(&Version::parse(version).unwrap())
    }

    #[test]
    fn ranges() {
        assert!(includes(">=1.0.0 <2.0.0", "1.9.9"));
        assert!(!includes(">=1.0.0 <2.0.0", "2.0.0"));
        assert!(!includes(">=1.0.0", "1.1.0-rc.1"));
        assert!(includes(">=1.1.0-alpha", "1.1.0-rc.1"));
        assert!(includes("1.x || 3.x", "3.4.5"));
        assert!(includes("~1.2", "1.2.9"));
        assert!(includes("^1.2", "1.9.0"));
        assert!(includes("> 1.2", "1.3.0"));
        assert!(includes("1.0.0 - 2.0.0", "2.0.0"));
        assert!(VersionRange::parse("nonsense").is_none());
        assert!(VersionRange::parse(">=1.a").is_none());
    }
}
