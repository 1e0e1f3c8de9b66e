//! Semantic versions.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::Str;

/// A semantic version, such as `1.2.3-rc.1+build`.
///
/// Equality compares every part. The order of versions, [`Version::precedence`], ignores the build.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Version(Arc<Parts>);

#[derive(PartialEq, Eq, Hash, Debug)]
struct Parts {
    major: u64,
    minor: u64,
    patch: u64,
    prerelease: Option<Vec<Identifier>>,
    build: Option<Vec<Str>>,
}

/// A part of a prerelease, between two periods.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Identifier {
    /// An identifier that has only digits. It is ordered as a number, before all others.
    Number(u64),
    /// An identifier that has other characters.
    Text(Str),
}

/// The major number of [`Version::max`].
const INFINITE: u64 = u64::MAX;

impl Version {
    /// A version from its parts. An empty list of identifiers is a prerelease that comes before all others.
    pub fn new(
        [major, minor, patch]: [u64; 3],
        prerelease: Option<Vec<Identifier>>,
        build: Option<Vec<Str>>,
    ) -> Version {
        Version(Arc::new(Parts { major, minor, patch, prerelease, build }))
    }

    /// The lowest of all versions.
    pub fn min() -> Version {
        Version::new([0, 0, 0], Some(Vec::new()), None)
    }

    /// A version that is higher than all others.
    pub fn max() -> Version {
        Version::new([INFINITE, 0, 0], None, None)
    }

    /// Parses a version, which must have all three numbers.
    pub fn parse(text: &str) -> Option<Version> {
        // The pattern of the Ruby library ends with `\Z`, which also matches before a line break.
        let text = text.strip_suffix('\n').unwrap_or(text);
        let (numbers, qualifier) = text.split_at(text.find(['-', '+']).unwrap_or(text.len()));
        let mut numbers = numbers.split('.').map(number);
        let parts = [numbers.next()??, numbers.next()??, numbers.next()??];
        if numbers.next().is_some() {
            return None;
        }
        let (prerelease, build) = qualifiers(qualifier)?;
        Some(Version::new(parts, prerelease, build))
    }

    /// The major, minor and patch numbers.
    pub fn numbers(&self) -> [u64; 3] {
        [self.0.major, self.0.minor, self.0.patch]
    }

    /// The identifiers of a prerelease.
    pub fn prerelease(&self) -> Option<&[Identifier]> {
        self.0.prerelease.as_deref()
    }

    /// The identifiers of the build.
    pub fn build(&self) -> Option<&[Str]> {
        self.0.build.as_deref()
    }

    /// Whether this is not a prerelease.
    pub fn is_stable(&self) -> bool {
        self.0.prerelease.as_ref().is_none_or(|parts| parts.is_empty())
    }

    /// The next patch version.
    pub(crate) fn next_patch(&self) -> Version {
        let [major, minor, patch] = self.numbers();
        Version::new([major, minor, patch.saturating_add(1)], None, None)
    }

    /// The order of two versions. Builds do not matter.
    pub fn precedence(&self, other: &Version) -> Ordering {
        self.numbers().cmp(&other.numbers()).then_with(|| match (&self.0.prerelease, &other.0.prerelease) {
            (None, None) => Ordering::Equal,
            (None, Some(_)) => Ordering::Greater,
            (Some(_), None) => Ordering::Less,
            (Some(mine), Some(yours)) => mine.cmp(yours),
        })
    }

    /// The version as a string.
    pub fn text(&self) -> String {
        let [major, minor, patch] = self.numbers();
        let mut text = if major == INFINITE {
            format!("Infinity.{minor}.{patch}")
        } else {
            format!("{major}.{minor}.{patch}")
        };
        if let Some(parts) = &self.0.prerelease {
            let parts: Vec<String> = parts.iter().map(Identifier::text).collect();
            text.push('-');
            text.push_str(&parts.join("."));
        }
        if let Some(parts) = &self.0.build {
            text.push('+');
            text.push_str(&parts.join("."));
        }
        text
    }
}

impl Identifier {
    fn text(&self) -> String {
        match self {
            Identifier::Number(number) => number.to_string(),
            Identifier::Text(text) => text.to_string(),
        }
    }
}

impl Ord for Identifier {
    fn cmp(&self, other: &Identifier) -> Ordering {
        match (self, other) {
            (Identifier::Number(a), Identifier::Number(b)) => a.cmp(b),
            (Identifier::Number(_), Identifier::Text(_)) => Ordering::Less,
            (Identifier::Text(_), Identifier::Number(_)) => Ordering::Greater,
            (Identifier::Text(a), Identifier::Text(b)) => a.cmp(b),
        }
    }
}

impl PartialOrd for Identifier {
    fn partial_cmp(&self, other: &Identifier) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A number without leading zeros.
pub(super) fn number(text: &str) -> Option<u64> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if plain && (text.len() == 1 || !text.starts_with('0')) { text.parse().ok() } else { None }
}

type Qualifiers = (Option<Vec<Identifier>>, Option<Vec<Str>>);

/// Parses the prerelease and the build of `-pre+build`, either of which may be missing.
pub(super) fn qualifiers(text: &str) -> Option<Qualifiers> {
    let (prerelease, build) = match text.split_once('+') {
        Some((prerelease, build)) => (prerelease, Some(build)),
        None => (text, None),
    };
    let is_part =
        |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let prerelease = match prerelease.strip_prefix('-') {
        None if prerelease.is_empty() => None,
        None => return None,
        Some(parts) => Some(
            parts
                .split('.')
                .map(|part| {
                    let digits = part.bytes().all(|byte| byte.is_ascii_digit());
                    match number(part) {
                        Some(number) => Some(Identifier::Number(number)),
                        None if is_part(part) && !digits => Some(Identifier::Text(part.into())),
                        None => None,
                    }
                })
                .collect::<Option<Vec<_>>>()?,
        ),
    };
    let build = match build {
        None => None,
        Some(parts) => Some(
            parts.split('.').map(|part| is_part(part).then(|| part.into())).collect::<Option<Vec<Str>>>()?,
        ),
    };
    Some((prerelease, build))
}
