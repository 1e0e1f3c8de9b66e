//! Caches the findings of files whose content has not changed.
//!
//! One file holds the findings of all files checked with the same settings, keyed by a hash of content and path.
//! Everything in it can be recomputed, so a cache that is invalid in any way is discarded.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::Mutex;

use bunraku::diag::{Applicability, Diagnostic, Edit, Fix, Severity, Source, Span, TextRange};
use bunraku::lint::{self, Finding, Report, RuleSettings};

/// The magic bytes of a cache file. The number changes with the format.
const HEAD: &[u8] = b"bunraku lint 1\n";
/// A larger cache is discarded except for the entries of this run.
const MOST_BYTES: usize = 64 << 20;

type Key = (u64, u64);

/// The findings of earlier runs.
pub struct Cache {
    file: Option<PathBuf>,
    seed: u64,
    before: HashMap<Key, Vec<u8>>,
    now: Mutex<HashMap<Key, Vec<u8>>>,
}

impl Cache {
    /// Opens the cache for the settings; an empty one that is never saved if caching is off or no folder is available.
    pub fn open(settings: &RuleSettings, off: bool) -> Cache {
        let seed = seed(settings);
        let file = folder().filter(|_| !off).map(|folder| folder.join(format!("lint-{seed:016x}")));
        let bytes = file.as_ref().and_then(|file| fs::read(file).ok()).unwrap_or_default();
        let before = Reader(&bytes).entries().unwrap_or_default();
        Cache { file, seed, before, now: Mutex::new(HashMap::new()) }
    }

    /// Returns the cached findings of a file, or calls `find`. `seen` is a digest of the other files that the findings
    /// depend on.
    pub fn report(&self, source: &Source, path: &str, seen: u64, find: impl FnOnce() -> Report) -> Report {
        if self.file.is_none() {
            return find();
        }
        let key = self.key(source.text(), path, seen);
        if let Some(report) = self.before.get(&key).and_then(|bytes| Reader(bytes).report(source)) {
            return report;
        }
        let report = find();
        let mut bytes = Vec::new();
        if write_report(&report, &mut bytes).is_some()
            && let Ok(mut now) = self.now.lock()
        {
            now.insert(key, bytes);
        }
        report
    }

    /// Saves the findings of this run. Failing to write the cache is not an error: the next run takes longer.
    pub fn save(self) {
        let (Some(file), Ok(now)) = (self.file, self.now.into_inner()) else { return };
        if now.is_empty() {
            return;
        }
        let size: usize = self.before.values().map(Vec::len).sum();
        let old = self.before.iter().filter(|(key, _)| size < MOST_BYTES && !now.contains_key(key));
        let mut bytes = HEAD.to_vec();
        for ((first, second), entry) in old.chain(&now) {
            bytes.extend(first.to_le_bytes());
            bytes.extend(second.to_le_bytes());
            write_bytes(entry, &mut bytes);
        }
        let beside = file.with_extension(std::process::id().to_string());
        let parent = file.parent().map(fs::create_dir_all);
        if parent.is_some_and(|made| made.is_ok()) && fs::write(&beside, bytes).is_ok() {
            let _ = fs::rename(&beside, &file);
        }
    }

    /// Two hashes, to make collisions improbable.
    fn key(&self, text: &str, path: &str, seen: u64) -> Key {
        let hash = |salt: u64| {
            let mut hasher = DefaultHasher::new();
            (salt, text, path, seen).hash(&mut hasher);
            hasher.finish()
        };
        (hash(self.seed), hash(!self.seed))
    }
}

/// A digest of the settings and the version: anything that changes the findings changes it.
fn seed(settings: &RuleSettings) -> u64 {
    let mut hasher = DefaultHasher::new();
    let program = std::env::current_exe().and_then(fs::metadata);
    let stamp = program.and_then(|metadata| Ok((metadata.modified()?, metadata.len()))).ok();
    (env!("CARGO_PKG_VERSION"), stamp, format!("{settings:?}")).hash(&mut hasher);
    hasher.finish()
}

/// The user's cache folder.
fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("XDG_CACHE_HOME").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache"));
    named.or_else(home).map(|folder| folder.join("bunraku"))
}

