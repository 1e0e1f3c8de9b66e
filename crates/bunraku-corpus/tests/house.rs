//! House rules that no compiler checks: the layering of the crates, and a few rules of style.
//!
//! The layers are read from `ARCHITECTURE.md`, so the document and the manifests cannot diverge.

#![allow(clippy::disallowed_methods, reason = "tests read the files that they are about")]
#![expect(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by it")]

mod files;
#[path = "house/manifest.rs"]
mod manifest;

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use files::{entries, read, root};
use manifest::Manifest;

/// A longer file of code does more than one thing.
const LONGEST: usize = 600;

/// The files that work on values whose type is only known at run time, and why each of them has to.
const DYNAMIC: &[(&str, &str)] = &[
    ("bunraku-cli/src/bug.rs", "a panic carries what it was given"),
    (
        "bunraku-compiler/src/ruby/error.rs",
        "an error of the compiler passes through Ruby code, which knows no compiler",
    ),
    ("bunraku-eval/src/sequence.rs", ITERATORS),
    ("bunraku-pcore/src/values/iter.rs", ITERATORS),
    ("bunraku-ruby-puppet/src/host.rs", "an error of the host passes through Ruby code"),
    ("bunraku-ruby-puppet/src/value.rs", FOREIGN),
    ("bunraku-ruby/src/core/digest.rs", STATE),
    ("bunraku-ruby/src/core/random.rs", STATE),
    ("bunraku-ruby/src/core/walk.rs", STATE),
    ("bunraku-ruby/src/exception.rs", "an error of the host passes through Ruby code"),
    ("bunraku-ruby/src/unwind.rs", "an error of the host passes through Ruby code"),
    ("bunraku-ruby/src/value/foreign.rs", FOREIGN),
    ("bunraku-ruby/src/value/object.rs", STATE),
    ("bunraku-store/src/postgres/failure.rs", IN_ERRORS),
    ("bunraku-world/src/file.rs", IN_ERRORS),
    ("bunraku-world/src/refused.rs", IN_ERRORS),
];
const IN_ERRORS: &str = "an error of input and output carries its reason as any error";
const ITERATORS: &str = "the values of the language hold iterators that the evaluator makes";
const FOREIGN: &str = "values of a host inside of Ruby code";
const STATE: &str = "objects of Ruby's classes that have a state in Rust";

#[test]
fn every_crate_has_a_place_in_the_layers() {
    let layers = layers();
    let crates = crates();
    for krate in &crates {
        let name = &krate.name;
        assert!(layers.contains(name), "{name} is missing in the list of layers in ARCHITECTURE.md");
    }
    for (at, name) in layers.iter().enumerate() {
        assert!(
            crates.iter().any(|krate| krate.name == *name),
            "ARCHITECTURE.md has a layer for {name}: no such crate"
        );
        assert!(!layers[..at].contains(name), "{name} stands twice in the list of layers in ARCHITECTURE.md");
    }
}

#[test]
fn crates_depend_on_crates_above_them() {
    let layers = layers();
    let place = |name: &str| layers.iter().position(|layer| layer == name);
    none(crates().iter().flat_map(|krate| {
        let lower =
            krate.dependencies.iter().filter(|on| place(on).is_some() && place(on) >= place(&krate.name));
        lower.map(|on| {
            format!(
                "{} depends on {on}, which does not stand above it: \
                 a crate depends only on crates above it in the list of layers in ARCHITECTURE.md",
                krate.name
            )
        })
    }));
}

#[test]
fn programs_use_the_facade() {
    let layers = layers();
    let place = |name: &str| layers.iter().position(|layer| layer == name);
    let programs = ["bunraku-server", "bunraku-cli", "bunraku-wasm"];
    let crates = crates();
    let programs = crates.iter().filter(|krate| programs.contains(&&*krate.name));
    none(programs.flat_map(|krate| {
        let below =
            krate.dependencies.iter().filter(|on| place(on).is_some() && place(on) < place("bunraku"));
        below.map(|on| format!("{} depends on {on}: it uses the facade `bunraku` instead", krate.name))
    }));
}

#[test]
fn the_tests_of_crates_make_no_cycles() {
    let crates = crates();
    let by_name: HashMap<&str, &Manifest> = crates.iter().map(|krate| (&*krate.name, krate)).collect();
    let leads_back = |from: &str, to: &str| {
        let (mut seen, mut next) = (vec![from], vec![from]);
        while let Some(name) = next.pop() {
            if name == to {
                return true;
            }
            let Some(krate) = by_name.get(name) else { continue };
            for on in krate.dependencies.iter().chain(&krate.dev_dependencies) {
                if !seen.contains(&&**on) {
                    seen.push(on);
                    next.push(on);
                }
            }
        }
        false
    };
    none(crates.iter().flat_map(|krate| {
        let back = krate.dev_dependencies.iter().filter(|on| leads_back(on, &krate.name));
        back.map(|on| {
            format!("the tests of {} use {on}, which depends on it: no cycles, tests included", krate.name)
        })
    }));
}

