//! The facts of nodes: the files that contain them and the options that set them.

mod assignment;
pub mod systems;

use std::path::{Path, PathBuf};

use bunraku::Facts;
use bunraku::diag::{Diagnostic, codes, nearest};
use bunraku::pcore::{Hash, Value};

use crate::args::FactArgs;
use crate::files;
use crate::report::Refusal;
use crate::store;
pub use assignment::Assignment;

impl FactArgs {
    /// Reads the facts of a node, and its name if they contain it. `node` is the name given on the command line.
    pub fn read(&self, node: Option<&str>) -> Result<Facts, Refusal> {
        let mut facts = Facts::default();
        for path in &self.facts {
            let one = if path.is_dir() { of_folder(path, node)? } else { read(path)? };
            facts.values.extend(one.values.iter().map(|(name, value)| (name.clone(), value.clone())));
            facts.node = one.node.or(facts.node);
        }
        // `--node web01` may abbreviate the name of the node whose file was found by it.
        let is_short = |name: &&str| {
            !name.contains('.') && facts.node.as_deref().is_some_and(|whole| label(whole) == *name)
        };
        let told = match node {
            Some(name) if !is_short(&name) => Some(name.to_owned()),
            _ => facts.node,
        };
        facts.node = match told {
            Some(name) => Some(name),
            None => host(&self.assigned(&facts.values)?),
        };
        if let Some(system) = &self.facts_of {
            let name = facts.node.as_deref().unwrap_or("localhost");
            let mut values = systems::facts(system, name).unwrap_or_default();
            values.extend(facts.values.iter().map(|(name, value)| (name.clone(), value.clone())));
            facts.values = values;
        }
        facts.values = self.assigned(&facts.values)?;
        Ok(facts)
    }

    /// Applies the facts set individually on the command line.
    fn assigned(&self, facts: &Hash) -> Result<Hash, Box<Diagnostic>> {
        let mut facts = facts.clone();
        self.fact.iter().try_for_each(|assignment| assignment.apply(&mut facts))?;
        Ok(facts)
    }
}

/// The first label of a host name.
fn label(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

/// The host name according to the facts.
fn host(facts: &Hash) -> Option<String> {
    let of_network = || match facts.get_str("networking") {
        Some(Value::Hash(networking)) => networking.get_str("fqdn"),
        _ => None,
    };
    let name = facts.get_str("clientcert").or_else(of_network).or_else(|| facts.get_str("fqdn"));
    name.and_then(Value::as_str).map(str::to_owned)
}

/// Finds the facts of a node in a folder with one file per node, named after the node or its first label.
fn of_folder(folder: &Path, node: Option<&str>) -> Result<Facts, Refusal> {
    let files = fact_files(folder)?;
    let stem =
        |path: &PathBuf| path.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().to_lowercase());
    let named = |name: &str| {
        let name = name.to_lowercase();
        let short = files.iter().find(|path| {
            label(&stem(path)) == label(&name) && !(stem(path).contains('.') && name.contains('.'))
        });
        files.iter().find(|path| stem(path) == name).or(short)
    };
    let names: Vec<String> = files.iter().map(stem).collect();
    let shown = folder.display();
    let reason = match (node, files.as_slice()) {
        (_, []) => Diagnostic::error(codes::WRONG_USE, format!("folder `{shown}` contains no facts"))
            .help("expected a file named `NODE.json`, `NODE.yaml` or `NODE.txt` for each node"),
        (None, [only]) => return from_file_of_node(only),
        (Some(name), _) => match named(name) {
            Some(path) => return from_file_of_node(path),
            None => {
                let error = Diagnostic::error(
                    codes::WRONG_USE,
                    format!("folder `{shown}` has no facts for `{name}`"),
                );
                match nearest(name, names.iter().map(String::as_str)) {
                    Some(similar) => error.help(format!("did you mean `--node {similar}`?")),
                    None => error.help(format!("it has facts for {}", listed(&names))),
                }
            }
        },
        (None, _) => Diagnostic::error(
            codes::WRONG_USE,
            format!("folder `{shown}` has facts for {} nodes", files.len()),
        )
        .help(format!("choose one with `--node`: {}", listed(&names))),
    };
    Err(reason.into())
}

/// Reads facts from a file that is named after its node.
fn from_file_of_node(path: &Path) -> Result<Facts, Refusal> {
    let mut facts = read(path)?;
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    facts.node = facts.node.or_else(|| host(&facts.values)).or(stem);
    Ok(facts)
}

