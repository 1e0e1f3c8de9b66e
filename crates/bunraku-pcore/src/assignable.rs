//! Whether every instance of one type may stand where another type is asked for: `<=` between types.
//!
//! This is a table of rules and no order: it is reflexive but not transitive (`Pattern[/a/]` goes into `String` and
//! `String` into `Iterable`, yet `Pattern[/a/]` does not go into `Iterable`). Each rule is what Puppet does with that
//! pair; deriving one from others, or caching through a third type, gives other answers.

mod compound;
mod iteration;
mod named;
mod text;

use std::cell::Cell;

use bunraku_edition::{TypeRules, UndefInstance};

use crate::types::{Guard, IntRange, UNDEF};
use crate::{FloatRange, Type};

pub use named::callable_accepts;

/// Whether `from` may be assigned to `to`.
pub fn assignable(rules: &TypeRules, to: &Type, from: &Type) -> bool {
    Cx::new(rules).assignable(to, from, None)
}

/// Whether a type asks for undef itself, as `Optional` does: what makes a key of a `Struct` optional.
///
/// This is the same in every edition, also where undef may stand for a value of any type.
pub fn accepts_undef(rules: &TypeRules, ty: &Type) -> bool {
    Cx::new(rules).accepts_undef(ty, None)
}

/// Types nest this deep at most: a recursive alias inside `Optional` would never end.
const MAX_DEPTH: u32 = 400;

/// One question and all that it leads to.
pub(crate) struct Cx<'r> {
    pub(crate) rules: &'r TypeRules,
    depth: Cell<u32>,
}

