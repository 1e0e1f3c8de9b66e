//! The levels of a layer with their locations resolved for the variables of one scope.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use bunraku_formats::Position;
use bunraku_pcore::{Hash, Str, Value};
use bunraku_world::{
    World,
    glob::{GlobError, glob},
    names::normal,
};

use crate::config::{Config, Entry, Function, FunctionKind, Places};
use crate::data::{DataFile, Format, read_text};
use crate::error::{ErrorKind, LookupError};
use crate::eyaml;
use crate::fence::Fence;
use crate::hiera::LayerId;
use crate::interpolate::{Methods, Unknown};
use crate::key;
use crate::run::Run;
use crate::scope::{ContextId, WithLocal};

/// A layer, resolved for the variables that it uses.
pub(crate) struct Resolved {
    /// The variables, and the values they had.
    used: Vec<Used>,
    /// The levels, highest first.
    pub(crate) levels: Vec<Level>,
    /// The levels of the default hierarchy.
    pub(crate) default_levels: Vec<Level>,
}

/// A variable that a path depends on. Variables that code cannot change are not recorded.
pub(crate) struct Used {
    /// The expression as written.
    pub(crate) name: String,
    /// The name of the variable.
    pub(crate) root: Str,
    /// The value of the variable. While it is the same, its parts need not be compared.
    pub(crate) whole: Value,
    /// The path into the value.
    pub(crate) segments: Vec<Value>,
    /// The part that was used.
    pub(crate) value: Value,
}

/// A location in a hierarchy, as recorded for values found there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provenance {
    /// The layer: `global`, `environment`, or the name of a module.
    pub layer: Str,
    /// The name of the level in `hiera.yaml`.
    pub level: Str,
    /// The data file, or the one that a function reads; `None` if a function does not need one.
    pub file: Option<Arc<Path>>,
}

/// A level of a hierarchy.
pub(crate) struct Level {
    pub(crate) name: String,
    /// The function that reads its data.
    pub(crate) function: Function,
    /// The format of the data, if the function is built in.
    pub(crate) format: Option<Format>,
    /// The options of the function.
    pub(crate) options: Hash,
    /// Where the data is. A single location without a place if the function determines that itself.
    pub(crate) locations: Vec<Location>,
    /// The folder of its files, if it has any.
    pub(crate) datadir: Option<PathBuf>,
    /// Where the level is configured.
    pub(crate) written: Option<(PathBuf, Option<Position>)>,
}

/// A location that may have data.
pub(crate) struct Location {
    /// As written in `hiera.yaml`.
    pub(crate) original: String,
    /// With its interpolations resolved.
    pub(crate) place: DataAt,
    /// The state of the data function.
    pub(crate) context: OnceLock<ContextId>,
    /// The provenance of values found here.
    pub(crate) provenance: Arc<Provenance>,
}

/// A place with its interpolations resolved.
pub(crate) enum DataAt {
    /// Determined by the function.
    None,
    /// A file.
    File(Arc<DataFile>),
    /// A URI.
    Uri(String),
}

