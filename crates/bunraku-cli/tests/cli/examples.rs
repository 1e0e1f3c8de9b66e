//! The control repository in `examples` compiles to the same catalogs as with Puppet 8.11.
//!
//! Those catalogs are in `tests/examples`. They were compiled with the secrets in plain text, because Puppet needs a
//! module to decrypt them.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const NODES: [&str; 3] = ["web01.example.com", "db01.example.com", "win01.example.com"];

fn control_repo() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/control-repo").canonicalize().unwrap()
}

/// Runs the command in the control repository.
fn run(args: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_bunraku")).args(args).current_dir(control_repo()).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_catalogs_are_those_of_puppet() {
    let folder = format!("{}/", control_repo().display());
    for node in NODES {
        let mut catalog: Value =
            serde_json::from_str(&run(&["compile", "--node", node, "--facts", "facts"])).unwrap();
        let members = catalog.as_object_mut().unwrap();
        ["version", "code_id", "catalog_uuid", "catalog_format"]
            .iter()
            .for_each(|name| drop(members.remove(*name)));
        for resource in catalog["resources"].as_array_mut().unwrap() {
            if let Some(file) = resource["file"].as_str() {
                resource["file"] = file.replace(&folder, "").into();
            }
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/examples/{node}.json"));
        let expected: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let (ours, theirs) = (&catalog["resources"], &expected["resources"]);
        for (ours, theirs) in ours.as_array().unwrap().iter().zip(theirs.as_array().unwrap()) {
            assert_eq!(ours, theirs, "{node}");
        }
        assert_eq!(catalog, expected, "{node}");
    }
}

#[test]
fn everything_in_it_is_valid_formatted_and_clean() {
    let checked = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_bunraku"))
            .args(args)
            .current_dir(control_repo())
            .output()
            .unwrap();
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stdout));
    };
    checked(&["validate", "."]);
    checked(&["fmt", "--check", "."]);
    checked(&["lint", "--fail-on-warnings", "."]);
    checked(&["lookup", "--all-keys"]);
}

#[test]
fn secrets_are_encrypted_in_the_data() {
    let value = run(&["lookup", "--node", "db01.example.com", "--facts", "facts", "profile::base::admins"]);
    assert!(value.contains("comment: Rear admiral"), "{value}");
    let data = std::fs::read_to_string(control_repo().join("data/secrets.eyaml")).unwrap();
    assert!(data.contains("ENC[PKCS7,") && !data.contains("admiral"));
}
