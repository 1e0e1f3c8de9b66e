//! Finding the parameters of a body by name.

use bunraku_intern::FastMap;

use crate::{Body, Param};

/// Up to so many parameters are compared one after the other, which is faster than a hash.
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

impl Body {
    /// The index of the parameter of a name.
    pub fn param_index(&self, name: &str) -> Option<usize> {
        match &self.param_names.0 {
            Some(by_name) => by_name.get(name).copied(),
            None => self.params.iter().position(|param| param.name.as_str() == name),
        }
    }
}
