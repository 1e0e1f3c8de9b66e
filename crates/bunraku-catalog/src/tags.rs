//! Tags: lowercase words, in the order in which they were added.

use std::{borrow::Cow, sync::Arc};

use bunraku_pcore::{Str, Value, segments};

use group::{Group, ROOM};

mod group;

/// The tags of a resource or a catalog.
#[derive(Debug, Clone, Default)]
pub struct Tags {
    /// Tags that came first. What a container passes on to thousands of resources is shared between them, not copied,
    /// so that a tag may also be in an earlier group.
    shared: Vec<Arc<Group>>,
    /// Tags that were added later, none of which is in a shared group.
    list: Group,
}

/// Groups of at least this many tags are shared between resources; fewer are copied, which is faster to search.
const MANY: usize = 256;

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
        // The strings are shared, not copied: nested defined types pass on more and more tags.
        if self.is_empty() && other.shared.is_empty() && !other.list.is_large() {
            self.list.copy_few(&other.list);
            return;
        }
        for group in &other.shared {
            if group.len() >= MANY { self.merge_shared(group) } else { self.merge_group(group) }
        }
        self.merge_group(&other.list);
    }

    /// Lets many tags be shared with the sets that they are merged into.
    pub fn share(&mut self) {
        if self.list.len() >= MANY {
            self.close_list();
        }
    }

    /// Whether a tag is present.
    pub fn has(&self, tag: &str) -> bool {
        self.list.has(tag) || self.shared.iter().any(|group| group.has(tag))
    }

    /// The number of tags, at most: those in several shared groups count for each.
    pub fn len(&self) -> usize {
        self.shared.iter().map(|group| group.len()).sum::<usize>() + self.list.len()
    }

    /// The number of bytes of the tags, at most.
    pub fn bytes(&self) -> usize {
        self.shared.iter().map(|group| group.bytes()).sum::<usize>() + self.list.bytes()
    }

    /// Whether there are no tags.
    pub fn is_empty(&self) -> bool {
        self.shared.is_empty() && self.list.is_empty()
    }

    /// All tags, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let shared = self.shared.iter().enumerate().flat_map(|(index, group)| {
            let earlier = self.shared.get(..index).unwrap_or_default();
            group.iter().filter(move |tag| !earlier.iter().any(|earlier| earlier.has(tag)))
        });
        shared.chain(self.list.iter()).map(Str::as_str)
    }

    fn insert(&mut self, tag: &str) {
        if !self.has(tag) {
            self.list.push(Str::from(tag));
        }
    }

    /// Adds copies of the tags of a group that are not present yet.
    fn merge_group(&mut self, group: &Group) {
        // The tags of `group` are unique, so they can only be duplicates of those that were here before.
        let before = self.list.len();
        self.list.reserve(if self.is_empty() { group.len().max(ROOM) } else { group.len() });
        for tag in group.iter() {
            if !self.list.has_in_first(before, tag) && !self.shared.iter().any(|shared| shared.has(tag)) {
                self.list.push(tag.clone());
            }
        }
    }

    fn merge_shared(&mut self, group: &Arc<Group>) {
        // Only a set that is as large can contain all of the group, which it does when defined types of the same tags
        // are nested.
        let is_known = self.shared.iter().any(|known| Arc::ptr_eq(known, group))
            || self.len() >= group.len() && group.iter().all(|tag| self.has(tag));
        if !is_known {
            self.close_list();
            self.shared.push(Arc::clone(group));
        }
    }

    /// Makes the list a group, so that others can follow it.
    fn close_list(&mut self) {
        if !self.list.is_empty() {
            self.shared.push(Arc::new(std::mem::take(&mut self.list)));
        }
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

#[cfg(test)]
mod tests;
