//! Automatic relationships that types of modules add when a catalog is applied.
//!
//! They are not part of the catalog that is sent to an agent, and finding them costs time: only who asks for the order of
//! resources has them.

use std::rc::Rc;

use bunraku_catalog::{Kind, RelationKind, Resource, ResourceId, TypeRelation};
use bunraku_pcore::{Hash, Str, Value};

use crate::compiler::Compiler;

impl Compiler<'_> {
    /// Runs the blocks of types of modules, such as `autorequire`, for the resources of the finished catalog.
    pub fn add_type_relations(&mut self, facts: &Hash) {
        let Some(foreign) = self.state.foreign.as_ref().map(Rc::clone) else { return };
        let resources = self.catalog().resources();
        let ids: Vec<(String, ResourceId)> = resources
            .iter()
            .enumerate()
            .filter(|(_, resource)| !resource.is_virtual)
            .map(|(at, resource)| (resource.reference(), ResourceId(at)))
            .collect();
        let real = resources.iter().filter(|resource| !resource.is_virtual);
        let described = Value::array(real.map(described));
        let found = foreign.automatic(self, &described, &Value::Hash(facts.clone()));
        let relations = found.iter().filter_map(|[from, kind, to]| {
            let (type_name, rest) = to.split_once('[')?;
            let title = rest.strip_suffix(']')?;
            Some(TypeRelation {
                resource: ids.iter().find(|(reference, _)| reference == from)?.1,
                kind: RelationKind::named(kind)?,
                type_name: Str::from(type_name),
                title: Str::from(title),
            })
        });
        let relations = relations.collect();
        self.catalog().add_type_relations(relations);
    }
}

/// A resource as Ruby code sees it.
fn described(resource: &Resource) -> Value {
    let is_builtin = resource.kind == Kind::Builtin;
    let namevar = resource.ty.as_ref().filter(|_| is_builtin).map_or("name", |ty| ty.namevar());
    let given = resource.params.iter().filter(|param| !param.value.is_undef());
    let named = |name: &str, value: &Value| (Value::str(name), value.clone());
    let title = resource.title_values.iter().filter(|(name, _)| resource.get(name).is_none());
    let values = title
        .map(|(name, value)| named(name, value))
        .chain(given.map(|param| named(&param.name, unwrapped(&param.value))));
    let parameters = Value::hash(values.collect::<Vec<_>>());
    Value::hash([
        (Value::str("type"), Value::str(&*resource.type_name)),
        (Value::str("title"), Value::str(&*resource.title)),
        (Value::str("namevar"), Value::str(namevar)),
        (Value::str("builtin"), Value::Bool(is_builtin)),
        (Value::str("parameters"), parameters),
    ])
}

/// An agent has the values that must not be shown.
fn unwrapped(value: &Value) -> &Value {
    match value {
        Value::Sensitive(secret) => secret.unwrap(),
        value => value,
    }
}
