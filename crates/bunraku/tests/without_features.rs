//! The messages of a build without Ruby and without encrypted data: `cargo test --package bunraku --no-default-features
//! --test without_features`.

#![cfg(not(any(feature = "ruby", feature = "eyaml")))]
#![allow(clippy::unwrap_used, reason = "a test that cannot set its stage fails")]

use std::sync::Arc;

use bunraku::{Outcome, Program, Site, world::MemoryWorld};
use bunraku_diag::render::{Style, text};
use bunraku_edition::PUPPET8;
use bunraku_eval::LogEntry;
use bunraku_loader::{Environment, Layout};
use expect_test::{Expect, expect};

fn compile(files: &[(&str, &str)]) -> Outcome {
    let world = files.iter().fold(MemoryWorld::new(), |world, (path, text)| world.with(*path, *text));
    let layout = Layout { name: "e".to_owned(), folder: Some("/e".into()), ..Layout::default() };
    let language = bunraku::language(&PUPPET8, bunraku_check::CheckSettings::default());
    let environment = Environment::open(Arc::new(world), &layout, language).unwrap();
    Program::new(&PUPPET8).compile(&Site::new(environment, None))
}

fn fails(files: &[(&str, &str)], expected: Expect) {
    let outcome = compile(files);
    assert!(outcome.catalog.is_none());
    let shown = outcome.diagnostics.iter().map(|shown| text(shown, &outcome.sources, Style::Plain));
    expected.assert_eq(&shown.collect::<String>());
}

#[test]
fn templates_are_refused() {
    fails(
        &[("/e/manifests/a.pp", "notice(inline_template('<%= 1 %>'))\n")],
        expect![[r#"
        error[not-supported]: this build of bunraku does not run Ruby code
          --> /e/manifests/a.pp:1:8
         1 | notice(inline_template('<%= 1 %>'))
           |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^
        help: use a build with the feature `ruby`
    "#]],
    );
    let template = ("/e/modules/m/templates/a.erb", "x");
    fails(
        &[("/e/manifests/a.pp", "notice(template('m/a.erb'))\n"), template],
        expect![[r#"
        error[not-supported]: this build of bunraku does not run Ruby code
          --> /e/manifests/a.pp:1:8
         1 | notice(template('m/a.erb'))
           |        ^^^^^^^^^^^^^^^^^^^
        help: use a build with the feature `ruby`
    "#]],
    );
    fails(
        &[("/e/manifests/a.pp", "notice(template('m/b.erb'))\n"), template],
        expect![[r#"
            error[missing-template]: template `m/b.erb` not found
              --> /e/manifests/a.pp:1:17
             1 | notice(template('m/b.erb'))
               |                 ^^^^^^^^^ not found
            help: did you mean `m/a.erb`?
        "#]],
    );
}

#[test]
fn functions_in_ruby_are_refused() {
    let function = ("/e/modules/m/lib/puppet/functions/m/f.rb", "x");
    fails(
        &[("/e/manifests/a.pp", "notice(m::f(1))\n"), function],
        expect![[r#"
        error[not-supported]: this build of bunraku does not run Ruby code
          --> /e/manifests/a.pp:1:8
         1 | notice(m::f(1))
           |        ^^^^^^^
        help: use a build with the feature `ruby`
    "#]],
    );
}

#[test]
fn attributes_of_types_in_ruby_are_not_checked() {
    let outcome = compile(&[
        ("/e/manifests/a.pp", "thing { 'x': any => 1 }\n"),
        ("/e/modules/m/lib/puppet/type/thing.rb", "Puppet::Type.newtype(:thing) { }"),
    ]);
    let catalog = outcome.catalog.unwrap();
    assert!(catalog.find("Thing", "x").is_some_and(|thing| thing.get("any").is_some()));
    let log = outcome.log.iter().filter_map(|entry| match entry {
        LogEntry::Diagnostic(shown) => Some(text(shown, &outcome.sources, Style::Plain)),
        LogEntry::Line { .. } => None,
    });
    expect![[r#"
        warning[foreign-type]: the resource type `thing` of /e/modules/m/lib/puppet/type/thing.rb cannot be loaded, so its attributes are not checked: this build of bunraku does not run Ruby code
    "#]].assert_eq(&log.collect::<String>());
}

#[test]
fn encrypted_data_is_refused_and_plain_data_beside_it_is_read() {
    let config = "version: 5\nhierarchy:\n  - {name: a, lookup_key: eyaml_lookup_key, path: a.eyaml, options: {pkcs7_private_key: /k}}\n";
    let data = ("/e/data/a.eyaml", "plain: 1\nsecret: ENC[PKCS7,TUlJ]\n");
    let config = ("/e/hiera.yaml", config);
    let outcome = compile(&[config, data, ("/e/manifests/a.pp", "notify { \"${lookup('plain')}\": }\n")]);
    assert!(outcome.catalog.unwrap().find("Notify", "1").is_some());
    fails(
        &[config, data, ("/e/manifests/a.pp", "notice(lookup('secret'))\n")],
        expect![[r#"
            error[invalid-data]: this build of bunraku cannot decrypt values
              --> /e/manifests/a.pp:1:8
             1 | notice(lookup('secret'))
               |        ^^^^^^^^^^^^^^^^
              ::: /e/data/a.eyaml:2:1
             2 | secret: ENC[PKCS7,TUlJ]
               | -----------------------
            help: use a build with the feature `eyaml`
        "#]],
    );
}
