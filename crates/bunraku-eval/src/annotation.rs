//! Annotations: metadata attached to values. They belong to one particular value, not to all that are equal to it.

use std::sync::Arc;

use bunraku_pcore::{Type, Value, types::ObjectType};

/// The annotations of an evaluation.
#[derive(Default)]
pub struct Annotations {
    entries: Vec<Entry>,
}

struct Entry {
    /// The annotated value, kept so that its address is not reused and it is not changed in place.
    value: Value,
    kind: Arc<ObjectType>,
    annotation: Value,
}

/// Why a value cannot be annotated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfit {
    /// Puppet cannot annotate it either.
    Frozen,
    /// It has no identity here by which it could be recognized.
    Indistinct,
}

impl Annotations {
    /// Returns the annotation of a kind on a value.
    pub fn get(&self, value: &Value, kind: &ObjectType) -> Option<&Value> {
        let found = self.entries.iter().find(|entry| *entry.kind == *kind && is_same(&entry.value, value));
        found.map(|entry| &entry.annotation)
    }

    /// Attaches an annotation, replacing one of the same kind.
    pub fn set(&mut self, value: &Value, kind: &Arc<ObjectType>, annotation: Value) -> Result<(), Unfit> {
        if let Some(unfit) = unfit(value) {
            return Err(unfit);
        }
        self.clear(value, kind);
        self.entries.push(Entry { value: value.clone(), kind: Arc::clone(kind), annotation });
        Ok(())
    }

    /// Removes an annotation and returns it.
    pub fn clear(&mut self, value: &Value, kind: &ObjectType) -> Option<Value> {
        let at =
            self.entries.iter().position(|entry| *entry.kind == *kind && is_same(&entry.value, value))?;
        Some(self.entries.swap_remove(at).annotation)
    }
}

fn unfit(value: &Value) -> Option<Unfit> {
    match value {
        Value::Object(_) => None,
        Value::Array(values) if !values.is_empty() => None,
        Value::Hash(hash) if !hash.is_empty() => None,
        Value::Type(ty) if is_one_of_a_kind(ty) => None,
        Value::Undef | Value::Default | Value::Bool(_) | Value::Int(_) | Value::Float(_) => {
            Some(Unfit::Frozen)
        }
        _ => Some(Unfit::Indistinct),
    }
}

fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => a.identity() == b.identity(),
        (Value::Array(a), Value::Array(b)) => a.identity() == b.identity() && a.len() == b.len(),
        (Value::Hash(a), Value::Hash(b)) => a.identity() == b.identity(),
        (Value::Type(a), Value::Type(b)) => is_one_of_a_kind(a) && a == b,
        _ => false,
    }
}

/// Whether a type is always the same object because it is only a name.
fn is_one_of_a_kind(ty: &Type) -> bool {
    match ty {
        Type::Any
        | Type::Undef
        | Type::Default
        | Type::Scalar
        | Type::ScalarData
        | Type::Numeric
        | Type::Integer(None)
        | Type::Float(None)
        | Type::Boolean(None)
        | Type::String(None)
        | Type::Regexp(None)
        | Type::Collection(None)
        | Type::Optional(None)
        | Type::NotUndef(None)
        | Type::Type(None)
        | Type::Binary
        | Type::CatalogEntry
        | Type::Alias(_) => true,
        Type::Object(Some(object)) => object.name.is_some(),
        _ => false,
    }
}
