//! Functions of a module behave as its version on the modulepath does: each row is what Puppet 8.11 did with that version.

#![allow(clippy::expect_used, reason = "what fails here is not what is tested")]

use std::{path::PathBuf, sync::Arc};

use bunraku::{Program, Site};
use bunraku_check::Settings;
use bunraku_edition::PUPPET8;
use bunraku_eval::LogEntry;
use bunraku_loader::{Environment, Layout};
use bunraku_world::MemoryWorld;

/// A function, its file in the module, a program, and what the program logs with versions of the module; nothing if it
/// fails.
type Row = (&'static str, &'static str, &'static [(&'static str, Option<&'static str>)]);

const ROWS: &[Row] = &[
    (
        "functions/deprecation",
        "deprecation('k', 'm', false) notice('on')",
        &[("8.5.0", None), ("9.0.0", None), ("9.7.0", Some("on"))],
    ),
    (
        "functions/validate_legacy",
        "validate_legacy(String, 'validate_string', 'a') notice('on')",
        &[("8.5.0", Some("on")), ("9.7.0", None)],
    ),
    (
        "parser/functions/parsejson",
        "notice(parsejson('{\"a\": 1}', 'd'))",
        &[("8.0.0", Some("d")), ("8.5.0", Some("{a => 1}")), ("9.7.0", Some("{a => 1}"))],
    ),
    ("functions/parsepson", "notice(parsepson('[1]', 'd'))", &[("8.5.0", Some("d")), ("9.7.0", Some("d"))]),
    ("functions/parsepson", "notice(parsepson('[1]'))", &[("8.5.0", None), ("9.7.0", None)]),
    (
        "functions/to_yaml",
        "notice(to_yaml({ 'a' => { 'b' => 1 } }, { 'indentation' => 4 }))",
        &[("8.0.0", Some("---\na:\n  b: 1\n")), ("8.5.0", Some("---\na:\n    b: 1\n"))],
    ),
    (
        "parser/functions/pw_hash",
        "notice(pw_hash('p', 'bcrypt', '99$abcdefghijklmnopqrstuu') =~ Undef)",
        &[("8.5.0", Some("false")), ("8.6.0", None)],
    ),
    (
        "parser/functions/pw_hash",
        "notice(pw_hash('p', 'bcrypt', '04$abcdefghijklmnopqrstuu').length)",
        &[("6.6.0", None), ("7.1.0", Some("60"))],
    ),
    ("parser/functions/uriescape", "notice(uriescape('a b'))", &[("8.5.0", Some("a%20b")), ("9.7.0", None)]),
    (
        "parser/functions/reject",
        "notice(reject({ 'a' => 1 }, 'b'))",
        &[("8.5.0", Some("{a => 1}")), ("9.7.0", Some("[[a, 1]]"))],
    ),
    (
        "functions/stdlib/fqdn_rand_string",
        "notice(stdlib::fqdn_rand_string(3, undef).length)",
        &[("9.0.0", None), ("9.7.0", Some("3"))],
    ),
    (
        "functions/stdlib/to_yaml",
        "notice(stdlib::to_yaml([Sensitive('x')]))",
        &[(
            "9.0.0",
            Some("---\n- !ruby/object:Puppet::Pops::Types::PSensitiveType::Sensitive\n  value: x\n"),
        )],
    ),
];

/// The same where the module has the function under a new name.
const RENAMED: &[Row] = &[
    (
        "merge",
        "notice(merge([1]) |$h, $x| { { $x => 1 } })",
        &[("9.0.0", None), ("9.2.0", None), ("9.7.0", Some("{1 => 1}"))],
    ),
    ("to_json", "notice(to_json([1]))", &[("9.0.0", None), ("9.7.0", Some("[1]"))]),
];

#[test]
fn the_version_of_the_module_decides() {
    for (file, program, versions) in ROWS {
        for (version, expected) in *versions {
            let files = [format!("lib/puppet/{file}.rb")];
            assert_eq!(
                &logged(&metadata(version), &files, program).as_deref(),
                expected,
                "{program} in {version}"
            );
        }
    }
    for (name, program, versions) in RENAMED {
        for (version, expected) in *versions {
            let files =
                [format!("lib/puppet/functions/{name}.rb"), format!("lib/puppet/functions/stdlib/{name}.rb")];
            assert_eq!(
                &logged(&metadata(version), &files, program).as_deref(),
                expected,
                "{program} in {version}"
            );
        }
    }
}

#[test]
fn without_a_version_it_is_the_newest() {
    let files = ["lib/puppet/functions/deprecation.rb".to_owned()];
    let program = "deprecation('k', 'm', false) notice('on')";
    for metadata in ["", "[]", &metadata("nonsense"), &metadata("9"), &metadata("9.7.0-rc1")] {
        assert_eq!(logged(metadata, &files, program).as_deref(), Some("on"), "{metadata}");
    }
}

fn metadata(version: &str) -> String {
    format!(
        r#"{{"name": "puppetlabs-stdlib", "version": "{version}", "author": "a", "license": "l", "source": "s",
            "dependencies": []}}"#
    )
}

/// What a program logs in an environment with a module of these files; nothing if it fails. The code of the module's
/// functions is never run.
fn logged(metadata: &str, module_files: &[String], program: &str) -> Option<String> {
    let mut files = MemoryWorld::default().with("/env/manifests/site.pp", program);
    files = files.with("/env/modules/stdlib/metadata.json", metadata);
    for file in module_files {
        files = files.with(format!("/env/modules/stdlib/{file}"), "raise 'this must not run'\n");
    }
    let layout = Layout {
        name: "production".to_owned(),
        folder: Some(PathBuf::from("/env")),
        modulepath: Some(vec![PathBuf::from("/env/modules")]),
        manifest: Some(PathBuf::from("/env/manifests/site.pp")),
        ..Layout::default()
    };
    let environment =
        Environment::open(Arc::new(files), &layout, bunraku::language(&PUPPET8, Settings::default()));
    let site = Site::new(environment.expect("an environment"), None);
    let outcome = Program::new(&PUPPET8).compile(&site);
    if outcome.error().is_some() {
        return None;
    }
    let lines = outcome.log.iter().filter_map(|entry| match entry {
        LogEntry::Line { message, .. } => Some(message.clone()),
        LogEntry::Diagnostic(_) => None,
    });
    Some(lines.collect::<Vec<String>>().join("\n"))
}
