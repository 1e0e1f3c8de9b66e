//! The guard against endless recursion through aliases.
//!
//! It records which aliases are being compared, on each of the two sides of a question ("is that assignable to this?").
//! A question ends as soon as both sides have reached something for the second time.
//!
//! This is not only a protection: its answers are visible in the language, so it works exactly like Puppet's guard. For
//! example, if two aliases refer to each other, a value that looks like an instance may not be one, because reaching
//! the first alias for the second time counts as recursion on both sides.

/// An alias or a value, identified by its address.
pub(crate) type Id = usize;

// The bits of `Guard::state`: on which sides recursion has been found.
const THIS: u8 = 1;
const THAT: u8 = 2;
const BOTH: u8 = 3;

/// The aliases and values that are being compared.
#[derive(Default)]
pub(crate) struct Guard {
    this: Ids,
    that: Ids,
    state: u8,
}

impl Guard {
    /// Whether both sides have reached something for the second time.
    pub(crate) fn recursive_in_both(&self) -> bool {
        self.state == BOTH
    }

    /// Whether this side has reached something for the second time.
    pub(crate) fn recursive_in_this(&self) -> bool {
        self.state & THIS != 0
    }

    /// Enters an alias on this side. The result must be passed to [`Guard::leave_this`].
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

    /// Leaves what [`Guard::enter_this`] entered.
    pub(crate) fn leave_this(&mut self, entered: bool, id: Id) {
        if entered {
            self.state &= !THIS;
            self.this.remove(id);
        }
    }

    /// Enters an alias or a value on that side. The result must be passed to [`Guard::leave_that`].
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

    /// Leaves what [`Guard::enter_that`] entered.
    pub(crate) fn leave_that(&mut self, entered: bool, id: Id) {
        if entered {
            self.state &= !THAT;
            self.that.remove(id);
        }
    }
}

/// A set of ids. The first few are stored inline: nesting is shallow, and an instance check should not allocate.
#[derive(Default)]
struct Ids {
    few: [Id; 8],
    used: usize,
    more: Vec<Id>,
}

impl Ids {
    /// Adds an id. Returns false if the set has it already.
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
