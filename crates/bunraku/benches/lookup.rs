//! Measures lookups in a hierarchy of ten levels with 1,000 data files, side by side with a real Puppet.
//!
//! `cargo bench -p bunraku --bench lookup`. If `RUBYLIB` is the `lib` folder of a Puppet (or one is installed) and
//! `ruby` is on the path, the same programs run there on the same files, with fewer lookups. Data is warm: all nodes
//! have been compiled once before. Times are CPU times per lookup, minus those of the loop without it. An argument
//! selects workloads whose names contain it.

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

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use bunraku::{Program, Site};
use bunraku_edition::PUPPET8;
use bunraku_fs::SystemWorld;
use bunraku_loader::{Environment, Layout};
use bunraku_pcore::Value;

const LEVELS: usize = 10;
const NODES: usize = 100;
const KEYS: usize = 20;

/// What is looked up in the `i`th step.
const WORKLOADS: [(&str, &str); 6] = [
    ("a key of any level", "lookup(\"l${$i % 10}_k${$i % 20}\")"),
    ("a key of the lowest level", "lookup(\"l9_k${$i % 20}\")"),
    ("a key that nothing has, with a default", "lookup(\"none${$i % 20}\", Any, 'first', 1)"),
    ("two interpolations", "lookup(\"text${$i % 20}\")"),
    ("ten arrays merged by unique", "lookup('shared', Array, 'unique')"),
    ("ten hashes merged by deep", "lookup('settings', Hash, 'deep')"),
];

fn main() {
    let root = std::env::temp_dir().join(format!("bunraku-lookup-{}", std::process::id()));
    write_environment(&root);
    let ruby = std::env::args().all(|arg| arg != "--no-puppet") && has_puppet();
    println!("{:<42} {:>12} {:>14} {:>8}", "100,000 lookups", "bunraku", "Puppet", "ratio");
    let wanted = std::env::args().skip(1).find(|arg| !arg.starts_with("--")).unwrap_or_default();
    for (name, lookup) in WORKLOADS.into_iter().filter(|(name, _)| name.contains(&wanted)) {
        let own = per_lookup(lookup, NODES, 1_000, |code, nodes| bunraku(&root, code, nodes));
        let real = ruby.then(|| per_lookup(lookup, 5, 400, |code, nodes| puppet(&root, code, nodes)));
        let (shown, ratio) = match real {
            Some(real) => (format!("{real:>11.0} ns"), format!("{:.0}x", real / own)),
            None => ("-".to_owned(), "-".to_owned()),
        };
        println!("{name:<42} {own:>9.0} ns {shown:>14} {ratio:>8}");
    }
    fs::remove_dir_all(&root).expect("removed");
}

/// Nanoseconds per lookup.
fn per_lookup(lookup: &str, nodes: usize, each: usize, run: impl Fn(&str, usize) -> Duration) -> f64 {
    let program = |body: &str| format!("Integer[1, {each}].each |$i| {{ $x = {body} }}\n");
    let with = run(&program(lookup), nodes);
    // The name is built here as well, but not used.
    let without = run(&program("\"l${$i % 10}_k${$i % 20}\""), nodes);
    with.saturating_sub(without).as_nanos() as f64 / (nodes * each) as f64
}

/// Compiles the nodes in one process, twice, and measures the second time; the best of three.
fn bunraku(root: &Path, code: &str, nodes: usize) -> Duration {
    let manifest = root.join("bench.pp");
    fs::write(&manifest, code).expect("written");
    let layout = Layout {
        name: "bench".to_owned(),
        folder: Some(root.to_owned()),
        manifest: Some(manifest),
        ..Layout::default()
    };
    let settings = bunraku_check::CheckSettings::default();
    let environment =
        Environment::open(Arc::new(SystemWorld::new()), &layout, bunraku::language(&PUPPET8, settings))
            .expect("an environment");
    let site = Site::new(environment, None);
    let round = || {
        let started = processor_time();
        for node in 0..nodes {
            let mut program = Program::new(&PUPPET8);
            program.facts.insert(Value::str("number"), Value::str(node.to_string()));
            let outcome = program.compile(&site);
            assert!(outcome.error().is_none(), "{:?}", outcome.error());
        }
        processor_time() - started
    };
    let work = || {
        round();
        (0..3).map(|_| round()).min().unwrap_or_default()
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(1 << 28).spawn_scoped(scope, work);
        thread.expect("a thread").join().expect("no panic")
    })
}

