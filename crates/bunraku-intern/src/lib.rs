//! Symbols: names from source text as 32-bit numbers.
//!
//! The table is one per process, only grows, and is read without locks. Only names from source text or file names
//! go in; data (titles, hash keys, facts) never does, or a server would grow for ever. [`Symbol::find`] looks a name
//! up without adding it.

use std::{
    collections::{HashMap, HashSet},
    hash::{BuildHasherDefault, Hasher},
    num::NonZeroU32,
    sync::{LazyLock, OnceLock, RwLock},
};

/// A name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(NonZeroU32);

impl Symbol {
    /// The symbol of a name; the name is added if it is new.
    pub fn new(name: &str) -> Symbol {
        if let Some(symbol) = Symbol::find(name) {
            return symbol;
        }
        // A thread that panicked while it held the lock has added its name or not: the table is whole.
        let mut names = NAMES.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(symbol) = names.get(name) {
            return *symbol;
        }
        let text: &'static str = Box::leak(name.into());
        let number = NonZeroU32::MIN.saturating_add(names.len() as u32);
        store(number, text);
        names.insert(text, Symbol(number));
        Symbol(number)
    }

    /// The symbol of a name that is there already.
    pub fn find(name: &str) -> Option<Symbol> {
        NAMES.read().unwrap_or_else(std::sync::PoisonError::into_inner).get(name).copied()
    }

    /// The name.
    pub fn as_str(self) -> &'static str {
        let (segment, index) = place(self.0);
        let slot = TEXTS.get(segment).and_then(OnceLock::get).and_then(|texts| texts.get(index));
        slot.and_then(OnceLock::get).copied().unwrap_or("")
    }

    /// The number, for tables.
    pub fn number(self) -> u32 {
        self.0.get()
    }
}

impl std::fmt::Debug for Symbol {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}`", self.as_str())
    }
}

impl std::fmt::Display for Symbol {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A map on the way of every compilation, whose keys are short texts: the hash of the standard library's maps costs
/// several times as much. It starts from a random number of the process, so that nobody can choose keys that collide.
pub type FastMap<K, V> = HashMap<K, V, foldhash::fast::RandomState>;

/// A set of the same kind as [`FastMap`].
pub type FastSet<K> = HashSet<K, foldhash::fast::RandomState>;

/// A map with symbols as keys. They are small numbers that nobody outside chooses, so that a cheap hash will do.
pub type SymbolMap<V> = HashMap<Symbol, V, BuildHasherDefault<SymbolHasher>>;

/// The hash of symbols: one multiplication.
#[derive(Default)]
pub struct SymbolHasher(u64);

impl Hasher for SymbolHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u32(u32::from(*byte));
        }
    }

    fn write_u32(&mut self, number: u32) {
        // The golden ratio spreads neighbours over the high bits, which the map looks at first.
        self.0 = (self.0.rotate_left(5) ^ u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

static NAMES: LazyLock<RwLock<FastMap<&'static str, Symbol>>> = LazyLock::new(RwLock::default);

type Segment = OnceLock<Box<[OnceLock<&'static str>]>>;

/// The texts in segments that double in size, so that none ever moves and readers need no lock.
static TEXTS: [Segment; 32] = [const { OnceLock::new() }; 32];

fn place(number: NonZeroU32) -> (usize, usize) {
    let number = number.get();
    let segment = number.ilog2();
    (segment as usize, (number - (1 << segment)) as usize)
}

fn store(number: NonZeroU32, text: &'static str) {
    let (segment, index) = place(number);
    let Some(texts) = TEXTS.get(segment) else { return };
    let texts = texts.get_or_init(|| (0..1u64 << segment).map(|_| OnceLock::new()).collect());
    if let Some(slot) = texts.get(index) {
        // Numbers are given out under the lock of the names, each once.
        let _ = slot.set(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_symbol_and_gives_its_text_back() {
        let names: Vec<String> = (0..1000).map(|number| format!("name{number}")).collect();
        let symbols: Vec<Symbol> = names.iter().map(|name| Symbol::new(name)).collect();
        for (name, symbol) in names.iter().zip(&symbols) {
            assert_eq!(symbol.as_str(), name);
            assert_eq!(Symbol::new(name), *symbol);
            assert_eq!(Symbol::find(name), Some(*symbol));
        }
        assert_eq!(Symbol::find("never interned"), None);
    }

    #[test]
    #[allow(clippy::disallowed_methods, reason = "threads are what is tested")]
    fn threads_agree() {
        let threads: Vec<_> = (0..4)
            .map(|_| {
                std::thread::spawn(|| (0..500).map(|n| Symbol::new(&format!("t{n}"))).collect::<Vec<_>>())
            })
            .collect();
        let results: Vec<Vec<Symbol>> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
        assert!(results.windows(2).all(|pair| pair[0] == pair[1]));
    }
}
