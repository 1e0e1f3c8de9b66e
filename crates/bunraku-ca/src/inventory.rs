//! `inventory.txt`: one line for each certificate ever issued.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::time::SystemTime;

use crate::certificate::Certificate;
use crate::files::{self, Stamp};
use crate::{Failure, Serial, time};

/// A line of the inventory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    pub serial: Serial,
    pub not_after: SystemTime,
    /// The subject without its slash, such as `CN=name`.
    pub subject: String,
}

impl Entry {
    /// Parses `0x0003 2026-11-14T09:36:56UTC 2031-11-14T09:36:56UTC /CN=name`.
    pub fn parse(line: &str) -> Option<Entry> {
        let mut parts = line.splitn(4, ' ');
        let serial = Serial::from_hex(parts.next()?.strip_prefix("0x")?)?;
        time::from_puppet_form(parts.next()?)?;
        let not_after = time::from_puppet_form(parts.next()?)?;
        let subject = parts.next()?.trim_end().strip_prefix('/')?.to_owned();
        (!subject.is_empty()).then_some(Entry { serial, not_after, subject })
    }

    /// The line for a certificate.
    pub fn line(certificate: &Certificate) -> String {
        format!(
            "0x{} {} {} /{}",
            certificate.serial().to_hex(),
            certificate.not_before_text(),
            certificate.not_after_text(),
            certificate.subject_text()
        )
    }
}

/// The inventory as last read. The file only grows, so usually only its end is read.
#[derive(Debug, Default)]
pub(crate) struct Inventory {
    stamp: Option<Stamp>,
    /// The number of bytes read: whole lines.
    read: u64,
    by_subject: HashMap<String, Vec<Entry>>,
    serials: HashSet<Serial>,
}

impl Inventory {
    /// Reads what has been appended since the last time.
    pub fn refresh(&mut self, path: &Path) -> Result<(), Failure> {
        if !path.exists() {
            *self = Inventory::default();
            return Ok(());
        }
        let stamp = Stamp::of(path)?;
        if self.stamp == Some(stamp) {
            return Ok(());
        }
        let grown = self.stamp.is_some_and(|old| stamp.has_grown_from(&old)) && self.read <= stamp.length();
        if !grown {
            *self = Inventory::default();
        }
        let mut text = Vec::new();
        let read = File::open(path).and_then(|mut file| {
            file.seek(SeekFrom::Start(self.read))?;
            file.read_to_end(&mut text)
        });
        read.map_err(|error| Failure::read(path, &error))?;
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        for line in String::from_utf8_lossy(&text).lines() {
            let Some(entry) = Entry::parse(line) else { continue };
            self.serials.insert(entry.serial.clone());
            let entries = self.by_subject.entry(entry.subject.clone()).or_default();
            if !entries.contains(&entry) {
                entries.push(entry);
            }
        }
        self.read += whole as u64;
        self.stamp = Some(stamp);
        Ok(())
    }

    /// Adds a certificate, to the file and here.
    pub fn add(&mut self, path: &Path, certificate: &Certificate) -> Result<(), Failure> {
        files::append_line(path, &Entry::line(certificate))?;
        self.refresh(path)
    }

    /// Whether a serial number has been used.
    pub fn has_serial(&self, serial: &Serial) -> bool {
        self.serials.contains(serial)
    }

    /// All certificates that a name ever had.
    pub fn of(&self, certname: &str) -> &[Entry] {
        self.by_subject.get(&format!("CN={certname}")).map_or(&[], Vec::as_slice)
    }

    /// The serial numbers of expired certificates.
    pub fn expired(&self, now: SystemTime) -> HashSet<Serial> {
        let all = self.by_subject.values().flatten();
        all.filter(|entry| entry.not_after < now).map(|entry| entry.serial.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let entry = Entry::parse("0x00FF 2026-11-14T09:36:56UTC 2031-11-14T09:36:56UTC /CN=web01").unwrap();
        assert_eq!(entry.serial, Serial::from(255));
        assert_eq!(entry.subject, "CN=web01");
        let spaced =
            Entry::parse("0x1 2026-11-14T09:36:56UTC 2031-11-14T09:36:56UTC /CN=Puppet CA: x").unwrap();
        assert_eq!(spaced.subject, "CN=Puppet CA: x");
        for wrong in [
            "",
            "# comment",
            "0x00FF",
            "0x00FF 2026-11-14T09:36:56UTC 2031-11-14T09:36:56UTC",
            "0x00FF 2026-11-14T09:36:56UTC 2031-11-14T09:36:56UTC /",
            "00FF 2026-11-14T09:36:56UTC 2031-11-14T09:36:56UTC /CN=a",
            "0x00FF yesterday 2031-11-14T09:36:56UTC /CN=a",
        ] {
            assert_eq!(Entry::parse(wrong), None, "{wrong}");
        }
    }
}
