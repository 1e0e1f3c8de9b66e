//! Measures catalogs: by their size, which must be linear; of a warm environment, on one thread and on two; and side by
//! side with a real Puppet in the same run.
//!
//! `cargo bench -p bunraku --bench catalog`. If `RUBYLIB` is the `lib` folder of a Puppet (or one is installed) and
//! `ruby` is on the path, the environment is also compiled there. Times are CPU times if the system provides them.

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
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

use bunraku::{Program, Site};
use bunraku_edition::PUPPET8;
use bunraku_fs::SystemWorld;
use bunraku_loader::{Environment, Layout};

fn main() {
    warm();
    println!();
    println!("{:<44} {:>9} {:>10} {:>12}", "workload", "resources", "time", "a resource");
    for size in [1_000, 10_000, 100_000] {
        measure("plain resources in a loop", size, &loop_of(size));
        measure("classes of ten files each", size, &classes(size));
        measure("defines with two resources each", size, &defines(size));
        measure("defines nested fifty deep", size, &nested(size));
        measure("a collector that changes them all", size, &collected(size));
        measure("a collector of tags, in twenty rounds", size, &rounds(size));
        measure("collectors of one title each, a tenth", size, &collectors(size));
        measure("calls of realize, a tenth", size, &realized(size));
        measure("a chain of arrows", size, &chained(size));
        measure("arrows from one to all", size, &fan(size));
        measure("arrows from all to all of two lists", size, &product(size));
    }
}

/// A hundred classes with ten resources each, in modules, with parameters from data.
fn warm() {
    let folder = std::env::temp_dir().join(format!("bunraku-bench-{}", std::process::id()));
    write_environment(&folder);
    let mut resources = 0;
    let cold = timed(|| resources = compile(&open(&folder)));
    let site = open(&folder);
    println!("a catalog of {resources} resources from 100 classes of modules");
    println!("{:<44} {:>20}", "first, with reading all files", shown(cold));
    // Single runs are too short for the CPU clock.
    let one = best(5, || repeat(&site, 50)) / 50;
    println!("{:<44} {:>20}", "warm, on one thread, 50 in a row", shown(one));
    let (alone, both) = (throughput(&site, 1), throughput(&site, 2));
    println!("{:<44} {:>17.0} /s", "catalogs a second, one thread", alone);
    println!("{:<44} {:>17.0} /s ({:.2} times)", "catalogs a second, two threads", both, both / alone);
    match puppet(&folder) {
        Some(real) => {
            let ratio = real.as_secs_f64() / one.as_secs_f64();
            println!("{:<44} {:>20} ({ratio:.0} times)", "Puppet, warm, the best of 10", shown(real));
        }
        None => println!("Puppet is not there to compare with"),
    }
    fs::remove_dir_all(&folder).expect("removed");
}

fn write_environment(folder: &Path) {
    let write = |path: String, text: &str| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    };
    let mut site = String::from("node default {\n");
    let mut data = String::new();
    for class in 0..100 {
        site.push_str(&format!("  include m{}::c{class}\n", class % 10));
        data.push_str(&format!("m{}::c{class}::port: {}\n", class % 10, 8000 + class));
        let mut code =
            format!("class m{}::c{class} (Integer[1, 65535] $port, String $owner = 'root') {{\n", class % 10);
        for file in 0..9 {
            code.push_str(&format!(
                "  file {{ '/srv/{class}/{file}': ensure => file, owner => $owner, content => \"port ${{port}}\\n\" }}\n"
            ));
        }
        code.push_str(&format!(
            "  service {{ 's{class}': ensure => running, subscribe => File['/srv/{class}/0'] }}\n}}\n"
        ));
        write(format!("modules/m{}/manifests/c{class}.pp", class % 10), &code);
    }
    site.push_str("}\n");
    write("manifests/site.pp".to_owned(), &site);
    write("data/common.yaml".to_owned(), &data);
    write("hiera.yaml".to_owned(), "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n");
}

