//! Measures catalogs for which Ruby code of modules does the work, side by side with a real Puppet in the same run.
//!
//! `cargo bench -p bunraku --bench ruby [-- WORD]`, which only runs workloads with the word in their name. The
//! environment is the folder `ruby` next to this file, with a node for each workload. If `RUBYLIB` is the `lib` folder
//! of a Puppet (or one is installed) and `ruby` is on the path, each is also compiled there. Those that begin with
//! `stdlib` run if `MODULEPATH` names a folder with that module. Times are CPU times of a process that has compiled the
//! node before.

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
    collections::HashMap,
    fs,
    path::PathBuf,
    process::{Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

use bunraku::{Program, Site};
use bunraku_check::Strict;
use bunraku_edition::PUPPET8;
use bunraku_fs::SystemWorld;
use bunraku_loader::{Environment, Layout};
use bunraku_pcore::{Hash, Value};

/// The nodes of the environment, and how often each is compiled.
const WORKLOADS: [(&str, usize); 12] = [
    ("erb-loop", 5),
    ("erb-many", 10),
    ("hash-walk", 5),
    ("to-hash", 10),
    ("to-hash-yaml", 5),
    ("digest", 5),
    ("pbkdf2", 5),
    ("objects", 10),
    ("numbers", 10),
    ("small-calls", 5),
    ("stdlib-validate", 3),
    ("stdlib-others", 3),
];

/// How often Puppet compiles a node; the first time it reads the files.
const ROUNDS_OF_PUPPET: &str = "3";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&String> = arguments.iter().filter(|word| !word.starts_with('-')).collect();
    let stdlib = std::env::var("MODULEPATH").unwrap_or_default();
    let chosen: Vec<(&str, usize)> = WORKLOADS
        .into_iter()
        .filter(|(name, _)| words.is_empty() || words.iter().any(|word| name.contains(word.as_str())))
        .filter(|(name, _)| !stdlib.is_empty() || !name.starts_with("stdlib"))
        .collect();
    let names: Vec<&str> = chosen.iter().map(|(name, _)| *name).collect();
    let with_puppet = arguments.iter().all(|argument| argument != "--no-puppet");
    let real = if with_puppet { puppet(&stdlib, &names) } else { HashMap::new() };
    println!("{:<20} {:>12} {:>12} {:>8}", "workload", "bunraku", "Puppet", "ratio");
    let site = open(&stdlib);
    for (name, rounds) in chosen {
        let own = own(&site, name, rounds);
        let (shown, ratio) = match real.get(name) {
            Some(real) => (milliseconds(*real), format!("{:.1}x", real.as_secs_f64() / own.as_secs_f64())),
            None => ("-".to_owned(), "-".to_owned()),
        };
        println!("{name:<20} {:>12} {shown:>12} {ratio:>8}", milliseconds(own));
    }
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/ruby"))
}

fn open(stdlib: &str) -> Site {
    let modules = std::iter::once(folder().join("modules"));
    let layout = Layout {
        name: "production".to_owned(),
        folder: Some(folder()),
        modulepath: Some(
            modules.chain(stdlib.split(':').filter(|path| !path.is_empty()).map(PathBuf::from)).collect(),
        ),
        ..Layout::default()
    };
    let language = bunraku::language(&PUPPET8, Default::default());
    let environment = Environment::open(Arc::new(SystemWorld::new()), &layout, language);
    Site::new(environment.expect("an environment"), None)
}

/// The shortest of several compilations, after one that is not counted.
fn own(site: &Site, node: &str, rounds: usize) -> Duration {
    let mut program = Program::new(&PUPPET8);
    program.node = node.to_owned();
    program.facts = facts();
    program.settings.strict = Strict::Warning;
    let compile = || {
        let outcome = program.compile(site);
        assert!(outcome.error().is_none(), "{node}: {:?}", outcome.error());
        outcome.catalog.expect("a catalog").to_json().len()
    };
    compile();
    (0..rounds).map(|_| timed(compile)).min().unwrap_or_default()
}

/// How many facts there are of each kind.
const FACTS: i64 = 60;

/// Realistic facts: strings, numbers and a few deep hashes. [`PUPPET`] has the same.
fn facts() -> Hash {
    let mut facts = Hash::new();
    for i in 0..FACTS {
        facts.insert(Value::str(format!("text{i}")), Value::str(format!("value {i}")));
        facts.insert(Value::str(format!("number{i}")), Value::Int(i));
    }
    for i in 0..FACTS / 10 {
        let mut inner = Hash::new();
        for j in 0..20 {
            let list = vec![Value::Int(j), Value::str("x")];
            inner.insert(Value::str(format!("key{j}")), Value::array(list));
        }
        facts.insert(Value::str(format!("deep{i}")), Value::Hash(inner));
    }
    facts
}

/// How long something takes on this thread: the CPU time if the system provides it.
fn timed(run: impl Fn() -> usize) -> Duration {
    let (clock, processor) = (Instant::now(), processor_time());
    assert!(run() > 0, "a catalog has a length");
    match (processor, processor_time()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => clock.elapsed(),
    }
}

fn processor_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

const PUPPET: &str = "require 'puppet'; require 'tmpdir'; base = Dir.mktmpdir
    folder, modules, count, rounds, *nodes = ARGV
    Puppet.initialize_settings([\"--confdir=#{base}\", \"--vardir=#{base}\"])
    Puppet::Util::Log.level = :err
    Dir.mkdir(\"#{base}/environments\")
    File.symlink(folder, \"#{base}/environments/production\")
    Puppet[:environmentpath] = \"#{base}/environments\"
    Puppet[:basemodulepath] = modules
    Puppet[:environment_timeout] = 'unlimited'
    Puppet[:strict] = :warning
    Puppet.push_context(Puppet.base_context(Puppet.settings))
    env = Puppet.lookup(:environments).get!('production')
    count = count.to_i
    facts = {}
    count.times { |i| facts[\"text#{i}\"] = \"value #{i}\"; facts[\"number#{i}\"] = i }
    (count / 10).times { |i| facts[\"deep#{i}\"] = (0...20).to_h { |j| [\"key#{j}\", [j, 'x']] } }
    nodes.each do |name|
      times = (1..rounds.to_i).map do
        node = Puppet::Node.new(name, environment: env, facts: Puppet::Node::Facts.new(name, facts))
        node.merge(facts)
        Puppet.override(current_environment: env, rich_data: true) do
          started = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond)
          Puppet::Parser::Compiler.compile(node).filter(&:virtual?).to_data_hash.to_json
          Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond) - started
        end
      end
      puts \"#{name} #{times.min}\"
    end";

/// The best times of a Puppet that has compiled the nodes before.
fn puppet(stdlib: &str, names: &[&str]) -> HashMap<String, Duration> {
    let output = Command::new("ruby")
        .args(["-W0", "-rjson", "-e", PUPPET])
        .arg(folder())
        .args([stdlib, &FACTS.to_string(), ROUNDS_OF_PUPPET])
        .args(names)
        .stderr(Stdio::null())
        .output();
    let Ok(output) = output else { return HashMap::new() };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let times = text.lines().filter_map(|line| {
        let (name, nanoseconds) = line.split_once(' ')?;
        Some((name.to_owned(), Duration::from_nanos(nanoseconds.parse().ok()?)))
    });
    times.collect()
}
