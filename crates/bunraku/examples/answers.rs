//! Answers like the oracle, for comparison: cases in, answers out, one JSON object per line. `cargo run --example
//! answers -- [--strict LEVEL] [--modulepath FOLDER] < cases.ndjson > answers.ndjson`.

#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "examples are programs of their own")]
#![allow(clippy::expect_used, clippy::panic, reason = "a tool for developers may give up")]

use std::{io::BufRead, path::PathBuf, sync::Arc};

use bunraku::{
    Program,
    analysis::{CheckSettings, Strict},
    edition::PUPPET8,
    eval::LogEntry,
    loader::{Environment, Layout},
    pcore::Value,
};

#[path = "../tests/cases/json.rs"]
mod json;

fn main() {
    // Catalogs may contain deep values, which are printed here.
    bunraku::with_large_stack(run);
}

fn run() {
    let mut strict = Strict::Error;
    let mut modulepath = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let value = args.next().expect("a value");
        match arg.as_str() {
            "--strict" if value == "warning" => strict = Strict::Warning,
            "--strict" if value == "off" => strict = Strict::Off,
            "--strict" => strict = Strict::Error,
            "--modulepath" => modulepath = value.split(':').map(PathBuf::from).collect(),
            other => panic!("{other}?"),
        }
    }
    let folder = std::env::temp_dir().join(format!("answers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let manifest = folder.join("site.pp");
    for line in std::io::stdin().lock().lines() {
        let case: serde_json::Value = serde_json::from_str(&line.expect("a line")).expect("JSON");
        let mut program = Program::new(&PUPPET8);
        program.node = case["node"].as_str().unwrap_or("test.example.com").to_owned();
        program.settings.strict = strict;
        if let Value::Hash(facts) = json::value(&case["facts"]) {
            program.facts = facts;
        }
        std::fs::write(&manifest, case["code"].as_str().expect("code")).expect("written");
        let layout = Layout {
            name: "production".to_owned(),
            modulepath: Some(modulepath.clone()),
            manifest: Some(manifest.clone()),
            ..Layout::default()
        };
        let settings = CheckSettings { strict };
        let environment = Environment::open(
            Arc::new(bunraku_fs::SystemWorld::new()),
            &layout,
            bunraku::language(&PUPPET8, settings),
        );
        let outcome = program.compile(&bunraku::Site::new(environment.expect("an environment"), None));
        let logs: Vec<serde_json::Value> = outcome
            .log
            .iter()
            .filter_map(|entry| match entry {
                LogEntry::Line { level, message, .. } => Some(serde_json::json!([level.name(), message])),
                LogEntry::Diagnostic(_) => None,
            })
            .collect();
        let error = outcome.error().map(|error| serde_json::json!({ "message": error.message }));
        let catalog = outcome
            .catalog
            .map(|catalog| serde_json::from_str::<serde_json::Value>(&catalog.to_json()).expect("JSON"));
        println!(
            "{}",
            serde_json::json!({ "id": case["id"], "logs": logs, "error": error, "catalog": catalog })
        );
    }
    let _ = std::fs::remove_dir_all(&folder);
}
