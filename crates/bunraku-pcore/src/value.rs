//! A value of the language, and exact equality, by which hash keys are compared.

use std::hash::{DefaultHasher, Hash as StdHash, Hasher};
use std::sync::Arc;

use num_bigint::BigInt;

use crate::values::{
    Binary, Iter, Object, RuntimeObject, Sensitive, Timespan, Timestamp, Uri, Version, VersionRange,
};
use crate::{Array, Hash, Regexp, Str, Type};

/// Any value: at most 24 bytes, immutable, cheap to clone, `Send` and `Sync`.
///
/// `Eq` and `Hash` are exact, because they decide which keys of a hash are the same: `1` differs from `1.0` and `'a'`
/// from `'A'`, but `0.0` is the same key as `-0.0`. The operator `==` of the language is
/// [`compare::equal`](crate::compare::equal).
#[derive(Clone, Debug, Default)]
pub enum Value {
    /// `undef`.
    #[default]
    Undef,
    /// `default`.
    Default,
    /// `true` or `false`.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A floating point number.
    Float(f64),
    /// A string.
    Str(Str),
    /// A string whose encoding is binary in Ruby, such as the result of decoding Base64. Catalogs contain its bytes;
    /// otherwise it behaves like a string. Bytes that are not UTF-8 are represented as described in
    /// [`bytes`](crate::bytes).
    ///
    /// Only variables, collections, attributes and type checks ever see one. Operators and functions receive the result
    /// of [`Value::plain`].
    ByteStr(Str),
    /// An array.
    Array(Array),
    /// A hash.
    Hash(Hash),
    /// A type. References to resources and classes, such as `File['/etc']`, are types as well.
    Type(Type),
    /// An integer that does not fit in 64 bits. It is boxed and occurs only in an edition whose integers have no limit.
    Big(Arc<BigInt>),
    /// A regular expression.
    Regexp(Regexp),
    /// A value that must not be shown in messages and logs.
    Sensitive(Sensitive),
    /// A sequence of bytes, which unlike [`Value::ByteStr`] is not a string.
    Binary(Binary),
    /// A length of time.
    Timespan(Timespan),
    /// A point in time.
    Timestamp(Timestamp),
    /// A semantic version.
    Version(Version),
    /// A range of semantic versions.
    VersionRange(VersionRange),
    /// A URI.
    Uri(Uri),
    /// A sequence whose elements are computed on demand.
    Iter(Iter),
    /// An instance of an `Object` type.
    Object(Object),
    /// An object of Ruby without a counterpart in the language.
    Runtime(RuntimeObject),
}

const _: () = assert!(size_of::<Value>() <= 24, "a value is copied everywhere and must stay small");

impl Value {
    /// A string value.
    pub fn str(text: impl Into<Str>) -> Value {
        Value::Str(text.into())
    }

    /// An array of values.
    pub fn array(values: impl IntoIterator<Item = Value>) -> Value {
        Value::Array(values.into_iter().collect())
    }

    /// A hash of entries. If several entries have the same key, the last value wins, at the position of the first.
    pub fn hash(entries: impl IntoIterator<Item = (Value, Value)>) -> Value {
        Value::Hash(entries.into_iter().collect())
    }

    /// An integer of any size: `Int` where it fits, `Big` otherwise.
    pub fn integer(number: BigInt) -> Value {
        match i64::try_from(&number) {
            Ok(small) => Value::Int(small),
            Err(_) => Value::Big(Arc::new(number)),
        }
    }

    /// The value as operators and functions receive it: a [`Value::ByteStr`] becomes a [`Value::Str`].
    #[must_use]
    pub fn plain(self) -> Value {
        match self {
            Value::ByteStr(text) => Value::Str(text),
            other => other,
        }
    }

    /// The address of the contents of an array or hash, or of an object of Ruby, by which code that changes values in
    /// place distinguishes equal values. It is not reused while the value exists.
    pub fn address(&self) -> Option<(usize, usize)> {
        match self {
            Value::Array(array) => Some((0, array.address()?)),
            Value::Hash(hash) => hash.address(),
            Value::Runtime(object) => Some((usize::MAX, object.address())),
            _ => None,
        }
    }

    /// A copy in which all arrays and hashes have their own addresses.
    #[must_use]
    pub fn to_own(&self) -> Value {
        match self {
            Value::Array(array) => {
                let own: Array = array.iter().map(Value::to_own).collect();
                Value::Array(if own.is_empty() { own.to_own() } else { own })
            }
            Value::Hash(hash) => {
                let mut own = Hash::with_capacity(hash.len());
                own.extend(hash.iter().map(|(key, value)| (key.clone(), value.to_own())));
                Value::Hash(own)
            }
            other => other.clone(),
        }
    }

    /// Whether this is `undef`.
    pub fn is_undef(&self) -> bool {
        matches!(self, Value::Undef)
    }

