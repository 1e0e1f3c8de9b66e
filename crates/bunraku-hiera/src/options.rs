//! `lookup_options`: how the value of a key is merged and converted, by key or by pattern.

use std::sync::Arc;

use bunraku_pcore::{Hash, Str, Value};
use bunraku_regexp::Regexp;
use hashbrown::HashMap;

use crate::error::{ErrorKind, LookupError};
use crate::explain::StepKind;
use crate::hiera::LayerId;
use crate::key::{Key, kind_of};
use crate::merge::Merge;
use crate::run::{Hit, Run};

/// The key of the options in the data.
pub(crate) const LOOKUP_OPTIONS: &str = "lookup_options";

/// The options for all keys.
pub(crate) struct LookupOptions {
    /// Options by key. Invalid options are an error only for the key that has them.
    exact: HashMap<Str, Result<KeyOptions, LookupError>>,
    /// Options by pattern, in the order in which they are tried.
    patterns: Vec<(Regexp, Result<KeyOptions, LookupError>)>,
}

/// The options for one key.
#[derive(Debug, Clone, Default)]
pub(crate) struct KeyOptions {
    /// How values are merged.
    pub(crate) merge: Option<Value>,
    /// The type to convert to, and further arguments.
    pub(crate) convert_to: Option<Vec<Value>>,
}

impl LookupOptions {
    /// Parses options.
    fn new(value: &Value) -> Result<LookupOptions, LookupError> {
        let mut options = LookupOptions { exact: HashMap::new(), patterns: Vec::new() };
        for (key, value) in as_hash(value)? {
            let Value::Str(key) = key else {
                return Err(fail("the keys of `lookup_options` must be strings"));
            };
            if key.starts_with('^') {
                let pattern = Regexp::new(key)
                    .map_err(|error| fail(format!("invalid pattern `{key}` in `lookup_options`: {error}")))?;
                options.patterns.push((pattern, key_options(key, value)));
            } else if !value.is_undef() {
                options.exact.insert(key.clone(), key_options(key, value));
            }
        }
        Ok(options)
    }

    fn get(&self, root: &str) -> Result<Option<KeyOptions>, LookupError> {
        if let Some(options) = self.exact.get(root) {
            return options.clone().map(Some);
        }
        for (pattern, options) in &self.patterns {
            let is_match = pattern.is_match(root).map_err(|_| {
                let pattern = pattern.source();
                fail(format!(
                    "matching the pattern `{pattern}` in `lookup_options` with `{root}` takes too long"
                ))
            })?;
            if is_match {
                return options.clone().map(Some);
            }
        }
        Ok(None)
    }
}

