//! The clock, and times in Puppet's formats.

use std::time::{SystemTime, UNIX_EPOCH};

use bunraku::pcore::values::calendar::{Civil, days_from_civil, month_of};

/// A point in time, in seconds and nanoseconds since the beginning of 1970 (UTC).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timestamp {
    /// The seconds.
    pub seconds: i64,
    /// The nanoseconds to add to the seconds.
    pub nanos: u32,
}

impl Timestamp {
    /// The current time. A clock before 1970 counts as its beginning.
    pub fn now() -> Timestamp {
        Timestamp::of(SystemTime::now())
    }

    /// Converts a system time.
    pub fn of(time: SystemTime) -> Timestamp {
        let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp { seconds: i64::try_from(since.as_secs()).unwrap_or(i64::MAX), nanos: since.subsec_nanos() }
    }

    /// The format of `ctime` and `mtime` checksums: `2026-11-15 09:36:02 +0000`.
    pub fn ruby(self) -> String {
        let Civil { year, month, day, hour, minute, second, .. } = Civil::at(self.seconds);
        format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} +0000")
    }

    /// The format of reports and facts: `2026-11-15T09:42:05.739208658+00:00`.
    pub fn iso(self) -> String {
        let Civil { year, month, day, hour, minute, second, .. } = Civil::at(self.seconds);
        let nanos = self.nanos;
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{nanos:09}+00:00")
    }

    /// The format of report file names: `202611150942`.
    pub fn compact(self) -> String {
        let Civil { year, month, day, hour, minute, .. } = Civil::at(self.seconds);
        format!("{year:04}{month:02}{day:02}{hour:02}{minute:02}")
    }

    /// The date of an HTTP header: `Sun, 15 Nov 2026 09:42:05 GMT`.
    pub fn http(self) -> String {
        let civil = Civil::at(self.seconds);
        let Civil { year, day, hour, minute, second, .. } = civil;
        let (weekday, month) = (civil.short_weekday(), civil.short_month());
        format!("{weekday}, {day:02} {month} {year:04} {hour:02}:{minute:02}:{second:02} GMT")
    }

    /// Parses the date of an HTTP header, in the only form that clients use today.
    pub fn parse_http(text: &str) -> Option<Timestamp> {
        let parts: Vec<&str> = text.split_whitespace().collect();
        let [_, day, month, year, time, "GMT"] = parts.as_slice() else { return None };
        let month = month_of(month)?;
        let mut clock = time.split(':').map(|part| part.parse::<i64>().ok());
        let (hour, minute, second) = (clock.next()??, clock.next()??, clock.next()??);
        let (year, day) = (year.parse::<i64>().ok()?, day.parse::<u32>().ok()?);
        if !(1970..10_000).contains(&year) || !(1..=31).contains(&day) {
            return None;
        }
        let days = days_from_civil(year, month, day);
        Some(Timestamp { seconds: days * 86_400 + hour * 3_600 + minute * 60 + second, nanos: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_of_a_moment() {
        let moment = Timestamp { seconds: 1_794_735_508, nanos: 739_208_658 };
        assert_eq!(moment.ruby(), "2026-11-15 09:38:28 +0000");
        assert_eq!(moment.iso(), "2026-11-15T09:38:28.739208658+00:00");
        assert_eq!(moment.compact(), "202611150938");
        assert_eq!(moment.http(), "Sun, 15 Nov 2026 09:38:28 GMT");
    }

    #[test]
    fn dates_are_read_as_they_are_written() {
        for seconds in [0, 951_782_400, 951_868_799, 1_794_735_508, 4_102_444_800] {
            let moment = Timestamp { seconds, nanos: 0 };
            assert_eq!(Timestamp::parse_http(&moment.http()), Some(moment), "{seconds}");
        }
        for string in ["", "yesterday", "Sun, 99 Foo 2026 00:00:00 GMT", "Sun, 15 Nov 2026 GMT"] {
            assert_eq!(Timestamp::parse_http(string), None, "{string}");
        }
    }
}
