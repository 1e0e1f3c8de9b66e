//! The data of an environment, shared by all compilations, and lookups in it.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use bunraku_edition::TypeRules;
use bunraku_formats::Position;
use bunraku_pcore::{Hash, Str, Value};
use bunraku_world::{Trust, World};

use crate::cache::{LookupCache, copied};
use crate::config::{Config, FILE_NAME, Owner};
use crate::data::{Content, DataFile, Format, Table, read_text};
use crate::error::{ErrorKind, LookupError};
use crate::explain::Explanation;
use crate::eyaml::{FUNCTION, Keys};
use crate::fence::Fences;
use crate::interpolate::{Methods, Unknown};
use crate::key::Key;
use crate::layers::Provenance;
use crate::merge::Merge;
use crate::run::{Hit, Run};
use crate::scope::{Context, ContextId, Scope};

/// The locations of an environment's configurations.
#[derive(Debug, Clone)]
pub struct Layout {
    /// The global `hiera.yaml`. If the file does not exist, `data/common.yaml` next to it is read if that exists.
    pub global: Option<PathBuf>,
    /// The folder of the environment, whose `hiera.yaml` forms the second layer.
    pub environment: Option<PathBuf>,
    /// The names and folders of the modules.
    pub modules: Vec<(String, PathBuf)>,
    /// The edition's rules for types and values.
    pub rules: &'static TypeRules,
}

/// What to look up, and how.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// The keys. The first one with a value counts.
    pub names: Vec<Str>,
    /// How values are merged; `None` to use `lookup_options`.
    pub merge: Option<Merge>,
    /// Values that take precedence over all data. They are looked up with the whole key, and are variables in
    /// interpolations.
    pub overrides: Option<Hash>,
    /// Values that are used if the data has none, in the same way.
    pub defaults: Option<Hash>,
    /// Whether to search only the global layer.
    pub global_only: bool,
    /// Whether the caller is one of the functions `hiera*`, for which version 3 configurations have special rules.
    pub hiera_call: bool,
}

impl Request {
    /// A request for one key.
    pub fn key(name: impl Into<Str>) -> Request {
        Request { names: vec![name.into()], ..Request::default() }
    }

    fn overridden(&self, name: &Str) -> Option<LookupResult> {
        self.overrides.as_ref()?.get_str(name).map(|value| given(name, value))
    }
}

/// The result of a lookup.
#[derive(Debug, Clone, PartialEq)]
pub struct LookupResult {
    /// The key that had a value.
    pub name: Str,
    /// The value, merged and converted.
    pub value: Value,
    /// The origins of the value, highest first; several for a merged value. Empty for a value that is not from the
    /// data, such as a default of the request.
    pub origins: Vec<Origin>,
}

impl LookupResult {
    /// The origin in a file; of a merged value, the highest one.
    pub fn origin(&self) -> Option<&Origin> {
        self.origins.first().filter(|origin| origin.provenance.file.is_some())
    }
}

/// The origin of a value, or of a part of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The location in the hierarchy.
    pub provenance: Arc<Provenance>,
    /// The position of the key, if it is known.
    pub position: Option<Position>,
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.provenance.file {
            Some(file) => write!(f, "{}", file.display())?,
            None => write!(f, "the level `{}`", self.provenance.level)?,
        }
        match self.position {
            Some(position) => write!(f, ":{}", position.line),
            None => Ok(()),
        }
    }
}

/// The data of one generation of an environment.
///
/// It is immutable for its users: configurations and data files are read once, when they are first needed, and are
/// shared by all compilations. State of a compilation is in its [`LookupCache`].
pub struct Hiera {
    files: Arc<dyn World>,
    layout: Layout,
    layers: Vec<OnceLock<Result<Option<Arc<Config>>, LookupError>>>,
    modules: HashMap<String, usize>,
    data: Table,
    keys: Keys,
    /// The folders and files spelled out in configurations that the world has been told about.
    pub(crate) named: Mutex<HashSet<PathBuf>>,
    /// The data folders of levels.
    pub(crate) fences: Fences,
}

/// A layer: global, environment, or a module by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LayerId(usize);

