//! The formats of timespans, such as `%D-%H:%M:%S.%-N`, for reading and for writing.

mod read;

use std::sync::LazyLock;

use crate::values::Timespan;

/// A format of timespans, parsed.
#[derive(Clone, Debug)]
pub struct TimespanFormat {
    segments: Vec<Segment>,
}

#[derive(Clone, Debug)]
enum Segment {
    Literal(String),
    Field(Field),
}

#[derive(Clone, Debug)]
struct Field {
    unit: Unit,
    pad: Pad,
    width: Option<usize>,
    /// Whether this is the greatest unit of the format, which takes everything that the others do not show: 90 minutes in
    /// the format `%M` are `90`.
    total: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Unit {
    Nanosecond,
    Millisecond,
    Second,
    Minute,
    Hour,
    Day,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pad {
    None,
    Space,
    Zero,
}

const DEFAULTS: [&str; 8] =
    ["%D-%H:%M:%S.%-N", "%H:%M:%S.%-N", "%M:%S.%-N", "%S.%-N", "%D-%H:%M:%S", "%H:%M:%S", "%D-%H:%M", "%S"];

impl TimespanFormat {
    /// The formats that are tried if none is given. The first one is used for writing.
    pub fn defaults() -> &'static [TimespanFormat] {
        static FORMATS: LazyLock<Vec<TimespanFormat>> =
            LazyLock::new(|| DEFAULTS.iter().filter_map(|text| TimespanFormat::new(text).ok()).collect());
        &FORMATS
    }

    /// Parses a format. The error is the part of it that is not a directive.
    pub fn new(text: &str) -> Result<TimespanFormat, String> {
        let mut segments = Vec::new();
        let mut literal = String::new();
        let mut chars = text.char_indices();
        while let Some((start, char)) = chars.next() {
            if char != '%' {
                literal.push(char);
                continue;
            }
            let (mut pad, mut width, mut first) = (Pad::Zero, None::<usize>, true);
            loop {
                let Some((end, char)) = chars.next() else {
                    return Err(text.get(start..).unwrap_or_default().to_string());
                };
                let unit = match char {
                    '%' => {
                        literal.push('%');
                        break;
                    }
                    '-' if first => {
                        pad = Pad::None;
                        None
                    }
                    '_' if first => {
                        pad = Pad::Space;
                        None
                    }
                    '0' if first => None,
                    '0'..='9' => {
                        let digit = char as usize - '0' as usize;
                        width = Some(width.unwrap_or(0).saturating_mul(10).saturating_add(digit).min(1000));
                        None
                    }
                    'D' => Some(Unit::Day),
                    'H' => Some(Unit::Hour),
                    'M' => Some(Unit::Minute),
                    'S' => Some(Unit::Second),
                    'L' => Some(Unit::Millisecond),
                    'N' => Some(Unit::Nanosecond),
                    _ => return Err(text.get(start..end + char.len_utf8()).unwrap_or_default().to_string()),
                };
                first = false;
                if let Some(unit) = unit {
                    if !literal.is_empty() {
                        segments.push(Segment::Literal(std::mem::take(&mut literal)));
                    }
                    segments.push(Segment::Field(Field { unit, pad, width, total: false }));
                    break;
                }
            }
        }
        if !literal.is_empty() {
            segments.push(Segment::Literal(literal));
        }
        mark_greatest(&mut segments);
        Ok(TimespanFormat { segments })
    }

    /// A timespan in this format.
    pub fn format(&self, timespan: Timespan) -> String {
        let mut text = String::new();
        if timespan.nanoseconds() < 0 {
            text.push('-');
        }
        for segment in &self.segments {
            match segment {
                Segment::Literal(literal) => text.push_str(literal),
                Segment::Field(field) => field.append(&mut text, timespan.nanoseconds().unsigned_abs()),
            }
        }
        text
    }

    /// Reads a timespan. `None` if the string does not have this format.
    pub fn parse(&self, text: &str) -> Option<Timespan> {
        // A minus sign at the start may be part of the format. The timespan is negative in any case.
        let unsigned = text.strip_prefix('-').and_then(|rest| read::nanoseconds(&self.segments, rest));
        let nanoseconds = unsigned.or_else(|| read::nanoseconds(&self.segments, text))?;
        let nanoseconds = i128::try_from(nanoseconds).ok()?;
        Timespan::from_nanoseconds(if text.starts_with('-') { -nanoseconds } else { nanoseconds })
    }
}

/// Marks the field with the greatest unit.
fn mark_greatest(segments: &mut [Segment]) {
    let fields = segments.iter_mut().filter_map(|segment| match segment {
        Segment::Field(field) => Some(field),
        Segment::Literal(_) => None,
    });
    // Of several fields with the same unit it is the first.
    if let Some(greatest) = fields.reduce(|best, field| if field.unit > best.unit { field } else { best }) {
        greatest.total = true;
    }
}

impl Field {
    fn default_width(&self) -> usize {
        match self.unit {
            Unit::Day => 1,
            Unit::Hour | Unit::Minute | Unit::Second => 2,
            Unit::Millisecond => 3,
            Unit::Nanosecond => 9,
        }
    }

