//! What a package is built from: the repository, its version and its timestamp.

use std::path::{Path, PathBuf};
use std::process::Command;

use bunraku_pcore::values::calendar::Civil;

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
        let Civil { year, month, day, .. } = self.civil();
        format!("{year:04}-{month:02}-{day:02}")
    }

    /// The time in the format of Debian's changelogs: `Sat, 31 Jan 2026 12:00:00 +0000`.
    pub fn mail_date(&self) -> String {
        let civil = self.civil();
        let Civil { year, day, hour, minute, second, .. } = civil;
        let (name, month) = (civil.short_weekday(), civil.short_month());
        format!("{name}, {day:02} {month} {year} {hour:02}:{minute:02}:{second:02} +0000")
    }

    /// The date in the format of RPM changelogs: `Sat Jan 31 2026`.
    pub fn rpm_date(&self) -> String {
        let civil = self.civil();
        format!("{} {} {:02} {}", civil.short_weekday(), civil.short_month(), civil.day, civil.year)
    }

    /// The time in ISO 8601: `2026-01-31T12:00:00Z`.
    pub fn iso_time(&self) -> String {
        let Civil { hour, minute, second, .. } = self.civil();
        format!("{}T{hour:02}:{minute:02}:{second:02}Z", self.date())
    }

    fn civil(&self) -> Civil {
        Civil::at(self.time as i64)
    }
}

fn commit_time(root: &Path) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(root).args(["log", "-1", "--format=%ct"]).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
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
