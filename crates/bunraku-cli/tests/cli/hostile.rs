//! A selection of the hostile programs, each in a separate process. `cargo xtask hostile` runs all of them.

use std::{env, fs, path::Path, process};

use bunraku_corpus::hostile::{
    self, Folder,
    run::{limits, run},
    shape::MANIFESTS,
    text::{HOCON, JSON, YAML},
};

/// Too deep for everything that recurses, yet small enough for every test.
const SIZE: usize = 1_000;

/// Runs folders one after the other. None may fail.
fn all(name: &str, folders: impl Iterator<Item = (String, Folder)>) {
    let bunraku = Path::new(env!("CARGO_BIN_EXE_bunraku"));
    let limits = limits(bunraku).unwrap();
    let mut wrong = Vec::new();
    for (number, (shape, folder)) in folders.enumerate() {
        let at = env::temp_dir().join(format!("bunraku-{name}-{}-{number}", process::id()));
        fs::create_dir_all(&at).unwrap();
        let outcome = run(bunraku, &limits, &folder, &at).unwrap();
        fs::remove_dir_all(&at).unwrap();
        wrong.extend(outcome.failure().map(|failure| format!("{shape} {failure}: {}", outcome.messages)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn manifests_of_many_shapes_end() {
    all(
        "shapes",
        MANIFESTS.iter().step_by(2).map(|(name, text)| {
            let files = vec![("site.pp".to_owned(), text(SIZE))];
            ((*name).to_owned(), Folder { files, arguments: vec!["compile", "site.pp"], ..Folder::default() })
        }),
    );
}

#[test]
fn data_of_every_shape_ends() {
    let files = [("f.yaml", YAML), ("f.json", JSON)].into_iter();
    let facts = files.flat_map(|(file, shapes)| shapes.iter().map(move |shape| (file, shape)));
    all(
        "facts",
        facts.map(|(file, (name, text))| {
            let files = vec![(file.to_owned(), text(SIZE))];
            let arguments = vec!["eval", "--facts", file, "-e", "$facts.length"];
            (format!("{file} {name}"), Folder { files, arguments, ..Folder::default() })
        }),
    );
    all(
        "hocon",
        HOCON.iter().map(|(name, text)| {
            let config = "{version: 5, hierarchy: [{name: a, data_hash: hocon_data, path: a.conf}]}";
            let files =
                vec![("hiera.yaml".to_owned(), config.to_owned()), ("data/a.conf".to_owned(), text(SIZE))];
            let arguments = vec!["lookup", "--environment", ".", "a"];
            ((*name).to_owned(), Folder { files, arguments, ..Folder::default() })
        }),
    );
}

#[test]
fn types_that_refer_to_themselves_end() {
    generated("rings", &["types/ring-optional/", "types/object-itself/", "types/object-ring/"]);
}

#[test]
fn links_to_devices_and_to_the_kernel_end() {
    generated("links", &["place/zero/", "place/memory/", "place/standard-input/"]);
}

#[test]
fn products_of_resources_end() {
    generated("products", &["catalog/plain/arrow-", "catalog-alone/tags-"]);
}

#[test]
fn what_makes_much_of_little_ends() {
    let programs = [
        "trick/gsub-named/",
        "trick/json-number/",
        "trick/number-written/",
        "feature/hash-tree-path/",
        "feature/integer-new/",
        "feature/reverse-step/",
        "feature/regsubst-groups/",
        "feature/string-separator/",
        "feature/timestamp-formats/",
        "input-enc/classes-same/",
    ];
    generated("little", &programs);
}

#[test]
fn nests_of_ruby_code_end() {
    generated("nests", &["nest/begin/", "nest/call-words/", "nest/heredoc/", "nest/lambda/", "nest/minus/"]);
}

/// Runs the generated programs whose names start with one of these prefixes.
fn generated(name: &str, beginnings: &[&str]) {
    let programs = hostile::all();
    let chosen: Vec<_> = programs
        .iter()
        .filter(|program| beginnings.iter().any(|beginning| program.name.starts_with(beginning)))
        .collect();
    assert!(chosen.len() >= beginnings.len(), "{}", chosen.len());
    all(name, chosen.into_iter().map(|program| (program.name.clone(), program.folder())));
}
