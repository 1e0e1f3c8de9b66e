//! What a compilation remembers about its lookups.

use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::sync::Arc;

use bunraku_pcore::{Hash, Str, Value};
use hashbrown::{HashMap, HashSet};

use crate::config::Config;
use crate::data::DataFile;
use crate::error::{ErrorKind, LookupError};
use crate::explain::{Step, StepKind, StepResult, Trace};
use crate::layers::Resolved;
use crate::options::LookupOptions;
use crate::scope::ContextId;

/// The cache of one compilation: resolved paths, lookup options, copies of data, answers of functions.
///
/// It belongs to one compilation and may move to another thread with it. It uses interior mutability, because a data
/// function may call `lookup` while another lookup is waiting for it.
#[derive(Default)]
pub struct LookupCache {
    /// The levels of each layer with their paths, resolved for certain values of variables.
    pub(crate) layers: RefCell<Vec<Option<Arc<Resolved>>>>,
    /// The lookup options.
    pub(crate) options: RefCell<OptionsCache>,
    /// Copies of data without interpolations, by file and entry: compilations share no reference-counted values.
    copies: RefCell<HashMap<(usize, u32), Value>>,
    /// The files and configurations for which a warning has been issued.
    warned: RefCell<HashSet<usize>>,
    contexts: RefCell<Vec<FunctionContext>>,
    /// What data functions have cached for files.
    pub(crate) file_data: RefCell<HashMap<PathBuf, Value>>,
    /// The keys and variables that are being resolved, to detect recursion.
    stack: RefCell<Vec<Str>>,
    /// How many interpolations the current lookup has resolved.
    expansions: Cell<u32>,
    trace: RefCell<Option<Trace>>,
    tracing: Cell<bool>,
    /// The keys that were looked up, if they are recorded.
    read: RefCell<Option<HashSet<Str>>>,
}

/// How many keys and variables may be resolved inside each other. Puppet runs out of stack before that.
const MAX_NESTED: usize = 200;

/// How many `%{...}` one lookup may resolve: values that refer to others twice grow exponentially.
const MAX_EXPANSIONS: u32 = 200_000;

/// The limit for a lookup that is explained, where each of them is shown with its value.
const MAX_EXPLAINED: u32 = 5_000;

/// Lookup options as they were first found. Puppet also keeps them for the whole compilation.
#[derive(Default)]
pub(crate) struct OptionsCache {
    /// The options of the global layer.
    pub(crate) global: Option<Option<Value>>,
    /// The options of the global layer and the environment.
    pub(crate) environment: Option<Option<Value>>,
    /// The complete options, by module; the empty name is for keys without a module.
    pub(crate) ready: HashMap<String, Option<Arc<LookupOptions>>>,
    /// The options of the default hierarchies, by module.
    pub(crate) defaults: HashMap<String, Option<Arc<LookupOptions>>>,
}

/// The state of a data function at one location.
#[derive(Default)]
pub(crate) struct FunctionContext {
    /// The module whose data it provides.
    pub(crate) module: Option<String>,
    /// The values that the function has cached itself.
    pub(crate) kept: Hash,
    /// The result of a `data_hash` function.
    pub(crate) data: Option<Hash>,
    /// The results of a `lookup_key` or `data_dig` function, by key.
    pub(crate) answers: HashMap<Str, Value>,
}

impl LookupCache {
    /// Creates an empty cache.
    pub fn new() -> LookupCache {
        LookupCache::default()
    }

    /// Starts recording which keys are looked up.
    pub fn record_keys(&self) {
        self.read.borrow_mut().get_or_insert_default();
    }

    /// The roots of the keys looked up since [`LookupCache::record_keys`], sorted.
    pub fn recorded_keys(&self) -> Vec<Str> {
        let mut keys: Vec<Str> = self.read.borrow().iter().flatten().cloned().collect();
        keys.sort();
        keys
    }

    /// Records that a key is looked up.
    pub(crate) fn record(&self, root: &Str) {
        if let Some(read) = self.read.borrow_mut().as_mut() {
            read.insert(root.clone());
        }
    }

    /// Runs `work` while a name is being resolved. Fails if it is already being resolved.
    pub(crate) fn guarded<T>(
        &self,
        name: &Str,
        work: impl FnOnce() -> Result<T, LookupError>,
    ) -> Result<T, LookupError> {
        {
            let mut stack = self.stack.borrow_mut();
            if stack.iter().any(|known| known == name) {
                let chain: Vec<&str> = stack.iter().map(Str::as_str).chain([name.as_str()]).collect();
                let message = format!("this lookup is recursive: {}", chain.join(" -> "));
                return Err(LookupError::new(ErrorKind::Recursion, message));
            }
            if stack.len() >= MAX_NESTED {
                let message =
                    format!("more than {MAX_NESTED} keys and variables refer to each other in a chain");
                return Err(LookupError::new(ErrorKind::Recursion, message));
            }
            stack.push(name.clone());
        }
        let result = work();
        self.stack.borrow_mut().pop();
        result
    }

