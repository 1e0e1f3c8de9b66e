//! Points in time.

use super::calendar::Civil;
use super::strptime::{self, Parsed};
use super::timespan::{NANOS_PER_SECOND, nanoseconds_to_float};
use super::{strftime, zone};

/// A point in time with a resolution of nanoseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Timestamp {
    /// Seconds since the start of 1970 in UTC, rounded down.
    seconds: i64,
    /// Nanoseconds to add to the seconds, less than 1,000,000,000.
    nanoseconds: u32,
}

/// Why a timestamp cannot be read from a string, or be written as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimestampError {
    /// The string does not have any of the formats, or a field is out of range, or the format is not complete.
    Format,
    /// The string has a timezone, and another one is given.
    TwoTimezones,
    /// The timezone is not known.
    Timezone,
}

/// The formats that are tried if none is given, those with a timezone first.
const DEFAULT_FORMATS: [&str; 10] = [
    "%FT%T.%N %Z",
    "%FT%T %Z",
    "%F %T.%N %Z",
    "%F %T %Z",
    "%F %Z",
    "%FT%T.%N",
    "%FT%T",
    "%F %T.%N",
    "%F %T",
    "%F",
];

impl Timestamp {
    /// A number of nanoseconds since the start of 1970 in UTC. `None` if its seconds do not fit in 64 bits.
    pub fn from_nanoseconds(nanoseconds: i128) -> Option<Timestamp> {
        let seconds = i64::try_from(nanoseconds.div_euclid(NANOS_PER_SECOND)).ok()?;
        let nanoseconds = nanoseconds.rem_euclid(NANOS_PER_SECOND) as u32;
        Some(Timestamp { seconds, nanoseconds })
    }

    /// A number of seconds since the start of 1970 in UTC.
    pub fn from_seconds(seconds: i64) -> Timestamp {
        Timestamp { seconds, nanoseconds: 0 }
    }

    /// A number of seconds with a fraction since the start of 1970 in UTC, truncated to nanoseconds. `None` if it is not
    /// finite or too large.
    pub fn from_float(seconds: f64) -> Option<Timestamp> {
        let nanoseconds = seconds * 1e9;
        if nanoseconds.is_finite() { Timestamp::from_nanoseconds(nanoseconds as i128) } else { None }
    }

    /// Reads a string in the first of the formats that it has. If no formats are given, the default ones are tried.
    ///
    /// A timezone can be given for strings that do not have one.
    pub fn parse(text: &str, formats: &[&str], timezone: Option<&str>) -> Result<Timestamp, TimestampError> {
        let timezone = timezone.filter(|timezone| !timezone.is_empty());
        let formats = match (formats, timezone) {
            ([], None) => &DEFAULT_FORMATS,
            ([], Some(_)) => DEFAULT_FORMATS.get(5..).unwrap_or_default(),
            (formats, _) => formats,
        };
        let mut error = TimestampError::Format;
        for format in formats {
            match strptime::parse(text, format) {
                Some(parsed) if timezone.is_some() && parsed.zone.is_some() => {
                    error = TimestampError::TwoTimezones
                }
                Some(parsed) => return Timestamp::from_parsed(&parsed, timezone),
                None => {}
            }
        }
        Err(error)
    }

    fn from_parsed(parsed: &Parsed, timezone: Option<&str>) -> Result<Timestamp, TimestampError> {
        let year = parsed.year.ok_or(TimestampError::Format)?;
        let month = parsed.month.unwrap_or(1);
        let day = parsed.day.unwrap_or(1);
        let (hour, minute, second) =
            (parsed.hour.unwrap_or(0), parsed.minute.unwrap_or(0), parsed.second.unwrap_or(0));
        if hour == 24 && (minute > 0 || second > 0) {
            return Err(TimestampError::Format);
        }
        let days = super::calendar::days_from_civil(year, month, day);
        let of_day = i64::from(hour) * 3600 + i64::from(minute) * 60 + i64::from(second);
        let offset = match timezone.or(parsed.zone.as_deref()) {
            Some(zone) => zone::offset(zone).ok_or(TimestampError::Timezone)?,
            None => 0,
        };
        let seconds = i128::from(days) * 86_400 + i128::from(of_day) - i128::from(offset);
        let nanoseconds = seconds * NANOS_PER_SECOND + i128::from(parsed.nanosecond.unwrap_or(0));
        Timestamp::from_nanoseconds(nanoseconds).ok_or(TimestampError::Format)
    }

