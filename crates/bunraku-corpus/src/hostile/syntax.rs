//! Manifests that are long, deep or broken, with every command that reads manifests.

use super::{Folder, Program, combine, shape::MANIFESTS};

pub(super) fn programs() -> Vec<Program> {
    combine("manifest", MANIFESTS, COMMANDS, |text, command| {
        Folder::new(command).with("site.pp", text(30_000))
    })
}

const COMMANDS: &[(&str, &[&str])] = &[
    ("validate", &["validate", "site.pp"]),
    ("parse", &["parse", "site.pp"]),
    ("pn", &["parse", "--format", "pn", "site.pp"]),
    ("eval", &["eval", "site.pp"]),
    ("compile", &["compile", "site.pp"]),
    ("lint", &["lint", "site.pp"]),
    ("fmt", &["fmt", "--check", "site.pp"]),
];
