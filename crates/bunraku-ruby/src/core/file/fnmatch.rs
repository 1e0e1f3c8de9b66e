//! `File.fnmatch`: whether a path matches a pattern of the shell.

use crate::{Args, Interp, R, value::Val};

/// The constants of `File` for the flags.
pub(super) const FLAGS: &[(&str, i64)] = &[
    ("FNM_NOESCAPE", NO_ESCAPE),
    ("FNM_PATHNAME", PATHNAME),
    ("FNM_DOTMATCH", DOT_MATCH),
    ("FNM_CASEFOLD", CASE_FOLD),
    ("FNM_EXTGLOB", BRACES),
    ("FNM_SYSCASE", 0),
    ("FNM_SHORTNAME", 0),
];

const NO_ESCAPE: i64 = 1;
const PATHNAME: i64 = 2;
const DOT_MATCH: i64 = 4;
const CASE_FOLD: i64 = 8;
const BRACES: i64 = 16;

/// How many patterns braces may expand to. Each pair multiplies their number.
const MAX_PATTERNS: usize = 1_000;

pub(super) fn fnmatch(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let pattern = interp.arg_str(&args.get(0))?;
    let path = super::path(interp, &args.get(1))?;
    let flags = match args.at(2) {
        Some(flags) => interp.arg_int(flags)?,
        None => 0,
    };
    let mut patterns = vec![pattern];
    if flags & BRACES != 0 {
        patterns = match alternatives(&patterns.remove(0)) {
            Some(patterns) => patterns,
            None => {
                let message =
                    format!("the braces of the pattern expand to more than {MAX_PATTERNS} patterns");
                return Err(interp.argument_error(message));
            }
        };
    }
    let path: Vec<char> = path.chars().collect();
    for pattern in patterns {
        let pattern: Vec<char> = pattern.chars().collect();
        interp.check_size(pattern.len().saturating_mul(path.len()))?;
        if matches(&pattern, &path, flags) {
            return Ok(Val::Bool(true));
        }
    }
    Ok(Val::Bool(false))
}

/// Expands the braces of a pattern; `None` if there are too many results.
fn alternatives(pattern: &str) -> Option<Vec<String>> {
    let mut done = Vec::new();
    let mut waiting = vec![pattern.to_string()];
    while let Some(pattern) = waiting.pop() {
        if done.len() + waiting.len() > MAX_PATTERNS {
            return None;
        }
        match first_braces(&pattern) {
            None => done.push(pattern),
            Some((before, choices, after)) => {
                waiting.extend(choices.iter().rev().map(|choice| format!("{before}{choice}{after}")));
            }
        }
    }
    Some(done)
}

/// What is before the first pair of braces, the choices in it, and what is after it.
fn first_braces(pattern: &str) -> Option<(&str, Vec<&str>, &str)> {
    let open = pattern.find('{')?;
    let (mut depth, mut start, mut choices) = (0, open + 1, Vec::new());
    for (at, char) in pattern.char_indices().skip_while(|(at, _)| *at < open) {
        match char {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => {
                choices.push(pattern.get(start..at)?);
                start = at + 1;
            }
            _ => {}
        }
        if depth == 0 {
            choices.push(pattern.get(start..at)?);
            return Some((pattern.get(..open)?, choices, pattern.get(at + 1..)?));
        }
    }
    None
}

/// A star that can take more characters if what follows it does not match.
#[derive(Clone, Copy)]
struct Star {
    /// Where the pattern goes on after it.
    pattern: usize,
    /// Where the path goes on if it takes one more.
    path: usize,
    /// Whether it is `**/`, which takes whole folders.
    folders: bool,
}

