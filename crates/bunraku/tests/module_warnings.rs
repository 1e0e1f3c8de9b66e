//! Warnings about files of modules: each is reported once, when something in the file is first used.

#![allow(clippy::expect_used, reason = "what fails here is not what is tested")]

use std::{path::PathBuf, sync::Arc};

use bunraku::{Program, Site};
use bunraku_check::CheckSettings;
use bunraku_edition::PUPPET8;
use bunraku_eval::LogEntry;
use bunraku_loader::{Environment, Layout};
use bunraku_world::MemoryWorld;

/// The files and codes of the warnings of a program in an environment with a module of these manifests.
fn warnings(manifests: &[(&str, &str)], site: &str) -> Vec<String> {
    let mut files = MemoryWorld::new().with("/env/manifests/site.pp", site);
    for (name, text) in manifests {
        files = files.with(format!("/env/modules/m/{name}"), *text);
    }
    let layout = Layout { folder: Some(PathBuf::from("/env")), ..Layout::default() };
    let language = bunraku::language(&PUPPET8, CheckSettings::default());
    let environment = Environment::open(Arc::new(files), &layout, language).expect("an environment");
    let outcome = Program::new(&PUPPET8).compile(&Site::new(environment, None));
    let told = outcome.log.iter().filter_map(|entry| match entry {
        LogEntry::Diagnostic(warning) => {
            let file = outcome.sources.get(warning.primary.as_ref()?.span.file)?.name().to_owned();
            Some(format!("{} {}", file.trim_start_matches("/env/modules/m/"), warning.code.name()))
        }
        LogEntry::Line { .. } => None,
    });
    told.collect()
}

#[test]
fn each_file_tells_its_warnings_once() {
    let manifests = [
        ("manifests/init.pp", "class m { $x = \"\\q\" m::d { ['a', 'b']: } notice(m::f()) notice(m::f()) }"),
        ("manifests/d.pp", "define m::d { $y = \"\\z\" }"),
        ("manifests/unused.pp", "class m::unused { $y = \"\\z\" }"),
        ("functions/f.pp", "function m::f() { \"\\w\" }"),
    ];
    let told = warnings(&manifests, "include m\ninclude m");
    let expected = ["manifests/init.pp", "manifests/d.pp", "functions/f.pp"];
    assert_eq!(told, expected.map(|file| format!("{file} unknown-escape")));
    assert!(warnings(&manifests, "notice(1)").is_empty());
}
