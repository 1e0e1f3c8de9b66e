//! What a compilation remembers of its lookups.

use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::sync::Arc;

use bunraku_pcore::{Hash, Str, Value};
use hashbrown::{HashMap, HashSet};

use crate::config::Config;
use crate::data::DataFile;
use crate::error::{ErrorKind, LookupError};
use crate::explain::{Step, StepResult, Trace, What};
use crate::layers::Resolved;
use crate::options::LookupOptions;
use crate::scope::ContextId;

/// The memory of one compilation: resolved paths, lookup options, copies of data, answers of functions.
///
/// Belongs to one compilation and may go to another thread with it. It is borrowed shared, because a data function may
/// make lookups of its own while a lookup waits for it.
#[derive(Default)]
pub struct LookupCache {
    /// The levels of each layer with their paths, for the variables as they were.
    pub(crate) layers: RefCell<Vec<Option<Arc<Resolved>>>>,
    /// The lookup options.
    pub(crate) options: RefCell<OptionsCache>,
    /// Copies of data that needs no interpolation, by file and entry: compilations share no counted value.
    copies: RefCell<HashMap<(usize, u32), Value>>,
    /// The files and configurations that were warned about.
    warned: RefCell<HashSet<usize>>,
    contexts: RefCell<Vec<FunctionContext>>,
    /// What data functions have made of files.
    pub(crate) file_data: RefCell<HashMap<PathBuf, Value>>,
    /// The keys and variables that are being resolved, to notice when one leads back to itself.
    stack: RefCell<Vec<Str>>,
    /// How many interpolations the current lookup has resolved.
    expansions: Cell<u32>,
    trace: RefCell<Option<Trace>>,
    tracing: Cell<bool>,
    /// The keys that were looked up, if they are recorded.
    read: RefCell<Option<HashSet<Str>>>,
}

/// How many keys and variables may be resolved inside each other; Puppet runs out of stack somewhere below.
const MAX_NESTED: usize = 200;

/// How many `%{...}` one lookup may resolve: values that refer to others twice grow quickly.
const MAX_EXPANSIONS: u32 = 200_000;

/// The same for a lookup that is explained: each of them is shown, with its value.
const MAX_EXPLAINED: u32 = 5_000;

/// Lookup options as they were first found; Puppet, too, keeps them for the whole compilation.
#[derive(Default)]
pub(crate) struct OptionsCache {
    /// Those of the global layer.
    pub(crate) global: Option<Option<Value>>,
    /// Those of the global layer and the environment.
    pub(crate) environment: Option<Option<Value>>,
    /// Ready for use, by module; the empty name is for keys without a module.
    pub(crate) ready: HashMap<String, Option<Arc<LookupOptions>>>,
    /// Those of the default hierarchies, by module.
    pub(crate) defaults: HashMap<String, Option<Arc<LookupOptions>>>,
}

/// The state of a data function for one place.
#[derive(Default)]
pub(crate) struct FunctionContext {
    /// The module whose data it gives.
    pub(crate) module: Option<String>,
    /// What the function itself keeps.
    pub(crate) kept: Hash,
    /// The answer of a `data_hash` function.
    pub(crate) data: Option<Hash>,
    /// The answers of a `lookup_key` or `data_dig` function.
    pub(crate) answers: HashMap<Str, Value>,
}

impl LookupCache {
    /// An empty memory.
    pub fn new() -> LookupCache {
        LookupCache::default()
    }

    /// Notes from now on which keys are looked up.
    pub fn record_keys(&self) {
        self.read.borrow_mut().get_or_insert_default();
    }

    /// The roots of the keys that were looked up since [`LookupCache::record_keys`], by name.
    pub fn recorded_keys(&self) -> Vec<Str> {
        let mut keys: Vec<Str> = self.read.borrow().iter().flatten().cloned().collect();
        keys.sort();
        keys
    }

    /// Notes that a key is looked up.
    pub(crate) fn record(&self, root: &Str) {
        if let Some(read) = self.read.borrow_mut().as_mut() {
            read.insert(root.clone());
        }
    }

    /// Runs `work` while a name is being resolved; an error if it is already.
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

    /// Counts an interpolation; an error if there were too many in this lookup.
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

    /// Starts to count anew, unless this is a lookup within another.
    pub(crate) fn start_lookup(&self) {
        if self.stack.borrow().is_empty() {
            self.expansions.set(0);
        }
    }

    /// The copy of a value that this compilation uses.
    pub(crate) fn copy_of(&self, file: &Arc<DataFile>, entry: u32, value: &Value) -> Value {
        match value {
            Value::Undef | Value::Bool(_) | Value::Int(_) | Value::Float(_) => return value.clone(),
            _ => {}
        }
        let key = (Arc::as_ptr(file).addr(), entry);
        self.copies.borrow_mut().entry(key).or_insert_with(|| copied(value)).clone()
    }

    /// Whether a file is seen for the first time here.
    pub(crate) fn first_sight(&self, file: &Arc<DataFile>) -> bool {
        self.warned.borrow_mut().insert(Arc::as_ptr(file).addr())
    }

    /// Whether a configuration that does not count is seen for the first time here.
    pub(crate) fn first_misplaced(&self, config: &Config) -> bool {
        self.warned.borrow_mut().insert(std::ptr::from_ref(config).addr())
    }

    /// Does something with what the context of a function keeps; nothing if there is no such context.
    pub fn with_kept<T>(&self, id: ContextId, work: impl FnOnce(&mut Hash) -> T) -> Option<T> {
        self.with_context(id, |context| work(&mut context.kept))
    }

    /// A context that belongs to no lookup.
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

    /// Starts to record an explanation.
    pub(crate) fn start_trace(&self) {
        *self.trace.borrow_mut() = Some(Trace::default());
        self.tracing.set(true);
    }

    /// Ends the recording.
    pub(crate) fn take_trace(&self) -> Vec<Step> {
        self.tracing.set(false);
        self.trace.borrow_mut().take().map(Trace::finish).unwrap_or_default()
    }

    /// Whether an explanation is being recorded.
    pub(crate) fn is_tracing(&self) -> bool {
        self.tracing.get()
    }

    /// Records a step around some work.
    pub(crate) fn step<T>(&self, what: impl FnOnce() -> What, work: impl FnOnce() -> T) -> T {
        if !self.tracing.get() {
            return work();
        }
        let what = what();
        self.traced(|trace| trace.enter(what));
        let result = work();
        self.traced(Trace::leave);
        result
    }

    /// Records how the current step ended.
    pub(crate) fn outcome(&self, outcome: impl FnOnce() -> StepResult) {
        if self.tracing.get() {
            let outcome = outcome();
            self.traced(|trace| trace.outcome(outcome));
        }
    }

    /// Records a remark to the current step.
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

/// A value that shares nothing with the original.
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
