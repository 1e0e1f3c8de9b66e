//! Tags: lowercase words, in the order in which they were added.

use std::borrow::Cow;

use bunraku_intern::FastSet;
use bunraku_pcore::{Str, Value, segments};

/// The tags of a resource or a catalog.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tags {
    list: Vec<Str>,
    /// The contents of `list`, kept once there are many: a catalog has the tags of all its classes.
    set: Option<FastSet<Str>>,
}

/// Above this number, tags are looked up in a set.
const FEW: usize = 24;

/// Room for the tags of the resource itself and most of those it inherits.
const ROOM: usize = 12;

impl Tags {
    /// Adds a tag and the segments of a qualified one. Returns `false` if it is not a valid tag.
    pub fn add(&mut self, tag: &str) -> bool {
        // Most titles are not valid tags, which is checked before anything is copied.
        if tag.is_ascii() && !is_tag(tag) {
            return false;
        }
        let lower = lowered(tag);
        if !lower.is_ascii() && !is_tag(&lower) {
            return false;
        }
        self.insert(&lower);
        for segment in segments(&lower).filter(|segment| !segment.is_empty() && segment.len() < lower.len()) {
            self.insert(segment);
        }
        true
    }

    /// Adds the tags in a value. Returns the first that is not valid.
    pub fn add_value(&mut self, value: &Value) -> Option<String> {
        match value {
            Value::Array(values) => values.iter().find_map(|value| self.add_value(value)),
            Value::Undef => None,
            Value::Str(text) => (!self.add(text)).then(|| text.to_string()),
            other => {
                let text = bunraku_pcore::text::to_text(&bunraku_edition::PUPPET8.types, other);
                (!self.add(&text)).then_some(text)
            }
        }
    }

    /// Adds the tags of another set.
    pub fn merge(&mut self, other: &Tags) {
        self.list.reserve(if self.list.is_empty() { other.list.len().max(ROOM) } else { other.list.len() });
        // The strings are shared, not copied: nested defined types pass on more and more tags.
        let before = self.list.len();
        if before == 0 && other.set.is_none() {
            self.list.extend_from_slice(&other.list);
            return;
        }
        // The tags of `other` are unique, so they can only be duplicates of those that were here before.
        for tag in &other.list {
            let known = match &self.set {
                Some(set) => set.contains(tag),
                None => self.list.iter().take(before).any(|known| known == tag),
            };
            if !known {
                self.push(tag.clone());
            }
        }
    }

    /// Whether a tag is present.
    pub fn has(&self, tag: &str) -> bool {
        match &self.set {
            Some(set) => set.contains(tag),
            None => self.list.iter().any(|known| known == tag),
        }
    }

    /// The number of tags.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are no tags.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All tags, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(Str::as_str)
    }

    fn insert(&mut self, tag: &str) {
        if !self.has(tag) {
            self.push(Str::from(tag));
        }
    }

    /// Adds a tag that is not present yet.
    fn push(&mut self, tag: Str) {
        if self.list.is_empty() {
            self.list.reserve(ROOM);
        }
        match &mut self.set {
            Some(set) => drop(set.insert(tag.clone())),
            None if self.list.len() == FEW => {
                self.set = Some(self.list.iter().chain([&tag]).cloned().collect());
            }
            None => {}
        }
        self.list.push(tag);
    }
}

fn lowered(tag: &str) -> Cow<'_, str> {
    let is_lower = tag.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
    if is_lower { Cow::Borrowed(tag) } else { Cow::Owned(tag.to_lowercase()) }
}

/// Whether a string is a tag: letters, digits, `_`, `:`, `.` and `-`, starting with a letter, a digit or `_`.
pub fn is_tag(text: &str) -> bool {
    if text.is_ascii() {
        let kind = |byte: u8| KINDS.get(usize::from(byte)).copied().unwrap_or(0);
        return text.bytes().next().is_some_and(|first| kind(first) == 2)
            && text.bytes().all(|byte| kind(byte) > 0);
    }
    let word = |c: char| c.is_alphanumeric() || c == '_';
    text.starts_with(word) && text.chars().all(|c| word(c) || matches!(c, ':' | '.' | '-'))
}

/// The class of each ASCII byte in a tag: 2 for a letter, a digit or `_`, 1 for other characters that may follow.
static KINDS: [u8; 128] = {
    let mut kinds = [0; 128];
    let mut byte = 0;
    while byte < kinds.len() {
        kinds[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' => 2,
            b':' | b'.' | b'-' => 1,
            _ => 0,
        };
        byte += 1;
    }
    kinds
};
