//! The guard against endless recursion through aliases.
//!
//! It remembers which aliases are being tested and against what. Its answers are part of the language: where two
//! aliases name each other, a value that looks like an instance is none, because the second turn through the first
//! alias counts as recursion on both sides.

/// What is being tested: an alias or a value, by its address.
pub(crate) type Id = usize;

/// Which side has been seen before.
const THIS: u8 = 1;
const THAT: u8 = 2;
const BOTH: u8 = 3;

/// The types and values that are being tested.
#[derive(Default)]
pub(crate) struct Guard {
    this: Ids,
    that: Ids,
    state: u8,
}

impl Guard {
    /// Whether both sides have been seen before.
    pub(crate) fn recursive_in_both(&self) -> bool {
        self.state == BOTH
    }

    /// Whether this side has been seen before.
    pub(crate) fn recursive_in_this(&self) -> bool {
        self.state & THIS != 0
    }

    /// Starts with the type on this side. The answer goes to [`Guard::leave_this`].
    pub(crate) fn enter_this(&mut self, id: Id) -> bool {
        if self.state & THIS != 0 {
            return false;
        }
        let new = self.this.insert(id);
        if !new {
            self.state |= THIS;
        }
        new
    }

    /// Ends what [`Guard::enter_this`] started.
    pub(crate) fn leave_this(&mut self, entered: bool, id: Id) {
        if entered {
            self.state &= !THIS;
            self.this.remove(id);
        }
    }

    /// Starts with the type or value on that side. The answer goes to [`Guard::leave_that`].
    pub(crate) fn enter_that(&mut self, id: Id) -> bool {
        if self.state & THAT != 0 {
            return false;
        }
        let new = self.that.insert(id);
        if !new {
            self.state |= THAT;
        }
        new
    }

    /// Ends what [`Guard::enter_that`] started.
    pub(crate) fn leave_that(&mut self, entered: bool, id: Id) {
        if entered {
            self.state &= !THAT;
            self.that.remove(id);
        }
    }
}

/// A few ids in place, more of them on the heap: nesting is shallow, and testing a value must not allocate.
#[derive(Default)]
struct Ids {
    few: [Id; 8],
    used: usize,
    more: Vec<Id>,
}

impl Ids {
    /// Adds an id; false if it is there already.
    fn insert(&mut self, id: Id) -> bool {
        let few = self.few.iter().take(self.used);
        if few.chain(&self.more).any(|known| *known == id) {
            return false;
        }
        match self.few.get_mut(self.used) {
            Some(free) => {
                *free = id;
                self.used += 1;
            }
            None => self.more.push(id),
        }
        true
    }

    fn remove(&mut self, id: Id) {
        if let Some(index) = self.more.iter().position(|known| *known == id) {
            self.more.swap_remove(index);
        } else if let Some(index) = self.few.iter().take(self.used).position(|known| *known == id) {
            self.used -= 1;
            self.few.swap(index, self.used);
        }
    }
}
