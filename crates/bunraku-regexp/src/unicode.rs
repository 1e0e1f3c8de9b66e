//! Unicode as Ruby 3.1 knows it: the characters of a property, and case folding.
//!
//! The tables are written by `unicode/generate.rb`, which asks Ruby itself and describes their form.

use crate::charset::CharSet;
use std::collections::HashMap;
use std::sync::OnceLock;

static PROPERTIES: &str = include_str!("unicode/properties.tbl");
static FOLDING: &str = include_str!("unicode/folding.tbl");
const DIGITS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

/// Characters that count as word characters for `\b` and for `(?u)\w` although they are no letters, marks or digits:
/// superscripts and fractions of Latin-1, an oddity of Onigmo's table for that block.
const LATIN1_NUMBERS: [u32; 6] = [0xB2, 0xB3, 0xB9, 0xBC, 0xBD, 0xBE];

/// Whether Ruby knows a property of this name; blanks, `-`, `_` and case do not matter.
pub fn is_property(name: &str) -> bool {
    property_line(name).is_some()
}

/// The characters with a property, or nothing if there is no property of this name.
pub fn property(name: &str) -> Option<CharSet> {
    property_line(name).map(decode)
}

/// The characters with a property that this crate names itself.
pub fn known(name: &str) -> CharSet {
    property(name).unwrap_or_default()
}

/// The word characters of `\b` and of `\w` under the option `u`.
pub fn word() -> &'static CharSet {
    static WORD: OnceLock<CharSet> = OnceLock::new();
    WORD.get_or_init(|| {
        let mut set = known("word");
        set.add_codes(&LATIN1_NUMBERS);
        set
    })
}

/// Case folding: which characters are the same when case is ignored.
pub struct Folding {
    folds: HashMap<char, Vec<char>>,
    unfolds: HashMap<Vec<char>, Vec<char>>,
}

/// The case folding of all of Unicode, read from its table on first use.
pub fn folding() -> &'static Folding {
    static TABLE: OnceLock<Folding> = OnceLock::new();
    TABLE.get_or_init(|| {
        let code = |text: &str| u32::from_str_radix(text, 16).ok().and_then(char::from_u32);
        let mut table = Folding { folds: HashMap::new(), unfolds: HashMap::new() };
        for line in FOLDING.lines() {
            let Some((from, to)) = line.split_once('=') else { continue };
            let Some(from) = code(from) else { continue };
            let to: Vec<char> = to.split(' ').filter_map(code).collect();
            table.unfolds.entry(to.clone()).or_default().push(from);
            table.folds.insert(from, to);
        }
        table
    })
}

impl Folding {
    /// Appends the full folding of `c` to `out`.
    pub fn fold_into(&self, c: char, out: &mut Vec<char>) {
        match self.folds.get(&c) {
            Some(fold) => out.extend_from_slice(fold),
            None => out.push(c),
        }
    }

    /// The characters whose folding is exactly `folded`; for one character, without that character itself.
    pub fn unfold(&self, folded: &[char]) -> &[char] {
        self.unfolds.get(folded).map_or(&[], Vec::as_slice)
    }

    /// All foldings with the characters that fold to them.
    pub fn classes(&self) -> impl Iterator<Item = (&[char], &[char])> {
        self.unfolds.iter().map(|(to, from)| (to.as_slice(), from.as_slice()))
    }
}

fn property_line(name: &str) -> Option<&'static str> {
    // Ruby's longest name is far below this.
    const LONGEST: usize = 64;
    let mut plain = String::new();
    for c in name.chars().filter(|c| !matches!(c, ' ' | '-' | '_')) {
        if !c.is_ascii() || plain.len() >= LONGEST {
            return None;
        }
        plain.push(c.to_ascii_lowercase());
    }
    PROPERTIES.lines().find_map(|line| {
        let (names, ranges) = line.rsplit_once('=')?;
        names.split(',').any(|candidate| candidate == plain).then_some(ranges)
    })
}

fn decode(text: &str) -> CharSet {
    let mut numbers = Vec::new();
    let (mut value, mut shift) = (0u32, 0u32);
    for byte in text.bytes() {
        let digit = DIGITS.iter().position(|&d| d == byte).unwrap_or(0) as u32;
        value |= (digit & 31) << shift;
        if digit & 32 != 0 {
            shift += 5;
        } else {
            numbers.push(value);
            (value, shift) = (0, 0);
        }
    }
    let mut last = 0;
    CharSet::of(numbers.chunks_exact(2).map(|pair| {
        let [distance, length] = pair else { return (0, 0) };
        let first = last + distance;
        last = first + length;
        (first, last)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_have_their_characters() {
        assert!(known("Greek").contains('α' as u32));
        assert!(!known("Greek").contains('a' as u32));
        assert_eq!(known("ascii"), CharSet::ascii());
        assert_eq!(known("Any"), CharSet::all());
        assert_eq!(known("digit").ranges().first(), Some(&(0x30, 0x39)));
        assert!(is_property("In_Greek_and Coptic") && is_property("age=6.0"));
        assert!(!is_property("klingon") && !is_property("") && !is_property("Älpha"));
    }

    #[test]
    fn folding_knows_both_ways() {
        let mut out = Vec::new();
        folding().fold_into('ß', &mut out);
        assert_eq!(out, ['s', 's']);
        assert_eq!(folding().unfold(&['k']), ['K', '\u{212A}']);
    }
}
