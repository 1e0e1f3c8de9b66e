//! Lists all keys in the data of a node, for tools that find unused ones.

use std::collections::HashSet;
use std::path::PathBuf;

use bunraku_formats::Position;
use bunraku_pcore::{Str, Value};

use crate::cache::LookupCache;
use crate::config::{Config, Entry, FunctionKind, Places};
use crate::data::{Content, DataFile, Format};
use crate::error::LookupError;
use crate::eyaml;
use crate::hiera::{Hiera, LayerId};
use crate::interpolate::method_call;
use crate::key::Key;
use crate::layers::{DataAt, files_like, join};
use crate::options::LOOKUP_OPTIONS;
use crate::scope::Scope;

/// A key in a data file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DataKey {
    /// The key as written in the file.
    pub key: Str,
    /// The path of the data file.
    pub file: PathBuf,
    /// The position of the key.
    pub position: Position,
    /// The module that the data belongs to; `None` in other layers.
    pub module: Option<String>,
    /// The keys that its value refers to by interpolation.
    pub references: Vec<String>,
}

/// The value of a key in a data file.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct DataValue {
    /// The key as written in the file.
    pub key: Str,
    /// The value as written in the file, without interpolation.
    pub value: Value,
    /// The name of the level.
    pub level: String,
    /// The path of the data file.
    pub file: PathBuf,
}

impl Hiera {
    /// The keys of all data files that lookups in this scope would read, by layer and level. Values from data functions
    /// are unknown.
    pub fn all_keys(&self, scope: &mut dyn Scope, cache: &LookupCache) -> Result<Vec<DataKey>, LookupError> {
        let mut run = self.run(scope, cache);
        let mut keys = Vec::new();
        for layer in LayerId::all(self.layer_count()) {
            let Some(config) = self.config(layer)? else { continue };
            let resolved = run.resolve(layer, config)?;
            for level in resolved.levels.iter().chain(&resolved.default_levels) {
                for location in &level.locations {
                    let DataAt::File(file) = &location.place else { continue };
                    collect(file, self.module_name(layer), &mut keys)?;
                }
            }
        }
        Ok(keys)
    }

    /// The keys in the data files of all nodes: interpolations in paths match anything.
    pub fn keys_of_all_nodes(&self) -> Result<Vec<DataKey>, LookupError> {
        let mut keys = Vec::new();
        self.each_file_of_all_nodes(|file, layer, _| collect(file, self.module_name(layer), &mut keys))?;
        Ok(keys)
    }

    /// The values in the data files of all nodes, by layer and level. Files that cannot be parsed have none.
    pub fn values_of_all_nodes(&self) -> Result<Vec<DataValue>, LookupError> {
        let mut values = Vec::new();
        self.each_file_of_all_nodes(|file, _, level| {
            let Content::Data(data) = &file.content else { return Ok(()) };
            for (key, entry) in data.keys().filter(|(key, _)| *key != LOOKUP_OPTIONS) {
                values.push(DataValue {
                    key: Str::from(key.as_str()),
                    value: entry.value.clone(),
                    level: level.name.clone(),
                    file: file.path.to_path_buf(),
                });
            }
            Ok(())
        })?;
        Ok(values)
    }

    fn each_file_of_all_nodes(
        &self,
        mut visit: impl FnMut(&DataFile, LayerId, &Entry) -> Result<(), LookupError>,
    ) -> Result<(), LookupError> {
        let mut seen = HashSet::new();
        for layer in LayerId::all(self.layer_count()) {
            let Some(config) = self.config(layer)? else { continue };
            for entry in config.hierarchy.iter().chain(config.default_hierarchy.iter().flatten()) {
                let format = match entry.function.kind {
                    FunctionKind::LookupKey if entry.function.name == eyaml::FUNCTION => Some(Format::Yaml),
                    FunctionKind::DataHash => Format::of_function(&entry.function.name),
                    _ => None,
                };
                let Some(format) = format else { continue };
                for path in self.files_of_all_nodes(config, entry) {
                    if seen.insert(path.clone()) {
                        visit(&self.data_file(&path, format), layer, entry)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads the data files of all nodes, so that lookups do not have to wait for them.
    pub fn read_all(&self) -> Result<(), LookupError> {
        self.each_file_of_all_nodes(|_, _, _| Ok(()))
    }

    fn files_of_all_nodes(&self, config: &Config, entry: &Entry) -> Vec<PathBuf> {
        let patterns: Vec<&str> = match &entry.places {
            Some(Places::Paths(paths) | Places::Globs(paths)) => paths.iter().map(String::as_str).collect(),
            Some(Places::Mapped { template, .. }) => vec![template],
            Some(Places::Uris(_)) | None => Vec::new(),
        };
        let datadir = entry.datadir.as_deref().unwrap_or(&config.datadir);
        let of_pattern = |pattern: &str| {
            let pattern = join(&join(&config.root, &any(datadir)), &any(pattern));
            files_like(self.files(), &pattern.to_string_lossy()).unwrap_or_default()
        };
        patterns.into_iter().flat_map(of_pattern).collect()
    }
}

/// Replaces each interpolation in a path by `*`.
fn any(path: &str) -> String {
    let mut result = String::new();
    let mut rest = path;
    while let Some((before, inside)) = rest.split_once("%{") {
        let Some((_, after)) = inside.split_once('}') else { break };
        result.push_str(before);
        if !result.ends_with('*') {
            result.push('*');
        }
        rest = after;
    }
    result + rest
}

fn collect(file: &DataFile, module: Option<&str>, keys: &mut Vec<DataKey>) -> Result<(), LookupError> {
    match &file.content {
        Content::Data(data) => {
            for (key, entry) in data.keys().filter(|(key, _)| *key != LOOKUP_OPTIONS) {
                let mut found = Vec::new();
                references(&entry.value, &mut found);
                keys.push(DataKey {
                    key: Str::from(key.as_str()),
                    file: file.path.to_path_buf(),
                    position: entry.position,
                    module: module.map(str::to_string),
                    references: found,
                });
            }
            Ok(())
        }
        Content::Broken(error) => Err(error.clone()),
        Content::Missing | Content::Unread => Ok(()),
    }
}

/// The roots of the keys that `%{lookup(...)}` and the like name in a value.
fn references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Str(text) => {
            let expressions = text.split("%{").skip(1).filter_map(|rest| rest.split_once('}'));
            for (expression, _) in expressions {
                if let Some(("lookup" | "hiera" | "alias", argument)) = method_call(expression.trim())
                    && let Ok(key) = Key::parse(argument)
                {
                    found.push(key.root.to_string());
                }
            }
        }
        Value::Array(array) => array.iter().for_each(|value| references(value, found)),
        Value::Hash(hash) => hash.iter().for_each(|(key, value)| {
            references(key, found);
            references(value, found);
        }),
        _ => {}
    }
}
