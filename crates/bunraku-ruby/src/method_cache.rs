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

/// What a method is looked up by: the address of the class, plus one for methods of the class itself, and the name.
pub(crate) type MethodKey = (usize, Symbol);

/// The methods that were found.
#[derive(Default)]
pub(crate) struct MethodCache {
    /// The last lookups, each in the place that its key gives. Most calls find their method here.
    recent: RefCell<Vec<Recent>>,
    /// All lookups.
    all: RefCell<FastMap<MethodKey, Found>>,
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
        self.all.borrow_mut().insert(key, found.clone());
        self.remember(key, found);
    }

    fn remember(&self, key: MethodKey, found: Found) {
        let mut recent = self.recent.borrow_mut();
        let entry = Recent { key, version: self.version.get(), found };
        if recent.is_empty() {
            let nothing = Recent { key: (0, key.1), version: u64::MAX, found: None };
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
    }

    /// Forgets the methods of classes that are not among these, which are given by their addresses.
    pub(crate) fn keep(&self, among: impl Fn(usize) -> bool) {
        self.version.set(self.version.get() + 1);
        self.all.borrow_mut().retain(|(class, _), _| among(class & !1));
    }

    /// Gives back what it holds.
    pub(crate) fn take(&self) {
        self.recent.take();
        self.all.take();
    }
}

#[inline]
fn place((class, name): MethodKey) -> usize {
    // The lowest bits of an address are the same for all classes, but for the one that tells class methods apart.
    (class ^ (class >> 5) ^ (name.number() as usize).wrapping_mul(0x9e3b)) & (RECENT - 1)
}
