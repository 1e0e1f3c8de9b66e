//! Measures the memory used by cached data: `cargo bench -p bunraku-hiera --bench memory`.
//!
//! If `BUNRAKU_DATA` names an environment, all of its data files are read and kept; otherwise a million bytes of
//! generated YAML. `max alloc` is the peak. The sizes of the files are printed first.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "benchmarks measure time and start what they compare with"
)]
#![allow(clippy::expect_used, reason = "a benchmark stops at the first thing that is not as it should be")]

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use bunraku_edition::PUPPET8;
use bunraku_fs::SystemWorld;
use bunraku_hiera::{Hiera, Layout};
use bunraku_world::{MemoryWorld, World};
use divan::{AllocProfiler, Bencher};

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

fn main() {
    let (files, root) = environment();
    let hiera = open(&files, &root);
    let keys = hiera.keys_of_all_nodes().expect("data");
    let paths: HashSet<PathBuf> = keys.into_iter().map(|key| key.file).collect();
    let bytes: u64 = paths.iter().filter_map(|path| files.stamp(path)).map(|stamp| stamp.length).sum();
    println!("{} data files with {bytes} bytes", paths.len());
    divan::main();
}

#[divan::bench(sample_count = 5)]
fn all_data_files(bencher: Bencher<'_, '_>) {
    let (files, root) = environment();
    bencher.bench_local(|| {
        let hiera = open(&files, &root);
        hiera.read_all().expect("data");
        hiera
    });
}

fn open(files: &Arc<dyn World>, root: &std::path::Path) -> Hiera {
    let layout =
        Layout { global: None, environment: Some(root.into()), modules: Vec::new(), rules: &PUPPET8.types };
    Hiera::load(Arc::clone(files), layout)
}

fn environment() -> (Arc<dyn World>, PathBuf) {
    if let Some(root) = std::env::var_os("BUNRAKU_DATA") {
        return (Arc::new(SystemWorld::new()), root.into());
    }
    let mut files =
        MemoryWorld::new().with("/e/hiera.yaml", "version: 5\nhierarchy: [{name: a, glob: '*.yaml'}]\n");
    for file in 0..20 {
        let mut text = String::new();
        for key in 0.. {
            if text.len() >= 50_000 {
                break;
            }
            text.push_str(&format!("profile::app{key}::port: {key}\n"));
            text.push_str(&format!(
                "profile::app{key}::hosts: [web{key}.example.com, db{key}.example.com]\n"
            ));
            text.push_str(&format!(
                "profile::app{key}::config:\n  owner: root\n  mode: '0644'\n  path: /etc/app{key}.conf\n"
            ));
        }
        files = files.with(format!("/e/data/{file}.yaml"), text);
    }
    (Arc::new(files), PathBuf::from("/e"))
}
