//! Times from strings, with the directives of Ruby's `strptime`.

use super::calendar::{DAYS, MONTHS};

/// The fields that were found in a string.
#[derive(Default, Debug)]
pub(super) struct Parsed {
    pub(super) year: Option<i64>,
    pub(super) month: Option<u32>,
    pub(super) day: Option<u32>,
    pub(super) hour: Option<u32>,
    pub(super) minute: Option<u32>,
    pub(super) second: Option<u32>,
    pub(super) nanosecond: Option<u32>,
    pub(super) zone: Option<String>,
    century: Option<i64>,
    /// The hours to add: 0 for `am` and 12 for `pm`.
    meridian: Option<u32>,
}

/// Parses a string in a format. `None` if the string does not match, or continues after it.
pub(super) fn parse(text: &str, format: &str) -> Option<Parsed> {
    let mut reader = Reader { rest: text, parsed: Parsed::default() };
    reader.read(format)?;
    if !reader.rest.is_empty() {
        return None;
    }
    let mut parsed = reader.parsed;
    if let Some(century) = parsed.century {
        parsed.year = parsed.year.map(|year| century * 100 + year);
    }
    if let Some(meridian) = parsed.meridian {
        parsed.hour = parsed.hour.map(|hour| hour % 12 + meridian);
    }
    Some(parsed)
}

struct Reader<'t> {
    rest: &'t str,
    parsed: Parsed,
}

impl Reader<'_> {
    fn read(&mut self, format: &str) -> Option<()> {
        let mut chars = format.chars();
        while let Some(char) = chars.next() {
            if char.is_ascii_whitespace() {
                self.rest = self.rest.trim_ascii_start();
                continue;
            }
            if char != '%' {
                self.rest = self.rest.strip_prefix(char)?;
                continue;
            }
            let mut letter = chars.next();
            while matches!(letter, Some('E' | 'O' | ':')) {
                letter = chars.next();
            }
            match letter {
                Some(letter) => self.directive(letter, chars.as_str())?,
                None => self.rest = self.rest.strip_prefix('%')?,
            }
        }
        Some(())
    }

    /// Reads one directive. `later` is the rest of the format: a number may have any number of digits, unless another
    /// number follows directly.
    ///
    /// Fields that Puppet does not use for a timestamp, such as the day of the week, are read and dropped.
    fn directive(&mut self, letter: char, later: &str) -> Option<()> {
        let crowded = starts_with_number(later);
        match letter {
            'A' | 'a' => {
                self.name(&DAYS)?;
            }
            'B' | 'b' | 'h' => self.parsed.month = Some(self.name(&MONTHS)? as u32 + 1),
            'C' => self.parsed.century = Some(self.signed(if crowded { 2 } else { usize::MAX })?),
            'Y' => self.parsed.year = Some(self.signed(if crowded { 4 } else { usize::MAX })?),
            'G' => {
                self.signed(if crowded { 4 } else { usize::MAX })?;
            }
            'y' => {
                let year = self.number(2, 0..=99)?;
                self.parsed.year = Some(year.into());
                // The pivot of POSIX: 69 to 99 are in the twentieth century.
                self.parsed.century.get_or_insert(if year >= 69 { 19 } else { 20 });
            }
            'd' | 'e' => self.parsed.day = Some(self.padded(1..=31)?),
            'j' => {
                self.number(3, 1..=366)?;
            }
            'm' => self.parsed.month = Some(self.number(2, 1..=12)?),
            'H' | 'k' => self.parsed.hour = Some(self.padded(0..=24)?),
            'I' | 'l' => self.parsed.hour = Some(self.padded(1..=12)?),
            'M' => self.parsed.minute = Some(self.number(2, 0..=59)?),
            'S' => self.parsed.second = Some(self.number(2, 0..=60)?),
            'L' => self.fraction(if crowded { 3 } else { usize::MAX })?,
            'N' => self.fraction(if crowded { 9 } else { usize::MAX })?,
            'P' | 'p' => self.meridian()?,
            'g' => {
                self.number(2, 0..=99)?;
            }
            'U' | 'W' => {
                self.number(2, 0..=53)?;
            }
            'V' => {
                self.number(2, 1..=53)?;
            }
            'u' => {
                self.number(1, 1..=7)?;
            }
            'w' => {
                self.number(1, 0..=6)?;
            }
            's' | 'Q' => {
                self.signed(usize::MAX)?;
            }
            'Z' | 'z' => self.zone()?,
            '%' => self.rest = self.rest.strip_prefix('%')?,
            'n' | 't' => self.rest = self.rest.trim_ascii_start(),
            'F' => self.read("%Y-%m-%d")?,
            'T' | 'X' => self.read("%H:%M:%S")?,
            'D' | 'x' => self.read("%m/%d/%y")?,
            'R' => self.read("%H:%M")?,
            'r' => self.read("%I:%M:%S %p")?,
            'c' => self.read("%a %b %e %H:%M:%S %Y")?,
            'v' => self.read("%e-%b-%Y")?,
            '+' => self.read("%a %b %e %H:%M:%S %Z %Y")?,
            letter => {
                self.rest = self.rest.strip_prefix('%')?.strip_prefix(letter)?;
            }
        }
        Some(())
    }

    fn digits(&mut self, most: usize) -> Option<&str> {
        let count = self.rest.bytes().take(most).take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        (!digits.is_empty()).then_some(digits)
    }

    fn number(&mut self, most: usize, range: std::ops::RangeInclusive<u32>) -> Option<u32> {
        let number = self.digits(most)?.parse().ok()?;
        range.contains(&number).then_some(number)
    }

    /// Reads two digits, or a blank and one digit.
    fn padded(&mut self, range: std::ops::RangeInclusive<u32>) -> Option<u32> {
        match self.rest.strip_prefix(' ') {
            Some(rest) => {
                self.rest = rest;
                self.number(1, range)
            }
            None => self.number(2, range),
        }
    }

    fn signed(&mut self, most: usize) -> Option<i64> {
        let negative = self.rest.starts_with('-');
        self.rest = self.rest.strip_prefix(['-', '+']).unwrap_or(self.rest);
        let number: i64 = self.digits(most)?.parse().ok().filter(|number| *number < 1_000_000_000)?;
        Some(if negative { -number } else { number })
    }

    fn fraction(&mut self, most: usize) -> Option<()> {
        let nine: String = self.digits(most)?.chars().chain("000000000".chars()).take(9).collect();
        self.parsed.nanosecond = Some(nine.parse().ok()?);
        Some(())
    }

    /// Reads a name, in full or its first three letters, and returns its index.
    fn name(&mut self, names: &[&str]) -> Option<usize> {
        for length in [usize::MAX, 3] {
            for (index, name) in names.iter().enumerate() {
                let name = name.get(..length).unwrap_or(name);
                if let Some((start, rest)) = self.rest.split_at_checked(name.len())
                    && start.eq_ignore_ascii_case(name)
                {
                    self.rest = rest;
                    return Some(index);
                }
            }
        }
        None
    }

    fn meridian(&mut self) -> Option<()> {
        for (text, hours) in [("a.m.", 0), ("p.m.", 12), ("am", 0), ("pm", 12)] {
            if let Some((start, rest)) = self.rest.split_at_checked(text.len())
                && start.eq_ignore_ascii_case(text)
                && (text.ends_with('.') || !rest.starts_with(|char: char| char.is_alphanumeric()))
            {
                self.rest = rest;
                self.parsed.meridian = Some(hours);
                return Some(());
            }
        }
        None
    }

    /// Reads a timezone, such as `+02:00`, `GMT-1`, `CET`, `Eastern Standard Time` or `CET DST`.
    fn zone(&mut self) -> Option<()> {
        let length = zone_length(self.rest)?;
        let (zone, rest) = self.rest.split_at_checked(length)?;
        self.parsed.zone = Some(zone.to_string());
        self.rest = rest;
        Some(())
    }
}

