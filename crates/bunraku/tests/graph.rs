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
