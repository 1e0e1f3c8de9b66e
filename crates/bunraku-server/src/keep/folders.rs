//! Stores facts and reports as files, where Puppet and related tools expect them.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use bunraku::edition::PUPPET8;
use bunraku::formats::json::to_json;
use bunraku::pcore::{Hash, Value};
use bunraku::{Facts, yaml};

use super::{Keep, KeepError, NodeCatalog, NodeFacts, NodeReport};
use crate::time::Timestamp;

/// Folders with a file for each node or run.
#[derive(Debug)]
pub struct Folders {
    /// The last facts of each node as JSON: `FOLDER/NODE.json`.
    pub facts: PathBuf,
    /// The facts as YAML for classifiers that read them, such as Foreman's: `FOLDER/NODE.yaml`.
    pub facts_yaml: Option<PathBuf>,
    /// Reports as written by Puppet's processor `store`: `FOLDER/NODE/TIME.yaml`. Without a folder, none are stored.
    pub reports: Option<PathBuf>,
}

impl Keep for Folders {
    fn facts(&self, facts: &NodeFacts<'_>) -> Result<(), KeepError> {
        let entries = [
            ("name", Value::str(facts.node)),
            ("values", Value::Hash(facts.values.clone())),
            ("timestamp", Value::str(facts.timestamp)),
        ];
        let value = Value::hash(entries.map(|(name, value)| (Value::str(name), value)));
        write(&self.facts, &format!("{}.json", facts.node), &to_json(&value))?;
        if let Some(folder) = &self.facts_yaml {
            let text = tagged("Puppet::Node::Facts", &value);
            write(folder, &format!("{}.yaml", facts.node), &text)?;
        }
        Ok(())
    }

    fn last_facts(&self, node: &str) -> Result<Option<Hash>, KeepError> {
        let path = self.facts.join(format!("{node}.json"));
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed("read", &path, &error)),
        };
        let name = path.display().to_string();
        let facts =
            Facts::parse(&name, &text).map_err(|error| KeepError(error.diagnostic.message.clone()))?;
        Ok(Some(facts.values))
    }

    fn catalog(&self, _catalog: &NodeCatalog<'_>) -> Result<(), KeepError> {
        Ok(())
    }

    fn report(&self, report: &NodeReport<'_>) -> Result<(), KeepError> {
        let Some(folder) = &self.reports else { return Ok(()) };
        let text = tagged("Puppet::Transaction::Report", report.value);
        let folder = folder.join(report.node);
        let time = Timestamp::now().compact();
        // File names contain the minute. Puppet keeps the last report of each minute; here none is lost.
        let names = (2..1_000).map(|number| format!("{time}-{number}.yaml"));
        let mut names = std::iter::once(format!("{time}.yaml")).chain(names);
        let free = names.find(|name| !folder.join(name).exists());
        write(&folder, &free.unwrap_or_else(|| format!("{time}.yaml")), &text)
    }

    fn report_processors(&self) -> Vec<String> {
        self.reports.iter().map(|_| "store".to_owned()).collect()
    }
}

/// A document with the name of the Ruby class for it.
pub fn tagged(class: &str, value: &Value) -> String {
    let text = yaml(&PUPPET8.types, value);
    let rest = text.strip_prefix("---").unwrap_or(&text);
    format!("--- !ruby/object:{class}{rest}")
}

/// Writes a temporary file and renames it, so that no partial content is read.
fn write(folder: &Path, name: &str, text: &str) -> Result<(), KeepError> {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let number = LAST.fetch_add(1, Ordering::Relaxed);
    let path = folder.join(name);
    let beside = folder.join(format!(".{number}.{}.new", std::process::id()));
    let written = fs::create_dir_all(folder).and_then(|()| {
        use std::os::unix::fs::OpenOptionsExt;
        let mut file =
            fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o640).open(&beside)?;
        file.write_all(text.as_bytes())?;
        fs::rename(&beside, &path)
    });
    written.map_err(|error| {
        // A leftover temporary file does no harm.
        let _ = fs::remove_file(&beside);
        failed("write", &path, &error)
    })
}

fn failed(what: &str, path: &Path, error: &io::Error) -> KeepError {
    KeepError(format!("cannot {what} `{}`: {error}", path.display()))
}
