//! Hierarchies: paths, globs, and interpolation in data.

use super::{Folder, Made, Program, combine, shape::each};

pub(super) fn programs() -> Vec<Program> {
    let mut programs = combine("hiera-path", PATHS, COMMANDS, |paths, command| {
        let files = ["b/a", "b/ab", "b/abab", "b/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"];
        let folder = folder(command, format!("version: 5\nhierarchy:\n  - name: a\n{}", paths()));
        files.iter().fold(folder, |folder, file| folder.with(&format!("data/{file}.yaml"), "a: 1\n"))
    });
    programs.extend(combine("hiera-data", DATA, COMMANDS, |data, command| {
        let config = "version: 5\nhierarchy:\n  - name: a\n    path: common.yaml\n".to_owned();
        folder(command, config).with("data/common.yaml", data())
    }));
    programs
}

const COMMANDS: &[(&str, &[&str])] = &[
    ("lookup", &["lookup", "--environment", ".", "a"]),
    ("explain", &["lookup", "--environment", ".", "--explain", "a"]),
    ("compile", &["compile", "--environment", "."]),
];

fn folder(arguments: &[&'static str], config: String) -> Folder {
    Folder::new(arguments)
        .with("hiera.yaml", config)
        .with("manifests/site.pp", "notice(lookup('a'))\nnotice(lookup('a', undef, 'deep', 1))\n")
}

/// How a hierarchy level names its files.
const PATHS: &[Made] = &[
    ("braces", || format!("    glob: '{}.yaml'\n", "{a,b}".repeat(40))),
    ("braces-nested", || format!("    glob: '{}{}.yaml'\n", "{a,".repeat(20_000), "}".repeat(20_000))),
    ("braces-open", || format!("    glob: '{}.yaml'\n", "{a,".repeat(20_000))),
    ("braces-wide", || format!("    glob: 'b/{{{}}}.yaml'\n", each(50_000, ",", |i| format!("a{i}")))),
    ("stars", || format!("    glob: 'b/{}b.yaml'\n", "*a".repeat(1_000))),
    ("folders", || format!("    glob: '{}b/*.yaml'\n", "**/".repeat(10_000))),
    ("folders-stars", || format!("    glob: '{}*.yaml'\n", "**/*".repeat(40))),
    ("questions", || format!("    glob: 'b/{}.yaml'\n", "?*".repeat(1_000))),
    ("class-open", || format!("    glob: 'b/{}.yaml'\n", "[".repeat(50_000))),
    ("class-wide", || format!("    glob: 'b/[{}].yaml'\n", "a-z".repeat(50_000))),
    ("kernel", || "    glob: '/proc/**/*'\n".to_owned()),
    ("parents", || format!("    glob: '{}*'\n", "../".repeat(10_000))),
    ("globs", || format!("    globs:\n{}\n", each(20_000, "\n", |i| format!("      - 'b/*{i}.yaml'")))),
    ("paths", || format!("    paths:\n{}\n", each(50_000, "\n", |i| format!("      - 'b/{i}.yaml'")))),
    ("mapped", || format!("    mapped_paths: [facts, x, '{}%{{x}}.yaml']\n", "%{x}/".repeat(1_000))),
    ("levels", || {
        format!(
            "    path: x.yaml\n{}\n",
            each(20_000, "\n", |i| format!("  - name: n{i}\n    path: 'b/{i}.yaml'"))
        )
    }),
    ("interpolated", || format!("    path: 'b/{}.yaml'\n", "%{facts.x}".repeat(20_000))),
    ("interpolation-open", || format!("    path: 'b/{}.yaml'\n", "%{".repeat(20_000))),
    ("long", || format!("    path: 'b/{}.yaml'\n", "a/".repeat(100_000))),
];

/// The content of the only data file.
const DATA: &[Made] = &[
    ("lookup-large", || {
        let uses = vec!["\"%{lookup('b')}\""; 1_000].join(", ");
        format!("a: [{uses}]\nb: \"{}\"\n", "x".repeat(20_000_000))
    }),
    ("lookup-itself", || "a: \"%{lookup('a')}\"\n".to_owned()),
    ("lookup-ring", || "a: \"%{lookup('b')}\"\nb: \"%{lookup('a')}\"\n".to_owned()),
    ("lookup-chain", || chain(3_000, |i| format!("\"%{{lookup('k{i}')}}\""))),
    ("lookup-bomb", || chain(60, |i| format!("\"%{{lookup('k{i}')}}%{{lookup('k{i}')}}\""))),
    ("alias-chain", || chain(3_000, |i| format!("\"%{{alias('k{i}')}}\""))),
    ("alias-bomb", || chain(60, |i| format!("[\"%{{alias('k{i}')}}\", \"%{{alias('k{i}')}}\"]"))),
    ("alias-bomb-hash", || {
        chain(60, |i| format!("{{l: \"%{{alias('k{i}')}}\", r: \"%{{alias('k{i}')}}\"}}"))
    }),
    ("alias-in-keys", || chain(60, |i| format!("{{\"%{{lookup('k{i}')}}\": \"%{{alias('k{i}')}}\"}}"))),
    ("literal", || format!("a: \"{}\"\n", "%{literal('%')}{x}".repeat(20_000))),
    ("open", || format!("a: \"{}\"\n", "%{".repeat(50_000))),
    ("variables", || format!("a: \"{}\"\n", "%{facts.a.b.c}".repeat(20_000))),
    ("nested", || format!("a: \"{}x{}\"\n", "%{lookup('".repeat(1_000), "')}".repeat(1_000))),
    ("dotted", || format!("a: \"%{{lookup('{}')}}\"\n", vec!["a"; 20_000].join("."))),
    ("dotted-quotes", || format!("a: \"%{{lookup('b.{}')}}\"\n", "\\\"x\\\".".repeat(10_000))),
    ("options", || {
        format!(
            "lookup_options:\n{}\na: 1\n",
            each(20_000, "\n", |i| format!("  '^(a|b)*{i}':\n    merge: deep"))
        )
    }),
    ("options-hungry", || {
        "lookup_options:\n  '^(a*)*b$':\n    merge: deep\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: 1\na: 1\n"
            .to_owned()
    }),
    ("convert", || "lookup_options:\n  a:\n    convert_to: ['Array', true]\na: {x: 1}\n".to_owned()),
    ("keys", || format!("{}\na: 1\n", each(100_000, "\n", |i| format!("k{i}: \"%{{lookup('a')}}\"")))),
];

/// The key `a` at the end of a chain of keys, each built from the previous one.
fn chain(length: usize, above: fn(usize) -> String) -> String {
    format!(
        "k0: x\n{}\na: \"%{{alias('k{length}')}}\"\n",
        each(length, "\n", |i| format!("k{}: {}", i + 1, above(i)))
    )
}
