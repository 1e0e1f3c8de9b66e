//! Finding the parameters and variables of a body by name.

use bunraku_intern::{FastMap, Symbol};

use crate::{Body, NamedSlot, Param, Slot};

/// Up to so many names are compared one after the other, which is faster than a hash.
const FEW: usize = 8;

/// Where each parameter of a body stands. Some defines of the field have hundreds, and each of their declarations asks
/// for the place of every attribute.
#[derive(Debug)]
pub struct ParamNames(Option<FastMap<&'static str, usize>>);

impl ParamNames {
    pub(crate) fn new(params: &[Param]) -> ParamNames {
        let by_name =
            || params.iter().enumerate().map(|(index, param)| (param.name.as_str(), index)).collect();
        ParamNames((params.len() > FEW).then(by_name))
    }
}

/// Where the value of each name of a body is. Each variable that a file sets asks whether the name has a value already:
/// without a map, a file that sets many takes the square of their number.
#[derive(Debug)]
pub struct SlotNames(Option<FastMap<(Symbol, Option<u32>), Slot>>);

impl SlotNames {
    pub(crate) fn new(names: &[NamedSlot]) -> SlotNames {
        let by_name = || names.iter().map(|named| ((named.name, named.lambda), named.slot)).collect();
        SlotNames((names.len() > FEW).then(by_name))
    }
}

impl Body {
    /// The slot of a name of a lambda, or of the body itself.
    pub fn slot_of(&self, name: Symbol, lambda: Option<u32>) -> Option<Slot> {
        match &self.slot_names.0 {
            Some(by_name) => by_name.get(&(name, lambda)).copied(),
            None => {
                let named = self.names.iter().find(|named| named.name == name && named.lambda == lambda);
                named.map(|named| named.slot)
            }
        }
    }

    /// The index of the parameter of a name.
    pub fn param_index(&self, name: &str) -> Option<usize> {
        match &self.param_names.0 {
            Some(by_name) => by_name.get(name).copied(),
            None => self.params.iter().position(|param| param.name.as_str() == name),
        }
    }
}
