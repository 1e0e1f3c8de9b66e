//! Nodes and environments in one process are isolated: changes made by the code of one are not visible to the next, on
//! the same thread and on others.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "what fails here is not what is tested"
)]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the test compiles on threads of its own"
)]

use std::{sync::Arc, time::Duration};

use bunraku::{Program, Site, eval::LogEntry};
use bunraku_edition::PUPPET8;
use bunraku_loader::{Environment, Layout};
use bunraku_pcore::Value;
use bunraku_world::{Cancel, MemoryWorld, Nowhere, Stoppable};

/// Ruby code that changes whatever can be changed.
const VANDAL: &str = r#"
require 'puppet_x/kept'
Puppet::Functions.create_function(:'m::touch') do
  dispatch :touch do
  end
  def touch
    String.class_eval { def upcase; 'patched'; end }
    Integer.send(:define_method, :+) { |other| 42 }
    Array.class_eval { alias_method :old_join, :join; def join(*a); 'joined'; end }
    Hash.prepend(Module.new { def key?(k); true; end })
    NilClass.class_eval { def to_s; 'nothing'; end }
    Comparable.module_eval { def clamp(*); 'clamped'; end }
    Kernel.module_eval { def vandal; 'here'; end }
    Object.const_set(:VANDAL, 'here')
    Object.send(:remove_const, :RUBY_VERSION)
    Object.const_set(:RUBY_VERSION, '0')
    File.define_singleton_method(:basename) { |*| 'base' }
    Puppet.define_singleton_method(:warning) { |*| nil }
    Math.const_set(:PI, 3)
    RUBY_ENGINE << ' here'
    $vandal = 'here'
    ENV['VANDAL'] = 'here'
    Class.new(StandardError).tap { |each| Object.const_set(:VandalError, each) }
    :vandal_symbol.to_proc
    Object.class_variable_set(:@@vandal, 'here')
    String.instance_variable_set(:@vandal, 'here')
    Thread.current[:vandal] = 'here'
    Symbol.class_eval { def to_proc; proc { 'patched' }; end }
    Regexp.define_singleton_method(:escape) { |*| 'escaped' }
    Struct.class_eval { def to_a; ['patched']; end }
    Enumerable.module_eval { def each_slice(*); 'sliced'; end }
    BasicObject.class_eval { def !=(other); 'differs'; end }
    Object.class_eval { def method_missing(name, *); "missed #{name}"; end }
    Module.class_eval { def const_missing(name); 'no constant'; end }
    Class.class_eval { def vandals; 'here'; end }
    Puppet::Util.define_singleton_method(:which) { |*| 'which' } if defined?(Puppet::Util)
    PuppetX::Kept::LIST << 'vandal'
    PuppetX::Kept.count += 1
    PuppetX::Kept::WORD.replace('vandal')
    'touched'
  end
end
"#;

/// Ruby code that both need, with what it keeps.
const KEPT: &str = r"
module PuppetX
  module Kept
    LIST = []
    WORD = +'kept'
    class << self
      attr_writer :count
      def count
        @count ||= 0
      end
    end
  end
end
";

/// Ruby code that reports which of these changes it can see.
const PROBE: &str = r"
require 'puppet_x/kept'
Puppet::Functions.create_function(:'m::probe') do
  dispatch :probe do
  end
  def probe
    [
      'a'.upcase, 1 + 1, [1, 2].join('-'), { 'a' => 1 }.key?('b'), nil.to_s.empty?, 5.clamp(1, 3),
      respond_to?(:vandal, true), Object.const_defined?(:VANDAL), RUBY_VERSION == '0', File.basename('/x/y'),
      Math::PI > 3, $vandal.inspect, ENV['VANDAL'].inspect, Object.const_defined?(:VandalError), RUBY_ENGINE,
      Object.class_variable_defined?(:@@vandal), String.instance_variable_get(:@vandal).inspect,
      Thread.current[:vandal].inspect, ['b'].map(&:upcase), Regexp.escape('.'), Struct.new(:a).new(1).to_a,
      [1, 2].each_slice(1).to_a, (1 != 1), (Object.new.vandal rescue 'raises'),
      (Object.const_get(:NoSuchVandal) rescue 'raises'), (String.vandals rescue 'raises'), PuppetX::Kept::LIST,
      PuppetX::Kept.count, PuppetX::Kept::WORD
    ].inspect
  end
end
";

const UNTOUCHED: &str = r#"["A", 2, "1-2", false, true, 3, false, false, false, "y", true, "nil", "nil", false, "ruby", false, "nil", "nil", ["B"], "\\.", [1], [[1], [2]], false, "raises", "raises", "raises", [], 0, "kept"]"#;