    fn skips_blanks(&self) -> bool {
        self.width.is_none() && self.pad == Pad::Space && self.total
    }

    fn takes_blanks(&self) -> bool {
        self.pad == Pad::Space && !self.skips_blanks()
    }

    fn length(&self) -> (usize, usize) {
        match self.width {
            None if self.total => (1, usize::MAX),
            None => (1, self.default_width()),
            Some(width) if self.pad == Pad::None => (1, width),
            Some(width) => (width, width),
        }
    }

    fn nanoseconds(&self, digits: &str) -> Option<u128> {
        let number: u128 = digits.parse().ok()?;
        let factor = match self.unit {
            Unit::Day => 86_400_000_000_000,
            Unit::Hour => 3_600_000_000_000,
            Unit::Minute => 60_000_000_000,
            Unit::Second => 1_000_000_000,
            // The digits of a fraction count from the left: `.5` is half a second. By itself a fraction is not accepted.
            Unit::Millisecond | Unit::Nanosecond if self.total => return None,
            Unit::Millisecond | Unit::Nanosecond => {
                return Some(number * 10u128.pow(9usize.saturating_sub(digits.len()) as u32));
            }
        };
        number.checked_mul(factor)
    }

    /// Appends the value of this field, where `all` is the whole timespan in nanoseconds.
    fn append(&self, text: &mut String, all: u128) {
        let number = match self.unit {
            Unit::Day => all / 86_400_000_000_000,
            Unit::Hour => self.part(all / 3_600_000_000_000, 24),
            Unit::Minute => self.part(all / 60_000_000_000, 60),
            Unit::Second => self.part(all / 1_000_000_000, 60),
            Unit::Millisecond => self.part(all / 1_000_000, 1000),
            Unit::Nanosecond => {
                let width = self.width.unwrap_or(9).min(9) as u32;
                self.part(all / 10u128.pow(9 - width), 10u128.pow(width))
            }
        };
        let width = self.width.unwrap_or_else(|| self.default_width());
        let padded = match (self.unit, self.pad) {
            // A fraction is treated like any other number here: a millisecond in the default format is `.1`. That is a
            // bug in Puppet, which must be reproduced.
            (Unit::Millisecond | Unit::Nanosecond, pad) => {
                let number = if self.total || pad == Pad::Zero { number } else { without_zeros(number) };
                if pad == Pad::None { number.to_string() } else { format!("{number:<width$}") }
            }
            (_, Pad::None) => number.to_string(),
            (_, Pad::Space) => format!("{number:>width$}"),
            (_, Pad::Zero) => format!("{number:0>width$}"),
        };
        text.push_str(&padded);
    }

    fn part(&self, number: u128, modulus: u128) -> u128 {
        if self.total { number } else { number % modulus }
    }
}

/// A number without the zeros at its end.
fn without_zeros(mut number: u128) -> u128 {
    while number != 0 && number.is_multiple_of(10) {
        number /= 10;
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_format() {
        let text = |nanoseconds| Timespan::from_nanoseconds(nanoseconds).unwrap().text();
        assert_eq!(text(0), "0-00:00:00.0");
        assert_eq!(text(1_000_000), "0-00:00:00.1");
        assert_eq!(text(-90_061_500_000_000), "-1-01:01:01.5");
    }

    #[test]
    fn reading() {
        let read = |text| Timespan::parse(text).map(Timespan::text);
        assert_eq!(read("1-02:03:04.5").as_deref(), Some("1-02:03:04.5"));
        assert_eq!(read("13:20"), None);
        assert_eq!(read("99").as_deref(), Some("0-00:01:39.0"));
        assert!(TimespanFormat::new("%Q").is_err());
        assert!(TimespanFormat::new("%").is_err());
    }
}
