//! Reports of earlier runs as bytes, so that a file that has not changed need not be looked at again.
//!
//! The bytes are only ever a copy of what could be found again: whatever is wrong with them, they are thrown away.

use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash, Hasher};

use bunraku_diag::{Applicability, Diagnostic, Edit, Fix, Severity, Source, Span, TextRange};

use crate::{Finding, Report, SYNTAX, find};

/// What the bytes begin with; the number changes with the form.
const HEAD: &[u8] = b"bunraku lint 1\n";
/// With more bytes than that, reports that were not needed are dropped.
const MOST_BYTES: usize = 64 << 20;

/// The reports of earlier runs.
#[derive(Default)]
pub struct KeptReports {
    bytes: Vec<u8>,
    /// Where the report of a key is.
    places: HashMap<Key, (usize, usize), BuildHasherDefault<FirstHalf>>,
}

/// A file with all that its findings depend on: two hashes, so that no two are taken for the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Key(u64, u64);

impl Key {
    /// The key of a file. `seed` is a number for the settings, `seen` one for the other files that the findings depend on.
    pub fn new(seed: u64, text: &str, path: &str, seen: u64) -> Key {
        let mut hasher = DefaultHasher::new();
        (seed, text, path, seen).hash(&mut hasher);
        let first = hasher.finish();
        // The state of the first goes on, so that the text is hashed once.
        (!seed).hash(&mut hasher);
        (text.len(), hash_of_words(text)).hash(&mut hasher);
        Key(first, hasher.finish())
    }
}

impl KeptReports {
    /// Reads the reports. There are none if the bytes are not what they should be.
    pub fn read(bytes: Vec<u8>) -> KeptReports {
        let places = places(&bytes).unwrap_or_default();
        KeptReports { bytes, places }
    }

    /// The report about a file, if there is one.
    pub fn report(&self, key: Key, source: &Source) -> Option<Report> {
        let (start, end) = *self.places.get(&key)?;
        Reader { rest: self.bytes.get(start..end)? }.report(source)
    }

    /// These reports and new ones as bytes. If there are too many, only those of files that were looked at are kept.
    pub fn with(&self, new: &HashMap<Key, Vec<u8>>, looked_at: &HashSet<Key>) -> Vec<u8> {
        self.within(MOST_BYTES, new, looked_at)
    }

    fn within(&self, most: usize, new: &HashMap<Key, Vec<u8>>, looked_at: &HashSet<Key>) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.bytes.len());
        bytes.extend(HEAD);
        let mut add = |key: &Key, entry: &[u8]| {
            bytes.extend(key.0.to_le_bytes());
            bytes.extend(key.1.to_le_bytes());
            write_bytes(entry, &mut bytes);
        };
        let is_kept = |key: &Key| self.bytes.len() < most || looked_at.contains(key);
        for (key, (start, end)) in &self.places {
            if !new.contains_key(key) && is_kept(key) {
                add(key, self.bytes.get(*start..*end).unwrap_or_default());
            }
        }
        new.iter().for_each(|(key, entry)| add(key, entry));
        bytes
    }
}

/// A report as bytes; nothing for one with errors of syntax, which say more than is kept.
pub fn report_bytes(report: &Report) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    write_number(report.findings.len() as u32, &mut out);
    for finding in &report.findings {
        write_finding(finding, &mut out)?;
    }
    write_number(report.mistakes.len() as u32, &mut out);
    for (line, mistake) in &report.mistakes {
        write_number(*line, &mut out);
        write_bytes(mistake.as_bytes(), &mut out);
    }
    Some(out)
}

/// Keys are hashes already: a table needs no other.
#[derive(Default)]
struct FirstHalf(u64);

impl Hasher for FirstHalf {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = self.0.rotate_left(1) ^ number;
    }
}

/// A number for a string that has nothing to do with the hashes of the standard library.
fn hash_of_words(text: &str) -> u64 {
    const PRIME: u64 = 0x9e37_79b9_7f4a_7c15;
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    let mix = |hash: u64, word: u64| (hash.rotate_left(23) ^ word).wrapping_mul(PRIME);
    let hash = words.iter().fold(PRIME, |hash, word| mix(hash, u64::from_le_bytes(*word)));
    rest.iter().fold(hash, |hash, byte| mix(hash, u64::from(*byte)))
}

fn places(bytes: &[u8]) -> Option<HashMap<Key, (usize, usize), BuildHasherDefault<FirstHalf>>> {
    let mut reader = Reader { rest: bytes.strip_prefix(HEAD)? };
    let mut places = HashMap::default();
    while !reader.rest.is_empty() {
        let key = Key(reader.long()?, reader.long()?);
        let entry = reader.bytes()?;
        let end = bytes.len() - reader.rest.len();
        places.insert(key, (end - entry.len(), end));
    }
    Some(places)
}

