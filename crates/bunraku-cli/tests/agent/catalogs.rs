//! An agent gets the same catalog that `bunraku compile` prints.
//!
//! The environment is that of the examples, or the one `BUNRAKU_ENVIRONMENT` names, which must have a folder `facts`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use bunraku::formats::json::to_json;
use bunraku::pcore::Value;
use bunraku_ca::tls::HostFiles;
use bunraku_ca::{Authority, CaSettings, KeyKind};

use crate::stage::{Stage, scratch, write};

/// The members that differ between any two catalogs.
const OWN: [&str; 2] = ["version", "catalog_uuid"];

#[test]
fn catalogs_are_the_same_over_the_wire() {
    let environment = std::env::var_os("BUNRAKU_ENVIRONMENT").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/control-repo"),
        PathBuf::from,
    );
    let folder = scratch("catalogs");
    let own = folder.join("server/environments/production");
    fs::create_dir_all(own.parent().unwrap()).unwrap();
    std::os::unix::fs::symlink(environment.canonicalize().unwrap(), &own).unwrap();
    write(&folder.join("server/puppet.conf"), "[main]\nstrict = warning\nstrict_variables = false\n");

    let compiled = folder.join("compiled");
    let output = Command::new(env!("CARGO_BIN_EXE_bunraku"))
        .args(["compile", "--strict", "warning", "--strict-variables", "false", "--environment"])
        .arg(&own)
        .arg("--nodes-from")
        .arg(own.join("facts"))
        .arg("--output")
        .arg(&compiled)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));

    // Nor does `compile` collect what nodes export unless it is given a store.
    let stage = Stage::serve(folder, &["--max-seconds", "600", "--store", "none"]);
    let ssl = stage.folder.join("server/ssl");
    let authority = Authority::open(CaSettings::new(stage.folder.join("server/ca"), ssl.clone())).unwrap();
    let mut nodes = 0;
    for entry in fs::read_dir(own.join("facts")).unwrap() {
        let path = entry.unwrap().path();
        let node = path.file_stem().unwrap().to_str().unwrap();
        let made = authority.generate(node, &[], false, KeyKind::P256, None).unwrap();
        let files = HostFiles::below(&ssl, node);
        write(&files.certificate, &made.certificate);
        write(&files.private_key, &made.private_key);
        let facts = bunraku::Facts::parse(node, &fs::read_to_string(&path).unwrap()).unwrap();
        let sent = Value::hash([
            (Value::str("name"), Value::str(node)),
            (Value::str("values"), Value::Hash(facts.values)),
        ]);
        let form = format!(
            "environment=production&facts_format=application%2Fjson&facts={}",
            escaped(&escaped(&to_json(&sent)))
        );
        let path = format!("/puppet/v3/catalog/{node}?environment=production");
        let answer = stage.ask(&files, "POST", &path, "application/x-www-form-urlencoded", form.as_bytes());
        assert_eq!(answer.status, 200, "{node}: {}", answer.summary());
        let expected = fs::read_to_string(compiled.join(format!("{node}.json"))).unwrap();
        let (found, expected) = (catalog(&String::from_utf8(answer.body).unwrap()), catalog(&expected));
        for (name, value) in &expected {
            let other = &found[name];
            assert!(other == value, "`{name}` of {node} differs: {}", first_difference(value, other));
        }
        assert_eq!(found.len(), expected.len(), "{node}");
        nodes += 1;
    }
    assert!(nodes >= 3, "{nodes} nodes");
    println!("{nodes} catalogs are the same");
}

/// The first elements of two lists that differ, or the values themselves.
fn first_difference(expected: &serde_json::Value, found: &serde_json::Value) -> String {
    let elements =
        |value: &serde_json::Value| value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
    let mut pairs = elements(expected).into_iter().zip(elements(found));
    match pairs.find(|(expected, found)| expected != found) {
        Some((expected, found)) => format!("expected {expected}, got {found}"),
        None => "one has more elements".to_owned(),
    }
}

fn catalog(text: &str) -> serde_json::Map<String, serde_json::Value> {
    let mut catalog: serde_json::Map<String, serde_json::Value> = serde_json::from_str(text).unwrap();
    catalog.retain(|name, _| !OWN.contains(&name.as_str()));
    catalog
}

fn escaped(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}
