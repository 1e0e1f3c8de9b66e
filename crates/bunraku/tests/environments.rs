//! Runs the programs in `environments/*.env` and compares the results with those of the real Puppet.
//!
//! An `.env` file is one environment: comment lines, `#! facts JSON`, `#! strict LEVEL`, then files, each after a line
//! `== PATH`, and finally `== programs`, where `run PROGRAM` is followed by `= ANSWER`: what it logs with `notice` as a
//! JSON list, or `error`. The file `global/hiera.yaml` is the global configuration. The fact `root` is the folder.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests read their cases and measure and start what they test"
)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot read its cases fails")]

use std::path::Path;
use std::sync::Arc;

use bunraku::{Program, Site};
use bunraku_check::Strict;
use bunraku_edition::PUPPET8;
use bunraku_eval::{LogEntry, LogLevel};
use bunraku_formats::json;
use bunraku_loader::{Environment, Layout};
use bunraku_pcore::{Hash, Value};
use bunraku_world::{MemoryWorld, World};

const ROOT: &str = "/ENV";

#[test]
fn programs_do_as_in_puppet() {
    let mut count = 0;
    let mut wrong = Vec::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/environments");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let text = std::fs::read_to_string(&path).unwrap();
        let case = Case::read(&text);
        for (program, expected) in &case.programs {
            count += 1;
            let actual = case.run(program);
            let (actual, message) =
                actual.split_once(": ").filter(|(word, _)| *word == "error").unwrap_or((&actual, ""));
            if actual != expected {
                let name = path.file_name().unwrap().to_string_lossy();
                wrong
                    .push(format!("{name}: {program}\n  expected {expected}\n  actual   {actual} {message}"));
            }
        }
    }
    assert!(count >= 200, "only {count} programs");
    assert!(wrong.is_empty(), "{} of {count} differ:\n{}", wrong.len(), wrong.join("\n"));
}

struct Case {
    facts: Hash,
    strict: Strict,
    files: MemoryWorld,
    programs: Vec<(String, String)>,
}

impl Case {
    fn read(text: &str) -> Case {
        let mut sections = text.split("\n== ");
        let head = sections.next().unwrap();
        let facts = head.lines().find_map(|line| line.strip_prefix("#! facts ")).unwrap_or("{}");
        let Value::Hash(mut facts) = json::read(facts).unwrap().value else { panic!("facts must be a hash") };
        facts.insert(Value::str("root"), Value::str(ROOT));
        let strict = match head.lines().find_map(|line| line.strip_prefix("#! strict ")) {
            Some("warning") => Strict::Warning,
            Some("off") => Strict::Off,
            _ => Strict::Error,
        };
        let mut case = Case { facts, strict, files: MemoryWorld::new(), programs: Vec::new() };
        for section in sections {
            let (path, content) = section.split_once('\n').unwrap_or((section, ""));
            if path == "programs" {
                let mut lines = content.lines();
                while let (Some(program), Some(answer)) = (lines.next(), lines.next()) {
                    let part = |line: &str, start: &str| line.strip_prefix(start).unwrap().to_string();
                    case.programs.push((part(program, "run "), part(answer, "= ")));
                }
                continue;
            }
            // The line break before the next `==` belongs to the file.
            case.files = case.files.with(format!("{ROOT}/{path}"), format!("{content}\n"));
        }
        case
    }

    fn run(&self, program: &str) -> String {
        let manifest = "/site.pp";
        let files = self.files.clone().with(format!("{ROOT}/environment.conf"), "").with(manifest, program);
        let layout = Layout {
            name: "ENV".to_owned(),
            folder: Some(ROOT.into()),
            manifest: Some(manifest.into()),
            ..Layout::default()
        };
        let settings = bunraku_check::CheckSettings::default();
        let files = Arc::new(files);
        let environment = Environment::open(
            Arc::clone(&files) as Arc<dyn World>,
            &layout,
            bunraku::language(&PUPPET8, settings),
        )
        .unwrap();
        let site = Site::new(environment, Some(format!("{ROOT}/global/hiera.yaml").into()));
        let mut setup = Program::new(&PUPPET8);
        setup.facts = self.facts.clone();
        setup.settings.strict = self.strict;
        setup.node = "n.example.com".to_owned();
        setup.environment = "ENV".to_owned();
        let outcome = setup.compile(&site);
        if let Some(error) = outcome.error() {
            return format!("error: {}", error.message);
        }
        let read = |path: &Path| {
            String::from_utf8(files.read(path, bunraku_world::FileKind::Configuration).ok()?).ok()
        };
        let unexplained = outcome.catalog.as_ref().unwrap().unexplained(read);
        assert!(unexplained.is_empty(), "{program}\n{}", unexplained.join("\n"));
        let notices = outcome.log.iter().filter_map(|entry| match entry {
            LogEntry::Line { level: LogLevel::Notice, message, .. } => Some(Value::str(message.as_str())),
            _ => None,
        });
        json::to_json(&Value::array(notices))
    }
}
