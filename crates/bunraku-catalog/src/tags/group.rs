//! A list of different tags that is searched fast even if it is long.

use bunraku_intern::FastSet;
use bunraku_pcore::Str;

/// Different tags, in the order in which they were added.
#[derive(Debug, Clone, Default)]
pub(super) struct Group {
    list: Vec<Str>,
    /// The contents of `list`, kept once there are many: a catalog has the tags of all its classes.
    set: Option<FastSet<Str>>,
    /// The length of all tags together.
    bytes: usize,
}

/// Above this number, tags are looked up in a set.
const FEW: usize = 24;

/// Room for the tags of the resource itself and most of those it inherits.
pub(super) const ROOM: usize = 12;

impl Group {
    pub(super) fn has(&self, tag: &str) -> bool {
        match &self.set {
            Some(set) => set.contains(tag),
            None => self.list.iter().any(|known| known == tag),
        }
    }

    /// Whether a tag is among the first, or anywhere if there are so many that they are looked up in a set.
    pub(super) fn has_in_first(&self, number: usize, tag: &Str) -> bool {
        match &self.set {
            Some(set) => set.contains(tag),
            None => self.list.iter().take(number).any(|known| known == tag),
        }
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
    }

    pub(super) fn reserve(&mut self, more: usize) {
        self.list.reserve(more);
    }

    /// Adds a tag that is not present yet.
    pub(super) fn push(&mut self, tag: Str) {
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
        self.bytes += tag.len();
        self.list.push(tag);
    }
}
