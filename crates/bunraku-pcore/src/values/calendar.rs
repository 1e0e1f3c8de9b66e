//! The Gregorian calendar: dates from days and days from dates.

/// A date and a time of day.
#[derive(Clone, Copy, Debug)]
pub struct Civil {
    /// The year.
    pub year: i64,
    /// The month, where 1 is January.
    pub month: u32,
    /// The day.
    pub day: u32,
    /// The hour.
    pub hour: u32,
    /// The minute.
    pub minute: u32,
    /// The second.
    pub second: u32,
    /// The day of the week, where 0 is Sunday.
    pub weekday: u32,
    /// The day of the year, where 1 is the first of January.
    pub yearday: u32,
}

/// The names of the months.
pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The names of the days of the week.
pub const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

impl Civil {
    /// The date and time at a number of seconds since the start of 1970.
    pub fn at(seconds: i64) -> Civil {
        let days = seconds.div_euclid(86_400);
        let of_day = seconds.rem_euclid(86_400) as u32;
        let (year, month, day) = civil_from_days(days);
        Civil {
            year,
            month,
            day,
            hour: of_day / 3600,
            minute: of_day / 60 % 60,
            second: of_day % 60,
            weekday: (days + 4).rem_euclid(7) as u32,
            yearday: (days - days_from_civil(year, 1, 1)) as u32 + 1,
        }
    }

    /// The first three letters of the name of its day of the week.
    pub fn short_weekday(&self) -> &'static str {
        short(DAYS.get(self.weekday as usize).copied().unwrap_or_default())
    }

    /// The first three letters of the name of its month.
    pub fn short_month(&self) -> &'static str {
        short(MONTHS.get((self.month as usize).wrapping_sub(1)).copied().unwrap_or_default())
    }

    /// The year and the week by ISO 8601, where the first days of January may be in the last week of the previous year.
    pub(super) fn iso_week(&self) -> (i64, u32) {
        let weekday = (self.weekday + 6) % 7;
        let week = (self.yearday as i64 - 1 - weekday as i64 + 10).div_euclid(7);
        if week < 1 {
            (self.year - 1, weeks_in(self.year - 1))
        } else if week as u32 > weeks_in(self.year) {
            (self.year + 1, 1)
        } else {
            (self.year, week as u32)
        }
    }

    /// The week of the year if weeks start on the day `first` (0 is Sunday). Days before the first such day are in week 0.
    pub(super) fn week(&self, first: u32) -> u32 {
        let since = (self.weekday + 7 - first) % 7;
        (self.yearday + 6 - since) / 7
    }
}

/// The number of a month by the first three letters of its name, where 1 is January.
pub fn month_of(name: &str) -> Option<u32> {
    (1..).zip(MONTHS).find(|(_, month)| short(month) == name).map(|(number, _)| number)
}

fn short(name: &'static str) -> &'static str {
    name.get(..3).unwrap_or(name)
}

/// The number of days from the first of January 1970 to a date. A day after the end of its month is in the next month, as
/// in Ruby: `2001-02-31` is the third of March.
pub fn days_from_civil(year: i64, month: u32, day: u32) -> i64 {
    // Years are counted from March, so that the leap day is the last day of the year. 146,097 is the number of days in 400
    // years, 719,468 the number of days from March of the year 0 to 1970, and five months from March have 153 days.
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * (i64::from(month) + if month > 2 { -3 } else { 9 }) + 2) / 5 + i64::from(day) - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

fn civil_from_days(days: i64) -> (i64, u32, u32) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = (of_year - (153 * month + 2) / 5 + 1) as u32;
    let month = (if month < 10 { month + 3 } else { month - 9 }) as u32;
    (era * 400 + year + i64::from(month <= 2), month, day)
}

/// The number of ISO weeks of a year: 53 if it starts or ends on a Thursday.
fn weeks_in(year: i64) -> u32 {
    let weekday = |year: i64| (days_from_civil(year, 12, 31) + 4).rem_euclid(7);
    if weekday(year) == 4 || weekday(year - 1) == 3 { 53 } else { 52 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for days in (-800_000..800_000).step_by(97) {
            let (year, month, day) = civil_from_days(days);
            assert_eq!(days_from_civil(year, month, day), days);
        }
        assert_eq!(civil_from_days(0), (1970, 1, 1));
        assert_eq!(Civil::at(1_104_537_600).iso_week(), (2004, 53));
    }
}
