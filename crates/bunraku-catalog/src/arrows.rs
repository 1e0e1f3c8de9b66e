//! Relationships that arrows add to the `before` and `notify` parameters of resources.
//!
//! In Puppet, an arrow appends to the array object of its source, and so to all resources that share the object: those
//! of one resource expression, and those that have it from one resource default. Values are immutable here, so the
//! additions are collected separately until [`CatalogBuilder::settle_arrows`] gives all holders the longer array.

use bunraku_diag::Span;
use bunraku_intern::FastMap;
use bunraku_pcore::{Array, Str, Value};

use crate::{CatalogBuilder, Cause, CauseId, Causes, Param, Replaced, ResourceId};

/// The arrays that arrows add to, by the cause that gave them to parameters.
///
/// One call to `create_resources` may give many arrays, so the key also contains the name of the parameter and the
/// address of the array. The addresses stay valid because parameters hold the arrays.
#[derive(Default)]
pub(crate) struct GrownArrays(FastMap<(CauseId, Str, usize), Grown>);

struct Grown {
    array: Array,
    /// The ends of the arrows that name the other resource.
    places: Vec<Span>,
}

impl CatalogBuilder {
    /// Adds an arrow: `name` is `before` or `notify`, and `place` is where the target is named.
    pub fn relate(&mut self, id: ResourceId, name: &str, target: Value, place: Span) {
        let Some(resource) = self.resources.get_mut(id.0) else { return };
        let Some(param) = resource.params.named_mut(name) else {
            let (origin, value) = (resource.origin, Value::array([target]));
            let cause = self.causes.add(Cause::Arrows { places: vec![place], replaced: None });
            resource.set(Param { name: name.into(), value, origin, append: false, cause });
            return;
        };
        match &param.value {
            Value::Array(array) => {
                let key = (param.cause, param.name.clone(), array.identity());
                let grown = self.grown.0.entry(key);
                let grown = grown.or_insert_with(|| Grown { array: array.clone(), places: Vec::new() });
                grown.array.push(target);
                grown.places.push(place);
            }
            single => {
                let values = [single.clone(), target].into_iter().filter(|value| !value.is_undef());
                change(&mut self.causes, param, values.collect(), &[place]);
            }
        }
    }

    /// Replaces the arrays that arrows have added to, in all parameters that hold them.
    pub fn settle_arrows(&mut self) {
        let grown = std::mem::take(&mut self.grown);
        if grown.0.is_empty() {
            return;
        }
        for param in self.resources.iter_mut().flat_map(|resource| resource.params.iter_mut()) {
            if let Value::Array(array) = &param.value
                && let Some(grown) = grown.0.get(&(param.cause, param.name.clone(), array.identity()))
            {
                change(&mut self.causes, param, grown.array.clone(), &grown.places);
            }
        }
    }
}

/// Sets a parameter to the array that arrows have extended.
fn change(causes: &mut Causes, param: &mut Param, array: Array, places: &[Span]) {
    let before = std::mem::replace(&mut param.value, Value::Array(array));
    if let Some(Cause::Arrows { places: known, .. }) = causes.get_mut(param.cause) {
        known.extend(places);
        return;
    }
    let replaced = Some(Box::new(Replaced { value: before, cause: param.cause }));
    param.cause = causes.add(Cause::Arrows { places: places.to_vec(), replaced });
}
