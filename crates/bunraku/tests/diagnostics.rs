//! The page of every code, and its rendered message.
//!
//! With `BLESS=1` in the environment, the renderings in `tests/diagnostics/` and the reference `docs/codes.md` are
//! rewritten instead of compared; review changes to them like prose.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests read their cases and measure and start what they test"
)]
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test stops where its files are not as they should be"
)]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bunraku_analysis::Analysis;
use bunraku_check::CheckSettings;
use bunraku_diag::render::{Style, text};
use bunraku_diag::{Code, Diagnostic, Severity, Source, Sources};
use bunraku_edition::{Edition, PUPPET8};
use bunraku_eval::{Limits, LogEntry};
use bunraku_syntax::{SourceKind, decode};

/// The codes that no program text can show: they are about files, modules, data and command line usage.
const NOT_SHOWN: [&str; 26] = [
    "cancelled",
    "too-slow",
    "data-recursion",
    "dependency-cycle",
    "empty-environment",
    "file-too-large",
    "foreign-function",
    "foreign-type",
    "formatter-failed",
    "hidden-fact",
    "incomplete-documentation",
    "internal-error",
    "invalid-data",
    "invalid-hiera-config",
    "invalid-metadata",
    "invalid-node-data",
    "invalid-resource-type",
    "invalid-setting",
    "not-formatted",
    "not-in-plan",
    "refused-value",
    "store-failed",
    "uncontained-class",
    "unreadable-file",
    "unwritable-file",
    "wrong-use",
];

/// The codes whose pages have no examples, because they require a broken or huge file, a module, data, or a low limit.
const WITHOUT_EXAMPLE: [&str; 33] = [
    "byte-order-mark",
    "cancelled",
    "data-recursion",
    "dependency-cycle",
    "empty-environment",
    "file-too-large",
    "foreign-function",
    "foreign-type",
    "formatter-failed",
    "hidden-fact",
    "incomplete-documentation",
    "internal-error",
    "invalid-data",
    "invalid-hiera-config",
    "invalid-metadata",
    "invalid-node-data",
    "invalid-resource-type",
    "invalid-setting",
    "not-formatted",
    "not-in-plan",
    "refused-value",
    "invalid-utf8",
    "nested-too-deeply",
    "store-failed",
    "too-large",
    "too-many-steps",
    "too-much-memory",
    "too-much-output",
    "too-slow",
    "uncontained-class",
    "unreadable-file",
    "unwritable-file",
    "wrong-use",
];

#[test]
fn every_page_has_the_form() {
    for code in Code::all() {
        let problem = Page::read(*code).err();
        assert_eq!(problem, None, "codes/{code}.md");
    }
}

#[test]
fn the_wrong_example_gives_the_code() {
    for page in pages() {
        let Some(wrong) = page.wrong else { continue };
        let found = wrong.diagnostics().first().map(|diagnostic| diagnostic.code);
        assert_eq!(found, Some(page.code), "the first diagnostic of the wrong example of {}", page.code);
    }
}

#[test]
fn the_right_example_gives_nothing() {
    let mut wrong = String::new();
    for page in pages() {
        let Some(right) = page.right else { continue };
        for diagnostic in right.diagnostics() {
            let _ = writeln!(wrong, "{}: {}: {}", page.code, diagnostic.code, diagnostic.message);
        }
    }
    assert_eq!(wrong, "", "what the right examples give");
}

#[test]
fn renderings() {
    for program in programs() {
        compare(&program.path.with_extension("txt"), &program.rendering());
    }
}

#[test]
fn every_rendering_has_a_program() {
    let texts: Vec<PathBuf> = programs().iter().map(|program| program.path.with_extension("txt")).collect();
    for text in files(&["txt"]) {
        assert!(texts.contains(&text), "{} belongs to no program", text.display());
    }
}

#[test]
fn every_code_is_rendered() {
    let programs = programs();
    for code in Code::all().iter().filter(|code| !NOT_SHOWN.contains(&code.name())) {
        let own: Vec<&Program> = programs.iter().filter(|program| program.shows(*code)).collect();
        assert!(!own.is_empty(), "tests/diagnostics/ has no {code}.pp or {code}.epp");
        for program in own {
            let first = program.diagnostics().0.first().map(|diagnostic| diagnostic.code);
            assert_eq!(first, Some(*code), "the first diagnostic of {}", program.path.display());
        }
    }
}

