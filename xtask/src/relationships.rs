//! Compares the graph of `bunraku graph` with the relationship graph that Puppet's agent builds from the same catalog.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

use crate::{arguments::Arguments, nodes::known_nodes, puppet, ruby_process};

/// The script run by Ruby.
const SCRIPT: &str = include_str!("../ruby/relationships.rb");

/// An edge in Puppet's graph, with whether the target is notified of changes.
type Edge = (String, String, String);

/// Compares the graphs of the given nodes, or of all nodes of the environment.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    let environment =
        arguments.option("--environment").map(PathBuf::from).ok_or("--environment DIR is missing")?;
    let environment =
        fs::canonicalize(&environment).map_err(|error| format!("{}: {error}", environment.display()))?;
    let checkout = arguments.option("--puppet").map(PathBuf::from);
    let program = arguments.option("--bunraku").unwrap_or_else(|| "target/release/bunraku".to_owned());
    let show = arguments.number("--show")?.unwrap_or(5) as usize;
    let mut nodes = Vec::new();
    while let Some(node) = arguments.next() {
        nodes.push(node);
    }
    if nodes.is_empty() {
        nodes = known_nodes(&environment)?;
    }
    let catalogs = std::env::temp_dir().join(format!("bunraku-relationships-{}", std::process::id()));
    fs::create_dir_all(&catalogs).map_err(|error| format!("{}: {error}", catalogs.display()))?;
    let compared = compare(&environment, checkout.as_deref(), &program, &nodes, &catalogs, show);
    let _ = fs::remove_dir_all(&catalogs);
    compared
}

fn compare(
    environment: &Path,
    checkout: Option<&Path>,
    program: &str,
    nodes: &[String],
    catalogs: &Path,
    show: usize,
) -> Result<bool, String> {
    let mut ours = BTreeMap::new();
    for node in nodes {
        let catalog = bunraku(program, environment, &["compile", "--node"], node, &[])?;
        let path = catalogs.join(format!("{node}.json"));
        fs::write(&path, catalog).map_err(|error| format!("{}: {error}", path.display()))?;
        let graph = bunraku(program, environment, &["graph"], node, &["--format", "json"])?;
        let graph = puppet::value(&graph).map_err(|error| error.to_string())?;
        ours.insert(node.clone(), edges(&graph));
    }
    let (mut all, mut missing, mut extra) = (0, 0, 0);
    for (node, theirs) in agent(environment, checkout, nodes, catalogs)? {
        let Some(ours) = ours.get(&node) else { continue };
        let without: Vec<&Edge> = theirs.difference(ours).collect();
        let beyond: Vec<&Edge> = ours.difference(&theirs).collect();
        println!("{node}: {} edges, {} missing, {} too many", theirs.len(), without.len(), beyond.len());
        let tell = |what: &str, edges: &[&Edge]| {
            for (from, to, kind) in edges.iter().take(show) {
                println!("    {what}: {from} -> {to} ({kind})");
            }
        };
        tell("missing", &without);
        tell("too many", &beyond);
        all += theirs.len();
        missing += without.len();
        extra += beyond.len();
    }
    println!("{all} edges, {missing} missing, {extra} too many");
    Ok(all > 0 && missing == 0 && extra == 0)
}

fn bunraku(
    program: &str,
    environment: &Path,
    before: &[&str],
    node: &str,
    after: &[&str],
) -> Result<String, String> {
    let output = Command::new(program)
        .args(before)
        .arg(node)
        .args(["--environment-name", "production", "--strict", "warning", "--strict-variables", "false"])
        .arg("--environment")
        .arg(environment)
        .arg("--facts")
        .arg(environment.join(format!("facts/{node}.json")))
        .args(after)
        .output()
        .map_err(|error| format!("{program} does not start: {error}"))?;
    if !output.status.success() {
        return Err(format!("{node}: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The edges of our graph in Puppet's form: a container is a node where it starts and another where it ends.
fn edges(graph: &Value) -> BTreeSet<Edge> {
    // An agent capitalizes the name of every class.
    let name = |value: &Value| value.as_str().unwrap_or_default().replace("Class[main]", "Class[Main]");
    let list = |key: &str| graph[key].as_array().cloned().unwrap_or_default();
    let containers: HashSet<String> = list("containers").iter().map(name).collect();
    let point = |prefix: &str, name: &str| match containers.contains(name) {
        true => format!("{prefix}_{name}"),
        false => name.to_owned(),
    };
    let begin = |name: &str| point("admissible", name);
    let end = |name: &str| point("completed", name);
    let mut found = BTreeSet::new();
    let mut full: HashSet<String> = HashSet::new();
    for edge in list("edges") {
        let (from, to) = (name(&edge["from"]), name(&edge["to"]));
        match edge["kind"].as_str() {
            Some("contains") => {
                found.insert((begin(&from), begin(&to), "refresh".to_owned()));
                found.insert((end(&to), end(&from), "refresh".to_owned()));
                full.insert(from);
            }
            kind => {
                let told = if kind == Some("notifies") { "refresh" } else { "order" };
                found.insert((end(&from), begin(&to), told.to_owned()));
            }
        }
    }
    for empty in containers.difference(&full) {
        found.insert((begin(empty), end(empty), "order".to_owned()));
    }
    found
}

/// The graphs that an agent builds.
fn agent(
    environment: &Path,
    checkout: Option<&Path>,
    nodes: &[String],
    catalogs: &Path,
) -> Result<BTreeMap<String, BTreeSet<Edge>>, String> {
    let mut command = ruby_process::command(SCRIPT, checkout);
    command.arg(modulepath(environment));
    command.args(nodes.iter().map(|node| catalogs.join(format!("{node}.json"))));
    let output = command.output().map_err(|error| format!("ruby does not start: {error}"))?;
    let mut graphs = BTreeMap::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let answer = puppet::value(line).map_err(|error| error.to_string())?;
        let node = answer["node"].as_str().unwrap_or_default().to_owned();
        if let Some(error) = answer["error"].as_str() {
            return Err(format!("{node}: Puppet says: {error}"));
        }
        let string = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let edges = answer["edges"].as_array().cloned().unwrap_or_default();
        let edges = edges.iter().map(|edge| (string(&edge[0]), string(&edge[1]), string(&edge[2])));
        graphs.insert(node, edges.collect());
    }
    if graphs.is_empty() {
        return Err(format!("Puppet answered nothing: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(graphs)
}

/// The modulepath in the environment's own settings.
fn modulepath(environment: &Path) -> String {
    let settings = fs::read_to_string(environment.join("environment.conf")).unwrap_or_default();
    let named = settings.lines().find_map(|line| {
        let (name, value) = line.split_once('=')?;
        (name.trim() == "modulepath").then(|| value.trim().to_owned())
    });
    let folders = named.unwrap_or_else(|| "modules".to_owned());
    let whole: Vec<String> =
        folders.split(':').map(|folder| environment.join(folder).display().to_string()).collect();
    whole.join(":")
}
