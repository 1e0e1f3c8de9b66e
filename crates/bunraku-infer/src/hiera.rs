//! The keys in the data of an environment and its modules, on any level.

use std::path::{Path, PathBuf};

use bunraku_formats::{json, yaml};
use bunraku_hiera::config::{Config, Entry, FILE_NAME, Owner, Places};
use bunraku_intern::{FastMap, FastSet};
use bunraku_pcore::Value;
use bunraku_world::FileKind;

use crate::module::below;
use crate::{Project, RULES, bare};

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
            data.is_open = !project.world.is_file(&environment.join(FILE_NAME));
            data.read_layer(project, environment, Owner::Environment);
        }
        let folders: Vec<PathBuf> = project.module_folders().map(|(_, folder)| folder.to_owned()).collect();
        for folder in folders {
            data.read_layer(project, &folder, Owner::Module);
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

    fn read_layer(&mut self, project: &Project, root: &Path, owner: Owner) {
        let path = root.join(FILE_NAME);
        let Some(text) = project.read(&path, FileKind::Configuration) else { return };
        let Ok(config) = Config::read(RULES, &path, &text, owner) else {
            self.is_open = true;
            return;
        };
        self.is_open |= is_open(&config);
        let levels = config.hierarchy.iter().chain(config.default_hierarchy.iter().flatten());
        let folders = levels.map(|level| level.datadir.as_ref().unwrap_or(&config.datadir));
        let folders: FastSet<PathBuf> =
            folders.chain([&config.datadir]).map(|folder| root.join(folder)).collect();
        for folder in folders {
            for ending in ["yaml", "yml", "json", "eyaml"] {
                for (_, path) in below(&*project.world, &folder, ending) {
                    self.read_file(project, &path);
                }
            }
        }
    }

    fn add_strings(&mut self, value: &Value) {
        match value {
            Value::Str(text) => {
                self.strings.insert(bare(text.as_str()).to_owned());
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

/// Whether data of a configuration comes from elsewhere than from files of the usual kinds in its folders. What is outside
/// of these is different on each machine.
fn is_open(config: &Config) -> bool {
    let is_elsewhere = |level: &Entry| {
        let folder = level.datadir.as_ref().unwrap_or(&config.datadir);
        let is_usual = matches!(level.function.name.as_str(), "yaml_data" | "json_data" | "eyaml_lookup_key");
        let leads_out = match &level.places {
            Some(Places::Paths(paths) | Places::Globs(paths)) => paths.iter().any(|path| leads_out(path)),
            Some(Places::Mapped { template, .. }) => leads_out(template),
            Some(Places::Uris(_)) | None => true,
        };
        !is_usual || leads_out || folder.contains("%{") || self::leads_out(folder)
    };
    let mut levels = config.hierarchy.iter().chain(config.default_hierarchy.iter().flatten());
    config.misplaced.is_some() || levels.any(is_elsewhere)
}

fn leads_out(path: &str) -> bool {
    Path::new(path).is_absolute() || path.split('/').any(|part| part == "..")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_open(config: &str) -> bool {
        let config = format!("{{ version: 5, {config} }}");
        super::is_open(
            &Config::read(RULES, Path::new("/site/hiera.yaml"), &config, Owner::Environment).unwrap(),
        )
    }

    #[test]
    fn data_from_elsewhere_may_have_any_key() {
        assert!(!is_open(
            "defaults: { datadir: data, data_hash: yaml_data }, hierarchy: [{ name: a, path: a.yaml }]"
        ));
        assert!(!is_open(
            "hierarchy: [{ name: a, paths: [a.yaml, 'b/%{c}.yaml'], lookup_key: eyaml_lookup_key }]"
        ));
        for config in [
            "hierarchy: [{ name: a, path: /etc/puppetlabs/local.yaml }]",
            "hierarchy: [{ name: a, paths: [a.yaml, ../b.yaml] }]",
            "hierarchy: [{ name: a, path: a.yaml, datadir: /etc/data }]",
            "hierarchy: [{ name: a, globs: ['/etc/data/*.yaml'] }]",
            "defaults: { lookup_key: my_data }, hierarchy: [{ name: a, path: a.yaml }]",
            "hierarchy: [{ name: a, data_hash: my_data }]",
        ] {
            assert!(is_open(config), "{config}");
        }
    }
}