impl Run<'_> {
    /// The options for a key.
    pub(crate) fn options_of(&mut self, key: &Key) -> Result<Option<KeyOptions>, LookupError> {
        let module = key.module().unwrap_or("");
        let known = self.cache.options.borrow().ready.get(module).cloned();
        let options = match known {
            Some(options) => options,
            None => {
                let options = self.retrieve(module).map_err(|error| self.locate_options(error))?;
                self.cache.options.borrow_mut().ready.insert(module.to_string(), options.clone());
                options
            }
        };
        options.map_or(Ok(None), |options| options.get(&key.root))
    }

    /// The options for a key in the default hierarchy of its module.
    pub(crate) fn default_options_of(
        &mut self,
        key: &Key,
        module: &str,
    ) -> Result<Option<KeyOptions>, LookupError> {
        let known = self.cache.options.borrow().defaults.get(module).cloned();
        let options = match known {
            Some(options) => options,
            None => {
                let value = self.meta(module, |run, key| run.default_hierarchy(module, key, &Merge::Hash))?;
                let options = match value {
                    Some(value) => {
                        check_module(&value, module)?;
                        Some(Arc::new(LookupOptions::new(&value)?))
                    }
                    None => None,
                };
                self.cache.options.borrow_mut().defaults.insert(module.to_string(), options.clone());
                options
            }
        };
        options.map_or(Ok(None), |options| options.get(&key.root))
    }

    fn retrieve(&mut self, module: &str) -> Result<Option<Arc<LookupOptions>>, LookupError> {
        let cache = self.cache;
        let made = |value: Option<Value>| {
            value.as_ref().map(LookupOptions::new).transpose().map(|made| made.map(Arc::new))
        };
        cache.step(
            || StepKind::Options,
            || {
                if self.global_only {
                    return made(self.global_options()?);
                }
                let environment = self.environment_options()?;
                if module.is_empty() {
                    return made(environment);
                }
                let own = self.meta(module, |run, key| run.module_layer(key, &Merge::Hash))?;
                let Some(own) = own else {
                    // Most modules have none and share the options for keys without a module.
                    let known = cache.options.borrow().ready.get("").cloned();
                    return match known {
                        Some(options) => Ok(options),
                        None => {
                            let options = made(environment)?;
                            cache.options.borrow_mut().ready.insert(String::new(), options.clone());
                            Ok(options)
                        }
                    };
                };
                check_module(&own, module)?;
                made(self.both(environment, Some(own))?)
            },
        )
    }

    fn global_options(&mut self) -> Result<Option<Value>, LookupError> {
        if let Some(known) = self.cache.options.borrow().global.clone() {
            return Ok(known);
        }
        let value = self.meta("", |run, key| run.layer(LayerId::GLOBAL, key, &Merge::Hash))?;
        value.as_ref().map(as_hash).transpose()?;
        self.cache.options.borrow_mut().global = Some(value.clone());
        Ok(value)
    }

    /// The options of the global layer and the environment.
    fn environment_options(&mut self) -> Result<Option<Value>, LookupError> {
        if let Some(known) = self.cache.options.borrow().environment.clone() {
            return Ok(known);
        }
        let global = self.global_options()?;
        let own = self.meta("", |run, key| run.layer(LayerId::ENVIRONMENT, key, &Merge::Hash))?;
        own.as_ref().map(as_hash).transpose()?;
        let value = self.both(global, own)?;
        self.cache.options.borrow_mut().environment = Some(value.clone());
        Ok(value)
    }

    fn both(&self, upper: Option<Value>, lower: Option<Value>) -> Result<Option<Value>, LookupError> {
        match (upper, lower) {
            (Some(upper), Some(lower)) => Merge::Hash.merge(self.hiera.rules(), upper, lower).map(Some),
            (upper, lower) => Ok(upper.or(lower)),
        }
    }

    /// Adds the place of the environment's options to an error about them, if they are in a single file.
    #[cold]
    pub(crate) fn locate_options(&mut self, error: LookupError) -> LookupError {
        if error.file.is_some() {
            return error;
        }
        let key = Key::new(Str::from(LOOKUP_OPTIONS), Str::from(LOOKUP_OPTIONS), Vec::new());
        match self.inner().layer(LayerId::ENVIRONMENT, &key, &Merge::Hash) {
            Ok(Some(hit)) if hit.origins.len() == 1 => Hit::locate(&hit.origins, error),
            _ => error,
        }
    }

    /// Looks up `lookup_options` themselves, without the caller's overrides.
    fn meta(
        &mut self,
        module: &str,
        ask: impl FnOnce(&mut Run<'_>, &Key) -> Result<Option<Hit>, LookupError>,
    ) -> Result<Option<Value>, LookupError> {
        let key = Key::new(Str::from(LOOKUP_OPTIONS), Str::from(LOOKUP_OPTIONS), Vec::new());
        let module = Some(Str::from(module)).filter(|module| !module.is_empty());
        let mut run = Run { module, ..self.inner() };
        Ok(ask(&mut run, &key)?.map(|hit| hit.value).filter(|value| !value.is_undef()))
    }
}

fn key_options(key: &str, value: &Value) -> Result<KeyOptions, LookupError> {
    let hash = match value {
        Value::Hash(hash) => hash,
        // Ruby looks for the words inside the string and finds nothing.
        Value::Undef | Value::Str(_) => return Ok(KeyOptions::default()),
        other => {
            return Err(fail(format!(
                "the options of `{key}` in `lookup_options` must be a hash, got {}",
                kind_of(other)
            )));
        }
    };
    let present = |name: &str| hash.get_str(name).filter(|value| !value.is_undef());
    let convert_to = present("convert_to").map(|convert_to| match convert_to {
        Value::Array(array) => array.iter().cloned().collect(),
        other => vec![other.clone()],
    });
    Ok(KeyOptions { merge: present("merge").cloned(), convert_to })
}

fn as_hash(value: &Value) -> Result<&Hash, LookupError> {
    match value {
        Value::Hash(hash) => Ok(hash),
        other => Err(fail(format!("`lookup_options` must be a hash, got {}", kind_of(other)))),
    }
}

/// Checks that a module only has options for its own keys.
fn check_module(value: &Value, module: &str) -> Result<(), LookupError> {
    let prefix = format!("{module}::");
    for key in as_hash(value)?.keys() {
        let Value::Str(key) = key else { return Err(fail("the keys of `lookup_options` must be strings")) };
        let name = key.strip_prefix('^').unwrap_or(key);
        if !name.starts_with(&prefix) {
            return Err(fail(format!(
                "`{key}` in the `lookup_options` of the module `{module}` does not belong to the module"
            ))
            .with_help(format!("keys must start with `{prefix}`, patterns with `^{prefix}`")));
        }
    }
    Ok(())
}

fn fail(message: impl Into<String>) -> LookupError {
    LookupError::new(ErrorKind::InvalidData, message)
}
