//! Explanations of resources and values for people.
#![allow(clippy::expect_used, clippy::panic, reason = "what fails here is not what is tested")]

use std::sync::Arc;

use bunraku::{Facts, Program, Site, catalog::Catalog, insight::why};
use bunraku_edition::PUPPET8;
use bunraku_loader::{Environment, Layout};
use bunraku_world::{MemoryWorld, World};
use expect_test::{Expect, expect};

const WEB: &str = "\
class web (
  Integer $port = 80,
  String $name_of_site,
) {
  $root = \"/srv/${name_of_site}\"
  if $facts['os']['family'] == 'Debian' {
    file { '/etc/web.conf':
      content => \"port ${port}\\nroot ${root}\\n\",
    }
  } else {
    notify { 'other': }
  }
  case $port {
    80, 443: { notify { 'usual': message => $web::port } }
    default: { }
  }
}
";

fn compile() -> Catalog {
    let world = MemoryWorld::new()
        .with(
            "/env/manifests/site.pp",
            "File { mode => '0644' }\nnode default {\n  include web\n}\nFile <| |> { owner => 'root' }\n",
        )
        .with("/env/modules/web/manifests/init.pp", WEB)
        .with("/env/hiera.yaml", "version: 5\nhierarchy:\n  - name: common\n    path: common.yaml\n")
        .with("/env/data/common.yaml", "---\nother: 1\nweb::name_of_site: main\n");
    let layout = Layout { folder: Some("/env".into()), ..Layout::default() };
    let world = Arc::new(world) as Arc<dyn World>;
    let environment = Environment::open(world, &layout, bunraku::language(&PUPPET8, Default::default()))
        .expect("the environment");
    let mut program = Program::new(&PUPPET8);
    program.facts = Facts::parse("facts", r#"{"os": {"family": "Debian"}}"#).expect("facts").values;
    let outcome = program.compile(&Site::new(environment, None));
    let problems: Vec<&str> = outcome.diagnostics.iter().map(|problem| problem.message.as_str()).collect();
    outcome.catalog.unwrap_or_else(|| panic!("{problems:?}"))
}

fn value(type_name: &str, title: &str, name: &str, expected: Expect) {
    let catalog = compile();
    let resource = catalog.find(type_name, title).expect("the resource");
    let param = resource.param(name).expect("the parameter");
    expected.assert_eq(&why::to_text(&why::parameter(&catalog, resource, param, &|_| None)));
}

#[test]
fn a_value_is_followed_to_data_defaults_and_facts() {
    value(
        "File",
        "/etc/web.conf",
        "content",
        expect![[r#"
        File[/etc/web.conf] content = "port 80\nroot /srv/main\n"
          set by an attribute
            --> /env/modules/web/manifests/init.pp:8:7
               8 |       content => "port ${port}\nroot ${root}\n",
            only if `$facts['os']['family'] == 'Debian'`
              --> /env/modules/web/manifests/init.pp:6:6
                 6 |   if $facts['os']['family'] == 'Debian' {
            Class[Web] port = 80
              the default of parameter `$port`
                --> /env/modules/web/manifests/init.pp:2:11
                   2 |   Integer $port = 80,
            from the variable `$root`
              --> /env/modules/web/manifests/init.pp:5:3
                 5 |   $root = "/srv/${name_of_site}"
              Class[Web] name_of_site = 'main'
                looked up in Hiera as `web::name_of_site`
                  found in layer environment, level `common`
                    --> /env/data/common.yaml:3
    "#]],
    );
}

#[test]
fn defaults_and_collectors() {
    value(
        "File",
        "/etc/web.conf",
        "mode",
        expect![[r#"
        File[/etc/web.conf] mode = '0644'
          set by the resource defaults for File
            --> /env/manifests/site.pp:1:8
               1 | File { mode => '0644' }
    "#]],
    );
    value(
        "File",
        "/etc/web.conf",
        "owner",
        expect![[r#"
        File[/etc/web.conf] owner = 'root'
          set by a collector
            --> /env/manifests/site.pp:5:14
               5 | File <| |> { owner => 'root' }
            the collector
              --> /env/manifests/site.pp:5:1
                 5 | File <| |> { owner => 'root' }
    "#]],
    );
}

#[test]
fn a_variable_of_a_class_is_its_parameter() {
    value(
        "Notify",
        "usual",
        "message",
        expect![[r#"
        Notify[usual] message = 80
          set by an attribute
            --> /env/modules/web/manifests/init.pp:14:34
              14 |     80, 443: { notify { 'usual': message => $web::port } }
            only if `$port` matches `80, 443`
              --> /env/modules/web/manifests/init.pp:14:5
                14 |     80, 443: { notify { 'usual': message => $web::port } }
            Class[Web] port = 80
              the default of parameter `$port`
                --> /env/modules/web/manifests/init.pp:2:11
                   2 |   Integer $port = 80,
    "#]],
    );
}

#[test]
fn a_resource_is_followed_to_the_top() {
    let catalog = compile();
    let resource = catalog.find("File", "/etc/web.conf").expect("the resource");
    let reasons = why::resource(&catalog, resource);
    expect![[r#"
        File[/etc/web.conf] is declared by Class[Web]
          --> /env/modules/web/manifests/init.pp:7:5
             7 |     file { '/etc/web.conf':
          only if `$facts['os']['family'] == 'Debian'`
            --> /env/modules/web/manifests/init.pp:6:6
               6 |   if $facts['os']['family'] == 'Debian' {
          Class[Web] is declared by Node[default]
            --> /env/manifests/site.pp:3:3
               3 |   include web
            Node[default] is declared by Class[main]
              --> /env/manifests/site.pp:2:1
                 2 | node default {
              Class[main] is declared
    "#]]
    .assert_eq(&why::to_text(&reasons));
    let json = why::to_json(&reasons);
    assert!(json.contains("\"says\": \"File[/etc/web.conf] is declared by Class[Web]\""), "{json}");
}
