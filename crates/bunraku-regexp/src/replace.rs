//! Ruby's `sub` and `gsub`.

use crate::error::LimitExceeded;
use crate::matched::Match;
use crate::regexp::Regexp;
use std::fmt;

/// Why a replacement could not be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplaceError {
    /// The search needed too many steps.
    Limit(LimitExceeded),
    /// The replacement refers to a group name that the pattern does not have.
    UnknownGroup(String),
    /// The replacement has a `\k<` without a `>`.
    UnclosedName,
    /// The result would be much larger than intended: a replacement can repeat everything before and after each match.
    TooLarge,
}

/// The maximum size of a result in bytes.
const LARGEST: usize = 1 << 28;

impl Regexp {
    /// Replaces the first match, like Ruby's `String#sub`.
    ///
    /// In the replacement, `\1` to `\9` and `\k<name>` stand for groups, `\0` and `\&` for the whole match, `` \` `` and `\'`
    /// for what is before and after it, and `\\` for a backslash. If the pattern has named groups, numbers stand for the
    /// empty string.
    pub fn replace(&self, text: &str, replacement: &str) -> Result<String, ReplaceError> {
        match self.find_at(text, 0)? {
            None => Ok(text.to_owned()),
            Some(found) => {
                let mut out = String::with_capacity(text.len() + replacement.len());
                out.push_str(found.pre());
                self.expand(&found, replacement, &mut out)?;
                out.push_str(found.post());
                Ok(out)
            }
        }
    }

    /// Replaces all matches, like Ruby's `String#gsub`. See [`Regexp::replace`] for the replacement.
    pub fn replace_all(&self, text: &str, replacement: &str) -> Result<String, ReplaceError> {
        self.replace_each(text, |found, out| self.expand(found, replacement, out))
    }

    /// Replaces each match by the result of a function, like Ruby's `String#gsub` with a block or a hash.
    pub fn replace_all_with(
        &self,
        text: &str,
        mut replacement: impl FnMut(&Match<'_>) -> String,
    ) -> Result<String, LimitExceeded> {
        self.replace_each(text, |found, out| {
            out.push_str(&replacement(found));
            Ok(())
        })
    }

    fn replace_each<E: From<LimitExceeded>>(
        &self,
        text: &str,
        mut write: impl FnMut(&Match<'_>, &mut String) -> Result<(), E>,
    ) -> Result<String, E> {
        let mut out = String::with_capacity(text.len());
        let mut copied = 0;
        for found in self.find_iter(text) {
            let found = found?;
            out.push_str(text.get(copied..found.start()).unwrap_or(""));
            write(&found, &mut out)?;
            copied = found.end();
        }
        out.push_str(text.get(copied..).unwrap_or(""));
        Ok(out)
    }

    /// Appends a replacement to `out`, with its references replaced.
    fn expand(&self, found: &Match<'_>, replacement: &str, out: &mut String) -> Result<(), ReplaceError> {
        let mut rest = replacement;
        while let Some(at) = rest.find('\\') {
            let (before, escape) = rest.split_at(at);
            push(out, before)?;
            let mut chars = escape.chars();
            chars.next();
            let kind = chars.next();
            rest = chars.as_str();
            match kind {
                Some('0' | '&') => push(out, found.as_str())?,
                Some(digit @ '1'..='9') => {
                    let group = digit.to_digit(10).filter(|_| self.group_names().next().is_none());
                    push(out, group.and_then(|group| found.text_of(group as usize)).unwrap_or(""))?;
                }
                Some('`') => push(out, found.pre())?,
                Some('\'') => push(out, found.post())?,
                Some('\\') => out.push('\\'),
                Some('k') if rest.starts_with('<') => {
                    let (name, after) = rest
                        .get(1..)
                        .and_then(|name| name.split_once('>'))
                        .ok_or(ReplaceError::UnclosedName)?;
                    if !self.group_names().any(|(known, _)| known == name) {
                        return Err(ReplaceError::UnknownGroup(name.to_owned()));
                    }
                    push(out, found.name(name).and_then(|range| found.text().get(range)).unwrap_or(""))?;
                    rest = after;
                }
                other => {
                    out.push('\\');
                    out.extend(other);
                }
            }
        }
        push(out, rest)?;
        Ok(())
    }
}

/// Appends to a result, which must not become too large.
fn push(out: &mut String, text: &str) -> Result<(), ReplaceError> {
    if out.len().saturating_add(text.len()) > LARGEST {
        return Err(ReplaceError::TooLarge);
    }
    out.push_str(text);
    Ok(())
}

impl From<LimitExceeded> for ReplaceError {
    fn from(limit: LimitExceeded) -> ReplaceError {
        ReplaceError::Limit(limit)
    }
}

impl fmt::Display for ReplaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplaceError::Limit(limit) => limit.fmt(f),
            ReplaceError::UnknownGroup(name) => {
                write!(f, "the replacement refers to the unknown group `{name}`")
            }
            ReplaceError::TooLarge => f.write_str("the result is too large"),
            ReplaceError::UnclosedName => {
                f.write_str("the replacement has a `\\k<` without a `>` after the group's name")
            }
        }
    }
}

impl std::error::Error for ReplaceError {}
