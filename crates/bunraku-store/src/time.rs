//! Times: milliseconds since the beginning of 1970 in the database, ISO 8601 outside.

use std::time::{SystemTime, UNIX_EPOCH};

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
    if parts.next().is_some() || !(1..=12).contains(&month) || !(1..=days_in(year, month)).contains(&day) {
        return None;
    }
    let days = days_before(year, month, day);
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
    let (days, rest) = (millis.div_euclid(86_400_000), millis.rem_euclid(86_400_000));
    let (year, month, day) = civil(days);
    let (hour, minute) = (rest / 3_600_000, rest / 60_000 % 60);
    let (second, milli) = (rest / 1000 % 60, rest % 1000);
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

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// The days from the beginning of 1970 to a date of the Gregorian calendar.
fn days_before(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The date of a number of days since the beginning of 1970.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let part = (5 * of_year + 2) / 153;
    let month = if part < 10 { part + 3 } else { part - 9 };
    (era * 400 + year + i64::from(month <= 2), month, of_year - (153 * part + 2) / 5 + 1)
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
        for text in [
            "",
            "now",
            "2026-02-30",
            "2026-13-01",
            "2026-11-16T25:00:00Z",
            "2026-11-16Tx",
            "2026-11-16T1:2:3:4",
            "äääääääääääää",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
