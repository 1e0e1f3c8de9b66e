//! `hiera.yaml`: the levels of a layer and where their data is.

mod check;
mod convert;
mod entry;
mod version3;
mod version4;

pub use convert::converted;

use std::path::{Path, PathBuf};

use bunraku_edition::TypeRules;
use bunraku_pcore::{Hash, Value};

use crate::error::{ErrorKind, LookupError};
use crate::key::kind_of;
use crate::merge::Merge;
use bunraku_formats::{
    Position,
    yaml::{self, Document},
};

/// The name of a configuration file.
pub const FILE_NAME: &str = "hiera.yaml";

/// The layer that a configuration belongs to, which determines what it may contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// The global layer.
    Global,
    /// The environment.
    Environment,
    /// A module.
    Module,
}

/// A parsed `hiera.yaml`.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// The file it comes from; `None` for the built-in configuration.
    pub path: Option<PathBuf>,
    /// The layer that it belongs to.
    pub owner: Owner,
    /// The folder to which paths are relative.
    pub root: PathBuf,
    /// The data folder for levels that do not set one.
    pub datadir: String,
    /// The levels, highest first.
    pub hierarchy: Vec<Entry>,
    /// The levels that are used if no other level has a value. Only in modules.
    pub default_hierarchy: Option<Vec<Entry>>,
    /// The version of its format: 3, 4 or 5.
    pub version: u8,
    /// How the function `hiera_hash` merges, if a version 3 configuration sets it.
    pub merge_of_hashes: Option<Merge>,
    /// Backends of version 3 that are not supported.
    pub left_out: Vec<String>,
    /// Why it is ignored: version 3 in an environment or a module. The setting `strict` determines the severity.
    pub misplaced: Option<LookupError>,
}

/// A level of a hierarchy.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The name, which is unique in the hierarchy.
    pub name: String,
    /// The function that reads its data.
    pub function: Function,
    /// The folder of its data, if it sets one.
    pub datadir: Option<String>,
    /// Where its data is; `None` if the function determines that itself.
    pub places: Option<Places>,
    /// The options of the function, besides its location: those of the level, or else those of the defaults.
    pub options: Hash,
    /// The position of the level in the file.
    pub position: Option<Position>,
}

/// The data function of a level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// How it is called.
    pub kind: FunctionKind,
    /// The name of the function.
    pub name: String,
}

/// How a data function is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FunctionKind {
    /// With options. Returns all data at once.
    DataHash,
    /// With the root of a key and options. Returns one value.
    LookupKey,
    /// With all segments of a key and options. Returns the part that they select.
    DataDig,
}

impl FunctionKind {
    /// The key for it in `hiera.yaml`.
    pub fn word(self) -> &'static str {
        match self {
            FunctionKind::DataHash => "data_hash",
            FunctionKind::LookupKey => "lookup_key",
            FunctionKind::DataDig => "data_dig",
        }
    }
}

/// Where the data of a level is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Places {
    /// Files, from `path` or `paths`.
    Paths(Vec<String>),
    /// Files by pattern, from `glob` or `globs`.
    Globs(Vec<String>),
    /// Anything, from `uri` or `uris`.
    Uris(Vec<String>),
    /// One file for each value of a variable, from `mapped_paths`.
    Mapped {
        /// The variable with the values.
        variable: String,
        /// The name of each value in the template.
        name: String,
        /// The path, which contains that name.
        template: String,
    },
}

impl Config {
    /// The configuration that is used if there is no file: `data/common.yaml`.
    pub fn built_in(root: &Path) -> Config {
        Config {
            path: None,
            owner: Owner::Global,
            root: root.to_path_buf(),
            datadir: "data".to_string(),
            hierarchy: vec![entry::common(None)],
            default_hierarchy: None,
            version: 5,
            merge_of_hashes: None,
            left_out: Vec::new(),
            misplaced: None,
        }
    }

    /// Parses a configuration.
    pub fn read(rules: &TypeRules, path: &Path, text: &str, owner: Owner) -> Result<Config, LookupError> {
        let kind = ErrorKind::InvalidConfig;
        let document =
            yaml::read_with_positions(text).map_err(|error| LookupError::unreadable(kind, path, &error))?;
        if let Some(flaw) = &document.flaw {
            return Err(LookupError::flawed(kind, path, flaw));
        }
        Reader { rules, path, document: &document, owner }.config()
    }
}

/// Parses a configuration from a document.
struct Reader<'a> {
    rules: &'a TypeRules,
    path: &'a Path,
    document: &'a Document,
    owner: Owner,
}

impl Reader<'_> {
    fn config(&self) -> Result<Config, LookupError> {
        let config = match &self.document.value {
            Value::Hash(config) => config,
            _ => return self.version3(None),
        };
        if self.is_version3(config) {
            return self.version3(Some(config));
        }
        if matches!(config.get_str("version"), Some(Value::Int(4))) {
            return self.version4(config);
        }
        self.check_version(config)?;
        self.check_keys(config, "", check::TOP)?;
        let defaults = match config.get_str("defaults") {
            None | Some(Value::Undef) => None,
            Some(Value::Hash(defaults)) => {
                self.check_keys(defaults, "defaults.", check::DEFAULTS)?;
                Some(defaults)
            }
            Some(_) => return Err(self.fail("defaults", "`defaults` must be a hash")),
        };
        let root = self.path.parent().unwrap_or(Path::new("")).to_path_buf();
        let default_function = match defaults {
            Some(defaults) => self.function(defaults, "defaults")?,
            None => Some(Function { kind: FunctionKind::DataHash, name: "yaml_data".to_string() }),
        };
        let default_options = match defaults {
            Some(defaults) => self.options(defaults, "defaults")?,
            None => None,
        };
        let datadir = match defaults {
            Some(defaults) => self.text(defaults, "datadir", "defaults")?,
            None => None,
        };
        let entries =
            |key: &str| self.entries(config, key, default_function.as_ref(), default_options.as_ref());
        let hierarchy = match entries("hierarchy")? {
            Some(entries) => entries,
            None if default_function.is_none() => {
                return Err(self.no_function("defaults", "Common"));
            }
            None => vec![entry::common(default_function.as_ref())],
        };
        entries("plan_hierarchy")?;
        let default_hierarchy = entries("default_hierarchy")?;
        if default_hierarchy.is_some() && self.owner != Owner::Module {
            return Err(self.fail("default_hierarchy", "only a module may have a `default_hierarchy`"));
        }
        Ok(Config {
            path: Some(self.path.to_path_buf()),
            owner: self.owner,
            root,
            datadir: datadir.unwrap_or_else(|| "data".to_string()),
            hierarchy,
            default_hierarchy,
            version: 5,
            merge_of_hashes: None,
            left_out: Vec::new(),
            misplaced: None,
        })
    }

    /// The levels below a key; `None` if it is missing.
    fn entries(
        &self,
        config: &Hash,
        key: &str,
        default_function: Option<&Function>,
        default_options: Option<&Hash>,
    ) -> Result<Option<Vec<Entry>>, LookupError> {
        let entries = match config.get_str(key) {
            None => return Ok(None),
            Some(Value::Undef) if key == "hierarchy" => return Ok(None),
            Some(Value::Array(entries)) => entries,
            Some(value) => {
                let message = format!("`{key}` must be an array of levels, got {}", kind_of(value));
                return Err(self.fail(key, message));
            }
        };
        let read = |(index, entry): (usize, &Value)| {
            self.entry(entry, &format!("{key}.{index}"), default_function, default_options)
        };
        let entries = entries.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
        self.check_names(&entries)?;
        Ok(Some(entries))
    }
}
