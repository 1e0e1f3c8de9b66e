//! Ruby code of modules: templates and functions of both APIs, answered by the real Puppet; and infinite code, which
//! reaches a limit.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests read their cases and measure and start what they test"
)]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a case that cannot be read must fail its test"
)]

mod cases;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use bunraku::{Outcome, Program, Site};
use bunraku_edition::PUPPET8;
use bunraku_eval::{LogEntry, LogLevel};
use bunraku_loader::{Environment, Layout};
use bunraku_pcore::Value;
use bunraku_world::{MemoryWorld, World};

/// The stack size of the compiling thread.
const STACK: usize = 64 << 20;

#[test]
fn templates_do_what_they_do_in_puppet() {
    check("templates.cases");
}

#[test]
fn functions_do_what_they_do_in_puppet() {
    check("functions.cases");
}

#[test]
fn a_failure_shows_the_line_of_the_template() {
    let failure = on_a_large_stack(|| {
        let outcome = compile("class { 'demo': templates => ['demo/raises.erb'] }", &Program::new(&PUPPET8));
        places(&outcome)
    });
    assert_eq!(failure, ["/modules/demo/manifests/init.pp:12", "/modules/demo/templates/raises.erb:4"]);
}

#[test]
fn a_failure_shows_the_line_of_the_function() {
    let failure = on_a_large_stack(|| {
        let outcome = compile("\nnotice(demo::fails('method'))", &Program::new(&PUPPET8));
        places(&outcome)
    });
    assert_eq!(failure, ["/site.pp:2", "/modules/demo/lib/puppet/functions/demo/fails.rb:13"]);
}

#[test]
fn what_goes_straight_into_the_catalog_has_no_tags_of_its_container() {
    let tags = on_a_large_stack(|| {
        let outcome = compile("class k { demo::adds() }\ninclude k", &Program::new(&PUPPET8));
        let catalog = outcome.catalog.expect("a catalog");
        let tags = |title: &str| {
            let resource = catalog.resources().find(|resource| resource.title == title).expect("a resource");
            resource.tags.iter().collect::<Vec<_>>().join(" ")
        };
        [tags("finished"), tags("loose")]
    });
    assert_eq!(tags, ["notify finished class k", "notify loose"]);
}

#[test]
fn code_that_never_ends_meets_a_limit() {
    let cases = [
        ("loop", "too-many-steps"),
        ("rescue", "too-many-steps"),
        ("deep", "too-deep"),
        ("text", "too-large"),
        ("list", "too-large"),
        ("product", "too-large"),
        ("power", "too-large"),
        ("range", "too-large"),
    ];
    for (how, wanted) in cases {
        let code = on_a_large_stack(move || {
            let mut program = Program::new(&PUPPET8);
            program.limits.steps = 500_000;
            program.limits.size = 1 << 20;
            program.limits.stack = STACK / 2;
            let outcome = compile(&format!("notice(demo::forever('{how}'))"), &program);
            let error = outcome.error().unwrap_or_else(|| panic!("{how} does not fail"));
            (error.code.name(), error.message.clone())
        });
        assert_eq!(code.0, wanted, "{how}: {}", code.1);
    }
}

/// Checks the cases of a file.
fn check(file: &str) {
    let cases = cases::read(&folder().join(file));
    assert!(cases.len() > 10, "{file} has cases");
    let mut failures = Vec::new();
    for case in cases {
        let (code, facts) = (case.code.clone(), case.facts.clone());
        let lines = on_a_large_stack(move || {
            let mut program = Program::new(&PUPPET8);
            program.node = "test.example.com".to_owned();
            program.facts = facts.into_iter().map(|(name, value)| (Value::str(name), value)).collect();
            lines(&compile(&code, &program))
        });
        let any_failure =
            case.expect == ["error null"] && lines.last().is_some_and(|last| last.contains("error"));
        let same = lines.len() == case.expect.len()
            && lines.iter().zip(&case.expect).all(|(line, expected)| {
                line == expected
                    || (expected.starts_with("error ") && line.starts_with(&format!("{expected} ")))
            });
        if !same && !any_failure {
            let (expected, found) = (case.expect.join("\n  "), lines.join("\n  "));
            failures.push(format!("{}\nexpected\n  {expected}\nfound\n  {found}\n", case.title));
        }
    }
    assert!(failures.is_empty(), "{} cases of {file} fail\n{}", failures.len(), failures.join("\n"));
}

/// The log of a program, and the line of its failure with the message.
fn lines(outcome: &Outcome) -> Vec<String> {
    let mut lines: Vec<String> = outcome
        .log
        .iter()
        .filter_map(|entry| match entry {
            LogEntry::Line { level: LogLevel::Debug | LogLevel::Info, .. } | LogEntry::Diagnostic(_) => None,
            LogEntry::Line { level, message, .. } => {
                Some(format!("{} {}", level.name(), serde_json::Value::from(message.as_str())))
            }
        })
        .collect();
    if let Some(error) = outcome.error() {
        let line = places(outcome).first().and_then(|place| place.rsplit(':').next().map(str::to_owned));
        lines.push(format!("error {} {}", line.unwrap_or_default(), error.message));
    }
    lines
}

/// The places of a failure: file and line.
fn places(outcome: &Outcome) -> Vec<String> {
    let error = outcome.error().expect("a failure");
    let labels = error.primary.iter().chain(&error.labels);
    let place = labels.filter_map(|label| {
        let source = outcome.sources.get(label.span.file)?;
        Some(format!("{}:{}", source.name(), source.position(label.span.range.start).line))
    });
    place.collect()
}

/// Compiles a manifest that uses the module of the tests.
fn compile(manifest: &str, program: &Program) -> Outcome {
    let modules = folder().join("modules");
    let mut files = MemoryWorld::default().with("/site.pp", manifest);
    for path in below(&modules) {
        let text =
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = Path::new("/modules").join(path.strip_prefix(&modules).expect("a path below"));
        files = files.with(name, text);
    }
    let layout = Layout {
        name: "production".to_owned(),
        modulepath: Some(vec!["/modules".into()]),
        manifest: Some("/site.pp".into()),
        ..Layout::default()
    };
    let files = Arc::new(files) as Arc<dyn World>;
    let environment = Environment::open(files, &layout, bunraku::language(&PUPPET8, Default::default()))
        .expect("an environment");
    program.compile(&Site::new(environment, None))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ruby")
}

/// All files below a folder.
fn below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(below(&path));
        } else {
            found.push(path);
        }
    }
    found
}

fn on_a_large_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread");
    thread.join().expect("no panic")
}
