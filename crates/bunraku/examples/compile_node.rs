//! Compiles a node of an environment: `cargo run --example compile_node -- FOLDER NODE [FACTS.json]`.

#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "examples are programs of their own")]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a tool of the developers: it stops with the reason"
)]

use std::{path::PathBuf, sync::Arc};

use bunraku::{Program, Site};
use bunraku_check::{Settings, Strict};
use bunraku_diag::render::{Style, text};
use bunraku_edition::PUPPET8;
use bunraku_loader::{Environment, Layout};
use bunraku_pcore::Value;

#[path = "../tests/cases/json.rs"]
mod json;

fn main() {
    std::thread::Builder::new().stack_size(1 << 28).spawn(run).expect("a thread").join().expect("no panic");
}

fn run() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let folder = PathBuf::from(args.first().expect("a folder"));
    let layout = Layout { name: "production".to_owned(), folder: Some(folder), ..Layout::default() };
    let settings = Settings { strict: Strict::Warning };
    let environment = Environment::open(
        Arc::new(bunraku_fs::Machine::new()),
        &layout,
        bunraku::language(&PUPPET8, settings),
    )
    .expect("an environment");
    let site = Site::new(environment, None);
    let mut program = Program::new(&PUPPET8);
    program.node = args.get(1).expect("a node").clone();
    program.settings.strict = Strict::Warning;
    program.settings.strict_variables = false;
    if let Some(path) = args.get(2) {
        let facts = std::fs::read_to_string(path).expect("facts");
        if let Value::Hash(facts) = json::value(&serde_json::from_str(&facts).expect("JSON")) {
            program.facts = facts;
        }
    }
    let started = std::time::Instant::now();
    let outcome = program.compile(&site);
    eprintln!("first: {:?}", started.elapsed());
    let started = std::time::Instant::now();
    let again = program.compile(&site);
    eprintln!("again: {:?}, {} diagnostics", started.elapsed(), again.diagnostics.len());
    for diagnostic in &outcome.diagnostics {
        eprintln!("{}", text(diagnostic, &outcome.sources, Style::Plain));
    }
    println!("{}", outcome.catalog.map(|catalog| catalog.to_json()).unwrap_or_default());
}