#[test]
fn the_reference_is_current() {
    let mut reference = String::from(
        "# Codes\n\n<!-- Generated from crates/bunraku-diag/codes: BLESS=1 cargo test -p bunraku --test diagnostics \
         -->\n\nEvery message of bunraku has a code, the name in brackets: `error[no-effect]`. Names are \
         never changed or used\nagain. `bunraku explain NAME` prints the same pages.\n\n\
         | code | what is wrong |\n| --- | --- |\n",
    );
    for code in Code::all() {
        let summary = code.summary().replace('|', "\\|");
        let _ = writeln!(reference, "| [`{code}`](#{code}) | {summary} |");
    }
    for code in Code::all() {
        reference.push('\n');
        let mut fenced = false;
        for line in code.page().lines() {
            fenced ^= line.starts_with("```");
            let deeper = if line.starts_with('#') && !fenced { "#" } else { "" };
            let _ = writeln!(reference, "{deeper}{line}");
        }
    }
    compare(&folder("docs").join("codes.md"), &reference);
}

/// The page of a code.
struct Page {
    code: Code,
    wrong: Option<Example>,
    right: Option<Example>,
}

impl Page {
    /// Parses the page of a code; the error says where it deviates from the common form.
    fn read(code: Code) -> Result<Page, String> {
        let page = code.page();
        let (prose, examples) = match page.split_once("\n## Wrong\n") {
            Some((prose, examples)) => (prose, Some(examples)),
            None => (page, None),
        };
        let blocks: Vec<&str> = prose.split("\n\n").map(|block| block.trim_matches('\n')).collect();
        let [title, summary, paragraphs @ ..] = blocks.as_slice() else {
            return Err("a title, a sentence and paragraphs are wanted".to_owned());
        };
        if *title != format!("# {code}") {
            return Err(format!("the title is `{title}`"));
        }
        if summary.contains('\n') || !summary.ends_with('.') || summary.contains(". ") {
            return Err("below the title stands one sentence on one line".to_owned());
        }
        if !(1..=3).contains(&paragraphs.len()) || paragraphs.iter().any(|paragraph| paragraph.is_empty()) {
            return Err(format!("one to three paragraphs are wanted, not {}", paragraphs.len()));
        }
        if let Some(long) = prose.lines().find(|line| line.chars().count() > 110) {
            return Err(format!("a line is longer than 110 characters: {long}"));
        }
        if prose.lines().skip(1).any(|line| line.starts_with('#') || line.starts_with("```")) {
            return Err("the prose has headings or code of its own".to_owned());
        }
        let Some(examples) = examples else {
            let known = WITHOUT_EXAMPLE.contains(&code.name());
            let page = Page { code, wrong: None, right: None };
            return known.then_some(page).ok_or("there is no example".to_owned());
        };
        let (wrong, right) = examples.split_once("\n## Right\n").ok_or("`## Right` is missing")?;
        let (wrong, right) = (Example::read(wrong)?, Example::read(right)?);
        Ok(Page { code, wrong: Some(wrong), right: Some(right) })
    }
}

/// A program on a page.
struct Example {
    kind: SourceKind,
    edition: &'static Edition,
    text: String,
}

impl Example {
    /// Parses the fenced program that a section consists of.
    fn read(section: &str) -> Result<Example, String> {
        let inner =
            section.trim_matches('\n').strip_prefix("```").and_then(|rest| rest.strip_suffix("\n```"));
        let (language, program) =
            inner.and_then(|inner| inner.split_once('\n')).ok_or("an example is one fenced program")?;
        let (kind, edition) = match language {
            "puppet" => (SourceKind::Manifest, "puppet8"),
            "puppet,spec" => (SourceKind::Manifest, "spec"),
            "epp" => (SourceKind::Template, "puppet8"),
            _ => return Err(format!("an example is `puppet`, `puppet,spec` or `epp`, not `{language}`")),
        };
        let edition = Edition::find(edition).ok_or("the edition does not exist")?;
        Ok(Example { kind, edition, text: format!("{program}\n") })
    }

    fn diagnostics(&self) -> Vec<Diagnostic> {
        let stage = Stage { kind: self.kind, edition: self.edition, limits: Limits::default() };
        diagnose("example.pp", &self.text, &stage).0
    }
}

fn pages() -> impl Iterator<Item = Page> {
    Code::all().iter().filter_map(|code| Page::read(*code).ok())
}

/// A program in `tests/diagnostics/`.
struct Program {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Program {
    /// Whether it is named after a code: `NAME.pp`, or `NAME-2.pp` and so on.
    fn shows(&self, code: Code) -> bool {
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy();
        let number = stem.strip_prefix(code.name()).map(|rest| rest.trim_start_matches('-'));
        number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    }

