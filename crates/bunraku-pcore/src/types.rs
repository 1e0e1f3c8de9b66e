//! The types of the language.
//!
//! A type is a small enum whose parameters are counted. Values of these enums are always in the form that the
//! constructors of `types/make.rs` give them; there, too, is what a parameter that was left out stands for.

mod alias;
mod builtin;
mod generalize;
mod guard;
mod make;
mod normalize;
mod object;
mod parts;
mod range;

use std::sync::Arc;

pub use alias::{Alias, AliasError};
pub use builtin::{
    annotation, data, deferred, error, lookup_context, lookup_key, lookup_value, pcore, rich_data,
    rich_data_key, ruby_method,
};
pub(crate) use guard::{Guard, Id};
pub use object::{Attribute, AttributeKind, ObjectExtension, ObjectFunction, ObjectType, TypeSetType};
pub use parts::{
    ArrayType, CallableType, ClassType, EnumType, HashType, InitType, PatternSet, ResourceType, RuntimeType,
    StringParam, StructElement, StructType, TupleType, UriType, VariantType,
};
pub use range::{FloatRange, IntRange, Size, TimeRange};

use crate::values::{Timespan, Timestamp, VersionRange};
use crate::{Regexp, Str};

/// A type.
///
/// Equality is that of the language's types by name and parameters: the order of the members of `Variant` and
/// `Pattern` does not matter, an alias is its name. What two types have in common is in
/// [`assignable`](crate::assignable).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `Any`: every value.
    Any,
    /// The type that is assignable to and from everything: the element of an empty array.
    Unit,
    /// `Undef`.
    Undef,
    /// `Default`.
    Default,
    /// `Scalar`.
    Scalar,
    /// `ScalarData`.
    ScalarData,
    /// `Numeric`.
    Numeric,
    /// `Binary`.
    Binary,
    /// `SemVerRange`.
    SemVerRange,
    /// `CatalogEntry`.
    CatalogEntry,
    /// `NotUndef`; `None` is any value but undef.
    NotUndef(Option<Arc<Type>>),
    /// `Optional`; `None` is every value.
    Optional(Option<Arc<Type>>),
    /// `Type`, the type of types; `None` is every type.
    Type(Option<Arc<Type>>),
    /// `Iterable`; `None` has any elements.
    Iterable(Option<Arc<Type>>),
    /// `Iterator`; `None` has any elements.
    Iterator(Option<Arc<Type>>),
    /// `Sensitive`, with the generalized type of the content.
    Sensitive(Arc<Type>),
    /// `Boolean`; a value makes it the type of that one.
    Boolean(Option<bool>),
    /// `Integer`; `None` is without bounds.
    Integer(Option<Arc<IntRange>>),
    /// `Float`; `None` is without bounds.
    Float(Option<Arc<FloatRange>>),
    /// `String`; `None` is every string.
    String(Option<Arc<StringParam>>),
    /// `Enum`: one of several strings.
    Enum(Arc<EnumType>),
    /// `Pattern`: strings that match one of several patterns.
    Pattern(Arc<PatternSet>),
    /// `Regexp`; `None` is every regular expression.
    Regexp(Option<Regexp>),
    /// `Collection`; `None` has any size.
    Collection(Option<Arc<Size>>),
    /// `Array`.
    Array(Arc<ArrayType>),
    /// `Hash`.
    Hash(Arc<HashType>),
    /// `Tuple`.
    Tuple(Arc<TupleType>),
    /// `Struct`.
    Struct(Arc<StructType>),
    /// `Variant`: one of several types.
    Variant(Arc<VariantType>),
    /// `Callable`; `None` is everything that can be called.
    Callable(Option<Arc<CallableType>>),
    /// `Timespan`; `None` is without bounds.
    Timespan(Option<Arc<TimeRange<Timespan>>>),
    /// `Timestamp`; `None` is without bounds.
    Timestamp(Option<Arc<TimeRange<Timestamp>>>),
    /// `SemVer` with the ranges a version may be in; none is every version.
    SemVer(Arc<Vec<VersionRange>>),
    /// `URI`; `None` is every one.
    Uri(Option<Arc<UriType>>),
    /// `Runtime`: something of the language underneath.
    Runtime(Arc<RuntimeType>),
    /// `Class`.
    Class(Arc<ClassType>),
    /// `Resource`, a resource type or a resource.
    Resource(Arc<ResourceType>),
    /// `Object` and the object types; `None` is every object.
    Object(Option<Arc<ObjectType>>),
    /// An object type with values for its type parameters.
    ObjectExtension(Arc<ObjectExtension>),
    /// `TypeSet`; `None` is every one.
    TypeSet(Option<Arc<TypeSetType>>),
    /// `Init`: what a value of a type can be made from.
    Init(Option<Arc<InitType>>),
    /// A name that no type is known for.
    Reference(Arc<Str>),
    /// A name for another type.
    Alias(Arc<Alias>),
}

