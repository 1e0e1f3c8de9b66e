//! Matching a string with the segments of a format.
//!
//! Puppet makes a regular expression of a format. Like its quantifiers, this tries the longest number first and goes back
//! to shorter ones if the rest does not fit. It keeps its own stack and remembers where the rest did not fit, because a
//! format may have any number of fields and a string any number of digits.

use std::collections::HashSet;

use super::{Field, Segment};

/// The attempts after which a string is taken not to have the format. With the handful of fields that there are units, a
/// search makes fewer attempts than the string has bytes; only a format with thousands of fields comes near the limit.
const MAX_ATTEMPTS: usize = 1_000_000;

/// The nanoseconds of a string that consists of exactly these segments.
pub(super) fn nanoseconds(segments: &[Segment], text: &str) -> Option<u128> {
    let taken = take(segments, text)?;
    segments.iter().zip(taken).try_fold(0u128, |sum, (segment, part)| match segment {
        Segment::Literal(_) => Some(sum),
        Segment::Field(field) => sum.checked_add(field.nanoseconds(part.digits(text)?)?),
    })
}

/// The part of a string that a segment has taken.
struct Part {
    start: usize,
    end: usize,
    /// The smallest `end` that is possible.
    least: usize,
}

impl Part {
    fn digits<'t>(&self, text: &'t str) -> Option<&'t str> {
        text.get(self.start..self.end).map(str::trim_start)
    }
}

/// What each segment takes of the string.
fn take(segments: &[Segment], text: &str) -> Option<Vec<Part>> {
    let digits = runs(text, |byte| byte.is_ascii_digit());
    let blanks = runs(text, |byte| byte.is_ascii_whitespace());
    let mut parts: Vec<Part> = Vec::new();
    // The segments and positions from which the rest of the string does not fit.
    let mut dead = HashSet::new();
    for _ in 0..MAX_ATTEMPTS {
        let at = parts.last().map_or(0, |part| part.end);
        let next = match segments.get(parts.len()) {
            None if at == text.len() => return Some(parts),
            None => None,
            Some(_) if dead.contains(&(parts.len(), at)) => None,
            Some(Segment::Literal(literal)) => text
                .get(at..)
                .filter(|rest| rest.starts_with(literal.as_str()))
                .map(|_| Part { start: at, end: at + literal.len(), least: at + literal.len() }),
            Some(Segment::Field(field)) => number(field, at, &digits, &blanks),
        };
        match next {
            Some(part) => parts.push(part),
            None => {
                dead.insert((parts.len(), at));
                shorten(&mut parts, &mut dead)?;
            }
        }
    }
    None
}

/// Goes back to the last part that can be shorter by a byte. `None` if there is none.
fn shorten(parts: &mut Vec<Part>, dead: &mut HashSet<(usize, usize)>) -> Option<()> {
    loop {
        let last = parts.last_mut()?;
        if last.end > last.least {
            last.end -= 1;
            return Some(());
        }
        let from = last.start;
        parts.pop();
        dead.insert((parts.len(), from));
    }
}

/// The longest number for a field at a position, with the blanks before it that the field allows.
fn number(field: &Field, at: usize, digits: &[usize], blanks: &[usize]) -> Option<Part> {
    let run = |runs: &[usize], at: usize| runs.get(at).copied().unwrap_or(0);
    let blank = if field.skips_blanks() || field.takes_blanks() { run(blanks, at) } else { 0 };
    let digit = run(digits, at + blank);
    let (least, most) = field.length();
    // Blanks that fill a field count as a part of its width, those that are skipped do not.
    let (least, most) = match field.skips_blanks() {
        true => (blank + least, blank.saturating_add(most)),
        false => (least.max(blank + 1), most),
    };
    let most = most.min(blank + digit);
    (digit > 0 && least <= most).then_some(Part { start: at, end: at + most, least: at + least })
}

/// For each byte of a string, how many bytes from there on are of a kind.
fn runs(text: &str, is_kind: impl Fn(u8) -> bool) -> Vec<usize> {
    let mut runs = vec![0; text.len()];
    let mut run = 0;
    for (index, byte) in text.bytes().enumerate().rev() {
        run = if is_kind(byte) { run + 1 } else { 0 };
        if let Some(slot) = runs.get_mut(index) {
            *slot = run;
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use crate::values::TimespanFormat;

    fn read(text: &str, format: &str) -> Option<i128> {
        TimespanFormat::new(format).unwrap().parse(text).map(|span| span.nanoseconds() / 1_000_000_000)
    }

    #[test]
    fn the_longest_number_is_tried_first() {
        assert_eq!(read("1234", "%M%S"), Some(123 * 60 + 4));
        assert_eq!(read("112233", "%H%M%S"), Some(1122 * 3600 + 3 * 60 + 3));
        assert_eq!(read("1: 2", "%H:%_2M"), Some(62 * 60));
        assert_eq!(read("1:2 ", "%H:%_2M"), None);
        assert_eq!(read("123", "%M%S"), Some(12 * 60 + 3));
        assert_eq!(read("12", "%M%S"), Some(62));
        assert_eq!(read("1", "%M%S"), None);
        assert_eq!(read("12345 6", "%M %S"), Some(12_345 * 60 + 6));
        assert_eq!(read("  7", "%_S"), Some(7));
        assert_eq!(read(" 7", "%_2S"), Some(7));
        assert_eq!(read("-5", "%S"), Some(-5));
    }

    #[test]
    fn long_strings_and_formats_of_many_fields_end() {
        let digits = "9".repeat(1_000_000);
        assert_eq!(read(&digits, "%S"), None);
        assert_eq!(read(&format!("{digits}x"), "%M:%S"), None);
        assert_eq!(read(&format!("{}7", "0".repeat(1_000_000)), "%S"), Some(7));
        let fields = "%S".repeat(100_000);
        assert_eq!(read(&"1".repeat(150_000), &fields), None);
        assert_eq!(read(&format!("{}x", "1".repeat(150_000)), &fields), None);
    }
}
