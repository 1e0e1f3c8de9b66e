//! Searches the classes and modules that a class inherits from, without listing them.

use std::rc::Rc;

use super::{MAX_MODULES, RClass};

/// How many classes and modules are looked at before all are listed: modules that include each other over and over are then
/// looked at once each.
const MOST_LOOKED_AT: usize = 100;

/// There are more classes and modules than are looked at without listing them.
pub(crate) struct TooMany;

impl RClass {
    /// Whether this class is `other`, inherits from it, or includes it.
    pub fn is_a(self: &Rc<RClass>, other: &Rc<RClass>) -> bool {
        if !other.is_module() {
            return self.descends_from(other);
        }
        let is_other = |each: &Rc<RClass>| Rc::ptr_eq(each, other).then_some(());
        match self.search(&is_other) {
            Ok(found) => found.is_some(),
            Err(TooMany) => self.ancestors().iter().any(|each| Rc::ptr_eq(each, other)),
        }
    }

    /// Whether this class is `other` or inherits from it, which no included module can be.
    fn descends_from(self: &Rc<RClass>, other: &Rc<RClass>) -> bool {
        if Rc::ptr_eq(self, other) {
            return true;
        }
        let mut at = self.superclass();
        while let Some(class) = at {
            if Rc::ptr_eq(&class, other) {
                return true;
            }
            at = class.superclass();
        }
        false
    }

    /// The first thing that `find` finds in the class or in what it inherits from, in the order of
    /// [`RClass::ancestors`].
    pub(crate) fn search<T>(
        self: &Rc<RClass>,
        find: &impl Fn(&Rc<RClass>) -> Option<T>,
    ) -> Result<Option<T>, TooMany> {
        let mut left = MOST_LOOKED_AT;
        let mut found = self.search_with_modules(find, 0, &mut left);
        let mut at = self.superclass();
        while let Some(class) = at
            && found.is_none()
        {
            found = class.search_with_modules(find, 0, &mut left);
            at = class.superclass();
        }
        if left == 0 { Err(TooMany) } else { Ok(found) }
    }

    fn search_with_modules<T>(
        self: &Rc<RClass>,
        find: &impl Fn(&Rc<RClass>) -> Option<T>,
        depth: usize,
        left: &mut usize,
    ) -> Option<T> {
        if depth > MAX_MODULES || *left == 0 {
            return None;
        }
        *left -= 1;
        let mut among = |modules: &[Rc<RClass>]| {
            modules.iter().find_map(|each| each.search_with_modules(find, depth + 1, left))
        };
        let tables = self.tables.borrow();
        among(&tables.prepends).or_else(|| find(self)).or_else(|| among(&tables.includes))
    }
}
