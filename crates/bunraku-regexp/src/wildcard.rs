//! Wildcards of file names, as in Ruby's `File.fnmatch`: `*`, `?`, `[a-z]`, `{a,b}` and `**/`.
//!
//! Every pattern of file names is matched here, so that an agent's `ignore`, a linter's `--ignore-paths`, data files and
//! Ruby code agree. The work is counted: a pattern may come from a request or from a module.

use std::fmt;

/// What is special in a pattern. The numbers are those of `File::FNM_*`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Flags(i64);

impl Flags {
    /// `*`, `?` and sets are special, a backslash escapes, and a leading dot must be matched explicitly.
    pub const NONE: Flags = Flags(0);
    /// A backslash is an ordinary character.
    pub const NO_ESCAPE: Flags = Flags(1);
    /// Only `**/` matches slashes.
    pub const PATHNAME: Flags = Flags(2);
    /// Wildcards match a leading dot, too.
    pub const DOT_MATCH: Flags = Flags(4);
    /// The case of ASCII letters is ignored.
    pub const CASE_FOLD: Flags = Flags(8);
    /// Braces list alternatives.
    pub const BRACES: Flags = Flags(16);
    /// Only `*` is special. Ruby has no such flag: tools do whose patterns match titles and other strings.
    pub const ONLY_STARS: Flags = Flags(Flags::NO_ESCAPE.0 | Flags::DOT_MATCH.0 | 1 << 62);

    /// The flags of a number in Ruby code.
    pub fn of_ruby(number: i64) -> Flags {
        Flags(number & 31)
    }

    /// The number in Ruby code.
    pub fn to_ruby(self) -> i64 {
        self.0 & 31
    }

    /// Both.
    pub const fn and(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }
}

/// The work that is left for matching.
#[derive(Debug)]
pub struct Work {
    /// How many patterns braces may expand to: each pair multiplies their number.
    patterns: usize,
    /// How many bytes these may have: nested braces copy the rest once per level.
    written: usize,
    /// How many characters of patterns may be compared.
    compared: usize,
}

impl Work {
    const PATTERNS: usize = 1_000;
    const WRITTEN: usize = 1_000_000;
    const COMPARED: usize = 20_000_000;

    /// How many steps were taken, each of which takes a few nanoseconds.
    pub fn steps(&self) -> u64 {
        ((Work::COMPARED - self.compared) + (Work::WRITTEN - self.written)) as u64
    }

    fn compare(&mut self) -> Result<(), TooMuch> {
        self.compared = self.compared.checked_sub(1).ok_or(TooMuch::Comparisons)?;
        Ok(())
    }
}

impl Default for Work {
    fn default() -> Work {
        Work { patterns: Work::PATTERNS, written: Work::WRITTEN, compared: Work::COMPARED }
    }
}

/// A pattern that requires too much work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TooMuch {
    /// Its braces expand to too many patterns.
    Patterns,
    /// Too many characters would have to be compared.
    Comparisons,
}

impl fmt::Display for TooMuch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TooMuch::Patterns => write!(f, "the braces expand to more than {} patterns", Work::PATTERNS),
            TooMuch::Comparisons => write!(f, "it needs more than {} comparisons", Work::COMPARED),
        }
    }
}

/// Whether a pattern matches a whole name. One that requires too much work does not.
pub fn matches(pattern: &str, name: &str, flags: Flags) -> bool {
    matches_within(pattern, name, flags, &mut Work::default()).unwrap_or(false)
}