impl LayerId {
    pub(crate) const GLOBAL: LayerId = LayerId(0);
    pub(crate) const ENVIRONMENT: LayerId = LayerId(1);

    /// All layers, of which there are `count`.
    pub(crate) fn all(count: usize) -> impl Iterator<Item = LayerId> {
        (0..count).map(LayerId)
    }

    pub(crate) fn index(self) -> usize {
        self.0
    }

    pub(crate) fn word(self) -> &'static str {
        match self.0 {
            0 => "global",
            1 => "environment",
            _ => "module",
        }
    }
}

/// The size in bytes above which the limits of a node can end the reading of a data file.
const LARGE: u64 = 1 << 18;

impl Hiera {
    /// The data of an environment. Nothing is read yet.
    pub fn load(files: Arc<dyn World>, layout: Layout) -> Hiera {
        let modules =
            layout.modules.iter().enumerate().map(|(index, (name, _))| (name.clone(), index + 2)).collect();
        let layers = (0..layout.modules.len() + 2).map(|_| OnceLock::new()).collect();
        let keys = Keys::of(layout.environment.as_deref());
        Hiera {
            files,
            layout,
            layers,
            modules,
            data: Table::new(),
            keys,
            named: Mutex::default(),
            fences: Fences::default(),
        }
    }

    /// The data after the environment has been reloaded. Configurations and data of files that `is_same` considers
    /// unchanged are taken over; those that could not be read are read again.
    pub fn next(&self, files: Arc<dyn World>, layout: Layout, is_same: impl Fn(&Path) -> bool) -> Hiera {
        let next = Hiera::load(files, layout);
        for (format, file) in self.data.all() {
            if file.is_whole() && is_same(&file.path) {
                next.data.get(&file.path, format, || Arc::clone(file));
            }
        }
        for layer in LayerId::all(next.layers.len()) {
            // If modules have been added or removed, the layers of the others have different numbers.
            let former = match next.module_name(layer) {
                Some(name) => self.module_layer(name),
                None => Some(layer),
            };
            let former = former.and_then(|former| self.layers.get(former.0)).and_then(OnceLock::get);
            let Some(Ok(Some(config))) = former else { continue };
            let file = config.path.as_deref();
            if file == next.config_file(layer).as_deref()
                && file.is_some_and(&is_same)
                && let Some(slot) = next.layers.get(layer.0)
            {
                slot.get_or_init(|| Ok(Some(Arc::clone(config))));
            }
        }
        next
    }

    /// Looks up keys. Returns `None` if there is no value, so that the caller can use its own default.
    pub fn lookup(
        &self,
        scope: &mut dyn Scope,
        cache: &LookupCache,
        request: &Request,
    ) -> Result<Option<LookupResult>, LookupError> {
        let mut run = Run {
            overrides: request.overrides.as_ref(),
            defaults: request.defaults.as_ref(),
            global_only: request.global_only,
            hiera_call: request.hiera_call,
            ..self.run(scope, cache)
        };
        cache.start_lookup();
        first_of(request, |name| match request.overridden(name) {
            Some(found) => {
                cache.note(|| format!("`{name}` is overridden by the caller"));
                Ok(Some(found))
            }
            None => Ok(run.search(name, request.merge.as_ref())?.map(|hit| found(name, hit))),
        })
    }

    /// Looks up keys where there is no data at all: what the caller gives is found, and keys must be keys.
    pub fn lookup_without_data(request: &Request) -> Result<Option<LookupResult>, LookupError> {
        first_of(request, |name| match request.overridden(name) {
            Some(found) => Ok(Some(found)),
            None => Key::parse(name).map(|_| None),
        })
    }

    /// Looks up keys and explains how.
    pub fn explain(
        &self,
        scope: &mut dyn Scope,
        cache: &LookupCache,
        request: &Request,
    ) -> (Result<Option<LookupResult>, LookupError>, Explanation) {
        cache.start_trace();
        let result = self.lookup(scope, cache, request);
        (result, Explanation { steps: cache.take_trace() })
    }

