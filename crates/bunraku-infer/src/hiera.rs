//! The keys in the data of an environment and its modules, on any level.

use std::path::{Path, PathBuf};

use bunraku_formats::{json, yaml};
use bunraku_intern::{FastMap, FastSet};
use bunraku_pcore::{Hash, Value};
use bunraku_world::FileKind;

use crate::Project;
use crate::module::below;

/// The keys of all data files.
#[derive(Default)]
pub struct DataKeys {
    /// Every key, with the files that contain it.
    pub keys: FastMap<String, Vec<PathBuf>>,
    /// All data files.
    pub files: FastSet<PathBuf>,
    /// The keys in `lookup_options`; those with patterns begin with `^`.
    pub options: FastMap<String, PathBuf>,
    referenced: FastSet<String>,
    strings: FastSet<String>,
    /// Whether data may come from elsewhere: functions, other backends, a file that cannot be read.
    pub is_open: bool,
}

impl DataKeys {
    /// Reads the data of a project.
    pub(crate) fn read(project: &Project) -> DataKeys {
        let mut data = DataKeys::default();
        if let Some(environment) = &project.environment {
            // Without a configuration of its own, an environment has the data of the installation it is used in.
            data.is_open = !project.world.is_file(&environment.join("hiera.yaml"));
            data.read_layer(project, environment);
        }
        let folders: Vec<PathBuf> = project.module_folders().map(|(_, folder)| folder.to_owned()).collect();
        for folder in folders {
            data.read_layer(project, &folder);
        }
        data
    }

    /// Whether a key may have a value.
    pub fn may_have(&self, key: &str) -> bool {
        self.is_open || self.keys.contains_key(key)
    }

    /// Whether the value of a key may be converted or merged before it is used. A pattern counts for all keys.
    pub fn has_options(&self, key: &str) -> bool {
        self.options.contains_key(key) || self.options.keys().any(|pattern| pattern.starts_with('^'))
    }

    /// Whether the data contains a string, which may be the name of a class or file.
    pub fn mentions(&self, text: &str) -> bool {
        self.is_open || self.strings.contains(text)
    }

    /// Whether other data refers to a key: `%{lookup('key')}`.
    pub fn is_referenced(&self, key: &str) -> bool {
        self.referenced.contains(key)
    }

    fn read_layer(&mut self, project: &Project, root: &Path) {
        let Some(config) = project.read(&root.join("hiera.yaml"), FileKind::Configuration) else { return };
        let Ok(config) = yaml::read(&config) else {
            self.is_open = true;
            return;
        };
        let mut folders = FastSet::default();
        self.read_config(&config.value, root, &mut folders);
        for folder in folders {
            for ending in ["yaml", "yml", "json", "eyaml"] {
                for (_, path) in below(&*project.world, &folder, ending) {
                    self.read_file(project, &path);
                }
            }
        }
    }

    /// Collects the folders of the levels of a configuration.
    fn read_config(&mut self, config: &Value, root: &Path, folders: &mut FastSet<PathBuf>) {
        let Value::Hash(config) = config else { return };
        let datadir = |level: Option<&Value>| match level {
            Some(Value::Hash(level)) => level.get_str("datadir").and_then(Value::as_str).map(str::to_owned),
            _ => None,
        };
        let usual = datadir(config.get_str("defaults")).unwrap_or_else(|| "data".to_owned());
        folders.insert(root.join(&usual));
        if let Some(Value::Hash(defaults)) = config.get_str("defaults") {
            self.is_open |= !is_plain(defaults);
        }
        let levels = ["hierarchy", "default_hierarchy"].iter().filter_map(|name| config.get_str(name));
        for level in levels.filter_map(|levels| match levels {
            Value::Array(levels) => Some(levels.as_slice()),
            _ => None,
        }) {
            for level in level {
                let folder = datadir(Some(level)).unwrap_or_else(|| usual.clone());
                // What is outside the folder is different on each machine.
                self.is_open |= folder.contains("%{") || leads_out(&folder);
                folders.insert(root.join(folder));
                if let Value::Hash(level) = level {
                    let paths = ["path", "paths", "glob", "globs", "mapped_paths"];
                    let mut paths = paths.iter().filter_map(|name| level.get_str(name));
                    self.is_open |= !is_plain(level) || paths.any(has_outside);
                }
            }
        }
    }

