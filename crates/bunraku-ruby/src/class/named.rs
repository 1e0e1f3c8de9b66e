//! What a class has under names, apart from methods: constants, class variables, and instance variables of its own.

use bunraku_intern::Symbol;

use super::RClass;
use crate::value::Val;

impl RClass {
    /// A constant defined in this class itself.
    pub fn constant(&self, name: Symbol) -> Option<Val> {
        self.tables.borrow().constants.get(name).cloned()
    }

    /// Defines or redefines a constant.
    pub fn set_constant(&self, name: Symbol, value: Val) {
        self.change().constants.set(name, value);
    }

    /// The names of the constants defined in this class itself, in the order of their definition.
    pub fn constant_names(&self) -> Vec<Symbol> {
        self.tables.borrow().constants.entries().iter().map(|(name, _)| *name).collect()
    }

    /// Makes a constant private or public. A private constant cannot be read as `Class::NAME`, only as `NAME`.
    pub(crate) fn set_constant_private(&self, name: Symbol, private: bool) {
        let names = &mut self.change().private_constants;
        if private {
            names.insert(name, ());
        } else {
            names.remove(&name);
        }
    }

    /// Whether a constant is private.
    pub(crate) fn is_constant_private(&self, name: Symbol) -> bool {
        self.tables.borrow().private_constants.contains_key(&name)
    }

    /// Removes a constant defined in this class itself.
    pub fn remove_constant(&self, name: Symbol) -> Option<Val> {
        self.change().constants.remove(name)
    }

    /// A class variable defined in this class itself.
    pub fn class_variable(&self, name: Symbol) -> Option<Val> {
        self.tables.borrow().class_variables.get(name).cloned()
    }

    /// Sets a class variable of this class.
    pub fn set_class_variable(&self, name: Symbol, value: Val) {
        self.change().class_variables.set(name, value);
    }

    /// The names of the class variables defined in this class itself.
    pub fn class_variable_names(&self) -> Vec<Symbol> {
        self.tables.borrow().class_variables.entries().iter().map(|(name, _)| *name).collect()
    }

    /// Removes a class variable defined in this class, not in an ancestor.
    pub(crate) fn remove_class_variable(&self, name: Symbol) -> Option<Val> {
        self.change().class_variables.remove(name)
    }

    /// An instance variable of the class object.
    pub fn variable(&self, name: Symbol) -> Option<Val> {
        self.tables.borrow().variables.get(name).cloned()
    }

    /// Sets an instance variable of the class object.
    pub fn set_variable(&self, name: Symbol, value: Val) {
        self.change().variables.set(name, value);
    }

    /// The instance variables of the class object.
    pub fn variables(&self) -> Vec<(Symbol, Val)> {
        self.tables.borrow().variables.entries().to_vec()
    }

    /// Removes an instance variable of the class object.
    pub(crate) fn remove_variable(&self, name: Symbol) -> Option<Val> {
        self.change().variables.remove(name)
    }
}