/// Whether a pattern matches a whole name, with the work that is left.
pub fn matches_within(pattern: &str, name: &str, flags: Flags, work: &mut Work) -> Result<bool, TooMuch> {
    if !flags.has(Flags::BRACES) {
        return matches_one(pattern, name, flags, work);
    }
    for pattern in alternatives(pattern, flags, work)? {
        if matches_one(&pattern, name, flags, work)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Expands the braces of a pattern, in order. A pattern with unclosed braces expands to nothing.
pub fn alternatives(pattern: &str, flags: Flags, work: &mut Work) -> Result<Vec<String>, TooMuch> {
    let mut done = Vec::new();
    // The patterns still to be expanded, the next one last.
    let mut open = vec![pattern.to_owned()];
    while let Some(pattern) = open.pop() {
        match first_braces(&pattern, flags) {
            Braces::None => {
                work.patterns = work.patterns.checked_sub(1).ok_or(TooMuch::Patterns)?;
                done.push(pattern);
            }
            Braces::Open => {}
            Braces::Closed { before, choices, after } => {
                for choice in choices.iter().rev() {
                    let length = before.len() + choice.len() + after.len() + 1;
                    work.written = work.written.checked_sub(length).ok_or(TooMuch::Patterns)?;
                    open.push(format!("{before}{choice}{after}"));
                }
            }
        }
    }
    Ok(done)
}

/// The first braces of a pattern.
enum Braces<'p> {
    None,
    /// The braces are not closed.
    Open,
    Closed {
        before: &'p str,
        choices: Vec<&'p str>,
        after: &'p str,
    },
}

fn first_braces(pattern: &str, flags: Flags) -> Braces<'_> {
    let (mut depth, mut open, mut from, mut escaped) = (0usize, None, 0, false);
    let mut choices = Vec::new();
    for (at, char) in pattern.char_indices() {
        match char {
            _ if escaped => escaped = false,
            '\\' => escaped = !flags.has(Flags::NO_ESCAPE),
            '{' => {
                depth += 1;
                if depth == 1 {
                    (open, from) = (Some(at), at + 1);
                }
            }
            ',' if depth == 1 => {
                choices.push(pattern.get(from..at).unwrap_or(""));
                from = at + 1;
            }
            '}' if depth > 0 => {
                depth -= 1;
                if let (0, Some(open)) = (depth, open) {
                    choices.push(pattern.get(from..at).unwrap_or(""));
                    let before = pattern.get(..open).unwrap_or("");
                    return Braces::Closed { before, choices, after: pattern.get(at + 1..).unwrap_or("") };
                }
            }
            _ => {}
        }
    }
    if open.is_some() { Braces::Open } else { Braces::None }
}

/// Matches a pattern without braces.
fn matches_one(pattern: &str, name: &str, flags: Flags, work: &mut Work) -> Result<bool, TooMuch> {
    let (mut pattern, mut name) = (pattern, name);
    // What follows the last `**/`, and the part of the path from which it was tried.
    let mut folders = None;
    loop {
        let after = pattern.trim_start_matches("**/");
        if flags.has(Flags::PATHNAME) && after.len() < pattern.len() {
            pattern = after;
            folders = Some((after, name));
        }
        if let Some((rest_of_pattern, rest)) = segment(pattern, name, flags, work)? {
            let rest = if flags.has(Flags::PATHNAME) { rest.trim_start_matches(|c| c != '/') } else { "" };
            match (rest_of_pattern.strip_prefix('/'), rest.strip_prefix('/')) {
                (Some(next), Some(below)) => {
                    (pattern, name) = (next, below);
                    continue;
                }
                (None, None) => return Ok(true),
                _ => {}
            }
        }
        let Some((after, tried)) = folders else { return Ok(false) };
        if tried.starts_with('.') && !flags.has(Flags::DOT_MATCH) {
            return Ok(false);
        }
        let Some((_, below)) = tried.split_once('/') else { return Ok(false) };
        folders = Some((after, below));
        (pattern, name) = (after, below);
    }
}

