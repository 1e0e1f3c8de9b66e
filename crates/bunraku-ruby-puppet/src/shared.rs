//! Values that Puppet code and Ruby code share.
//!
//! In Puppet an array or hash is one object, which Ruby code may change in place, and every variable, resource and
//! collection that holds it shows the change. Here, Puppet values are immutable. This module therefore tracks which
//! Ruby object corresponds to which value: a value always becomes the same object, an object becomes the same value
//! again unless it was changed, and a changed one gets a new value, which the host puts in place of the old one
//! wherever that is held.
//!
//! An array or hash is recognized by the address of its contents. Some empty ones do not have one, and neither do
//! strings: those are written back by the name of the variable that they were read from.

use std::{
    cell::{Cell, RefCell},
    rc::{Rc, Weak},
};

use bunraku_intern::FastMap;
use bunraku_pcore::{Hash, Value};
use bunraku_ruby::{
    R,
    value::{Late, RHash, Val, Watch},
};

use crate::{binding::Cx, convert::from_puppet};

/// The address of the contents of an array or hash.
type Identity = (usize, usize);

/// How deeply a value may be nested when it is converted back.
const MAX_DEPTH: usize = 200;

/// A hash with more entries than this is converted when code asks for its entries.
const FEW: usize = 8;

/// How many arrays and hashes that were passed to Ruby code are remembered.
const MOST_PASSING: usize = 10_000;

/// Which Ruby objects correspond to which values.
#[derive(Default)]
pub(crate) struct Shared {
    by_value: RefCell<FastMap<Identity, Entry>>,
    /// The same entries by the address of the Ruby object.
    by_object: RefCell<FastMap<usize, Identity>>,
    /// Values that need not be remembered when no Ruby code is running, such as arguments. They are dropped if there
    /// are [many](MOST_PASSING), or if code has changed one: code often passes the same values again.
    passing: RefCell<Vec<Identity>>,
    watch: Watch,
    /// Whether an object has a new value because it was changed.
    renewed: Cell<bool>,
    runs: Cell<usize>,
}

/// Both are held, so that their addresses are not reused.
struct Entry {
    value: Value,
    object: Val,
}

/// How long to remember which object corresponds to a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Remembered {
    /// At least while Ruby code runs.
    WhileRunning,
    /// During the compilation, because code will read the value again.
    ForGood,
}

impl Shared {
    pub(crate) fn begin_run(&self) {
        self.runs.set(self.runs.get() + 1);
    }

    pub(crate) fn end_run(&self) {
        self.runs.set(self.runs.get().saturating_sub(1));
        if self.runs.get() == 0 && (self.renewed.take() || self.passing.borrow().len() > MOST_PASSING) {
            for identity in self.passing.take() {
                if let Some(entry) = self.by_value.borrow_mut().remove(&identity)
                    && let Some(address) = entry.object.address()
                {
                    self.by_object.borrow_mut().remove(&address);
                }
            }
        }
    }

    /// The Ruby object of a value.
    pub(crate) fn to_ruby(self: &Rc<Shared>, value: &Value, remembered: Remembered) -> Val {
        let identity = value.address();
        if let Some(identity) = identity
            && let Some(entry) = self.by_value.borrow().get(&identity)
        {
            return entry.object.clone();
        }
        let object = match value {
            Value::Array(array) => {
                Val::array(array.iter().map(|item| self.to_ruby(item, remembered)).collect())
            }
            Value::Hash(hash)
                if hash.len() > FEW && hash.iter().all(|(key, _)| matches!(key, Value::Str(_))) =>
            {
                let entries = LateHash { hash: hash.clone(), shared: Rc::downgrade(self), remembered };
                Val::Hash(Rc::new(RHash::late(Box::new(entries))))
            }
            Value::Hash(hash) => {
                let entry = |(key, value)| (from_puppet(key), self.to_ruby(value, remembered));
                Val::hash(hash.iter().map(entry).collect::<Vec<_>>())
            }
            other => from_puppet(other),
        };
        object.watch(&self.watch);
        if let Some(identity) = identity {
            self.remember(identity, value.clone(), object.clone(), remembered);
        }
        object
    }

    /// The value that corresponds to an array or hash, if nothing in it was changed.
    pub(crate) fn value_of(&self, object: &Val) -> Option<Value> {
        let by_object = self.by_object.borrow();
        let identity = by_object.get(&object.address()?)?;
        if self.watch.is_set() && object.is_changed() {
            return None;
        }
        Some(self.by_value.borrow().get(identity)?.value.clone())
    }

    /// Keeps the Ruby object of a value that has no other form in Ruby until the compilation ends.
    pub(crate) fn keep(&self, value: &Value, object: &Val) {
        if let Some(identity) = value.address() {
            let entry = Entry { value: value.clone(), object: object.clone() };
            self.by_value.borrow_mut().insert(identity, entry);
        }
    }

