//! Times as strings, with the directives of Ruby's `strftime`.

use super::Timestamp;
use super::calendar::{Civil, DAYS, MONTHS};

/// A point in time, as seen in a timezone.
pub(super) struct Moment {
    pub(super) civil: Civil,
    pub(super) time: Timestamp,
    /// Seconds east of UTC. `None` is UTC itself, which unlike a mere offset has a name.
    pub(super) offset: Option<i32>,
}

/// What is written between the `%` and the letter of a directive.
#[derive(Clone, Copy, Default)]
struct Flags {
    pad: Option<Pad>,
    /// The flag `^`: uppercase.
    upper: bool,
    /// The flag `#`: swapped case.
    swap: bool,
    /// The number of colons before `z`.
    colons: usize,
    width: Option<usize>,
}

#[derive(Clone, Copy, PartialEq)]
enum Pad {
    None,
    Zero,
    Space,
}

/// A moment in a format. A sequence that is not a directive stays as it is. `None` if the last directive has no letter.
pub(super) fn format(format: &str, moment: &Moment) -> Option<String> {
    let mut text = String::new();
    let mut rest = format;
    while let Some(percent) = rest.find('%') {
        let (before, directive) = rest.split_at(percent);
        text.push_str(before);
        let (flags, letter, after) = read_directive(directive)?;
        if append(&mut text, moment, flags, letter) {
            rest = after;
        } else {
            text.push('%');
            rest = directive.get(1..).unwrap_or_default();
        }
    }
    text.push_str(rest);
    Some(text)
}

fn read_directive(text: &str) -> Option<(Flags, char, &str)> {
    let mut flags = Flags::default();
    let mut chars = text.chars();
    chars.next();
    loop {
        match chars.next()? {
            '-' => flags.pad = Some(Pad::None),
            '_' => flags.pad = Some(Pad::Space),
            '^' => flags.upper = true,
            '#' => flags.swap = true,
            // Colons belong to a `z` that directly follows them.
            ':' => {
                let rest = chars.as_str();
                let zone = rest.trim_start_matches(':');
                let colons = 1 + rest.len() - zone.len();
                if colons > 3 || !zone.starts_with('z') {
                    return Some((flags, ':', rest));
                }
                flags.colons = colons;
                chars = zone.chars();
            }
            '0' if flags.width.is_none() => flags.pad = Some(Pad::Zero),
            digit @ '0'..='9' => {
                let digit = digit as usize - '0' as usize;
                flags.width = Some((flags.width.unwrap_or(0) * 10 + digit).min(1024));
            }
            // The modifiers of other locales have no effect, and are allowed before some letters only.
            'E' if chars.as_str().starts_with(['c', 'C', 'x', 'X', 'y', 'Y']) => {}
            'O' if chars.as_str().starts_with(|char| "deHkIlmMSuUVwWy".contains(char)) => {}
            letter => return Some((flags, letter, chars.as_str())),
        }
    }
}

