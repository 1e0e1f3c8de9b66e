//! Names made up by requests and data are not kept for the lifetime of the process.
//!
//! This is the only test in its process, because it counts the symbols of the whole process.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "what fails here is not what is tested")]

use std::sync::Arc;

use bunraku::{Program, Site};
use bunraku_edition::PUPPET8;
use bunraku_intern::Symbol;
use bunraku_loader::{Environment, Layout};
use bunraku_pcore::Value;
use bunraku_world::MemoryWorld;

const SITE: &str = r#"
$n = $facts['number']
file { "/tmp/file-${n}": content => "text ${n}", tag => "tag_${n}" }
notify { "title-${n}": message => { "key-${n}" => $n } }
m::d { "define-${n}": }
notice(defined("m::missing_${n}"), defined("Missing_${n}[x]"), defined("missing_${n}"), defined("\$missing_${n}"))
notice(getvar("missing_${n}"), getvar("m::missing_${n}"), getvar("fact_${n}"))
notice(lookup("key_${n}", { 'default_value' => $n }), lookup("m::key_${n}", { 'default_value' => $n }))
notice(inline_epp('<%= $given %>', { 'given' => $n, "given_${n}" => $n }))
notice(inline_epp('<%= inline_epp("inner") %>', { "given_${n}" => $n }))
notice(m::probe("name_${n}"))
notice(Resource["missing_${n}"] =~ Any)
include m
"#;

const PROBE: &str = "Puppet::Functions.create_function(:'m::probe') do
  def probe(name)
    found = [respond_to?(name), respond_to?(name, true), ''.respond_to?(name), String.method_defined?(name)]
    found << instance_variable_get(\"@#{name}\").inspect << instance_variable_defined?(\"@#{name}\")
    found << String.class_variable_defined?(\"@@#{name}\") << Object.const_defined?(\"C#{name}\")
    found << Object.const_defined?(\"A::B#{name}\") << String.const_defined?(\"C#{name}\", false)
    [-> { ''.send(name) }, -> { ''.public_send(name) }, -> { ''.method(name) }, -> { [1].map(&name.to_sym) },
     -> { String.instance_method(name) }, -> { call_function(name) }, -> { Object.const_get(\"C#{name}\") },
     -> { String.const_get(\"A::B#{name}\") }, -> { ''.singleton_method(name) }].each do |probe|
      begin
        probe.call
      rescue NameError, Puppet::Error, ArgumentError => e
        found << e.message.include?(name)
      end
    end
    found.join(' ')
  end
end
";

fn site() -> Site {
    let files = MemoryWorld::new()
        .with("/env/manifests/site.pp", SITE)
        .with("/env/modules/m/manifests/init.pp", "class m { }")
        .with("/env/modules/m/manifests/d.pp", "define m::d { notify { \"in ${title}\": } }")
        .with("/env/modules/m/lib/puppet/functions/m/probe.rb", PROBE)
        .with("/env/hiera.yaml", "version: 5\nhierarchy: [{name: n, path: \"%{facts.number}.yaml\"}]\n");
    let layout = Layout { name: "test".to_owned(), folder: Some("/env".into()), ..Layout::default() };
    let language = bunraku::language(&PUPPET8, Default::default());
    Site::new(Environment::open(Arc::new(files), &layout, language).expect("an environment"), None)
}

fn compile(site: &Site, number: usize) -> usize {
    let mut program = Program::new(&PUPPET8);
    program.node = format!("node{number}.example.org");
    let fact = |name: String, value: String| (Value::str(name), Value::str(value));
    program.facts = [
        fact("number".to_owned(), number.to_string()),
        fact(format!("fact_{number}"), format!("value_{number}")),
    ]
    .into_iter()
    .collect();
    let outcome = program.compile(site);
    let shown: Vec<_> = outcome.diagnostics.iter().map(|diagnostic| &diagnostic.message).collect();
    assert!(outcome.catalog.is_some(), "{shown:?}");
    // Missing functions and classes are errors in code; the names are those of a request all the same.
    for code in
        ["include \"m::lost_${n}\"", "call(\"lost_${n}\")", "create_resources(\"lost_${n}\", { a => { } })"]
    {
        let text = format!("$n = $facts['number']\n{code}");
        let outcome = program.evaluate("a.pp", &text);
        assert!(
            outcome.error().is_some_and(|error| error.message.contains(&format!("lost_{number}"))),
            "{code}"
        );
    }
    Symbol::count()
}

#[test]
fn names_of_requests_are_not_kept() {
    let site = site();
    let first = compile(&site, 0);
    compile(&site, 1);
    let before = compile(&site, 2);
    assert!(first <= before);
    for number in 3..40 {
        let count = compile(&site, number);
        let names = [
            format!("fact_{number}"),
            format!("missing_{number}"),
            format!("m::missing_{number}"),
            format!("name_{number}"),
            format!("lost_{number}"),
            format!("given_{number}"),
        ];
        let kept: Vec<&String> = names.iter().filter(|name| Symbol::find(name).is_some()).collect();
        assert_eq!((count, kept), (before, Vec::new()));
    }
}
