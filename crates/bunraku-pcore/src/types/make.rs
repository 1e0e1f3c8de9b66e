//! Constructors of types, which give equal types the same form.

use std::sync::Arc;

use super::{
    ArrayType, Bound, CallableType, ClassReference, EnumType, FloatRange, HashType, IntRange, PatternSet,
    ResourceReference, Size, StringParam, StructElement, StructType, TimeRange, TupleType, Type, VariantType,
    parts::unrepeated,
};
use crate::values::{Timespan, Timestamp, VersionRange};
use crate::{Regexp, Str, work};

impl Type {
    /// `Array[element, size]`. If the size is zero, the element type becomes `Unit`.
    pub fn array(element: Type, size: Option<Size>) -> Type {
        let element = if size == Some(Size::ZERO) { Type::Unit } else { element };
        Type::Array(Arc::new(ArrayType { element, size }))
    }

    /// `Hash[key, value, size]`. If the size is zero, the types of keys and values become `Unit`.
    pub fn hash(key: Type, value: Type, size: Option<Size>) -> Type {
        let (key, value) = if size == Some(Size::ZERO) { (Type::Unit, Type::Unit) } else { (key, value) };
        Type::Hash(Arc::new(HashType { key, value, size }))
    }

    /// The type of `[]`.
    pub fn empty_array() -> Type {
        Type::array(Type::Unit, Some(Size::ZERO))
    }

    /// The type of `{}`.
    pub fn empty_hash() -> Type {
        Type::hash(Type::Unit, Type::Unit, Some(Size::ZERO))
    }

    /// `Tuple[types, size]`.
    pub fn tuple(types: impl IntoIterator<Item = Type>, size: Option<Size>) -> Type {
        Type::Tuple(Arc::new(TupleType { types: types.into_iter().collect(), size }))
    }

    /// `Struct[{elements}]`.
    pub fn structure(elements: impl IntoIterator<Item = StructElement>) -> Type {
        Type::Struct(Arc::new(StructType { elements: elements.into_iter().collect() }))
    }

    /// `Variant[types]`. Nested variants are flattened and repeated members are dropped. If a single member is left, the
    /// result is that member.
    pub fn variant(types: impl IntoIterator<Item = Type>) -> Type {
        let members = types.into_iter().flat_map(|ty| match ty {
            Type::Variant(inner) => inner.types.clone(),
            ty => vec![ty],
        });
        match <[Type; 1]>::try_from(unrepeated(members)) {
            Ok([only]) => only,
            Err(types) => Type::Variant(Arc::new(VariantType { types })),
        }
    }

    /// `Optional[ty]`.
    pub fn optional(ty: Type) -> Type {
        Type::Optional(Some(Arc::new(ty)))
    }

    /// `NotUndef[ty]`, where `NotUndef[Any]` is `NotUndef`.
    pub fn not_undef(ty: Type) -> Type {
        Type::NotUndef(if ty == Type::Any { None } else { Some(Arc::new(ty)) })
    }

    /// `Type[ty]`.
    pub fn type_of(ty: Type) -> Type {
        Type::Type(Some(Arc::new(ty)))
    }

    /// `Iterable[ty]`.
    pub fn iterable(ty: Type) -> Type {
        Type::Iterable(Some(Arc::new(ty)))
    }

    /// `Iterator[ty]`.
    pub fn iterator(ty: Type) -> Type {
        Type::Iterator(Some(Arc::new(ty)))
    }

    /// `Sensitive[ty]`. The type is generalized, so that it does not reveal the hidden value.
    pub fn sensitive(ty: Type) -> Type {
        Type::Sensitive(Arc::new(ty.generalize()))
    }

    /// `Integer[from, to]`.
    pub fn integer(range: IntRange) -> Type {
        Type::Integer(if range == IntRange::ALL { None } else { Some(Arc::new(range)) })
    }

    /// The type of a single integer.
    pub fn exact_integer(number: impl Into<Bound>) -> Type {
        let number = number.into();
        Type::integer(IntRange::between(Some(number.clone()), Some(number)))
    }

