//! Whether a value of one type may be used where another type is expected: the operator `<=` between types.
//!
//! The relation is a table of rules, not an order. It is reflexive but not transitive: `Pattern[/a/]` is assignable to
//! `String` and `String` to `Iterable`, yet `Pattern[/a/]` is not assignable to `Iterable`. Each rule is what Puppet does
//! with that pair of types. Deriving one rule from others, or caching answers by way of a third type, would give
//! different answers.

mod compound;
mod iteration;
mod named;
mod string;

use std::cell::Cell;

use bunraku_edition::{TypeRules, UndefInstance};

use crate::types::{Guard, IntRange, MemberSet, UNDEF};
use crate::{FloatRange, Type, work};

pub use named::callable_accepts;

/// Whether `from` may be assigned to `to`.
pub fn assignable(rules: &TypeRules, to: &Type, from: &Type) -> bool {
    Cx::new(rules).assignable(to, from, None)
}

/// Whether a type includes undef explicitly, as `Optional` does. That is what makes a key of a `Struct` optional.
///
/// The answer is the same in every edition, even where undef is an instance of every type.
pub fn accepts_undef(rules: &TypeRules, ty: &Type) -> bool {
    Cx::new(rules).accepts_undef(ty, None)
}

/// How deep the rules may call each other. The rule for `Optional` passes no guard on, as in Puppet, so an alias that
/// refers to itself inside `Optional` would be followed without end.
const MAX_DEPTH: u32 = 400;

/// The state of one question, including the questions that follow from it.
pub(crate) struct Cx<'r> {
    pub(crate) rules: &'r TypeRules,
    depth: Cell<u32>,
}

impl<'r> Cx<'r> {
    pub(crate) fn new(rules: &'r TypeRules) -> Cx<'r> {
        Cx { rules, depth: Cell::new(0) }
    }

    /// Whether `from` may be assigned to `to`. There is a guard as soon as a recursive alias has been entered.
    pub(crate) fn assignable(&self, to: &Type, from: &Type, guard: Option<&mut Guard>) -> bool {
        if self.depth.get() >= MAX_DEPTH || !work::count(1) {
            return false;
        }
        self.depth.set(self.depth.get() + 1);
        let answer = self.assignable_to(to, from, guard);
        self.depth.set(self.depth.get() - 1);
        answer
    }

    /// What the type on the left decides before its own rule is applied.
    fn assignable_to(&self, to: &Type, from: &Type, guard: Option<&mut Guard>) -> bool {
        match to {
            Type::Unit => true,
            // A `Variant` without members accepts only another `Variant`.
            Type::Variant(variant) => match from {
                Type::Undef if variant.types.is_empty() => false,
                Type::Variant(_) if variant.types.is_empty() => true,
                Type::Variant(others) => {
                    let mut guard = guard;
                    let own = MemberSet::of(&variant.types);
                    let fits = |other: &Type| {
                        own.contains(other) || self.assignable_from(to, other, guard.as_deref_mut())
                    };
                    !others.types.is_empty() && others.types.iter().all(fits)
                }
                _ => self.assignable_from(to, from, guard),
            },
            Type::Alias(alias) if alias.is_recursive() => {
                let mut own = None;
                let guard = guard.unwrap_or_else(|| own.insert(Guard::default()));
                let entered = guard.enter_this(alias.id());
                // Both sides have recurred: every check on the way was positive, so the rest will be.
                let answer = guard.recursive_in_both() || self.assignable_from(to, from, Some(guard));
                guard.leave_this(entered, alias.id());
                answer
            }
            _ => self.assignable_from(to, from, guard),
        }
    }

    /// What the type on the right decides before the rule of the left one is applied.
    fn assignable_from(&self, to: &Type, from: &Type, guard: Option<&mut Guard>) -> bool {
        match from {
            Type::Unit => true,
            Type::Undef if self.undef_fits_all() && !matches!(to, Type::NotUndef(_)) => true,
            Type::Alias(alias) if alias.is_recursive() => {
                let mut own = None;
                let guard = guard.unwrap_or_else(|| own.insert(Guard::default()));
                // Puppet never removes the alias on this side from the guard again.
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

    /// The rule of each type, if the other type is neither an alias nor a set of alternatives.
    fn rule(&self, to: &Type, from: &Type, guard: Option<&mut Guard>) -> bool {
        match to {
            Type::Any | Type::Unit => true,
            Type::Undef => matches!(from, Type::Undef),
            Type::Default => matches!(from, Type::Default),
            Type::Binary => matches!(from, Type::Binary),
            Type::SemVerRange => matches!(from, Type::SemVerRange),
            Type::CatalogEntry => matches!(from, Type::CatalogEntry | Type::Class(_) | Type::Resource(_)),
            // Puppet's class of `SemVerRange` does not inherit from that of `Scalar`; the rule names it.
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
                // `Type[Any]` does not accept `Type`, because Puppet does not read a missing parameter as `Any` here.
                (Some(inner), Type::Type(Some(other))) => self.assignable(inner, other, guard),
                _ => false,
            },
            Type::Sensitive(inner) => match from {
                Type::Sensitive(other) => self.assignable(inner, other, guard),
                _ => false,
            },
            Type::String(param) => string::string(param.as_deref(), from),
            Type::Enum(values) => string::enumeration(to, values, from),
            Type::Pattern(set) => string::pattern(to, set, from),
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