/// Joins names for a sentence, abbreviating a long list.
fn listed(names: &[String]) -> String {
    const SHOWN: usize = 10;
    let first: Vec<String> = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    let more = names.len().saturating_sub(SHOWN);
    if more > 0 { format!("{} and {more} more", first.join(", ")) } else { first.join(", ") }
}

/// A node whose facts may not have been read yet.
#[derive(Debug)]
pub struct Listed {
    /// The name; `None` if only the facts contain it.
    pub name: Option<String>,
    /// The node's own facts; `None` if it only has those shared by all nodes.
    pub facts: Option<FactsSource>,
}

/// Where facts are.
#[derive(Debug)]
pub enum FactsSource {
    /// In a file.
    File(PathBuf),
    /// Already in memory.
    Read(Facts),
}

/// Reads the facts of one node: a mapping, or one of the formats in which Puppet's tools wrap it.
pub fn read(path: &Path) -> Result<Facts, Refusal> {
    let source = files::source_of(path)?;
    Ok(Facts::parse(source.name(), source.text())?)
}

/// The nodes listed by a path. A folder has one fact file per node, a JSON file contains nodes with their facts as
/// PuppetDB returns them, a database or an address is a store, and any other file has one node name per line,
/// optionally followed by the path of its facts. `confdir` determines the certificates for a PuppetDB.
pub fn nodes(path: &Path, confdir: Option<&Path>) -> Result<Vec<Listed>, Refusal> {
    if path.is_dir() {
        return in_folder(path);
    }
    let name = path.to_string_lossy();
    let is_file = |ending: &str| path.extension().is_some_and(|extension| extension == ending);
    if bunraku_store::is_address(&name) || name.starts_with("sqlite:") || is_file("db") {
        return Ok(store::open(&name, false, confdir)?.nodes()?.into_iter().map(listed_with).collect());
    }
    if path.extension().is_some_and(|extension| extension == "json") {
        let source = files::source_of(path)?;
        return Ok(Facts::parse_many(source.name(), source.text())?.into_iter().map(listed_with).collect());
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let source = files::source_of(path)?;
    let lines = source.text().lines().map(|line| line.split('#').next().unwrap_or("").trim());
    let listed = lines.filter(|line| !line.is_empty()).map(|line| {
        let (name, facts) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let facts = Some(facts.trim()).filter(|facts| !facts.is_empty());
        Listed {
            name: Some(name.to_owned()),
            facts: facts.map(|facts| FactsSource::File(folder.join(facts))),
        }
    });
    Ok(listed.collect())
}

fn listed_with(facts: Facts) -> Listed {
    Listed { name: facts.node.clone(), facts: Some(FactsSource::Read(facts)) }
}

fn in_folder(folder: &Path) -> Result<Vec<Listed>, Refusal> {
    let files = fact_files(folder)?.into_iter();
    Ok(files.map(|path| Listed { name: None, facts: Some(FactsSource::File(path)) }).collect())
}

/// The files of a folder that contain facts, by extension.
fn fact_files(folder: &Path) -> Result<Vec<PathBuf>, Refusal> {
    let mut paths = files::entries(folder)?;
    paths.retain(|path| {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        ["json", "yaml", "yml", "txt"].contains(&extension)
    });
    Ok(paths)
}

impl Listed {
    /// Returns the name of the node and its facts.
    pub fn resolve(&self, shared: &Facts) -> Result<(String, Facts), Refusal> {
        let (facts, stem) = match &self.facts {
            Some(FactsSource::File(path)) => {
                // Waiting for a pipe among many files would block the whole run.
                if path.metadata().is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
                    let message = format!("cannot read `{}`: it is not a file", path.display());
                    return Err(Diagnostic::error(codes::UNREADABLE_FILE, message).into());
                }
                (read(path)?, path.file_stem().map(|stem| stem.to_string_lossy().into_owned()))
            }
            Some(FactsSource::Read(facts)) => (facts.clone(), None),
            None => (shared.clone(), None),
        };
        let name = self.name.clone().or_else(|| facts.node.clone()).or(stem);
        Ok((name.unwrap_or_else(|| "localhost".to_owned()).to_lowercase(), facts))
    }

    /// Where the facts come from, for messages.
    pub fn origin(&self) -> String {
        match &self.facts {
            Some(FactsSource::File(path)) => format!("`{}`", path.display()),
            Some(FactsSource::Read(_)) => "an entry of the list".to_owned(),
            None => "the facts shared by all nodes".to_owned(),
        }
    }

    /// A name for messages before the facts have been read.
    pub fn label(&self) -> String {
        match (&self.name, &self.facts) {
            (Some(name), _) => name.to_lowercase(),
            (None, Some(FactsSource::File(path))) => path.display().to_string(),
            _ => "localhost".to_owned(),
        }
    }
}