    /// `Float[from, to]`.
    pub fn float(range: FloatRange) -> Type {
        Type::Float(if range == FloatRange::ALL { None } else { Some(Arc::new(range)) })
    }

    /// `String[from, to]`.
    pub fn string(size: Size) -> Type {
        Type::String(Some(Arc::new(StringParam::Size(size))))
    }

    /// The type of a single string.
    pub fn literal(text: impl Into<Str>) -> Type {
        Type::String(Some(Arc::new(StringParam::Value(text.into()))))
    }

    /// `Enum[values]`. The values are sorted, and repeated ones are dropped.
    pub fn enumeration(values: impl IntoIterator<Item = impl Into<Str>>, ignore_case: bool) -> Type {
        let mut values: Vec<Str> = values.into_iter().map(Into::into).collect();
        values.sort();
        values.dedup();
        Type::Enum(Arc::new(EnumType { values, ignore_case }))
    }

    /// `Pattern[patterns]`. Repeated patterns are dropped, and the order is kept.
    pub fn pattern(patterns: impl IntoIterator<Item = Regexp>) -> Type {
        Type::Pattern(Arc::new(PatternSet { patterns: unrepeated(patterns.into_iter()) }))
    }

    /// `Collection[from, to]`.
    pub fn collection(size: Size) -> Type {
        Type::Collection(Some(Arc::new(size)))
    }

    /// `Callable[[params, size, block], returns]`. If there are no parameters but a size that allows some, their type is
    /// `Unit`, which accepts everything.
    pub fn callable(
        mut params: Vec<Type>,
        size: Option<Size>,
        block: Option<Type>,
        returns: Option<Type>,
    ) -> Type {
        if params.is_empty() && size.is_some_and(|size| size.max != Some(0)) {
            params.push(Type::Unit);
        }
        let returns = returns.filter(|returns| *returns != Type::Any);
        let params = Some(TupleType { types: params, size });
        Type::Callable(Some(Arc::new(CallableType { params, block, returns })))
    }

    /// `Timespan[from, to]`.
    pub fn timespan(range: TimeRange<Timespan>) -> Type {
        Type::Timespan(if range == TimeRange::ALL { None } else { Some(Arc::new(range)) })
    }

    /// `Timestamp[from, to]`.
    pub fn timestamp(range: TimeRange<Timestamp>) -> Type {
        Type::Timestamp(if range == TimeRange::ALL { None } else { Some(Arc::new(range)) })
    }

    /// `SemVer[ranges]`. Ranges that overlap or touch are merged.
    pub fn sem_ver(ranges: Vec<VersionRange>) -> Type {
        Type::SemVer(Arc::new(if ranges.len() > 1 { merge_ranges(ranges) } else { ranges }))
    }

    /// `Class[name]`.
    pub fn class(name: impl Into<Str>) -> Type {
        Type::Class(Arc::new(ClassReference { name: Some(name.into()) }))
    }

    /// `Class` without a name.
    pub fn any_class() -> Type {
        Type::Class(Arc::new(ClassReference { name: None }))
    }

    /// A resource type such as `File`, or with a title a reference such as `File[title]`.
    pub fn resource(type_name: impl Into<Str>, title: Option<Str>) -> Type {
        Type::Resource(Arc::new(ResourceReference { type_name: Some(type_name.into()), title }))
    }

    /// `Resource` without a type and a title.
    pub fn any_resource() -> Type {
        Type::Resource(Arc::new(ResourceReference { type_name: None, title: None }))
    }
}

/// Merges ranges in Puppet's order, which determines the order of the result.
fn merge_ranges(mut ranges: Vec<VersionRange>) -> Vec<VersionRange> {
    let mut result = Vec::new();
    while let Some(mut range) = ranges.pop() {
        // Each range is compared with all others.
        if !work::count(ranges.len() as u64) {
            break;
        }
        ranges.retain(|other| match range.merge(other) {
            Some(merged) => {
                range = merged;
                false
            }
            None => true,
        });
        result.push(range);
    }
    result.reverse();
    result
}
