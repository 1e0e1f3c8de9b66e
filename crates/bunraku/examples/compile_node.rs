//! Compiles a node of an environment on this machine, prints its catalog, and how long that took with cold and warm
//! caches: `cargo run --example compile_node -- FOLDER NODE [FACTS]`.
//!
//! The facts are the output of `facter --json`, or another form that [`Facts`] reads.

#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "examples are programs of their own")]

use std::{error::Error, sync::Arc, time::Instant};

use bunraku::{
    Facts, Program, Site,
    analysis::Strict,
    diag::render::{Style, text},
    edition::PUPPET8,
    eval::LogEntry,
    loader::{Environment, Layout},
};
use bunraku_fs::SystemWorld;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [folder, node, facts @ ..] = args.as_slice() else {
        return Err("usage: compile_node FOLDER NODE [FACTS]".into());
    };

    // The node: only the program differs between nodes of the same environment.
    let mut program = Program::new(&PUPPET8);
    program.node.clone_from(node);
    program.settings.strict = Strict::Warning;
    program.settings.strict_variables = false;
    if let Some(path) = facts.first() {
        program.facts = Facts::parse(path, &std::fs::read_to_string(path)?)?.values;
    }

    // The environment and its data, which many threads can share.
    let layout =
        Layout { name: program.environment.clone(), folder: Some(folder.into()), ..Layout::default() };
    let environment = Environment::open(Arc::new(SystemWorld::new()), &layout, program.language())?;
    let site = Site::new(environment, None);

    let started = Instant::now();
    let outcome = program.compile(&site);
    eprintln!("first: {:?}", started.elapsed());
    let started = Instant::now();
    program.compile(&site);
    eprintln!("again: {:?}", started.elapsed());

    for entry in &outcome.log {
        match entry {
            LogEntry::Line { level, message, .. } => eprintln!("{}: {message}", level.name()),
            LogEntry::Diagnostic(warning) => eprint!("{}", text(warning, &outcome.sources, Style::Plain)),
        }
    }
    for diagnostic in &outcome.diagnostics {
        eprint!("{}", text(diagnostic, &outcome.sources, Style::Plain));
    }
    let catalog = outcome.catalog.ok_or("there is no catalog")?;
    println!("{}", catalog.to_json());
    Ok(())
}
