//! Entries of a hash that are made when code asks for them. Hosts pass large hashes, of which code reads a few entries.

use std::cell::RefCell;

use bunraku_intern::FastMap;
use bunraku_pcore::Hash;

use crate::value::Val;

/// Where the entries of a hash come from. All keys are strings. Neither method runs code.
pub trait Late {
    /// The value of a key. It is asked for at most once for each key.
    fn get(&self, key: &str) -> Option<Val>;
    /// All entries in their order, with the values that were made before.
    fn entries(&self, made: FastMap<String, Val>) -> Vec<(Val, Val)>;
    /// The data of the host that the hash shows, if it is that alone.
    fn origin(&self) -> Option<&Hash>;
}

/// The entries of a hash as long as code has only looked up single keys.
pub(super) struct Pending {
    source: Box<dyn Late>,
    made: RefCell<FastMap<String, Val>>,
}

impl Pending {
    pub(super) fn new(source: Box<dyn Late>) -> Pending {
        Pending { source, made: RefCell::default() }
    }

    pub(super) fn get(&self, key: &str) -> Option<Val> {
        if let Some(value) = self.made.borrow().get(key) {
            return Some(value.clone());
        }
        let value = self.source.get(key)?;
        self.made.borrow_mut().insert(key.to_owned(), value.clone());
        Some(value)
    }

    pub(super) fn into_entries(self) -> Vec<(Val, Val)> {
        self.source.entries(self.made.into_inner())
    }

    pub(super) fn origin(&self) -> Option<&Hash> {
        self.source.origin()
    }

    /// Whether something holds for one of the values that code has seen.
    pub(super) fn any(&self, matches: impl Fn(&Val) -> bool) -> bool {
        self.made.borrow().values().any(matches)
    }

    pub(super) fn into_made(self) -> impl Iterator<Item = Val> {
        self.made.into_inner().into_values()
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, rc::Rc};

    use super::*;
    use crate::value::RHash;

    /// Keys `0` to `9`, each with an array of its own. It counts the arrays that it makes.
    struct Digits(Rc<Cell<usize>>, Hash);

    impl Late for Digits {
        fn get(&self, key: &str) -> Option<Val> {
            let digit: i64 = key.parse().ok().filter(|digit| (0..10).contains(digit))?;
            self.0.set(self.0.get() + 1);
            Some(Val::array(vec![Val::Int(digit)]))
        }

        fn entries(&self, mut made: FastMap<String, Val>) -> Vec<(Val, Val)> {
            let key = |digit: i64| digit.to_string();
            let mut value = |key: &str| made.remove(key).or_else(|| self.get(key)).unwrap_or_default();
            (0..10).map(key).map(|key| (Val::str(key.as_str()), value(&key))).collect()
        }

        fn origin(&self) -> Option<&Hash> {
            Some(&self.1)
        }
    }

    #[test]
    fn what_code_has_seen_stays_the_same_object() {
        let made = Rc::new(Cell::new(0));
        let hash = RHash::late(Box::new(Digits(Rc::clone(&made), Hash::new())));
        let five = hash.get_text("5").unwrap_or_default();
        assert!(hash.get(&Val::str("5")).is_some_and(|again| again.same(&five)));
        assert!(hash.get_text("x").is_none() && !hash.contains(&Val::Int(10)));
        assert_eq!(hash.len(), 10);
        assert_eq!(made.get(), 10, "each value is made once");
        assert!(hash.get_text("5").is_some_and(|again| again.same(&five)));
        let keys: Vec<String> = hash
            .keys()
            .iter()
            .map(|key| match key {
                Val::Str(text) => text.text(),
                _ => String::new(),
            })
            .collect();
        assert_eq!(keys.concat(), "0123456789");
    }

    #[test]
    fn changes_inside_are_noticed_before_all_entries_are_made() {
        let made = Rc::new(Cell::new(0));
        let hash = Val::Hash(Rc::new(RHash::late(Box::new(Digits(Rc::clone(&made), Hash::new())))));
        let Val::Hash(inner) = &hash else { return };
        let five = inner.get_text("5").unwrap_or_default();
        assert!(!hash.is_changed());
        assert!(inner.origin().is_some());
        if let Val::Array(array) = &five {
            array.update(Vec::clear);
        }
        assert!(hash.is_changed());
        assert!(inner.origin().is_none(), "it is not the same any more");
        assert_eq!(made.get(), 1);
        inner.set(Val::str("10"), Val::Nil);
        assert_eq!((inner.len(), made.get()), (11, 10));
    }
}
