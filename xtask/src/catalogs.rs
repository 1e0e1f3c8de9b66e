//! Compares the catalogs of a real environment with those compiled by Puppet.
//!
//! Neither the environment nor Puppet's catalogs are part of this repository: both are folders given by the caller.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

use serde_json::Value;

use crate::{arguments::Arguments, puppet};

/// Modules of Debian's packages whose folder names are invalid in Puppet or belong to other modules.
const RENAMED: [(&str, &str); 2] = [("saz-rsyslog", "rsyslog"), ("mailalias", "mailalias_core")];

/// Builds the environment if requested, then compiles every node that has a golden catalog.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    let environment =
        arguments.option("--environment").map(PathBuf::from).ok_or("--environment DIR is missing")?;
    let golden = arguments.option("--golden").map(PathBuf::from).ok_or("--golden DIR is missing")?;
    let program = arguments.option("--bunraku").unwrap_or_else(|| "target/release/bunraku".to_owned());
    let show = arguments.number("--show")?.unwrap_or(5) as usize;
    if let Some(source) = arguments.option("--set-up-from") {
        set_up(Path::new(&source), &environment)?;
    }
    let mut wanted = Vec::new();
    while let Some(node) = arguments.next() {
        wanted.push(node);
    }
    let environment = fs::canonicalize(&environment).map_err(|error| at(&environment, &error))?;
    let (mut same, mut all) = (0, 0);
    for (node, path) in golden_catalogs(&golden)? {
        if !wanted.is_empty() && !wanted.iter().any(|prefix| node.starts_with(prefix.as_str())) {
            continue;
        }
        all += 1;
        same += usize::from(compare(&program, &environment, &node, &path, show)?);
    }
    println!("{same} of {all} catalogs are identical");
    Ok(all > 0 && same == all)
}

/// Copies an environment and adds the modules of Debian's packages `puppet-module-*`, under names Puppet accepts.
fn set_up(source: &Path, environment: &Path) -> Result<(), String> {
    let packages = Path::new("/usr/share/puppet/modules");
    if !packages.is_dir() {
        let found = Command::new("apt-cache").args(["search", "^puppet-module-"]).output();
        let found = found.map_err(|error| format!("apt-cache does not start: {error}"))?;
        let list = String::from_utf8_lossy(&found.stdout).into_owned();
        let names: Vec<&str> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
        puppet::install(&names)?;
    }
    copy(source, environment)?;
    let modules = environment.join("modules");
    let entries = fs::read_dir(packages).map_err(|error| at(packages, &error))?;
    for entry in entries {
        let entry = entry.map_err(|error| at(packages, &error))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let renamed = RENAMED.iter().find(|(old, _)| *old == name).map_or(name.as_str(), |(_, new)| new);
        let target = modules.join(renamed);
        if !target.exists() {
            copy(&entry.path(), &target)?;
        }
    }
    Ok(())
}

/// Copies a folder, replacing links by their targets.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    fs::create_dir_all(to).map_err(|error| at(to, &error))?;
    let status = Command::new("cp").args(["-rL", "--no-preserve=mode"]).arg(from.join(".")).arg(to).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        _ => Err(format!("cannot copy {} to {}", from.display(), to.display())),
    }
}

/// The nodes with a golden catalog, `NODE.json` or `NODE.json.gz`, sorted.
fn golden_catalogs(folder: &Path) -> Result<BTreeMap<String, PathBuf>, String> {
    let mut catalogs = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(|error| at(folder, &error))? {
        let path = entry.map_err(|error| at(folder, &error))?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let node = name.strip_suffix(".gz").unwrap_or(&name).strip_suffix(".json");
        catalogs.extend(node.map(|node| (node.to_owned(), path.clone())));
    }
    Ok(catalogs)
}

/// Compiles a node with the settings of its golden catalog and prints the differences.
fn compare(
    program: &str,
    environment: &Path,
    node: &str,
    golden: &Path,
    show: usize,
) -> Result<bool, String> {
    let expected = read(golden)?;
    let started = Instant::now();
    let output = Command::new(program)
        .args([
            "compile",
            "--environment-name",
            "production",
            "--strict",
            "warning",
            "--strict-variables",
            "false",
        ])
        .args(["--node", node, "--environment"])
        .arg(environment)
        .arg("--facts")
        .arg(environment.join(format!("facts/{node}.json")))
        .output()
        .map_err(|error| format!("{program} does not start: {error}"))?;
    let elapsed = started.elapsed().as_secs_f64();
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let error = text.find("error[").map_or(text.as_str(), |start| &text[start..]);
        println!("{node}: does not compile\n{}", error.trim_end());
        return Ok(false);
    }
    let found = puppet::value(&String::from_utf8_lossy(&output.stdout)).map_err(|error| error.to_string())?;
    let differences = differences(&expected, &found, environment);
    let resources = expected["resources"].as_array().map_or(0, Vec::len);
    if differences.is_empty() {
        println!("{node}: identical, {resources} resources, {elapsed:.3} s");
        return Ok(true);
    }
    println!("{node}: {} differences, {resources} resources", differences.len());
    differences.iter().take(show).for_each(|difference| println!("    {difference}"));
    Ok(false)
}