/// Matches by going back to the last star only, and to the last `**/`: what is before them can stay as it is.
fn matches(pattern: &[char], path: &[char], flags: i64) -> bool {
    let by_part = flags & PATHNAME != 0;
    let (mut p, mut s) = (0, 0);
    let (mut star, mut folders): (Option<Star>, Option<Star>) = (None, None);
    loop {
        let hidden = path.get(s) == Some(&'.')
            && flags & DOT_MATCH == 0
            && (s == 0 || by_part && path.get(s - 1) == Some(&'/'));
        if by_part
            && pattern.get(p..p + 3) == Some(&['*', '*', '/'])
            && (p == 0 || pattern.get(p - 1) == Some(&'/'))
        {
            while pattern.get(p..p + 3) == Some(&['*', '*', '/']) {
                p += 3;
            }
            folders = Some(Star { pattern: p, path: s, folders: true });
            star = None;
            continue;
        }
        match pattern.get(p) {
            Some('*') if !hidden => {
                while pattern.get(p) == Some(&'*') {
                    p += 1;
                }
                star = Some(Star { pattern: p, path: s, folders: false });
                continue;
            }
            Some('?') if s < path.len() && !hidden && !(by_part && path.get(s) == Some(&'/')) => {
                (p, s) = (p + 1, s + 1);
                continue;
            }
            Some('[') if s < path.len() && !hidden && !(by_part && path.get(s) == Some(&'/')) => {
                if let Some((true, length)) =
                    path.get(s).and_then(|char| set(pattern.get(p..)?, *char, flags))
                {
                    (p, s) = (p + length, s + 1);
                    continue;
                }
            }
            Some('*' | '?' | '[') => {}
            Some(char) => {
                let (char, length) = match pattern.get(p + 1) {
                    Some(next) if *char == '\\' && flags & NO_ESCAPE == 0 => (*next, 2),
                    _ => (*char, 1),
                };
                if path.get(s).is_some_and(|other| same(char, *other, flags)) {
                    (p, s) = (p + length, s + 1);
                    continue;
                }
            }
            None if s == path.len() => return true,
            None => {}
        }
        match again(path, &mut star, by_part, flags).or_else(|| {
            let next = again(path, &mut folders, by_part, flags);
            star = if next.is_some() { None } else { star };
            next
        }) {
            Some(next) => (p, s) = next,
            None => return false,
        }
    }
}

/// Lets a star take more; `None` if it cannot.
fn again(path: &[char], star: &mut Option<Star>, by_part: bool, flags: i64) -> Option<(usize, usize)> {
    let last = star.as_mut()?;
    if last.folders {
        if path.get(last.path) == Some(&'.') && flags & DOT_MATCH == 0 {
            return None;
        }
        let slash = path.iter().skip(last.path).position(|char| *char == '/')?;
        last.path += slash + 1;
    } else {
        let taken = path.get(last.path)?;
        if by_part && *taken == '/' {
            return None;
        }
        last.path += 1;
    }
    Some((last.pattern, last.path))
}

/// Whether a character is in the set that a pattern begins with, and the length of the set; `None` if it is not closed.
fn set(pattern: &[char], char: char, flags: i64) -> Option<(bool, usize)> {
    let negated = matches!(pattern.get(1), Some('!' | '^'));
    let mut at = if negated { 2 } else { 1 };
    let mut found = false;
    let next = |at: &mut usize| -> Option<char> {
        let mut char = *pattern.get(*at)?;
        if char == '\\' && flags & NO_ESCAPE == 0 {
            *at += 1;
            char = *pattern.get(*at)?;
        }
        *at += 1;
        Some(char)
    };
    loop {
        if *pattern.get(at)? == ']' {
            return Some((found != negated, at + 1));
        }
        let low = next(&mut at)?;
        let high = match (pattern.get(at), pattern.get(at + 1)) {
            (Some('-'), Some(end)) if *end != ']' => {
                at += 1;
                next(&mut at)?
            }
            _ => low,
        };
        let within = |char: char| (low..=high).contains(&char);
        found |= within(char)
            || flags & CASE_FOLD != 0
                && (within(char.to_ascii_lowercase()) || within(char.to_ascii_uppercase()));
    }
}

fn same(one: char, other: char, flags: i64) -> bool {
    one == other || flags & CASE_FOLD != 0 && one.to_lowercase().eq(other.to_lowercase())
}