    /// Returns a value with its interpolations resolved.
    pub fn interpolate(
        &self,
        scope: &mut dyn Scope,
        cache: &LookupCache,
        value: &Value,
    ) -> Result<Value, LookupError> {
        self.run(scope, cache).interpolate(value, Methods::Allowed)
    }

    /// A lookup of which only the caller is known.
    pub(crate) fn run<'a>(&'a self, scope: &'a mut dyn Scope, cache: &'a LookupCache) -> Run<'a> {
        Run {
            hiera: self,
            cache,
            scope,
            overrides: None,
            defaults: None,
            module: None,
            used: None,
            unknown: Unknown::Error,
            global_only: false,
            hiera_call: false,
            version3: false,
        }
    }

    /// Reads all data of a file with one of the functions `yaml_data`, `json_data` and `hocon_data`; `None` for other
    /// functions.
    pub fn data_hash(&self, function: &str, path: &Path) -> Option<Result<Hash, LookupError>> {
        let file = self.data_file(path, Format::of_function(function)?);
        Some(match &file.content {
            Content::Data(data) => Ok(data
                .keys()
                .map(|(key, entry)| (copied(&Value::Str(key.clone())), copied(&entry.value)))
                .collect()),
            Content::Broken(error) => Err(error.clone()),
            Content::Missing | Content::Unread => Err(no_file(path)),
        })
    }

    /// Looks up a key with the function `eyaml_lookup_key`; `None` if the file does not have it.
    pub fn eyaml_lookup_key(
        &self,
        scope: &mut dyn Scope,
        cache: &LookupCache,
        key: &str,
        options: &Hash,
    ) -> Result<Option<Value>, LookupError> {
        let path = options.get_str("path").and_then(Value::as_str).map(Path::new);
        let path = path.ok_or_else(|| {
            LookupError::new(ErrorKind::DataFunction, format!("`{FUNCTION}` needs the option `path`"))
        })?;
        let file = self.data_file(path, Format::Yaml);
        let data = match &file.content {
            Content::Data(data) => data,
            Content::Broken(error) => return Err(error.clone()),
            Content::Missing | Content::Unread => return Err(no_file(path)),
        };
        let key = Key::new(Str::from(key), Str::from(key), Vec::new());
        let Some((_, entry)) = data.get(&key) else { return Ok(None) };
        self.run(scope, cache).decrypted_entry(&file, entry, options).map(Some)
    }

    /// Returns the operations of a data function's context.
    pub fn context<'a>(&'a self, cache: &'a LookupCache, id: ContextId) -> Context<'a> {
        Context { hiera: self, cache, id }
    }

    /// The global configuration if it has version 3, which is deprecated.
    pub fn deprecated_config(&self) -> Option<&Config> {
        self.config(LayerId::GLOBAL).ok()?.filter(|config| config.version == 3)
    }

    /// Whether the environment has data. If not, the functions `hiera*` only search the global layer.
    pub fn has_environment_data(&self) -> Result<bool, LookupError> {
        Ok(self.any_config(LayerId::ENVIRONMENT)?.is_some_and(|config| config.misplaced.is_none()))
    }

    /// The configuration of a layer. Fails if it is not allowed there.
    pub(crate) fn config(&self, layer: LayerId) -> Result<Option<&Config>, LookupError> {
        match self.any_config(layer)? {
            Some(Config { misplaced: Some(error), .. }) => Err(error.clone()),
            config => Ok(config),
        }
    }

    /// The configuration of a layer, even if it is not allowed there.
    pub(crate) fn any_config(&self, layer: LayerId) -> Result<Option<&Config>, LookupError> {
        let Some(slot) = self.layers.get(layer.0) else { return Ok(None) };
        match slot.get_or_init(|| self.read_config(layer)) {
            Ok(config) => Ok(config.as_deref()),
            Err(error) => Err(error.clone()),
        }
    }

    pub(crate) fn layer_count(&self) -> usize {
        self.layers.len()
    }

    pub(crate) fn module_layer(&self, name: &str) -> Option<LayerId> {
        self.modules.get(name).copied().map(LayerId)
    }

    pub(crate) fn module_name(&self, layer: LayerId) -> Option<&str> {
        let index = layer.0.checked_sub(2)?;
        self.layout.modules.get(index).map(|(name, _)| name.as_str())
    }

    pub(crate) fn data_file(&self, path: &Path, format: Format) -> Arc<DataFile> {
        if let Some(known) = self.data.known(path, format) {
            return known;
        }
        let stamp = self.files.stamp(path);
        if stamp.is_none() && self.files.refusal(path).is_none() {
            let missing = || Arc::new(DataFile::missing(path));
            let has_room = self.data.has_room_for_missing();
            return if has_room { self.data.get(path, format, missing) } else { missing() };
        }
        let load = || Arc::new(DataFile::load(&*self.files, path, format));
        if stamp.is_some_and(|stamp| stamp.length > LARGE) {
            // This node may have no time or memory left for a large file that others can read.
            let file = load();
            return if file.was_ended() { file } else { self.data.get(path, format, || file) };
        }
        self.data.get(path, format, load)
    }

    /// Whether a file that was asked for is kept.
    pub(crate) fn keeps(&self, path: &Path, format: Format) -> bool {
        self.data.known(path, format).is_some()
    }

    pub(crate) fn files(&self) -> &dyn World {
        &*self.files
    }

    pub(crate) fn keys(&self) -> &Keys {
        &self.keys
    }

    pub(crate) fn rules(&self) -> &'static TypeRules {
        self.layout.rules
    }

    /// The path of a layer's configuration, if it exists.
    fn config_file(&self, layer: LayerId) -> Option<PathBuf> {
        match layer {
            LayerId::GLOBAL => self.layout.global.clone(),
            LayerId::ENVIRONMENT => self.layout.environment.as_ref().map(|folder| folder.join(FILE_NAME)),
            LayerId(number) => {
                let module = self.layout.modules.get(number.checked_sub(2)?);
                module.map(|(_, folder)| folder.join(FILE_NAME))
            }
        }
    }

    fn read_config(&self, layer: LayerId) -> Result<Option<Arc<Config>>, LookupError> {
        let owner = match layer {
            LayerId::GLOBAL => Owner::Global,
            LayerId::ENVIRONMENT => Owner::Environment,
            LayerId(_) => Owner::Module,
        };
        let Some(path) = self.config_file(layer) else { return Ok(None) };
        if owner == Owner::Global {
            // The file is named by the user. Files next to it are only its data if it says so.
            self.files.trust(&path, Trust::Below);
        }
        if !self.files.is_file(&path) {
            let built_in = Config::built_in(path.parent().unwrap_or(Path::new("")));
            self.files.trust(&built_in.root.join(&built_in.datadir), Trust::Below);
            return Ok((owner == Owner::Global).then(|| Arc::new(built_in)));
        }
        let text = read_text(&*self.files, &path, ErrorKind::InvalidConfig)?;
        Config::read(self.layout.rules, &path, &text, owner).map(|config| Some(Arc::new(config)))
    }
}

