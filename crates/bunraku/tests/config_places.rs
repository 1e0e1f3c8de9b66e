//! Where unknown variables in a `hiera.yaml` are reported: on their line there if Puppet needs the value.

#![allow(clippy::unwrap_used, reason = "a test that cannot set its stage fails")]

use std::sync::Arc;

use bunraku::{Program, Site};
use bunraku_edition::PUPPET8;
use bunraku_loader::{Environment, Layout};
use bunraku_world::MemoryWorld;

const LEVEL: &str = "version: 5\nhierarchy:\n  - name: a\n";

/// The file and the line of the error of a lookup with this configuration, if there is one.
fn place(config: &str) -> Option<(String, u32)> {
    let world = MemoryWorld::new().with("/e/site.pp", "lookup('a', undef, undef, 1)\n");
    let layout = Layout {
        name: "e".to_owned(),
        folder: Some("/e".into()),
        manifest: Some("/e/site.pp".into()),
        ..Layout::default()
    };
    let language = bunraku::language(&PUPPET8, bunraku_check::CheckSettings::default());
    let world = Arc::new(world.with("/e/hiera.yaml", config));
    let environment = Environment::open(world, &layout, language).unwrap();
    let outcome = Program::new(&PUPPET8).compile(&Site::new(environment, None));
    let span = outcome.diagnostics.iter().find_map(|diagnostic| diagnostic.primary.as_ref())?.span;
    let source = outcome.sources.get(span.file).unwrap();
    Some((source.name().to_owned(), source.line_at(span.range.start)))
}

fn in_config(line: u32) -> Option<(String, u32)> {
    Some(("/e/hiera.yaml".to_owned(), line))
}

#[test]
fn unknown_variables_of_a_configuration_are_reported_in_it() {
    assert_eq!(
        place(&format!("# %{{x}}\n{LEVEL}    datadir: \"d/%{{x}}\"\n    path: b.yaml\n")),
        in_config(5)
    );
    assert_eq!(place(&format!("{LEVEL}    path: b.yaml\n    options: {{ a: '%{{x}}' }}\n")), in_config(5));
    // The line is that of the variable alone; an access to a part of it has none.
    let part = format!("{LEVEL}    datadir: '%{{x.b}}'\n    path: b.yaml\n");
    assert_eq!(place(&part), Some(("/e/site.pp".to_owned(), 1)));
}

#[test]
fn unknown_variables_in_paths_are_errors_before_version_5_only() {
    assert_eq!(place(&format!("{LEVEL}    path: '%{{x}}'\n")), None);
    let version4 = "version: 4\nhierarchy:\n  - name: a\n    backend: yaml\n    path: '%{x}'\n";
    assert_eq!(place(version4), in_config(5));
}
