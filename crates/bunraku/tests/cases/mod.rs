//! Reads and runs conformance cases: see `tests/conformance` for the format.

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

use std::{
    fmt::Write,
    path::{Path, PathBuf},
    sync::{Arc, LazyLock},
};

use bunraku::Program;
use bunraku_edition::{Edition, PUPPET8};
use bunraku_eval::{Builtin, Dispatch, Functions, LogEntry, LogLevel, ModuleVersion, Native};
use bunraku_intern::Symbol;
use bunraku_pcore::{Value, values::Binary};
use bunraku_world::WithStore;

#[path = "json.rs"]
mod json;

/// The versions of stdlib for which cases have been answered.
pub const STDLIB_8: ModuleVersion = [8, 5, 0];
pub const STDLIB_9: ModuleVersion = [9, 7, 0];

/// A program and its expected results.
pub struct Case {
    pub title: String,
    pub code: String,
    pub edition: &'static Edition,
    pub facts: Vec<(String, Value)>,
    /// The version of stdlib whose functions it calls.
    pub stdlib: Option<ModuleVersion>,
    /// The resources of other nodes, as a list of rows; without it there is no store.
    pub store: Option<Value>,
    pub expect: Vec<String>,
}

/// All files of cases below a folder, sorted.
#[allow(dead_code, reason = "not every test reads files")]
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in
            std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "cases") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The cases of a file.
#[allow(dead_code, reason = "not every test reads files")]
pub fn read(path: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut cases = parse(&text);
    if path.parent().and_then(Path::file_name).is_some_and(|folder| folder == "stdlib") {
        // Cases without a 9 in their file names were answered by Debian's version.
        let newest = path.file_name().is_some_and(|name| name.to_string_lossy().contains('9'));
        let version = if newest { STDLIB_9 } else { STDLIB_8 };
        cases.iter_mut().for_each(|case| case.stdlib = Some(version));
    }
    cases
}

/// The cases of a text.
pub fn parse(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.split('\n') {
        if let Some(title) = line.strip_prefix("## ") {
            let (title, code) = (title.to_owned(), String::new());
            let (facts, expect) = (Vec::new(), Vec::new());
            cases.push(Case { title, code, edition: &PUPPET8, facts, stdlib: None, store: None, expect });
            continue;
        }
        let Some(case) = cases.last_mut() else { continue };
        if let Some(expected) = line.strip_prefix(">> ") {
            case.expect.push(expected.to_owned());
        } else if let Some(setting) = line.strip_prefix("#! ").filter(|_| case.code.is_empty()) {
            let (key, value) = setting.split_once(' ').unwrap_or((setting, ""));
            match key {
                "edition" => case.edition = Edition::find(value).expect("an edition"),
                "facts" => {
                    let facts: serde_json::Value = serde_json::from_str(value).expect("facts in JSON");
                    let object = facts.as_object().cloned().unwrap_or_default();
                    case.facts =
                        object.into_iter().map(|(name, value)| (name, json::value(&value))).collect();
                }
                "store" => {
                    let rows: serde_json::Value = serde_json::from_str(value).expect("a store in JSON");
                    case.store = Some(json::value(&rows));
                }
                _ => {}
            }
        } else if case.expect.is_empty() {
            case.code.push_str(line);
            case.code.push('\n');
        }
    }
    for case in &mut cases {
        while case.code.ends_with("\n\n") {
            case.code.pop();
        }
    }
    cases
}

/// Runs cases on several threads. Returns the differences, each with its place and title.
#[allow(dead_code, reason = "not every test runs many cases")]
pub fn failures(cases: Vec<(String, Case)>) -> Vec<String> {
    let threads = std::thread::available_parallelism().map_or(2, |count| count.get()).clamp(2, 4);
    let next = std::sync::atomic::AtomicUsize::new(0);
    let failures = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let work = || {
                while let Some((place, case)) =
                    cases.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
                {
                    if let Err(difference) = check(case) {
                        let failure = format!("{place}: {}\n{difference}", case.title);
                        failures.lock().expect("no test panics with the lock").push(failure);
                    }
                }
            };
            // One stack for all cases: allocating one for each takes time.
            scope.spawn(move || bunraku::with_large_stack(work));
        }
    });
    let mut failures = failures.into_inner().expect("no test panics with the lock");
    failures.sort();
    failures
}

/// Runs a case. The error is the difference.
pub fn check(case: &Case) -> Result<(), String> {
    let got = run(case);
    let expected: Vec<String> = case.expect.iter().map(|line| normal(line)).collect();
    let found: Vec<String> = got.iter().map(|line| normal(line)).collect();
    let (mut expected, mut found) = (expected, found);
    // Log lines and failures are ordered; the catalog is compared as a set.
    let is_catalog = |line: &String| line.starts_with("resource ") || line.starts_with("edge ");
    for lines in [&mut expected, &mut found] {
        let (mut catalog, mut rest): (Vec<String>, Vec<String>) = lines.drain(..).partition(is_catalog);
        catalog.sort();
        rest.append(&mut catalog);
        *lines = rest;
    }
    let same = match (expected.split_last(), found.split_last()) {
        (Some((last, rest)), Some((found_last, found_rest))) if last == "error null" => {
            rest == found_rest && found_last.starts_with("error ")
        }
        _ => expected == found,
    };
    if same {
        return Ok(());
    }
    let mut difference = String::new();
    for (index, line) in case.code.lines().enumerate() {
        let _ = writeln!(difference, "    {:>3} {line}", index + 1);
    }
    for line in expected {
        let _ = writeln!(difference, "    expected {line}");
    }
    for line in got {
        let _ = writeln!(difference, "    got      {line}");
    }
    Err(difference)
}

