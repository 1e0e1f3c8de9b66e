//! The order of a catalog: the edges between its resources, and cycles.
#![allow(clippy::panic, clippy::expect_used, reason = "what fails here is not what is tested")]

use bunraku::{
    Program,
    edition::PUPPET8,
    insight::graph::{Graph, to_dot, to_graphml, to_json, to_mermaid, to_text},
};

fn graph(program: &str) -> Graph {
    let outcome = Program::new(&PUPPET8).evaluate("site.pp", program);
    let problems: Vec<&str> = outcome.diagnostics.iter().map(|problem| problem.message.as_str()).collect();
    Graph::of(&outcome.catalog.unwrap_or_else(|| panic!("{problems:?}")))
}

/// The cycles as text, one paragraph each.
fn cycles(program: &str) -> Vec<String> {
    let graph = graph(program);
    graph.cycles().iter().map(|cycle| to_text(&graph, &cycle.edges)).collect()
}

#[test]
fn two_resources_that_wait_for_each_other() {
    let found =
        cycles("notify { 'a': before => Notify['b'] }\nnotify { 'b': }\nNotify['b'] ~> Notify['a']\n");
    let expected = "Notify[a] comes before Notify[b]\n    --> site.pp:1\nNotify[b] comes before and notifies Notify[a]\n    --> site.pp:3\n";
    assert_eq!(found, [expected]);
}

#[test]
fn a_resource_that_waits_for_the_class_around_it() {
    let found = cycles("class a { notify { 'x': require => Class['a'] } }\ninclude a\n");
    let expected = "Class[A] comes before Notify[x]\n    --> site.pp:1\nClass[A] contains Notify[x]\n";
    assert_eq!(found, [expected]);
}

#[test]
fn classes_whose_resources_wait_for_the_other_class() {
    let program = "class a { notify { 'x': require => Class['b'] } }\nclass b { notify { 'y': require => Class['a'] } }\ninclude a, b\n";
    let found = cycles(program);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].contains("Class[B] comes before Notify[x]")
            && found[0].contains("Class[A] comes before Notify[y]"),
        "{}",
        found[0]
    );
}

#[test]
fn a_resource_that_waits_for_itself() {
    let found = cycles("notify { 'a': before => Notify['a'] }");
    assert_eq!(found, ["Notify[a] comes before Notify[a]\n    --> site.pp:1\n"]);
}

#[test]
fn what_is_in_order_has_no_cycle() {
    let program = "
      class a { notify { 'x': } -> notify { 'y': } }
      class b { notify { 'z': subscribe => Class['a'] } contain a }
      include b
      define d { notify { \"d ${title}\": } }
      d { ['one', 'two']: require => Notify['z'] }
      stage { 'last': require => Stage['main'] }
      class c { notify { 'end': } }
      class { 'c': stage => 'last' }
    ";
    assert_eq!(cycles(program), Vec::<String>::new());
}

#[test]
fn many_resources_in_a_row_are_no_deep_recursion() {
    let program = "Integer[0, 2000].each |$n| { notify { \"n${n}\": before => Notify[\"n${$n + 1}\"] } }\nnotify { 'n2001': before => Notify['n0'] }";
    let found = cycles(program);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].matches("comes before").count(), 2002);
}

#[test]
fn ways_and_neighbours() {
    let graph = graph("notify { 'a': } -> notify { 'b': } -> notify { 'c': }\nnotify { 'd': }");
    let way = graph.between("Notify[a]", "Notify[c]").expect("a way");
    assert_eq!(to_text(&graph, &way).matches("comes before").count(), 2);
    assert!(graph.between("Notify[c]", "Notify[a]").is_none());
    let near = graph.around("Notify[a]", 1).expect("a resource");
    assert!(
        near.resources.contains(&"Notify[b]".to_owned()) && !near.resources.contains(&"Notify[c]".to_owned())
    );
    assert!(graph.around("Notify[x]", 1).is_none());
}

#[test]
fn notations_of_other_tools() {
    let graph = graph("notify { 'say \"hi\" & <go>': } ~> notify { 'b': }");
    let dot = to_dot(&graph);
    assert!(dot.starts_with("digraph catalog {") && dot.contains("say \\\"hi\\\" & <go>"), "{dot}");
    assert!(to_mermaid(&graph).contains("say #quot;hi#quot; & <go>"));
    assert!(to_graphml(&graph).contains("say &quot;hi&quot; &amp; &lt;go&gt;"));
    assert!(to_json(&graph).contains("\"kind\": \"notifies\""));
}

