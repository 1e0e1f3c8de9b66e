//! The files that the facts of nodes are in.

use std::path::{Path, PathBuf};

use bunraku::diag::{Diagnostic, codes};
use bunraku::{Facts, world::World};

use crate::files::{self, MACHINE};
use crate::report::Refusal;

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
    let source = files::source_of(path)?;
    Ok(Facts::parse(source.name(), source.text())?)
}

/// The nodes that a path tells: a folder has a file of facts for each, a JSON file is a list of nodes with their facts
/// from PuppetDB, any other file has the name of a node on each line, which a path to its facts may follow.
pub fn nodes(path: &Path) -> Result<Vec<Listed>, Refusal> {
    if MACHINE.is_folder(path) {
        return in_folder(path);
    }
    if path.extension().is_some_and(|extension| extension == "json") {
        let source = files::source_of(path)?;
        let listed =
            |facts: Facts| Listed { name: facts.node.clone(), facts: Some(FactsSource::Read(facts)) };
        return Ok(Facts::parse_many(source.name(), source.text())?.into_iter().map(listed).collect());
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
                // A pipe among many files would make everybody wait.
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

    /// Where its facts are, for messages.
    pub fn origin(&self) -> String {
        match &self.facts {
            Some(FactsSource::File(path)) => format!("`{}`", path.display()),
            Some(FactsSource::Read(_)) => "an entry of the list".to_owned(),
            None => "those that all nodes share".to_owned(),
        }
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
