//! How long the evaluator takes, side by side with a real Puppet in the same run.
//!
//! `cargo bench -p bunraku --bench eval`. With `RUBYLIB` pointing to the `lib` folder of a Puppet (or one installed)
//! and `ruby` on the path, each program also runs there, at a size Ruby can bear; times are per step.

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

/// A program with `SIZE` steps in it.
struct Workload {
    name: &'static str,
    code: &'static str,
    /// The size here and the size for Ruby.
    sizes: (u64, u64),
    /// How many steps a size stands for.
    steps: fn(u64) -> u64,
}

const WORKLOADS: [Workload; 8] = [
    Workload {
        name: "calls: fib(n)",
        code: "function fib($n) { if $n < 2 { $n } else { fib($n - 1) + fib($n - 2) } }\n$x = fib(SIZE)",
        sizes: (24, 16),
        steps: calls_of_fib,
    },
    Workload {
        name: "reduce over a range",
        code: "$x = Integer[1, SIZE].reduce |$sum, $i| { $sum + $i }",
        sizes: (1_000_000, 20_000),
        steps: |size| size,
    },
    Workload {
        name: "map",
        code: "$x = Integer[1, SIZE].map |$i| { $i * 2 }",
        sizes: (1_000_000, 20_000),
        steps: |size| size,
    },
    Workload {
        name: "interpolated strings",
        code: "Integer[1, SIZE].each |$i| { $s = \"host-${i}.example.com\" }",
        sizes: (500_000, 20_000),
        steps: |size| size,
    },
    Workload {
        name: "regexp matches",
        code: "Integer[1, SIZE].each |$i| { if 'web042.example.com' =~ /^web(\\d+)\\.(\\w+)\\.com$/ { $x = $1 } }",
        sizes: (300_000, 20_000),
        steps: |size| size,
    },
    Workload {
        name: "checks of a Struct",
        code: "$v = { 'name' => 'a', 'port' => 80, 'tags' => ['x', 'y'] }\n\
               Integer[1, SIZE].each |$i| { $t = $v =~ Struct[{ name => String, port => Integer[1, 65535], tags => Array[String] }] }",
        sizes: (300_000, 10_000),
        steps: |size| size,
    },
    Workload {
        name: "building a hash by +",
        code: "$x = Integer[1, SIZE].reduce({}) |$memo, $i| { $memo + { \"k${i}\" => $i } }",
        sizes: (100_000, 4_000),
        steps: |size| size,
    },
    Workload {
        name: "building an array by <<",
        code: "$x = Integer[1, SIZE].reduce([]) |$memo, $i| { $memo << $i }",
        sizes: (100_000, 4_000),
        steps: |size| size,
    },
];

fn main() {
    let ruby = std::env::args().all(|arg| arg != "--no-puppet") && has_puppet();
    println!("{:<26} {:>12} {:>14} {:>8}", "workload", "bunraku", "Puppet", "ratio");
    for workload in &WORKLOADS {
        let own = per_step(workload, workload.sizes.0, bunraku);
        let real = ruby.then(|| per_step(workload, workload.sizes.1, puppet));
        let (shown, ratio) = match real {
            Some(real) => (format!("{real:>11.0} ns"), format!("{:.0}x", real / own)),
            None => ("-".to_owned(), "-".to_owned()),
        };
        println!("{:<26} {:>9.0} ns {shown:>14} {ratio:>8}", workload.name, own);
    }
}

/// Nanoseconds a step, the best of three runs, less what an empty program takes.
fn per_step(workload: &Workload, size: u64, run: fn(&str) -> Duration) -> f64 {
    let code = workload.code.replace("SIZE", &size.to_string());
    let best = (0..3).map(|_| run(&code)).min().unwrap_or_default();
    let empty = (0..3).map(|_| run("$x = 1")).min().unwrap_or_default();
    best.saturating_sub(empty).as_nanos() as f64 / (workload.steps)(size).max(1) as f64
}

fn bunraku(code: &str) -> Duration {
    let code = code.to_owned();
    let thread = std::thread::Builder::new().stack_size(1 << 28).spawn(move || {
        let program = Program::new(&PUPPET8);
        let started = Instant::now();
        let outcome = program.evaluate("bench.pp", &code);
        let elapsed = started.elapsed();
        assert!(outcome.error().is_none(), "{:?}", outcome.error());
        elapsed
    });
    thread.expect("a thread").join().expect("no panic")
}

/// Compiles a program in a fresh Ruby and measures the compilation alone.
fn puppet(code: &str) -> Duration {
    let script = "require 'puppet'; require 'tmpdir'; base = Dir.mktmpdir
        Puppet.initialize_settings([\"--confdir=#{base}\", \"--vardir=#{base}\"])
        Puppet::Util::Log.level = :err
        env = Puppet::Node::Environment.create(:production, [])
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

/// The number of calls that `fib(n)` makes.
fn calls_of_fib(n: u64) -> u64 {
    let (mut a, mut b) = (1, 1);
    for _ in 1..n {
        (a, b) = (b, a + b + 1);
    }
    b
}
