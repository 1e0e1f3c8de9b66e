//! The types of the language.
//!
//! A type is a small enum whose parameters are reference counted. Use the constructors ([`Type::array`],
//! [`Type::variant`] and so on) instead of the variants: they give equal types the same form, which equality, hashing and
//! the rules of assignability rely on.

mod alias;
mod bound;
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
pub use bound::Bound;
pub use builtin::{
    annotation, data, deferred, error, lookup_context, lookup_key, lookup_value, pcore, regexp, rich_data,
    rich_data_key, ruby_method,
};
pub(crate) use guard::{Guard, Id};
pub use object::{
    Attribute, AttributeKind, ObjectExtension, ObjectFunction, ObjectType, TypeSetReference, TypeSetType,
};
pub(crate) use parts::MemberSet;
pub use parts::{
    ArrayType, CallableType, ClassReference, EnumType, HashType, InitType, PatternSet, ResourceReference,
    RuntimeType, StringParam, StructElement, StructType, TupleType, UriType, VariantType,
};
pub use range::{FloatRange, IntRange, Size, TimeRange};

use crate::values::{Timespan, Timestamp, VersionRange};
use crate::{Regexp, Str};

/// A type of the language.
///
/// Types are equal if their names and parameters are. The order of the members of `Variant` and `Pattern` does not
/// matter, and an alias is equal only to aliases of the same name. Whether two types have the same instances is another
/// question, which [`same_type`](crate::compare::same_type) answers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// `Any`: every value.
    Any,
    /// A type that is assignable to and from every type, such as the element type of an empty array. It cannot be written
    /// in a program.
    Unit,
    /// `Undef`: undef only.
    Undef,
    /// `Default`: the value `default` only.
    Default,
    /// `Scalar`: numbers, strings, booleans, regular expressions, times, versions and ranges of versions.
    Scalar,
    /// `ScalarData`: numbers, strings and booleans.
    ScalarData,
    /// `Numeric`: integers and floats.
    Numeric,
    /// `Binary`: sequences of bytes.
    Binary,
    /// `SemVerRange`: ranges of versions.
    SemVerRange,
    /// `CatalogEntry`: the common type of `Class` and `Resource`. It has no instances, since references are types.
    CatalogEntry,
    /// `NotUndef[T]`: instances of `T` except undef. `None` is `NotUndef`, every value except undef.
    NotUndef(Option<Arc<Type>>),
    /// `Optional[T]`: undef and the instances of `T`. `None` is `Optional`, to which every type is assignable, although
    /// undef is its only instance.
    Optional(Option<Arc<Type>>),
    /// `Type[T]`: the types that are assignable to `T`. `None` is `Type`, every type.
    Type(Option<Arc<Type>>),
    /// `Iterable[T]`: what can be iterated and has elements of type `T`. `None` is `Iterable`, with any elements.
    Iterable(Option<Arc<Type>>),
    /// `Iterator[T]`: the lazy sequences with elements of type `T`. `None` is `Iterator`, with any elements.
    Iterator(Option<Arc<Type>>),
    /// `Sensitive[T]`: hidden values of type `T`, which is always generalized.
    Sensitive(Arc<Type>),
    /// `Boolean[b]`: one of the booleans. `None` is `Boolean`, both of them.
    Boolean(Option<bool>),
    /// `Integer[from, to]`. `None` is `Integer`, without bounds.
    Integer(Option<Arc<IntRange>>),
    /// `Float[from, to]`. `None` is `Float`, without bounds.
    Float(Option<Arc<FloatRange>>),
    /// `String[from, to]`, or a single string. `None` is `String`, every string.
    String(Option<Arc<StringParam>>),
    /// `Enum`: one of several strings.
    Enum(Arc<EnumType>),
    /// `Pattern`: strings that match one of several regular expressions.
    Pattern(Arc<PatternSet>),
    /// `Regexp[r]`: a single regular expression. `None` is `Regexp`, every regular expression.
    Regexp(Option<Regexp>),
    /// `Collection[from, to]`: arrays and hashes of a size. `None` is `Collection`, with any size.
    Collection(Option<Arc<Size>>),
    /// `Array[T, from, to]`: arrays with elements of one type.
    Array(Arc<ArrayType>),
    /// `Hash[K, V, from, to]`: hashes with keys of one type and values of another.
    Hash(Arc<HashType>),
    /// `Tuple`: arrays with a type for each element.
    Tuple(Arc<TupleType>),
    /// `Struct`: hashes with a type for each key.
    Struct(Arc<StructType>),
    /// `Variant`: instances of one of several types.
    Variant(Arc<VariantType>),
    /// `Callable`: functions and lambdas with a signature. `None` is everything that can be called.
    Callable(Option<Arc<CallableType>>),
    /// `Timespan[from, to]`. `None` is `Timespan`, without bounds.
    Timespan(Option<Arc<TimeRange<Timespan>>>),
    /// `Timestamp[from, to]`. `None` is `Timestamp`, without bounds.
    Timestamp(Option<Arc<TimeRange<Timestamp>>>),
    /// `SemVer`: versions that are in one of several ranges. An empty list is `SemVer`, every version.
    SemVer(Arc<Vec<VersionRange>>),
    /// `URI`: URIs whose parts match. `None` is `URI`, every URI.
    Uri(Option<Arc<UriType>>),
    /// `Runtime`: objects of the implementation language, Ruby.
    Runtime(Arc<RuntimeType>),
    /// `Class` and references to classes, `Class['a']`.
    Class(Arc<ClassReference>),
    /// `Resource`, resource types such as `File`, and references to resources such as `File['/a']`.
    Resource(Arc<ResourceReference>),
    /// An object type that a program or Puppet defines. `None` is `Object`, every object.
    Object(Option<Arc<ObjectType>>),
    /// An object type with values for its type parameters.
    ObjectExtension(Arc<ObjectExtension>),
    /// A type set. `None` is `TypeSet`, every type set.
    TypeSet(Option<Arc<TypeSetType>>),
    /// `Init[T]`: the arguments from which a value of `T` can be created. `None` is `Init`, all arguments of any type.
    Init(Option<Arc<InitType>>),
    /// A name that is not the name of a known type. Puppet writes it `TypeReference['name']`.
    Reference(Arc<Str>),
    /// A name for another type.
    Alias(Arc<Alias>),
}

