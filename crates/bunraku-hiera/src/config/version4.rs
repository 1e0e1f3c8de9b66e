//! `hiera.yaml`, version 4: each level names a backend. Still valid in environments and modules.

use std::path::Path;

use bunraku_pcore::{Hash, Value};

use super::{Config, Entry, Function, FunctionKind, Owner, Places, Reader};
use crate::error::LookupError;
use crate::key::kind_of;

/// The keys of a configuration.
const TOP: &[&str] = &["version", "datadir", "hierarchy"];
/// The keys of a level.
const LEVEL: &[&str] = &["name", "backend", "datadir", "path", "paths"];

const HELP: &str = "write `version: 5`; in each level replace `backend: yaml` by `data_hash: yaml_data` (`json` by \
                    `json_data`), and give each path its extension";

impl Reader<'_> {
    /// Converts a document.
    pub(super) fn version4(&self, config: &Hash) -> Result<Config, LookupError> {
        if self.owner == Owner::Global {
            let message = "hiera.yaml version 4 cannot be used in the global layer";
            return Err(self.fail("version", message).with_help(HELP));
        }
        self.check_keys(config, "", TOP)?;
        let hierarchy = match config.get_str("hierarchy") {
            None | Some(Value::Undef) => {
                vec![self.backend_level("common", "yaml", &Hash::new(), "hierarchy")?]
            }
            Some(Value::Array(levels)) => {
                let read =
                    |(index, level): (usize, &Value)| self.level4(level, &format!("hierarchy.{index}"));
                levels.iter().enumerate().map(read).collect::<Result<_, _>>()?
            }
            Some(value) => {
                let message = format!("`hierarchy` must be an array of levels, got {}", kind_of(value));
                return Err(self.fail("hierarchy", message));
            }
        };
        self.check_names(&hierarchy)?;
        let datadir = match config.get_str("datadir") {
            Some(Value::Undef) => None,
            _ => self.text(config, "datadir", "")?,
        };
        Ok(Config {
            path: Some(self.path.to_path_buf()),
            owner: self.owner,
            root: self.path.parent().unwrap_or(Path::new("")).to_path_buf(),
            datadir: datadir.unwrap_or_else(|| "data".to_string()),
            hierarchy,
            default_hierarchy: None,
            version: 4,
            merge_of_hashes: None,
            left_out: Vec::new(),
            misplaced: None,
        })
    }

    fn level4(&self, value: &Value, at: &str) -> Result<Entry, LookupError> {
        let Value::Hash(level) = value else {
            return Err(self.fail(at, format!("a level must be a hash, got {}", kind_of(value))));
        };
        self.check_keys(level, &format!("{at}."), LEVEL)?;
        let needed = |key: &str| {
            self.text(level, key, at)?.ok_or_else(|| self.fail(at, format!("a level needs a `{key}`")))
        };
        let (name, backend) = (needed("name")?, needed("backend")?);
        self.backend_level(&name, &backend, level, at)
    }

    /// Converts a level with a backend. Without a path, it reads the file with the name of the level.
    fn backend_level(&self, name: &str, backend: &str, level: &Hash, at: &str) -> Result<Entry, LookupError> {
        let (function, extension) = match backend {
            "yaml" => ("yaml_data", ".yaml"),
            "json" => ("json_data", ".json"),
            "hocon" => ("hocon_data", ".conf"),
            _ => {
                let message = format!("no data provider is registered for backend `{backend}`");
                return Err(self.fail(&format!("{at}.backend"), message).with_help(HELP));
            }
        };
        let path = self.text(level, "path", at)?;
        let paths = self.texts(level, "paths", at)?;
        let paths = paths.unwrap_or_else(|| vec![path.unwrap_or_else(|| name.to_string())]);
        let with_extension = |path: String| {
            if path.ends_with(extension) { path } else { format!("{path}{extension}") }
        };
        Ok(Entry {
            name: name.to_string(),
            function: Function { kind: FunctionKind::DataHash, name: function.to_string() },
            datadir: self.text(level, "datadir", at)?,
            places: Some(Places::Paths(paths.into_iter().map(with_extension).collect())),
            options: Hash::new(),
            position: self.document.paths.get(at).copied(),
        })
    }
}
