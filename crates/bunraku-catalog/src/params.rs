//! The attributes of a resource: a list in the order in which they were set, searchable by name.

use std::{ops::Deref, slice};

use bunraku_intern::FastMap;
use bunraku_pcore::Str;

use crate::Param;

/// Up to this number, attributes are searched linearly. That is slower than a table, but most are rarely looked up, and
/// the table would have to be filled for every resource.
const FEW: usize = 256;

/// Attributes with unique names.
#[derive(Debug, Clone, Default)]
pub struct Params {
    list: Vec<Param>,
    /// The position of each name, kept once there are more than a few. Without it, looking up each of thousands of
    /// attributes would be quadratic.
    places: Option<Box<FastMap<Str, usize>>>,
}

impl Params {
    /// Finds an attribute by name.
    pub fn named(&self, name: &str) -> Option<&Param> {
        self.position(name).and_then(|at| self.list.get(at))
    }

    /// Replaces the attribute of the same name, or adds one.
    pub fn set(&mut self, param: Param) {
        match self.position(&param.name).and_then(|at| self.list.get_mut(at)) {
            Some(known) => *known = param,
            None => self.push(param),
        }
    }

    /// Adds an attribute whose name is not present yet.
    pub fn push(&mut self, param: Param) {
        if self.list.len() >= FEW {
            let known = || (0..).zip(&self.list).map(|(at, param)| (param.name.clone(), at)).collect();
            let places = self.places.get_or_insert_with(|| Box::new(known()));
            places.insert(param.name.clone(), self.list.len());
        }
        self.list.push(param);
    }

    pub(crate) fn named_mut(&mut self, name: &str) -> Option<&mut Param> {
        self.position(name).and_then(|at| self.list.get_mut(at))
    }

    /// The attributes, to change their values. Names must stay the same.
    pub fn iter_mut(&mut self) -> slice::IterMut<'_, Param> {
        self.list.iter_mut()
    }

    /// Reserves room for more attributes.
    pub fn reserve(&mut self, count: usize) {
        self.list.reserve(count);
    }

    fn position(&self, name: &str) -> Option<usize> {
        match &self.places {
            Some(places) => places.get(name).copied(),
            None => self.list.iter().position(|param| param.name == name),
        }
    }
}

impl FromIterator<Param> for Params {
    /// If several attributes have the same name, the last counts, in the position of the first.
    fn from_iter<I: IntoIterator<Item = Param>>(params: I) -> Params {
        let mut all = Params::default();
        params.into_iter().for_each(|param| all.set(param));
        all
    }
}

impl Deref for Params {
    type Target = [Param];

    fn deref(&self) -> &[Param] {
        &self.list
    }
}

impl IntoIterator for Params {
    type Item = Param;
    type IntoIter = std::vec::IntoIter<Param>;

    fn into_iter(self) -> std::vec::IntoIter<Param> {
        self.list.into_iter()
    }
}

impl<'p> IntoIterator for &'p Params {
    type Item = &'p Param;
    type IntoIter = slice::Iter<'p, Param>;

    fn into_iter(self) -> slice::Iter<'p, Param> {
        self.list.iter()
    }
}
