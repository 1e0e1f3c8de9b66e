//! Tags: words in lower case, in the order in which they came.

use std::collections::HashSet;

use bunraku_pcore::{Str, Value};

/// The tags of a resource or a catalog.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tags {
    list: Vec<Str>,
    /// The same, once there are many: a catalog has those of all its classes.
    set: Option<HashSet<Str>>,
}

/// More tags than this are looked up in a set.
const FEW: usize = 24;

impl Tags {
    /// Adds a tag and, of a qualified one, its segments. Gives `false` for what cannot be a tag.
    pub fn add(&mut self, tag: &str) -> bool {
        let tag = tag.to_lowercase();
        if !is_tag(&tag) {
            return false;
        }
        self.insert(&tag);
        if tag.contains("::") {
            tag.split("::").filter(|segment| !segment.is_empty()).for_each(|segment| self.insert(segment));
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
        for tag in &other.list {
            if !self.has(tag) {
                // The text is shared, not copied: nested defines hand down ever more tags.
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
        self.list.push(tag.clone());
        match &mut self.set {
            Some(set) => drop(set.insert(tag)),
            None if self.list.len() > FEW => self.set = Some(self.list.iter().cloned().collect()),
            None => {}
        }
    }
}

/// Letters, digits, `_`, `:`, `.` and `-`, the first a letter, a digit or `_`.
pub fn is_tag(text: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    text.starts_with(word) && text.chars().all(|c| word(c) || matches!(c, ':' | '.' | '-'))
}
