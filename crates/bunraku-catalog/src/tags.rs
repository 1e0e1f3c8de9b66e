//! Tags: words in lower case, in the order in which they came.

use std::borrow::Cow;

use bunraku_intern::FastSet;
use bunraku_pcore::{Str, Value, segments};

/// The tags of a resource or a catalog.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tags {
    list: Vec<Str>,
    /// The same, once there are many: a catalog has those of all its classes.
    set: Option<FastSet<Str>>,
}

/// More tags than this are looked up in a set.
const FEW: usize = 24;

/// Room for the tags of a resource itself and most of those that come from around it.
const ROOM: usize = 12;

impl Tags {
    /// Adds a tag and, of a qualified one, its segments. Gives `false` for what cannot be a tag.
    pub fn add(&mut self, tag: &str) -> bool {
        // Most titles of resources are none: that is seen before anything is copied.
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

    /// Adds the tags that a value holds; gives the first that cannot be one.
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

    /// Adds those of another.
    pub fn merge(&mut self, other: &Tags) {
        self.list.reserve(if self.list.is_empty() { other.list.len().max(ROOM) } else { other.list.len() });
        // The text is shared, not copied: nested defines hand down ever more tags.
        let before = self.list.len();
        if before == 0 && other.set.is_none() {
            self.list.extend_from_slice(&other.list);
            return;
        }
        // Those of the other differ from each other: only what was here before can be one of them.
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

    /// Whether a tag is there.
    pub fn has(&self, tag: &str) -> bool {
        match &self.set {
            Some(set) => set.contains(tag),
            None => self.list.iter().any(|known| known == tag),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(Str::as_str)
    }

    fn insert(&mut self, tag: &str) {
        if !self.has(tag) {
            self.push(Str::from(tag));
        }
    }

    /// Adds a tag that is not there yet.
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

/// Letters, digits, `_`, `:`, `.` and `-`, the first a letter, a digit or `_`.
pub fn is_tag(text: &str) -> bool {
    if text.is_ascii() {
        let kind = |byte: u8| KINDS.get(usize::from(byte)).copied().unwrap_or(0);
        return text.bytes().next().is_some_and(|first| kind(first) == 2)
            && text.bytes().all(|byte| kind(byte) > 0);
    }
    let word = |c: char| c.is_alphanumeric() || c == '_';
    text.starts_with(word) && text.chars().all(|c| word(c) || matches!(c, ':' | '.' | '-'))
}

/// What each byte is in a tag of ASCII: 2 for a letter, a digit or `_`, 1 for what may follow one of these.
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