/// The length of the timezone at the start of a string.
fn zone_length(text: &str) -> Option<usize> {
    let lower = text.to_ascii_lowercase();
    let prefix = ["gmt", "utc", "ut", ""].into_iter().find(|prefix| {
        lower.strip_prefix(prefix).is_some_and(|rest| {
            rest.starts_with(['+', '-'])
                && rest.get(1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        })
    });
    if let Some(prefix) = prefix {
        let digits = |from: usize| text.bytes().skip(from).take_while(u8::is_ascii_digit).count();
        let mut end = prefix.len() + 1;
        end += digits(end);
        for separators in [",.:", ":"] {
            let separated = text[end..].starts_with(|char| separators.contains(char)) && digits(end + 1) > 0;
            if !separated {
                break;
            }
            end += 1 + digits(end + 1);
        }
        return Some(end);
    }
    let letters = text.chars().take_while(|char| char.is_alphabetic()).map(char::len_utf8).sum::<usize>();
    let long = lower
        .find("standard time")
        .map(|start| start + "standard time".len())
        .or_else(|| lower.find("daylight time").map(|start| start + "daylight time".len()))
        .filter(|end| {
            lower[..*end].chars().all(|char| char.is_alphabetic() || char == '.' || char.is_whitespace())
        });
    if let Some(end) = long {
        return Some(end);
    }
    if letters == 0 {
        return None;
    }
    let dst = lower[letters..].trim_ascii_start();
    let blanks = lower.len() - letters - dst.len();
    if blanks > 0 && dst.starts_with("dst") { Some(letters + blanks + 3) } else { Some(letters) }
}

/// Whether the rest of a format starts with a number, so that the number before it must have a fixed length.
fn starts_with_number(format: &str) -> bool {
    let mut chars = format.chars();
    match chars.next() {
        Some(char) if char.is_ascii_digit() => true,
        Some('%') => match chars.find(|char| !matches!(char, 'E' | 'O')) {
            Some(letter) => letter.is_ascii_digit() || "CDdeFGgHIjkLlMmNQRrSsTUuVvWwXxYy".contains(letter),
            None => false,
        },
        _ => false,
    }
}
