//! Data files in YAML, JSON and HOCON, with everything that reads them.

use super::{
    Folder, Program, combine,
    text::{HOCON, JSON, YAML},
};

/// Large enough for quadratic time to hurt.
const SIZE: usize = 30_000;

pub(super) fn programs() -> Vec<Program> {
    let mut programs = combine("yaml", YAML, YAML_READERS, |text, reader| reader(text(SIZE)));
    programs.extend(combine("json", JSON, JSON_READERS, |text, reader| reader(text(SIZE))));
    programs.extend(combine("hocon", HOCON, HOCON_READERS, |text, reader| reader(text(SIZE))));
    programs.extend(combine("yaml-of-json", JSON, YAML_READERS, |text, reader| reader(text(SIZE))));
    programs
}

type Reader = (&'static str, fn(String) -> Folder);

const YAML_READERS: &[Reader] = &[
    ("lookup", |text| environment(&["lookup", "--environment", ".", "a"], "yaml", "yaml_data", text)),
    ("lookup-deep", |text| {
        environment(&["lookup", "--environment", ".", "--merge", "deep", "a"], "yaml", "yaml_data", text)
    }),
    ("lookup-explained", |text| {
        environment(&["lookup", "--environment", ".", "--explain", "a"], "yaml", "yaml_data", text)
    }),
    ("class", |text| environment(&["compile", "--environment", "."], "yaml", "yaml_data", text)),
    ("facts", |text| {
        Folder::new(&["compile", "--facts", "f.yaml", "site.pp"])
            .with("f.yaml", text)
            .with("site.pp", "notice($facts)\n")
    }),
    ("parseyaml", |text| function("parseyaml", text)),
    ("hiera-config", |text| Folder::new(&["lookup", "--environment", ".", "a"]).with("hiera.yaml", text)),
    ("validate", |text| {
        Folder::new(&["validate", "."])
            .with("data/common.yaml", text.clone())
            .with("hiera.yaml", text)
            .with("site.pp", "notice(1)\n")
    }),
];

const JSON_READERS: &[Reader] = &[
    ("lookup", |text| environment(&["lookup", "--environment", ".", "a"], "json", "json_data", text)),
    ("class", |text| environment(&["compile", "--environment", "."], "json", "json_data", text)),
    ("facts", |text| {
        Folder::new(&["compile", "--facts", "f.json", "site.pp"])
            .with("f.json", text)
            .with("site.pp", "notice($facts)\n")
    }),
    ("parsejson", |text| function("parsejson", text)),
    ("heredoc", |text| {
        Folder::new(&["eval", "site.pp"]).with("site.pp", format!("$x = @(END:json)\n{text}\n| END\n"))
    }),
    ("metadata", |text| {
        Folder::new(&["compile", "--modulepath", "modules", "site.pp"])
            .with("modules/m/metadata.json", text)
            .with("modules/m/manifests/init.pp", "class m { }\n")
            .with("site.pp", "include m\n")
    }),
];

const HOCON_READERS: &[Reader] = &[
    ("lookup", |text| environment(&["lookup", "--environment", ".", "a"], "conf", "hocon_data", text)),
    ("class", |text| environment(&["compile", "--environment", "."], "conf", "hocon_data", text)),
    ("parsehocon", |text| function("parsehocon", text)),
];

/// An environment whose class takes a parameter from the data.
fn environment(arguments: &[&'static str], ending: &str, function: &str, text: String) -> Folder {
    let config = format!(
        "version: 5\nhierarchy:\n  - name: a\n    data_hash: {function}\n    path: common.{ending}\n"
    );
    let text = text + "\n";
    Folder::new(arguments)
        .with("hiera.yaml", config)
        .with(&format!("data/common.{ending}"), text)
        .with("manifests/site.pp", "class c($x = lookup('a')) { notify { 'a': message => $x } }\ninclude c\n")
}

/// A function that parses the content of a module's file.
fn function(name: &str, text: String) -> Folder {
    let code = format!("notice({name}(file('m/text')))\n");
    Folder::new(&["compile", "--modulepath", "modules", "site.pp"])
        .with("modules/m/files/text", text)
        .with("site.pp", code)
        .with_stdlib()
}
