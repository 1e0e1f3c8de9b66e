//! The fact sets of FacterDB, if it is installed.
//!
//! FacterDB has hundreds of files, of which a suite needs a few: what a set is chosen by is found without reading the rest of it.

mod choice;
mod example;

use std::{path::Path, sync::OnceLock};

use bunraku::{
    formats::json,
    pcore::{Hash, Value},
    world::{FileKind, World, paths_below},
};

use crate::{Suite, questions::table};

pub(crate) use choice::newest;
pub(crate) use example::of_example;

/// The fact sets, each with its selection criteria.
#[derive(Default)]
pub(crate) struct FactSets {
    sets: Vec<FactSet>,
}

struct FactSet {
    /// The name, the release and the hardware of the system, from the fact `os`.
    name: Value,
    release: Value,
    hardware: Value,
    /// The version of Facter.
    version: Value,
    /// Whether it belongs to the gem simp-rspec-puppet-facts, which uses no others, and which no others use.
    simp: bool,
    json: String,
    /// All facts, once they are needed; `None` if the file is broken.
    facts: OnceLock<Option<Hash>>,
}

/// What the path of the facts of that gem has in it.
const SIMP: &str = "simp-rspec-puppet-facts";

/// `has_fact_sets`: whether there is a FacterDB.
pub(crate) fn exist(suite: &Suite) -> Value {
    Value::Bool(!suite.options.facterdb.is_empty())
}

/// `fact_sets`: the criteria of each set: the name, release and hardware of its system, and the version of Facter.
/// `undef` without FacterDB.
pub(crate) fn sets(suite: &Suite) -> Value {
    if suite.options.facterdb.is_empty() {
        return Value::Undef;
    }
    Value::array(all(suite).sets.iter().map(|set| {
        table([
            ("simp", Value::Bool(set.simp)),
            ("name", set.name.clone()),
            ("release", set.release.clone()),
            ("hardware", set.hardware.clone()),
            ("version", set.version.clone()),
        ])
    }))
}

/// `fact_set(number)`: all facts of a set; `undef` if they cannot be read.
pub(crate) fn set(suite: &Suite, args: &[Value]) -> Value {
    let number = match args.first() {
        Some(Value::Int(number)) => usize::try_from(*number).ok(),
        _ => None,
    };
    let set = number.and_then(|number| all(suite).sets.get(number));
    let facts = set.and_then(|set| set.facts.get_or_init(|| hash(&set.json)).as_ref());
    facts.map_or(Value::Undef, |facts| Value::Hash(facts.clone()))
}

fn all(suite: &Suite) -> &FactSets {
    suite.facts.get_or_init(|| {
        let mut sets = FactSets::default();
        for folder in &suite.options.facterdb {
            read(&*suite.world, folder, &mut sets);
        }
        sets
    })
}

fn read(world: &dyn World, folder: &Path, sets: &mut FactSets) {
    for path in paths_below(world, folder, ".facts") {
        if let Ok(bytes) = world.read(&path, FileKind::Data) {
            let simp = path.components().any(|part| part.as_os_str().to_string_lossy().contains(SIMP));
            let json = String::from_utf8(bytes)
                .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
            let [os, version] = json::members(&json, ["os", "facterversion"]);
            let [name, release, hardware] = json::members(os.unwrap_or(""), ["name", "release", "hardware"]);
            let [release] = json::members(release.unwrap_or(""), ["full"]);
            let [name, release, hardware, version] = [name, release, hardware, version].map(value);
            sets.sets.push(FactSet { name, release, hardware, version, simp, json, facts: OnceLock::new() });
        }
    }
}

fn hash(text: &str) -> Option<Hash> {
    match json::read(text).ok()?.value {
        Value::Hash(hash) => Some(hash),
        _ => None,
    }
}

/// The value of a member, if it is there.
fn value(text: Option<&str>) -> Value {
    text.and_then(|text| json::read(text).ok()).map_or(Value::Undef, |json| json.value)
}
