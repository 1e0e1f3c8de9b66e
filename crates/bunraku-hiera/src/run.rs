//! A lookup on its way through the layers.

use std::sync::Arc;

use bunraku_formats::Position;
use bunraku_pcore::{Hash, Str, Value};

use crate::cache::LookupCache;
use crate::config::Config;
use crate::error::{ErrorKind, LookupError};
use crate::explain::{StepKind, StepResult};
use crate::hiera::{Hiera, LayerId};
use crate::interpolate::Unknown;
use crate::key::Key;
use crate::layers::{Level, Provenance, Used};
use crate::merge::{Merge, Side};
use crate::options::LOOKUP_OPTIONS;
use crate::scope::{Conversion, Scope, UnknownVariables};

/// A lookup in progress.
pub(crate) struct Run<'a> {
    pub(crate) hiera: &'a Hiera,
    pub(crate) cache: &'a LookupCache,
    /// The scope of the caller.
    pub(crate) scope: &'a mut dyn Scope,
    /// Values that take precedence over all data, and are variables in interpolations.
    pub(crate) overrides: Option<&'a Hash>,
    /// Values that are used if the data has none, and are variables in interpolations.
    pub(crate) defaults: Option<&'a Hash>,
    /// The module whose data is searched.
    pub(crate) module: Option<Str>,
    /// The variables that paths depend on, recorded while paths are being resolved.
    pub(crate) used: Option<Vec<Used>>,
    /// How to treat an unknown variable.
    pub(crate) unknown: Unknown,
    /// Whether to search only the global layer.
    pub(crate) global_only: bool,
    /// Whether the caller is one of the functions `hiera*`.
    pub(crate) hiera_call: bool,
    /// Whether the layer has a version 3 configuration, which defines additional variables.
    pub(crate) version3: bool,
}

/// A value that was found.
pub(crate) struct Hit {
    pub(crate) value: Value,
    /// Where it comes from, highest first; several for a merged value.
    pub(crate) origins: Origins,
}

/// The origins of a value.
pub(crate) type Origins = Vec<HitOrigin>;

/// The origin of a value, or of a part of one.
#[derive(Clone)]
pub(crate) struct HitOrigin {
    /// The location in the hierarchy.
    pub(crate) provenance: Arc<Provenance>,
    /// The position of the key, for files of a built-in format.
    pub(crate) position: Option<Position>,
}

impl Hit {
    /// Adds the origin of the value to an error; of a merged value, the highest one.
    pub(crate) fn locate(origins: &Origins, error: LookupError) -> LookupError {
        match origins.first() {
            Some(HitOrigin { provenance, position }) => match &provenance.file {
                Some(file) => error.in_file(file, *position),
                None => error,
            },
            None => error,
        }
    }

    /// Like [`Hit::locate`], for errors that can only be due to data read here.
    fn locate_in_data(origins: &Origins, error: LookupError) -> LookupError {
        match origins.first() {
            Some(HitOrigin { position: Some(_), .. }) => Hit::locate(origins, error),
            _ => error,
        }
    }
}

