//! Times: milliseconds since the beginning of 1970 in the database, ISO 8601 outside.

use std::time::{SystemTime, UNIX_EPOCH};

use bunraku_pcore::values::calendar::{Civil, days_from_civil};

/// The current time.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// Parses `2026-11-16T01:52:33.776Z`, with any number of fractional digits, any offset, or only a date.
pub fn parse(text: &str) -> Option<i64> {
    let text = text.trim();
    let date = text.get(..10)?;
    let mut parts = date.split('-');
    let (year, month, day) = (number(parts.next()?)?, number(parts.next()?)?, number(parts.next()?)?);
    if parts.next().is_some() || !(1..=12).contains(&month) {
        return None;
    }
    let days = days_from_civil(year, u32::try_from(month).ok()?, u32::try_from(day).ok()?);
    // The 31st of a month with 30 days is a day of the next month.
    if i64::from(Civil::at(days * 86_400).day) != day {
        return None;
    }
    let rest = text.get(10..)?;
    if rest.is_empty() {
        return Some(days * 86_400_000);
    }
    let rest = rest.strip_prefix(['T', ' ', 't'])?;
    let zone = rest.find(['Z', 'z', '+', '-']).unwrap_or(rest.len());
    let (clock, zone) = rest.split_at(zone);
    let (clock, fraction) = clock.trim_end().split_once(['.', ',']).unwrap_or((clock.trim_end(), ""));
    let mut fields = clock.split(':');
    let hour = number(fields.next()?)?;
    let minute = fields.next().map_or(Some(0), number)?;
    let second = fields.next().map_or(Some(0), number)?;
    if fields.next().is_some() || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let millis: i64 = format!("{fraction:0<3}").get(..3)?.parse().ok()?;
    let seconds = (days * 24 + hour) * 3600 + minute * 60 + second - offset(zone)?;
    Some(seconds * 1000 + millis)
}

/// A time as PuppetDB shows it: `2026-11-16T01:52:33.776Z`.
pub fn show(millis: i64) -> String {
    let Civil { year, month, day, hour, minute, second, .. } = Civil::at(millis.div_euclid(1000));
    let milli = millis.rem_euclid(1000);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z")
}

fn number(text: &str) -> Option<i64> {
    let digits = !text.is_empty() && text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits { text.parse().ok() } else { None }
}

/// Parses an offset from UTC to seconds.
fn offset(zone: &str) -> Option<i64> {
    let (sign, rest) = match zone.as_bytes().first() {
        None => return Some(0),
        Some(b'Z' | b'z') if zone.len() == 1 => return Some(0),
        Some(b'+') => (1, zone.get(1..)?),
        Some(b'-') => (-1, zone.get(1..)?),
        Some(_) => return None,
    };
    let (hours, minutes) = match (rest.split_once(':'), rest.len()) {
        (Some((hours, minutes)), _) => (number(hours)?, number(minutes)?),
        (None, 2) => (number(rest)?, 0),
        (None, 4) => (number(rest.get(..2)?)?, number(rest.get(2..)?)?),
        _ => return None,
    };
    Some(sign * (hours * 3600 + minutes * 60))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_go_there_and_back() {
        for text in ["2026-11-16T01:52:33.776Z", "1970-01-01T00:00:00.000Z", "2000-02-29T23:59:59.999Z"] {
            assert_eq!(show(parse(text).unwrap()), text);
        }
        assert_eq!(parse("2026-11-16T01:56:03.985+00:00"), parse("2026-11-16T01:56:03.985Z"));
        assert_eq!(parse("2026-11-16T03:56:03.985412+02:00"), parse("2026-11-16T01:56:03.985Z"));
        assert_eq!(parse("2026-11-16"), parse("2026-11-16T00:00:00Z"));
        assert_eq!(parse("2026-11-16T10:00-0330"), parse("2026-11-16T13:30:00Z"));
    }

    #[test]
    fn what_is_not_a_time_is_refused() {
        for string in [
            "",
            "now",
            "2026-02-30",
            "2026-13-01",
            "2026-11-16T25:00:00Z",
            "2026-11-16Tx",
            "2026-11-16T1:2:3:4",
            "äääääääääääää",
        ] {
            assert_eq!(parse(string), None, "{string}");
        }
    }
}