/// The same in Ruby.
fn puppet(root: &Path, code: &str, nodes: usize) -> Duration {
    let script =
        "require 'puppet'; require 'tmpdir'; base = Dir.mktmpdir; root = ARGV[0]; nodes = ARGV[1].to_i
        Puppet.initialize_settings([\"--confdir=#{base}\", \"--vardir=#{base}\"])
        Puppet::Util::Log.level = :err
        env = Puppet::Node::Environment.create(:bench, [])
        conf = Puppet::Settings::EnvironmentConf.new(root, nil, [])
        env.define_singleton_method(:configuration) { conf }
        Puppet[:code] = STDIN.read
        Puppet.override(environments: Puppet::Environments::Static.new(env), current_environment: env) do
          best = 4.times.map do
            started = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond)
            nodes.times do |n|
              facts = Puppet::Node::Facts.new('n', { 'number' => n.to_s })
              node = Puppet::Node.new('n', environment: env, facts: facts)
              Puppet::Parser::Compiler.compile(node)
            end
            Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond) - started
          end
          puts best.drop(1).min
        end";
    let mut child = Command::new("ruby")
        .args(["-W0", "-e", script])
        .arg(root)
        .arg(nodes.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("ruby");
    child.stdin.take().expect("its input").write_all(code.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("its output");
    let nanoseconds = String::from_utf8_lossy(&output.stdout).trim().parse().expect("nanoseconds");
    Duration::from_nanos(nanoseconds)
}

/// Ten levels, each with a file for each of 100 nodes.
fn write_environment(root: &Path) {
    let mut config = "version: 5\nhierarchy:\n".to_owned();
    for level in 0..LEVELS {
        config.push_str(&format!(
            "  - {{name: level{level}, path: \"level{level}/%{{facts.number}}.yaml\"}}\n"
        ));
        let folder: PathBuf = root.join(format!("data/level{level}"));
        fs::create_dir_all(&folder).expect("a folder");
        for node in 0..NODES {
            let mut text = String::new();
            for key in 0..KEYS {
                text.push_str(&format!("l{level}_k{key}: value {key} of node {node} in level {level}\n"));
            }
            if level == 5 {
                for key in 0..KEYS {
                    let other = (key + 1) % KEYS;
                    text.push_str(&format!(
                        "text{key}: \"%{{facts.number}} and %{{lookup('l7_k{other}')}}\"\n"
                    ));
                }
            }
            text.push_str(&format!("shared: [a{level}, b{}, common]\n", level / 2));
            text.push_str(&format!(
                "settings: {{level{level}: {{x: 1}}, all: {{l{level}: [1, 2], y: {level}}}}}\n"
            ));
            fs::write(folder.join(format!("{node}.yaml")), text).expect("written");
        }
    }
    fs::write(root.join("hiera.yaml"), config).expect("written");
}

/// The CPU time of this thread, which excludes other work on the machine; if it is unknown, the wall clock time.
fn processor_time() -> Duration {
    static STARTED: OnceLock<Instant> = OnceLock::new();
    let running = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = running.and_then(|text| text.split(' ').next().and_then(|number| number.parse().ok()));
    match nanoseconds {
        Some(nanoseconds) => Duration::from_nanos(nanoseconds),
        None => STARTED.get_or_init(Instant::now).elapsed(),
    }
}

fn has_puppet() -> bool {
    let found = Command::new("ruby").args(["-e", "require 'puppet'"]).stderr(Stdio::null()).status();
    found.is_ok_and(|status| status.success())
}