/// Appends the value of a directive. Returns false if there is no such directive.
fn append(text: &mut String, moment: &Moment, flags: Flags, letter: char) -> bool {
    let civil = &moment.civil;
    let hour12 = (civil.hour + 11) % 12 + 1;
    let number = |text: &mut String, number: i64, width: usize, pad: Pad| {
        push_number(text, flags, number, width, pad);
    };
    let (iso_year, iso_week) = civil.iso_week();
    match letter {
        'Y' => number(text, civil.year, if civil.year < 0 { 5 } else { 4 }, Pad::Zero),
        'C' => number(text, civil.year.div_euclid(100), 2, Pad::Zero),
        'y' => number(text, civil.year.rem_euclid(100), 2, Pad::Zero),
        'm' => number(text, civil.month.into(), 2, Pad::Zero),
        'd' => number(text, civil.day.into(), 2, Pad::Zero),
        'e' => number(text, civil.day.into(), 2, Pad::Space),
        'j' => number(text, civil.yearday.into(), 3, Pad::Zero),
        'H' => number(text, civil.hour.into(), 2, Pad::Zero),
        'k' => number(text, civil.hour.into(), 2, Pad::Space),
        'I' => number(text, hour12.into(), 2, Pad::Zero),
        'l' => number(text, hour12.into(), 2, Pad::Space),
        'M' => number(text, civil.minute.into(), 2, Pad::Zero),
        'S' => number(text, civil.second.into(), 2, Pad::Zero),
        'u' => number(text, ((civil.weekday + 6) % 7 + 1).into(), 1, Pad::Zero),
        'w' => number(text, civil.weekday.into(), 1, Pad::Zero),
        'G' => number(text, iso_year, 4, Pad::Zero),
        'g' => number(text, iso_year.rem_euclid(100), 2, Pad::Zero),
        'V' => number(text, iso_week.into(), 2, Pad::Zero),
        'U' => number(text, civil.week(0).into(), 2, Pad::Zero),
        'W' => number(text, civil.week(1).into(), 2, Pad::Zero),
        's' => number(text, moment.time.seconds(), 1, Pad::Zero),
        'L' => push_fraction(text, moment, flags.width.unwrap_or(3)),
        'N' => push_fraction(text, moment, flags.width.unwrap_or(9)),
        'B' => push_word(text, flags, name(&MONTHS, civil.month.saturating_sub(1), 9)),
        'b' | 'h' => push_word(text, flags, name(&MONTHS, civil.month.saturating_sub(1), 3)),
        'A' => push_word(text, flags, name(&DAYS, civil.weekday, 9)),
        'a' => push_word(text, flags, name(&DAYS, civil.weekday, 3)),
        'p' if flags.swap => push_word(text, Flags { swap: false, ..flags }, meridian(civil, "am", "pm")),
        'p' => push_word(text, flags, meridian(civil, "AM", "PM")),
        'P' => push_word(text, flags, meridian(civil, "am", "pm")),
        'Z' => {
            let name = if moment.offset.is_some() { "" } else { "UTC" };
            let name = if flags.swap { name.to_ascii_lowercase() } else { name.to_string() };
            push_word(text, Flags { swap: false, ..flags }, &name);
        }
        'z' => push_offset(text, flags, moment.offset),
        'n' => push_word(text, flags, "\n"),
        't' => push_word(text, flags, "\t"),
        '%' => push_word(text, flags, "%"),
        'v' => {
            let composed = format("%e-%b-%Y", moment).unwrap_or_default();
            push_word(text, Flags { upper: true, ..flags }, &composed);
        }
        _ => {
            let flags = Flags { swap: false, ..flags };
            let composed = match letter {
                'c' => "%a %b %e %H:%M:%S %Y",
                'D' | 'x' => "%m/%d/%y",
                'F' => "%Y-%m-%d",
                'T' | 'X' => "%H:%M:%S",
                'R' => "%H:%M",
                'r' => "%I:%M:%S %p",
                _ => return false,
            };
            push_word(text, flags, &format(composed, moment).unwrap_or_default());
        }
    }
    true
}

fn name<'n>(names: &[&'n str], index: u32, length: usize) -> &'n str {
    let name = names.get(index as usize).copied().unwrap_or_default();
    name.get(..length).unwrap_or(name)
}

fn meridian<'n>(civil: &Civil, before: &'n str, after: &'n str) -> &'n str {
    if civil.hour < 12 { before } else { after }
}

fn push_number(text: &mut String, flags: Flags, number: i64, width: usize, pad: Pad) {
    let width = flags.width.unwrap_or(width);
    match flags.pad.unwrap_or(pad) {
        Pad::None => text.push_str(&number.to_string()),
        Pad::Space => text.push_str(&format!("{number:>width$}")),
        Pad::Zero => text.push_str(&format!("{number:0width$}")),
    }
}

fn push_word(text: &mut String, flags: Flags, word: &str) {
    let word = if flags.upper || flags.swap { word.to_uppercase() } else { word.to_string() };
    let width = flags.width.filter(|_| flags.pad != Some(Pad::None)).unwrap_or(0);
    match flags.pad {
        Some(Pad::Zero) => text.push_str(&format!("{word:0>width$}")),
        _ => text.push_str(&format!("{word:>width$}")),
    }
}

fn push_fraction(text: &mut String, moment: &Moment, digits: usize) {
    let nanoseconds = format!("{:09}", moment.time.subsecond());
    match nanoseconds.get(..digits) {
        Some(part) => text.push_str(part),
        None => text.push_str(&format!("{nanoseconds:0<digits$}")),
    }
}

fn push_offset(text: &mut String, mut flags: Flags, offset: Option<i32>) {
    let mut sign = if offset.is_some_and(|offset| offset < 0) { '-' } else { '+' };
    // `%-z` in UTC is `-0000`, which means that the local time is not known (RFC 3339).
    if offset.is_none() && flags.pad == Some(Pad::None) {
        sign = '-';
        flags.pad = None;
    }
    let offset = offset.unwrap_or(0).unsigned_abs();
    let (hours, minutes, seconds) = (offset / 3600, offset / 60 % 60, offset % 60);
    let rest = match flags.colons {
        0 => format!("{minutes:02}"),
        1 => format!(":{minutes:02}"),
        3 if minutes == 0 && seconds == 0 => String::new(),
        3 if seconds == 0 => format!(":{minutes:02}"),
        _ => format!(":{minutes:02}:{seconds:02}"),
    };
    let width = flags.width.unwrap_or(0).saturating_sub(rest.len() + 1).max(2);
    match flags.pad {
        Some(Pad::Space) => {
            text.push_str(&format!("{:>width$}{rest}", format!("{sign}{hours}"), width = width + 1))
        }
        _ => text.push_str(&format!("{sign}{hours:0width$}{rest}")),
    }
}
