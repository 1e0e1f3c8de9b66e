//! All matches in a string, and Ruby's `scan` and `split`.

use std::ops::Range;

use crate::allowance::Allowance;
use crate::error::LimitExceeded;
use crate::matched::Match;
use crate::regexp::Regexp;

/// The matches in a string from left to right. See [`Regexp::find_iter`].
pub struct Matches<'t> {
    regexp: &'t Regexp,
    text: &'t str,
    /// Where the next search starts. After the end of the string if there are no more matches.
    at: usize,
    /// The remaining steps for the other matches.
    allowance: Allowance,
}

/// Where a separator is in a string, and where its groups are.
type Separator = (Range<usize>, Vec<Range<usize>>);

impl Regexp {
    /// All matches in a string. Each search starts where the previous match ended, or one character later if that match
    /// was empty, as in Ruby's `gsub` and `scan`.
    pub fn find_iter<'t>(&'t self, text: &'t str) -> Matches<'t> {
        Matches { regexp: self, text, at: 0, allowance: Allowance::new(text) }
    }

    /// Ruby's `String#scan`: the groups of each match, or the match itself if the pattern has no groups.
    pub fn scan<'t>(&'t self, text: &'t str) -> Result<Vec<Vec<Option<&'t str>>>, LimitExceeded> {
        let skip = usize::from(self.group_count() > 0);
        self.find_iter(text)
            .map(|found| found.map(|found| (skip..found.len()).map(|group| found.text_of(group)).collect()))
            .collect()
    }

    /// Ruby's `String#split`: the parts between the matches, and between those the contents of groups.
    ///
    /// A positive `limit` is the highest number of parts, without the contents of groups. If it is 0, empty parts at the end
    /// are dropped. If it is negative, they are kept.
    pub fn split<'t>(&self, text: &'t str, limit: isize) -> Result<Vec<&'t str>, LimitExceeded> {
        let piece = |start: usize, end: usize| text.get(start..end).unwrap_or("");
        let mut pieces = Vec::new();
        if text.is_empty() {
            return Ok(pieces);
        }
        if limit == 1 {
            return Ok(vec![text]);
        }
        let mut count = 1;
        // Where the current part starts, where the search goes on, and whether that is one character after an empty match.
        // Ruby does not split at an empty match at once: it looks for a longer match one character later first.
        let (mut begin, mut start, mut after_empty) = (0, 0, false);
        let mut allowance = Allowance::new(text);
        while let Some(found) = self.find_range(text, start, &mut allowance)? {
            let (from, to) = (found.0.start, found.0.end);
            if from == start && from == to {
                if !after_empty {
                    start += text.get(start..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
                    after_empty = true;
                    continue;
                }
                pieces.push(piece(begin, start));
                begin = start;
            } else {
                pieces.push(piece(begin, from));
                begin = to;
                start = to;
            }
            after_empty = false;
            pieces.extend(found.1.into_iter().filter_map(|range| text.get(range)));
            count += 1;
            if limit > 0 && count >= limit {
                break;
            }
        }
        if limit != 0 || text.len() > begin {
            pieces.push(piece(begin, text.len()));
        }
        if limit == 0 {
            while pieces.last().is_some_and(|last| last.is_empty()) {
                pieces.pop();
            }
        }
        Ok(pieces)
    }

    fn find_range(
        &self,
        text: &str,
        start: usize,
        allowance: &mut Allowance,
    ) -> Result<Option<Separator>, LimitExceeded> {
        Ok(self
            .find_within(text, start, allowance)?
            .map(|found| (found.range(), found.groups().skip(1).flatten().collect())))
    }
}

impl<'t> Iterator for Matches<'t> {
    type Item = Result<Match<'t>, LimitExceeded>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.at > self.text.len() {
            return None;
        }
        let found = match self.regexp.find_within(self.text, self.at, &mut self.allowance) {
            Ok(found) => found,
            Err(limit) => {
                self.at = usize::MAX;
                return Some(Err(limit));
            }
        };
        let Some(found) = found else {
            self.at = usize::MAX;
            return None;
        };
        let range = found.range();
        self.at = range.end;
        if range.is_empty() {
            self.at +=
                self.text.get(range.end..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
        }
        Some(Ok(found))
    }
}
