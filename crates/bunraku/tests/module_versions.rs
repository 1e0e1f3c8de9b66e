//! A built-in function replaces that of a module in versions with the same behaviour; in all others the module's own
//! code runs.

#![allow(clippy::expect_used, reason = "what fails here is not what is tested")]

use std::{path::PathBuf, sync::Arc};

use bunraku::{Program, Site};
use bunraku_check::CheckSettings;
use bunraku_edition::PUPPET8;
use bunraku_eval::LogEntry;
use bunraku_loader::{Environment, Layout};
use bunraku_world::MemoryWorld;

/// The file of a function in the module, its value there, its built-in value, the versions for which it is replaced,
/// and those for which it is not.
type Row = (&'static str, &'static str, &'static str, &'static [&'static str], &'static [&'static str]);

const ROWS: &[Row] = &[
    ("parser/functions/pick", "pick('', 'a')", "a", &["4.25.0", "8.5.0", "9.7.0"], &[]),
    ("parser/functions/any2array", "any2array('')", "[]", &["5.0.0", "9.7.0"], &["4.25.1"]),
    ("parser/functions/dirname", "dirname('/a/b')", "/a", &["5.0.0", "9.7.0"], &["4.25.1"]),
    ("parser/functions/delete_undef_values", "delete_undef_values([undef])", "[]", &["5.1.0"], &["5.0.0"]),
    (
        "parser/functions/defined_with_params",
        "defined_with_params(Notify['a'], {})",
        "false",
        &["6.4.0", "9.7.0"],
        &["6.3.0"],
    ),
    ("functions/merge", "merge({ 'a' => 1 }, undef)", "{a => 1}", &["8.0.0", "8.6.0"], &["7.1.0", "9.0.0"]),
    ("functions/stdlib/merge", "stdlib::merge({ 'a' => 1 }, undef)", "{a => 1}", &["9.0.0", "9.7.0"], &[]),
    ("functions/to_json", "to_json([1])", "[1]", &["5.2.0", "8.6.0"], &["9.0.0", "9.7.0"]),
    ("functions/deprecation", "deprecation('k', 'm', false)", "", &["9.2.0", "9.7.0"], &["8.5.0", "9.1.0"]),
    (
        "functions/ensure_packages",
        "ensure_packages('a')",
        "",
        &["8.3.0", "8.5.0"],
        &["8.2.0", "8.6.0", "9.0.0"],
    ),
];

#[test]
fn the_version_of_the_module_decides() {
    for (file, call, value, built_in, own) in ROWS {
        for version in *built_in {
            assert_eq!(
                logged(&metadata(version), file, call).as_deref(),
                Some(*value),
                "{call} in {version}"
            );
        }
        for version in *own {
            assert_eq!(
                logged(&metadata(version), file, call).as_deref(),
                Some("the module's own code"),
                "{call} in {version}"
            );
        }
    }
}

#[test]
fn without_a_version_it_is_the_newest() {
    for metadata in ["", "[]", &metadata("nonsense"), &metadata("9"), &metadata("9.7.0-rc1")] {
        let newest = logged(metadata, "functions/deprecation", "deprecation('k', 'm', false)");
        assert_eq!(newest.as_deref(), Some(""), "{metadata}");
        let not_any_more = logged(metadata, "functions/to_json", "to_json([1])");
        assert_eq!(not_any_more.as_deref(), Some("the module's own code"), "{metadata}");
    }
}

#[test]
fn a_function_of_another_module_is_not_stood_in_for() {
    let own = "Puppet::Functions.create_function(:pick) { def pick(*_) = 'mine' }";
    let files = MemoryWorld::default().with("/env/modules/mine/lib/puppet/functions/pick.rb", own);
    let both =
        files.clone().with("/env/modules/stdlib/lib/puppet/parser/functions/pick.rb", "raise 'not this'");
    assert_eq!(outcome(files, "pick('a')").as_deref(), Some("mine"));
    assert_eq!(outcome(both, "pick('a')").as_deref(), Some("mine"));
}

#[test]
fn without_the_module_there_is_no_function() {
    assert_eq!(outcome(MemoryWorld::default(), "pick('a')"), None);
    assert!(Program::new(&PUPPET8).evaluate("p.pp", "pick('a')").error().is_some());
}

fn metadata(version: &str) -> String {
    format!(
        r#"{{"name": "puppetlabs-stdlib", "version": "{version}", "author": "a", "license": "l", "source": "s",
            "dependencies": []}}"#
    )
}

/// The result of a function of a module, whose own code has a different result.
fn logged(metadata: &str, file: &str, call: &str) -> Option<String> {
    let name = call.split('(').next().unwrap_or_default();
    let code = match file.starts_with("parser") {
        true => format!(
            "Puppet::Parser::Functions.newfunction(:{name}, type: :rvalue) {{ |_| \"the module's own code\" }}"
        ),
        false => format!(
            "Puppet::Functions.create_function('{name}') {{ def {}(*_) = \"the module's own code\" }}",
            name.rsplit("::").next().unwrap_or(name)
        ),
    };
    let files = MemoryWorld::default().with("/env/modules/stdlib/metadata.json", metadata);
    outcome(files.with(format!("/env/modules/stdlib/lib/puppet/{file}.rb"), code), call)
}

/// The value of a call as a string, in an environment with these files of modules; `None` if it fails.
fn outcome(files: MemoryWorld, call: &str) -> Option<String> {
    let files = files.with("/env/manifests/site.pp", format!("$value = {call} notice($value)"));
    let layout = Layout {
        name: "production".to_owned(),
        folder: Some(PathBuf::from("/env")),
        modulepath: Some(vec![PathBuf::from("/env/modules")]),
        manifest: Some(PathBuf::from("/env/manifests/site.pp")),
        ..Layout::default()
    };
    let environment =
        Environment::open(Arc::new(files), &layout, bunraku::language(&PUPPET8, CheckSettings::default()));
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
