//! What a call has made is freed when it has ended, even if it refers to itself.

#![allow(clippy::unwrap_used, clippy::panic, reason = "these are tests")]

use std::rc::Rc;

use bunraku_ruby::{
    Interp, NoHost, Run, RunLimits, State, parse,
    value::{RArray, Val},
};

/// Runs a program with an array as `self`, and returns what it gives and how many refer to the array then.
fn run(program: &str) -> (String, usize) {
    let list = Rc::new(RArray::new(vec![Val::Int(1), Val::Int(2)]));
    let mut host = NoHost::default();
    let mut run = Run::new(&State::new(), RunLimits::default());
    let mut interp = Interp::new(&mut run, &mut host);
    let code = parse("case.rb", program).ok().unwrap();
    let result = interp.run(&code, Val::Array(Rc::clone(&list))).ok().unwrap();
    let shown = interp.inspect(&result).ok().unwrap();
    drop(result);
    drop(run);
    (shown, Rc::strong_count(&list))
}

#[test]
fn a_block_in_a_variable_of_its_own_frame_is_freed() {
    for program in [
        "x = self; keep = -> { x }; keep.call.length",
        "def size_of(list); keep = -> { list }; keep.call.length; end; size_of(self)",
        "def size_of(list); a = -> { list }; b = proc { list }; [a, b].map(&:call).uniq.first.length; end; size_of(self)",
        "def size_of(list); keep = nil; 1.times { inner = list; keep = -> { inner } }; keep.call.length; end; size_of(self)",
        "[self].map { |list| keep = -> { list }; keep.call.length }.first",
    ] {
        assert_eq!(run(program), ("2".to_owned(), 1), "{program}");
    }
}

#[test]
fn a_block_that_outlives_its_call_keeps_its_variables() {
    for (program, expected) in [
        ("def made(list); keep = -> { list }; keep; end; made(self).call", "[1, 2]"),
        (
            "def made(list); keep = -> { list.sum }; again = -> { keep.call }; again; end; made(self).call",
            "3",
        ),
        (
            "def counter; n = 0; [-> { n += 1 }, -> { n }]; end; up, now = counter; up.call; up.call; now.call",
            "2",
        ),
        (
            "$kept = []; def keep(list); here = -> { list }; $kept << here; nil; end; keep(self); $kept.first.call",
            "[1, 2]",
        ),
    ] {
        assert_eq!(run(program).0, expected, "{program}");
    }
}
