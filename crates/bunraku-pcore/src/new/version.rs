//! Versions and ranges of versions from other values.

use super::{New, NewError};
use crate::values::{Identifier, Version, VersionRange};
use crate::{Str, Value};

impl New<'_> {
    pub(super) fn version(&self, args: &[Value]) -> Result<Value, NewError> {
        let parts: Vec<Option<&Value>> = match args {
            [Value::Str(text)] => {
                return Version::parse(text)
                    .map(Value::Version)
                    .ok_or_else(|| self.string_error(text, "SemVer"));
            }
            [Value::Hash(named)] => {
                let names = ["major", "minor", "patch", "prerelease", "build"];
                let known = |key: &Value| key.as_str().is_some_and(|key| names.contains(&key));
                if !named.keys().all(known) {
                    return Err(
                        self.arguments("SemVer", format!("the hash may have the keys {}", names.join(", ")))
                    );
                }
                names.iter().map(|name| named.get_str(name)).collect()
            }
            args if (3..=5).contains(&args.len()) => {
                args.iter().map(Some).chain(std::iter::repeat(None)).take(5).collect()
            }
            _ => return Err(self.count("SemVer", "a string, or three numbers and qualifiers", args)),
        };
        let number = |index: usize| match parts.get(index).copied().flatten() {
            Some(Value::Int(number)) => u64::try_from(*number).ok(),
            _ => None,
        };
        let numbers = number(0).zip(number(1)).zip(number(2));
        let ((major, minor), patch) = numbers.ok_or_else(|| {
            self.arguments("SemVer", "major, minor and patch must be non-negative integers")
        })?;
        let qualifier = |index: usize| match parts.get(index).copied().flatten() {
            None => Ok(None),
            Some(Value::Str(text)) if is_qualifier(text) => Ok(Some(text.clone())),
            Some(_) => Err(self.arguments(
                "SemVer",
                "a qualifier may only contain letters, digits and hyphens, separated \
                 by periods",
            )),
        };
        // Puppet splits a qualifier at its periods only if it parses a whole version from a string. Here it is a single
        // identifier, even with periods in it.
        let prerelease = qualifier(3)?.map(|text| vec![Identifier::Text(text)]);
        let build = qualifier(4)?.map(|text| vec![text]);
        Ok(Value::Version(Version::new([major, minor, patch], prerelease, build)))
    }

    pub(super) fn version_range(&self, args: &[Value]) -> Result<Value, NewError> {
        let (min, max, exclude) = match args {
            [Value::Str(text)] if !text.is_empty() => {
                let range = VersionRange::parse(text);
                return range.map(Value::VersionRange).ok_or_else(|| self.string_error(text, "SemVerRange"));
            }
            [Value::Hash(named)] => {
                let known = |key: &Value| matches!(key.as_str(), Some("min" | "max" | "exclude_max"));
                if named.get_str("min").is_none() || !named.keys().all(known) {
                    return Err(self.arguments(
                        "SemVerRange",
                        "the hash must have the key min, and may have max and \
                         exclude_max",
                    ));
                }
                (named.get_str("min"), named.get_str("max"), named.get_str("exclude_max"))
            }
            [min, max] => (Some(min), Some(max), None),
            [min, max, exclude] => (Some(min), Some(max), Some(exclude)),
            _ => return Err(self.count("SemVerRange", "a string, or two versions", args)),
        };
        let version = |value: Option<&Value>, open: Version| match value {
            None | Some(Value::Default) => Ok(open),
            Some(Value::Version(version)) => Ok(version.clone()),
            Some(_) => Err(self.arguments("SemVerRange", "each end must be a version or default")),
        };
        let exclude = match exclude {
            None => false,
            Some(Value::Bool(exclude)) => *exclude,
            Some(_) => {
                return Err(self.arguments("SemVerRange", "`exclude_max` must be true or false"));
            }
        };
        let (min, max) = (version(min, Version::min())?, version(max, Version::max())?);
        Ok(Value::VersionRange(VersionRange::between(&min, &max, exclude)))
    }
}

fn is_qualifier(text: &Str) -> bool {
    text.split('.')
        .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'))
}
