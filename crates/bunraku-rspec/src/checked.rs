//! Which resources of module types an agent has taken before.
//!
//! `compile` makes a resource of each in Ruby, with the code of its type. The catalogs of a suite have most of their resources in
//! common, and that code says the same of the same attributes, so that each is made once.

use std::{
    collections::HashSet,
    hash::{BuildHasher as _, DefaultHasher, Hash as _, Hasher as _, RandomState},
    sync::{Mutex, PoisonError},
};

use bunraku::{
    catalog::{Kind, Resource},
    pcore::{Hash, Value},
};

use crate::{
    catalogue::{all, describe, resolved, with_compiled},
    compile::may_differ,
    host::SpecHost,
    questions::Answer,
};

/// The resources that were made without an error, by two hashes of all that the code of their types sees.
#[derive(Default)]
pub(crate) struct Checked {
    known: Mutex<HashSet<[u64; 2]>>,
    hashers: [RandomState; 2],
}

/// `unchecked(catalog)`: the resources of native types that have not been made before, with their parameters.
pub(crate) fn unchecked(host: &mut SpecHost<'_>, args: &[Value]) -> Answer {
    let checked = &host.suite.checked;
    let described = with_compiled(host, args, |catalog, input| {
        let known = checked.known.lock().unwrap_or_else(PoisonError::into_inner);
        let keys = checked.keys(input);
        let is_new = |resource: &&Resource| match keys.of(resource) {
            Some(key) => !known.contains(&key),
            None => true,
        };
        let resources = all(catalog, false).filter(|resource| resource.kind == Kind::Builtin);
        Value::array(resources.filter(is_new).map(|resource| describe(catalog, resource)))
    })?;
    resolved(host, args, described)
}

/// `checked(catalog)`: all resources were made without an error.
pub(crate) fn checked(host: &mut SpecHost<'_>, args: &[Value]) -> Answer {
    let checked = &host.suite.checked;
    with_compiled(host, args, |catalog, input| {
        let resources = all(catalog, false).filter(|resource| resource.kind == Kind::Builtin);
        let keys = checked.keys(input);
        let keys: Vec<[u64; 2]> = resources.filter_map(|resource| keys.of(resource)).collect();
        checked.known.lock().unwrap_or_else(PoisonError::into_inner).extend(keys);
        Value::Undef
    })
}

impl Checked {
    fn keys(&self, input: &Hash) -> Keys {
        let os = match input.get_str("facts") {
            Some(Value::Hash(facts)) => facts.get_str("os"),
            _ => None,
        };
        let begun = self.hashers.each_ref().map(|hasher| {
            let mut hasher = hasher.build_hasher();
            (os, input.get_str("mocks")).hash(&mut hasher);
            hasher
        });
        Keys { begun, may_differ: may_differ(input) }
    }
}

/// What the resources of one catalog are known by.
struct Keys {
    /// Hashers that have seen what all resources have in common.
    begun: [DefaultHasher; 2],
    /// Whether types may say something else next time.
    may_differ: bool,
}

impl Keys {
    /// What a resource is known by; `None` if its type may say something else next time.
    fn of(&self, resource: &Resource) -> Option<[u64; 2]> {
        let mut values = resource.params.iter().map(|param| &param.value);
        if self.may_differ || !values.all(is_plain) {
            return None;
        }
        Some(self.begun.each_ref().map(|begun| {
            let mut hasher = begun.clone();
            (&*resource.type_name, &*resource.title).hash(&mut hasher);
            for param in resource.params.iter() {
                (&*param.name, &param.value).hash(&mut hasher);
            }
            hasher.finish()
        }))
    }
}

/// Whether a value has nothing in it that is kept secret or computed later.
fn is_plain(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().all(is_plain),
        Value::Hash(hash) => hash.iter().all(|(_, value)| is_plain(value)),
        Value::Undef | Value::Default | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Str(_) => {
            true
        }
        _ => false,
    }
}