    /// The timestamp in a format with the directives of Ruby's `strftime`, in UTC or in a timezone.
    pub fn format(self, format: &str, timezone: Option<&str>) -> Result<String, TimestampError> {
        let offset = match timezone.filter(|timezone| !timezone.is_empty()) {
            Some(timezone) => Some(zone::offset(timezone).ok_or(TimestampError::Timezone)?),
            None => None,
        };
        let civil = Civil::at(self.seconds.saturating_add(i64::from(offset.unwrap_or(0))));
        let moment = strftime::Moment { civil, time: self, offset };
        strftime::format(format, &moment).ok_or(TimestampError::Format)
    }

    /// The timestamp in the default format, such as `2000-01-01T00:00:00.000000000 UTC`.
    pub fn text(self) -> String {
        self.format("%FT%T.%N %Z", None).unwrap_or_default()
    }

    /// Nanoseconds since the start of 1970 in UTC.
    pub fn nanoseconds(self) -> i128 {
        i128::from(self.seconds) * NANOS_PER_SECOND + i128::from(self.nanoseconds)
    }

    /// Seconds since the start of 1970 in UTC, rounded down.
    pub fn seconds(self) -> i64 {
        self.seconds
    }

    /// The fraction of a second in nanoseconds.
    pub fn subsecond(self) -> u32 {
        self.nanoseconds
    }

    /// Seconds since the start of 1970 in UTC, with a fraction.
    pub fn to_float(self) -> f64 {
        nanoseconds_to_float(self.nanoseconds())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, formats: &[&str], timezone: Option<&str>) -> Option<String> {
        Timestamp::parse(text, formats, timezone).ok().map(Timestamp::text)
    }

    #[test]
    fn reading() {
        let check = |string, formats: &[&str], zone, expected: Option<&str>| {
            assert_eq!(read(string, formats, zone).as_deref(), expected, "{string} {formats:?}");
        };
        check("2000-01-01", &[], None, Some("2000-01-01T00:00:00.000000000 UTC"));
        check("2020-02-03T04:05:06.5 CET", &[], None, Some("2020-02-03T03:05:06.500000000 UTC"));
        check("2001-02-31", &[], None, Some("2001-03-03T00:00:00.000000000 UTC"));
        check("12/24/99 11 PM", &["%D %I %p"], None, Some("1999-12-24T23:00:00.000000000 UTC"));
        check("2000-01-01 00:00:00", &[], Some("+02:00"), Some("1999-12-31T22:00:00.000000000 UTC"));
        check("2000-13-01", &[], None, None);
        check("2000-01-01 nowhere", &["%F %Z"], None, None);
        check("rubbish", &[], None, None);
    }

    #[test]
    fn writing() {
        let time = Timestamp::parse("2016-09-05T13:04:09.25", &[], None).unwrap();
        let check = |format, text| assert_eq!(time.format(format, None).as_deref(), Ok(text), "{format}");
        check("%Y %C %y %m %B %b %^b %j %d %e", "2016 20 16 09 September Sep SEP 249 05  5");
        check("%H %k %I %l %P %p %M %S %L %N %3N %-d", "13 13 01  1 pm PM 04 09 250 250000000 250 5");
        check(
            "%z %:z %Z %A %a %u %w %G %V %U %W %s",
            "+0000 +00:00 UTC Monday Mon 1 1 2016 36 36 36 1473080649",
        );
        check(
            "%c|%D|%F|%v|%x|%X|%r|%R|%T|%%|%10Y|%-m",
            concat!(
                "Mon Sep  5 13:04:09 2016|09/05/16|2016-09-05| 5-SEP-2016|09/05/16|13:04:09|01:04:09 PM|13:04|13:04:09|%",
                "|0000002016|9"
            ),
        );
        assert_eq!(time.format("%F %T %z %Z", Some("+02:00")).as_deref(), Ok("2016-09-05 15:04:09 +0200 "));
        assert_eq!(time.format("%F", Some("nowhere")), Err(TimestampError::Timezone));
        assert_eq!(time.format("%F %", None), Err(TimestampError::Format));
    }
}
