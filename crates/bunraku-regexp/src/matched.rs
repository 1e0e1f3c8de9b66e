//! A match and its groups.

use crate::regexp::Regexp;
use std::ops::Range;

/// The number of groups, including the whole match, that a match stores without allocating.
const INLINE: usize = 6;
/// The slot of a group that took no part in the match.
const UNSET: usize = usize::MAX;

/// A match: where in the string the pattern and its groups matched.
#[derive(Clone)]
pub struct Match<'t> {
    text: &'t str,
    regexp: &'t Regexp,
    slots: Slots,
}

#[derive(Clone)]
enum Slots {
    Inline([usize; INLINE * 2], usize),
    Heap(Box<[usize]>),
}

impl<'t> Match<'t> {
    pub(crate) fn new(regexp: &'t Regexp, text: &'t str, slots: &[usize]) -> Match<'t> {
        let mut inline = [UNSET; INLINE * 2];
        let slots = match inline.get_mut(..slots.len()) {
            Some(place) => {
                place.copy_from_slice(slots);
                Slots::Inline(inline, slots.len())
            }
            None => Slots::Heap(slots.into()),
        };
        Match { text, regexp, slots }
    }

    /// The byte range of the whole match.
    pub fn range(&self) -> Range<usize> {
        self.get(0).unwrap_or(0..0)
    }

    /// Where the match starts.
    pub fn start(&self) -> usize {
        self.range().start
    }

    /// Where the match ends.
    pub fn end(&self) -> usize {
        self.range().end
    }

    /// The part of the string that matched.
    pub fn as_str(&self) -> &'t str {
        self.text_of(0).unwrap_or("")
    }

    /// The byte range of a group. `None` if the group took no part in the match or does not exist. Group 0 is the whole
    /// match.
    pub fn get(&self, group: usize) -> Option<Range<usize>> {
        let slots = self.slots();
        let start = *slots.get(group.checked_mul(2)?)?;
        let end = *slots.get(group * 2 + 1)?;
        (start != UNSET && end != UNSET).then_some(start..end)
    }

    /// The part of the string that a group matched. `None` if it took no part in the match or does not exist.
    pub fn text_of(&self, group: usize) -> Option<&'t str> {
        self.text.get(self.get(group)?)
    }

    /// The byte range of the group with a name. If several groups have the name, it is the last one that took part.
    pub fn name(&self, name: &str) -> Option<Range<usize>> {
        let (_, groups) = self.regexp.group_names().find(|(known, _)| *known == name)?;
        groups.iter().rev().find_map(|&group| self.get(group))
    }

    /// The number of groups, including the whole match.
    pub fn len(&self) -> usize {
        self.slots().len() / 2
    }

    /// Always false, because there is at least the whole match.
    pub fn is_empty(&self) -> bool {
        self.slots().is_empty()
    }

    /// The byte ranges of all groups, starting with the whole match.
    pub fn groups(&self) -> impl Iterator<Item = Option<Range<usize>>> {
        (0..self.len()).map(|group| self.get(group))
    }

    /// The string that was searched.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The part of the string before the match.
    pub fn pre(&self) -> &'t str {
        self.text.get(..self.start()).unwrap_or("")
    }

    /// The part of the string after the match.
    pub fn post(&self) -> &'t str {
        self.text.get(self.end()..).unwrap_or("")
    }

    fn slots(&self) -> &[usize] {
        match &self.slots {
            Slots::Inline(slots, len) => slots.get(..*len).unwrap_or(&[]),
            Slots::Heap(slots) => slots,
        }
    }
}

impl std::fmt::Debug for Match<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.groups()).finish()
    }
}
