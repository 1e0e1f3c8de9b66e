//! A list of different tags that is searched fast even if it is long.

use std::sync::OnceLock;

use bunraku_intern::FastSet;
use bunraku_pcore::Str;

use super::quoted;

/// Different tags, in the order in which they were added.
#[derive(Debug, Clone, Default)]
pub(super) struct Group {
    list: Vec<Str>,
    /// The contents of `list`, kept once there are many: a catalog has the tags of all its classes.
    set: Option<Box<FastSet<Str>>>,
    /// The length of all tags together.
    bytes: usize,
    /// A bit for each tag. Most tags that are not in the group have another.
    bits: u64,
}

/// Above this number, tags are looked up in a set.
const FEW: usize = 24;

/// Room for the tags of most resources: the type, the title and perhaps parts of it.
const ROOM: usize = 4;

impl Group {
    pub(super) fn has(&self, tag: &str) -> bool {
        match &self.set {
            _ if self.bits & bit(tag) == 0 => false,
            Some(set) => set.contains(tag),
            None => self.list.iter().any(|known| known == tag),
        }
    }

    /// Whether one of the tags of another group, which is usually smaller, is present.
    pub(super) fn shares_any_of(&self, other: &Group) -> bool {
        self.bits & other.bits != 0 && other.iter().any(|tag| self.has(tag))
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether there are so many tags that they are looked up in a set.
    pub(super) fn is_large(&self) -> bool {
        self.set.is_some()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Str> {
        self.list.iter()
    }

    /// Fills an empty group with the tags of another, which is not large.
    pub(super) fn copy_few(&mut self, other: &Group) {
        self.list.reserve(other.len().max(ROOM));
        self.list.extend_from_slice(&other.list);
        self.bytes = other.bytes;
        self.bits = other.bits;
    }

    /// Adds a copy of a tag, unless it is present.
    pub(super) fn add(&mut self, tag: &Str) {
        if !self.has(tag) {
            self.push(tag.clone());
        }
    }

    /// Adds a tag that is not present yet.
    pub(super) fn push(&mut self, tag: Str) {
        if self.list.is_empty() {
            self.list.reserve(ROOM);
        }
        match &mut self.set {
            Some(set) => drop(set.insert(tag.clone())),
            None if self.list.len() == FEW => {
                self.set = Some(Box::new(self.list.iter().chain([&tag]).cloned().collect()));
            }
            None => {}
        }
        self.bytes += tag.len();
        self.bits |= bit(&tag);
        self.list.push(tag);
    }
}

/// The bit of a tag, by its length and its ends, where tags differ most.
fn bit(tag: &str) -> u64 {
    let ends = [tag.bytes().next(), tag.bytes().nth_back(1), tag.bytes().next_back()];
    let sum = ends.into_iter().flatten().fold(tag.len() as u64, |sum, byte| sum * 7 + u64::from(byte));
    1 << (sum % 64)
}

/// A group that is complete, and shared by all that a container contains.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) tags: Group,
    /// All tags as they are written, since each of the resources is.
    quoted: OnceLock<String>,
}

impl Shared {
    pub(super) fn new(tags: Group) -> Shared {
        Shared { tags, quoted: OnceLock::new() }
    }

    /// All tags in quotes, each with a comma after it.
    pub(super) fn all_quoted(&self) -> &str {
        self.quoted.get_or_init(|| {
            let mut all = String::with_capacity(self.tags.bytes + 3 * self.tags.len());
            self.tags.iter().for_each(|tag| quoted(tag, &mut all));
            all
        })
    }
}