/// A type of a module with relationships of all kinds; its blocks see the resource, its provider and the catalog.
#[cfg(feature = "ruby")]
const TYPE: &str = "
Puppet::Type.newtype(:thing) do
  newparam(:name, namevar: true)
  newparam(:folder) { munge { |value| value.chomp('/') } }
  newproperty(:size) { newvalues(/\\A\\d+\\z/) }
  autorequire(:file) { self[:folder] }
  autorequire(:class) { 'web' }
  autorequire(:package) { value(:provider) == :apt ? ['apt', 'not there'] : 'yum' }
  autobefore(:notify) { catalog.resources.select { |other| other.title.start_with?('after') }.map(&:title) }
  autosubscribe(:exec) { raise 'no' if self[:name] == 'broken'; 'told' }
  autonotify(:service) { 'web' }
  autorequire(:user) { Facter.value(:owner) || system('id') }
end
";

#[cfg(feature = "ruby")]
fn graph_of_types(manifest: &str, is_asked: bool) -> Graph {
    use bunraku::loader::{Environment, Layout};
    use bunraku::{Facts, Site, world::MemoryWorld};
    let provider = |name: &str, family: &str| {
        format!(
            "Puppet::Type.type(:thing).provide(:{name}) do\n  commands x: '{name}'\n  defaultfor 'os.family' => '{family}'\n  def create; end\nend\n"
        )
    };
    let world = MemoryWorld::new()
        .with("/env/manifests/site.pp", manifest)
        .with("/env/modules/m/lib/puppet/type/thing.rb", TYPE)
        .with("/env/modules/m/lib/puppet/provider/thing/apt.rb", provider("apt", "Debian"))
        .with("/env/modules/m/lib/puppet/provider/thing/yum.rb", provider("yum", "RedHat"));
    let mut program = Program::new(&PUPPET8);
    program.automatic = is_asked;
    program.facts = Facts::parse("facts", r#"{"os": {"family": "Debian"}}"#).expect("facts").values;
    let layout = Layout { folder: Some("/env".into()), ..Layout::default() };
    let environment = Environment::open(std::sync::Arc::new(world), &layout, program.language());
    let outcome = program.compile(&Site::new(environment.expect("the environment"), None));
    let problems: Vec<&str> = outcome.diagnostics.iter().map(|problem| problem.message.as_str()).collect();
    Graph::of(&outcome.catalog.unwrap_or_else(|| panic!("{problems:?}")))
}

#[cfg(feature = "ruby")]
#[test]
fn types_of_modules_add_relationships() {
    let manifest = "
      class web { thing { 'a': folder => '/srv/', size => 5 } }
      include web
      thing { 'broken': }
      file { '/srv': }
      package { ['apt', 'yum']: }
      notify { ['after 1', 'after 2', 'other']: }
      exec { 'told': command => '/bin/true' }
      service { 'web': }
    ";
    let graph = graph_of_types(manifest, true);
    let shown = |edge: &bunraku::insight::graph::Edge| {
        let sign = if edge.kind == bunraku::insight::graph::EdgeKind::Notifies { "~>" } else { "->" };
        format!("{} {sign} {}", graph.resources[edge.from], graph.resources[edge.to])
    };
    let mut found: Vec<String> = graph.edges.iter().filter(|edge| edge.automatic).map(shown).collect();
    found.sort();
    let expected = [
        "Exec[told] ~> Thing[a]",
        "File[/srv] -> Thing[a]",
        "Package[apt] -> Thing[a]",
        "Package[apt] -> Thing[broken]",
        "Thing[a] -> Notify[after 1]",
        "Thing[a] -> Notify[after 2]",
        "Thing[a] ~> Service[web]",
        "Thing[broken] -> Notify[after 1]",
        "Thing[broken] -> Notify[after 2]",
        "Thing[broken] ~> Service[web]",
    ];
    assert_eq!(found, expected);
    assert!(!graph_of_types(manifest, false).edges.iter().any(|edge| edge.automatic));
}

#[cfg(feature = "ruby")]
#[test]
fn a_cycle_may_lead_through_a_type_of_a_module() {
    let manifest = "thing { 'a': folder => '/srv' }\nfile { '/srv/b': }\nfile { '/srv': require => File['/srv/b'] }\nThing['a'] -> File['/srv/b']\n";
    assert_eq!(graph_of_types(manifest, true).cycles().len(), 1);
}
