//! Checks that the CI workflows can be parsed and that what they run exists.

#![allow(clippy::disallowed_methods, reason = "tests read the files that they are about")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by it")]

use std::fs;
use std::path::Path;

use bunraku_formats::yaml;
use bunraku_pcore::Value;

const FILES: [&str; 3] = [".github/workflows/ci.yml", ".github/workflows/release.yml", ".gitlab-ci.yml"];

/// Cargo subcommands that need nothing installed, and the aliases in `.cargo/config.toml`.
const CARGO: [&str; 7] = ["build", "clippy", "fmt", "install", "publish", "test", "xtask"];

#[test]
fn commands_exist() {
    let tools = read("xtask/src/main.rs");
    let mut checked = 0;
    for (file, command) in commands() {
        let words: Vec<&str> = command.split_whitespace().collect();
        for pair in words.windows(3).filter(|words| words[0] == "cargo") {
            assert!(CARGO.contains(&pair[1]), "{file} runs `cargo {}`", pair[1]);
            if pair[1] == "xtask" {
                let arm = format!("\"{}\" => ", pair[2]);
                assert!(tools.contains(&arm), "{file} runs `cargo xtask {}`: no such tool", pair[2]);
                checked += 1;
            }
        }
        for path in words.iter().filter(|word| word.starts_with("packaging/")) {
            assert!(root().join(path).exists(), "{file} names {path}, which does not exist");
            checked += 1;
        }
    }
    assert!(checked > 10, "the commands are found: {checked}");
}

/// Each action is pinned to a version, so that it does not change unexpectedly.
#[test]
fn actions_have_versions() {
    let mut found = 0;
    for file in FILES {
        walk(&parse(file), &mut |key, text| {
            if key == "uses" {
                let version = text.split_once('@').map(|(_, version)| version).unwrap_or_default();
                let rest = version.strip_prefix('v');
                assert!(
                    rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())),
                    "{file} uses {text}"
                );
                found += 1;
            }
            if key == "image" {
                assert!(
                    !text.ends_with(":latest") && text.contains(['-', ':']),
                    "{file} uses the image {text}"
                );
            }
        });
    }
    assert!(found > 5, "the actions are found: {found}");
}

#[test]
fn no_secret_is_needed() {
    for file in FILES {
        let text = read(file);
        assert!(!text.contains("secrets."), "{file} needs a secret");
    }
}

/// Linux on two architectures with both C libraries, macOS and Windows.
#[test]
fn every_system_is_tested_and_released() {
    for file in &FILES[..2] {
        let text = read(file);
        for target in [
            "x86_64-unknown-linux-gnu",
            "aarch64-unknown-linux-gnu",
            "x86_64-unknown-linux-musl",
            "aarch64-unknown-linux-musl",
            "aarch64-apple-darwin",
            "x86_64-pc-windows-msvc",
        ] {
            assert!(text.contains(&format!("target: {target} }}")), "{file} leaves {target} out");
        }
    }
}

/// The jobs that others wait for exist, and the oldest Rust is that of the manifest.
#[test]
fn names_agree() {
    for file in &FILES[..2] {
        let Value::Hash(workflow) = parse(file) else { panic!("{file} is not a hash") };
        let Some(Value::Hash(jobs)) = workflow.get_str("jobs") else { panic!("{file} has no jobs") };
        for (_, job) in jobs.iter() {
            let Value::Hash(job) = job else { panic!("a job of {file} is not a hash") };
            assert!(job.get_str("runs-on").is_some() && job.get_str("steps").is_some(), "{file}");
            if let Some(Value::Str(needed)) = job.get_str("needs") {
                assert!(jobs.get_str(needed).is_some(), "{file}: no job {needed}");
            }
        }
    }
    let oldest = format!("rustup toolchain install {} --profile", env!("CARGO_PKG_RUST_VERSION"));
    for file in [FILES[0], FILES[2]] {
        assert!(read(file).contains(&oldest), "{file} does not install {}", env!("CARGO_PKG_RUST_VERSION"));
    }
}

/// All commands, each with its file.
fn commands() -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    for file in FILES {
        walk(&parse(file), &mut |key, text| {
            if ["run", "script", "before_script"].contains(&key) {
                // A final word, so that commands can be inspected in groups of words.
                found.push((file, format!("{text} ;")));
            }
        });
    }
    found
}

/// Calls `see` for each string, with the key of the mapping that contains it or its list.
fn walk(value: &Value, see: &mut dyn FnMut(&str, &str)) {
    if let Value::Hash(hash) = value {
        for (key, value) in hash.iter() {
            let key = if let Value::Str(key) = key { key.as_str() } else { "" };
            match value {
                Value::Str(text) => see(key, text),
                Value::Array(list) => list.iter().for_each(|value| match value {
                    Value::Str(text) => see(key, text),
                    other => walk(other, see),
                }),
                other => walk(other, see),
            }
        }
    }
}

fn parse(file: &str) -> Value {
    let document = yaml::read(&read(file)).unwrap_or_else(|error| panic!("{file}: {error:?}"));
    assert!(document.flaw.is_none(), "{file}: {:?}", document.flaw);
    document.value
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}
