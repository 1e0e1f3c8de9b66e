//! Matches names against segments of patterns, and expands braces.

use super::{Budget, TooMuch};

/// Whether a name matches a segment without braces. A leading dot must be matched explicitly.
///
/// The number of compared characters is subtracted from `left`; at zero, nothing matches any more.
pub(super) fn fits(pattern: &[char], name: &[char], left: &mut usize) -> bool {
    if name.first() == Some(&'.') && !matches!(pattern, ['.', ..] | ['\\', '.', ..]) {
        return false;
    }
    // It suffices to backtrack to the last `*`: what an earlier one matches makes no difference to the rest.
    let (mut at, mut place, mut star) = (0, 0, None);
    while place < name.len() {
        if pattern.get(at) == Some(&'*') {
            at += 1;
            star = Some((at, place));
            continue;
        }
        let rest = pattern.get(at..).unwrap_or_default();
        // A set is compared as a whole.
        let set = if rest.first() == Some(&'[') { rest.len() } else { 1 };
        *left = left.saturating_sub(set);
        if *left == 0 {
            return false;
        }
        let step = name.get(place).and_then(|char| one(rest, *char));
        match (step, star) {
            (Some(length), _) => (at, place) = (at + length, place + 1),
            (None, Some((after, from))) => {
                star = Some((after, from + 1));
                (at, place) = (after, from + 1);
            }
            (None, None) => return false,
        }
    }
    pattern.iter().skip(at).all(|char| *char == '*')
}

/// The length of the pattern that matches one character, if it does.
fn one(pattern: &[char], char: char) -> Option<usize> {
    match pattern {
        ['?', ..] => Some(1),
        ['\\', escaped, ..] => (*escaped == char).then_some(2),
        ['[', set @ ..] => set_of(set, char).map(|length| length + 1),
        [plain, ..] => (*plain == char).then_some(1),
        [] => None,
    }
}

/// The length of a set including its `]`, if it contains a character.
fn set_of(set: &[char], char: char) -> Option<usize> {
    let (negated, mut at) = match set {
        ['!' | '^', ..] => (true, 1),
        _ => (false, 0),
    };
    let member = |at: usize| match set.get(at..)? {
        ['\\', escaped, ..] => Some((*escaped, at + 2)),
        [plain, ..] => Some((*plain, at + 1)),
        [] => None,
    };
    let mut found = false;
    while set.get(at)? != &']' {
        let (first, after) = member(at)?;
        at = after;
        if set.get(at) == Some(&'-') && set.get(at + 1).is_some_and(|next| *next != ']') {
            let (last, after) = member(at + 1)?;
            found |= (first..=last).contains(&char);
            at = after;
        } else {
            found |= first == char;
        }
    }
    (found != negated).then_some(at + 1)
}

/// Expands the braces of a pattern, in order. A pattern with unclosed braces expands to nothing.
pub(super) fn alternatives(pattern: &str, budget: &mut Budget) -> Result<Vec<String>, TooMuch> {
    let mut done = Vec::new();
    // The patterns still to be expanded, the next one last.
    let mut open = vec![pattern.to_owned()];
    while let Some(pattern) = open.pop() {
        match first_braces(&pattern) {
            Braces::None => {
                budget.patterns = budget.patterns.checked_sub(1).ok_or(TooMuch::Patterns)?;
                done.push(pattern);
            }
            Braces::Open => {}
            Braces::Closed { before, choices, after } => {
                for choice in choices.iter().rev() {
                    let length = before.len() + choice.len() + after.len() + 1;
                    budget.written = budget.written.checked_sub(length).ok_or(TooMuch::Patterns)?;
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

fn first_braces(pattern: &str) -> Braces<'_> {
    let (mut depth, mut open, mut from, mut escaped) = (0usize, None, 0, false);
    let mut choices = Vec::new();
    for (at, char) in pattern.char_indices() {
        match char {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
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
