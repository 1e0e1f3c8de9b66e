//! How long a catalog takes, by its size: time must grow linearly.
//!
//! `cargo bench -p bunraku --bench catalog`.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a benchmark stops at the first thing that is not as it should be"
)]

use std::time::Instant;

use bunraku::Program;
use bunraku_edition::PUPPET8;

fn main() {
    println!("{:<44} {:>9} {:>10} {:>12}", "workload", "resources", "time", "a resource");
    for size in [1_000, 10_000, 100_000] {
        measure("plain resources in a loop", size, &loop_of(size));
        measure("classes of ten files each", size, &classes(size));
        measure("defines with two resources each", size, &defines(size));
        measure("a collector that changes them all", size, &collected(size));
        measure("a chain of arrows", size, &chained(size));
    }
}

fn measure(name: &str, size: usize, code: &str) {
    let code = code.to_owned();
    let thread = std::thread::Builder::new().stack_size(1 << 28).spawn(move || {
        let program = Program::new(&PUPPET8);
        let started = Instant::now();
        let outcome = program.evaluate("bench.pp", &code);
        let elapsed = started.elapsed();
        assert!(outcome.error().is_none(), "{:?}", outcome.error());
        elapsed
    });
    let elapsed = thread.expect("a thread").join().expect("no panic");
    let each = elapsed.as_nanos() as f64 / size as f64;
    println!("{name:<44} {size:>9} {:>7.1} ms {:>9.0} ns", elapsed.as_secs_f64() * 1e3, each);
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

fn collected(size: usize) -> String {
    format!(
        "Integer[1, {size}].each |$i| {{ @notify {{ \"n${{i}}\": tag => 'x' }} }}\n\
         Notify <| tag == 'x' |> {{ message => 'm' }}"
    )
}

fn chained(size: usize) -> String {
    format!(
        "Integer[1, {size}].each |$i| {{ notify {{ \"n${{i}}\": }} }}\n\
         Integer[2, {size}].each |$i| {{ $j = $i - 1  Notify[\"n${{j}}\"] -> Notify[\"n${{i}}\"] }}"
    )
}