fn read(path: &Path) -> Result<Value, String> {
    let text = if path.extension().is_some_and(|extension| extension == "gz") {
        let output = Command::new("gzip").arg("-dc").arg(path).output();
        output.map_err(|error| format!("gzip does not start: {error}"))?.stdout
    } else {
        fs::read(path).map_err(|error| at(path, &error))?
    };
    puppet::value(&String::from_utf8_lossy(&text)).map_err(|error| format!("{}: {error}", path.display()))
}

/// The differences in resources, edges and classes. Tags are compared as a set, everything else in order.
pub fn differences(expected: &Value, found: &Value, environment: &Path) -> Vec<String> {
    let mut result = Vec::new();
    let (wanted, got) = (resources(expected, environment), resources(found, environment));
    for (reference, wanted) in &wanted {
        let Some(got) = got.get(reference) else {
            result.push(format!("{reference} is missing"));
            continue;
        };
        for (name, value) in wanted {
            if got.get(name) != Some(value) {
                let got = got.get(name).map_or("nothing".to_owned(), Value::to_string);
                result.push(format!("{name} of {reference}: expected {value}, got {got}"));
            }
        }
        let extra = got.keys().filter(|name| !wanted.contains_key(*name));
        result.extend(extra.map(|name| format!("{name} of {reference} should not be there")));
    }
    let extra = got.keys().filter(|reference| !wanted.contains_key(*reference));
    result.extend(extra.map(|reference| format!("{reference} should not be there")));
    for part in ["edges", "classes"] {
        let sets = [expected, found].map(|catalog| texts(catalog, part).into_iter().collect::<BTreeSet<_>>());
        let [wanted, got] = &sets;
        result.extend(wanted.difference(got).map(|text| format!("{part}: {text} is missing")));
        result.extend(got.difference(wanted).map(|text| format!("{part}: {text} should not be there")));
    }
    for part in ["resources", "edges", "classes"] {
        if result.is_empty() && texts(expected, part) != texts(found, part) {
            result.push(format!("{part} are in another order"));
        }
    }
    result
}

/// The compared parts of each resource, by reference.
fn resources(catalog: &Value, environment: &Path) -> BTreeMap<String, BTreeMap<String, Value>> {
    let mut resources = BTreeMap::new();
    for resource in catalog["resources"].as_array().into_iter().flatten() {
        let mut parts: BTreeMap<String, Value> = BTreeMap::new();
        for (name, value) in resource["parameters"].as_object().into_iter().flatten() {
            parts.insert(name.clone(), value.clone());
        }
        for name in ["kind", "line", "exported", "sensitive_parameters"] {
            parts.insert(format!("({name})"), resource[name].clone());
        }
        let mut tags: Vec<&str> =
            resource["tags"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        tags.sort_unstable();
        parts.insert("(tags)".to_owned(), tags.into());
        parts.insert("(file)".to_owned(), relative(&resource["file"], environment));
        resources.insert(reference(resource), parts);
    }
    resources
}

/// A file path relative to the environment.
fn relative(file: &Value, environment: &Path) -> Value {
    let Some(text) = file.as_str() else { return Value::Null };
    let relative = Path::new(text).strip_prefix(environment);
    relative.map_or_else(|_| file.clone(), |relative| relative.to_string_lossy().into())
}

/// The resources, edges or classes of a catalog, each as a string.
fn texts(catalog: &Value, part: &str) -> Vec<String> {
    let text = |value: &Value| match part {
        "resources" => reference(value),
        "edges" => format!("{} -> {}", value["source"], value["target"]),
        _ => value.to_string(),
    };
    catalog[part].as_array().into_iter().flatten().map(text).collect()
}

fn reference(resource: &Value) -> String {
    let part = |name: &str| resource[name].as_str().unwrap_or("?").to_owned();
    format!("{}[{}]", part("type"), part("title"))
}

fn at(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}
