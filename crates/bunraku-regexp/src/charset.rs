//! Sets of characters, with the operations that character classes need.

/// The highest code point.
pub const LAST: u32 = 0x0010_FFFF;

/// A set of characters: sorted, disjoint ranges of code points that do not touch, with both ends included.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CharSet {
    ranges: Vec<(u32, u32)>,
}

impl CharSet {
    /// The set of all characters.
    pub fn all() -> CharSet {
        CharSet { ranges: vec![(0, LAST)] }
    }

    /// The set of the characters from `first` to `last`.
    pub fn range(first: u32, last: u32) -> CharSet {
        CharSet { ranges: vec![(first, last)] }
    }

    /// The set of all ASCII characters.
    pub fn ascii() -> CharSet {
        CharSet::range(0, 0x7F)
    }

    /// The set of the given ranges, in any order.
    pub fn of(ranges: impl IntoIterator<Item = (u32, u32)>) -> CharSet {
        let mut set = CharSet { ranges: ranges.into_iter().collect() };
        set.normalize();
        set
    }

    /// The ranges, sorted and disjoint.
    pub fn ranges(&self) -> &[(u32, u32)] {
        &self.ranges
    }

    /// Whether the set has no characters.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Whether `code` is in the set.
    pub fn contains(&self, code: u32) -> bool {
        let after = self.ranges.partition_point(|&(first, _)| first <= code);
        after.checked_sub(1).and_then(|i| self.ranges.get(i)).is_some_and(|&(_, last)| code <= last)
    }

    /// The set's character, if it has exactly one.
    pub fn single(&self) -> Option<char> {
        match self.ranges.as_slice() {
            [(first, last)] if first == last => char::from_u32(*first),
            _ => None,
        }
    }

    /// Adds the ranges of `other`.
    pub fn add(&mut self, other: &CharSet) {
        if !other.is_empty() {
            self.ranges.extend_from_slice(&other.ranges);
            self.normalize();
        }
    }

    /// Adds single characters.
    pub fn add_codes(&mut self, codes: &[u32]) {
        if !codes.is_empty() {
            self.ranges.extend(codes.iter().map(|&code| (code, code)));
            self.normalize();
        }
    }

    /// The characters that are not in the set.
    pub fn complement(&self) -> CharSet {
        let mut ranges = Vec::with_capacity(self.ranges.len() + 1);
        let mut next = 0;
        for &(first, last) in &self.ranges {
            if first > next {
                ranges.push((next, first - 1));
            }
            next = last + 1;
        }
        if next <= LAST {
            ranges.push((next, LAST));
        }
        CharSet { ranges }
    }

    /// The characters in both sets.
    pub fn intersection(&self, other: &CharSet) -> CharSet {
        let mut ranges = Vec::new();
        let (mut left, mut right) = (self.ranges.iter().peekable(), other.ranges.iter().peekable());
        while let (Some(&&(a, b)), Some(&&(c, d))) = (left.peek(), right.peek()) {
            if a.max(c) <= b.min(d) {
                ranges.push((a.max(c), b.min(d)));
            }
            if b < d {
                left.next()
            } else {
                right.next()
            };
        }
        CharSet { ranges }
    }

    /// Whether no character is in both sets.
    pub fn is_disjoint(&self, other: &CharSet) -> bool {
        self.intersection(other).is_empty()
    }

    fn normalize(&mut self) {
        self.ranges.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(self.ranges.len());
        for &(first, last) in &self.ranges {
            match merged.last_mut() {
                Some(end) if first <= end.1.saturating_add(1) => end.1 = end.1.max(last),
                _ => merged.push((first, last)),
            }
        }
        self.ranges = merged;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_merge_and_complement() {
        let set = CharSet::of([(5, 9), (0, 1), (10, 12), (2, 2)]);
        assert_eq!(set.ranges(), [(0, 2), (5, 12)]);
        assert_eq!(set.complement().ranges(), [(3, 4), (13, LAST)]);
        assert_eq!(set.complement().complement(), set);
        assert!(set.contains(2) && !set.contains(3) && set.contains(12) && !set.contains(13));
    }

    #[test]
    fn intersections() {
        let left = CharSet::of([(0, 10), (20, 30)]);
        let right = CharSet::of([(5, 25), (30, 40)]);
        assert_eq!(left.intersection(&right).ranges(), [(5, 10), (20, 25), (30, 30)]);
        assert!(left.is_disjoint(&CharSet::range(11, 19)));
    }
}
