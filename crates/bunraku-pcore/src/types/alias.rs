//! Names for types. An alias may be named inside its own definition, so it is declared first and defined later.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock, OnceLock};

use super::{Id, Type};
use crate::Str;

/// A name for a type; equal to every alias of that name.
///
/// A recursive alias holds itself alive: what a definition takes is given back only when the process ends.
pub struct Alias {
    name: Str,
    definition: OnceLock<Type>,
    recursive: OnceLock<bool>,
    builtin: bool,
}

/// Why a type cannot be the definition of an alias.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AliasError {
    /// It names aliases only and so never a type.
    NoRealType,
    /// The alias has a definition already.
    Defined,
}

/// What an alias stands for until it is defined.
static UNRESOLVED: LazyLock<Type> = LazyLock::new(|| Type::Reference(Arc::new("UnresolvedReference".into())));

impl Alias {
    /// An alias without a definition.
    pub fn declare(name: impl Into<Str>) -> Arc<Alias> {
        Arc::new(Alias {
            name: name.into(),
            definition: OnceLock::new(),
            recursive: OnceLock::new(),
            builtin: false,
        })
    }

    /// An alias that every program has; it is shown by its name only.
    pub(super) fn declare_builtin(name: &str) -> Arc<Alias> {
        Arc::new(Alias {
            name: name.into(),
            definition: OnceLock::new(),
            recursive: OnceLock::new(),
            builtin: true,
        })
    }

    /// Gives the alias its meaning, in normal form.
    pub fn define(&self, rules: &bunraku_edition::TypeRules, ty: &Type) -> Result<(), AliasError> {
        let ty = without_itself(self, ty.normalize(rules));
        if !names_a_type(&ty, &mut vec![self.id()]) {
            return Err(AliasError::NoRealType);
        }
        self.definition.set(ty).map_err(|_| AliasError::Defined)
    }

    /// Gives the alias its meaning as it is.
    pub(super) fn define_exactly(&self, ty: Type) {
        // A second definition cannot happen: the built-in aliases are made in one place.
        let _ = self.definition.set(ty);
    }

    /// The name.
    pub fn name(&self) -> &Str {
        &self.name
    }

    /// Whether every program has this alias.
    pub fn is_builtin(&self) -> bool {
        self.builtin
    }

    /// What it stands for; a reference to nothing while it is not defined.
    pub fn resolved(&self) -> &Type {
        self.definition.get().unwrap_or(&UNRESOLVED)
    }

    /// Whether it has been defined.
    pub fn is_defined(&self) -> bool {
        self.definition.get().is_some()
    }

    /// Whether it is part of its own definition.
    pub fn is_recursive(&self) -> bool {
        match self.definition.get() {
            None => false,
            Some(ty) => *self.recursive.get_or_init(|| reaches(ty, self.id(), &mut Vec::new())),
        }
    }

    /// What the guard against recursion knows it by.
    pub(crate) fn id(&self) -> Id {
        std::ptr::from_ref(self).addr()
    }
}

impl PartialEq for Alias {
    fn eq(&self, other: &Alias) -> bool {
        self.name == other.name
    }
}

impl Eq for Alias {}

impl Hash for Alias {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl std::fmt::Debug for Alias {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

/// A `Variant` without the alias that it defines, which adds nothing.
fn without_itself(alias: &Alias, ty: Type) -> Type {
    match &ty {
        Type::Variant(variant) => {
            let itself = |member: &Type| matches!(member, Type::Alias(other) if other.id() == alias.id());
            if variant.types.iter().any(itself) {
                Type::variant(variant.types.iter().filter(|member| !itself(member)).cloned())
            } else {
                ty
            }
        }
        _ => ty,
    }
}

fn names_a_type(ty: &Type, seen: &mut Vec<Id>) -> bool {
    match ty {
        Type::Variant(variant) => variant.types.iter().any(|member| names_a_type(member, seen)),
        Type::Alias(alias) => {
            if seen.contains(&alias.id()) {
                return false;
            }
            seen.push(alias.id());
            !alias.is_defined() || names_a_type(alias.resolved(), seen)
        }
        _ => true,
    }
}

fn reaches(ty: &Type, goal: Id, seen: &mut Vec<Id>) -> bool {
    if let Type::Alias(alias) = ty {
        if alias.id() == goal {
            return true;
        }
        if seen.contains(&alias.id()) {
            return false;
        }
        seen.push(alias.id());
        return reaches(alias.resolved(), goal, seen);
    }
    let mut found = false;
    ty.each_part(&mut |part| found = found || reaches(part, goal, seen));
    found
}