/// Matches up to the end, or up to a slash in both if slashes are special. Returns what follows in both.
///
/// It suffices to backtrack to the last `*`: what an earlier one matches makes no difference to the rest.
fn segment<'p, 'n>(
    mut pattern: &'p str,
    mut name: &'n str,
    flags: Flags,
    work: &mut Work,
) -> Result<Option<(&'p str, &'n str)>, TooMuch> {
    let is_end = |rest: &str| rest.is_empty() || flags.has(Flags::PATHNAME) && rest.starts_with('/');
    let is_special = !flags.has(Flags::ONLY_STARS);
    if name.starts_with('.') && !flags.has(Flags::DOT_MATCH) && !after_escape(pattern, flags).starts_with('.')
    {
        return Ok(None);
    }
    // What follows the last star, and what is left of the name after it.
    let mut star = None;
    loop {
        work.compare()?;
        let mut characters = pattern.chars();
        let next = match characters.next() {
            Some('*') => {
                pattern = pattern.trim_start_matches('*');
                let after = after_escape(pattern, flags);
                if is_end(after) {
                    return Ok(Some((after, name)));
                }
                if is_end(name) {
                    return Ok(None);
                }
                star = Some((pattern, name));
                continue;
            }
            Some('?' | '[') if is_special && is_end(name) => return Ok(None),
            Some('?') if is_special => Some(characters.as_str()),
            Some('[') if is_special => set(characters.as_str(), first(name), flags, work)?,
            _ => {
                // A backslash at the end escapes nothing, and matches nothing.
                let plain = after_escape(pattern, flags);
                if is_end(name) {
                    return Ok(is_end(plain).then_some((plain, name)));
                }
                let is_same = !is_end(plain) && folded(first(plain), flags) == folded(first(name), flags);
                is_same.then(|| tail(plain))
            }
        };
        (pattern, name) = match (next, star) {
            (Some(after), _) => (after, tail(name)),
            (None, Some((after, from))) => {
                star = Some((after, tail(from)));
                (after, tail(from))
            }
            (None, None) => return Ok(None),
        };
    }
}

/// What follows a set, if the set contains a character. A set that is not closed contains nothing.
fn set<'p>(
    set: &'p str,
    char: Option<char>,
    flags: Flags,
    work: &mut Work,
) -> Result<Option<&'p str>, TooMuch> {
    let (is_negated, mut rest) = match set.strip_prefix(['!', '^']) {
        Some(rest) => (true, rest),
        None => (false, set),
    };
    let member = |rest: &mut &'p str| {
        let plain = after_escape(rest, flags);
        *rest = tail(plain);
        first(plain)
    };
    let mut found = false;
    loop {
        work.compare()?;
        if let Some(after) = rest.strip_prefix(']') {
            return Ok((found != is_negated).then_some(after));
        }
        if rest.is_empty() {
            return Ok(None);
        }
        let low = member(&mut rest);
        let high = match rest.strip_prefix('-') {
            Some(after) if !after.starts_with(']') => {
                rest = after;
                member(&mut rest)
            }
            // Ruby ignores the case of the character that follows, be it the `]`, instead of this one.
            _ => {
                let is_next =
                    flags.has(Flags::CASE_FOLD) && folded(first(rest), flags) == folded(char, flags);
                found |= char == low || is_next;
                continue;
            }
        };
        if low.is_none() || high.is_none() {
            return Ok(None);
        }
        // The ends of a range belong to it even if they are in the wrong order.
        found |= char == low
            || char == high
            || (folded(low, flags)..=folded(high, flags)).contains(&folded(char, flags));
    }
}

/// The pattern without the backslash before its first character.
fn after_escape(pattern: &str, flags: Flags) -> &str {
    match pattern.strip_prefix('\\') {
        Some(rest) if !flags.has(Flags::NO_ESCAPE) => rest,
        _ => pattern,
    }
}

fn folded(char: Option<char>, flags: Flags) -> Option<char> {
    if flags.has(Flags::CASE_FOLD) { char.map(|char| char.to_ascii_uppercase()) } else { char }
}

fn first(text: &str) -> Option<char> {
    text.chars().next()
}

fn tail(text: &str) -> &str {
    let mut characters = text.chars();
    characters.next();
    characters.as_str()
}

#[cfg(test)]
mod tests;