    /// Its diagnostics, and the files that the places refer to.
    fn diagnostics(&self) -> (Vec<Diagnostic>, Arc<Sources>) {
        let name = self.path.file_name().expect("a program has a name").to_string_lossy();
        let template = self.path.extension().is_some_and(|ending| ending == "epp");
        let kind = if template { SourceKind::Template } else { SourceKind::Manifest };
        match decode(&self.bytes) {
            Ok(text) => diagnose(&name, text, &Stage::read(kind, text)),
            Err(error) => {
                let mut sources = Sources::new();
                let file = sources.add(Source::new(&*name, String::from_utf8_lossy(&self.bytes)));
                (vec![error.to_diagnostic(file)], sources.into())
            }
        }
    }

    /// The diagnostics as text, with an empty line between two messages.
    fn rendering(&self) -> String {
        let (diagnostics, sources) = self.diagnostics();
        let texts = diagnostics.iter().map(|diagnostic| text(diagnostic, &sources, Style::Plain));
        texts.collect::<Vec<_>>().join("\n")
    }
}

/// How a program is parsed and run.
struct Stage {
    kind: SourceKind,
    edition: &'static Edition,
    limits: Limits,
}

impl Stage {
    /// Parses lines `#! edition NAME` and `#! limit NAME NUMBER` at the start of a program.
    fn read(kind: SourceKind, text: &str) -> Stage {
        let mut stage = Stage { kind, edition: &PUPPET8, limits: Limits::default() };
        for setting in text.lines().map_while(|line| line.strip_prefix("#! ")) {
            let words: Vec<&str> = setting.split(' ').collect();
            match words.as_slice() {
                ["edition", name] => stage.edition = Edition::find(name).expect("an edition"),
                ["limit", "depth", number] => stage.limits.depth = number.parse().expect("a number"),
                ["limit", "memory", number] => stage.limits.memory = number.parse().expect("a number"),
                ["limit", "size", number] => stage.limits.size = number.parse().expect("a number"),
                ["limit", "steps", number] => stage.limits.steps = number.parse().expect("a number"),
                _ => panic!("`#! {setting}` sets nothing"),
            }
        }
        stage
    }
}

/// The syntax errors of a program; if it has none, the findings of the checks, or the diagnostics of running it.
///
/// Templates are not run: they are only parsed and checked.
fn diagnose(name: &str, text: &str, stage: &Stage) -> (Vec<Diagnostic>, Arc<Sources>) {
    if stage.kind == SourceKind::Template {
        let language = bunraku::language(stage.edition, CheckSettings::default());
        let analysis = Analysis::new(Source::new(name, text), stage.kind, None, &language);
        return (analysis.diagnostics, Arc::new([analysis.source].into_iter().collect()));
    }
    let mut program = bunraku::Program::new(stage.edition);
    program.limits = stage.limits;
    let outcome = program.evaluate(name, text);
    let mut diagnostics = outcome.diagnostics;
    // A failure of the run comes after what was logged before it.
    let end = diagnostics.iter().position(|diagnostic| diagnostic.severity == Severity::Error);
    let errors = diagnostics.split_off(end.unwrap_or(diagnostics.len()));
    let logged = outcome.log.into_iter().filter_map(|entry| match entry {
        LogEntry::Diagnostic(diagnostic) => Some(diagnostic),
        LogEntry::Line { .. } => None,
    });
    diagnostics.extend(logged.chain(errors));
    (diagnostics, outcome.sources)
}

/// Compares a file with its expected content, or rewrites it.
fn compare(path: &Path, expected: &str) {
    if std::env::var_os("BLESS").is_some() {
        return fs::write(path, expected).expect("the file can be written");
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    assert!(found == expected, "{} is not current; it should be:\n{expected}", path.display());
}

fn programs() -> Vec<Program> {
    let program = |path: PathBuf| {
        let bytes = fs::read(&path).expect("a program can be read");
        Program { path, bytes }
    };
    files(&["pp", "epp"]).into_iter().map(program).collect()
}

/// The files in `tests/diagnostics/` with one of the extensions, sorted.
fn files(endings: &[&str]) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder("tests/diagnostics")).expect("the folder exists");
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    paths
        .retain(|path| path.extension().is_some_and(|ending| endings.iter().any(|wanted| ending == *wanted)));
    paths.sort();
    paths
}

/// A folder of the workspace.
fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}