    /// The contents, if this is a string of either kind.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::Str(text) | Value::ByteStr(text) => Some(text),
            _ => None,
        }
    }

    /// The integer, if this is an integer that fits in 64 bits.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Value::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// The type, if this is a type.
    pub fn as_type(&self) -> Option<&Type> {
        match self {
            Value::Type(ty) => Some(ty),
            _ => None,
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Undef, Value::Undef) | (Value::Default, Value::Default) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Float(a), Value::Float(b)) => float_bits(*a) == float_bits(*b),
            (Value::Str(a) | Value::ByteStr(a), Value::Str(b) | Value::ByteStr(b)) => a == b,
            (Value::Array(a), Value::Array(b)) => a == b,
            (Value::Hash(a), Value::Hash(b)) => a == b,
            (Value::Type(a), Value::Type(b)) => a == b,
            (Value::Big(a), Value::Big(b)) => a == b,
            (Value::Regexp(a), Value::Regexp(b)) => a == b,
            (Value::Sensitive(a), Value::Sensitive(b)) => a == b,
            (Value::Binary(a), Value::Binary(b)) => a == b,
            (Value::Timespan(a), Value::Timespan(b)) => a == b,
            (Value::Timestamp(a), Value::Timestamp(b)) => a == b,
            (Value::Version(a), Value::Version(b)) => a == b,
            (Value::VersionRange(a), Value::VersionRange(b)) => a == b,
            (Value::Uri(a), Value::Uri(b)) => a == b,
            (Value::Iter(a), Value::Iter(b)) => a == b,
            (Value::Object(a), Value::Object(b)) => a == b,
            (Value::Runtime(a), Value::Runtime(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Value {}

impl StdHash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if let Value::Str(text) | Value::ByteStr(text) = self {
            return hash_str(text, state);
        }
        std::mem::discriminant(self).hash(state);
        match self {
            Value::Undef | Value::Default | Value::Str(_) | Value::ByteStr(_) => {}
            Value::Bool(bool) => bool.hash(state),
            Value::Int(number) => number.hash(state),
            Value::Float(number) => float_bits(*number).hash(state),
            Value::Array(array) => array.hash(state),
            Value::Hash(hash) => hash.hash(state),
            Value::Type(ty) => ty.hash(state),
            Value::Big(number) => number.hash(state),
            Value::Regexp(regexp) => regexp.hash(state),
            Value::Sensitive(sensitive) => sensitive.hash(state),
            Value::Binary(binary) => binary.hash(state),
            Value::Timespan(timespan) => timespan.hash(state),
            Value::Timestamp(timestamp) => timestamp.hash(state),
            Value::Version(version) => version.hash(state),
            Value::VersionRange(range) => range.hash(state),
            Value::Uri(uri) => uri.hash(state),
            Value::Iter(iter) => iter.hash(state),
            Value::Object(object) => object.hash(state),
            Value::Runtime(object) => object.hash(state),
        }
    }
}

impl From<bool> for Value {
    fn from(bool: bool) -> Value {
        Value::Bool(bool)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Int(number)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Value {
        Value::Float(number)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Str(text.into())
    }
}

impl From<Str> for Value {
    fn from(text: Str) -> Value {
        Value::Str(text)
    }
}

impl From<Array> for Value {
    fn from(array: Array) -> Value {
        Value::Array(array)
    }
}

impl From<Hash> for Value {
    fn from(hash: Hash) -> Value {
        Value::Hash(hash)
    }
}

impl From<Type> for Value {
    fn from(ty: Type) -> Value {
        Value::Type(ty)
    }
}

/// Whether a value may be nested without a limit, so that [`drop_all`] has to take it apart.
pub(crate) fn is_collection(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Hash(_))
}

/// Drops collections and everything in them without recursion.
///
/// Programs can nest arrays deeper than the stack could follow: dropping one inside the other would overflow it.
pub(crate) fn drop_all(mut waiting: Vec<Value>) {
    while let Some(mut value) = waiting.pop() {
        match &mut value {
            Value::Array(array) => array.take_collections(&mut waiting),
            Value::Hash(hash) => hash.take_collections(&mut waiting),
            _ => {}
        }
    }
}

/// The bits of a number, the same for both zeros and for every NaN.
///
/// Ruby compares keys by value, so `{0.0 => 'z'}[-0.0]` finds the entry.
pub(crate) fn float_bits(number: f64) -> u64 {
    if number == 0.0 {
        0
    } else if number.is_nan() {
        f64::NAN.to_bits()
    } else {
        number.to_bits()
    }
}

/// The hash of a string value. [`Hash::get_str`] needs the same hash for a `&str`, without creating a value.
pub(crate) fn hash_str<H: Hasher>(text: &str, state: &mut H) {
    state.write_u8(b's');
    text.hash(state);
}

/// A hash that does not depend on the state of a hasher, so that the hashes of several elements can be added up.
pub(crate) fn fixed_hash(value: &impl StdHash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_values_are_dropped() {
        // A thread of a test has a stack of 2 MB, which is far less than a recursive drop of this would need.
        let mut value = Value::Undef;
        for depth in 0..200_000 {
            value =
                if depth % 2 == 0 { Value::array([value]) } else { Value::hash([(Value::str("a"), value)]) };
        }
        let other = value.clone();
        drop(value);
        drop(other);
    }
}