/// Serialises a report; `None` for one with syntax errors, which have details that are not stored.
fn write_report(report: &Report, out: &mut Vec<u8>) -> Option<()> {
    write_number(report.findings.len() as u32, out);
    for Finding { diagnostic, ignored } in &report.findings {
        let range = diagnostic.primary.as_ref()?.span.range;
        if diagnostic.code == lint::SYNTAX {
            return None;
        }
        write_bytes(diagnostic.code.name().as_bytes(), out);
        out.push(u8::from(diagnostic.severity == Severity::Error));
        write_range(range, out);
        write_bytes(diagnostic.message.as_bytes(), out);
        out.push(u8::from(ignored.is_some()));
        write_bytes(ignored.as_deref().unwrap_or("").as_bytes(), out);
        write_number(diagnostic.fixes.len() as u32, out);
        for fix in &diagnostic.fixes {
            write_bytes(fix.title.as_bytes(), out);
            out.push(u8::from(fix.applicability == Applicability::Safe));
            write_number(fix.edits.len() as u32, out);
            for edit in &fix.edits {
                write_range(edit.span.range, out);
                write_bytes(edit.replacement.as_bytes(), out);
            }
        }
    }
    write_number(report.mistakes.len() as u32, out);
    for (line, mistake) in &report.mistakes {
        write_number(*line, out);
        write_bytes(mistake.as_bytes(), out);
    }
    Some(())
}

fn write_number(number: u32, out: &mut Vec<u8>) {
    out.extend(number.to_le_bytes());
}

fn write_range(range: TextRange, out: &mut Vec<u8>) {
    write_number(range.start, out);
    write_number(range.end, out);
}

fn write_bytes(bytes: &[u8], out: &mut Vec<u8>) {
    write_number(bytes.len() as u32, out);
    out.extend(bytes);
}

/// Deserialises a report. Every method returns `None` if the bytes are malformed.
struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    fn entries(mut self) -> Option<HashMap<Key, Vec<u8>>> {
        self.0 = self.0.strip_prefix(HEAD)?;
        let mut entries = HashMap::new();
        while !self.0.is_empty() {
            let key = (self.long()?, self.long()?);
            entries.insert(key, self.bytes()?.to_vec());
        }
        Some(entries)
    }

    fn report(mut self, source: &Source) -> Option<Report> {
        let mut report = Report::default();
        for _ in 0..self.number()? {
            report.findings.push(self.finding(source)?);
        }
        for _ in 0..self.number()? {
            report.mistakes.push((self.number()?, self.text()?));
        }
        self.0.is_empty().then_some(report)
    }

    fn finding(&mut self, source: &Source) -> Option<Finding> {
        let rule = lint::find(&self.text()?)?;
        let severity = if self.flag()? { Severity::Error } else { Severity::Warning };
        let span = Span { file: source.id(), range: self.range()? };
        let mut diagnostic = Diagnostic::warning(rule.code, self.text()?).at(span, "");
        diagnostic.severity = severity;
        let is_ignored = self.flag()?;
        let reason = self.text()?;
        for _ in 0..self.number()? {
            let title = self.text()?;
            let applicability = if self.flag()? { Applicability::Safe } else { Applicability::Unsafe };
            let mut edits = Vec::new();
            for _ in 0..self.number()? {
                let span = Span { file: source.id(), range: self.range()? };
                edits.push(Edit { span, replacement: self.text()? });
            }
            diagnostic.fixes.push(Fix { title, edits, applicability });
        }
        Some(Finding { diagnostic, ignored: is_ignored.then_some(reason) })
    }

    fn take(&mut self, length: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn flag(&mut self) -> Option<bool> {
        self.take(1).map(|byte| byte == [1])
    }

    fn number(&mut self) -> Option<u32> {
        self.take(4)?.try_into().ok().map(u32::from_le_bytes)
    }

    fn long(&mut self) -> Option<u64> {
        self.take(8)?.try_into().ok().map(u64::from_le_bytes)
    }

    fn range(&mut self) -> Option<TextRange> {
        Some(TextRange::new(self.number()?, self.number()?))
    }

    fn bytes(&mut self) -> Option<&'b [u8]> {
        let length = self.number()?;
        self.take(length as usize)
    }

    fn text(&mut self) -> Option<String> {
        String::from_utf8(self.bytes()?.to_vec()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bunraku::lint::{FileKind, Preset};

    #[test]
    fn reports_are_read_as_they_were_written() {
        let text = "class a {\n\t$x = \"é $y\" # lint:ignore:hard_tabs why not\n}\n# lint:endignore\n";
        let source = Source::new("a.pp", text);
        let report = lint::lint(&source, "/a.pp", FileKind::Manifest, &RuleSettings::new(Preset::All), None);
        assert!(report.findings.len() > 3 && report.mistakes.len() == 1);
        let mut bytes = Vec::new();
        write_report(&report, &mut bytes).unwrap();
        let read = Reader(&bytes).report(&source).unwrap();
        assert_eq!(read.findings, report.findings);
        assert_eq!(read.mistakes, report.mistakes);
        for length in 0..bytes.len() {
            assert!(Reader(&bytes[..length]).report(&source).is_none(), "{length} bytes of {}", bytes.len());
        }
    }
}
