//! Counts the characters of long lines.

use std::sync::OnceLock;

use crate::TextRange;

/// The block size in bytes. Lines are rarely longer, so most files never need a table.
const BLOCK: usize = 1 << 12;

/// Counts characters in ranges of one text. Computing the column of each word of a line takes time proportional to the
/// length of the line, not to its square.
#[derive(Debug, Default)]
pub struct Characters {
    /// How many characters begin before each block, computed when a long range is first requested.
    before: OnceLock<Vec<u32>>,
}

impl Characters {
    /// How many characters begin in a range. All calls must pass the same text.
    pub fn count(&self, text: &str, range: TextRange) -> u32 {
        let bytes = text.as_bytes();
        let (start, end) = (range.start as usize, (range.end as usize).min(bytes.len()));
        if end.saturating_sub(start) <= BLOCK {
            return begin_in(bytes.get(start..end).unwrap_or_default());
        }
        self.before(bytes, end) - self.before(bytes, start)
    }

    fn before(&self, bytes: &[u8], offset: usize) -> u32 {
        let before = self.before.get_or_init(|| {
            let mut sum = 0;
            let sums = bytes.chunks(BLOCK).map(|block| {
                sum += begin_in(block);
                sum
            });
            std::iter::once(0).chain(sums).collect()
        });
        let block = offset / BLOCK;
        before.get(block).copied().unwrap_or(0)
            + begin_in(bytes.get(block * BLOCK..offset).unwrap_or_default())
    }
}

/// How many characters begin in these UTF-8 bytes: every byte begins one except continuation bytes.
fn begin_in(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|&&byte| byte & 0b1100_0000 != 0b1000_0000).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_short_ranges_are_counted_alike() {
        let text = "aé漢😀".repeat(3 * BLOCK);
        let characters = Characters::default();
        let offsets: Vec<usize> = text.char_indices().map(|(at, _)| at).step_by(997).collect();
        for &start in offsets.iter().step_by(5) {
            for &end in offsets.iter().filter(|&&end| end >= start) {
                let range = TextRange::new(start as u32, end as u32);
                assert_eq!(characters.count(&text, range) as usize, text[start..end].chars().count());
            }
        }
        let past_the_end = TextRange::new(0, text.len() as u32 + 10);
        assert_eq!(characters.count(&text, past_the_end) as usize, text.chars().count());
    }
}
