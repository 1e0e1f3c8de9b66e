//! Common mistakes, with the messages of Puppet and bunraku: `docs/mistakes.md`.
//!
//! A file `tests/mistakes/*.mistakes` contains mistakes, each after a line `=== TITLE`: a manifest, or the files of an
//! environment, each after a line `--- PATH`; finally, after `--- puppet`, the message of the real Puppet, as recorded
//! by `answer.rb` next to it. `BLESS=1` rewrites the page; read it as the person who made the mistake.

#![allow(clippy::disallowed_methods, reason = "tests read their cases")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot read its cases fails")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bunraku::insight::check::check;
use bunraku::lint::{FileFormat, Preset, RuleSettings, lint};
use bunraku::{Outcome, Program, Site, infer};
use bunraku_diag::render::{Style, text};
use bunraku_diag::{Diagnostic, Severity, Source, Sources};
use bunraku_edition::PUPPET8;
use bunraku_eval::LogEntry;
use bunraku_formats::json;
use bunraku_loader::{Environment, Layout};
use bunraku_pcore::Value;
use bunraku_world::{MemoryWorld, World};

/// The facts that `answer.rb` passes to Puppet.
const FACTS: &str = r#"{
    "os": {"name": "Debian", "family": "Debian", "release": {"full": "12.5", "major": "12"}},
    "networking": {"hostname": "web01", "fqdn": "web01.example.com"}
}"#;

/// Puppet's recorded result for a program that it compiles.
const COMPILES: &str = "(the catalog compiles)";

/// Programs that Puppet compiles and bunraku rejects, and why.
const STRICTER: [(&str, &str); 1] =
    [("A Ruby function that runs a command", "code may not run commands unless they are allowed")];

/// Mistakes that no command reports, and why.
const UNREPORTED: [(&str, &str); 12] = [
    ("`null` instead of `undef`", "a bare word is a valid string"),
    ("`each` on a string", "a string is iterated over by character, as in Puppet"),
    ("`in` with a number on the right", "the result is false, which may be intended"),
    ("An uppercase resource type with a title", "it declares the resource, as in Puppet"),
    ("A space that is not an ASCII space", "it is white space, as in Puppet"),
    ("A fact that an interpolation misspells", "a fact may be missing on purpose"),
    ("A double-quoted string in YAML with a backslash", "`\\P` is an escape sequence of YAML"),
    ("A value that starts with an exclamation mark", "it is a tag of YAML, which may be meant"),
    ("An ERB template that closes a tag with `>`", "the rest of the file is dropped, as in Puppet"),
    ("An empty string that counts as false", "it is true since Puppet 4, which may be intended"),
    ("A `require` with a lowercase string of the type", "it names the resource, as in Puppet"),
    ("A merge of hashes for an array", "a single value is not merged, as in Puppet"),
];

/// Style rules, which are unrelated to the mistakes.
const STYLE: [&str; 2] = ["documentation", "autoloader_layout"];

/// The headings of the page, by file.
const CHAPTERS: [(&str, &str); 7] = [
    ("syntax", "Syntax"),
    ("names", "Names"),
    ("types", "Types and values"),
    ("resources", "Resources and relationships"),
    ("hiera", "Hiera"),
    ("modules", "Modules, templates and Ruby code"),
    ("older", "Code written for older versions"),
];

#[test]
fn the_page_is_current() {
    let mistakes: Vec<(&str, Vec<Mistake>)> =
        CHAPTERS.iter().map(|(file, heading)| (*heading, read(file))).collect();
    let count: usize = mistakes.iter().map(|(_, mistakes)| mistakes.len()).sum();
    assert!(count >= 890, "only {count} mistakes");
    let mut page = format!(
        "# Mistakes and messages\n\n<!-- Generated from tests/mistakes: BLESS=1 cargo test -p bunraku --test mistakes \
         -->\n\n{count} mistakes that people make in manifests, data, templates and modules, with the message of Puppet \
         8.11 and that of\nbunraku. Both were given the same facts. Some mistakes compile: they fail later, when a catalog \
         is applied, or do something\nunintended. For these, the command that reports the mistake is shown.\n"
    );
    for (heading, mistakes) in &mistakes {
        let _ = write!(page, "\n## {heading}\n");
        for mistake in mistakes {
            page.push_str(&mistake.section());
        }
    }
    compare(&root().join("docs/mistakes.md"), &page);
}

