//! Limits: code that takes too long is stopped, a host may stop it earlier, and steps continue from the caller's
//! number.

#![allow(clippy::unwrap_used, clippy::panic, reason = "these are tests")]

use std::rc::Rc;

use bunraku_pcore::watch::{Ended, Watch};
use bunraku_ruby::{
    Host, Interp, Limit, NoHost, Outside, RubyError, RubyErrorKind, Run, RunLimits, State, parse,
};

/// A host that stops the code after a number of questions.
struct Impatient {
    patience: u32,
}

impl Host for Impatient {}

impl Outside for Impatient {
    fn should_stop(&mut self, _: u64) -> bool {
        self.patience = self.patience.saturating_sub(1);
        self.patience == 0
    }
}

fn run(
    state: &Rc<State>,
    host: &mut dyn Host,
    limits: RunLimits,
    program: &str,
) -> Result<String, RubyError> {
    let code = parse("case.rb", program)?;
    let mut run = Run::new(state, limits);
    let mut interp = Interp::new(&mut run, host);
    let this = interp.main_object();
    let result = interp.run(&code, this).and_then(|value| interp.inspect(&value));
    result.map_err(|unwind| interp.to_error(unwind))
}

fn kind(result: Result<String, RubyError>) -> RubyErrorKind {
    result.err().unwrap().kind
}

#[test]
fn a_host_stops_code_that_rescues_everything() {
    let program = "begin; loop { begin; 1; rescue Exception; end }; ensure; 2; end";
    let mut host = Impatient { patience: 3 };
    assert_eq!(kind(run(&State::new(), &mut host, RunLimits::default(), program)), RubyErrorKind::Stopped);
    assert_eq!(host.patience, 0);
}

#[test]
fn steps_are_counted_on_from_the_callers() {
    let (state, limits) = (State::new(), RunLimits { steps: 10_000, ..RunLimits::default() });
    let program = "i = 0; i += 1 while i < 500; i";
    assert_eq!(run(&state, &mut NoHost::default(), limits, program).ok().unwrap(), "500");
    let taken = state.steps.get();
    assert!(taken > 500 && taken < 10_000, "{taken} steps");
    state.steps.set(9_900);
    assert_eq!(
        kind(run(&state, &mut NoHost::default(), limits, program)),
        RubyErrorKind::Limit(Limit::Steps)
    );
    assert!(state.steps.get() > 10_000);
}

#[test]
fn a_state_knows_whether_code_runs() {
    let state = State::new();
    assert!(!state.is_running());
    let outer = Run::new(&state, RunLimits::default());
    let inner = Run::new(&state, RunLimits::default());
    drop(inner);
    assert!(state.is_running());
    drop(outer);
    assert!(!state.is_running());
}

#[test]
fn many_names_take_no_longer_each_than_a_few() {
    // A linear search among all names for each of them would take minutes.
    let programs = [
        "o = Object.new; 100_000.times { |i| o.instance_variable_set(:\"@v#{i}\", i) }; o.instance_variables.size",
        "M = Module.new; 100_000.times { |i| M.const_set(:\"C#{i}\", i) }; M.constants.size",
        "class K; end; 100_000.times { |i| K.class_variable_set(:\"@@v#{i}\", i) }; K.class_variables.size",
        "Struct.new(*(0...100_000).map { |i| :\"m#{i}\" }).members.size",
    ];
    for program in programs {
        let result = run(&State::new(), &mut NoHost::default(), RunLimits::default(), program);
        assert_eq!(result.map_err(|error| error.message), Ok("100000".to_string()), "{program}");
    }
}

#[test]
fn names_that_code_computes_have_a_limit() {
    let limits = RunLimits { steps: 5_000_000, ..RunLimits::default() };
    let few = "c = Class.new; 1000.times { |i| c.const_set(\"Limited#{i}\", i) }; c.constants.size";
    assert_eq!(run(&State::new(), &mut NoHost::default(), limits, few).ok().unwrap(), "1000");
    let many = "c = Class.new; 100.times { |i| c.define_method('x' * 100_000 + i.to_s) { i } }";
    assert_eq!(
        kind(run(&State::new(), &mut NoHost::default(), limits, many)),
        RubyErrorKind::Limit(Limit::Size)
    );
}

#[test]
fn hashes_as_keys_take_no_more_than_other_keys() {
    let limits = RunLimits { steps: 5_000_000, ..RunLimits::default() };
    let program =
        "(1..20_000).map { |x| { 'a' => [x] } }.uniq.size + (1..20_000).map { |x| [[[[[[x]]]]]] }.uniq.size";
    assert_eq!(run(&State::new(), &mut NoHost::default(), limits, program).ok().unwrap(), "40000");
}