const _: () = assert!(size_of::<Type>() <= 16, "a type is part of a value and must stay small");

/// `Undef` for places that need a reference to it.
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

    /// The type that an alias stands for, also if that is an alias again. Other types are returned as they are.
    pub fn resolved(&self) -> &Type {
        let mut ty = self;
        // An alias that leads to nothing but aliases cannot be defined, so the limit is never reached by aliases that
        // refer to each other.
        for _ in 0..64 {
            match ty {
                Type::Alias(alias) => ty = alias.resolved(),
                _ => return ty,
            }
        }
        &UNDEF
    }

    /// Whether this is a `Callable`, or an `Optional`, `Variant` or alias of nothing but callables.
    pub fn is_callable(&self) -> bool {
        match self {
            Type::Callable(_) => true,
            Type::Optional(Some(ty)) => ty.is_callable(),
            Type::Variant(variant) => variant.types.iter().all(Type::is_callable),
            Type::Alias(alias) if !alias.is_recursive() => alias.resolved().is_callable(),
            _ => false,
        }
    }

    /// Whether this is `Scalar`, or one of the types whose classes inherit from that of `Scalar` in Puppet.
    pub(crate) fn is_scalar(&self) -> bool {
        self.is_scalar_data()
            || matches!(
                self,
                Type::Scalar | Type::Regexp(_) | Type::SemVer(_) | Type::Timespan(_) | Type::Timestamp(_)
            )
    }

    /// Whether this is `ScalarData`, or one of the types whose classes inherit from that of `ScalarData` in Puppet.
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
