//! What holds for every file of data.

use std::sync::Arc;

use bunraku::{Facts, Program, Site};
use bunraku_edition::PUPPET8;
use bunraku_formats::{hocon, json, yaml};
use bunraku_hiera::Request;
use bunraku_loader::{Environment, Layout};
use bunraku_pcore::Value;
use bunraku_world::MemoryWorld;

use crate::evaluation::LIMITS;

/// A file is read the same with and without positions, and again when it is written as JSON, which is YAML, too.
pub(super) fn check_yaml(text: &str) -> Result<(), String> {
    let plain = yaml::read(text);
    match (&plain, yaml::read_with_positions(text)) {
        (Ok(plain), Ok(placed)) if plain.value == placed.value => {}
        (Err(_), Err(_)) => {}
        _ => return Err("positions change the value".to_owned()),
    }
    let Ok(document) = plain else { return Ok(()) };
    if document.flaw.is_some() {
        return Ok(());
    }
    if only_text_keys(&document.value) {
        let written = json::to_json(&document.value);
        json::read(&written).map_err(|error| format!("{written} cannot be read: {error:?}"))?;
    }
    Ok(())
}

/// Whether a value is one that JSON can hold.
fn only_text_keys(value: &Value) -> bool {
    match value {
        Value::Array(values) => values.iter().all(only_text_keys),
        Value::Hash(hash) => hash.iter().all(|(key, value)| key.as_str().is_some() && only_text_keys(value)),
        Value::Float(number) => number.is_finite(),
        _ => true,
    }
}

/// What is read is written and read again.
pub(super) fn check_json(text: &str) -> Result<(), String> {
    let Ok(read) = json::read(text) else { return Ok(()) };
    if !only_text_keys(&read.value) {
        return Ok(());
    }
    let written = json::to_json(&read.value);
    let again = json::read(&written).map_err(|error| format!("{written} cannot be read: {error:?}"))?;
    if again.value != read.value {
        return Err(format!("what is written is something else: {written}"));
    }
    Ok(())
}

/// A text is read in little time and memory.
pub(super) fn check_hocon(text: &str) -> Result<(), String> {
    let _ = hocon::read(text);
    Ok(())
}

/// All keys of a file with encrypted values are looked up.
pub(super) fn check_eyaml(text: &str) -> Result<(), String> {
    let config = "version: 5\nhierarchy:\n  - name: a\n    lookup_key: eyaml_lookup_key\n    path: a.eyaml\n    \
                  options: {pkcs7_private_key: /e/private.pem, pkcs7_public_key: /e/public.pem}\n";
    let world = MemoryWorld::new()
        .with("/e/hiera.yaml", config)
        .with("/e/private.pem", super::seeds::private_key())
        .with("/e/data/a.eyaml", text);
    let mut program = Program::new(&PUPPET8);
    program.limits = LIMITS;
    let layout = Layout { folder: Some("/e".into()), ..Layout::default() };
    let environment = Environment::open(Arc::new(world), &layout, program.language());
    let environment = environment.map_err(|_| "the environment cannot be opened".to_owned())?;
    let site = Site::new(environment, None);
    let Ok(mut data) = program.data(&site, false) else { return Ok(()) };
    for key in data.all_keys().unwrap_or_default().into_iter().take(20) {
        let _ = data.lookup(&Request::key(key.key.as_str()));
    }
    Ok(())
}

/// Facts of one node and of many.
pub(super) fn check_facts(text: &str) -> Result<(), String> {
    for name in ["facts.json", "facts.yaml"] {
        let facts = Facts::parse(name, text);
        let _ = Facts::parse_many(name, text);
        let Ok(facts) = facts else { continue };
        let mut program = Program::new(&PUPPET8);
        program.limits = LIMITS;
        program.facts = facts.values;
        program.evaluate(
            "fuzz.pp",
            "notice($facts, $kernel)\n$x = \"${facts}\"\nnotify { 'a': message => $facts }",
        );
    }
    Ok(())
}
