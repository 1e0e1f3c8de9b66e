//! Characters given by their number, as Puppet resolves them: before all other escapes, and again and again until none
//! is left.
//!
//! In one round, a match takes the character before its backslashes, so that an escape directly after another one waits
//! for the next round. By then the first may have become a backslash, which escapes the second: `"\u005c\u005c"` is
//! `\u005c`. Later rounds only look at what earlier ones have touched, so that the work grows with the text alone.

use std::borrow::Cow;

use crate::lexer::unicode_escape;

/// Replaces each `\uXXXX` and `\u{X}` whose backslash is not itself escaped.
pub(super) fn resolve(raw: &str) -> Cow<'_, str> {
    let mut value = String::with_capacity(raw.len());
    let (mut pos, mut plain) = (0, true);
    while let Some(at) = raw.get(pos..).and_then(|rest| rest.find('\\')).map(|at| pos + at) {
        value.push_str(raw.get(pos..at).unwrap_or(""));
        let rest = raw.get(at + 1..).unwrap_or("");
        let number =
            if rest.starts_with('u') { unicode_escape(raw.as_bytes(), at + 2, raw.len()) } else { None };
        if let Some((number, end)) = number {
            let character = character(number);
            plain &= !is_part_of_escape(character);
            value.push(character);
            pos = end;
        } else {
            let next = rest.chars().next();
            value.push('\\');
            value.extend(next);
            pos = at + 1 + next.map_or(0, char::len_utf8);
        }
    }
    value.push_str(raw.get(pos..).unwrap_or(""));
    if plain { Cow::Owned(value) } else { Cow::Owned(Rounds::new(raw).run()) }
}

/// A number that is not a character is an error that the lexer has reported.
fn character(number: u32) -> char {
    char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Whether a replaced character may complete or escape another escape.
fn is_part_of_escape(character: char) -> bool {
    character.is_ascii_hexdigit() || matches!(character, '\\' | 'u' | '{' | '}')
}

/// The longest escape, `\u{10ffff}`, in characters.
const LONGEST: usize = 10;

/// The characters of a text as a list from which escapes are cut out. The first and the last entry are its ends.
struct Rounds {
    characters: Vec<char>,
    next: Vec<usize>,
    previous: Vec<usize>,
}

/// An escape: its backslash, its last character and its number.
struct Match {
    start: usize,
    last: usize,
    number: u32,
}

impl Rounds {
    fn new(text: &str) -> Rounds {
        // The ends are not part of any escape.
        let characters: Vec<char> =
            std::iter::once('\n').chain(text.chars()).chain(std::iter::once('\n')).collect();
        let next = (1..=characters.len()).collect();
        let previous = (0..characters.len()).map(|at| at.saturating_sub(1)).collect();
        Rounds { characters, next, previous }
    }

    fn run(mut self) -> String {
        let mut candidates: Vec<usize> = (1..self.characters.len()).filter(|&at| self.is('\\', at)).collect();
        while !candidates.is_empty() {
            let (found, mut later) = self.round(&candidates);
            for found in found {
                self.replace(&found, &mut later);
            }
            later.sort_unstable();
            later.dedup();
            candidates = later;
        }
        let mut text = String::new();
        let mut at = self.after(0);
        while at + 1 < self.characters.len() {
            text.extend(self.characters.get(at));
            at = self.after(at);
        }
        text
    }

    /// The escapes that this round replaces, and the candidates that must wait because a match ends before them.
    fn round(&self, candidates: &[usize]) -> (Vec<Match>, Vec<usize>) {
        let (mut found, mut later) = (Vec::new(), Vec::new());
        let mut taken = 0;
        for &start in candidates {
            let Some((number, last)) = self.escape(start) else { continue };
            let mut before = self.before(start);
            let mut escaped = false;
            while self.is('\\', before) {
                escaped = !escaped;
                before = self.before(before);
            }
            if escaped || start <= taken {
                continue;
            }
            if taken != 0 && before <= taken {
                later.push(start);
            } else {
                taken = last;
                found.push(Match { start, last, number });
            }
        }
        (found, later)
    }

    /// Puts the character in place of its escape, and notes which backslashes may begin an escape now.
    fn replace(&mut self, found: &Match, later: &mut Vec<usize>) {
        let new = character(found.number);
        let rest = self.after(found.last);
        if let Some(place) = self.characters.get_mut(found.start) {
            *place = new;
        }
        if let Some(next) = self.next.get_mut(found.start) {
            *next = rest;
        }
        if let Some(previous) = self.previous.get_mut(rest) {
            *previous = found.start;
        }
        if !is_part_of_escape(new) {
            return;
        }
        let mut at = found.start;
        if new == '\\' {
            while self.is('\\', self.after(at)) {
                at = self.after(at);
            }
            later.push(at);
        }
        let mut at = found.start;
        for _ in 0..LONGEST {
            at = self.before(at);
            if self.is('\\', at) {
                later.push(at);
            }
        }
    }

    /// The number of the escape that this backslash begins, and where its last character is.
    fn escape(&self, start: usize) -> Option<(u32, usize)> {
        let mut places = [0; LONGEST];
        let mut bytes = [b'\n'; LONGEST];
        let mut at = start;
        for (place, byte) in places.iter_mut().zip(&mut bytes) {
            *place = at;
            *byte =
                self.characters.get(at).and_then(|&character| u8::try_from(character).ok()).unwrap_or(b'\n');
            at = self.after(at);
        }
        let (number, end) = bytes.starts_with(b"\\u").then(|| unicode_escape(&bytes, 2, LONGEST))??;
        Some((number, places.get(end.checked_sub(1)?).copied()?))
    }

    fn is(&self, character: char, at: usize) -> bool {
        self.characters.get(at) == Some(&character)
    }

    fn after(&self, at: usize) -> usize {
        self.next.get(at).copied().unwrap_or(self.characters.len())
    }

    fn before(&self, at: usize) -> usize {
        self.previous.get(at).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::resolve;

    #[test]
    fn rounds_are_those_of_puppet() {
        for (raw, expected) in [
            (r"\u0041\u0042", "AB"),
            (r"\u005cn", r"\n"),
            (r"\u005c\u005c", r"\\u005c"),
            (r"\u005c\u005cn", r"\\u005cn"),
            (r"a\u0041\u005c\u0042", r"aA\B"),
            (r"\u005cu0041", "A"),
            (r"\u005cu005cu0041", "A"),
            (r"\u005c\\u0041", r"\\A"),
            (r"\u00\u0034\u0031", "A"),
            (r"\\u0041", r"\\u0041"),
            (r"\u{5c}u{41}x", "Ax"),
        ] {
            assert_eq!(resolve(raw), expected, "{raw}");
        }
    }

    #[test]
    fn a_long_chain_takes_little_time() {
        let chain = format!("\\u005c{}u0041", "u005c".repeat(200_000));
        assert_eq!(resolve(&chain), "A");
    }
}