#[test]
fn what_fails_in_puppet_fails_here() {
    for mistake in CHAPTERS.iter().flat_map(|(file, _)| read(file)) {
        let (diagnostics, _) = mistake.diagnostics();
        let fails = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
        let stricter = STRICTER.iter().any(|(title, _)| *title == mistake.title);
        let expected = stricter || !mistake.puppet.contains(COMPILES);
        assert_eq!(fails, expected, "{}: Puppet says {}", mistake.title, mistake.puppet);
    }
}

#[test]
fn every_error_has_a_place_or_help() {
    for mistake in CHAPTERS.iter().flat_map(|(file, _)| read(file)) {
        let (diagnostics, _) = mistake.diagnostics();
        for diagnostic in diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error) {
            let told = diagnostic.primary.is_some() || diagnostic.help.is_some();
            assert!(told, "{}: {}", mistake.title, diagnostic.message);
        }
    }
}

#[test]
fn what_compiles_is_reported_by_another_command() {
    let silent: Vec<String> = CHAPTERS
        .iter()
        .flat_map(|(file, _)| read(file))
        .filter(|mistake| !UNREPORTED.iter().any(|(title, _)| *title == mistake.title))
        .filter(|mistake| mistake.diagnostics().0.is_empty() && mistake.other_commands().is_empty())
        .map(|mistake| mistake.title)
        .collect();
    assert!(silent.is_empty(), "no command reports these: {silent:#?}");
}

struct Mistake {
    title: String,
    files: Vec<(String, String)>,
    puppet: String,
}

impl Mistake {
    fn read(text: &str) -> Mistake {
        let (title, body) = text.split_once('\n').unwrap();
        let (body, puppet) = body.split_once("--- puppet\n").unwrap_or_else(|| panic!("{title}: no answer"));
        let files = match body.strip_prefix("--- ") {
            None => vec![("manifests/site.pp".to_owned(), body.to_owned())],
            Some(files) => files.split("\n--- ").map(file).collect(),
        };
        Mistake { title: title.to_owned(), files, puppet: puppet.trim_end().to_owned() }
    }

    fn diagnostics(&self) -> (Vec<Diagnostic>, Arc<Sources>) {
        let outcome = self.compile();
        let logged = outcome.log.into_iter().filter_map(|entry| match entry {
            LogEntry::Diagnostic(diagnostic) => Some(diagnostic),
            LogEntry::Line { .. } => None,
        });
        let all = logged.chain(outcome.diagnostics);
        (all.filter(|diagnostic| diagnostic.severity != Severity::Info).collect(), outcome.sources)
    }

    fn compile(&self) -> Outcome {
        let layout = Layout { name: "production".to_owned(), folder: Some("/e".into()), ..Layout::default() };
        let language = bunraku::language(&PUPPET8, bunraku_check::CheckSettings::default());
        let environment = Environment::open(self.world(), &layout, language).unwrap();
        let Value::Hash(facts) = json::read(FACTS).unwrap().value else { panic!("facts are a hash") };
        let mut program = Program::new(&PUPPET8);
        program.facts = facts;
        program.node = "web01.example.com".to_owned();
        program.compile(&Site::new(environment, None))
    }

    fn world(&self) -> Arc<dyn World> {
        let world = MemoryWorld::new().with("/e/environment.conf", "");
        let files = self.files.iter();
        Arc::new(files.fold(world, |world, (path, text)| world.with(format!("/e/{path}"), text.as_str())))
    }