    fn remember(&self, identity: Identity, value: Value, object: Val, remembered: Remembered) {
        let Some(address) = object.address() else { return };
        self.by_object.borrow_mut().insert(address, identity);
        if remembered == Remembered::WhileRunning {
            self.passing.borrow_mut().push(identity);
        }
        self.by_value.borrow_mut().insert(identity, Entry { value, object });
    }

    /// Drops the values of objects that were changed, and returns both.
    fn take_changed(&self) -> Vec<(Value, Val)> {
        let mut by_value = self.by_value.borrow_mut();
        let changed: Vec<Identity> = by_value
            .iter()
            .filter(|(_, entry)| entry.object.is_changed())
            .map(|(identity, _)| *identity)
            .collect();
        let entries = changed.iter().filter_map(|identity| by_value.remove(identity));
        entries.map(|entry| (entry.value, entry.object)).collect()
    }
}

/// A hash of Puppet whose values become values of Ruby when code asks for them.
struct LateHash {
    hash: Hash,
    /// It is gone when no code runs any more.
    shared: Weak<Shared>,
    remembered: Remembered,
}

impl LateHash {
    fn converted(&self, value: &Value) -> Val {
        match self.shared.upgrade() {
            Some(shared) => shared.to_ruby(value, self.remembered),
            None => from_puppet(value),
        }
    }
}

impl Late for LateHash {
    fn get(&self, key: &str) -> Option<Val> {
        self.hash.get_str(key).map(|value| self.converted(value))
    }

    fn entries(&self, mut made: FastMap<String, Val>) -> Vec<(Val, Val)> {
        let entry = |(key, value): (&Value, &Value)| {
            let made = key.as_str().and_then(|key| made.remove(key));
            (from_puppet(key), made.unwrap_or_else(|| self.converted(value)))
        };
        self.hash.iter().map(entry).collect()
    }

    fn origin(&self) -> Option<&Hash> {
        Some(&self.hash)
    }
}

/// The new values of objects that were changed, by the addresses of the objects, which are held.
type Renewed = FastMap<usize, (Val, Value)>;

impl Cx<'_, '_> {
    /// Makes changes that Ruby code has made in place visible to Puppet code. Called before Puppet code runs.
    pub(crate) fn write_back(&mut self) -> R<()> {
        if !self.memory().shared.watch.is_set() {
            return Ok(());
        }
        self.memory().shared.renewed.set(true);
        let changed = self.memory().shared.take_changed();
        let mut renewed = Renewed::default();
        let mut pairs = Vec::with_capacity(changed.len());
        for (old, object) in &changed {
            pairs.push((old.clone(), self.renew(object, &mut renewed, 0)?));
        }
        let shared = &self.binding.memory.shared;
        shared.watch.take();
        for (object, value) in renewed.into_values() {
            let watch_string = |item: &Val| {
                if let Val::Str(_) = item {
                    item.watch(&shared.watch);
                }
            };
            match &object {
                Val::Array(array) => array.items().iter().for_each(watch_string),
                Val::Hash(hash) => hash.map().values().for_each(watch_string),
                _ => {}
            }
            object.watch(&shared.watch);
            if let Some(identity) = value.address() {
                shared.remember(identity, value, object, Remembered::ForGood);
            }
        }
        if pairs.is_empty() {
            return Ok(());
        }
        match self.host().replace(&pairs) {
            Ok(()) => Ok(()),
            Err(error) => Err(self.host_error(error)),
        }
    }

    /// The current value of an object. An object that occurs twice results in a single value.
    fn renew(&mut self, object: &Val, renewed: &mut Renewed, depth: usize) -> R<Value> {
        let Some(address) = object.address() else { return self.puppet_value_of(object) };
        if let Some((_, value)) = renewed.get(&address) {
            return Ok(value.clone());
        }
        if let Some(value) = self.memory().shared.value_of(object) {
            return Ok(value);
        }
        if depth > MAX_DEPTH {
            return Err(self.ruby().argument_error("a value that contains itself cannot be returned"));
        }
        let value = match object {
            Val::Array(array) => {
                let items = array.to_vec();
                let items: R<Vec<Value>> =
                    items.iter().map(|item| self.renew(item, renewed, depth + 1)).collect();
                Value::array(items?)
            }
            Val::Hash(hash) => {
                let mut result = Hash::with_capacity(hash.len());
                for (key, value) in hash.entries() {
                    let key = self.puppet_value_of(&key)?;
                    result.insert(key, self.renew(&value, renewed, depth + 1)?);
                }
                Value::Hash(result)
            }
            other => self.puppet_value_of(other)?,
        };
        renewed.insert(address, (object.clone(), value.clone()));
        Ok(value)
    }
}