fn run(case: &Case) -> Vec<String> {
    let mut program = Program::new(case.edition);
    program.node = "test.example.com".to_owned();
    match case.stdlib {
        Some(STDLIB_8) => program.functions = OF_STDLIB_8.clone(),
        Some(version) => program.functions = program.functions.with_version("stdlib", version),
        None => {}
    }
    program.facts =
        case.facts.iter().map(|(name, value)| (Value::str(name.as_str()), value.clone())).collect();
    if let Some(rows) = &case.store {
        let store = bunraku_store::file::of_value(rows).expect("a store");
        program.world = Arc::new(WithStore::over(program.world.clone(), Arc::new(store)));
    }
    let outcome = program.evaluate("case.pp", &case.code);
    let mut lines = Vec::new();
    for entry in &outcome.log {
        if let LogEntry::Line { level, message, .. } = entry
            && !matches!(level, LogLevel::Debug | LogLevel::Info)
        {
            lines.push(format!("{} {}", level.name(), serde_json::Value::from(message.as_str())));
        }
    }
    if let Some(error) = outcome.error() {
        lines.retain(|line| !line.starts_with("err "));
        let place = error.primary.as_ref().and_then(|label| {
            let source = outcome.sources.get(label.span.file)?;
            Some(source.position(label.span.range.start).line)
        });
        let line = place.map_or("null".to_owned(), |line| line.to_string());
        lines.push(format!("error {line}"));
        if std::env::var("MESSAGES").is_ok() {
            eprintln!("{}: {}", case.title, error.message);
        }
        return lines;
    }
    if let Some(catalog) = &outcome.catalog {
        lines.extend(catalog_lines(&catalog.to_json()));
        // An invariant of all cases: every parameter knows where its value comes from.
        lines.extend(catalog.unexplained(|_| None).into_iter().map(|problem| format!("cause {problem}")));
    }
    if lines.is_empty() {
        lines.push("ok".to_owned());
    }
    lines
}

/// The functions of an older version of stdlib, and its `base64`, which cases use to create byte strings. In reality
/// the module's own code would run, but the module is not available here.
static OF_STDLIB_8: LazyLock<Functions> = LazyLock::new(|| {
    let functions = bunraku::library().with_version("stdlib", STDLIB_8);
    let natives = functions.names().filter_map(|name| functions.get(Symbol::new(name)));
    Functions::new(natives.chain([Native::Builtin(&BASE64)]))
});

static BASE64: Builtin = Builtin::new(
    "base64",
    "",
    &[
        Dispatch {
            signature: "Enum[decode] $action, String $encoded",
            run: |call| {
                let decoded = Binary::from_base64(call.arg(1).as_str().unwrap_or_default());
                Ok(Value::ByteStr(bunraku_pcore::bytes::to_str(decoded.as_bytes())))
            },
        },
        Dispatch {
            signature: "Enum[encode] $action, String $text, Enum[strict] $method",
            run: |call| {
                let text = call.arg(1).as_str().unwrap_or_default();
                let bytes = Binary::new(bunraku_pcore::bytes::of_str(text).into_owned());
                Ok(Value::str(bytes.to_base64_strict()))
            },
        },
    ],
);

/// The resources and edges of a catalog, without those that every catalog has.
fn catalog_lines(catalog: &str) -> Vec<String> {
    const BUILT_IN: [&str; 3] = ["Stage[main]", "Class[Settings]", "Class[main]"];
    let catalog: serde_json::Value = serde_json::from_str(catalog).expect("a catalog in JSON");
    let list = |name: &str| catalog[name].as_array().cloned().unwrap_or_default();
    let mut resources = Vec::new();
    for resource in list("resources") {
        let text = |name: &str| resource[name].as_str().unwrap_or("").to_owned();
        let reference = format!("{}[{}]", text("type"), text("title"));
        if BUILT_IN.contains(&reference.as_str()) {
            continue;
        }
        let sorted = |name: &str| {
            let mut values: Vec<String> = resource[name]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|value| value.as_str().map(str::to_owned))
                .collect();
            values.sort();
            values
        };
        let mut shown = serde_json::json!({
            "ref": reference,
            "parameters": resource.get("parameters").cloned().unwrap_or_else(|| serde_json::json!({})),
            "tags": sorted("tags"),
        });
        if resource["exported"] == true {
            shown["exported"] = true.into();
        }
        if resource.get("sensitive_parameters").is_some() {
            shown["sensitive"] = sorted("sensitive_parameters").into();
        }
        resources.push(format!("resource {shown}"));
    }
    let mut edges = Vec::new();
    for edge in list("edges") {
        if !BUILT_IN.contains(&edge["target"].as_str().unwrap_or("")) {
            edges.push(format!("edge {}", serde_json::json!([edge["source"], edge["target"]])));
        }
    }
    resources.append(&mut edges);
    resources
}

/// Normalizes the JSON in a line.
fn normal(line: &str) -> String {
    let (kind, value) = line.split_once(' ').unwrap_or((line, ""));
    match serde_json::from_str::<serde_json::Value>(value) {
        Ok(value) => format!("{kind} {}", sorted(value)),
        Err(_) => line.to_owned(),
    }
}

/// A JSON value with the keys of its objects sorted.
fn sorted(value: serde_json::Value) -> serde_json::Value {
    match value {
        serde_json::Value::Object(entries) => {
            let mut entries: Vec<(String, serde_json::Value)> = entries.into_iter().collect();
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            entries.into_iter().map(|(key, value)| (key, sorted(value))).collect()
        }
        serde_json::Value::Array(values) => values.into_iter().map(sorted).collect(),
        other => other,
    }
}