impl Run<'_> {
    /// Resolves the levels of a layer. An earlier result is reused while its variables have the same values.
    pub(crate) fn resolve(&mut self, layer: LayerId, config: &Config) -> Result<Arc<Resolved>, LookupError> {
        let known = self.cache.layers.borrow().get(layer.index()).cloned().flatten();
        if let Some(resolved) = known {
            if self.is_stable(&resolved.used) {
                return Ok(resolved);
            }
            self.cache
                .note(|| "resolving the paths again because a variable in them has changed".to_string());
        }
        let mut run = Run { used: Some(Vec::new()), ..self.inner() };
        let name = run.hiera.module_name(layer).unwrap_or(layer.word());
        let levels = run.levels(name, &config.hierarchy, config)?;
        let default_levels = match &config.default_hierarchy {
            Some(entries) => run.levels(name, entries, config)?,
            None => Vec::new(),
        };
        let resolved = Arc::new(Resolved { used: run.used.unwrap_or_default(), levels, default_levels });
        let mut layers = self.cache.layers.borrow_mut();
        if layers.len() <= layer.index() {
            layers.resize(layer.index() + 1, None);
        }
        if let Some(slot) = layers.get_mut(layer.index()) {
            *slot = Some(resolved.clone());
        }
        Ok(resolved)
    }

    /// Whether all variables still have the same values. Most paths use parts of `facts`, which is therefore read once.
    fn is_stable(&mut self, used: &[Used]) -> bool {
        let mut last: Option<(&Str, Value)> = None;
        used.iter().all(|used| {
            let value = match &last {
                Some((root, value)) if *root == &used.root => value,
                _ => &last.insert((&used.root, self.scope_variable(&used.root).unwrap_or_default())).1,
            };
            *value == used.whole
                || key::dig(&used.name, &used.segments, value.clone()).ok().flatten().unwrap_or_default()
                    == used.value
        })
    }

    fn levels(&mut self, layer: &str, entries: &[Entry], config: &Config) -> Result<Vec<Level>, LookupError> {
        let mut levels = Vec::with_capacity(entries.len());
        for entry in entries {
            let level = self.level(layer, entry, config).map_err(|error| match &config.path {
                Some(path) => error.in_file(path, entry.position),
                None => error,
            })?;
            levels.extend(level);
        }
        Ok(levels)
    }

    /// Resolves a level; `None` if it is the built-in one and its file does not exist.
    fn level(&mut self, layer: &str, entry: &Entry, config: &Config) -> Result<Option<Level>, LookupError> {
        let written = entry.datadir.as_deref().unwrap_or(&config.datadir);
        let resolved = self.path_text(written).map_err(|error| self.in_config(config, error))?;
        let fence = self.fence(config, written, &resolved);
        let format = match entry.function.kind {
            FunctionKind::DataHash => Format::of_function(&entry.function.name),
            FunctionKind::LookupKey if entry.function.name == eyaml::FUNCTION => Some(Format::Yaml),
            _ => None,
        };
        // In versions 3 and 4, the setting `strict` applies to unknown variables.
        self.unknown = if config.version < 5 { Unknown::Error } else { Unknown::Empty };
        let locations = self.locations(layer, entry, &fence, format.unwrap_or(Format::Other));
        self.unknown = Unknown::Error;
        let mut locations = locations.map_err(|error| self.in_config(config, error))?;
        if config.path.is_none() {
            locations.retain(|location| matches!(&location.place, DataAt::File(file) if file.exists()));
            if locations.is_empty() {
                return Ok(None);
            }
        }
        let options = self.interpolate(&Value::Hash(entry.options.clone()), Methods::Refused);
        let options = match options.map_err(|error| self.in_config(config, error))? {
            Value::Hash(options) => options,
            _ => Hash::new(),
        };
        if format.is_some() && entry.function.kind == FunctionKind::LookupKey {
            self.name_key(&entry.options, &options);
        }
        let (name, function) = (entry.name.clone(), entry.function.clone());
        let written = config.path.clone().map(|path| (path, entry.position));
        let has_files =
            matches!(entry.places, Some(Places::Paths(_) | Places::Globs(_) | Places::Mapped { .. }));
        let datadir = has_files.then(|| fence.datadir.clone());
        Ok(Some(Level { name, function, format, options, locations, datadir, written }))
    }

    /// The error with its line in the configuration, if it is about an unknown variable.
    fn in_config(&self, config: &Config, error: LookupError) -> LookupError {
        let Some(path) = config.path.as_deref().filter(|_| error.variable.is_some()) else { return error };
        match read_text(self.hiera.files(), path, ErrorKind::InvalidConfig) {
            Ok(text) => error.in_config(path, &text),
            Err(_) => error,
        }
    }

    fn locations(
        &mut self,
        layer: &str,
        entry: &Entry,
        fence: &Fence,
        format: Format,
    ) -> Result<Vec<Location>, LookupError> {
        let (layer, level) = (Str::from(layer), Str::from(entry.name.as_str()));
        let at = |original: &str, place: DataAt| {
            let file = match &place {
                DataAt::File(file) => Some(Arc::clone(&file.path)),
                DataAt::None | DataAt::Uri(_) => None,
            };
            let provenance = Arc::new(Provenance { layer: layer.clone(), level: level.clone(), file });
            Location { original: original.to_string(), place, context: OnceLock::new(), provenance }
        };
        match &entry.places {
            None => Ok(vec![at("", DataAt::None)]),
            Some(Places::Paths(paths)) => {
                let mut locations = Vec::with_capacity(paths.len());
                for path in paths {
                    let text = self.path_text(path)?;
                    for file in &*self.fenced_file(fence, (path, &text), format) {
                        locations.push(at(path, DataAt::File(Arc::clone(file))));
                    }
                }
                Ok(locations)
            }
            Some(Places::Globs(patterns)) => {
                let mut locations = Vec::new();
                for written in patterns {
                    let pattern = join(&fence.datadir, &self.path_text(written)?);
                    let pattern = pattern.to_string_lossy();
                    for file in &*self.fenced_files(fence, (written, &pattern), format)? {
                        locations.push(at(&pattern, DataAt::File(Arc::clone(file))));
                    }
                }
                Ok(locations)
            }
            Some(Places::Uris(uris)) => {
                uris.iter().map(|original| Ok(at(original, DataAt::Uri(self.uri(original)?)))).collect()
            }
            Some(Places::Mapped { variable, name, template }) => {
                let values = self.mapped_values(variable)?;
                let mut locations = Vec::with_capacity(values.len());
                for value in values {
                    let path = self.mapped_path(name, value, template)?;
                    for file in &*self.fenced_file(fence, (template, &path), format) {
                        locations.push(at(template, DataAt::File(Arc::clone(file))));
                    }
                }
                Ok(locations)
            }
        }
    }

    fn uri(&mut self, written: &str) -> Result<String, LookupError> {
        let uri = self.path_text(written)?;
        if uri.contains(|char: char| char.is_whitespace() || char.is_control() || !char.is_ascii()) {
            return Err(LookupError::new(ErrorKind::InvalidConfig, format!("`{uri}` is not a URI")));
        }
        Ok(uri)
    }

    /// The values of the variable in `mapped_paths`, each of which has a path.
    fn mapped_values(&mut self, variable: &str) -> Result<Vec<Value>, LookupError> {
        Ok(match self.variable(variable, variable)? {
            Value::Undef => Vec::new(),
            Value::Str(text) if text.is_empty() => Vec::new(),
            Value::Str(text) => vec![Value::Str(text)],
            Value::Array(array) => array.into_iter().collect(),
            Value::Hash(hash) => hash.into_iter().map(|(key, value)| Value::array([key, value])).collect(),
            other => {
                let kind = key::kind_of(&other);
                let message =
                    format!("`{variable}` in `mapped_paths` must be a string or an array, got {kind}");
                return Err(LookupError::new(ErrorKind::InvalidConfig, message));
            }
        })
    }

    fn mapped_path(&mut self, name: &str, value: Value, template: &str) -> Result<String, LookupError> {
        let (global_only, version3) = (self.global_only, self.version3);
        let mut scope = WithLocal { scope: &mut *self.scope, name, value };
        let run = self.hiera.run(&mut scope, self.cache);
        let mut run = Run { used: Some(Vec::new()), unknown: Unknown::Empty, global_only, version3, ..run };
        let path = run.path_text(template);
        // The name in the template is not a variable that could change; the variable with the values has been recorded.
        let used = run.used.unwrap_or_default().into_iter().filter(|used| used.root != name);
        if let Some(all) = &mut self.used {
            all.extend(used);
        }
        path
    }

    fn path_text(&mut self, text: &str) -> Result<String, LookupError> {
        let value = self.interpolate_text(text, Methods::Refused)?;
        Ok(value.as_str().unwrap_or_default().to_string())
    }
}

/// The files that match a pattern, without folders.
pub(crate) fn files_like(files: &dyn World, pattern: &str) -> Result<Vec<PathBuf>, GlobError> {
    let found = glob(files, pattern)?.into_iter().filter(|found| !found.folder);
    // Adjacent slashes count as one.
    Ok(found.map(|found| Path::new(&found.path).components().collect()).collect())
}

/// Joins a path to a folder, unless it is absolute, and removes `.` and `..`.
pub(crate) fn join(folder: &Path, path: &str) -> PathBuf {
    normal(&folder.join(path))
}
