//! Peak memory of parsing: `cargo bench --package bunraku-corpus --bench memory`.
//!
//! Separate from `parse` because counting allocations slows the parser down.

use bunraku_corpus::manifests;
use bunraku_edition::PUPPET8;
use bunraku_syntax::{SourceKind, parse};
use divan::{AllocProfiler, Bencher};

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// A single source of a million bytes: `max alloc` is the peak, in MB and as a multiple of the source.
#[divan::bench(sample_count = 10)]
fn a_million_bytes(bencher: Bencher<'_, '_>) {
    let mut text: String = manifests::generate(1, 1_000_000).into_iter().map(|(_, text)| text).collect();
    text.truncate(1_000_000);
    bencher.bench_local(|| parse(&text, SourceKind::Manifest, &PUPPET8.syntax));
}