fn open(folder: &Path) -> Site {
    let layout =
        Layout { name: "production".to_owned(), folder: Some(PathBuf::from(folder)), ..Layout::default() };
    let environment = Environment::open(
        Arc::new(SystemWorld::new()),
        &layout,
        bunraku::language(&PUPPET8, Default::default()),
    );
    Site::new(environment.expect("an environment"), None)
}

/// Compiles the node and returns the number of its resources.
fn compile(site: &Site) -> usize {
    let outcome = Program::new(&PUPPET8).compile(site);
    assert!(outcome.error().is_none(), "{:?}", outcome.error());
    outcome.catalog.expect("a catalog").to_json().matches("\"exported\":").count()
}

fn repeat(site: &Site, times: usize) {
    for _ in 0..times {
        compile(site);
    }
}

/// Catalogs per second for this many threads that share an environment, each on its own core.
fn throughput(site: &Site, threads: usize) -> f64 {
    const EACH: usize = 300;
    std::thread::scope(|scope| {
        let work = || timed(|| repeat(site, EACH));
        let start =
            |_| std::thread::Builder::new().stack_size(1 << 26).spawn_scoped(scope, work).expect("a thread");
        let running: Vec<_> = (0..threads).map(start).collect();
        let rate = |thread: std::thread::ScopedJoinHandle<'_, Duration>| {
            EACH as f64 / thread.join().expect("no panic").as_secs_f64()
        };
        running.into_iter().map(rate).sum()
    })
}

fn best(times: usize, run: impl Fn()) -> Duration {
    (0..times).map(|_| timed(&run)).min().unwrap_or_default()
}

/// How long something takes on this thread: the CPU time if the system provides it, which excludes other work on the
/// machine.
fn timed(run: impl FnOnce()) -> Duration {
    let (clock, processor) = (Instant::now(), processor_time());
    run();
    match (processor, processor_time()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => clock.elapsed(),
    }
}

