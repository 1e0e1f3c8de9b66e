//! Whether a value is an instance of a type.
//!
//! This runs for every typed parameter and every argument, so it allocates nothing. The exception is `Iterable[T]`, which
//! needs the inferred type of the value.

use bunraku_edition::{TypeRules, UndefInstance};

use crate::assignable::Cx;
use crate::compare::matches_option;
use crate::types::{Alias, Bound, Guard, InitType, StringParam, StructType, TupleType, UriType};
use crate::values::{Object, Uri};
use crate::{Hash, Type, Value, infer, work};

/// Whether `value` is an instance of `ty`.
pub fn instance(rules: &TypeRules, ty: &Type, value: &Value) -> bool {
    Cx::new(rules).instance(ty, value, None)
}

impl Cx<'_> {
    /// Whether a value is an instance. There is a guard as soon as a recursive alias has been entered.
    ///
    /// The most common types are checked inline, because every element of a large collection comes through here.
    #[inline]
    pub(crate) fn instance(&self, ty: &Type, value: &Value, guard: Option<&mut Guard>) -> bool {
        match (ty, value) {
            (Type::String(None), Value::Str(_))
            | (Type::Integer(None), Value::Int(_))
            | (Type::Boolean(None), Value::Bool(_)) => true,
            _ => self.instance_of_any_type(ty, value, guard),
        }
    }

    fn instance_of_any_type(&self, ty: &Type, value: &Value, guard: Option<&mut Guard>) -> bool {
        if !work::count(1) {
            return false;
        }
        if let Value::ByteStr(text) = value {
            return self.instance(ty, &Value::Str(text.clone()), guard);
        }
        if value.is_undef()
            && let UndefInstance::EveryType = self.rules.undef_instance
        {
            return !matches!(ty, Type::NotUndef(_));
        }
        let mut guard = guard;
        match (ty, value) {
            (Type::Any | Type::Unit, _) => true,
            (Type::Undef, value) => value.is_undef(),
            (Type::Default, value) => matches!(value, Value::Default),
            (Type::NotUndef(inner), value) => {
                !value.is_undef() && inner.as_ref().is_none_or(|inner| self.instance(inner, value, guard))
            }
            // `Optional` without a parameter has no instance but undef, although every type is assignable to it.
            (Type::Optional(inner), value) => {
                value.is_undef() || inner.as_ref().is_some_and(|inner| self.instance(inner, value, guard))
            }
            (Type::Variant(variant), value) => {
                variant.types.iter().any(|member| self.instance(member, value, guard.as_deref_mut()))
            }
            (Type::Alias(alias), value) => self.instance_of_alias(alias, value, guard),
            (Type::String(param), Value::Str(text)) => match param.as_deref() {
                None => true,
                Some(StringParam::Size(size)) => size.contains(text.chars().count()),
                Some(StringParam::Value(exactly)) => exactly == text,
            },
            (Type::Enum(values), Value::Str(text)) => values.contains(text),
            (Type::Pattern(set), Value::Str(text)) => set.matches(text),
            (Type::Integer(range), Value::Int(number)) => {
                range.as_ref().is_none_or(|range| range.contains(&Bound::Small(*number)))
            }
            (Type::Integer(range), Value::Big(number)) => {
                range.as_ref().is_none_or(|range| range.contains(&Bound::Big(number.clone())))
            }
            // NaN is not an instance even of `Float`, because the comparison with the bounds is false.
            (Type::Float(range), Value::Float(number)) => match range {
                Some(range) => range.contains(*number),
                None => !number.is_nan(),
            },
            (Type::Numeric, Value::Int(_) | Value::Big(_)) => true,
            (Type::Numeric, Value::Float(number)) => !number.is_nan(),
            (Type::Boolean(only), Value::Bool(value)) => only.is_none_or(|only| only == *value),
            (Type::Scalar, value) => matches!(
                value,
                Value::Str(_)
                    | Value::Int(_)
                    | Value::Big(_)
                    | Value::Float(_)
                    | Value::Bool(_)
                    | Value::Regexp(_)
                    | Value::Timespan(_)
                    | Value::Timestamp(_)
                    | Value::Version(_)
                    | Value::VersionRange(_)
            ),
            (Type::ScalarData, value) => {
                matches!(
                    value,
                    Value::Str(_) | Value::Int(_) | Value::Big(_) | Value::Float(_) | Value::Bool(_)
                )
            }
            (Type::Regexp(only), Value::Regexp(regexp)) => only.as_ref().is_none_or(|only| only == regexp),
            (Type::Collection(size), Value::Array(array)) => {
                size.as_ref().is_none_or(|size| size.contains(array.len()))
            }
            (Type::Collection(size), Value::Hash(hash)) => {
                size.as_ref().is_none_or(|size| size.contains(hash.len()))
            }
            (Type::Array(ty), Value::Array(array)) => {
                ty.size.is_none_or(|size| size.contains(array.len()))
                    && array.iter().all(|element| self.instance(&ty.element, element, guard.as_deref_mut()))
            }
            (Type::Hash(ty), Value::Hash(hash)) => {
                ty.size.is_none_or(|size| size.contains(hash.len()))
                    && hash.iter().all(|(key, value)| {
                        self.instance(&ty.key, key, guard.as_deref_mut())
                            && self.instance(&ty.value, value, guard.as_deref_mut())
                    })
            }
            (Type::Tuple(tuple), Value::Array(array)) => self.instance_of_tuple(tuple, array, guard),
            (Type::Struct(elements), Value::Hash(hash)) => self.instance_of_struct(elements, hash, guard),
            (Type::Iterable(element), value) => {
                self.instance_of_iterable(ty, element.as_deref(), value, guard)
            }
            (Type::Iterator(element), Value::Iter(iter)) => {
                element.as_ref().is_none_or(|element| self.assignable(element, &iter.0.element_type(), guard))
            }
            (Type::Type(inner), Value::Type(value)) => {
                inner.as_ref().is_none_or(|inner| self.assignable(inner, value, guard))
            }
            (Type::Sensitive(inner), Value::Sensitive(value)) => self.instance(inner, value.unwrap(), guard),
            (Type::Binary, Value::Binary(_)) => true,
            (Type::Timespan(range), Value::Timespan(time)) => {
                range.as_ref().is_none_or(|range| range.contains(*time))
            }
            (Type::Timestamp(range), Value::Timestamp(time)) => {
                range.as_ref().is_none_or(|range| range.contains(*time))
            }
            (Type::SemVer(ranges), Value::Version(version)) => {
                ranges.is_empty() || ranges.iter().any(|range| range.includes(version))
            }
            (Type::SemVerRange, Value::VersionRange(_)) => true,
            (Type::Uri(params), Value::Uri(uri)) => {
                params.as_ref().is_none_or(|params| self.instance_of_uri(params, uri))
            }
            (Type::Runtime(_), Value::Runtime(object)) => self.assignable(ty, &object.runtime_type(), guard),
            // Types are objects themselves, whose types are in the type set `Pcore`.
            (Type::Object(None), Value::Object(_) | Value::Type(_)) => true,
            (Type::Object(_), Value::Object(object)) => {
                self.assignable(ty, &Type::Object(Some(object.object_type().clone())), guard)
            }
            (Type::ObjectExtension(extension), Value::Object(object)) => {
                let base = Type::Object(Some(extension.base.clone()));
                self.instance(&base, value, guard) && self.has_parameters(&extension.params, object)
            }
            (Type::TypeSet(_), Value::Type(Type::TypeSet(_))) => true,
            (Type::Init(init), value) => self.instance_of_init(init.as_deref(), value, guard),
            _ => false,
        }
    }

    fn instance_of_alias(&self, alias: &Alias, value: &Value, guard: Option<&mut Guard>) -> bool {
        if !alias.is_recursive() {
            return self.instance(alias.resolved(), value, guard);
        }
        let mut own = None;
        let guard = guard.unwrap_or_else(|| own.insert(Guard::default()));
        // The value is known by its address, as Puppet knows it by its object id. Values cannot contain themselves, so the
        // same address comes back only if the alias leads to itself without taking the value apart.
        let value_id = std::ptr::from_ref(value).addr();
        let entered_that = guard.enter_that(value_id);
        let entered_this = guard.enter_this(alias.id());
        let answer = !guard.recursive_in_both() && self.instance(alias.resolved(), value, Some(guard));
        guard.leave_this(entered_this, alias.id());
        guard.leave_that(entered_that, value_id);
        answer
    }

    fn instance_of_tuple(&self, tuple: &TupleType, array: &[Value], guard: Option<&mut Guard>) -> bool {
        let mut guard = guard;
        tuple.size_range().contains(array.len())
            && array.iter().enumerate().all(|(index, element)| {
                tuple.at(index).is_none_or(|ty| self.instance(ty, element, guard.as_deref_mut()))
            })
    }

    fn instance_of_struct(&self, elements: &StructType, hash: &Hash, guard: Option<&mut Guard>) -> bool {
        let mut guard = guard;
        let mut matched = 0;
        // Keys are mostly written in the order of the type, and then none of them has to be searched.
        let mut in_order = hash.iter();
        elements.elements.iter().all(|element| {
            let value = match in_order.next() {
                Some((Value::Str(key), value)) if *key == element.name => Some(value),
                _ => hash.get_str(&element.name),
            };
            match value {
                None => element.optional,
                Some(value) => {
                    matched += 1;
                    self.instance(&element.value, value, guard.as_deref_mut())
                }
            }
        }) && matched == hash.len()
    }

    fn instance_of_iterable(
        &self,
        ty: &Type,
        element: Option<&Type>,
        value: &Value,
        guard: Option<&mut Guard>,
    ) -> bool {
        let mut guard = guard;
        match element {
            Some(element) if !self.assignable(element, &Type::Any, guard.as_deref_mut()) => {
                self.assignable(ty, &infer::reduced(self.rules, value), guard)
            }
            _ => is_iterable(value),
        }
    }

    fn instance_of_uri(&self, params: &UriType, uri: &Uri) -> bool {
        params.params.iter().all(|(name, expected)| {
            matches_option(self.rules, &uri_part(uri, name).unwrap_or_default(), expected)
        })
    }

    fn has_parameters(&self, params: &[(crate::Str, Value)], object: &Object) -> bool {
        params.iter().all(|(name, expected)| {
            object.get(name).is_some_and(|value| matches_option(self.rules, value, expected))
        })
    }

    fn instance_of_init(&self, init: Option<&InitType>, value: &Value, guard: Option<&mut Guard>) -> bool {
        let Some(init) = init else {
            return self.instance(&crate::types::rich_data(), value, guard);
        };
        self.instance(&init.target, value, guard)
            || crate::init::sources(init)
                .is_some_and(|sources| sources.iter().any(|source| self.instance(source, value, None)))
    }
}

/// Whether a value can be iterated, regardless of its elements.
pub(crate) fn is_iterable(value: &Value) -> bool {
    match value {
        Value::Str(_) | Value::Array(_) | Value::Hash(_) | Value::Iter(_) => true,
        Value::Int(number) => *number >= 0,
        Value::Type(ty) => match ty.resolved() {
            Type::Enum(_) => true,
            Type::Integer(range) => range.as_ref().is_some_and(|range| range.is_finite()),
            _ => false,
        },
        _ => false,
    }
}

/// The part of a URI with a name that the type `URI` uses for its parameters.
pub(crate) fn uri_part(uri: &Uri, name: &str) -> Option<Value> {
    let parts = uri.parts();
    let text = match name {
        "scheme" => &parts.scheme,
        "userinfo" => &parts.userinfo,
        "host" => &parts.host,
        "path" => &parts.path,
        "query" => &parts.query,
        "fragment" => &parts.fragment,
        "opaque" => &parts.opaque,
        "port" => return uri.effective_port().map(|port| Value::Int(i64::from(port))),
        _ => return None,
    };
    text.clone().map(Value::Str)
}
