//! `cargo xtask bench-syntax`: compares the speed of our parser and Puppet's, on the same files in the same run.

use std::{fs, path::PathBuf, time::Instant};

use bunraku_corpus::manifests;
use bunraku_edition::PUPPET8;
use bunraku_syntax::{SourceKind, parse};

use crate::{
    arguments::Arguments,
    compare::{Source, module_sources},
    puppet::Puppet,
};

/// How often we parse everything. The best time counts, because the machine may be shared.
const ROUNDS: usize = 40;

/// How often Puppet does, which takes a hundred times as long.
const PUPPET_ROUNDS: usize = 3;

/// Measures and prints a table.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    let modules = arguments.option("--modules").map(PathBuf::from);
    let checkout = arguments.option("--puppet").map(PathBuf::from);
    arguments.done()?;
    if cfg!(debug_assertions) {
        return Err("run it as `cargo run --release --package xtask -- bench-syntax`".to_owned());
    }
    let mut puppet = Puppet::start_or_install(checkout.as_deref())?;
    // Puppet reads files; these are removed at the end of the command.
    let folder = std::env::temp_dir().join(format!("bunraku-bench-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let generated = manifests::generate(1, 1_000_000).into_iter().map(|(name, text)| Source {
        name: folder.join(name).display().to_string(),
        text,
        kind: SourceKind::Manifest,
    });
    let generated: Vec<Source> = generated.collect();
    let written = generated.iter().try_for_each(|source| fs::write(&source.name, &source.text));
    let rows = written.map_err(|error| format!("{}: {error}", folder.display())).and_then(|()| {
        println!(
            "| input | files | MB | bunraku MB/s | Puppet {} MB/s | ratio | tree / source |",
            puppet.version
        );
        println!("|---|---:|---:|---:|---:|---:|---:|");
        row("generated", &generated, &mut puppet)?;
        row("modules", &module_sources(modules.as_deref())?, &mut puppet)
    });
    let _ = fs::remove_dir_all(&folder);
    rows.map(|()| true)
}

fn row(name: &str, sources: &[Source], puppet: &mut Puppet) -> Result<(), String> {
    let bytes: usize = sources.iter().map(|source| source.text.len()).sum();
    let mut best = f64::INFINITY;
    let mut memory = 0;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        memory = 0;
        for source in sources {
            memory += parse(&source.text, source.kind, &PUPPET8.syntax).memory();
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    let ours = bytes as f64 / best / 1e6;
    let files: Vec<(String, bool)> =
        sources.iter().map(|source| (source.name.clone(), source.kind == SourceKind::Template)).collect();
    let mut theirs: f64 = 0.0;
    for _ in 0..PUPPET_ROUNDS {
        let (bytes, seconds) = puppet.bench(&files)?;
        theirs = theirs.max(bytes as f64 / seconds / 1e6);
    }
    println!(
        "| {name} | {} | {:.2} | {ours:.0} | {theirs:.3} | {:.0} | {:.1} |",
        sources.len(),
        bytes as f64 / 1e6,
        ours / theirs,
        memory as f64 / bytes as f64,
    );
    Ok(())
}
