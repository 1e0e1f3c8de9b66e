//! `cargo xtask bench-nodes`: measures how long nodes of a real environment take with bunraku and with Puppet.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

use bunraku::{Program, Site};
use bunraku_check::{CheckSettings, Strict};
use bunraku_edition::PUPPET8;
use bunraku_loader::{Environment, Layout};
use bunraku_pcore::Value;

use crate::{arguments::Arguments, ruby_process::Ruby};

/// The script run by Ruby.
const SCRIPT: &str = include_str!("../ruby/nodes.rb");

/// How often a node is compiled by bunraku and by Puppet, so that both take a second or more. The fastest run counts.
const TIMES: (usize, usize) = (100, 4);

/// Prints a table of the nodes.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    let environment =
        arguments.option("--environment").map(PathBuf::from).ok_or("--environment DIR is missing")?;
    let puppet = arguments.option("--puppet");
    let program = arguments.option("--bunraku").unwrap_or_else(|| "target/release/bunraku".to_owned());
    let mut nodes = Vec::new();
    while let Some(node) = arguments.next() {
        nodes.push(node);
    }
    if nodes.is_empty() {
        nodes = known_nodes(&environment)?;
    }
    bunraku::with_large_stack(|| table(&environment, puppet.as_deref(), &program, &nodes))
}

fn table(environment: &Path, puppet: Option<&str>, program: &str, nodes: &[String]) -> Result<bool, String> {
    let site = site(environment)?;
    let mut other = Puppet::start(environment, puppet)?;
    println!("| node | resources | warm ms | Puppet warm ms | ratio | cold ms | Puppet cold ms | ratio |");
    println!("|---|---:|---:|---:|---:|---:|---:|---:|");
    for node in nodes {
        let facts = environment.join(format!("facts/{node}.json"));
        let (warm, resources) = warm(&site, node, &facts)?;
        let theirs = other.seconds(node, &facts)?;
        let cold = cold(program, environment, node, &facts)?;
        let their_cold = Puppet::cold(environment, puppet, node, &facts)?;
        println!(
            "| {node} | {resources} | {:.1} | {:.0} | {:.0} | {:.0} | {:.0} | {:.0} |",
            warm * 1e3,
            theirs * 1e3,
            theirs / warm,
            cold * 1e3,
            their_cold * 1e3,
            their_cold / cold
        );
    }
    Ok(true)
}

/// The nodes of an environment for which it has facts.
pub(crate) fn known_nodes(environment: &Path) -> Result<Vec<String>, String> {
    let folder = environment.join("facts");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut nodes: Vec<String> =
        names.filter_map(|name| name.strip_suffix(".json").map(str::to_owned)).collect();
    nodes.sort();
    Ok(nodes)
}

/// Opens an environment with its data.
pub(crate) fn site(environment: &Path) -> Result<Site, String> {
    let layout =
        Layout { name: "production".to_owned(), folder: Some(environment.to_owned()), ..Layout::default() };
    let settings = CheckSettings { strict: Strict::Warning };
    let environment = Environment::open(
        Arc::new(bunraku_fs::SystemWorld::new()),
        &layout,
        bunraku::language(&PUPPET8, settings),
    );
    let environment = environment.map_err(|_| "there is no such environment".to_owned())?;
    Ok(Site::new(environment, None))
}

/// A program that compiles a node of a real environment, whose old modules need lenient settings.
pub(crate) fn program(node: &str, facts: &Path) -> Result<Program, String> {
    let text = fs::read_to_string(facts).map_err(|error| format!("{}: {error}", facts.display()))?;
    let read = bunraku_formats::json::read(&text).map_err(|error| format!("{}: {error}", facts.display()))?;
    let mut program = Program::new(&PUPPET8);
    program.node = node.to_owned();
    program.settings.strict = Strict::Warning;
    program.settings.strict_variables = false;
    program.world = Arc::new(bunraku_fs::SystemWorld::new());
    if let Value::Hash(facts) = read.value {
        program.facts = match facts.get_str("values") {
            Some(Value::Hash(values)) => values.clone(),
            _ => facts,
        };
    }
    Ok(program)
}

/// The fastest of several compilations in this process, in seconds, and the number of resources.
fn warm(site: &Site, node: &str, facts: &Path) -> Result<(f64, usize), String> {
    let program = program(node, facts)?;
    let mut best = Duration::MAX;
    let mut resources = 0;
    for _ in 0..TIMES.0 {
        let start = Instant::now();
        let outcome = program.compile(site);
        let problem = outcome.error().map(|error| error.message.clone()).unwrap_or_default();
        let catalog = outcome.catalog.ok_or_else(|| format!("{node} does not compile: {problem}"))?;
        // Users wait for the JSON too.
        let json = catalog.to_json();
        best = best.min(start.elapsed());
        resources = json.matches("\"exported\":").count();
    }
    Ok((best.as_secs_f64(), resources))
}

/// The fastest of several runs of the program including its startup, in seconds.
fn cold(program: &str, environment: &Path, node: &str, facts: &Path) -> Result<f64, String> {
    let mut best = Duration::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        let status = Command::new(program)
            .args(["compile", "--environment-name", "production", "--node", node])
            .args(["--strict", "warning", "--strict-variables", "false"])
            .arg("--environment")
            .arg(environment)
            .arg("--facts")
            .arg(facts)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        let status = status.map_err(|error| format!("{program} does not start: {error}"))?;
        if !status.success() {
            return Err(format!("{program} does not compile {node}"));
        }
        best = best.min(start.elapsed());
    }
    Ok(best.as_secs_f64())
}

/// Puppet in a separate process.
struct Puppet(Ruby);

impl Puppet {
    fn start(environment: &Path, checkout: Option<&str>) -> Result<Puppet, String> {
        Ok(Puppet(Ruby::start(SCRIPT, checkout.map(Path::new), [environment])?))
    }

    /// The fastest of several compilations, in seconds of CPU time.
    fn seconds(&mut self, node: &str, facts: &Path) -> Result<f64, String> {
        self.ask(node, facts, TIMES.1)
    }

    /// One compilation including the startup of the process.
    fn cold(environment: &Path, checkout: Option<&str>, node: &str, facts: &Path) -> Result<f64, String> {
        let start = Instant::now();
        Puppet::start(environment, checkout)?.ask(node, facts, 1)?;
        Ok(start.elapsed().as_secs_f64())
    }

    fn ask(&mut self, node: &str, facts: &Path, times: usize) -> Result<f64, String> {
        let request = serde_json::json!({ "node": node, "facts": facts, "times": times });
        let answer = self.0.ask(&request)?;
        let seconds = answer.get("seconds").and_then(|seconds| seconds.as_array());
        let best = seconds.into_iter().flatten().filter_map(serde_json::Value::as_f64).reduce(f64::min);
        best.ok_or_else(|| format!("Puppet does not compile {node}: {answer}"))
    }
}