#[test]
fn the_parser_needs_nothing_from_outside() {
    let crates = crates();
    let inside = |name: &String| crates.iter().any(|krate| krate.name == *name);
    let syntax =
        crates.iter().find(|krate| krate.name == "bunraku-syntax").expect("bunraku-syntax is a crate");
    let mut all: Vec<&Manifest> = vec![syntax];
    let mut at = 0;
    while let Some(krate) = all.get(at) {
        let below = crates.iter().filter(|other| krate.dependencies.contains(&other.name));
        let new: Vec<_> = below.filter(|other| all.iter().all(|known| known.name != other.name)).collect();
        all.extend(new);
        at += 1;
    }
    none(all.iter().flat_map(|krate| {
        let outside = krate.dependencies.iter().filter(|on| !inside(on));
        outside.map(|on| {
            format!(
                "{} depends on {on}: bunraku-syntax needs nothing from outside of the workspace",
                krate.name
            )
        })
    }));
}

#[test]
fn crates_use_what_they_depend_on() {
    // The name of a library is that of its package, but for one.
    let library =
        |package: &str| if package == "md-5" { "md5".to_owned() } else { package.replace('-', "_") };
    none(crates().iter().flat_map(|krate| {
        let code = code_of(&krate.folder, &["src", "build.rs"]);
        let tests = code_of(&krate.folder, &["src", "tests", "benches", "examples"]);
        let unused = |names: &[String], code: &str| -> Vec<String> {
            names.iter().filter(|on| !mentions(code, &library(on))).cloned().collect()
        };
        let (plain, dev) = (unused(&krate.dependencies, &code), unused(&krate.dev_dependencies, &tests));
        let sentence = |on| {
            format!("{} depends on {on}, but does not use it: remove it from its Cargo.toml", krate.name)
        };
        plain.into_iter().chain(dev).map(sentence).collect::<Vec<_>>()
    }));
}

#[test]
fn crates_introduce_themselves() {
    none(crates().iter().filter_map(|krate| {
        let roots = ["src/lib.rs", "src/main.rs"].map(|name| krate.folder.join(name));
        let silent = roots.iter().find(|root| root.exists() && !read(root).starts_with("//! "))?;
        Some(format!(
            "{} does not begin with a paragraph of `//!` that says what the crate is",
            silent.display()
        ))
    }));
}

#[test]
fn doors_name_what_they_offer() {
    none(crates().iter().filter_map(|krate| {
        let door = krate.folder.join("src/lib.rs");
        let code = door.exists().then(|| without_comments(&read(&door)))?;
        let everything = code.lines().find(|line| line.starts_with("pub use ") && line.contains('*'))?;
        Some(format!("{} has `{everything}`: name what the crate offers", door.display()))
    }));
}

#[test]
fn documents_name_what_there_is() {
    let code = code_of(&root().join("crates"), &["."]);
    let mut files: Vec<String> = Vec::new();
    collect(&root().join("crates"), &mut files);
    let wrong =
        ["ARCHITECTURE.md", "docs/security.md"].map(|document| missing_names(document, &code, &files));
    none(wrong.into_iter().flatten());
}

/// The files and types that a document names and that do not exist.
fn missing_names(document: &str, code: &str, files: &[String]) -> Vec<String> {
    let text = read(&root().join(document));
    let quoted = text.split('`').skip(1).step_by(2);
    let is_code = |c: char| c.is_ascii_alphanumeric() || "_-:./*#".contains(c);
    let names = quoted.filter(|name| name.chars().all(is_code) && !name.contains("NAME"));
    let missing = names.filter_map(|name| {
        let exists = match name.rsplit_once('.') {
            Some((_, "rs" | "rb")) => {
                let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
                let fits = |path: &&String| match file {
                    "*.rs" | "*.rb" => path.contains(&format!("/{folder}/")),
                    _ => path.ends_with(&format!("/{name}")),
                };
                files.iter().any(|path| fits(&path))
            }
            _ => name
                .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                .filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase()))
                .all(|word| mentions(code, word)),
        };
        (!exists).then(|| format!("{document} names `{name}`, which does not exist"))
    });
    missing.collect()
}

