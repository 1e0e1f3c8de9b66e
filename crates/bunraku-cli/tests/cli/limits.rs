//! Resource limits: exceeding one is an error with a position, and nothing aborts, hangs or exhausts the memory.
#![allow(clippy::unwrap_used, reason = "what fails here is not what is tested")]

use std::fs;
use std::time::{Duration, Instant};

use crate::support::{Run, folder};

/// Compiles a manifest with small limits, because test builds are not optimised.
fn compile(manifest: &str) -> Run {
    compile_within(manifest, "2", "64M")
}

fn compile_within(manifest: &str, seconds: &str, memory: &str) -> Run {
    let files = folder(&[("site.pp", manifest)]);
    let began = Instant::now();
    let run = files.run(&[
        "compile",
        "site.pp",
        "--max-seconds",
        seconds,
        "--max-memory",
        memory,
        "--output",
        "catalog.json",
    ]);
    assert!(began.elapsed() < Duration::from_secs(60), "{manifest}\n{run:#?}");
    run
}

#[test]
fn time_is_limited() {
    let loops = "function f() { Integer[1, 1000000000000].each |$n| { } }\ndefine d() { f() }\nd { 'a': }\n";
    compile(loops)
        .status(1)
        .says("error[too-slow]")
        .says("site.pp:1:")
        .says("in function `f`, from site.pp:2:14")
        .says("in `D['a']`, from site.pp:3:1");
}

#[test]
fn time_is_limited_in_ruby() {
    let rescues =
        "function f() {\n  inline_template('<% loop { begin; 1; rescue Exception; end } %>')\n}\nf()\n";
    let run = compile(rescues).status(1).says("error[too-slow]").says("in function `f`, from site.pp:4:1");
    run.never_says("ruby-error");
}

#[test]
fn memory_is_limited() {
    for grows in [
        "$all = Integer[1, 100000000].map |$n| { \"a string with the number ${n} in it\" }",
        "Integer[1, 100000000].map |$n| { [[$n], {}] }",
        "Integer[1, 40].reduce([1]) |$memo, $n| { $memo + $memo }",
        "inline_template('<% a = []; loop { a << \"x\" * 1000000 } %>')",
    ] {
        let run = compile_within(grows, "25", "8M").status(1);
        run.says("error[too-much-memory]: this takes more than 8 MiB of memory").says("site.pp:1:");
    }
}

#[test]
fn a_string_or_an_array_of_ruby_code_is_limited() {
    for grows in
        ["inline_template('<% \"x\" * 200_000_000 %>')", "inline_template('<% a = [1] * 200_000_000 %>')"]
    {
        let run = compile_within(grows, "25", "8M").status(1);
        run.says("error[too-large]: this creates a value of more than 1048576 bytes or elements")
            .says("site.pp:1:")
            .says("or raise the memory limit");
    }
}

#[test]
fn values_that_share_parts_are_as_large_as_their_text() {
    let shared = "$d = Integer[1, 30].reduce(['x']) |$m, $n| { [$m, $m] }\nnotice($d)\n";
    compile(shared)
        .status(1)
        .says("error[too-large]: this value would take more than 64 MiB when written out");
    let hashes = "$d = Integer[1, 30].reduce({}) |$m, $n| { { 'a' => $m, 'b' => $m } }\nnotify { 'a': message => $d }\n";
    compile(hashes).status(1).says("error[too-large]");
    let ruby = "notice(inline_template('<% d = [1]; 40.times { d = [d, d] }; d.inspect %>'))\n";
    let run = compile(ruby).status(1);
    assert!(run.stderr.contains("error[too-"), "{run:#?}");
    // Smaller values are written to the catalog.
    compile("$d = Integer[1, 10].reduce(['x']) |$m, $n| { [$m, $m] }\nnotify { 'a': message => $d }\n")
        .status(0);
}

#[test]
fn values_and_types_are_not_deeper_than_the_limit() {
    for deep in [
        "$d = Integer[1, 1000000].reduce([]) |$m, $n| { [$m] }",
        "$d = Integer[1, 1000000].reduce({}) |$m, $n| { { 'a' => $m } }",
        "$d = Integer[1, 1000000].reduce(Any) |$m, $n| { Array[$m] }",
        "$d = Integer[1, 1000000].reduce([1]) |$m, $n| { $m.reverse_each }",
        "function f(*$rest) { $rest }\n$d = Integer[1, 1000000].reduce(1) |$m, $n| { f($m) }",
    ] {
        compile(deep).status(1).says("error[value-too-deep]").says("more than 1000 levels deep");
    }
    let files = folder(&[]);
    let nested = "Integer[1, 3].reduce(1) |$m, $n| { [$m] }";
    files.run(&["eval", "-e", nested, "--max-depth", "2"]).status(1).says("error[value-too-deep]");
    files.run(&["eval", "-e", nested, "--max-depth", "3"]).status(0).prints("[[[1]]]");
}

