//! The order of resources and edges in catalogs, which the conformance cases do not check. The expectations are the
//! results of Puppet 8.11.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "what fails here is not what is tested")]

use bunraku::Program;
use bunraku_edition::PUPPET8;

/// The references of a catalog without those that every catalog has, and its edges.
fn order(code: &str) -> (Vec<String>, Vec<String>) {
    let outcome = Program::new(&PUPPET8).evaluate("order.pp", code);
    let catalog: serde_json::Value =
        serde_json::from_str(&outcome.catalog.expect("a catalog").to_json()).expect("a catalog in JSON");
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let resources = catalog["resources"].as_array().unwrap().iter().skip(3);
    let references =
        resources.map(|resource| format!("{}[{}]", text(&resource["type"]), text(&resource["title"])));
    let edges = catalog["edges"].as_array().unwrap().iter().skip(2);
    let edges = edges.map(|edge| format!("{} {}", text(&edge["source"]), text(&edge["target"])));
    (references.collect(), edges.collect())
}

#[test]
fn classes_of_one_include_come_before_what_they_contain() {
    let (resources, _) = order(
        "class a { notify { 'in a': } include c }\nclass b { notify { 'in b': } }\n\
         class c { notify { 'in c': } }\ninclude a, b, c",
    );
    assert_eq!(
        resources,
        ["Class[A]", "Class[B]", "Class[C]", "Notify[in a]", "Notify[in c]", "Notify[in b]"]
    );
    let (resources, _) = order(
        "class p { notify { 'in p': } }\nclass a inherits p { notify { 'in a': } }\n\
         class b inherits p { notify { 'in b': } }\ninclude a, b",
    );
    assert_eq!(
        resources,
        ["Class[P]", "Class[A]", "Class[B]", "Notify[in p]", "Notify[in a]", "Notify[in b]"]
    );
}

#[test]
fn edges_are_in_the_order_of_what_is_contained() {
    let (_, edges) = order(
        "class base { notify { 'in base': } }\nclass child inherits base { notify { 'in child': } }\n\
         class outer { contain child }\ninclude outer",
    );
    assert_eq!(
        edges,
        [
            "Stage[main] Class[Outer]",
            "Stage[main] Class[Base]",
            "Stage[main] Class[Child]",
            "Class[Outer] Class[Child]",
            "Class[Base] Notify[in base]",
            "Class[Child] Notify[in child]",
        ]
    );
}

#[test]
fn instances_run_in_the_order_of_declaration() {
    let (resources, _) = order(
        "define outer { inner { \"i ${title}\": } notify { \"o ${title}\": } }\ndefine inner { notify { $title: } }\n\
         outer { ['a', 'b']: }\nnotify { 'top': }",
    );
    assert_eq!(
        resources,
        [
            "Outer[a]",
            "Outer[b]",
            "Notify[top]",
            "Inner[i a]",
            "Notify[o a]",
            "Inner[i b]",
            "Notify[o b]",
            "Notify[i a]",
            "Notify[i b]",
        ]
    );
}

#[test]
fn what_a_title_stands_for_is_the_first_attribute() {
    let catalog = Program::new(&PUPPET8).evaluate(
        "order.pp",
        "define d($a) { }\n\
         file { 'a file': ensure => 'file', path => '/a', mode => '0600' }\n\
         package { 'a package': ensure => 'present', name => 'p' }\n\
         d { 'an instance': a => 1, name => 'n' }\n\
         exec { 'a command': path => '/bin', command => 'true' }\n\
         file { '/b': ensure => 'file', path => '/b', mode => '0600' }\n\
         File { backup => false, owner => 'top' }\n\
         class c { File { group => 'c', owner => 'c' } file { '/c': ensure => 'file' } }\n\
         include c",
    );
    let catalog = catalog.catalog.expect("a catalog").to_json();
    let mut rest = catalog.as_str();
    for expected in [
        r#""parameters":{"path":"/a","ensure":"file","mode":"0600"}"#,
        r#""parameters":{"name":"p","ensure":"present"}"#,
        r#""parameters":{"name":"n","a":1}"#,
        r#""parameters":{"command":"true","path":"/bin"}"#,
        r#""parameters":{"ensure":"file","mode":"0600""#,
        r#""parameters":{"ensure":"file","backup":false,"owner":"c","group":"c"}"#,
    ] {
        let (_, after) = rest.split_once(expected).expect(expected);
        rest = after;
    }
}

#[test]
fn tags_of_a_declaration_come_before_those_of_its_type_and_those_before_tags_of_defaults() {
    let code = "Notify { tag => 'def' }\nnotify { 'p': }\nnotify { 'q': tag => ['own', 'a::b'] }\n\
                class k { notify { 'kk': tag => 'kt' } }\nclass { 'k': tag => ['z', 'a'] }\n\
                class base { notify { 'ov': tag => 'before' } }\n\
                class sub inherits base { Notify['ov'] { tag => 'after' } }\ninclude sub";
    let outcome = Program::new(&PUPPET8).evaluate("order.pp", code);
    let catalog = outcome.catalog.expect("a catalog");
    let tags = |title: &str| {
        let resource = catalog.resources().find(|resource| resource.title == title).expect("a resource");
        resource.tags.iter().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(tags("p"), "notify p def class");
    assert_eq!(tags("q"), "own a::b a b notify q class");
    assert_eq!(tags("K"), "z a class k");
    assert_eq!(tags("kk"), "kt notify kk z a class k");
    assert_eq!(tags("ov"), "before notify ov after class base");
}
