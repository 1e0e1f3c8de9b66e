//! The fact sets of FacterDB, if it is installed.

use std::path::Path;

use bunraku::{
    formats::json,
    pcore::{Hash, Value},
    world::{FileKind, World},
};

use crate::{Suite, questions::table};

/// The fact sets, each with its selection criteria.
#[derive(Default)]
pub(crate) struct FactSets {
    sets: Vec<Hash>,
}

/// How deeply the folders of facts may be nested.
const MAX_DEPTH: usize = 4;

/// `fact_sets`: the criteria of each set: the name, release and hardware of its system, and the version of Facter.
/// `undef` without FacterDB.
pub(crate) fn sets(suite: &Suite) -> Value {
    if suite.options.facterdb.is_empty() {
        return Value::Undef;
    }
    Value::array(all(suite).sets.iter().map(|facts| {
        table([
            ("name", dig(facts, &["os", "name"])),
            ("release", dig(facts, &["os", "release", "full"])),
            ("hardware", dig(facts, &["os", "hardware"])),
            ("version", dig(facts, &["facterversion"])),
        ])
    }))
}

/// `fact_set(number)`: all facts of a set.
pub(crate) fn set(suite: &Suite, args: &[Value]) -> Value {
    let number = match args.first() {
        Some(Value::Int(number)) => usize::try_from(*number).ok(),
        _ => None,
    };
    let facts = number.and_then(|number| all(suite).sets.get(number));
    facts.map_or(Value::Undef, |facts| Value::Hash(facts.clone()))
}

fn all(suite: &Suite) -> &FactSets {
    suite.facts.get_or_init(|| {
        let mut sets = FactSets::default();
        for folder in &suite.options.facterdb {
            read(&*suite.world, folder, 0, &mut sets);
        }
        sets
    })
}

fn read(world: &dyn World, folder: &Path, depth: usize, sets: &mut FactSets) {
    for entry in world.list(folder).unwrap_or_default() {
        let path = folder.join(&entry.name);
        if entry.folder {
            if depth < MAX_DEPTH {
                read(world, &path, depth + 1, sets);
            }
        } else if entry.name.ends_with(".facts")
            && let Ok(bytes) = world.read(&path, FileKind::Data)
            && let Ok(json) = json::read(&String::from_utf8_lossy(&bytes))
            && let Value::Hash(facts) = json.value
        {
            sets.sets.push(facts);
        }
    }
}

fn dig(facts: &Hash, path: &[&str]) -> Value {
    let Some((first, rest)) = path.split_first() else { return Value::Undef };
    match (facts.get_str(first), rest.is_empty()) {
        (Some(value), true) => value.clone(),
        (Some(Value::Hash(inner)), false) => dig(inner, rest),
        _ => Value::Undef,
    }
}
