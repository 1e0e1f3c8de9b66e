//! The program `bunraku`: the library of this crate with the allocator of the program.

use std::process::ExitCode;

/// A compilation makes and drops tens of thousands of small objects: a tenth of its time depends on the allocator.
/// What each thread allocates is counted, for `--max-memory`.
#[global_allocator]
static ALLOCATOR: alloc_metrics::MetricAlloc<mimalloc::MiMalloc> =
    alloc_metrics::MetricAlloc::new(mimalloc::MiMalloc);

fn main() -> ExitCode {
    bunraku_cli::main()
}
