//! What makes a resource the one that it is: its title, its aliases and its namevars.

use bunraku_pcore::{Str, Value};
use bunraku_resources::ResourceType;

use crate::{Key, Kind, Resource};

/// The values of several namevars together, in the order of their names; of one if it is not a string.
pub(crate) type CompoundKey = (Str, Vec<Value>);

/// What names a resource.
pub(crate) struct Keys {
    /// Its type with its title, an alias or its namevar: references find it by these.
    pub(crate) references: Vec<Key>,
    /// Its type with all of its namevars, where there are several: only duplicates are found by it.
    pub(crate) compound: Option<CompoundKey>,
}

/// What names a resource.
pub(crate) fn keys(resource: &Resource) -> Keys {
    let key = |text: &Str| (resource.type_name.clone(), text.clone());
    let mut references = vec![key(&resource.title)];
    let mut refer = |text: &Str| {
        if !references.iter().any(|known| known.1 == *text) {
            references.push(key(text));
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
        // Instances of defined types are named by `name`, too.
        if let (Kind::Define, Some(Value::Str(name))) = (resource.kind, resource.get("name")) {
            refer(name);
        }
        return Keys { references, compound: None };
    };
    if !ty.isomorphic {
        return Keys { references, compound: None };
    }
    if let [only] = ty.namevars.as_slice()
        && let Value::Str(name) = value_of(resource, ty.namevar(), only)
    {
        refer(&name);
        return Keys { references, compound: None };
    }
    let names = sorted_namevars(ty);
    let values: Vec<Value> = names.iter().map(|name| value_of(resource, ty.namevar(), name)).collect();
    let compound = match values.as_slice() {
        values if values.iter().all(Value::is_undef) => None,
        _ => Some((resource.type_name.clone(), values)),
    };
    Keys { references, compound }
}

/// The values of several namevars that a title alone stands for.
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

/// The value of a namevar: the one that is given, or what the title says. A `name` that neither says is made up of the
/// type and the title, so that it is like no other.
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
