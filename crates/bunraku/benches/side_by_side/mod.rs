//! Runs workloads here and in a real Puppet, and prints a comparison.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "benchmarks measure time and start what they compare with"
)]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a benchmark stops at the first thing that is not as it should be"
)]

use std::{
    io::Write,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use bunraku::Program;
use bunraku_edition::PUPPET8;

/// A program with `SIZE` steps.
pub struct Workload {
    /// What it measures.
    pub name: &'static str,
    /// A preparation that is not measured.
    pub setup: &'static str,
    /// The measured code.
    pub code: &'static str,
    /// The size here and the size for Ruby.
    pub sizes: (u64, u64),
    /// The number of steps for a size.
    pub steps: fn(u64) -> u64,
}

/// The number of steps of a loop with one step per round.
pub fn one_a_round(size: u64) -> u64 {
    size
}

/// Runs the workloads selected on the command line.
pub fn run(workloads: &[Workload]) {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&String> = arguments.iter().filter(|word| !word.starts_with('-')).collect();
    let ruby = arguments.iter().all(|argument| argument != "--no-puppet") && has_puppet();
    println!("{:<28} {:>12} {:>14} {:>8}", "workload", "bunraku", "Puppet", "ratio");
    for workload in workloads {
        if !words.is_empty() && !words.iter().any(|word| workload.name.contains(word.as_str())) {
            continue;
        }
        let own = per_step(workload, workload.sizes.0, bunraku);
        let real = ruby.then(|| per_step(workload, workload.sizes.1, puppet));
        let (shown, ratio) = match real {
            Some(real) => (format!("{real:>11.0} ns"), format!("{:.1}x", real / own)),
            None => ("-".to_owned(), "-".to_owned()),
        };
        println!("{:<28} {:>9.0} ns {shown:>14} {ratio:>8}", workload.name, own);
    }
}

/// Nanoseconds per step, the best of three runs, minus the preparation alone.
fn per_step(workload: &Workload, size: u64, run: fn(&str) -> Duration) -> f64 {
    let code = format!("{}\n{}", workload.setup, workload.code.replace("SIZE", &size.to_string()));
    let setup = format!("{}\n$nothing = 1", workload.setup);
    let (best, before) = (best_of_three(run, &code), best_of_three(run, &setup));
    best.saturating_sub(before).as_nanos() as f64 / (workload.steps)(size).max(1) as f64
}

/// The shortest of three runs; a single run if it takes long, since it is accurate enough.
fn best_of_three(run: fn(&str) -> Duration, code: &str) -> Duration {
    let first = run(code);
    let more = if first < Duration::from_secs(10) { 2 } else { 0 };
    (0..more).map(|_| run(code)).fold(first, Duration::min)
}

fn bunraku(code: &str) -> Duration {
    let code = code.to_owned();
    let thread = std::thread::Builder::new().stack_size(1 << 28).spawn(move || {
        let mut program = Program::new(&PUPPET8);
        program.functions = program.functions.with_version("stdlib", [8, 5, 0]);
        let started = Instant::now();
        let outcome = program.evaluate("bench.pp", &code);
        let elapsed = started.elapsed();
        assert!(outcome.error().is_none(), "{:?}", outcome.error());
        elapsed
    });
    thread.expect("a thread").join().expect("no panic")
}

/// Compiles a program in a fresh Ruby and measures only the compilation.
fn puppet(code: &str) -> Duration {
    let script = "require 'puppet'; require 'tmpdir'; base = Dir.mktmpdir
        Puppet.initialize_settings([\"--confdir=#{base}\", \"--vardir=#{base}\"])
        Puppet::Util::Log.level = :err
        env = Puppet::Node::Environment.create(:production, (ENV['MODULEPATH'] || '').split(':'))
        node = Puppet::Node.new('n', environment: env, facts: Puppet::Node::Facts.new('n', {}))
        Puppet[:code] = STDIN.read
        Puppet.override(environments: Puppet::Environments::Static.new(env), current_environment: env) do
          started = Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
          Puppet::Parser::Compiler.compile(node)
          puts Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond) - started
        end";
    let mut child = Command::new("ruby")
        .args(["-W0", "-e", script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("ruby");
    child.stdin.take().expect("its input").write_all(code.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("its output");
    let nanoseconds = String::from_utf8_lossy(&output.stdout).trim().parse().expect("nanoseconds");
    Duration::from_nanos(nanoseconds)
}

fn has_puppet() -> bool {
    let found = Command::new("ruby").args(["-e", "require 'puppet'"]).stderr(Stdio::null()).status();
    found.is_ok_and(|status| status.success())
}