impl<'a> Run<'a> {
    /// A lookup that this one needs: in the same layers, without what its caller overrides.
    pub(crate) fn inner(&mut self) -> Run<'_> {
        let (global_only, version3) = (self.global_only, self.version3);
        Run { global_only, version3, ..self.hiera.run(&mut *self.scope, self.cache) }
    }

    /// Looks up a key in all layers, then in the default hierarchy of its module.
    pub(crate) fn search(&mut self, name: &str, merge: Option<&Merge>) -> Result<Option<Hit>, LookupError> {
        let cache = self.cache;
        cache.step(
            || StepKind::Key(name.to_string()),
            || {
                let result = self.search_key(name, merge);
                match &result {
                    Ok(Some(hit)) => {
                        cache.outcome(|| StepResult::Found { value: hit.value.clone(), position: None })
                    }
                    Ok(None) => cache.outcome(|| StepResult::NotFound),
                    Err(error) => cache.outcome(|| StepResult::Failed(error.to_string())),
                }
                result
            },
        )
    }

    fn search_key(&mut self, name: &str, merge: Option<&Merge>) -> Result<Option<Hit>, LookupError> {
        if name.strip_prefix(LOOKUP_OPTIONS).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')) {
            self.cache.note(|| format!("`{LOOKUP_OPTIONS}` is not data and cannot be looked up"));
            return Ok(None);
        }
        let key = Key::parse(name)?;
        self.cache.record(&key.root);
        let module = key.module().map(Str::from);
        let outer = std::mem::replace(&mut self.module, module);
        let result = self.search_parsed(&key, merge);
        self.module = outer;
        result
    }

    fn search_parsed(&mut self, key: &Key, merge: Option<&Merge>) -> Result<Option<Hit>, LookupError> {
        let options = self.options_of(key)?.unwrap_or_default();
        let from_options;
        let merge = match (merge, &options.merge) {
            (Some(merge), _) => merge,
            (None, Some(value)) => {
                self.cache.note(|| "merged according to lookup_options".to_string());
                from_options =
                    Merge::from_value(value).map_err(|error| self.locate_options(of_options(key, error)))?;
                &from_options
            }
            (None, None) => &Merge::First,
        };
        let mut hit = self.all_layers(key, merge)?;
        if hit.is_none() && !self.global_only {
            hit = self.default_of_module(key)?;
        }
        match (hit, options.convert_to) {
            (Some(hit), Some(convert_to)) => self.convert(key, hit, &convert_to).map(Some),
            (hit, _) => Ok(hit),
        }
    }

    fn convert(&mut self, key: &Key, hit: Hit, convert_to: &[Value]) -> Result<Hit, LookupError> {
        let Some((ty, arguments)) = convert_to.split_first() else {
            let message = format!("`convert_to` of `{}` in `lookup_options` does not name a type", key.text);
            return Err(LookupError::new(ErrorKind::Conversion, message));
        };
        let conversion = Conversion { key: &key.text, ty, value: hit.value, arguments };
        let value = self.scope.convert(&conversion).map_err(|message| {
            let error = LookupError::new(
                ErrorKind::Conversion,
                format!(
                    "the value of `{}` cannot be converted according to `lookup_options`: {message}",
                    key.text
                ),
            );
            Hit::locate(&hit.origins, error)
        })?;
        self.cache.note(|| format!("converted to {}", bunraku_formats::json::to_json(ty)));
        Ok(Hit { value, origins: hit.origins })
    }

    fn all_layers(&mut self, key: &Key, merge: &Merge) -> Result<Option<Hit>, LookupError> {
        let hit = if self.global_only {
            self.layer(LayerId::GLOBAL, key, merge)?
        } else {
            self.combine(merge, &[0, 1, 2], |run, layer| match layer {
                0 => run.layer(LayerId::GLOBAL, key, merge),
                1 => run.layer(LayerId::ENVIRONMENT, key, merge),
                _ => run.module_layer(key, merge),
            })?
        };
        self.dig(key, hit)
    }

    /// The configuration of a layer. One that is not allowed there is ignored, unless the setting `strict` makes it an
    /// error.
    fn config(&mut self, layer: LayerId) -> Result<Option<&'a Config>, LookupError> {
        let hiera = self.hiera;
        let config = hiera.any_config(layer)?;
        let Some(found) = config else { return Ok(None) };
        let Some(error) = &found.misplaced else { return Ok(config) };
        if self.scope.unknown_variables() == UnknownVariables::Error {
            return Err(error.clone());
        }
        if self.cache.first_misplaced(found) {
            let path = found.path.as_deref().map(|path| path.display().to_string()).unwrap_or_default();
            self.scope.warning(&format!("{path} was ignored, because it is version 3"));
        }
        Ok(None)
    }

    fn default_of_module(&mut self, key: &Key) -> Result<Option<Hit>, LookupError> {
        let Some(module) = self.module.clone() else { return Ok(None) };
        let has_one = match self.hiera.module_layer(&module) {
            Some(layer) => self.config(layer)?.is_some_and(|config| config.default_hierarchy.is_some()),
            None => false,
        };
        if !has_one {
            return Ok(None);
        }
        let cache = self.cache;
        let hit = cache.step(
            || StepKind::DefaultHierarchy(module.to_string()),
            || {
                let options = self.default_options_of(key, &module)?;
                let merge = match options.and_then(|options| options.merge) {
                    Some(merge) => Merge::from_value(&merge)?,
                    None => Merge::First,
                };
                self.default_hierarchy(&module, key, &merge)
            },
        )?;
        self.dig(key, hit)
    }

    fn dig(&mut self, key: &Key, hit: Option<Hit>) -> Result<Option<Hit>, LookupError> {
        let Some(hit) = hit else { return Ok(None) };
        if key.segments.is_empty() {
            return Ok(Some(hit));
        }
        let part = match key.dig(hit.value) {
            Ok(part) => part,
            Err(error) => return Err(Hit::locate_in_data(&hit.origins, error)),
        };
        if part.is_none() {
            self.cache.note(|| "no such part in the value".to_string());
        }
        Ok(part.map(|value| Hit { value, origins: hit.origins }))
    }

    /// Searches a layer.
    pub(crate) fn layer(
        &mut self,
        layer: LayerId,
        key: &Key,
        merge: &Merge,
    ) -> Result<Option<Hit>, LookupError> {
        let cache = self.cache;
        let module = self.hiera.module_name(layer);
        let Some(config) = self.config(layer)? else {
            let what =
                || StepKind::Layer { layer: layer.word(), module: module.map(str::to_string), config: None };
            cache.step(what, || cache.outcome(|| StepResult::NoConfig));
            return Ok(None);
        };
        let merge = match (&config.merge_of_hashes, merge) {
            (Some(own), Merge::Hash) if self.hiera_call => own,
            _ => merge,
        };
        let outer = std::mem::replace(&mut self.version3, config.version == 3);
        let result = cache.guarded(&key.text, || {
            cache.step(
                || StepKind::Layer {
                    layer: layer.word(),
                    module: module.map(str::to_string),
                    config: config.path.clone(),
                },
                || {
                    let resolved = self.resolve(layer, config)?;
                    self.levels_of(&resolved.levels, module, key, merge)
                },
            )
        });
        self.version3 = outer;
        if config.version == 3 && self.hiera_call {
            self.check_of_hiera_call(key, merge, result.as_ref().ok().and_then(Option::as_ref))?;
        }
        result
    }

    /// Rejects what the functions `hiera*` do not support with a version 3 configuration.
    fn check_of_hiera_call(&self, key: &Key, merge: &Merge, hit: Option<&Hit>) -> Result<(), LookupError> {
        let Some(hit) = hit else { return Ok(()) };
        if matches!(merge, Merge::Hash | Merge::Deep(_)) && !matches!(hit.value, Value::Hash(_)) {
            let message = format!("the value of `{}` must be a hash", key.text);
            return Err(Hit::locate(&hit.origins, LookupError::new(ErrorKind::InvalidData, message)));
        }
        if !key.segments.is_empty() && matches!(merge, Merge::Hash | Merge::Unique) {
            let message = format!("cannot merge a part of a value: `{}` contains a dot", key.text);
            return Err(LookupError::new(ErrorKind::InvalidData, message));
        }
        Ok(())
    }

    /// Searches the layer of the key's module.
    pub(crate) fn module_layer(&mut self, key: &Key, merge: &Merge) -> Result<Option<Hit>, LookupError> {
        let Some(module) = &self.module else { return Ok(None) };
        match self.hiera.module_layer(module) {
            None => {
                let cache = self.cache;
                let name = Some(module.to_string());
                let what = || StepKind::Layer { layer: "module", module: name, config: None };
                cache.step(what, || cache.outcome(|| StepResult::NoModule));
                Ok(None)
            }
            Some(layer) => self.layer(layer, key, merge),
        }
    }

    /// Searches the default hierarchy of a module.
    pub(crate) fn default_hierarchy(
        &mut self,
        module: &str,
        key: &Key,
        merge: &Merge,
    ) -> Result<Option<Hit>, LookupError> {
        let Some(layer) = self.hiera.module_layer(module) else { return Ok(None) };
        let Some(config) = self.config(layer)? else { return Ok(None) };
        let resolved = self.resolve(layer, config)?;
        let cache = self.cache;
        cache.guarded(&key.text, || self.levels_of(&resolved.default_levels, Some(module), key, merge))
    }

    fn levels_of(
        &mut self,
        levels: &[Level],
        module: Option<&str>,
        key: &Key,
        merge: &Merge,
    ) -> Result<Option<Hit>, LookupError> {
        if let (Merge::First, false) = (merge, self.cache.is_tracing()) {
            // The common case, without explanations and merging.
            for level in levels {
                for location in &level.locations {
                    if let Some(hit) = self.ask_location(level, location, module, key)? {
                        return Ok(Some(hit));
                    }
                }
            }
            return Ok(None);
        }
        self.combine(merge, levels, |run, level| {
            let cache = run.cache;
            cache.step(|| StepKind::Level(level.name.clone()), || run.ask_level(level, module, key, merge))
        })
    }

    /// Queries several sources and merges their values.
    pub(crate) fn combine<T>(
        &mut self,
        merge: &Merge,
        sources: &[T],
        mut ask: impl FnMut(&mut Self, &T) -> Result<Option<Hit>, LookupError>,
    ) -> Result<Option<Hit>, LookupError> {
        if let Merge::First = merge {
            for source in sources {
                if let Some(hit) = ask(self, source)? {
                    return Ok(Some(hit));
                }
            }
            return Ok(None);
        }
        if let [source] = sources {
            let hit = ask(self, source)?;
            return Ok(hit.map(|hit| Hit { value: merge.single(hit.value), origins: hit.origins }));
        }
        let cache = self.cache;
        cache.step(
            || StepKind::Merge(merge.name()),
            || {
                let mut merging = merge.start(self.hiera.rules());
                let mut origins = Origins::new();
                for source in sources {
                    let Some(hit) = ask(self, source)? else { continue };
                    merging.add(hit.value).map_err(|conflict| match conflict.side {
                        Side::First => Hit::locate_in_data(&origins, conflict.error),
                        Side::Added => Hit::locate_in_data(&hit.origins, conflict.error),
                    })?;
                    origins.extend(hit.origins);
                }
                let Some(value) = merging.finish() else { return Ok(None) };
                cache.outcome(|| StepResult::Merged(value.clone()));
                Ok(Some(Hit { value, origins }))
            },
        )
    }
}

/// Says that a wrong merge strategy comes from `lookup_options`.
fn of_options(key: &Key, error: LookupError) -> LookupError {
    let message = format!("{} in the `lookup_options` of `{}`", error.message, key.text);
    let located = LookupError::new(error.kind, message);
    match &error.help {
        Some(help) => located.with_help(help.clone()),
        None => located,
    }
}