impl<'r> Cx<'r> {
    pub(crate) fn new(rules: &'r TypeRules) -> Cx<'r> {
        Cx { rules, depth: Cell::new(0) }
    }

    /// Whether `from` may be assigned to `to`. The guard exists once a recursive alias has been met.
    pub(crate) fn assignable(&self, to: &Type, from: &Type, guard: Option<&mut Guard>) -> bool {
        if self.depth.get() >= MAX_DEPTH {
            return false;
        }
        self.depth.set(self.depth.get() + 1);
        let answer = self.assignable_to(to, from, guard);
        self.depth.set(self.depth.get() - 1);
        answer
    }

    /// What the type on the left decides before its rules are asked.
    fn assignable_to(&self, to: &Type, from: &Type, guard: Option<&mut Guard>) -> bool {
        match to {
            Type::Unit => true,
            Type::Variant(variant) => match from {
                Type::Undef if variant.types.is_empty() => false,
                Type::Variant(_) if variant.types.is_empty() => true,
                Type::Variant(others) => {
                    let mut guard = guard;
                    !others.types.is_empty()
                        && others
                            .types
                            .iter()
                            .all(|other| self.assignable_from(to, other, guard.as_deref_mut()))
                }
                _ => self.assignable_from(to, from, guard),
            },
            Type::Alias(alias) if alias.is_recursive() => {
                let mut own = None;
                let guard = guard.unwrap_or_else(|| own.insert(Guard::default()));
                let entered = guard.enter_this(alias.id());
                let answer = guard.recursive_in_both() || self.assignable_from(to, from, Some(guard));
                guard.leave_this(entered, alias.id());
                answer
            }
            _ => self.assignable_from(to, from, guard),
        }
    }

    /// What the type on the right decides before the rules of the left one are asked.
    fn assignable_from(&self, to: &Type, from: &Type, guard: Option<&mut Guard>) -> bool {
        match from {
            Type::Unit => true,
            Type::Undef if self.undef_fits_all() && !matches!(to, Type::NotUndef(_)) => true,
            Type::Alias(alias) if alias.is_recursive() => {
                let mut own = None;
                let guard = guard.unwrap_or_else(|| own.insert(Guard::default()));
                guard.enter_that(alias.id());
                guard.recursive_in_both() || self.assignable(to, alias.resolved(), Some(guard))
            }
            Type::Alias(alias) => self.assignable(to, alias.resolved(), guard),
            Type::Variant(others) => {
                if *to == Type::Any {
                    return true;
                }
                if others.types.is_empty() {
                    return matches!(to, Type::NotUndef(_)) && self.rule(to, from, guard);
                }
                let mut guard = guard;
                others.types.iter().all(|other| self.assignable(to, other, guard.as_deref_mut()))
            }
            Type::Optional(inner) => {
                self.assignable(to, &UNDEF, None)
                    && inner.as_ref().is_none_or(|inner| self.assignable(to, inner, None))
            }
            Type::NotUndef(Some(inner)) if !self.accepts_undef(inner, None) => {
                self.assignable(to, inner, guard)
            }
            _ => self.rule(to, from, guard),
        }
    }

    /// The rules of each type for what is neither an alias nor made of alternatives.
    fn rule(&self, to: &Type, from: &Type, guard: Option<&mut Guard>) -> bool {
        match to {
            Type::Any | Type::Unit => true,
            Type::Undef => matches!(from, Type::Undef),
            Type::Default => matches!(from, Type::Default),
            Type::Binary => matches!(from, Type::Binary),
            Type::SemVerRange => matches!(from, Type::SemVerRange),
            Type::CatalogEntry => matches!(from, Type::CatalogEntry | Type::Class(_) | Type::Resource(_)),
            Type::Scalar => from.is_scalar() || matches!(from, Type::SemVerRange),
            Type::ScalarData => from.is_scalar_data(),
            Type::Numeric => matches!(from, Type::Numeric | Type::Integer(_) | Type::Float(_)),
            Type::Integer(range) => match from {
                Type::Integer(other) => {
                    let other = other.as_deref().unwrap_or(&IntRange::ALL);
                    range.as_deref().is_none_or(|range| range.covers(other))
                }
                _ => false,
            },
            Type::Float(range) => match from {
                Type::Float(other) => {
                    let other = other.as_deref().unwrap_or(&FloatRange::ALL);
                    range.as_deref().unwrap_or(&FloatRange::ALL).covers(other)
                }
                _ => false,
            },
            Type::Boolean(value) => match from {
                Type::Boolean(other) => value.is_none() || value == other,
                _ => false,
            },
            Type::NotUndef(inner) => {
                let mut guard = guard;
                !self.accepts_undef(from, guard.as_deref_mut())
                    && inner.as_ref().is_none_or(|inner| self.assignable(inner, from, guard))
            }
            Type::Optional(inner) => {
                matches!(from, Type::Undef)
                    || inner.as_ref().is_none_or(|inner| self.assignable(inner, from, guard))
            }
            Type::Variant(variant) => {
                let mut guard = guard;
                variant.types.iter().any(|member| self.assignable(member, from, guard.as_deref_mut()))
            }
            Type::Alias(alias) => self.assignable(alias.resolved(), from, guard),
            Type::Type(inner) => match (inner, from) {
                (None, Type::Type(_)) => true,
                (Some(inner), Type::Type(Some(other))) => self.assignable(inner, other, guard),
                _ => false,
            },
            Type::Sensitive(inner) => match from {
                Type::Sensitive(other) => self.assignable(inner, other, guard),
                _ => false,
            },
            Type::String(param) => text::string(param.as_deref(), from),
            Type::Enum(values) => text::enumeration(to, values, from),
            Type::Pattern(set) => text::pattern(to, set, from),
            Type::Regexp(regexp) => match from {
                Type::Regexp(other) => regexp.is_none() || regexp == other,
                _ => false,
            },
            Type::Iterable(element) => iteration::iterable(self, element.as_deref(), from, guard),
            Type::Iterator(element) => iteration::iterator(self, element.as_deref(), from, guard),
            Type::Collection(size) => compound::collection(size.as_deref(), from),
            Type::Array(array) => compound::array(self, array, from, guard),
            Type::Hash(hash) => compound::hash(self, hash, from, guard),
            Type::Tuple(tuple) => compound::tuple(self, to, tuple, from, guard),
            Type::Struct(elements) => compound::structure(self, elements, from, guard),
            Type::Callable(callable) => named::callable(self, callable.as_deref(), from, guard),
            Type::Timespan(range) => match from {
                Type::Timespan(other) => named::time(range.as_deref(), other.as_deref()),
                _ => false,
            },
            Type::Timestamp(range) => match from {
                Type::Timestamp(other) => named::time(range.as_deref(), other.as_deref()),
                _ => false,
            },
            Type::SemVer(ranges) => named::sem_ver(ranges, from),
            Type::Uri(params) => named::uri(self, params.as_deref(), from),
            Type::Runtime(runtime) => named::runtime(runtime, from),
            Type::Class(class) => match from {
                Type::Class(other) => class.name.is_none() || class.name == other.name,
                _ => false,
            },
            Type::Resource(resource) => match from {
                Type::Resource(other) => {
                    resource.type_name.is_none()
                        || resource.same_name(other)
                            && (resource.title.is_none() || resource.title == other.title)
                }
                _ => false,
            },
            Type::Object(object) => named::object(self, object.as_ref(), from, guard),
            Type::ObjectExtension(extension) => named::object_extension(self, extension, from, guard),
            Type::TypeSet(set) => match from {
                Type::TypeSet(other) => set.is_none() || set == other,
                _ => false,
            },
            Type::Init(init) => named::init(self, init.as_deref(), from, guard),
            Type::Reference(_) => to == from,
        }
    }

    fn accepts_undef(&self, ty: &Type, guard: Option<&mut Guard>) -> bool {
        if !self.undef_fits_all() {
            return self.assignable(ty, &UNDEF, guard);
        }
        let rules = TypeRules { undef_instance: UndefInstance::UndefTypes, ..*self.rules };
        Cx::new(&rules).assignable(ty, &UNDEF, guard)
    }

    fn undef_fits_all(&self) -> bool {
        match self.rules.undef_instance {
            UndefInstance::UndefTypes => false,
            UndefInstance::EveryType => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use bunraku_edition::TypeRules;

    use super::*;

    #[test]
    fn undef_in_the_edition_spec() {
        let integer = Type::Integer(None);
        assert!(!assignable(&TypeRules::PUPPET8, &integer, &Type::Undef));
        assert!(assignable(&TypeRules::SPEC, &integer, &Type::Undef));
        assert!(!assignable(&TypeRules::SPEC, &Type::NotUndef(None), &Type::Undef));
    }
}
