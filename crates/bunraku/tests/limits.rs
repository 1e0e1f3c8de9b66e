//! What ends a program that does not end by itself: its steps, its time, and a cancellation.

use std::{sync::Arc, time::Duration};

use bunraku::{
    Program,
    world::{Cancel, MemoryWorld, Stoppable},
};
use bunraku_edition::PUPPET8;

const ENDLESS: &str = "Integer[0, 9223372036854775806].each |$x| { }\n";

/// A program with a step limit, in case nothing else ends it.
fn limited() -> Program {
    let mut program = Program::new(&PUPPET8);
    program.limits.steps = 1_000_000;
    program
}

fn code(program: &Program) -> Option<&'static str> {
    let outcome = program.evaluate("site.pp", ENDLESS);
    assert!(outcome.catalog.is_none());
    outcome.error().map(|error| error.code.name())
}

#[test]
fn steps_are_finite_by_default() {
    let mut program = Program::new(&PUPPET8);
    assert!(program.limits.steps < u64::MAX);
    program.limits.steps = 100_000;
    assert_eq!(code(&program), Some("too-many-steps"));
}

#[test]
fn a_deadline_ends_a_program() {
    let world = Arc::new(MemoryWorld::new().with_time(0));
    let mut program = limited();
    // Time only passes in this world when it is advanced: the deadline has passed from the beginning.
    program.world = Arc::new(Stoppable::new(world, Cancel::default()).within(Duration::ZERO));
    assert_eq!(code(&program), Some("too-slow"));
}

#[test]
fn a_program_can_be_cancelled() {
    let cancel = Cancel::default();
    let world = Stoppable::new(Arc::new(MemoryWorld::new()), cancel.clone());
    let mut program = limited();
    program.world = Arc::new(world);
    assert!(program.evaluate("site.pp", "notice(1)").error().is_none());
    cancel.cancel();
    assert_eq!(code(&program), Some("cancelled"));
}

#[test]
fn a_chain_of_elsif_is_as_long_as_it_likes() {
    let chain: String = (0..20_000).map(|n| format!("elsif $n == {n} {{ {n} }}\n")).collect();
    let program = Program::new(&PUPPET8);
    let outcome =
        program.evaluate("site.pp", &format!("$n = 19999\n$x = if false {{ 1 }}\n{chain}\nnotice($x)"));
    assert_eq!(outcome.error().map(|error| error.message.as_str()), None);
    assert_eq!(outcome.log.len(), 1);
}

#[test]
fn searches_count_into_the_steps() {
    let mut program = Program::new(&PUPPET8);
    program.limits.steps = 500_000;
    let code = |text: &str| program.evaluate("site.pp", text).error().map(|error| error.code.name());
    let long = "$t = Integer[1, 12].reduce('ab ') |$m, $i| { \"${m}${m}\" }\n";
    assert_eq!(code(&format!("{long}notice($t =~ /b$/)")), None);
    let many = "Integer[1, 1000].each |$i| { notice(regsubst($t, '(a|b)+ ', 'x', 'G').length) }";
    assert_eq!(code(&format!("{long}{many}")), Some("too-many-steps"));
    let matches = "Integer[1, 10000].each |$i| { $t =~ /(a|b| )*c/ }";
    assert_eq!(code(&format!("{long}{matches}")), Some("too-many-steps"));
}

#[test]
fn classes_that_inherit_without_end_meet_a_limit() {
    let classes: String = (0..3_000).map(|n| format!("class c{} inherits c{n} {{ }}\n", n + 1)).collect();
    let text = |last: u32| format!("class c0 {{ }}\n{classes}\ninclude c{last}");
    let outcome = |last| Program::new(&PUPPET8).evaluate("site.pp", &text(last));
    assert_eq!(outcome(500).error().map(|error| error.code.name()), None);
    assert_eq!(outcome(3_000).error().map(|error| error.code.name()), Some("too-deep"));
}