fn write_finding(Finding { diagnostic, ignored }: &Finding, out: &mut Vec<u8>) -> Option<()> {
    let range = diagnostic.primary.as_ref()?.span.range;
    if diagnostic.code == SYNTAX {
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

/// Reads what was written; every answer is nothing where the bytes are not what they should be.
struct Reader<'b> {
    rest: &'b [u8],
}

impl<'b> Reader<'b> {
    fn report(mut self, source: &Source) -> Option<Report> {
        let mut report = Report::default();
        for _ in 0..self.number()? {
            report.findings.push(self.finding(source)?);
        }
        for _ in 0..self.number()? {
            report.mistakes.push((self.number()?, self.text()?.to_owned()));
        }
        self.rest.is_empty().then_some(report)
    }

    fn finding(&mut self, source: &Source) -> Option<Finding> {
        let rule = find(self.text()?)?;
        let severity = if self.flag()? { Severity::Error } else { Severity::Warning };
        let span = Span { file: source.id(), range: self.range()? };
        let mut diagnostic = Diagnostic::warning(rule.code, self.text()?).at(span, "");
        diagnostic.severity = severity;
        let is_ignored = self.flag()?;
        let reason = self.text()?;
        for _ in 0..self.number()? {
            let title = self.text()?.to_owned();
            let applicability = if self.flag()? { Applicability::Safe } else { Applicability::Unsafe };
            let mut edits = Vec::new();
            for _ in 0..self.number()? {
                let span = Span { file: source.id(), range: self.range()? };
                edits.push(Edit { span, replacement: self.text()?.to_owned() });
            }
            diagnostic.fixes.push(Fix { title, edits, applicability });
        }
        Some(Finding { diagnostic, ignored: is_ignored.then(|| reason.to_owned()) })
    }

    fn take(&mut self, length: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
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

    fn text(&mut self) -> Option<&'b str> {
        std::str::from_utf8(self.bytes()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FileFormat, Preset, RuleSettings, lint};

    const TEXT: &str = "class a {\n\t$x = \"é $y\" # lint:ignore:hard_tabs why not\n}\n# lint:endignore\n";

    fn found(source: &Source) -> Report {
        lint(source, "/a.pp", FileFormat::Manifest, &RuleSettings::new(Preset::All), None)
    }

    #[test]
    fn reports_are_read_as_they_were_written() {
        let source = Source::new("a.pp", TEXT);
        let report = found(&source);
        assert!(report.findings.len() > 3 && report.mistakes.len() == 1);
        let bytes = report_bytes(&report).unwrap();
        let read = Reader { rest: &bytes }.report(&source).unwrap();
        assert_eq!(read.findings, report.findings);
        assert_eq!(read.mistakes, report.mistakes);
        for length in 0..bytes.len() {
            let part = Reader { rest: &bytes[..length] }.report(&source);
            assert!(part.is_none(), "{length} bytes of {}", bytes.len());
        }
    }

    #[test]
    fn reports_are_kept_beside_new_ones() {
        let source = Source::new("a.pp", TEXT);
        let bytes = report_bytes(&found(&source)).unwrap();
        let (one, other) = (Key::new(1, TEXT, "/a.pp", 0), Key::new(1, TEXT, "/b.pp", 0));
        let first = KeptReports::read(
            KeptReports::default().with(&HashMap::from([(one, bytes.clone())]), &HashSet::new()),
        );
        assert!(first.report(one, &source).is_some() && first.report(other, &source).is_none());
        let both = first.with(&HashMap::from([(other, bytes)]), &HashSet::new());
        let read = KeptReports::read(both.clone());
        assert!(read.report(one, &source).is_some() && read.report(other, &source).is_some());
        // A truncated file has no reports.
        assert!(KeptReports::read(both[..both.len() - 1].to_vec()).report(one, &source).is_none());
        assert!(KeptReports::read(b"something else".to_vec()).report(one, &source).is_none());
    }

    #[test]
    fn what_was_looked_at_is_kept_when_there_is_too_much() {
        let source = Source::new("a.pp", TEXT);
        let bytes = report_bytes(&found(&source)).unwrap();
        let [one, other, new] = ["/a.pp", "/b.pp", "/c.pp"].map(|path| Key::new(1, TEXT, path, 0));
        let both = HashMap::from([(one, bytes.clone()), (other, bytes.clone())]);
        let both = KeptReports::read(KeptReports::default().with(&both, &HashSet::new()));
        let rest = KeptReports::read(both.within(1, &HashMap::from([(new, bytes)]), &HashSet::from([one])));
        assert!(rest.report(one, &source).is_some() && rest.report(new, &source).is_some());
        assert!(rest.report(other, &source).is_none());
    }

    #[test]
    fn whatever_findings_depend_on_changes_the_key() {
        let key = Key::new(1, "one", "/a.pp", 2);
        assert_eq!(key, Key::new(1, "one", "/a.pp", 2));
        for other in [
            Key::new(2, "one", "/a.pp", 2),
            Key::new(1, "ones", "/a.pp", 2),
            Key::new(1, "one", "/b.pp", 2),
            Key::new(1, "one", "/a.pp", 3),
        ] {
            assert!(other.0 != key.0 && other.1 != key.1);
        }
    }
}
