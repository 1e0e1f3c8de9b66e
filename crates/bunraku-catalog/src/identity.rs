//! What makes a resource the one that it is: its title, its aliases and its namevars.

use bunraku_diag::{TextRange, codes};
use bunraku_eval::{Eval, Unwind, with_place};
use bunraku_ir::Body;
use bunraku_pcore::{Str, Value};
use bunraku_resources::ResourceType;

use crate::{
    compiler::Compiler,
    declare::with_help,
    resource::{Kind, Resource, ResourceId},
};

/// The values of several namevars together, in the order of their names; of one if it is no string.
pub(crate) type CompoundKey = (Str, Vec<Value>);

/// What names a resource.
struct Keys {
    /// Its type with its title, an alias or its namevar: references find it by these.
    references: Vec<(Str, Str)>,
    /// Its type with all of its namevars, where there are several: only duplicates are found by it.
    compound: Option<CompoundKey>,
}

impl Compiler<'_> {
    /// Adds a resource to the catalog; two with one reference or one name are an error.
    pub(crate) fn add(&mut self, body: &Body, range: TextRange, mut resource: Resource) -> Eval<ResourceId> {
        let id = ResourceId(self.state().resources.len());
        resource.title_values = self.title_values(body, range, &resource)?;
        let keys = keys(&resource);
        for key in &keys.references {
            if let Some(known) = self.state().index.get(key).copied() {
                return Err(self.duplicate_resource(body, range, &resource, known, &key.1));
            }
        }
        let known = keys.compound.as_ref().and_then(|key| self.state().compound_index.get(key).copied());
        if let (Some(known), Some((_, names))) = (known, &keys.compound) {
            let names = names.iter().filter(|name| !name.is_undef()).map(|name| self.text(name));
            let name = names.collect::<Vec<_>>().join(", ");
            return Err(self.duplicate_resource(body, range, &resource, known, &name));
        }
        let state = self.state();
        for key in keys.references {
            state.index.entry(key).or_insert(id);
        }
        state.compound_index.extend(keys.compound.map(|key| (key, id)));
        state.by_type.entry(resource.type_name.clone()).or_default().push(id);
        if resource.kind == Kind::Define {
            state.waiting.insert(id);
        }
        state.resources.push(resource);
        Ok(id)
    }

    /// What the title of a resource says about its namevars.
    fn title_values(
        &mut self,
        body: &Body,
        range: TextRange,
        resource: &Resource,
    ) -> Eval<Vec<(Str, Value)>> {
        let Some(ty) = &resource.ty else { return Ok(Vec::new()) };
        let Some(parts) = ty.title_parts(&resource.title) else {
            let message =
                format!("{} has a title of no form that `{}` knows", resource.shown(), resource.type_name);
            let error = self.error_about(codes::INVALID_TITLE, &body.source, range, None, message, "");
            return Err(with_help(error, "see the documentation of the type for the forms of its titles"));
        };
        let mut values: Vec<(Str, Value)> = Vec::with_capacity(parts.len());
        for part in parts {
            let value = match part.lambda {
                Some(lambda) => crate::ruby::title_value(self, body, range, &ty.name, lambda, part.text)?,
                None => part.text.map_or(Value::Undef, Value::str),
            };
            // A name that occurs twice has the last value.
            match values.iter_mut().find(|known| known.0 == *part.name) {
                Some(known) => known.1 = value,
                None => values.push((Str::from(part.name), value)),
            }
        }
        Ok(values)
    }

    #[cold]
    fn duplicate_resource(
        &mut self,
        body: &Body,
        range: TextRange,
        resource: &Resource,
        known: ResourceId,
        name: &str,
    ) -> Box<Unwind> {
        let (shown, class) = (resource.shown(), resource.kind == Kind::Class);
        let first = self.state().get(known).map(|known| (known.shown(), known.place.clone()));
        let (first_shown, first) = first.unwrap_or_default();
        let same = first_shown == shown;
        let message = if same {
            format!("{shown} is declared already")
        } else {
            format!("{shown} is the same thing as {first_shown}: both are named '{name}'")
        };
        let error =
            self.error_about(codes::DUPLICATE_RESOURCE, &body.source, range, None, message, "again here");
        let error = match first {
            Some(first) => with_place(error, first.span(), "the first one"),
            None => error,
        };
        let help = match (class, same) {
            (true, _) => "give parameters where the class is named first, before any `include` of it",
            (false, true) => "declare it once, in a class that both places include",
            (false, false) => "declare it once, or give one of them another name",
        };
        with_help(error, help)
    }
}

/// What names a resource.
fn keys(resource: &Resource) -> Keys {
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
    let names = sorted_namevars(ty);
    let values: Vec<Value> = names.iter().map(|name| value_of(resource, ty.namevar(), name)).collect();
    let compound = match values.as_slice() {
        [Value::Str(name)] => {
            refer(name);
            None
        }
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
