//! Folders with links that form a cycle or reach one folder by two paths: following all of them never ends.

use super::{Folder, Part, Program};

pub(super) fn programs() -> Vec<Program> {
    let mut programs = Vec::new();
    for &(shape, links) in SHAPES {
        for &(place, folder) in PLACES {
            for &(command, arguments) in COMMANDS {
                let name = format!("link/{shape}/{place}-{command}");
                programs.push(Program::new(name, move || links(environment(arguments), folder)));
            }
        }
    }
    programs
}

fn environment(arguments: &[&'static str]) -> Folder {
    Folder::new(arguments)
        .with("manifests/site.pp", "include m\nnotice(lookup('b', undef, undef, 1), m::f())\n")
        .with("modules/m/manifests/init.pp", "class m { m::missing { 'a': } }\n")
        .with("hiera.yaml", "version: 5\nhierarchy:\n  - name: a\n    glob: '**/*.yaml'\n")
}

type Shape = (&'static str, fn(Folder, &str) -> Folder);

const SHAPES: &[Shape] = &[
    ("back", |folder, at| {
        ["a", "b", "c"].iter().fold(folder, |folder, name| folder.with_link(&format!("{at}/{name}"), "."))
    }),
    ("doubled", |folder, at| {
        let folder = folder.with(&format!("{at}/d40/x.pp"), "class x { }\n");
        (0..40).fold(folder, |folder, level| {
            let to = format!("../d{}", level + 1);
            folder.with_link(&format!("{at}/d{level}/a"), &to).with_link(&format!("{at}/d{level}/b"), &to)
        })
    }),
];

const PLACES: &[Part] = &[
    ("manifests", "manifests"),
    ("classes", "modules/m/manifests"),
    ("functions", "modules/m/functions"),
    ("ruby-functions", "modules/m/lib/puppet/functions/m"),
    ("ruby-types", "modules/m/lib/puppet/type"),
    ("facts", "modules/m/lib/facter"),
    ("templates", "modules/m/templates"),
    ("files", "modules/m/files"),
    ("tasks", "modules/m/tasks"),
    ("specs", "modules/m/spec/classes"),
    ("modules", "modules"),
    ("data", "data"),
];

const COMMANDS: &[(&str, &[&str])] = &[
    ("compile", &["compile", "--environment", "."]),
    ("lookup", &["lookup", "--environment", ".", "b"]),
    ("why-not", &["why-not", "n", "Class[missing]", "--environment", "."]),
    ("validate", &["validate", "."]),
    ("lint", &["lint", "--no-cache", "."]),
    ("fmt", &["fmt", "--check", "."]),
    ("doc", &["doc", "modules/m"]),
    ("check", &["check", "--no-cache", "."]),
    ("test", &["test", "--module", "modules/m"]),
];
