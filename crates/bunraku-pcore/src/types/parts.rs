//! The parameters of the types that have more than one.

use std::hash::{Hash, Hasher};

use super::{Size, Type};
use crate::value::fixed_hash;
use crate::{Regexp, Str, Value};

/// What narrows `String`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum StringParam {
    /// The number of characters.
    Size(Size),
    /// The string itself: the type of a literal.
    Value(Str),
}

/// The strings of an `Enum`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EnumType {
    /// The strings, sorted and each once.
    pub values: Vec<Str>,
    /// Whether upper and lower case of ASCII letters are the same.
    pub ignore_case: bool,
}

impl EnumType {
    /// Whether a string is one of the values.
    pub fn contains(&self, text: &str) -> bool {
        if self.ignore_case {
            self.values.iter().any(|value| value.eq_ignore_ascii_case(text))
        } else {
            self.values.iter().any(|value| value == text)
        }
    }
}

/// The patterns of a `Pattern`; equal to another one in any order.
#[derive(Clone, Debug)]
pub struct PatternSet {
    /// The patterns, each once. None at all means every string.
    pub patterns: Vec<Regexp>,
}

impl PatternSet {
    /// Whether one of the patterns matches, or there is none.
    pub fn matches(&self, text: &str) -> bool {
        self.patterns.is_empty() || self.patterns.iter().any(|pattern| crate::regexp::matches(pattern, text))
    }
}

impl PartialEq for PatternSet {
    fn eq(&self, other: &PatternSet) -> bool {
        same_set(&self.patterns, &other.patterns)
    }
}

impl Eq for PatternSet {}

impl Hash for PatternSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        hash_set(&self.patterns, state);
    }
}

/// The members of a `Variant`; equal to another one in any order.
#[derive(Clone, Debug)]
pub struct VariantType {
    /// The members, each once and none of them a `Variant`.
    pub types: Vec<Type>,
}

impl PartialEq for VariantType {
    fn eq(&self, other: &VariantType) -> bool {
        same_set(&self.types, &other.types)
    }
}

impl Eq for VariantType {}

impl Hash for VariantType {
    fn hash<H: Hasher>(&self, state: &mut H) {
        hash_set(&self.types, state);
    }
}

fn same_set<T: PartialEq>(a: &[T], b: &[T]) -> bool {
    a.len() == b.len()
        && a.iter().all(|member| b.contains(member))
        && b.iter().all(|member| a.contains(member))
}

fn hash_set<T: Hash, H: Hasher>(members: &[T], state: &mut H) {
    state.write_usize(members.len());
    state.write_u64(members.iter().fold(0, |sum, member| sum.wrapping_add(fixed_hash(member))));
}

/// The parameters of `Array`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ArrayType {
    /// The type of the elements.
    pub element: Type,
    /// How many elements; `None` is any number.
    pub size: Option<Size>,
}

/// The parameters of `Hash`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct HashType {
    /// The type of the keys.
    pub key: Type,
    /// The type of the values.
    pub value: Type,
    /// How many entries; `None` is any number.
    pub size: Option<Size>,
}

impl HashType {
    /// Whether this is the type of `{}` alone.
    pub(crate) fn is_empty(&self) -> bool {
        self.size == Some(Size::ZERO)
    }

    /// Whether this is the plain `Hash`.
    pub(crate) fn is_default(&self) -> bool {
        self.key == Type::Any && self.value == Type::Any && self.size.is_none()
    }
}

/// The parameters of `Tuple`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TupleType {
    /// The type of each element; the last one repeats if the size allows more. None at all means any array.
    pub types: Vec<Type>,
    /// How many elements; `None` is as many as there are types.
    pub size: Option<Size>,
}

impl TupleType {
    /// How many elements there may be.
    pub fn size_range(&self) -> Size {
        match self.size {
            Some(size) => size,
            None if self.types.is_empty() => Size::ANY,
            None => Size::exactly(self.types.len()),
        }
    }

    /// The type of an element; the last type for all that come after.
    pub fn at(&self, index: usize) -> Option<&Type> {
        self.types.get(index).or_else(|| self.types.last())
    }
}

/// The elements of a `Struct`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StructType {
    /// The elements in the order they were written.
    pub elements: Vec<StructElement>,
}

impl StructType {
    /// The element of that name; the last one if there are several.
    pub fn get(&self, name: &str) -> Option<&StructElement> {
        self.elements.iter().rfind(|element| element.name == name)
    }
}

/// One key of a `Struct`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StructElement {
    /// The key.
    pub name: Str,
    /// Whether the key may be missing.
    pub optional: bool,
    /// The type of its value.
    pub value: Type,
}

impl StructElement {
    /// The type of the key: its text, optional where the key is.
    pub fn key_type(&self) -> Type {
        let key = Type::literal(self.name.clone());
        if self.optional { Type::optional(key) } else { key }
    }
}

/// The parameters of `Callable`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CallableType {
    /// The types of the arguments; `None` is any arguments.
    pub params: Option<TupleType>,
    /// The type of the block; `None` is no block.
    pub block: Option<Type>,
    /// The type of the result; `None` is any.
    pub returns: Option<Type>,
}

/// The parameters of `URI`: what each part must match.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct UriType {
    /// Names of parts and what they must match: strings, patterns, types.
    pub params: Vec<(Str, Value)>,
}

impl UriType {
    /// What a part must match.
    pub fn get(&self, part: &str) -> Option<&Value> {
        self.params.iter().find(|(name, _)| name == part).map(|(_, value)| value)
    }
}

/// The parameters of `Runtime`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct RuntimeType {
    /// The name of the runtime, such as `ruby`.
    pub runtime: Option<Str>,
    /// The name of a type in it.
    pub name: Option<Str>,
    /// In place of a name: a pattern for names and its replacement.
    pub pattern: Option<(Regexp, Str)>,
}

/// The parameter of `Class`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ClassType {
    /// The name in lower case; `None` is every class.
    pub name: Option<Str>,
}

/// The parameters of `Resource`.
#[derive(Clone, Debug)]
pub struct ResourceType {
    /// The name of the resource type, its segments capitalized; `None` is every type.
    pub type_name: Option<Str>,
    /// The title; `None` is every resource of the type.
    pub title: Option<Str>,
}

impl ResourceType {
    /// Whether two names of resource types are the same; case does not matter.
    pub fn same_name(&self, other: &ResourceType) -> bool {
        match (&self.type_name, &other.type_name) {
            (Some(a), Some(b)) => a.eq_ignore_ascii_case(b),
            (None, None) => true,
            _ => false,
        }
    }
}

impl PartialEq for ResourceType {
    fn eq(&self, other: &ResourceType) -> bool {
        self.same_name(other) && self.title == other.title
    }
}

impl Eq for ResourceType {}

impl Hash for ResourceType {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for byte in self.type_name.iter().flat_map(|name| name.bytes()) {
            state.write_u8(byte.to_ascii_lowercase());
        }
        self.title.hash(state);
    }
}

/// The parameters of `Init`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct InitType {
    /// The type to make a value of.
    pub target: Type,
    /// Arguments that are given after the value.
    pub args: Vec<Value>,
}