/// An environment whose code contains a given word.
fn site(name: &str, first: &str) -> Site {
    let program = format!(
        "if $facts['touch'] {{ m::touch() }}\n\
         if $facts['attribute'] {{ thing {{ 'a': * => {{ $facts['attribute'] => 1 }} }} }}\n\
         $top = 'of {name}'\nnotice(m::probe())\nnotice(m::own())\n\
         notice('{name}' =~ M::Own)\nnotice(defined('m::only_{name}'))\ninclude m::shared\n\
         notice(lookup('key'))\nnotice(epp('m/t'), template('m/t.erb'))\nnotice($environment)\n\
         notice(defined('$m::shared::kept'), $m::shared::kept)\n"
    );
    let module = "/environments/NAME/modules/m";
    let files = [
        ("manifests/site.pp".to_owned(), program),
        ("modules/m/lib/puppet/functions/m/touch.rb".to_owned(), VANDAL.to_owned()),
        ("modules/m/lib/puppet/functions/m/probe.rb".to_owned(), PROBE.to_owned()),
        ("modules/m/lib/puppet_x/kept.rb".to_owned(), KEPT.to_owned()),
        ("modules/m/functions/own.pp".to_owned(), format!("function m::own() {{ 'own of {name}' }}")),
        ("modules/m/types/own.pp".to_owned(), format!("type M::Own = Enum['{name}']")),
        (format!("modules/m/manifests/only_{name}.pp"), format!("class m::only_{name} {{ }}")),
        (
            "modules/m/manifests/shared.pp".to_owned(),
            format!("class m::shared {{ $kept = 'kept of {name}' notify {{ 'shared of {name}': }} }}"),
        ),
        ("modules/m/templates/t.epp".to_owned(), format!("epp of {name}")),
        ("modules/m/templates/t.erb".to_owned(), format!("erb of {name} <%= @top %>")),
        ("modules/m/lib/puppet/type/thing.rb".to_owned(), thing(name)),
        ("hiera.yaml".to_owned(), "version: 5\nhierarchy: [{name: n, path: common.yaml}]\n".to_owned()),
        ("data/common.yaml".to_owned(), format!("key: data of {name}\n")),
    ];
    let world = files.into_iter().fold(MemoryWorld::new(), |world, (path, text)| {
        world.with(format!("{}/{path}", module.replace("/NAME/modules/m", &format!("/{name}"))), text)
    });
    let folder = Some(format!("/environments/{name}").into());
    let layout = Layout { name: first.to_owned(), folder, ..Layout::default() };
    let language = bunraku::language(&PUPPET8, Default::default());
    Site::new(Environment::open(Arc::new(world), &layout, language).expect("an environment"), None)
}

/// A resource type with a different attribute in each environment.
fn thing(name: &str) -> String {
    format!(
        "Puppet::Type.newtype(:thing) do\n  newparam(:name, namevar: true)\n  newparam(:only_{name})\nend\n"
    )
}

/// The log of a compilation, and its catalog without identifiers.
fn compile(site: &Site, name: &str, touch: bool) -> (Vec<String>, Vec<String>) {
    let mut program = Program::new(&PUPPET8);
    program.environment = name.to_owned();
    program.facts = [(Value::str("touch"), Value::Bool(touch))].into_iter().collect();
    let outcome = program.compile(site);
    let shown: Vec<_> = outcome.diagnostics.iter().map(|diagnostic| &diagnostic.message).collect();
    let catalog = outcome.catalog.unwrap_or_else(|| panic!("{shown:?}"));
    let lines = outcome.log.iter().filter_map(|entry| match entry {
        LogEntry::Line { message, .. } => Some(message.to_string()),
        LogEntry::Diagnostic(_) => None,
    });
    (lines.collect(), catalog.resources().map(|resource| resource.title.to_string()).collect())
}

fn expected(name: &str) -> Vec<String> {
    vec![
        UNTOUCHED.to_owned(),
        format!("own of {name}"),
        "true".to_owned(),
        "true".to_owned(),
        format!("data of {name}"),
        format!("epp of {name} erb of {name} of {name}"),
        name.to_owned(),
        format!("true kept of {name}"),
    ]
}

#[test]
fn environments_see_nothing_of_each_other() {
    let sites = ["one", "two"].map(|name| (name, site(name, name)));
    let plain: Vec<_> = sites.iter().map(|(name, site)| compile(site, name, false)).collect();
    for ((name, _), (lines, titles)) in sites.iter().zip(&plain) {
        assert_eq!(*lines, expected(name));
        assert!(titles.contains(&format!("shared of {name}")), "{titles:?}");
    }
    for _ in 0..3 {
        for (vandal, _) in &sites {
            for ((name, site), plain) in sites.iter().zip(&plain) {
                let touched = compile(site, name, name == vandal);
                assert_eq!(touched.0.first().map(String::as_str) == Some(UNTOUCHED), name != vandal);
                assert_eq!(compile(site, name, false), *plain, "after {vandal}");
            }
        }
    }
}

