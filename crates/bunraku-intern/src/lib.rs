//! Symbols: names from source code as 32-bit numbers.
//!
//! Names of variables, functions, classes and parameters are compared and looked up far more often than they are
//! created. A [`Symbol`] makes that an integer comparison, and gives the string back without a lock.
//!
//! There is one table per process. It is never emptied: a symbol is valid for as long as the process runs, in every
//! thread and for every environment. That is why [`Symbol::new`] is only for names whose number is bounded by the code
//! that has been read: identifiers in manifests, templates and Ruby files, and names of files. A string that comes from
//! data, facts, a title or a request must go through [`Symbol::find`], which never adds anything. A name that is not in
//! the table is not the name of anything that has been read so far. Where code is loaded on demand, `None` means that the
//! name has to be searched as a string; loading the file that defines it interns the name. [`Symbol::count`] lets a test
//! hold callers to this rule.
//!
//! ```
//! use bunraku_intern::Symbol;
//!
//! let name = Symbol::new("apache::params");
//! assert_eq!(name, Symbol::new("apache::params"));
//! assert_eq!(name.as_str(), "apache::params");
//! assert_eq!(Symbol::find("a string from a request"), None);
//! ```
//!
//! The hash maps that compilations use all the time, [`FastMap`] and [`SymbolMap`], are here too, because symbols need
//! both of them and every other crate can reach them here.

use std::{
    collections::{HashMap, HashSet},
    hash::{BuildHasherDefault, Hasher},
    num::NonZeroU32,
    sync::{LazyLock, OnceLock, RwLock},
};

/// An interned name: equal symbols have equal names, and comparing them compares two integers.
///
/// The order of symbols is the order in which they were first interned, not that of their names. It differs from run
/// to run where threads are involved, so nothing that is shown may depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(NonZeroU32);

impl Symbol {
    /// The symbol of a name, which is kept for as long as the process runs.
    ///
    /// Not for strings from data or requests: see [`Symbol::find`].
    pub fn new(name: &str) -> Symbol {
        if let Some(symbol) = Symbol::find(name) {
            return symbol;
        }
        // A poisoned lock does no harm: the entry is inserted last and at once, so a thread that panicked before has
        // left a table without its name.
        let mut names = NAMES.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        // Another thread may have added the name between the two locks.
        if let Some(symbol) = names.get(name) {
            return *symbol;
        }
        let name: &'static str = Box::leak(name.into());
        // The cast cannot lose anything: four thousand million names do not fit in memory.
        let number = NonZeroU32::MIN.saturating_add(names.len() as u32);
        // The name is stored before the number can be seen by anyone, so that `as_str` always finds it.
        store(number, name);
        names.insert(name, Symbol(number));
        Symbol(number)
    }

    /// The symbol of a name, if the name has been interned before. Adds nothing.
    ///
    /// This is the way for strings that are not part of code: a string that was never interned is not the name of any
    /// variable, function or class that has been read.
    pub fn find(name: &str) -> Option<Symbol> {
        NAMES.read().unwrap_or_else(std::sync::PoisonError::into_inner).get(name).copied()
    }

    /// The name as a string.
    pub fn as_str(self) -> &'static str {
        let (segment, index) = position(self.0);
        let slot = SEGMENTS.get(segment).and_then(OnceLock::get).and_then(|names| names.get(index));
        slot.and_then(OnceLock::get).copied().unwrap_or("")
    }

    /// How many names the table holds, for tests and metrics that watch its growth.
    pub fn count() -> usize {
        NAMES.read().unwrap_or_else(std::sync::PoisonError::into_inner).len()
    }

    /// The number of the symbol: 1 for the first name that was interned, then counting up.
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

/// A map for keys that are mostly short strings.
///
/// Hashing a short string costs several times as much with the standard library's hasher, and every compilation does it
/// constantly. The seed is random per process, so that nobody who sends data can choose keys that collide.
pub type FastMap<K, V> = HashMap<K, V, foldhash::fast::RandomState>;

/// A set with the hasher of [`FastMap`].
pub type FastSet<K> = HashSet<K, foldhash::fast::RandomState>;

/// A map with symbols as keys.
///
/// Symbols are small numbers given out by this crate, not chosen by anyone outside, so a cheap hash without a secret is
/// safe.
pub type SymbolMap<V> = HashMap<Symbol, V, BuildHasherDefault<SymbolHasher>>;

/// The hasher of [`SymbolMap`]: one multiplication per symbol.
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
        // The multiplier is 2^64 divided by the golden ratio. It spreads neighbouring numbers over the high bits, and
        // the map takes the tag that it compares first from there.
        self.0 = (self.0.rotate_left(5) ^ u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

static NAMES: LazyLock<RwLock<FastMap<&'static str, Symbol>>> = LazyLock::new(RwLock::default);

type Segment = OnceLock<Box<[OnceLock<&'static str>]>>;

/// The names by number, in segments that double in size.
///
/// A vector that grows would move its elements, and readers would have to wait for a lock. A segment never moves.
static SEGMENTS: [Segment; 32] = [const { OnceLock::new() }; 32];

/// The segment of a number and the index in that segment. Segment `n` holds the numbers whose highest bit is bit `n`.
fn position(number: NonZeroU32) -> (usize, usize) {
    let number = number.get();
    let segment = number.ilog2();
    (segment as usize, (number - (1 << segment)) as usize)
}

fn store(number: NonZeroU32, name: &'static str) {
    let (segment, index) = position(number);
    let Some(names) = SEGMENTS.get(segment) else { return };
    let names = names.get_or_init(|| (0..1u64 << segment).map(|_| OnceLock::new()).collect());
    if let Some(slot) = names.get(index) {
        // The slot is empty: each number is given out once, under the write lock of `NAMES`.
        let _ = slot.set(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_symbol_that_gives_it_back() {
        let names: Vec<String> = (0..1000).map(|number| format!("name{number}")).collect();
        let symbols: Vec<Symbol> = names.iter().map(|name| Symbol::new(name)).collect();
        for (name, symbol) in names.iter().zip(&symbols) {
            assert_eq!(symbol.as_str(), name);
            assert_eq!(Symbol::new(name), *symbol);
            assert_eq!(Symbol::find(name), Some(*symbol));
        }
    }

    #[test]
    fn finding_a_name_does_not_add_it() {
        assert_eq!(Symbol::find("never interned"), None);
        assert_eq!(Symbol::find("never interned"), None);
        let before = Symbol::count();
        let added = Symbol::new("interned by one test only");
        // Other tests intern names at the same time, so the table may have grown by more than one.
        assert!(Symbol::count() > before);
        assert_eq!(Symbol::find("interned by one test only"), Some(added));
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
