//! The facts of nodes, in the forms that Puppet's tools write them.

use std::path::{Path, PathBuf};

use bunraku_diag::{Diagnostic, codes};
use bunraku_pcore::{Hash, Value};
use bunraku_world::World;

use crate::files::{self, MACHINE};
use crate::json;
use crate::report::Refusal;

/// The facts of a node, and its name if they tell it.
#[derive(Debug, Default, Clone)]
pub struct Facts {
    /// The facts.
    pub values: Hash,
    /// The name of the node.
    pub node: Option<String>,
}

/// A node whose facts may still have to be read.
#[derive(Debug)]
pub struct Listed {
    /// Its name; `None` if only its facts tell it.
    pub name: Option<String>,
    /// Its facts, or the file that they are in; `None` for those that all nodes share.
    pub facts: Option<FactsSource>,
}

/// Where facts are.
#[derive(Debug)]
pub enum FactsSource {
    /// In a file of their own.
    File(PathBuf),
    /// Here.
    Read(Facts),
}

/// Reads the facts of one node: a mapping of them, or one of the forms that Puppet's tools wrap it in.
pub fn read(path: &Path) -> Result<Facts, Refusal> {
    match json::document(path)? {
        Value::Hash(entries) => Ok(unwrapped(entries)),
        // What PuppetDB answers when it is asked for facts: one object each.
        Value::Array(rows) => rows_of(rows.iter()).ok_or_else(|| no_facts(path)),
        _ => Err(no_facts(path)),
    }
}

/// The nodes that a path tells: a folder has a file of facts for each, a JSON file is a list of nodes with their facts
/// from PuppetDB, any other file has the name of a node on each line, which a path to its facts may follow.
pub fn nodes(path: &Path) -> Result<Vec<Listed>, Refusal> {
    if MACHINE.is_folder(path) {
        return in_folder(path);
    }
    if path.extension().is_some_and(|extension| extension == "json") {
        let Value::Array(objects) = json::document(path)? else { return Err(no_nodes(path)) };
        let facts = objects.iter().map(|object| match object {
            Value::Hash(entries) => Some(unwrapped(entries.clone())).filter(|facts| facts.node.is_some()),
            _ => None,
        });
        let facts: Option<Vec<Facts>> = facts.collect();
        let listed =
            |facts: Facts| Listed { name: facts.node.clone(), facts: Some(FactsSource::Read(facts)) };
        return Ok(facts.ok_or_else(|| no_nodes(path))?.into_iter().map(listed).collect());
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let text = files::text_of(path)?;
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or("").trim());
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

fn in_folder(folder: &Path) -> Result<Vec<Listed>, Refusal> {
    let mut nodes = Vec::new();
    for path in files::entries(folder)? {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if ["json", "yaml", "yml"].contains(&extension) {
            nodes.push(Listed { name: None, facts: Some(FactsSource::File(path)) });
        }
    }
    Ok(nodes)
}

impl Listed {
    /// The name of the node and its facts.
    pub fn resolve(&self, shared: &Facts) -> Result<(String, Facts), Refusal> {
        let (facts, stem) = match &self.facts {
            Some(FactsSource::File(path)) => {
                (read(path)?, path.file_stem().map(|stem| stem.to_string_lossy().into_owned()))
            }
            Some(FactsSource::Read(facts)) => (facts.clone(), None),
            None => (shared.clone(), None),
        };
        let name = self.name.clone().or_else(|| facts.node.clone()).or(stem);
        Ok((name.unwrap_or_else(|| "localhost".to_owned()).to_lowercase(), facts))
    }

    /// What to call it before its facts have been read.
    pub fn label(&self) -> String {
        match (&self.name, &self.facts) {
            (Some(name), _) => name.to_lowercase(),
            (None, Some(FactsSource::File(path))) => path.display().to_string(),
            _ => "localhost".to_owned(),
        }
    }
}

/// The facts without what they are wrapped in.
fn unwrapped(mut entries: Hash) -> Facts {
    let text = |entries: &Hash, key: &str| entries.get_str(key).and_then(Value::as_str).map(str::to_owned);
    let mut node = text(&entries, "certname");
    // No fact can be called `facts`: the variable is taken.
    match entries.get_str("facts").cloned() {
        Some(Value::Hash(inner)) => entries = inner,
        Some(Value::Array(rows)) => {
            if let Some(facts) = rows_of(rows.iter()) {
                return Facts { node: node.or(facts.node), ..facts };
            }
        }
        _ => {}
    }
    // A set of facts of PuppetDB.
    if let Some(Value::Array(rows)) = entries.get_str("data").cloned()
        && let Some(facts) = rows_of(rows.iter())
    {
        return Facts { node: node.or(facts.node), ..facts };
    }
    let wrapper = ["name", "values", "timestamp", "expiration"];
    let only_wrapper = entries.keys().all(|key| key.as_str().is_some_and(|key| wrapper.contains(&key)));
    if only_wrapper && let Some(Value::Hash(inner)) = entries.get_str("values").cloned() {
        node = node.or_else(|| text(&entries, "name"));
        entries = inner;
    }
    Facts { values: entries, node }
}

/// Facts as rows: `{"certname": ..., "name": ..., "value": ...}`.
fn rows_of<'v>(rows: impl Iterator<Item = &'v Value>) -> Option<Facts> {
    let mut facts = Facts::default();
    for row in rows {
        let Value::Hash(row) = row else { return None };
        let (name, value) = (row.get_str("name")?.as_str()?, row.get_str("value")?);
        facts.values.insert(Value::str(name), value.clone());
        if let Some(node) = row.get_str("certname").and_then(Value::as_str) {
            facts.node = Some(node.to_owned());
        }
    }
    Some(facts)
}

fn no_facts(path: &Path) -> Refusal {
    let message = format!("`{}` has no facts in it", path.display());
    let help = "write a mapping with a member for each fact: `{\"name\": \"value\"}`";
    Diagnostic::error(codes::WRONG_USE, message).help(help).into()
}

fn no_nodes(path: &Path) -> Refusal {
    let message = format!("`{}` is no list of nodes with their facts", path.display());
    let help =
        "write an array of objects with `certname` and `facts`, or name a folder with a file for each node";
    Diagnostic::error(codes::WRONG_USE, message).help(help).into()
}
