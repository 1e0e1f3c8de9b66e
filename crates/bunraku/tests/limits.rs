//! What ends a program that does not end by itself: its steps, its time, and whoever cancels it.

use std::{sync::Arc, time::Duration};

use bunraku::{
    Program,
    world::{Cancel, MemoryWorld, Stoppable},
};
use bunraku_edition::PUPPET8;

const ENDLESS: &str = "Integer[0, 9223372036854775806].each |$x| { }\n";

/// A program whose steps end, should nothing else end it.
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
    // The time of this world passes only when it is told to: the deadline has passed from the beginning.
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
