//! `hiera.yaml`, version 3: several backends that share the same paths. Only valid in the global layer.

use std::path::PathBuf;

use bunraku_pcore::{Hash, Value};

use super::{Config, Entry, Function, FunctionKind, Owner, Places, Reader};
use crate::error::LookupError;
use crate::eyaml;
use crate::merge::Merge;

/// Keys that are not the name of a backend.
const KEYS: [&str; 6] =
    ["version", "backends", "logger", "merge_behavior", "deep_merge_options", "hierarchy"];

/// The default hierarchy.
const DEFAULT_HIERARCHY: [&str; 2] = ["nodes/%{::trusted.certname}", "common"];

/// The default data folder of a backend.
pub(super) const DEFAULT_DATADIR: &str = "/etc/puppetlabs/code/environments/%{::environment}/hieradata";

impl Reader<'_> {
    /// Converts a document, which is a hash or empty.
    pub(super) fn version3(&self, config: Option<&Hash>) -> Result<Config, LookupError> {
        let nothing = Hash::new();
        let config = config.unwrap_or(&nothing);
        let backends = self.words(config, "backends")?.unwrap_or_else(|| vec!["yaml".to_string()]);
        let paths = self.words(config, "hierarchy")?;
        let paths = paths.unwrap_or_else(|| DEFAULT_HIERARCHY.map(str::to_string).to_vec());
        for key in config.keys() {
            let known = |name: &str| KEYS.contains(&name) || backends.iter().any(|backend| backend == name);
            match key.as_str() {
                Some(name) if known(name) => {}
                Some(name) => {
                    return Err(self
                        .fail(
                            name,
                            format!("unknown key `{name}`, which is not the name of a backend either"),
                        )
                        .with_help("the options of a backend go below its name"));
                }
                None => return Err(self.fail("", "all keys must be strings")),
            }
        }
        let mut hierarchy: Vec<Entry> = Vec::with_capacity(backends.len());
        let mut left_out = Vec::new();
        for (index, backend) in backends.iter().enumerate() {
            if backends.get(..index).is_some_and(|before| before.contains(backend)) {
                return Err(self.fail("backends", format!("duplicate backend `{backend}`")));
            }
            match self.backend(backend, config, &paths)? {
                Some(entry) => hierarchy.push(entry),
                None => left_out.push(backend.clone()),
            }
        }
        Ok(Config {
            path: Some(self.path.to_path_buf()),
            owner: self.owner,
            // Relative folders are relative to the current folder of the process.
            root: PathBuf::new(),
            datadir: DEFAULT_DATADIR.to_string(),
            hierarchy,
            default_hierarchy: None,
            version: 3,
            merge_of_hashes: self.merge_behavior(config)?,
            left_out,
            misplaced: (self.owner != Owner::Global).then(|| self.version3_elsewhere()),
        })
    }

    /// Converts a backend to a level; `None` if it is neither built in nor can be loaded, as in Puppet.
    fn backend(&self, backend: &str, config: &Hash, paths: &[String]) -> Result<Option<Entry>, LookupError> {
        let mut options = match config.get_str(backend) {
            None => Hash::new(),
            Some(Value::Hash(options)) => options.clone(),
            Some(_) => return Err(self.fail(backend, format!("the options of `{backend}` must be a hash"))),
        };
        let datadir = self.text(&options, "datadir", backend)?;
        let extension = self.text(&options, "extension", backend)?;
        let (kind, function, usual) = match backend {
            "yaml" => (FunctionKind::DataHash, "yaml_data", "yaml"),
            "json" => (FunctionKind::DataHash, "json_data", "json"),
            "hocon" => (FunctionKind::DataHash, "hocon_data", "conf"),
            "eyaml" => (FunctionKind::LookupKey, eyaml::FUNCTION, "eyaml"),
            _ => return Ok(None),
        };
        let extension = format!(".{}", extension.as_deref().unwrap_or(usual));
        let with_extension = |path: &String| {
            if path.ends_with(&extension) { path.clone() } else { format!("{path}{extension}") }
        };
        match kind {
            // Only decryption has options.
            FunctionKind::LookupKey => {
                options.remove(&Value::str("datadir"));
                options.remove(&Value::str("extension"));
            }
            _ => options = Hash::new(),
        }
        Ok(Some(Entry {
            name: backend.to_string(),
            function: Function { kind, name: function.to_string() },
            datadir,
            places: Some(Places::Paths(paths.iter().map(with_extension).collect())),
            options,
            position: self
                .document
                .paths
                .get(backend)
                .or_else(|| self.document.paths.get("backends"))
                .copied(),
        }))
    }

    /// How `hiera_hash` merges; `None` for the default.
    fn merge_behavior(&self, config: &Hash) -> Result<Option<Merge>, LookupError> {
        let strategy = match config.get_str("merge_behavior").map(Value::as_str) {
            None | Some(Some("native")) => return Ok(None),
            Some(Some("deep")) => "reverse_deep",
            Some(Some("deeper")) => "unconstrained_deep",
            Some(_) => {
                let message = "`merge_behavior` must be `native`, `deep` or `deeper`";
                return Err(self.fail("merge_behavior", message));
            }
        };
        let mut merge = Hash::new();
        merge.insert(Value::str("strategy"), Value::str(strategy));
        match config.get_str("deep_merge_options") {
            None => {}
            Some(Value::Hash(options)) => merge.extend(options.clone()),
            Some(_) => return Err(self.fail("deep_merge_options", "`deep_merge_options` must be a hash")),
        }
        Merge::from_value(&Value::Hash(merge)).map(Some)
    }

    /// A string or an array of strings, none of them empty.
    fn words(&self, config: &Hash, key: &str) -> Result<Option<Vec<String>>, LookupError> {
        let word = |value: &Value| value.as_str().filter(|word| !word.is_empty()).map(str::to_string);
        let words = match config.get_str(key) {
            None | Some(Value::Undef) => return Ok(None),
            Some(Value::Array(words)) => words.iter().map(word).collect::<Option<Vec<String>>>(),
            Some(value) => word(value).map(|word| vec![word]),
        };
        match words {
            Some(words) => Ok(Some(words)),
            None => Err(self
                .fail(key, format!("`{key}` must be a string or an array of strings"))
                .with_help("without a version, this is read as version 3: add `version: 5`")),
        }
    }
}