const _: () = assert!(size_of::<Type>() <= 16, "a type is part of a value and must stay small");

/// `Undef` where a reference is needed.
pub(crate) static UNDEF: Type = Type::Undef;

impl Type {
    /// The name without parameters, as Puppet writes it.
    pub fn name(&self) -> &str {
        match self {
            Type::Any => "Any",
            Type::Unit => "Unit",
            Type::Undef => "Undef",
            Type::Default => "Default",
            Type::Scalar => "Scalar",
            Type::ScalarData => "ScalarData",
            Type::Numeric => "Numeric",
            Type::Binary => "Binary",
            Type::SemVerRange => "SemVerRange",
            Type::CatalogEntry => "CatalogEntry",
            Type::NotUndef(_) => "NotUndef",
            Type::Optional(_) => "Optional",
            Type::Type(_) => "Type",
            Type::Iterable(_) => "Iterable",
            Type::Iterator(_) => "Iterator",
            Type::Sensitive(_) => "Sensitive",
            Type::Boolean(_) => "Boolean",
            Type::Integer(_) => "Integer",
            Type::Float(_) => "Float",
            Type::String(_) => "String",
            Type::Enum(_) => "Enum",
            Type::Pattern(_) => "Pattern",
            Type::Regexp(_) => "Regexp",
            Type::Collection(_) => "Collection",
            Type::Array(_) => "Array",
            Type::Hash(_) => "Hash",
            Type::Tuple(_) => "Tuple",
            Type::Struct(_) => "Struct",
            Type::Variant(_) => "Variant",
            Type::Callable(_) => "Callable",
            Type::Timespan(_) => "Timespan",
            Type::Timestamp(_) => "Timestamp",
            Type::SemVer(_) => "SemVer",
            Type::Uri(_) => "URI",
            Type::Runtime(_) => "Runtime",
            Type::Class(_) => "Class",
            Type::Resource(_) => "Resource",
            Type::Object(None) => "Object",
            Type::Object(Some(object)) => object.label(),
            Type::ObjectExtension(extension) => extension.base.label(),
            Type::TypeSet(_) => "TypeSet",
            Type::Init(_) => "Init",
            Type::Reference(_) => "TypeReference",
            Type::Alias(alias) => alias.name(),
        }
    }

    /// What an alias stands for, through all aliases; any other type itself.
    pub fn resolved(&self) -> &Type {
        let mut ty = self;
        // Aliases of aliases end, because an alias that only names aliases cannot be defined.
        for _ in 0..64 {
            match ty {
                Type::Alias(alias) => ty = alias.resolved(),
                _ => return ty,
            }
        }
        &UNDEF
    }

    /// Whether this is `Variant`, `Optional` or an alias of callables, or a `Callable` itself.
    pub fn is_callable(&self) -> bool {
        match self {
            Type::Callable(_) => true,
            Type::Optional(Some(ty)) => ty.is_callable(),
            Type::Variant(variant) => variant.types.iter().all(Type::is_callable),
            Type::Alias(alias) if !alias.is_recursive() => alias.resolved().is_callable(),
            _ => false,
        }
    }

    /// Whether this is a scalar type by its name: `Scalar` or one of the types derived from it.
    pub(crate) fn is_scalar(&self) -> bool {
        self.is_scalar_data()
            || matches!(
                self,
                Type::Scalar | Type::Regexp(_) | Type::SemVer(_) | Type::Timespan(_) | Type::Timestamp(_)
            )
    }

    /// Whether this is a scalar type of plain data by its name.
    pub(crate) fn is_scalar_data(&self) -> bool {
        matches!(
            self,
            Type::ScalarData
                | Type::Numeric
                | Type::Integer(_)
                | Type::Float(_)
                | Type::String(_)
                | Type::Enum(_)
                | Type::Pattern(_)
                | Type::Boolean(_)
        )
    }
}
