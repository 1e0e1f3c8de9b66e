//! A state that one program after another uses: none sees what another has done.

#![allow(clippy::unwrap_used, clippy::panic, reason = "these are tests")]

use std::rc::Rc;

use bunraku_ruby::{Interp, NoHost, Run, RunLimits, State, parse};

/// What a library would have defined.
const LIBRARY: &str = "
    module Library
      NAMES = ['a', 'b']
      TABLE = { 'x' => [1, 2] }
      class Base
        @@count = 0
        attr_accessor :name
        def self.inherited(other) = (@heirs ||= []) << other.name
        def greet = 'hello'
        private def secret = 'secret'
      end
      module Mixin
        def mixed = 1
      end
      Point = Struct.new(:x)
      ORIGIN = Point.new(0)
    end
    def helper = 'helped'
    $setting = 1
";

/// A program that looks at all that the programs below change.
const LOOK: &str = "
    [
      Library.constants.sort, Library::Base.instance_methods(false).sort, Library::Base.new.greet,
      Library::Base.instance_variables, Library::Base.class_variables, Library::Base.class_variable_get(:@@count),
      Library::Base.ancestors.map(&:to_s), Library::Base.subclasses.size, Library::NAMES, Library::TABLE,
      Library::ORIGIN.x, Library::NAMES.frozen?, Library::TABLE['none'], Library::TABLE.singleton_methods,
      defined?(Added), defined?(added), 1.respond_to?(:twice), ''.respond_to?(:loud), helper, $setting, $other,
      (Library::Base.new.secret rescue 'private'), Comparable.instance_methods.sort, RUBY_VERSION,
      Library.singleton_methods.sort, Object.new.respond_to?(:mixed), (require 'set'),
      Library::NAMES.first.encoding.to_s, (Library::PRIVATE rescue 'no constant'), (Library::Point.new.first rescue 'none'), Array.new(2) { |i| i }.sum
    ]
";

/// Programs whose changes are undone.
const UNDONE: &[&str] = &[
    "class Added; def x = 1; end; Added.new.x",
    "def added = 1; added",
    "class Integer; def twice = self * 2; end; 4.twice",
    "class String; def loud = upcase; end; 'a'.loud",
    "class Library::Base; def greet = 'changed'; public def secret = 1; end; Library::Base.new.greet",
    "class Library::Base; remove_method :greet; end",
    "class Library::Base; undef_method :greet; end",
    "Library::Base.class_eval { define_method(:other) { 1 } }; Library::Base.new.other",
    "Library::Base.include(Library::Mixin); Library::Base.new.mixed",
    "Library::Base.prepend(Module.new { def greet = super + '!' }); Library::Base.new.greet",
    "Library::Point.prepend(Module.new { def first = 1 }); Library::Point.new.first",
    "Object.include(Library::Mixin); Object.new.mixed",
    "Library::Base.class_variable_set(:@@count, 5); Library::Base.class_variable_set(:@@other, 5)",
    "Library::Base.instance_variable_set(:@own, 5)",
    "Class.new(Library::Base); class Heir < Library::Base; end; Heir.new.greet",
    "Library.const_set(:MORE, 1); Library.send(:remove_const, :Mixin)",
    "Library::NAMES = 2",
    "module Library; PRIVATE = 1; private_constant :NAMES; end",
    "def Library.extra = 1; Library.extra",
    "def helper = 'changed'; helper",
    "$setting = 2; $other = 3",
    "require 'set'; require 'digest'; Set.new([1]).size",
    "module Comparable; def odd_one = 1; end; 1.odd_one",
    "class Array; def sum = -1; end; [1].sum",
    "class Library::Base; private; end",
    "x = Library::Base.new; def x.only = 1; x.only",
    "h = {}; h[Library::ORIGIN] = 1; h[Library::ORIGIN]",
    "srand(5); rand(10)",
    "File.chmod(0, 'x'); File.singleton_methods(false).include?(:open)",
    "raise 'failed' rescue nil; catch(:done) { throw :done }",
];

/// Programs that change a value in place, after which a state is not used again.
const REFUSED: &[&str] = &[
    "Library::NAMES << 'c'",
    "Library::NAMES.first << 'c'",
    "Library::NAMES.freeze",
    "Library::NAMES.first.force_encoding('BINARY')",
    "Library::TABLE['x'] << 3",
    "Library::TABLE['y'] = 3",
    "Library::TABLE.default = 3",
    "def (Library::TABLE).own = 1",
    "Library::TABLE.instance_variable_set(:@a, 1)",
    "Library::ORIGIN.x = 4",
    "def (Library::ORIGIN).own = 1",
    "RUBY_VERSION << '.1'",
];

fn run(state: &Rc<State>, program: &str) -> String {
    let code = parse("case.rb", program).ok().unwrap();
    let mut run = Run::new(state, RunLimits::default());
    let mut host = NoHost::default();
    let mut interp = Interp::new(&mut run, &mut host);
    let this = interp.main_object();
    match interp.run(&code, this).and_then(|value| interp.inspect(&value)) {
        Ok(shown) => shown,
        Err(unwind) => panic!("{program}: {}", interp.to_error(unwind).message),
    }
}

fn prepared() -> Rc<State> {
    let state = State::new();
    run(&state, LIBRARY);
    state.prepare();
    state
}

#[test]
fn a_restored_state_is_as_it_was() {
    let fresh = run(&prepared(), LOOK);
    let state = prepared();
    for program in UNDONE {
        let first = run(&state, program);
        run(
            &state,
            "[Library::Base.method_defined?(:greet), 1.respond_to?(:twice), 'a'.upcase, [2, 1].sort]",
        );
        assert!(state.restore(), "{program}");
        assert_eq!(run(&state, LOOK), fresh, "after {program}");
        assert!(state.restore());
        assert_eq!(run(&state, program), first, "again");
        assert!(state.restore());
    }
}

#[test]
fn a_state_is_not_used_again_after_values_of_libraries_were_changed() {
    for program in REFUSED {
        let state = prepared();
        run(&state, program);
        assert!(!state.restore(), "{program}");
    }
}

#[test]
fn what_programs_define_is_freed() {
    let state = prepared();
    let weak: Vec<_> = (0..3)
        .map(|_| {
            run(
                &state,
                "class Added; def self.me = self; def x = 1; end; module Library; class In < Base; end; end",
            );
            let mut run = Run::new(&state, RunLimits::default());
            let mut host = NoHost::default();
            let interp = Interp::new(&mut run, &mut host);
            let classes =
                ["Added", "Library::In"].map(|name| Rc::downgrade(&interp.class_named(name).unwrap()));
            drop(run);
            assert!(state.restore());
            classes
        })
        .collect();
    assert!(weak.iter().flatten().all(|class| class.upgrade().is_none()));
}
