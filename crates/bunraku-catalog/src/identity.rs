//! The identity of a resource: its title, its aliases and its namevars.

use bunraku_pcore::{Str, Value};
use bunraku_resources::ResourceType;

use crate::{Key, Kind, Resource};

/// A type with the values of several namevars, ordered by name; of a single one if it is not a string.
pub(crate) type CompoundKey = (Str, Vec<Value>);

/// The keys by which a resource is identified.
pub(crate) struct Keys {
    /// Its type with its title. References find it by this.
    pub(crate) title: Key,
    /// Its type with an alias or its namevar, where that is not the title. References find it by these as well.
    pub(crate) others: Vec<Key>,
    /// Its type with all namevars, if there are several. Only used to find duplicates.
    pub(crate) compound: Option<CompoundKey>,
}

/// Computes the keys of a resource.
pub(crate) fn keys(resource: &Resource) -> Keys {
    let key = |text: &Str| (resource.type_name.clone(), text.clone());
    let (title, mut others) = (key(&resource.title), Vec::new());
    let mut refer = |text: &Str| {
        if *text != resource.title && !others.iter().any(|known: &Key| known.1 == *text) {
            others.push(key(text));
        }
    };
    match resource.get("alias") {
        Some(Value::Array(aliases)) => aliases.iter().for_each(|alias| {
            if let Value::Str(alias) = alias {
                refer(alias);
            }
        }),
        Some(Value::Str(alias)) => refer(alias),
        _ => {}
    }
    let Some(ty) = &resource.ty else {
        // Instances of defined types are also found by `name`.
        if let (Kind::Define, Some(Value::Str(name))) = (resource.kind, resource.get("name")) {
            refer(name);
        }
        return Keys { title, others, compound: None };
    };
    if !ty.isomorphic {
        return Keys { title, others, compound: None };
    }
    if let [only] = ty.namevars.as_slice()
        && let Value::Str(name) = value_of(resource, ty.namevar(), only)
    {
        refer(&name);
        return Keys { title, others, compound: None };
    }
    let names = sorted_namevars(ty);
    let values: Vec<Value> = names.iter().map(|name| value_of(resource, ty.namevar(), name)).collect();
    let compound = match values.as_slice() {
        values if values.iter().all(Value::is_undef) => None,
        _ => Some((resource.type_name.clone(), values)),
    };
    Keys { title, others, compound }
}

/// The values of several namevars that follow from a title.
pub(crate) fn compound_of_title(type_name: &Str, ty: &ResourceType, title: &str) -> Option<CompoundKey> {
    let parts = ty.title_parts(title)?;
    let value = |name: &str| {
        let part = parts.iter().rev().find(|part| *part.name == *name);
        part.and_then(|part| part.text).map_or(Value::Undef, Value::str)
    };
    Some((type_name.clone(), sorted_namevars(ty).into_iter().map(value).collect()))
}

fn sorted_namevars(ty: &ResourceType) -> Vec<&str> {
    let mut names: Vec<&str> = ty.namevars.iter().map(|name| &**name).collect();
    names.sort_unstable();
    names
}

/// The value of a namevar: the one that is set, or the one that follows from the title. A `name` without either is made
/// up from type and title, so that it is unique.
fn value_of(resource: &Resource, namevar: &str, name: &str) -> Value {
    let given = |name: &str| resource.get(name).cloned();
    let of_title = |name: &str| {
        let found = resource.title_values.iter().find(|known| known.0 == *name);
        found.map(|known| known.1.clone()).filter(|value| !value.is_undef())
    };
    match given(name).or_else(|| of_title(name)) {
        None if name == namevar => {
            given("name").unwrap_or_else(|| Value::str(format!("{}/{}", resource.type_name, resource.title)))
        }
        value => value.unwrap_or_default(),
    }
}