/// How code that is held to these limits ends.
fn ends(limits: RunLimits, program: &str) -> RubyErrorKind {
    kind(run(&State::new(), &mut NoHost::default(), limits, program))
}

#[test]
fn a_large_power_with_a_modulus_is_ended_by_the_host() {
    let mut host = Impatient { patience: 10 };
    let limits = RunLimits { steps: u64::MAX / 2, ..RunLimits::default() };
    let program = "3.pow((1 << 1_000_000) - 1, (1 << 22_000) + 7)";
    assert_eq!(kind(run(&State::new(), &mut host, limits, program)), RubyErrorKind::Stopped);
}

#[test]
fn values_that_are_small_each_and_large_together_are_limited() {
    let limits = RunLimits { size: 1 << 20, steps: 5_000_000, ..RunLimits::default() };
    for program in [
        "(1..10_000).to_a.values_at(*([0..9_999] * 200)).size",
        "(\"\\xff\" * 5_000).encode('UTF-8', 'BINARY', undef: :replace, replace: 'y' * 1000).size",
        "('é' * 5_000).encode('US-ASCII', undef: :replace, replace: 'y' * 1000).size",
        "('&' * 400_000).encode(xml: :text).size",
        "(\"\\xff\" * 200_000 + \"\\x01\").b.unpack('w')",
    ] {
        assert_eq!(ends(limits, program), RubyErrorKind::Limit(Limit::Size), "{program}");
    }
    let limits = RunLimits { steps: 200_000, ..RunLimits::default() };
    for program in [
        "('a' * 100_000).unpack('@0a*' * 1_000).size",
        "('a' * 100_000).unpack('@0M' * 1_000).size",
        "'a'.unpack('@0' * 300_000).size",
    ] {
        assert_eq!(ends(limits, program), RubyErrorKind::Limit(Limit::Steps), "{program}");
    }
}

#[test]
fn the_host_is_asked_before_the_methods_of_a_long_string() {
    let mut host = Impatient { patience: 1_000 };
    let program = "text = 'a' * 3_000_000; 1_000.times { text.upcase! }";
    assert_eq!(kind(run(&State::new(), &mut host, RunLimits::default(), program)), RubyErrorKind::Stopped);
}

#[test]
fn a_template_of_many_directives_is_packed_one_by_one() {
    let mut host = Impatient { patience: 100 };
    let limits = RunLimits { steps: u64::MAX / 2, ..RunLimits::default() };
    let program = "[].pack('xX' * 10_000_000)";
    assert_eq!(kind(run(&State::new(), &mut host, limits, program)), RubyErrorKind::Stopped);
}

#[test]
fn code_is_prepared_while_there_is_time() {
    let variables = (0..100).map(|index| format!("a{index} = 1")).collect::<Vec<_>>().join(";");
    for program in ["x = 1\n".repeat(10_000), format!("{}\n{}", variables, "binding\n".repeat(100))] {
        let watch = Watch::new(|_| Some(Ended::Time));
        let error = parse("case.rb", &program).err().unwrap();
        assert_eq!(error.kind, RubyErrorKind::Limit(Limit::Size));
        drop(watch);
        assert!(parse("case.rb", &program).is_ok());
    }
}

#[test]
fn code_with_many_variables_is_prepared_in_time_that_grows_with_their_number() {
    // A linear search among all variables for each of them would take minutes.
    let names = (0..100_000).map(|index| format!("a{index} = 1")).collect::<Vec<_>>();
    let program = format!("def f({}); a99_999; end; 1", names.join(", "));
    assert!(parse("case.rb", &program).is_ok());
}

#[test]
fn long_sets_of_characters_are_looked_through_once_for_each_character() {
    // A search of the whole set for each character would take minutes.
    for (program, expected) in [
        ("('b' * 300_000).tr('a' * 300_000 + 'b', 'c' * 300_000 + 'd').squeeze", "\"d\""),
        ("('b' * 300_000).delete('a' * 300_000 + 'b')", "\"\""),
        ("('b' * 300_000).count('a' * 300_000)", "0"),
        ("('b' * 300_000).squeeze('a' * 300_000 + 'b')", "\"b\""),
    ] {
        let result = run(&State::new(), &mut NoHost::default(), RunLimits::default(), program);
        assert_eq!(result.map_err(|error| error.message).as_deref(), Ok(expected), "{program}");
    }
}
