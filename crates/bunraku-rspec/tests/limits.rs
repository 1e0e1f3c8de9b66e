//! Suites that use more time, memory or depth than they may.
#![allow(clippy::unwrap_used, reason = "what fails here is not what is tested")]

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use bunraku::{
    eval::Limits,
    world::{MemoryWorld, World},
};
use bunraku_rspec::{FileRun, Options, Suite};

/// A world whose clock advances by a millisecond whenever it is read.
#[derive(Debug)]
struct Ticking(MemoryWorld, AtomicU64);

impl World for Ticking {
    fn beneath(&self) -> Option<&dyn World> {
        Some(&self.0)
    }

    fn elapsed(&self) -> Option<Duration> {
        Some(Duration::from_millis(self.1.fetch_add(1, Ordering::Relaxed)))
    }
}

/// Runs a spec, and returns a line for each example: its description, and the first line of its error.
fn results(spec: &str, limits: Limits) -> Vec<String> {
    let metadata = r#"{ "name": "me-web", "version": "1.0.0" }"#;
    let world = MemoryWorld::new()
        .with("/m/metadata.json", metadata)
        .with("/m/manifests/init.pp", "class web { }")
        .with("/m/spec/classes/web_spec.rb", spec);
    let world = Ticking(world, AtomicU64::new(0));
    let options = Options { limits, ..Options::default() };
    let suite = Suite::open(Arc::new(world), Path::new("/m"), options).unwrap();
    let runs: Vec<FileRun> = suite.find(&[]).unwrap().iter().map(|file| suite.run(file)).collect();
    let line = |example: &bunraku_rspec::Example| {
        let message =
            example.failures.first().map(|failure| failure.message.trim_start()).unwrap_or_default();
        format!("{}: {}", example.description, message.lines().next().unwrap_or_default())
    };
    runs.iter().flat_map(FileRun::examples).map(line).collect()
}

#[test]
fn an_example_that_runs_out_of_time_fails_alone() {
    let spec = "describe 'a' do\n  it('loops') { loop { } }\n  it('ends') { expect(1).to eq 1 }\nend";
    let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::DEFAULT };
    let expected = ["loops: this took longer than the time limit (too-slow)", "ends: "];
    assert_eq!(results(spec, limits), expected);
}

#[test]
fn an_example_that_wants_more_memory_than_there_is_fails_alone() {
    let spec = "describe 'a' do\n  it('fills') { x = 'a'; loop { x += x } }\n  it('ends') { expect(1).to eq 1 }\nend";
    let limits = Limits { memory: 1 << 20, ..Limits::DEFAULT };
    let expected = ["fills: this takes more than the memory limit (too-much-memory)", "ends: "];
    assert_eq!(results(spec, limits), expected);
}

#[test]
fn catalogs_take_the_time_of_their_example() {
    let spec = "describe 'web' do\n  let(:pre_condition) { 'Integer[1, 9223372036854775807].each |$i| { }' }\n  \
                it { is_expected.to compile }\nend";
    let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::DEFAULT };
    let found = results(spec, limits);
    assert!(
        found.iter().all(|line| line.contains("longer than the time limit")) && found.len() == 1,
        "{found:?}"
    );
}

#[test]
fn calls_may_be_nested_as_deep_as_the_limits_say() {
    let spec = "def down(n) = n.zero? ? 0 : down(n - 1)\n\
                describe('a') { it('calls') { expect(down(1_000)).to eq 0 } }";
    assert_eq!(results(spec, Limits::DEFAULT), ["calls: "]);
    let found = results(spec, Limits { depth: 100, ..Limits::DEFAULT });
    assert!(found.len() == 1 && found[0].contains("deep"), "{found:?}");
}