/// The CPU time of this thread, on Linux.
fn processor_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// The best time of a Puppet that has compiled the node before.
fn puppet(folder: &Path) -> Option<Duration> {
    let script = "require 'puppet'; require 'tmpdir'; base = Dir.mktmpdir; folder = ARGV[0]
        Puppet.initialize_settings([\"--confdir=#{base}\", \"--vardir=#{base}\"])
        Puppet::Util::Log.level = :err
        Dir.mkdir(\"#{base}/environments\")
        File.symlink(folder, \"#{base}/environments/production\")
        Puppet[:environmentpath] = \"#{base}/environments\"
        Puppet[:environment_timeout] = 'unlimited'
        Puppet.push_context(Puppet.base_context(Puppet.settings))
        env = Puppet.lookup(:environments).get!('production')
        times = (1..10).map do
          node = Puppet::Node.new('localhost', environment: env, facts: Puppet::Node::Facts.new('localhost', {}))
          Puppet.override(current_environment: env, rich_data: true) do
            started = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond)
            Puppet::Parser::Compiler.compile(node).filter(&:virtual?).to_data_hash.to_json
            Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond) - started
          end
        end
        puts times.min";
    let output = Command::new("ruby")
        .args(["-W0", "-rjson", "-e", script])
        .arg(folder)
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let nanoseconds = String::from_utf8_lossy(&output.stdout).trim().parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

fn measure(name: &str, size: usize, code: &str) {
    let code = code.to_owned();
    let thread = std::thread::Builder::new().stack_size(1 << 28).spawn(move || {
        let program = Program::new(&PUPPET8);
        timed(|| {
            let outcome = program.evaluate("bench.pp", &code);
            assert!(outcome.error().is_none(), "{:?}", outcome.error());
        })
    });
    let elapsed = thread.expect("a thread").join().expect("no panic");
    let each = elapsed.as_nanos() as f64 / size as f64;
    println!("{name:<44} {size:>9} {:>10} {each:>9.0} ns", shown(elapsed));
}

fn shown(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

fn loop_of(size: usize) -> String {
    format!("Integer[1, {size}].each |$i| {{ file {{ \"/tmp/f${{i}}\": ensure => file, mode => '0644' }} }}")
}

fn classes(size: usize) -> String {
    let mut code = String::new();
    for class in 0..size / 10 {
        code.push_str(&format!("class c{class}($owner = 'root') {{\n"));
        for file in 0..10 {
            code.push_str(&format!("  file {{ '/tmp/{class}/{file}': ensure => file, owner => $owner }}\n"));
        }
        code.push_str(&format!("}}\ninclude c{class}\n"));
    }
    code
}

fn defines(size: usize) -> String {
    format!(
        "define d($n) {{ file {{ \"/tmp/${{title}}\": content => \"n ${{n}}\" }} notify {{ \"n ${{title}}\": }} }}\n\
         Integer[1, {}].each |$i| {{ d {{ \"d${{i}}\": n => $i }} }}",
        size / 3
    )
}

fn nested(size: usize) -> String {
    format!(
        "define d($n) {{ if $n > 0 {{ $m = $n - 1  d {{ \"${{title}} ${{m}}\": n => $m }} }} }}\n\
         Integer[1, {}].each |$i| {{ d {{ \"/${{i}}\": n => 49 }} }}",
        size / 50
    )
}

fn collected(size: usize) -> String {
    format!(
        "Integer[1, {size}].each |$i| {{ @notify {{ \"n${{i}}\": tag => 'x' }} }}\n\
         Notify <| tag == 'x' |> {{ message => 'm' }}"
    )
}

fn rounds(size: usize) -> String {
    format!(
        "define d($n) {{ notify {{ \"n ${{title}}\": tag => 'x' }} if $n > 0 {{ $m = $n - 1  d {{ \"${{title}} ${{m}}\": n => $m }} }} }}\n\
         Integer[1, {}].each |$i| {{ d {{ \"/${{i}}\": n => 19 }} }}\n\
         Notify <| tag == 'x' |> {{ message => 'm' }}",
        size / 40
    )
}

fn collectors(size: usize) -> String {
    format!(
        "Integer[1, {size}].each |$i| {{ @notify {{ \"n${{i}}\": }} }}\n\
         Integer[1, {}].each |$i| {{ Notify <| title == \"n${{i}}\" |> {{ message => 'm' }} }}",
        size / 10
    )
}

fn realized(size: usize) -> String {
    format!(
        "Integer[1, {size}].each |$i| {{ @notify {{ \"n${{i}}\": }} }}\n\
         Integer[1, {}].each |$i| {{ realize(Notify[\"n${{i}}\"]) }}",
        size / 10
    )
}

fn chained(size: usize) -> String {
    format!(
        "Integer[1, {size}].each |$i| {{ notify {{ \"n${{i}}\": }} }}\n\
         Integer[2, {size}].each |$i| {{ $j = $i - 1  Notify[\"n${{j}}\"] -> Notify[\"n${{i}}\"] }}"
    )
}

fn fan(size: usize) -> String {
    format!(
        "$all = Integer[1, {size}].map |$i| {{ \"n${{i}}\" }}\nnotify {{ 'first': }}\nnotify {{ $all: }}\n\
         Notify['first'] -> Notify[$all]"
    )
}

/// As many arrows as the size, between two lists.
fn product(size: usize) -> String {
    let side = (size as f64).sqrt() as usize;
    format!(
        "$a = Integer[1, {side}].map |$i| {{ \"a${{i}}\" }}\n$b = Integer[1, {side}].map |$i| {{ \"b${{i}}\" }}\n\
         notify {{ $a: }}\nnotify {{ $b: }}\nNotify[$a] -> Notify[$b]"
    )
}
