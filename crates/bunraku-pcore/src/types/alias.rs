//! Type aliases. The definition of an alias may refer to the alias itself, so it is declared first and defined later.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock, OnceLock};

use super::{Id, Type};
use crate::Str;

/// A name for a type. Aliases are equal if their names are.
///
/// A recursive alias contains a counted reference to itself, so its memory is never freed. That costs a few hundred bytes
/// for each time such an alias is read from a file.
pub struct Alias {
    name: Str,
    definition: OnceLock<Type>,
    recursive: OnceLock<bool>,
    builtin: bool,
}

/// Why a type cannot be the definition of an alias.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AliasError {
    /// It leads to nothing but aliases, so there is no actual type.
    NoRealType,
    /// The alias has a definition already.
    Defined,
}

/// The type that an alias resolves to until it is defined.
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

    /// A built-in alias without a definition. Unlike others, it is always written without its definition.
    pub(super) fn declare_builtin(name: &str) -> Arc<Alias> {
        Arc::new(Alias {
            name: name.into(),
            definition: OnceLock::new(),
            recursive: OnceLock::new(),
            builtin: true,
        })
    }

    /// Sets the definition of the alias, in normal form.
    pub fn define(&self, rules: &bunraku_edition::TypeRules, ty: &Type) -> Result<(), AliasError> {
        let ty = without_itself(self, ty.normalize(rules));
        if !names_a_type(&ty, &mut vec![self.id()]) {
            return Err(AliasError::NoRealType);
        }
        self.definition.set(ty).map_err(|_| AliasError::Defined)
    }

    /// Sets the definition of the alias as it is given.
    pub(super) fn define_exactly(&self, ty: Type) {
        // There cannot be a definition already: built-in aliases are declared and defined in one place.
        let _ = self.definition.set(ty);
    }

    /// The name of the alias, as it was written.
    pub fn name(&self) -> &Str {
        &self.name
    }

    /// Whether the alias is built in, like `Data`.
    pub fn is_builtin(&self) -> bool {
        self.builtin
    }

    /// The type that the alias stands for. While it is not defined, that is a reference to an unknown type.
    pub fn resolved(&self) -> &Type {
        self.definition.get().unwrap_or(&UNRESOLVED)
    }

    /// Whether the alias has a definition.
    pub fn is_defined(&self) -> bool {
        self.definition.get().is_some()
    }

    /// Whether the definition of the alias refers to the alias, directly or through other aliases.
    pub fn is_recursive(&self) -> bool {
        let Some(ty) = self.definition.get() else { return false };
        if let Some(known) = self.recursive.get() {
            return *known;
        }
        let mut walk = Walk { goal: self.id(), seen: Vec::new(), all_defined: true };
        let found = walk.reaches(ty);
        // An alias that is not defined yet may still lead here.
        if found || walk.all_defined {
            let _ = self.recursive.set(found);
        }
        found
    }

    /// The number by which [`Guard`](super::Guard) knows the alias.
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

/// Removes the alias from its own `Variant`, where it would add nothing.
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

/// Whether a definition leads to a type that is not an alias. An alias that is not defined yet may still do so.
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

/// A search for an alias in a type, directly or through other aliases.
struct Walk {
    goal: Id,
    seen: Vec<Id>,
    /// Whether all aliases on the way had a definition.
    all_defined: bool,
}

impl Walk {
    fn reaches(&mut self, ty: &Type) -> bool {
        if let Type::Alias(alias) = ty {
            if alias.id() == self.goal {
                return true;
            }
            if self.seen.contains(&alias.id()) {
                return false;
            }
            self.seen.push(alias.id());
            self.all_defined &= alias.is_defined();
            return self.reaches(alias.resolved());
        }
        let mut found = false;
        ty.each_part(&mut |part| found = found || self.reaches(part));
        found
    }
}