/// A value with nearly the maximal depth passes through everything that recurses.
#[test]
fn what_is_accepted_can_be_walked() {
    let made = "$d = Integer[1, 998].reduce([]) |$m, $n| { [$m] }\n";
    for uses in [
        "notice($d)",
        "notice(\"${d}\")",
        "notice(type($d))",
        "notice($d == [$d])",
        "notice($d =~ Array[Array[Array]])",
        "notice($d =~ Data, $d =~ RichData)",
        "notice(flatten($d), unique($d), String($d, '%#a'))",
        "notice({ $d => 1 }[$d])",
        "notify { 'a': message => $d }",
        "notice(inline_epp('<%= $x %>', { 'x' => $d }))",
        "notice(to_yaml($d))",
    ] {
        let run = compile(&format!("{made}{uses}\n"));
        assert!(run.status == 0 || run.status == 1, "{uses}: {run:#?}");
    }
}

#[test]
fn questions_about_types_end() {
    let doubled: String = (1..=30).map(|n| format!("type A{n} = Tuple[A{}, A{}]\n", n - 1, n - 1)).collect();
    compile(&format!("type A0 = Integer\n{doubled}notice(A30 <= A30)\n")).status(1).says("error[too-");
    let recursive = "type T = Variant[Integer, Array[T], Tuple[T]]\n\
                     $v = Integer[1, 60].reduce('x') |$m, $n| { [$m] }\nnotice($v =~ T)\n";
    compile(recursive)
        .status(1)
        .says("error[too-many-steps]: comparing with this type takes more than")
        .says("site.pp:3:8");
    let wide =
        "$t = Variant[*Integer[1, 20000].map |$n| { Enum[\"a${n}\"] }]\nnotice('a19999' =~ $t, $t <= $t)\n";
    compile(wide).status(0).says("notice: true true");
}

#[test]
fn one_node_that_takes_too_much_does_not_end_the_others() {
    let site = "if $facts['bad'] == 'memory' { Integer[1, 50].reduce([1]) |$m, $n| { $m + $m } }\n\
                if $facts['bad'] == 'time' { Integer[1, 1000000000000].each |$n| { } }\n\
                if $facts['bad'] == 'depth' { Integer[1, 100000].reduce([]) |$m, $n| { [$m] } }\n\
                notify { 'a': }\n";
    let files = folder(&[("env/manifests/site.pp", site)]);
    for (index, bad) in ["", "memory", "", "time", "", "depth", ""].iter().enumerate() {
        files.write(&format!("facts/n{index}.json"), format!("{{\"bad\": \"{bad}\"}}").as_bytes());
    }
    let args =
        ["compile", "--environment", "env", "--nodes-from", "facts", "--output", "out", "--max-seconds", "2"];
    let run = files.run(&[&args[..], &["--max-memory", "64M"]].concat()).status(1);
    let run = run.says("wrote 4 catalogs to out; 3 nodes failed: n1, n3, n5");
    run.says("too-much-memory").says("too-slow").says("value-too-deep");
    assert_eq!(fs::read_dir(files.path("out")).unwrap().count(), 4);
}

#[test]
fn each_input_of_a_conversation_has_the_whole_budget() {
    // Two sessions: on a busy machine the code that uses too much memory may also run for more than a second.
    let inputs = "Integer[1, 1000000000000].each |$n| { }\n1 + 1\n";
    let run = folder(&[]).run_with(&["repl", "--max-seconds", "1"], inputs, &[]);
    run.status(1).says("too-slow").prints("2\n");
    let inputs = "Integer[1, 50].reduce([1]) |$m, $n| { $m + $m }\n2 + 2\n";
    let run = folder(&[]).run_with(&["repl", "--max-memory", "64M"], inputs, &[]);
    run.status(1).says("too-much-memory").prints("4\n");
}

#[test]
fn bad_numbers_are_refused() {
    let files = folder(&[]);
    for (option, value) in [
        ("--max-seconds", "0"),
        ("--max-seconds", "soon"),
        ("--max-memory", "0"),
        ("--max-memory", "1X"),
        ("--max-memory", "-1G"),
        ("--max-depth", "0"),
        ("--max-depth", "deep"),
    ] {
        let run = files.run(&["eval", "-e", "1", &format!("{option}={value}")]).status(2);
        run.says(option);
    }
    for command in ["compile", "eval", "lookup", "repl"] {
        files.run(&[command, "--help"]).status(0).prints("--max-memory");
    }
    files.run(&["epp", "render", "--help"]).status(0).prints("--max-memory");
}
