//! The packages that the program is built from, according to Cargo.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// A third-party package.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Dependency {
    /// The package name.
    pub name: String,
    /// The exact version.
    pub version: String,
    /// The licence, an SPDX expression.
    pub license: String,
    /// The description from its manifest.
    pub description: String,
    /// The repository from its manifest.
    pub repository: Option<String>,
    /// The folder of its source on this machine.
    pub folder: PathBuf,
    /// Whether only build scripts and macros use it, so that none of its code is in the program.
    pub only_for_building: bool,
    /// The packages it depends on, by name and version.
    pub depends_on: Vec<String>,
}

impl Dependency {
    /// The package URL, which identifies a package across tools.
    pub fn url(&self) -> String {
        format!("pkg:cargo/{}@{}", self.name, self.version)
    }
}

/// Packages whose manifests name no licence, with that of their licence files.
const UNNAMED: &[(&str, &str)] = &[("libyaml-safer", "MIT")];

/// The third-party packages that `bunraku-cli` is built from on a platform, or on all if `None`, sorted by name.
///
/// `cargo tree` determines which these are, since it only follows enabled features; `cargo metadata` has the details of
/// each.
pub fn dependencies(root: &Path, triple: Option<&str>) -> Result<Vec<Dependency>, String> {
    // Macros run in the compiler, so their dependencies are build dependencies.
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

/// The names and versions of the packages that `cargo tree` lists for some kinds of edges.
fn tree(root: &Path, triple: Option<&str>, edges: &str) -> Result<BTreeSet<String>, String> {
    let mut command = Command::new("cargo");
    command.args(["tree", "--locked", "--package", "bunraku-cli", "--prefix", "none", "--edges", edges]);
    command.args(["--format", "{p}", "--target", triple.unwrap_or("all")]);
    let lines = String::from_utf8_lossy(&output(command.current_dir(root))?).into_owned();
    // A line is `NAME vVERSION`, with more for packages of the workspace.
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
