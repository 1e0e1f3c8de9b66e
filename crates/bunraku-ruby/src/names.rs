//! Values by name, in the order in which they were first set: instance variables, class variables and constants.

use bunraku_intern::{Symbol, SymbolMap};

use crate::value::Val;

/// Up to this many names, a linear search is used. Most objects have few variables, for which a map costs more than it
/// saves.
const FEW: usize = 12;

#[derive(Default, Clone)]
pub(crate) struct Names {
    entries: Vec<(Symbol, Val)>,
    /// The position of each name, once there are more than [`FEW`].
    index: Option<Box<SymbolMap<usize>>>,
}

impl Names {
    pub(crate) fn get(&self, name: Symbol) -> Option<&Val> {
        self.entries.get(self.position(name)?).map(|(_, value)| value)
    }

    pub(crate) fn set(&mut self, name: Symbol, value: Val) {
        if let Some((_, place)) = self.position(name).and_then(|at| self.entries.get_mut(at)) {
            *place = value;
            return;
        }
        self.entries.push((name, value));
        match &mut self.index {
            Some(index) => {
                index.insert(name, self.entries.len() - 1);
            }
            None if self.entries.len() > FEW => self.index_all(),
            None => {}
        }
    }

    pub(crate) fn remove(&mut self, name: Symbol) -> Option<Val> {
        let at = self.position(name)?;
        let (_, value) = self.entries.remove(at);
        match &mut self.index {
            // Removing the last entry, the most common case, does not move any other.
            Some(index) if at == self.entries.len() => {
                index.remove(&name);
            }
            Some(_) => self.index_all(),
            None => {}
        }
        Some(value)
    }

    pub(crate) fn entries(&self) -> &[(Symbol, Val)] {
        &self.entries
    }

    pub(crate) fn into_values(self) -> impl Iterator<Item = Val> {
        self.entries.into_iter().map(|(_, value)| value)
    }

    fn position(&self, name: Symbol) -> Option<usize> {
        match &self.index {
            Some(index) => index.get(&name).copied(),
            None => self.entries.iter().position(|(each, _)| *each == name),
        }
    }

    fn index_all(&mut self) {
        let positions = self.entries.iter().enumerate().map(|(at, (name, _))| (*name, at));
        self.index = Some(Box::new(positions.collect()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_order_however_many_there_are() {
        let name = |number: usize| Symbol::new(&format!("@name_{number}"));
        let mut names = Names::default();
        for number in 0..100 {
            names.set(name(number), Val::Int(number as i64));
        }
        names.set(name(3), Val::Int(-3));
        assert!(names.remove(name(50)).is_some());
        assert!(names.remove(name(99)).is_some());
        assert!(names.remove(name(99)).is_none());
        assert!(matches!(names.get(name(51)), Some(Val::Int(51))));
        assert!(matches!(names.get(name(3)), Some(Val::Int(-3))));
        assert!(names.get(name(50)).is_none());
        let order: Vec<Symbol> = names.entries().iter().map(|(name, _)| *name).collect();
        let expected: Vec<Symbol> = (0..99).filter(|number| *number != 50).map(name).collect();
        assert_eq!(order, expected);
    }
}
