//! Manifests: where checks report something, and what fixing them leaves.

use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use bunraku::diag::Source;
use bunraku::lint::{FileFormat, RULES, RuleSettings, Set, fix};
use bunraku_corpus::cases;
use bunraku_syntax::{SourceKind, decode, parse};
use serde_json::Value;

use super::{Finding, answer, difference, findings, ours, settings, without};

/// The script run by Ruby.
const SCRIPT: &str = include_str!("../../ruby/lint/files.rb");

/// Asks the real tool about each manifest below the paths and compares the answers.
pub fn compare(
    puppet_lint: &Path,
    plugins: &[PathBuf],
    only: Option<&str>,
    paths: &[PathBuf],
    show: usize,
) -> Result<bool, String> {
    let files = manifests(paths)?;
    let wanted = |name: &str| only.is_none_or(|only| only.split(',').any(|one| one == name));
    let reporting = RULES.iter().filter(|rule| rule.set != Set::Semantic && wanted(rule.name()));
    let reporting: Vec<&str> = reporting.map(|rule| rule.name()).collect();
    // Plugins' fixes are made in an order that nobody has written down, so only those of puppet-lint can be compared.
    let fixing = RULES.iter().filter(|rule| rule.set == Set::Core && rule.enabled && wanted(rule.name()));
    let fixing: Vec<&str> = fixing.map(|rule| rule.name()).collect();
    let mut ruby = Command::new("ruby");
    ruby.args(["-W0", "-e", SCRIPT, &reporting.join(","), &fixing.join(",")]).args(plugins);
    ruby.env("LC_ALL", "C.UTF-8").env("RUBYLIB", puppet_lint.join("lib"));
    let mut ruby = ruby
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("ruby does not start: {error}"))?;
    let mut input = ruby.stdin.take().ok_or("ruby has no input")?;
    let names: String = files.iter().map(|file| format!("{}\n", file.display())).collect();
    let feed = std::thread::spawn(move || input.write_all(names.as_bytes()));
    let mut answers = BufReader::new(ruby.stdout.take().ok_or("ruby has no output")?).lines();
    let first = answers.next().and_then(Result::ok).ok_or("Ruby cannot load puppet-lint")?;
    let known = answer(&first)?;
    let known: Vec<&str> = known.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    println!("{} manifests, {} checks; fixes of {} checks", files.len(), known.len(), fixing.len());
    let (reporting, _) = settings(known.into_iter());
    let (fixing, _) = settings(fixing.into_iter());
    let mut tally = Tally { reporting, fixing, show, ..Tally::default() };
    for line in answers {
        tally.compare(&answer(&line.map_err(|error| error.to_string())?)?);
    }
    let _ = feed.join();
    let _ = ruby.wait();
    Ok(tally.print())
}

fn manifests(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in paths {
        let path = fs::canonicalize(path).map_err(|error| format!("{}: {error}", path.display()))?;
        if path.is_dir() {
            let below =
                cases::files(&path, &["pp"]).map_err(|error| format!("{}: {error}", path.display()))?;
            files.extend(below.into_iter().filter(|file| file.is_file()));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files.dedup();
    Ok(files)
}

/// What was the same and what was not.
#[derive(Default)]
struct Tally {
    reporting: RuleSettings,
    fixing: RuleSettings,
    show: usize,
    equal: usize,
    /// By check: how many findings only the real tool has, and how many only the linter has.
    unequal: BTreeMap<String, (usize, usize)>,
    /// How often each kind of difference was shown.
    shown: BTreeMap<(String, bool), usize>,
    files: BTreeMap<&'static str, usize>,
}

impl Tally {
    fn compare(&mut self, answer: &Value) {
        let path = answer["path"].as_str().unwrap_or_default();
        let bytes = fs::read(path).unwrap_or_default();
        let Ok(text) = decode(&bytes) else { return self.file("not UTF-8") };
        let source = Source::new(path, text);
        if answer["places"].is_null() {
            return self.file("puppet-lint fails");
        }
        let (ours, readable) = ours(&source, path, &self.reporting);
        if !readable {
            return self.file("Puppet cannot read it");
        }
        let theirs = findings(&answer["places"]);
        let (missing, more) = (without(&theirs, &ours), without(&ours, &theirs));
        self.equal += theirs.len() - missing.len();
        missing.iter().for_each(|finding| self.unequal(path, finding, true));
        more.iter().for_each(|finding| self.unequal(path, finding, false));
        self.file("read by both");
        if let Some(theirs) = answer["fixed"].as_str() {
            self.fixed(&source, path, theirs);
        }
    }

    fn fixed(&mut self, source: &Source, path: &str, theirs: &str) {
        let fixed = fix(source, path, FileFormat::Manifest, &self.fixing, None, true);
        // A plan is not a manifest; the linter reads it differently.
        let breaks = |text: &str| {
            !parse(text, SourceKind::Manifest, &bunraku_edition::PUPPET8.syntax).errors().is_empty()
        };
        let broken = !breaks(source.text()) && breaks(&fixed.text);
        let class = match () {
            () if broken => "fixes: BROKEN BY BUNRAKU",
            () if !fixed.refused.is_empty() => "fixes: one was taken back, because the file would break",
            () if fixed.text == theirs => "fixes: the same text",
            () if !breaks(source.text()) && breaks(theirs) => "fixes: broken by puppet-lint",
            () => "fixes: another text",
        };
        self.file(class);
        if fixed.text != theirs && self.shows(class, true) {
            println!("{class}: {path}\n{}", difference(theirs, &fixed.text));
        }
    }

    fn file(&mut self, class: &'static str) {
        *self.files.entry(class).or_default() += 1;
    }

    fn unequal(&mut self, path: &str, finding: &Finding, missing: bool) {
        let (theirs, ours) = self.unequal.entry(finding.check.clone()).or_default();
        *(if missing { theirs } else { ours }) += 1;
        if self.shows(&finding.check, missing) {
            println!("only {}: {path}:{finding}", if missing { "puppet-lint" } else { "bunraku" });
        }
    }

    fn shows(&mut self, what: &str, missing: bool) -> bool {
        let shown = self.shown.entry((what.to_owned(), missing)).or_default();
        *shown += 1;
        *shown <= self.show
    }

    fn print(&self) -> bool {
        println!("\n{:>8}  findings are the same", self.equal);
        for (check, (missing, more)) in &self.unequal {
            println!("{:>8}  {check}: {missing} only puppet-lint, {more} only bunraku", missing + more);
        }
        let (missing, more) =
            self.unequal.values().fold((0, 0), |sum, (missing, more)| (sum.0 + missing, sum.1 + more));
        println!("{missing:>8}  findings have only puppet-lint, {more} only bunraku");
        for (class, count) in &self.files {
            println!("{count:>8}  {class}");
        }
        self.unequal.is_empty()
    }
}
