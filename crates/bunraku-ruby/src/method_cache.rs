//! Remembers which methods were found, until one is defined.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use bunraku_intern::{FastMap, Symbol};

use crate::class::{Method, RClass, Visibility};

/// A method that was found: how it is implemented, who may call it, and the class that defines it.
pub(crate) struct FoundMethod {
    pub(crate) method: Method,
    pub(crate) visibility: Visibility,
    pub(crate) owner: Rc<RClass>,
}

/// The result of a method lookup.
pub(crate) type Found = Option<Rc<FoundMethod>>;

/// What a method is looked up by: twice the number of the class, plus one for methods of the class itself, and the name.
pub(crate) type MethodKey = (u64, Symbol);

/// The key for a method of instances of a class.
#[inline]
pub(crate) fn instance_key(class: &RClass, name: Symbol) -> MethodKey {
    (2 * class.number, name)
}

/// The key for a method of a class itself.
#[inline]
pub(crate) fn class_key(class: &RClass, name: Symbol) -> MethodKey {
    (2 * class.number + 1, name)
}

/// The methods that were found.
#[derive(Default)]
pub(crate) struct MethodCache {
    /// The last lookups, each in the place that its key gives. Most calls find their method here.
    recent: RefCell<Vec<Recent>>,
    /// All lookups.
    all: RefCell<FastMap<MethodKey, Found>>,
    /// What `super` leads to in a method, by the number of the class that defines the method.
    supers: RefCell<FastMap<(MethodKey, u64), Found>>,
    /// The number of times that methods have changed.
    version: Cell<u64>,
}

#[derive(Clone)]
struct Recent {
    key: MethodKey,
    version: u64,
    found: Found,
}

/// The number of recent lookups, a power of two.
const RECENT: usize = 256;

/// The most lookups that are remembered. What was found keeps its class alive.
const MOST: usize = 1 << 14;

impl MethodCache {
    /// The result of a lookup, if it is known.
    #[inline]
    pub(crate) fn get(&self, key: MethodKey) -> Option<Found> {
        if let Some(recent) = self.recent.borrow().get(place(key))
            && recent.key == key
            && recent.version == self.version.get()
        {
            return Some(recent.found.clone());
        }
        let found = self.all.borrow().get(&key)?.clone();
        self.remember(key, found.clone());
        Some(found)
    }

    pub(crate) fn insert(&self, key: MethodKey, found: Found) {
        let mut all = self.all.borrow_mut();
        if all.len() >= MOST {
            all.clear();
        }
        all.insert(key, found.clone());
        self.remember(key, found);
    }

    /// What `super` leads to in the method of a class, if it is known.
    pub(crate) fn get_super(&self, key: MethodKey, after: &RClass) -> Option<Found> {
        self.supers.borrow().get(&(key, after.number)).cloned()
    }

    pub(crate) fn insert_super(&self, key: MethodKey, after: &RClass, found: Found) {
        let mut supers = self.supers.borrow_mut();
        if supers.len() >= MOST {
            supers.clear();
        }
        supers.insert((key, after.number), found);
    }

    fn remember(&self, key: MethodKey, found: Found) {
        let mut recent = self.recent.borrow_mut();
        let entry = Recent { key, version: self.version.get(), found };
        if recent.is_empty() {
            let nothing = Recent { key: (u64::MAX, key.1), version: u64::MAX, found: None };
            recent.resize(RECENT, nothing);
        }
        if let Some(place) = recent.get_mut(place(key)) {
            *place = entry;
        }
    }

    /// Forgets everything, because a method was defined.
    pub(crate) fn clear(&self) {
        self.version.set(self.version.get() + 1);
        self.all.borrow_mut().clear();
        self.supers.borrow_mut().clear();
    }

    /// Forgets the methods of classes with a greater number than this.
    pub(crate) fn keep_up_to(&self, last: u64) {
        self.version.set(self.version.get() + 1);
        self.all.borrow_mut().retain(|(class, _), _| class / 2 <= last);
        self.supers.borrow_mut().clear();
    }

    /// Returns what it holds.
    pub(crate) fn take(&self) {
        self.recent.take();
        self.all.take();
        self.supers.take();
    }
}

#[inline]
fn place((class, name): MethodKey) -> usize {
    ((class as usize).wrapping_mul(5) ^ (name.number() as usize).wrapping_mul(0x9e3b)) & (RECENT - 1)
}
