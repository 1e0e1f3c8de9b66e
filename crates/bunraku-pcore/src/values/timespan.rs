//! Lengths of time.

use crate::values::TimespanFormat;

/// A length of time with a resolution of nanoseconds. It may be negative.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Timespan {
    /// Whole seconds, rounded down.
    seconds: i64,
    /// Nanoseconds to add to the seconds, less than 1,000,000,000.
    nanoseconds: u32,
}

pub(crate) const NANOS_PER_SECOND: i128 = 1_000_000_000;

/// The parts that a timespan can be made of. Each may be of any size, and negative.
#[derive(Clone, Copy, Debug, Default)]
pub struct TimespanFields {
    /// The number of days, of 24 hours each.
    pub days: i64,
    /// The number of hours.
    pub hours: i64,
    /// The number of minutes.
    pub minutes: i64,
    /// The number of seconds.
    pub seconds: i64,
    /// The number of milliseconds.
    pub milliseconds: i64,
    /// The number of microseconds.
    pub microseconds: i64,
    /// The number of nanoseconds.
    pub nanoseconds: i64,
}

impl Timespan {
    /// A number of nanoseconds. `None` if its seconds do not fit in 64 bits.
    pub fn from_nanoseconds(nanoseconds: i128) -> Option<Timespan> {
        let seconds = i64::try_from(nanoseconds.div_euclid(NANOS_PER_SECOND)).ok()?;
        let nanoseconds = nanoseconds.rem_euclid(NANOS_PER_SECOND) as u32;
        Some(Timespan { seconds, nanoseconds })
    }

    /// A whole number of seconds.
    pub fn from_seconds(seconds: i64) -> Timespan {
        Timespan { seconds, nanoseconds: 0 }
    }

    /// A number of seconds with a fraction, truncated to nanoseconds. `None` if it is not finite or too large.
    pub fn from_float(seconds: f64) -> Option<Timespan> {
        let nanoseconds = seconds * 1e9;
        if nanoseconds.is_finite() { Timespan::from_nanoseconds(nanoseconds as i128) } else { None }
    }

    /// The sum of several parts. `None` if its seconds do not fit in 64 bits.
    pub fn from_fields(fields: TimespanFields) -> Option<Timespan> {
        let hours = i128::from(fields.days) * 24 + i128::from(fields.hours);
        let seconds = (hours * 60 + i128::from(fields.minutes)) * 60 + i128::from(fields.seconds);
        let millis = seconds * 1000 + i128::from(fields.milliseconds);
        let micros = millis * 1000 + i128::from(fields.microseconds);
        Timespan::from_nanoseconds(micros * 1000 + i128::from(fields.nanoseconds))
    }

    /// Reads a string in the first of the default formats that it has.
    pub fn parse(text: &str) -> Option<Timespan> {
        TimespanFormat::defaults().iter().find_map(|format| format.parse(text))
    }

    /// The whole timespan in nanoseconds.
    pub fn nanoseconds(self) -> i128 {
        i128::from(self.seconds) * NANOS_PER_SECOND + i128::from(self.nanoseconds)
    }

    /// The whole timespan in seconds, rounded down.
    pub fn seconds(self) -> i64 {
        self.seconds
    }

    /// The whole timespan in seconds, with a fraction.
    pub fn to_float(self) -> f64 {
        nanoseconds_to_float(self.nanoseconds())
    }

    /// The timespan in the default format, such as `1-02:03:04.5`.
    pub fn text(self) -> String {
        TimespanFormat::defaults().first().map(|format| format.format(self)).unwrap_or_default()
    }
}

/// Nanoseconds as seconds, correctly rounded, as Ruby's `fdiv` computes it.
pub(crate) fn nanoseconds_to_float(nanoseconds: i128) -> f64 {
    let (seconds, rest) = (nanoseconds / NANOS_PER_SECOND, nanoseconds % NANOS_PER_SECOND);
    // Below 2^53 both operands are exact as floats, so that only the division rounds. A greater number would be rounded
    // twice. The parser of floats rounds once.
    if nanoseconds.unsigned_abs() < 1 << 53 {
        nanoseconds as f64 / 1e9
    } else {
        let sign = if nanoseconds < 0 { "-" } else { "" };
        format!("{sign}{}.{:09}", seconds.unsigned_abs(), rest.unsigned_abs())
            .parse()
            .unwrap_or(seconds as f64)
    }
}
