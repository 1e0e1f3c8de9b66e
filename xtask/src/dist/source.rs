//! What a package is built from: the repository, its version and its timestamp.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The source of a package.
pub struct Source {
    /// The root of the repository.
    pub root: PathBuf,
    /// The version of all crates.
    pub version: &'static str,
    /// The timestamp of everything in packages, in seconds since 1970: `SOURCE_DATE_EPOCH`, or that of the commit.
    pub time: u64,
}

impl Source {
    /// The repository this tool was built from.
    pub fn here() -> Result<Source, String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the tool has no repository")?;
        let time = match std::env::var("SOURCE_DATE_EPOCH") {
            Ok(time) => time,
            Err(_) => commit_time(root)
                .ok_or("there is no repository to ask for the time of the commit: set SOURCE_DATE_EPOCH")?,
        };
        let time =
            time.trim().parse().map_err(|_| format!("SOURCE_DATE_EPOCH takes a number, got {time:?}"))?;
        Ok(Source { root: root.to_owned(), version: env!("CARGO_PKG_VERSION"), time })
    }

    /// The content of a file of the repository.
    pub fn read(&self, path: &str) -> Result<String, String> {
        std::fs::read_to_string(self.root.join(path)).map_err(|error| format!("{path}: {error}"))
    }

    /// The names of the files in a folder of the repository, sorted.
    pub fn list(&self, folder: &str) -> Result<Vec<String>, String> {
        let failed = |error: std::io::Error| format!("{folder}: {error}");
        let entries = std::fs::read_dir(self.root.join(folder)).map_err(failed)?;
        let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
        let mut names: Vec<String> = names.collect::<std::io::Result<_>>().map_err(failed)?;
        names.sort();
        Ok(names)
    }

    /// The date: `2026-01-31`.
    pub fn date(&self) -> String {
        let (year, month, day) = civil(self.time / DAY);
        format!("{year:04}-{month:02}-{day:02}")
    }

    /// The time in the format of Debian's changelogs: `Sat, 31 Jan 2026 12:00:00 +0000`.
    pub fn mail_date(&self) -> String {
        let (year, _, day) = civil(self.time / DAY);
        let (name, month) = self.names();
        let seconds = self.time % DAY;
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        format!("{name}, {day:02} {month} {year} {hour:02}:{minute:02}:{second:02} +0000")
    }

    /// The date in the format of RPM changelogs: `Sat Jan 31 2026`.
    pub fn rpm_date(&self) -> String {
        let (year, _, day) = civil(self.time / DAY);
        let (name, month) = self.names();
        format!("{name} {month} {day:02} {year}")
    }

    /// The names of the weekday and of the month.
    fn names(&self) -> (&'static str, &'static str) {
        const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
        const MONTHS: [&str; 12] =
            ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
        let days = self.time / DAY;
        let (_, month, _) = civil(days);
        let name = DAYS.get((days % 7) as usize).copied().unwrap_or_default();
        (name, MONTHS.get(month as usize - 1).copied().unwrap_or_default())
    }

    /// The time in ISO 8601: `2026-01-31T12:00:00Z`.
    pub fn iso_time(&self) -> String {
        let seconds = self.time % DAY;
        format!("{}T{:02}:{:02}:{:02}Z", self.date(), seconds / 3600, seconds / 60 % 60, seconds % 60)
    }
}

const DAY: u64 = 86_400;

fn commit_time(root: &Path) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(root).args(["log", "-1", "--format=%ct"]).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Year, month and day of a number of days since 1970. Years start in March here, so that a leap day is the last day of
/// its year.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::Source;

    #[test]
    fn times_are_written_as_readers_expect() {
        let source = |time| Source { root: PathBuf::new(), version: "1.0.0", time };
        assert_eq!(source(0).mail_date(), "Thu, 01 Jan 1970 00:00:00 +0000");
        assert_eq!(source(951_782_400).date(), "2000-02-29");
        assert_eq!(source(1_709_251_199).iso_time(), "2024-02-29T23:59:59Z");
        assert_eq!(source(1_794_847_425).mail_date(), "Mon, 16 Nov 2026 16:43:45 +0000");
        assert_eq!(source(1_794_847_425).rpm_date(), "Mon Nov 16 2026");
    }
}
