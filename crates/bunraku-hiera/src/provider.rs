//! Queries the levels of a hierarchy: reads a data file, or calls the level's function.

use std::sync::Arc;

use bunraku_formats::Position;
use bunraku_pcore::instance::instance;
use bunraku_pcore::types::rich_data;
use bunraku_pcore::{Hash, Str, Value};

use crate::config::FunctionKind;
use crate::data::{Content, Data, DataFile, Format};
use crate::error::{ErrorKind, LookupError};
use crate::explain::{StepKind, StepResult};
use crate::interpolate::Methods;
use crate::key::{Key, kind_of};
use crate::layers::{DataAt, Level, Location};
use crate::merge::Merge;
use crate::options::LOOKUP_OPTIONS;
use crate::run::{Hit, HitOrigin, Origins, Run};
use crate::scope::{ContextId, DataCall, DataFunctionResult};

impl Run<'_> {
    /// Queries all locations of a level.
    pub(crate) fn ask_level(
        &mut self,
        level: &Level,
        module: Option<&str>,
        key: &Key,
        merge: &Merge,
    ) -> Result<Option<Hit>, LookupError> {
        if let Some(datadir) = &level.datadir
            && self.cache.is_tracing()
            && !self.hiera.files().is_folder(datadir)
        {
            self.cache.note(|| format!("the folder {} does not exist", datadir.display()));
        }
        if level.locations.is_empty() {
            self.cache.note(|| "no file matches".to_string());
        }
        self.combine(merge, &level.locations, |run, location| {
            let cache = run.cache;
            let ask = |run: &mut Self| {
                let hit = run.ask_location(level, location, module, key)?;
                match &hit {
                    Some(hit) => cache.outcome(|| StepResult::Found {
                        value: hit.value.clone(),
                        position: hit.origins.first().and_then(|origin| origin.position),
                    }),
                    None => cache.outcome(|| match &location.place {
                        DataAt::File(file) if !file.exists() => StepResult::NoFile,
                        _ => StepResult::NotFound,
                    }),
                }
                Ok(hit)
            };
            match &location.place {
                DataAt::None => ask(run),
                DataAt::File(file) => cache.step(
                    || StepKind::Path { original: location.original.clone(), path: file.path.to_path_buf() },
                    || ask(run),
                ),
                DataAt::Uri(uri) => cache.step(
                    || StepKind::Uri { original: location.original.clone(), uri: uri.clone() },
                    || ask(run),
                ),
            }
        })
    }

    /// Queries one location of a level.
    pub(crate) fn ask_location(
        &mut self,
        level: &Level,
        location: &Location,
        module: Option<&str>,
        key: &Key,
    ) -> Result<Option<Hit>, LookupError> {
        if let DataAt::File(file) = &location.place
            && !file.exists()
        {
            return Ok(None);
        }
        if let DataAt::File(file) = &location.place
            && let Content::Broken(error) = &file.content
            && error.kind == ErrorKind::NotAllowed
        {
            return Err(error.clone());
        }
        match (level.function.kind, level.format) {
            (FunctionKind::DataHash, Some(format)) => self.ask_file(level, format, location, module, key),
            (FunctionKind::LookupKey, Some(_)) => self.ask_eyaml(level, location, module, key),
            (FunctionKind::DataHash, None) => self.ask_data_hash(level, location, module, key),
            (FunctionKind::LookupKey | FunctionKind::DataDig, _) => {
                self.ask_by_key(level, location, module, key)
            }
        }
    }

    /// Looks up a key in a file of a built-in format.
    fn ask_file(
        &mut self,
        level: &Level,
        format: Format,
        location: &Location,
        module: Option<&str>,
        key: &Key,
    ) -> Result<Option<Hit>, LookupError> {
        let name = &level.function.name;
        let DataAt::File(file) = &location.place else { return Err(no_place(level)) };
        if !level.options.is_empty() {
            let message = format!("`{name}` takes no options, but the level `{}` sets some", level.name);
            return Err(LookupError::new(ErrorKind::InvalidConfig, message)
                .with_help("set `options: {}` on the level if they come from `defaults`"));
        }
        debug_assert!(format != Format::Other, "only built-in functions have a format");
        let data = match &file.content {
            Content::Data(data) => data,
            Content::Broken(error) => return Err(error.clone()),
            Content::Missing | Content::Unread => return Ok(None),
        };
        self.check_file(file, data, module)?;
        if !is_visible(&key.root, module) {
            return Ok(None);
        }
        let Some((number, entry)) = data.get(key) else { return Ok(None) };
        if let Some(flaw) = &entry.flaw {
            return Err(LookupError::flawed(ErrorKind::InvalidData, &file.path, flaw));
        }
        let value = if entry.interpolates {
            self.interpolate(&entry.value, Methods::Allowed)
                .map_err(|error| error.in_file(&file.path, Some(entry.position)))?
        } else {
            self.cache.copy_of(file, number, &entry.value)
        };
        Ok(Some(Hit { value, origins: origin(location, Some(entry.position)) }))
    }

    /// Warns about entries of a file that cannot have any effect.
    fn check_file(
        &mut self,
        file: &Arc<DataFile>,
        data: &Data,
        module: Option<&str>,
    ) -> Result<(), LookupError> {
        if let (Some(position), Some(module)) = (data.odd_key, module) {
            let message =
                format!("all keys in the data of a module must be strings that start with `{module}::`");
            return Err(LookupError::new(ErrorKind::InvalidData, message).in_file(&file.path, Some(position)));
        }
        if (data.empty || module.is_some()) && self.cache.first_sight(file) {
            if data.empty {
                self.scope.warning(&format!("{} is empty", file.path.display()));
            }
            if let Some(module) = module {
                for (key, entry) in data.keys().filter(|(key, _)| !is_visible(key, Some(module))) {
                    let place = format!("{}:{}", file.path.display(), entry.position.line);
                    self.scope.warning(&format!(
                        "{place}: the key `{key}` has no effect, because keys in the data of a module must start with \
                         `{module}::`"
                    ));
                }
            }
        }
        Ok(())
    }

    pub(crate) fn warn_if_empty(&mut self, file: &Arc<DataFile>, data: &Data) {
        if data.empty && self.cache.first_sight(file) {
            self.scope.warning(&format!("{} is empty", file.path.display()));
        }
    }

    /// Looks up a key in the result of a `data_hash` function.
    fn ask_data_hash(
        &mut self,
        level: &Level,
        location: &Location,
        module: Option<&str>,
        key: &Key,
    ) -> Result<Option<Hit>, LookupError> {
        let context = self.context(location, module);
        let known = self.cache.with_context(context, |context| context.data.clone()).flatten();
        let data = match known {
            Some(data) => data,
            None => {
                let answer = self.call(level, location, module, None, context)?;
                let data = match answer {
                    DataFunctionResult::Found(Value::Hash(data)) => data,
                    DataFunctionResult::Found(other) => {
                        let message = format!(
                            "the function `{}` must return a hash for `data_hash`, got {}",
                            level.function.name,
                            kind_of(&other)
                        );
                        return Err(LookupError::new(ErrorKind::DataFunction, message));
                    }
                    DataFunctionResult::NotFound => return Ok(None),
                };
                let data = self.module_data(level, data, module)?;
                self.cache.with_context(context, |context| context.data = Some(data.clone()));
                data
            }
        };
        let Some(value) = data.get_str(&key.root) else { return Ok(None) };
        self.check_value(level, &key.text, value)?;
        let value = self.interpolate(value, Methods::Allowed)?;
        Ok(Some(Hit { value, origins: origin(location, None) }))
    }

    /// Removes the entries that a module's function must not return.
    fn module_data(&mut self, level: &Level, data: Hash, module: Option<&str>) -> Result<Hash, LookupError> {
        let Some(module) = module else { return Ok(data) };
        let mut kept = Hash::with_capacity(data.len());
        for (key, value) in data {
            let Value::Str(name) = &key else {
                let message =
                    format!("the function `{}` returned a key that is not a string", level.function.name);
                return Err(LookupError::new(ErrorKind::DataFunction, message));
            };
            if is_visible(name, Some(module)) {
                kept.insert(key, value);
            } else {
                self.scope.warning(&format!(
                    "the key `{name}` of the function `{}` has no effect, because keys in the data of a module must \
                     start with `{module}::`",
                    level.function.name
                ));
            }
        }
        Ok(kept)
    }

    /// Calls a `lookup_key` or `data_dig` function. Values are cached, `not_found` is not.
    fn ask_by_key(
        &mut self,
        level: &Level,
        location: &Location,
        module: Option<&str>,
        key: &Key,
    ) -> Result<Option<Hit>, LookupError> {
        let context = self.context(location, module);
        let dig = level.function.kind == FunctionKind::DataDig;
        let name: &str = if dig { &key.text } else { &key.root };
        let known = self.cache.with_context(context, |context| context.answers.get(name).cloned()).flatten();
        let value = match known {
            Some(value) => value,
            None => match self.call(level, location, module, Some(key), context)? {
                DataFunctionResult::NotFound => return Ok(None),
                DataFunctionResult::Found(value) => {
                    self.check_value(level, name, &value)?;
                    self.cache.with_context(context, |context| {
                        context.answers.insert(Str::from(name), value.clone())
                    });
                    value
                }
            },
        };
        let value = if dig { key.undig(value)? } else { value };
        Ok(Some(Hit { value, origins: origin(location, None) }))
    }

    fn call(
        &mut self,
        level: &Level,
        location: &Location,
        module: Option<&str>,
        key: Option<&Key>,
        context: ContextId,
    ) -> Result<DataFunctionResult, LookupError> {
        let mut options = level.options.clone();
        match &location.place {
            DataAt::None => {}
            DataAt::File(file) => {
                options.insert(Value::str("path"), Value::str(file.path.to_string_lossy().as_ref()));
            }
            DataAt::Uri(uri) => {
                options.insert(Value::str("uri"), Value::str(uri.as_str()));
            }
        }
        let call = DataCall { function: &level.function, key, options, module, context };
        self.scope.call_data_function(&call).map_err(|message| {
            let error = LookupError::new(ErrorKind::DataFunction, message);
            match &level.written {
                Some((path, position)) => error.in_file(path, *position),
                None => error,
            }
        })
    }

    pub(crate) fn context(&self, location: &Location, module: Option<&str>) -> ContextId {
        *location.context.get_or_init(|| self.cache.new_context(module))
    }

    fn check_value(&self, level: &Level, key: &str, value: &Value) -> Result<(), LookupError> {
        if instance(self.hiera.rules(), &rich_data(), value) {
            return Ok(());
        }
        let message =
            format!("the function `{}` returned a value for `{key}` that is not data", level.function.name);
        Err(LookupError::new(ErrorKind::DataFunction, message))
    }
}

/// Whether a key may come from the data of a module.
fn is_visible(key: &str, module: Option<&str>) -> bool {
    match module {
        None => true,
        Some(module) => {
            key == LOOKUP_OPTIONS || key.strip_prefix(module).is_some_and(|rest| rest.starts_with("::"))
        }
    }
}

pub(crate) fn no_place(level: &Level) -> LookupError {
    let message = format!(
        "the level `{}` needs a `path`, `paths`, `glob`, `globs` or `mapped_paths` for `{}`",
        level.name, level.function.name
    );
    let error = LookupError::new(ErrorKind::InvalidConfig, message);
    match &level.written {
        Some((file, position)) => error.in_file(file, *position),
        None => error,
    }
}

/// The origin of a value: in a file, possibly at a known position, or computed by a function.
pub(crate) fn origin(location: &Location, position: Option<Position>) -> Origins {
    vec![HitOrigin { provenance: Arc::clone(&location.provenance), position }]
}
