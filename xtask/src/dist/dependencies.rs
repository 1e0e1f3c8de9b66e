//! The packages that the program is made of, as Cargo tells them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// A package of another project.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dependency {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its licence, an SPDX expression.
    pub license: String,
    /// What it is, in its own words.
    pub description: String,
    /// Where its source is kept, if it tells.
    pub repository: Option<String>,
    /// The folder of its source on this machine.
    pub folder: PathBuf,
    /// Whether only build scripts and macros use it: then none of its code is in the program.
    pub only_for_building: bool,
    /// The packages that it depends on, by name and version.
    pub depends_on: Vec<String>,
}

impl Dependency {
    /// The name by which a package is found in any list: that of a package URL.
    pub fn url(&self) -> String {
        format!("pkg:cargo/{}@{}", self.name, self.version)
    }
}

/// Packages whose manifests name no licence, with what their licence files are.
const UNNAMED: &[(&str, &str)] = &[("libyaml-safer", "MIT")];

/// The packages of other projects that `bunraku-cli` is built of on a system, or on all if there is none, sorted by name.
///
/// Cargo's tree knows which these are, since it follows only the features that this package asks for; its metadata knows all
/// about each.
pub fn dependencies(root: &Path, triple: Option<&str>) -> Result<Vec<Dependency>, String> {
    // Macros run in the compiler: what they are made of is for building.
    let shipped = tree(root, triple, "normal,no-proc-macro")?;
    let all = tree(root, triple, "normal,build")?;
    let metadata = metadata(root, triple)?;
    let packages: BTreeMap<&str, &Value> =
        list(&metadata["packages"]).filter_map(|package| Some((package["id"].as_str()?, package))).collect();
    let mut found = Vec::new();
    for node in list(&metadata["resolve"]["nodes"]) {
        let package = node["id"].as_str().and_then(|id| packages.get(id));
        let Some(package) = package.filter(|package| !package["source"].is_null()) else { continue };
        let full_name = full_name(package);
        if !all.contains(&full_name) {
            continue;
        }
        let below = list(&node["deps"]).filter_map(|dep| packages.get(dep["pkg"].as_str()?));
        let below: BTreeSet<String> =
            below.map(|package| self::full_name(package)).filter(|name| all.contains(name)).collect();
        let name = text(&package["name"]);
        let unnamed = UNNAMED.iter().find(|(known, _)| *known == name).map(|(_, license)| *license);
        found.push(Dependency {
            license: package["license"].as_str().or(unnamed).unwrap_or("unknown").to_owned(),
            version: text(&package["version"]),
            description: text(&package["description"]).split_whitespace().collect::<Vec<_>>().join(" "),
            repository: package["repository"].as_str().map(str::to_owned),
            folder: Path::new(&text(&package["manifest_path"])).parent().unwrap_or(root).to_owned(),
            only_for_building: !shipped.contains(&full_name),
            depends_on: below.into_iter().collect(),
            name,
        });
    }
    found.sort();
    Ok(found)
}

/// The names and versions of the packages that Cargo's tree has along some kinds of edges.
fn tree(root: &Path, triple: Option<&str>, edges: &str) -> Result<BTreeSet<String>, String> {
    let mut command = Command::new("cargo");
    command.args(["tree", "--locked", "--package", "bunraku-cli", "--prefix", "none", "--edges", edges]);
    command.args(["--format", "{p}", "--target", triple.unwrap_or("all")]);
    let lines = String::from_utf8_lossy(&output(command.current_dir(root))?).into_owned();
    // A line is `NAME vVERSION`, and more for packages of the workspace.
    let names = lines.lines().filter_map(|line| line.split_once(" v"));
    Ok(names.map(|(name, rest)| format!("{name}@{}", rest.split(' ').next().unwrap_or(rest))).collect())
}

fn metadata(root: &Path, triple: Option<&str>) -> Result<Value, String> {
    let mut command = Command::new("cargo");
    command.args(["metadata", "--format-version", "1", "--locked"]);
    command.args(triple.into_iter().flat_map(|triple| ["--filter-platform", triple]));
    serde_json::from_slice(&output(command.current_dir(root))?).map_err(|error| error.to_string())
}

fn output(command: &mut Command) -> Result<Vec<u8>, String> {
    let output = command.output().map_err(|error| format!("cargo does not start: {error}"))?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

fn full_name(package: &Value) -> String {
    format!("{}@{}", text(&package["name"]), text(&package["version"]))
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
