//! Sets of characters such as `a-z`, which `count` counts in a string.

/// A set of characters in a string, in the notation of Ruby's `String#count`.
pub(crate) struct CharacterSet {
    ranges: Vec<(char, char)>,
    negated: bool,
}

impl CharacterSet {
    /// Parses a set; `None` if a range in it is descending.
    pub(crate) fn parse(text: &str) -> Option<CharacterSet> {
        let negated = text.starts_with('^') && text.chars().count() > 1;
        let mut rest: Vec<char> = text.chars().skip(usize::from(negated)).collect();
        rest.reverse();
        let mut ranges = Vec::new();
        while let Some(char) = rest.pop() {
            let first = if char == '\\' { rest.pop().unwrap_or('\\') } else { char };
            if rest.last() == Some(&'-') && rest.len() > 1 {
                rest.pop();
                let last = match rest.pop() {
                    Some('\\') => rest.pop().unwrap_or('\\'),
                    Some(char) => char,
                    None => first,
                };
                if last < first {
                    return None;
                }
                ranges.push((first, last));
            } else {
                ranges.push((first, first));
            }
        }
        Some(CharacterSet { ranges, negated })
    }

    pub(crate) fn contains(&self, char: char) -> bool {
        self.ranges.iter().any(|(first, last)| (*first..=*last).contains(&char)) != self.negated
    }
}
