//! Calls built-in methods with arguments that make no sense. The result must be a value or a Ruby error, never a panic.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a program that cannot be read must fail its test")]

use std::rc::Rc;

use bunraku_ruby::{Interp, NoHost, Run, RunLimits, State, parse, value::Val};

const RECEIVERS: &[&str] = &[
    "[3, 1, 2]",
    "[]",
    "[[1, 'a'], [2, nil]].freeze",
    "{ a: 1, 'b' => [2] }",
    "{}",
    "(1..5)",
    "('a'..'e')",
    "(1..)",
    "(..3)",
    "(0.5..2.5)",
    "[1, 2].each",
    "[1, 2].each_slice(2)",
    "Enumerator.new { |y| y << 1; y << 2 }",
    "(1..4).lazy.map { |x| x }",
    "Struct.new(:a, :b).new(1, 2)",
    "Time.at(0)",
    "Random.new(1)",
    "'häuser'",
    "''",
    ":sym",
    "123",
    "-9223372036854775808",
    "2**70",
    "1.5",
    "Float::NAN",
    "/a(?<n>b)?/",
    "'ab'.match(/a(b)/)",
    "->(x) { x }",
    "1.method(:+)",
    "Set[1, 2]",
    "IPAddr.new('10.0.0.0/8')",
    "URI('http://a/b')",
    "Pathname.new('/a')",
    "String",
    "Regexp",
    "Math",
    "File",
    "Array",
    "Hash",
    "Range",
    "Struct",
    "Enumerator",
    "JSON",
    "Psych",
    "Digest",
    "Time",
    "Random",
];

const ARGUMENTS: &[&str] = &[
    "",
    "nil",
    "2",
    "9223372036854775807",
    "-9223372036854775808",
    "'ä'",
    ":a",
    "[1, nil]",
    "{ a: 1 }",
    "1..2",
    "-9..9223372036854775807",
    "Object.new",
    "0, 9223372036854775807",
    "-9223372036854775808, 2",
    "1, 'x', nil",
];

/// Blocks: none, one with an unexpected result, and one that changes the receiver.
const BLOCKS: &[&str] = &["", "{ |*| Object.new }", "{ |x| it.clear rescue it.push(1); x }"];

#[test]
fn no_arguments_make_builtin_methods_panic() {
    let mut count = 0;
    for receiver in RECEIVERS {
        // The classes are created once, because that takes longer than any of the programs.
        let state = State::new();
        for name in methods_of(receiver) {
            // Other tests cover these.
            if matches!(name.as_str(), "instance_eval" | "class_eval" | "module_eval" | "define_method") {
                continue;
            }
            for arguments in ARGUMENTS {
                for block in BLOCKS {
                    let program = format!("it = {receiver}\nit.public_send(:'{name}', {arguments}) {block}");
                    run(&state, &program.replace(", )", ")"));
                    count += 1;
                }
            }
        }
    }
    assert!(count > 10_000, "only {count} programs");
}

fn methods_of(receiver: &str) -> Vec<String> {
    let mut host = NoHost::default();
    let mut run = Run::new(&State::new(), RunLimits::default());
    let mut interp = Interp::new(&mut run, &mut host);
    let code = parse("case.rb", &format!("({receiver}).methods - Object.new.methods")).ok().unwrap();
    let this = interp.main_object();
    let Ok(Val::Array(names)) = interp.run(&code, this) else { return Vec::new() };
    let names = names.to_vec();
    names
        .iter()
        .filter_map(|name| if let Val::Sym(name) = name { Some(name.to_string()) } else { None })
        .collect()
}

fn run(state: &Rc<State>, program: &str) {
    let mut host = NoHost::default();
    let limits = RunLimits { steps: 2_000, depth: 60, size: 10_000, ..RunLimits::default() };
    state.steps.set(0);
    let mut run = Run::new(state, limits);
    let mut interp = Interp::new(&mut run, &mut host);
    let Ok(code) = parse("case.rb", program) else { panic!("no program: {program}") };
    let this = interp.main_object();
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        if let Ok(value) = interp.run(&code, this) {
            interp.inspect(&value).ok();
        }
    }));
    assert!(outcome.is_ok(), "a panic in:\n{program}");
}
