//! Throughput of lexing and parsing together on one core: `cargo bench --package bunraku-corpus`.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "benchmarks measure time and start what they compare with"
)]

use std::{fs, path::Path};

use bunraku_corpus::{cases, manifests};
use bunraku_edition::PUPPET8;
use bunraku_syntax::{SourceKind, Tree, parse};
use divan::{Bencher, black_box, counter::BytesCount};

/// Where Debian's packages install modules. Machines without them measure the generated corpus only.
const MODULES: &str = "/usr/share/puppet/modules.available";

fn main() {
    print_memory("generated", &generated());
    print_memory("modules", &modules());
    divan::main();
}

/// Manifests from the seeded generator.
#[divan::bench]
fn generated_corpus(bencher: Bencher<'_, '_>) {
    run(bencher, &generated());
}

/// Real modules, if any are installed.
#[divan::bench]
fn debian_modules(bencher: Bencher<'_, '_>) {
    run(bencher, &modules());
}

/// The generated manifests as a single source, which does not fit into the CPU caches.
#[divan::bench]
fn one_large_file(bencher: Bencher<'_, '_>) {
    run(bencher, &[generated().concat()]);
}

fn run(bencher: Bencher<'_, '_>, texts: &[String]) {
    let bytes: usize = texts.iter().map(String::len).sum();
    bencher.counter(BytesCount::new(bytes)).bench_local(|| {
        for text in texts {
            black_box(read(text));
        }
    });
}

fn read(text: &str) -> Tree {
    parse(text, SourceKind::Manifest, &PUPPET8.syntax)
}

fn generated() -> Vec<String> {
    manifests::generate(1, 5_000_000).into_iter().map(|(_, text)| text).collect()
}

fn modules() -> Vec<String> {
    let files = cases::files(Path::new(MODULES), &["pp"]).unwrap_or_default();
    files.iter().filter_map(|file| fs::read_to_string(file).ok()).collect()
}

/// Prints the memory of the trees as a multiple of the source.
fn print_memory(name: &str, texts: &[String]) {
    let bytes: usize = texts.iter().map(String::len).sum();
    let memory: usize = texts.iter().map(|text| read(text).memory()).sum();
    if bytes > 0 {
        println!(
            "{name}: {} files, {bytes} bytes, trees {:.1} times that",
            texts.len(),
            memory as f64 / bytes as f64
        );
    }
}