    /// Counts an interpolation. Fails if there are too many in this lookup.
    pub(crate) fn count_expansion(&self) -> Result<(), LookupError> {
        let count = self.expansions.get() + 1;
        let (most, what) = match self.is_tracing() {
            true => (MAX_EXPLAINED, "explaining this value"),
            false => (MAX_EXPANSIONS, "this value"),
        };
        if count > most {
            let message = format!("{what} needs more than {most} interpolations");
            return Err(LookupError::new(ErrorKind::Recursion, message));
        }
        self.expansions.set(count);
        Ok(())
    }

    /// Resets the count, unless this is a nested lookup.
    pub(crate) fn start_lookup(&self) {
        if self.stack.borrow().is_empty() {
            self.expansions.set(0);
        }
    }

    /// The copy of a value for this compilation.
    pub(crate) fn copy_of(&self, file: &Arc<DataFile>, entry: u32, value: &Value) -> Value {
        match value {
            Value::Undef | Value::Bool(_) | Value::Int(_) | Value::Float(_) => return value.clone(),
            _ => {}
        }
        let key = (Arc::as_ptr(file).addr(), entry);
        self.copies.borrow_mut().entry(key).or_insert_with(|| copied(value)).clone()
    }

    /// Whether a file is seen for the first time in this compilation.
    pub(crate) fn first_sight(&self, file: &Arc<DataFile>) -> bool {
        self.warned.borrow_mut().insert(Arc::as_ptr(file).addr())
    }

    /// Whether a configuration that is ignored is seen for the first time in this compilation.
    pub(crate) fn first_misplaced(&self, config: &Config) -> bool {
        self.warned.borrow_mut().insert(std::ptr::from_ref(config).addr())
    }

    /// Runs `work` with the values cached in a context; `None` if there is no such context.
    pub fn with_kept<T>(&self, id: ContextId, work: impl FnOnce(&mut Hash) -> T) -> Option<T> {
        self.with_context(id, |context| work(&mut context.kept))
    }

    /// Creates a context that does not belong to a lookup.
    pub fn new_context(&self, module: Option<&str>) -> ContextId {
        let mut contexts = self.contexts.borrow_mut();
        contexts.push(FunctionContext { module: module.map(str::to_string), ..FunctionContext::default() });
        ContextId(u32::try_from(contexts.len() - 1).unwrap_or(u32::MAX))
    }

    pub(crate) fn with_context<T>(
        &self,
        id: ContextId,
        work: impl FnOnce(&mut FunctionContext) -> T,
    ) -> Option<T> {
        self.contexts.borrow_mut().get_mut(id.0 as usize).map(work)
    }

    /// Starts recording an explanation.
    pub(crate) fn start_trace(&self) {
        *self.trace.borrow_mut() = Some(Trace::default());
        self.tracing.set(true);
    }

    /// Stops recording and returns the steps.
    pub(crate) fn take_trace(&self) -> Vec<Step> {
        self.tracing.set(false);
        self.trace.borrow_mut().take().map(Trace::finish).unwrap_or_default()
    }

    /// Whether an explanation is being recorded.
    pub(crate) fn is_tracing(&self) -> bool {
        self.tracing.get()
    }

    /// Records a step around `work`.
    pub(crate) fn step<T>(&self, what: impl FnOnce() -> StepKind, work: impl FnOnce() -> T) -> T {
        if !self.tracing.get() {
            return work();
        }
        let what = what();
        self.traced(|trace| trace.enter(what));
        let result = work();
        self.traced(Trace::leave);
        result
    }

    /// Records the outcome of the current step.
    pub(crate) fn outcome(&self, outcome: impl FnOnce() -> StepResult) {
        if self.tracing.get() {
            let outcome = outcome();
            self.traced(|trace| trace.outcome(outcome));
        }
    }

    /// Adds a note to the current step.
    pub(crate) fn note(&self, text: impl FnOnce() -> String) {
        if self.tracing.get() {
            let text = text();
            self.traced(|trace| trace.note(text));
        }
    }

    fn traced(&self, work: impl FnOnce(&mut Trace)) {
        if let Some(trace) = self.trace.borrow_mut().as_mut() {
            work(trace);
        }
    }
}

impl std::fmt::Debug for LookupCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LookupCache")
    }
}

/// Copies a value so that it shares nothing with the original.
pub(crate) fn copied(value: &Value) -> Value {
    match value {
        Value::Str(text) => Value::Str(Str::from(text.as_str())),
        Value::Array(array) => Value::Array(array.iter().map(copied).collect()),
        Value::Hash(hash) => {
            Value::Hash(hash.iter().map(|(key, value)| (copied(key), copied(value))).collect())
        }
        value => value.clone(),
    }
}