#[test]
fn environments_see_nothing_of_each_other_on_threads() {
    let sites = ["one", "two"].map(|name| (name, site(name, name)));
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let sites = &sites;
            scope.spawn(move || {
                for round in 0..10 {
                    for (number, (name, site)) in sites.iter().enumerate() {
                        let touch = (thread + round + number) % 2 == 0;
                        let (lines, _) = compile(site, name, touch);
                        if !touch {
                            assert_eq!(lines, expected(name));
                        }
                    }
                }
            });
        }
    });
}

#[test]
fn resource_types_are_those_of_their_environment() {
    let sites = ["one", "two"].map(|name| (name, site(name, name)));
    for _ in 0..2 {
        for (name, site) in &sites {
            for (other, _) in &sites {
                let mut program = Program::new(&PUPPET8);
                program.environment = (*name).to_owned();
                let attribute = Value::str(format!("only_{other}"));
                let facts = [("touch", Value::Bool(false)), ("attribute", attribute)];
                program.facts = facts.into_iter().map(|(name, value)| (Value::str(name), value)).collect();
                let outcome = program.compile(site);
                let error = outcome.error().map(|error| error.code.name());
                assert_eq!(error, (name != other).then_some("unknown-attribute"), "{name} {other}");
            }
        }
    }
}

#[test]
fn nodes_see_nothing_of_each_other() {
    let site = site("one", "one");
    let plain = compile(&site, "one", false);
    for _ in 0..3 {
        assert_ne!(compile(&site, "one", true).0, plain.0);
        assert_eq!(compile(&site, "one", false), plain);
    }
}

/// The folder that code has changed to is no longer the current one in the next compilation on the thread.
#[test]
fn the_current_folder_is_that_of_the_compilation() {
    let site = site("one", "one");
    let evaluate = |code: &str| {
        let mut program = Program::new(&PUPPET8);
        program.environment = "one".to_owned();
        let outcome = program.evaluate_in(&site, "site.pp", code);
        (
            outcome.value.and_then(|value| value.as_str().map(str::to_owned)),
            outcome.diagnostics.first().map(|first| first.code.name()),
        )
    };
    let change = "inline_template('<% Dir.chdir(\"/environments/one/modules/m\") %><%= Dir.pwd %>')";
    for _ in 0..3 {
        assert_eq!(evaluate(change), (Some("/environments/one/modules/m".to_owned()), None));
        assert_eq!(evaluate("inline_template('<%= Dir.pwd %>')"), (None, Some("ruby-refused")));
    }
}

/// As a server does: threads with the small stacks that systems give, several environments, and nodes that are given up.
#[test]
fn nodes_that_are_given_up_on_small_stacks_leave_nothing_behind() {
    let sites = ["one", "two"].map(|name| (name, site(name, name)));
    std::thread::scope(|scope| {
        for thread in 0..4_usize {
            let sites = &sites;
            let work = move || {
                for round in 0..6 {
                    let (name, site) = &sites[(thread + round) % 2];
                    let mut program = Program::new(&PUPPET8);
                    program.environment = (*name).to_owned();
                    program.facts = [(Value::str("touch"), Value::Bool(true))].into_iter().collect();
                    let cancel = Cancel::default();
                    program.world = Arc::new(Stoppable::new(Arc::new(Nowhere), cancel.clone()));
                    let later = scope.spawn(move || {
                        std::thread::sleep(Duration::from_millis(100));
                        cancel.cancel();
                    });
                    let code = match round % 3 {
                        0 => "m::touch() Integer[1, 9223372036854775807].each |$i| { }",
                        1 => "m::touch() function f($n) { f($n + 1) } f(1)",
                        _ => "m::touch() $x = Integer[1, 60].reduce('ab') |$m, $i| { \"${m}${m}\" }",
                    };
                    let outcome = program.evaluate_in(site, "site.pp", code);
                    let error = outcome.error().map(|error| error.code.name());
                    let possible = ["cancelled", ["cancelled", "too-deep", "too-large"][round % 3]];
                    assert!(error.is_some_and(|error| possible.contains(&error)), "{error:?}");
                    later.join().expect("the thread that cancels");
                    assert_eq!(compile(site, name, false).0, expected(name), "after {code}");
                }
            };
            std::thread::Builder::new().stack_size(2 << 20).spawn_scoped(scope, work).expect("a thread");
        }
    });
}