    fn add_strings(&mut self, value: &Value) {
        match value {
            Value::Str(text) => {
                self.strings.insert(text.as_str().trim_start_matches("::").to_owned());
            }
            Value::Array(values) => values.as_slice().iter().for_each(|value| self.add_strings(value)),
            Value::Hash(entries) => entries.values().for_each(|value| self.add_strings(value)),
            _ => {}
        }
    }

    fn read_file(&mut self, project: &Project, path: &Path) {
        self.files.insert(path.to_owned());
        let Some(text) = project.read(path, FileKind::Data) else {
            self.is_open = true;
            return;
        };
        for function in ["lookup(", "alias(", "hiera("] {
            for (at, _) in text.match_indices(function) {
                let rest =
                    text.get(at + function.len()..).unwrap_or("").trim_start_matches(['\'', '"', '\\']);
                let end = rest.find(['\'', '"', '\\', ')']).unwrap_or(0);
                self.referenced.extend(rest.get(..end).map(str::to_owned));
            }
        }
        let value = if path.extension().is_some_and(|ending| ending == "json") {
            json::read(&text).map(|json| json.value).ok()
        } else {
            yaml::read(&text).map(|document| document.value).ok()
        };
        let Some(value) = value else {
            self.is_open = true;
            return;
        };
        let Value::Hash(entries) = value else { return };
        for (key, value) in entries.iter() {
            let Some(key) = key.as_str() else { continue };
            if key == "lookup_options" {
                if let Value::Hash(options) = value {
                    for key in options.keys().filter_map(Value::as_str) {
                        self.options.insert(key.to_owned(), path.to_owned());
                    }
                }
            } else {
                self.keys.entry(key.to_owned()).or_default().push(path.to_owned());
                self.add_strings(value);
            }
        }
    }
}

/// Whether a level, or the defaults of all, reads files of the usual kinds.
fn is_plain(level: &Hash) -> bool {
    let is_usual = |name: &str| match level.get_str(name).and_then(Value::as_str) {
        Some(function) => matches!(function, "yaml_data" | "json_data" | "eyaml_lookup_key"),
        None => true,
    };
    let others = ["data_dig", "hiera3_backend", "uri", "uris"];
    is_usual("data_hash") && is_usual("lookup_key") && others.iter().all(|name| level.get_str(name).is_none())
}

/// Whether a path, or one of several, leads out of the folder with the data.
fn has_outside(paths: &Value) -> bool {
    match paths {
        Value::Str(path) => leads_out(path.as_str()),
        Value::Array(paths) => paths.as_slice().iter().any(has_outside),
        _ => false,
    }
}

fn leads_out(path: &str) -> bool {
    Path::new(path).is_absolute() || path.split('/').any(|part| part == "..")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_open(config: &str) -> bool {
        let mut keys = DataKeys::default();
        keys.read_config(&yaml::read(config).unwrap().value, Path::new("/site"), &mut FastSet::default());
        keys.is_open
    }

    #[test]
    fn data_from_elsewhere_may_have_any_key() {
        assert!(!is_open("{ defaults: { datadir: data }, hierarchy: [{ name: a, path: a.yaml }] }"));
        assert!(!is_open(
            "{ hierarchy: [{ name: a, paths: [a.yaml, 'b/%{c}.yaml'], lookup_key: eyaml_lookup_key }] }"
        ));
        for config in [
            "{ hierarchy: [{ name: a, path: /etc/puppetlabs/local.yaml }] }",
            "{ hierarchy: [{ name: a, paths: [a.yaml, ../b.yaml] }] }",
            "{ hierarchy: [{ name: a, path: a.yaml, datadir: /etc/data }] }",
            "{ hierarchy: [{ name: a, globs: ['/etc/data/*.yaml'] }] }",
            "{ defaults: { lookup_key: my_data }, hierarchy: [{ name: a, path: a.yaml }] }",
            "{ hierarchy: [{ name: a, data_hash: my_data }] }",
        ] {
            assert!(is_open(config), "{config}");
        }
    }
}
