//! Checks that a registry would accept the manifests of the crates.

#![allow(clippy::disallowed_methods, reason = "tests read the files that they are about")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by it")]

use std::fs;
use std::path::{Path, PathBuf};

/// The required keys of a manifest.
const KEYS: [&str; 10] = [
    "description = \"",
    "version.workspace = true",
    "edition.workspace = true",
    "rust-version.workspace = true",
    "license.workspace = true",
    "repository.workspace = true",
    "readme.workspace = true",
    "keywords.workspace = true",
    "categories",
    "[package.metadata.docs.rs]",
];

#[test]
fn manifests_say_what_a_registry_wants_to_know() {
    let license = read(&root().join("LICENSE"));
    let mut published = 0;
    for folder in crates() {
        let manifest = read(&folder.join("Cargo.toml"));
        if is_private(&manifest) {
            continue;
        }
        published += 1;
        for key in KEYS {
            let found = manifest.lines().any(|line| line.starts_with(key));
            assert!(found, "{} lacks `{key}`", folder.join("Cargo.toml").display());
        }
        let beside = read(&folder.join("LICENSE"));
        // Where links are not supported, a checkout has files that contain the targets.
        assert!(beside == license || beside == "../../LICENSE", "{} has another licence", folder.display());
    }
    assert!(published > 30, "the crates are found");
}

#[test]
fn crates_name_each_other_with_the_version_of_all() {
    let workspace = read(&root().join("Cargo.toml"));
    let version = format!("version = \"{}\"", env!("CARGO_PKG_VERSION"));
    let mut seen = 0;
    for line in workspace.lines().filter(|line| line.contains("{ path = \"crates/")) {
        let name = line.split(' ').next().unwrap();
        let private = is_private(&read(&root().join("crates").join(name).join("Cargo.toml")));
        assert_eq!(
            line.contains(&version),
            !private,
            "{line}: a version belongs to crates that are published"
        );
        seen += 1;
    }
    assert!(seen > 30, "the dependencies are found");
}

fn is_private(manifest: &str) -> bool {
    manifest.lines().any(|line| line == "publish = false")
}

fn crates() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("crates")).unwrap();
    entries.map(|entry| entry.unwrap().path()).filter(|folder| folder.join("Cargo.toml").exists()).collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}
