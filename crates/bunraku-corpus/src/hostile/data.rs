//! Data files in YAML, JSON and HOCON, with everything that reads them.

use super::{
    Folder, Program, combine,
    text::{HOCON, JSON, YAML},
};

/// Large enough for quadratic time to hurt.
const SIZE: usize = 30_000;

pub(super) fn programs() -> Vec<Program> {
    let mut programs = combine("yaml", YAML, YAML_READERS, |content, reader| reader(content(SIZE)));
    programs.extend(combine("json", JSON, JSON_READERS, |content, reader| reader(content(SIZE))));
    programs.extend(combine("hocon", HOCON, HOCON_READERS, |content, reader| reader(content(SIZE))));
    programs.extend(combine("yaml-of-json", JSON, YAML_READERS, |content, reader| reader(content(SIZE))));
    programs
}

type Reader = (&'static str, fn(String) -> Folder);

const YAML_READERS: &[Reader] = &[
    ("lookup", |content| environment(&["lookup", "--environment", ".", "a"], "yaml", "yaml_data", content)),
    ("lookup-deep", |content| {
        environment(&["lookup", "--environment", ".", "--merge", "deep", "a"], "yaml", "yaml_data", content)
    }),
    ("lookup-explained", |content| {
        environment(&["lookup", "--environment", ".", "--explain", "a"], "yaml", "yaml_data", content)
    }),
    ("class", |content| environment(&["compile", "--environment", "."], "yaml", "yaml_data", content)),
    ("facts", |content| {
        Folder::new(&["compile", "--facts", "f.yaml", "site.pp"])
            .with("f.yaml", content)
            .with("site.pp", "notice($facts)\n")
    }),
    ("parseyaml", |content| function("parseyaml", content)),
    ("hiera-config", |content| {
        Folder::new(&["lookup", "--environment", ".", "a"]).with("hiera.yaml", content)
    }),
    ("validate", |content| {
        Folder::new(&["validate", "."])
            .with("data/common.yaml", content.clone())
            .with("hiera.yaml", content)
            .with("site.pp", "notice(1)\n")
    }),
];

const JSON_READERS: &[Reader] = &[
    ("lookup", |content| environment(&["lookup", "--environment", ".", "a"], "json", "json_data", content)),
    ("class", |content| environment(&["compile", "--environment", "."], "json", "json_data", content)),
    ("facts", |content| {
        Folder::new(&["compile", "--facts", "f.json", "site.pp"])
            .with("f.json", content)
            .with("site.pp", "notice($facts)\n")
    }),
    ("parsejson", |content| function("parsejson", content)),
    ("heredoc", |content| {
        Folder::new(&["eval", "site.pp"]).with("site.pp", format!("$x = @(END:json)\n{content}\n| END\n"))
    }),
    ("metadata", |content| {
        Folder::new(&["compile", "--modulepath", "modules", "site.pp"])
            .with("modules/m/metadata.json", content)
            .with("modules/m/manifests/init.pp", "class m { }\n")
            .with("site.pp", "include m\n")
    }),
];

const HOCON_READERS: &[Reader] = &[
    ("lookup", |content| environment(&["lookup", "--environment", ".", "a"], "conf", "hocon_data", content)),
    ("class", |content| environment(&["compile", "--environment", "."], "conf", "hocon_data", content)),
    ("parsehocon", |content| function("parsehocon", content)),
];

/// An environment whose class takes a parameter from the data.
fn environment(arguments: &[&'static str], ending: &str, function: &str, content: String) -> Folder {
    let config = format!(
        "version: 5\nhierarchy:\n  - name: a\n    data_hash: {function}\n    path: common.{ending}\n"
    );
    let content = content + "\n";
    Folder::new(arguments)
        .with("hiera.yaml", config)
        .with(&format!("data/common.{ending}"), content)
        .with("manifests/site.pp", "class c($x = lookup('a')) { notify { 'a': message => $x } }\ninclude c\n")
}

/// A function that parses the content of a module's file.
fn function(name: &str, content: String) -> Folder {
    let code = format!("notice({name}(file('m/content')))\n");
    Folder::new(&["compile", "--modulepath", "modules", "site.pp"])
        .with("modules/m/files/content", content)
        .with("site.pp", code)
        .with_stdlib()
}
