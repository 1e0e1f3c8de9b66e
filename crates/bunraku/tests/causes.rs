//! The causes of values, by kind: what set a parameter, and what that replaced.
#![allow(clippy::expect_used, clippy::panic, reason = "what fails here is not what is tested")]

use std::{path::Path, sync::Arc};

use bunraku::{
    Program, Site,
    catalog::{Catalog, Cause},
};
use bunraku_edition::PUPPET8;
use bunraku_loader::{Environment, Layout};
use bunraku_world::{MemoryWorld, World};

fn compile(files: MemoryWorld) -> Catalog {
    let files = Arc::new(files);
    let layout = Layout { folder: Some("/env".into()), ..Layout::default() };
    let world = Arc::clone(&files) as Arc<dyn World>;
    let environment = Environment::open(world, &layout, bunraku::language(&PUPPET8, Default::default()))
        .expect("the environment");
    let outcome = Program::new(&PUPPET8).compile(&Site::new(environment, None));
    let problems: Vec<&str> = outcome.diagnostics.iter().map(|problem| problem.message.as_str()).collect();
    let catalog = outcome.catalog.unwrap_or_else(|| panic!("{problems:?}"));
    let read =
        |path: &Path| String::from_utf8(files.read(path, bunraku_world::FileKind::Configuration).ok()?).ok();
    assert_eq!(catalog.unexplained(read), Vec::<String>::new());
    catalog
}

fn site(code: &str) -> Catalog {
    compile(MemoryWorld::new().with("/env/manifests/site.pp", code))
}

fn cause<'c>(catalog: &'c Catalog, type_name: &str, title: &str, name: &str) -> &'c Cause {
    let resource = catalog.find(type_name, title).expect("the resource");
    catalog.cause(resource.param(name).expect("the parameter")).expect("a cause")
}

/// The code that a cause points to.
fn code<'c>(catalog: &'c Catalog, cause: &Cause) -> &'c str {
    let place = cause.place().expect("a place");
    place.range.of(catalog.source(place).expect("a file").text())
}

#[test]
fn an_attribute() {
    let catalog = site("notify { 'a': message => 'm' }");
    let cause = cause(&catalog, "Notify", "a", "message");
    assert!(matches!(cause, Cause::Attribute(_)), "{cause:?}");
    assert_eq!(code(&catalog, cause), "message => 'm'");
}

#[test]
fn a_default_of_a_class() {
    let catalog = site("class c($p = 1) { }\ninclude c");
    let cause = cause(&catalog, "Class", "C", "p");
    assert!(matches!(cause, Cause::Default(_)), "{cause:?}");
    assert!(code(&catalog, cause).starts_with("$p"), "{}", code(&catalog, cause));
}

#[test]
fn a_resource_default() {
    let catalog = site("Notify { withpath => true }\nnotify { 'a': }");
    let cause = cause(&catalog, "Notify", "a", "withpath");
    assert!(matches!(cause, Cause::ResourceDefault(_)), "{cause:?}");
    assert_eq!(code(&catalog, cause), "withpath => true");
}

#[test]
fn an_override_keeps_what_it_replaced() {
    let catalog = site(
        "class a { notify { 'n': message => 'first' } }
         class b inherits a { Notify['n'] { message => 'second' } }
         include b",
    );
    let cause = cause(&catalog, "Notify", "n", "message");
    assert!(matches!(cause, Cause::Override { .. }), "{cause:?}");
    assert_eq!(code(&catalog, cause), "message => 'second'");
    let replaced = cause.replaced().expect("what was there before");
    assert_eq!(replaced.value.as_str(), Some("first"));
    let before = catalog.cause_of(replaced.cause).expect("a cause");
    assert_eq!(code(&catalog, before), "message => 'first'");
}

#[test]
fn a_collector_keeps_what_it_replaced() {
    let catalog = site("@notify { 'a': message => '1' }\nNotify <| |> { message => '2' }");
    let cause = cause(&catalog, "Notify", "a", "message");
    assert!(matches!(cause, Cause::Collector { .. }), "{cause:?}");
    assert_eq!(code(&catalog, cause), "message => '2'");
    assert_eq!(cause.replaced().and_then(|replaced| replaced.value.as_str()), Some("1"));
}

#[test]
fn arrows_add_to_what_is_there() {
    let catalog = site(
        "notify { ['b', 'c', 'd']: }
         notify { 'a': before => Notify['b'] }
         Notify['a'] -> Notify['c'] -> Notify['d']",
    );
    let cause = cause(&catalog, "Notify", "a", "before");
    let Cause::Arrows { places, replaced } = cause else { panic!("{cause:?}") };
    assert_eq!(places.len(), 1);
    assert_eq!(code(&catalog, cause), "Notify['c']");
    let before = catalog.cause_of(replaced.as_ref().expect("the attribute").cause).expect("a cause");
    assert_eq!(code(&catalog, before), "before => Notify['b']");
}

#[test]
fn metaparameters_flow_down() {
    let catalog = site("define d { notify { 'a': } }\nd { 'x': noop => true }");
    let cause = cause(&catalog, "Notify", "a", "noop");
    let Cause::Flow { from, cause } = cause else { panic!("{cause:?}") };
    assert_eq!(catalog.resource(*from).expect("the instance").reference(), "D[x]");
    assert_eq!(code(&catalog, catalog.cause_of(*cause).expect("a cause")), "noop => true");
}

#[test]
fn every_hit_of_a_merge() {
    let catalog = compile(
        MemoryWorld::new()
            .with("/env/manifests/site.pp", "class c(Array $p, $q) { }\ninclude c")
            .with(
                "/env/hiera.yaml",
                "version: 5\nhierarchy:\n  - name: nodes\n    path: a.yaml\n  - name: common\n    path: b.yaml\n",
            )
            .with("/env/data/a.yaml", "c::p:\n  - 1\nlookup_options:\n  c::p: {merge: unique}\n")
            .with("/env/data/b.yaml", "c::q: x\n\nc::p: [2]\n"),
    );
    let Cause::Data { key, hits } = cause(&catalog, "Class", "C", "p") else { panic!("not from the data") };
    assert_eq!(key.as_str(), "c::p");
    let shown: Vec<String> = hits.iter().map(|hit| format!("{} {} {hit}", hit.layer, hit.level)).collect();
    assert_eq!(shown, ["environment nodes /env/data/a.yaml:1", "environment common /env/data/b.yaml:3"]);
    let Cause::Data { hits, .. } = cause(&catalog, "Class", "C", "q") else { panic!("not from the data") };
    assert_eq!(hits.len(), 1);
}

#[test]
fn a_resource_knows_who_declared_it() {
    let catalog = site("class a { include b }\nclass b { notify { 'n': } }\ninclude a");
    let notify = catalog.find("Notify", "n").expect("the resource");
    let chain: Vec<String> = catalog.declared_by(notify).map(|resource| resource.reference()).collect();
    assert_eq!(chain, ["Class[B]", "Class[A]", "Class[main]"]);
    let class = catalog.find("Class", "B").expect("the class");
    let place = class.declared_at.expect("a place");
    assert_eq!(place.range.of(catalog.source(place).expect("a file").text()), "include b");
}
