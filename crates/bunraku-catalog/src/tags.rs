//! Tags: lowercase words, in the order in which they were added.

use std::{borrow::Cow, sync::Arc};

use bunraku_pcore::{Str, Value, segments};

use group::{Group, Shared};

mod group;

/// The tags of a resource or a catalog.
#[derive(Debug, Clone, Default)]
pub struct Tags {
    /// The tags that were added before a container passed on its own.
    own: Group,
    /// What a container passed on. It is shared by all that the container contains, not copied, so that a tag may also
    /// be in `own` or in an earlier group.
    inherited: Option<Inherited>,
    /// Tags that were added later, none of which is in the other groups. Rare.
    later: Option<Box<Group>>,
}

/// The tags of a container. Usually a single group.
type Inherited = Arc<[Arc<Shared>]>;

/// Groups that have fewer tags together become one when a container passes on its tags. More would have to be copied
/// for each of many nested containers.
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

    /// Adds copies of the tags of another set.
    pub fn merge(&mut self, other: &Tags) {
        match self.is_empty() && other.inherited.is_none() && !other.own.is_large() {
            true => self.own.copy_few(&other.own),
            false => other.words().for_each(|tag| self.push(tag)),
        }
    }

    /// Adds the tags of a container, which are shared by all that it contains.
    pub fn inherit(&mut self, container: &mut Tags) {
        container.share();
        let Some(groups) = &container.inherited else { return };
        match &self.inherited {
            Some(known) if Arc::ptr_eq(known, groups) => {}
            Some(_) => groups.iter().flat_map(|group| group.tags.iter()).for_each(|tag| self.push(tag)),
            // Only a set that is as large can have all of them, as when defined types of the same tags are nested.
            None if self.own.len() >= container.len() && container.iter().all(|tag| self.has(tag)) => {}
            None => self.inherited = Some(Arc::clone(groups)),
        }
    }

    /// Whether a tag is present.
    pub fn has(&self, tag: &str) -> bool {
        self.groups().any(|group| group.has(tag))
    }

    /// The number of tags, at most: those in several groups count for each.
    pub fn len(&self) -> usize {
        self.groups().map(Group::len).sum()
    }

    /// The number of bytes of the tags, at most.
    pub fn bytes(&self) -> usize {
        self.groups().map(Group::bytes).sum()
    }

    /// Whether there are no tags.
    pub fn is_empty(&self) -> bool {
        self.groups().all(Group::is_empty)
    }

    /// All tags, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.words().map(Str::as_str)
    }

    /// Appends all tags in quotes, each with a comma after it. They contain no characters that need escaping.
    pub(crate) fn write_quoted(&self, out: &mut String) {
        self.own.iter().for_each(|tag| quoted(tag, out));
        for (index, group) in self.inherited().iter().enumerate() {
            if self.before(index).any(|earlier| group.tags.shares_any_of(earlier)) {
                self.new_in(index, &group.tags).for_each(|tag| quoted(tag, out));
            } else {
                out.push_str(group.all_quoted());
            }
        }
        self.later.iter().flat_map(|later| later.iter()).for_each(|tag| quoted(tag, out));
    }

    fn words(&self) -> impl Iterator<Item = &Str> {
        let inherited = self.inherited().iter().enumerate();
        let inherited = inherited.flat_map(|(index, group)| self.new_in(index, &group.tags));
        self.own.iter().chain(inherited).chain(self.later.iter().flat_map(|later| later.iter()))
    }

    /// The tags of an inherited group that are not in an earlier one.
    fn new_in<'g>(&'g self, index: usize, group: &'g Group) -> impl Iterator<Item = &'g Str> {
        group.iter().filter(move |tag| !self.before(index).any(|earlier| earlier.has(tag)))
    }

    /// The groups before an inherited one.
    fn before(&self, index: usize) -> impl Iterator<Item = &Group> {
        [&self.own].into_iter().chain(self.inherited().iter().take(index).map(|group| &group.tags))
    }

    fn groups(&self) -> impl Iterator<Item = &Group> {
        let inherited = self.inherited().iter().map(|group| &group.tags);
        [&self.own].into_iter().chain(inherited).chain(self.later.as_deref())
    }

    fn inherited(&self) -> &[Arc<Shared>] {
        self.inherited.as_deref().unwrap_or_default()
    }

    fn insert(&mut self, tag: &str) {
        if !self.has(tag) {
            self.last_mut().push(Str::from(tag));
        }
    }

    fn push(&mut self, tag: &Str) {
        if !self.has(tag) {
            self.last_mut().push(tag.clone());
        }
    }

    /// The group that new tags go to.
    fn last_mut(&mut self) -> &mut Group {
        match self.inherited {
            Some(_) => self.later.get_or_insert_default(),
            None => &mut self.own,
        }
    }

    /// Makes all tags ones that can be passed on.
    fn share(&mut self) {
        if self.own.is_empty() && self.later.is_none() {
            return;
        }
        let mut groups: Vec<Arc<Shared>> = Vec::new();
        let mut open = std::mem::take(&mut self.own);
        let later = self.later.take().map(|later| Arc::new(Shared::new(*later)));
        for group in self.inherited().iter().chain(&later) {
            if open.len() + group.tags.len() < MANY {
                let is_new = |tag: &&Str| !groups.iter().any(|known| known.tags.has(tag));
                group.tags.iter().filter(is_new).for_each(|tag| open.add(tag));
                continue;
            }
            if !open.is_empty() {
                groups.push(Arc::new(Shared::new(std::mem::take(&mut open))));
            }
            groups.push(Arc::clone(group));
        }
        if !open.is_empty() {
            groups.push(Arc::new(Shared::new(open)));
        }
        self.inherited = Some(groups.into());
    }
}

/// Appends a tag in quotes and a comma.
fn quoted(tag: &str, out: &mut String) {
    out.push('"');
    out.push_str(tag);
    out.push_str("\",");
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
