//! Catalogs compiled by an installed Puppet from the same code, data and facts.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::time::Instant;

use bunraku::diag::{Diagnostic, codes};
use bunraku::formats::json::to_json;
use bunraku::pcore::Value;

use super::Recorded;
use crate::args::{Strict, Verify};
use crate::facts;
use crate::files::{not_started, reason};
use crate::report::{Refusal, Reporter};
use crate::scratch::{Scratch, link};

/// Compiles the catalog of every node with Puppet.
pub fn compile(program: &Path, args: &Verify, reporter: &mut Reporter) -> Result<Recorded, Refusal> {
    let site = args.site.or_current();
    let environment = site.environment.clone().unwrap_or_else(|| PathBuf::from("."));
    let puppet = Puppet::prepare(program, args, &environment)?;
    let shared = args.conditions.node_facts()?;
    let nodes = facts::nodes(&args.nodes_from, args.site.confdir.as_deref())?;
    reporter.expect(nodes.len(), "compiled by Puppet", "nodes");
    let (mut catalogs, start) = (BTreeMap::new(), Instant::now());
    for (number, listed) in nodes.iter().enumerate() {
        let (node, facts) = listed.resolve(&shared)?;
        let answer = puppet.catalog(&node, &facts.values)?;
        catalogs.insert(node, answer);
        reporter.done(number + 1);
    }
    let milliseconds = Some(start.elapsed().as_millis());
    Ok(Recorded { by: format!("`{}`", program.display()), catalogs, milliseconds })
}

/// An installed Puppet that compiles the nodes of an environment. It gets temporary folders, so that the configuration
/// of an installation is neither read nor changed.
pub struct Puppet<'a> {
    program: &'a Path,
    args: &'a Verify,
    environment: String,
    folders: Folders,
}

impl<'a> Puppet<'a> {
    /// Creates the folders for an environment.
    pub fn prepare(program: &'a Path, args: &'a Verify, environment: &Path) -> Result<Puppet<'a>, Refusal> {
        let folder = fs::canonicalize(environment)
            .map_err(|error| wrong(format!("cannot open `{}`: {}", environment.display(), reason(&error))))?;
        let environment = args.conditions.environment_name.clone().unwrap_or_else(|| "production".to_owned());
        let folders = Folders::make(&folder, &environment)
            .map_err(|error| wrong(format!("cannot create the folders for Puppet: {}", reason(&error))))?;
        Ok(Puppet { program, args, environment, folders })
    }

    /// Compiles the catalog of a node. The error is Puppet's message.
    pub fn catalog(
        &self,
        node: &str,
        facts: &bunraku::pcore::Hash,
    ) -> Result<Result<String, String>, Refusal> {
        self.folders
            .write_facts(node, facts)
            .map_err(|error| wrong(format!("cannot write the facts of `{node}`: {}", reason(&error))))?;
        let mut command = Command::new(self.program);
        command.args(["catalog", "compile", node, "--render-as", "json", "--color", "false"]);
        command.args(["--facts_terminus", "yaml", "--environment", &self.environment]);
        for (option, folder) in
            [("--confdir", "conf"), ("--vardir", "var"), ("--environmentpath", "environments")]
        {
            command.arg(option).arg(self.folders.0.path().join(folder));
        }
        if let Some(path) = &self.args.site.or_current().hiera_config {
            command.arg("--hiera_config").arg(path);
        }
        if let Some(strict) = self.args.conditions.strict {
            command.args(["--strict", strict_name(strict)]);
        }
        if let Some(strict) = self.args.conditions.strict_variables {
            command.arg(if strict { "--strict_variables" } else { "--no-strict_variables" });
        }
        let output = command.stdin(Stdio::null()).output().map_err(|error| {
            let message = format!("cannot run `{}`: {}", self.program.display(), not_started(&error));
            Diagnostic::error(codes::WRONG_USE, message)
                .help("`--puppet` takes the path of an installed `puppet`")
        })?;
        Ok(answer(&output))
    }
}

/// Extracts the catalog from standard output, where it follows notices.
fn answer(output: &process::Output) -> Result<String, String> {
    let text = String::from_utf8_lossy(&output.stdout);
    let json = text.find("\n{").map(|at| at + 1).or_else(|| text.starts_with('{').then_some(0));
    match json.and_then(|at| text.get(at..)).filter(|_| output.status.success()) {
        Some(catalog) => Ok(catalog.to_owned()),
        None => {
            let errors = String::from_utf8_lossy(&output.stderr);
            let first = errors.lines().find(|line| line.contains("Error")).unwrap_or("it printed no catalog");
            Err(first.trim().to_owned())
        }
    }
}

fn strict_name(strict: Strict) -> &'static str {
    match bunraku::analysis::Strict::from(strict) {
        bunraku::analysis::Strict::Error => "error",
        bunraku::analysis::Strict::Warning => "warning",
        bunraku::analysis::Strict::Off => "off",
    }
}

/// The folders Puppet runs in.
struct Folders(Scratch);

impl Folders {
    fn make(environment: &Path, name: &str) -> io::Result<Folders> {
        let folders = Folders(Scratch::new("verify")?);
        for folder in ["conf", "environments", "var/yaml/facts"] {
            fs::create_dir_all(folders.0.path().join(folder))?;
        }
        link(environment, &folders.0.path().join("environments").join(name))?;
        Ok(folders)
    }

    fn write_facts(&self, node: &str, facts: &bunraku::pcore::Hash) -> io::Result<()> {
        // JSON is valid YAML and avoids values that YAML would misread.
        let (name, values) = (to_json(&Value::str(node)), to_json(&Value::Hash(facts.clone())));
        let text = format!("--- !ruby/object:Puppet::Node::Facts\nname: {name}\nvalues: {values}\n");
        fs::write(self.0.path().join("var/yaml/facts").join(format!("{node}.yaml")), text)
    }
}

fn wrong(message: String) -> Diagnostic {
    Diagnostic::error(codes::WRONG_USE, message)
}