impl std::fmt::Debug for Hiera {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hiera").field("layout", &self.layout).finish_non_exhaustive()
    }
}

fn no_file(path: &Path) -> LookupError {
    LookupError::new(ErrorKind::InvalidData, format!("file `{}` not found", path.display()))
}

/// The first key with a value; if there is none, a default of the request.
fn first_of(
    request: &Request,
    mut search: impl FnMut(&Str) -> Result<Option<LookupResult>, LookupError>,
) -> Result<Option<LookupResult>, LookupError> {
    for name in &request.names {
        if let Some(found) = search(name)? {
            return Ok(Some(found));
        }
    }
    let Some(defaults) = &request.defaults else { return Ok(None) };
    Ok(request.names.iter().find_map(|name| defaults.get_str(name).map(|value| given(name, value))))
}

/// A value that the caller gives.
fn given(name: &Str, value: &Value) -> LookupResult {
    LookupResult { name: name.clone(), value: value.clone(), origins: Vec::new() }
}

fn found(name: &Str, hit: Hit) -> LookupResult {
    let origins = hit.origins.into_iter().map(|origin| Origin {
        provenance: origin.provenance,
        position: origin.position.filter(|position| position.line > 0),
    });
    LookupResult { name: name.clone(), value: hit.value, origins: origins.collect() }
}
