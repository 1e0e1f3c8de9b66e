//! Compares the table of built-in resource types with Puppet's definitions.

use std::path::Path;

use bunraku_resources::{ResourceType, TitleMapping};
use serde_json::Value;

use crate::{arguments::Arguments, puppet, ruby_process};

/// The script run by Ruby.
const SCRIPT: &str = include_str!("../ruby/types.rb");

/// Prints the differences. Types of modules that are not in the table are ignored.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    let modules = arguments
        .option("--modules")
        .ok_or("--modules DIR is missing: the folder with the *_core modules")?;
    let checkout = arguments.option("--puppet");
    arguments.done()?;
    let output = ruby_process::command(SCRIPT, checkout.as_deref().map(Path::new)).arg(modules).output();
    let output = output.map_err(|error| format!("ruby does not start: {error}"))?;
    let answer = puppet::value(&String::from_utf8_lossy(&output.stdout))
        .ok()
        .filter(Value::is_object)
        .ok_or_else(|| format!("Ruby fails:\n{}", String::from_utf8_lossy(&output.stderr)))?;
    let (mut same, mut missing, mut different) = (0, Vec::new(), 0);
    for ty in ResourceType::all() {
        let known = &answer["types"][&*ty.name];
        if known.is_null() {
            missing.push(&*ty.name);
            continue;
        }
        let differences = differences(ty, known);
        same += usize::from(differences.is_empty());
        different += usize::from(!differences.is_empty());
        differences.iter().for_each(|difference| println!("{}: {difference}", ty.name));
    }
    println!("{same} types are as Puppet {} has them, {different} are not", answer["version"]);
    if !missing.is_empty() {
        println!("not found by Puppet, so that nothing can be said: {}", missing.join(", "));
    }
    Ok(different == 0 && same > 0)
}

fn differences(ty: &ResourceType, known: &Value) -> Vec<String> {
    let texts = |part: &str| -> Vec<String> {
        let values = known[part].as_array().into_iter().flatten();
        values.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let mut found = Vec::new();
    let (wanted, got) = (texts("attributes"), &ty.attributes);
    found.extend(wanted.iter().filter(|name| !ty.has(name)).map(|name| format!("`{name}` is missing")));
    let extra = got.iter().filter(|name| !wanted.iter().any(|known| *known == ***name));
    found.extend(extra.map(|name| format!("`{name}` should not be there")));
    if texts("namevars") != ty.namevars {
        found.push(format!("the namevars are {}", known["namevars"]));
    }
    if known["isomorphic"] != ty.isomorphic {
        found.push(format!("isomorphic is {}", known["isomorphic"]));
    }
    let forms = known["titles"].as_array().map_or(0, Vec::len);
    let plain = known["titles"][0][0] == "(.*)";
    let agrees = match &ty.titles {
        TitleMapping::Whole => forms == 1 && plain,
        TitleMapping::Path => forms == 1 && !plain,
        TitleMapping::Patterns(patterns) => {
            let sources =
                patterns.iter().map(|form| form.pattern.as_ref().map_or("", |pattern| pattern.source()));
            sources.zip(0..).all(|(source, index)| known["titles"][index][0] == source)
                && patterns.len() == forms
        }
    };
    if !agrees {
        found.push(format!("the forms of titles are {}", known["titles"]));
    }
    found
}