#[test]
fn libraries_print_nothing() {
    // Clippy's ban on standard output does not reach into the macros.
    let printed = ["println!(", "print!(", "dbg!("];
    let libraries = crates();
    let libraries = libraries.iter().filter(|krate| !["bunraku-cli", "xtask"].contains(&&*krate.name));
    none(libraries.flat_map(|krate| rust_files(&krate.folder.join("src"))).filter_map(|path| {
        let code = without_comments(&read(&path));
        let found = printed.iter().find(|name| code.contains(**name))?;
        Some(format!("{} has `{found}...)`: what is shown is up to the embedder", path.display()))
    }));
}

#[test]
fn lints_are_allowed_for_a_reason() {
    let files = crates();
    let files = files.iter().flat_map(|krate| rust_files(&krate.folder));
    none(files.flat_map(|path| {
        let code = without_comments(&read(&path));
        let attributes = ["allow", "expect"].map(|word| format!("[{word}("));
        let silent = attributes.iter().flat_map(|start| code.split(start).skip(1)).filter(|rest| {
            let attribute = rest.split(")]").next().unwrap_or_default();
            !attribute.contains("reason = ")
        });
        silent.map(|_| format!("{} allows a lint without a reason", path.display())).collect::<Vec<_>>()
    }));
}

#[test]
fn files_hold_one_thought() {
    let crates = crates();
    let files = crates.iter().flat_map(|krate| rust_files(&krate.folder));
    none(files.filter_map(|path| {
        let lines = read(&path).lines().count();
        (lines > LONGEST).then(|| format!("{} has {lines} lines: more than {LONGEST}", path.display()))
    }));
}

#[test]
fn types_are_known_when_code_is_compiled() {
    let root = root().join("crates");
    let dynamic: Vec<String> = sources()
        .iter()
        .filter(|path| path.starts_with(&root))
        .filter(|path| {
            let code = without_comments(&read(path));
            code.contains("dyn Any") || code.contains(".downcast")
        })
        .map(|path| path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/"))
        .collect();
    let new = dynamic.iter().filter(|path| DYNAMIC.iter().all(|(known, _)| known != path));
    let new = new.map(|path| format!("{path} has `dyn Any` or `downcast`, but no reason for it in house.rs"));
    let gone = DYNAMIC.iter().filter(|(known, _)| dynamic.iter().all(|path| path != known));
    let gone =
        gone.map(|(path, _)| format!("{path} does without `dyn Any`: take it off the list in house.rs"));
    none(new.chain(gone));
}

/// Fails with everything that was found wrong, one finding per line.
fn none(wrong: impl IntoIterator<Item = String>) {
    let wrong: Vec<String> = wrong.into_iter().collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The names of the crates, ordered by layer.
fn layers() -> Vec<String> {
    let document = read(&root().join("ARCHITECTURE.md"));
    let block = document.split_once("```layers\n").and_then(|(_, rest)| rest.split_once("```"));
    let (block, _) = block.expect("ARCHITECTURE.md has a block of layers");
    block.lines().flat_map(|line| line.split_whitespace().skip(1)).map(str::to_owned).collect()
}

fn crates() -> Vec<Manifest> {
    let mut folders: Vec<PathBuf> = entries(&root().join("crates"));
    folders.push(root().join("xtask"));
    folders.retain(|folder| folder.join("Cargo.toml").exists());
    assert!(folders.len() > 20, "the crates are found");
    folders.into_iter().map(|folder| Manifest::parse(&read(&folder.join("Cargo.toml")), folder)).collect()
}

/// The Rust files in the `src` folders of all crates.
fn sources() -> Vec<PathBuf> {
    let files: Vec<PathBuf> =
        crates().iter().flat_map(|krate| rust_files(&krate.folder.join("src"))).collect();
    assert!(files.len() > 100, "the code is found");
    files
}

fn code_of(folder: &Path, parts: &[&str]) -> String {
    let files = parts.iter().flat_map(|part| rust_files(&folder.join(part)));
    files.map(|path| without_comments(&read(&path))).collect()
}

/// The paths of all files below a folder.
fn collect(folder: &Path, files: &mut Vec<String>) {
    for path in entries(folder) {
        match path.is_dir() {
            true => collect(&path, files),
            false => files.push(path.to_string_lossy().replace('\\', "/")),
        }
    }
}

fn rust_files(path: &Path) -> Vec<PathBuf> {
    if path.is_dir() {
        return entries(path).iter().flat_map(|path| rust_files(path)).collect();
    }
    if path.is_file() && path.extension().is_some_and(|extension| extension == "rs") {
        return vec![path.to_owned()];
    }
    Vec::new()
}

/// The code without comment lines, so that mentioning a crate in a comment is not a use.
fn without_comments(code: &str) -> String {
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Whether the code contains the whole word: `bunraku_ruby_puppet` does not mention `bunraku_ruby`.
fn mentions(code: &str, word: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(word)
        .any(|(at, _)| !code[..at].ends_with(inside) && !code[at + word.len()..].starts_with(inside))
}