    /// The output of other commands for a mistake that compiles: the command, and its output.
    fn other_commands(&self) -> Vec<(&'static str, String)> {
        let Some(catalog) = self.compile().catalog else { return Vec::new() };
        let checked: Vec<String> = check(&catalog)
            .iter()
            .map(|diagnostic| text(diagnostic, catalog.sources(), Style::Plain).trim_end().to_owned())
            .collect();
        let linted = if checked.is_empty() { self.lint() } else { Vec::new() };
        let found = [("bunraku compile --check", checked), ("bunraku lint", linted)];
        found
            .into_iter()
            .filter(|(_, messages)| !messages.is_empty())
            .map(|(command, messages)| (command, messages.join("\n\n")))
            .collect()
    }

    fn lint(&self) -> Vec<String> {
        let mut settings = RuleSettings::new(Preset::Core);
        for rule in STYLE {
            assert!(settings.set(rule, false), "{rule}");
        }
        let world = self.world();
        let mut found = Vec::new();
        for (name, content) in self.files.iter().filter(|(name, _)| !name.ends_with(".rb")) {
            let path = format!("/e/{name}");
            let place = infer::Places::new(Arc::clone(&world)).of(Path::new(&path));
            let project = infer::open(Arc::clone(&world), &place, &infer::Modules::default());
            let source = Arc::new(Source::new(name.as_str(), content.as_str()));
            let report = lint(&source, &path, FileFormat::of(name), &settings, project.as_ref());
            let mut sources = Sources::default();
            sources.add(source);
            let shown =
                report.findings.iter().map(|finding| text(&finding.diagnostic, &sources, Style::Plain));
            found.extend(shown.map(|message| message.trim_end().to_owned()));
        }
        found
    }

    fn section(&self) -> String {
        let (diagnostics, sources) = self.diagnostics();
        let rendered: Vec<String> =
            diagnostics.iter().map(|diagnostic| text(diagnostic, &sources, Style::Plain)).collect();
        let rendered = match rendered.is_empty() {
            true => COMPILES.to_owned(),
            false => rendered.join("\n"),
        };
        let program: Vec<String> = match self.files.as_slice() {
            [(path, text)] if path == "manifests/site.pp" => vec![text.trim_end().to_owned()],
            files => files.iter().map(|(path, text)| format!("# {path}\n{}", text.trim_end())).collect(),
        };
        let rendered = rendered.replace("/e/", "");
        let others: String = match diagnostics.is_empty() {
            true => self.other_commands().iter().fold(String::new(), |page, (command, says)| {
                format!("{page}\n`{command}`:\n\n```text\n{}\n```\n", says.replace("/e/", ""))
            }),
            false => String::new(),
        };
        format!(
            "\n### {}\n\n```puppet\n{}\n```\n\nPuppet:\n\n```text\n{}\n```\n\nbunraku:\n\n```text\n{}\n```\n{others}",
            self.title,
            program.join("\n"),
            self.puppet,
            rendered.trim_end()
        )
    }
}

/// A file of an environment: its path and its text.
fn file(section: &str) -> (String, String) {
    let (path, text) = section.split_once('\n').unwrap_or((section, ""));
    // The line break before the next file belongs to this one.
    (path.to_owned(), format!("{}\n", text.strip_suffix('\n').unwrap_or(text)))
}

fn read(name: &str) -> Vec<Mistake> {
    let path = root().join("tests/mistakes").join(format!("{name}.mistakes"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let text = text.strip_prefix("=== ").unwrap_or_else(|| panic!("{} starts with `=== `", path.display()));
    text.split("\n=== ").map(Mistake::read).collect()
}

/// Compares a file with its expected content, or rewrites it.
fn compare(path: &Path, expected: &str) {
    if std::env::var_os("BLESS").is_some() {
        return fs::write(path, expected).unwrap();
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    assert!(found == expected, "{} is not current", path.display());
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
