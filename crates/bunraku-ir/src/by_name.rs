//! Finds the parameters and variables of a body by name.

use bunraku_intern::{FastMap, Symbol};

use crate::{Body, NamedSlot, Param, Slot};

/// Up to this number, a linear search is faster than a hash.
const FEW: usize = 8;

/// The position of each parameter of a body. Some real-world defined types have hundreds, and each declaration looks up
/// every attribute.
#[derive(Debug)]
pub struct ParamNames(Option<FastMap<&'static str, usize>>);

impl ParamNames {
    pub(crate) fn new(params: &[Param]) -> ParamNames {
        let by_name =
            || params.iter().enumerate().map(|(index, param)| (param.name.as_str(), index)).collect();
        ParamNames((params.len() > FEW).then(by_name))
    }
}

/// The slot of each name of a body. Every assignment checks whether the name already has a value: without a map, a file
/// with many variables would take quadratic time.
#[derive(Debug)]
pub struct SlotNames(Option<FastMap<(Symbol, Option<u32>), Slot>>);

impl SlotNames {
    pub(crate) fn new(names: &[NamedSlot]) -> SlotNames {
        let by_name = || names.iter().map(|named| ((named.name, named.lambda), named.slot)).collect();
        SlotNames((names.len() > FEW).then(by_name))
    }
}

impl Body {
    /// The slot of a name in a lambda, or in the body itself.
    pub fn slot_of(&self, name: Symbol, lambda: Option<u32>) -> Option<Slot> {
        match &self.slot_names.0 {
            Some(by_name) => by_name.get(&(name, lambda)).copied(),
            None => {
                let named = self.names.iter().find(|named| named.name == name && named.lambda == lambda);
                named.map(|named| named.slot)
            }
        }
    }

    /// The index of a parameter by name.
    pub fn param_index(&self, name: &str) -> Option<usize> {
        match &self.param_names.0 {
            Some(by_name) => by_name.get(name).copied(),
            None => self.params.iter().position(|param| param.name.as_str() == name),
        }
    }
}
