//! The parameters of types that have more than a single one.

use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};

use super::{Size, Type};
use crate::value::fixed_hash;
use crate::{Regexp, Str, Value};

/// The parameter of `String`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum StringParam {
    /// The allowed numbers of characters.
    Size(Size),
    /// The only instance. Such types are inferred from values; a program cannot write them.
    Value(Str),
}

/// The parameters of `Enum`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EnumType {
    /// The strings, sorted and without duplicates.
    pub values: Vec<Str>,
    /// Whether the case of ASCII letters is ignored.
    pub ignore_case: bool,
}

impl EnumType {
    /// Whether a string is one of the values.
    pub fn contains(&self, text: &str) -> bool {
        if self.ignore_case {
            self.values.iter().any(|value| value.eq_ignore_ascii_case(text))
        } else {
            self.values.binary_search_by(|value| value.as_str().cmp(text)).is_ok()
        }
    }
}

/// The parameters of `Pattern`. Their order does not matter for equality.
#[derive(Clone, Debug)]
pub struct PatternSet {
    /// The patterns, without duplicates. If there are none, every string matches.
    pub patterns: Vec<Regexp>,
}

impl PatternSet {
    /// Whether a string matches one of the patterns, or there are none.
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

/// The parameters of `Variant`. Their order does not matter for equality.
#[derive(Clone, Debug)]
pub struct VariantType {
    /// The members, without duplicates, and none of them a `Variant`.
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

fn same_set<T: Eq + Hash>(a: &[T], b: &[T]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let (in_a, in_b) = (MemberSet::of(a), MemberSet::of(b));
    a.iter().all(|member| in_b.contains(member)) && b.iter().all(|member| in_a.contains(member))
}

/// The members of a type, for searching: linearly if there are few, by hash if there are many.
pub(crate) enum MemberSet<'m, T> {
    Few(&'m [T]),
    Many(HashSet<&'m T>),
}

/// The number of members up to which a search compares all of them.
const FEW: usize = 16;

impl<'m, T: Eq + Hash> MemberSet<'m, T> {
    pub(crate) fn of(members: &'m [T]) -> MemberSet<'m, T> {
        if members.len() <= FEW { MemberSet::Few(members) } else { MemberSet::Many(members.iter().collect()) }
    }

    pub(crate) fn contains(&self, member: &T) -> bool {
        match self {
            MemberSet::Few(members) => members.contains(member),
            MemberSet::Many(members) => members.contains(member),
        }
    }
}

/// Removes duplicate members, keeping the order.
pub(super) fn unrepeated<T: Clone + Eq + Hash>(members: impl Iterator<Item = T>) -> Vec<T> {
    let (mut kept, mut seen): (Vec<T>, HashSet<T>) = (Vec::new(), HashSet::new());
    for member in members {
        if kept.len() == FEW && seen.is_empty() {
            seen.extend(kept.iter().cloned());
        }
        let is_new = if kept.len() < FEW { !kept.contains(&member) } else { seen.insert(member.clone()) };
        if is_new {
            kept.push(member);
        }
    }
    kept
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
    /// The allowed numbers of elements. `None` if any number is allowed.
    pub size: Option<Size>,
}

/// The parameters of `Hash`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct HashType {
    /// The type of the keys.
    pub key: Type,
    /// The type of the values.
    pub value: Type,
    /// The allowed numbers of entries. `None` if any number is allowed.
    pub size: Option<Size>,
}

impl HashType {
    /// Whether `{}` is the only instance.
    pub(crate) fn is_empty(&self) -> bool {
        self.size == Some(Size::ZERO)
    }

    /// Whether this is `Hash` without parameters.
    pub(crate) fn is_default(&self) -> bool {
        self.key == Type::Any && self.value == Type::Any && self.size.is_none()
    }
}

/// The parameters of `Tuple`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TupleType {
    /// The type of each element. The last one repeats if the size allows more elements. If there are none, the elements
    /// may be of any type.
    pub types: Vec<Type>,
    /// The allowed numbers of elements. `None` if there must be as many as there are types.
    pub size: Option<Size>,
}

impl TupleType {
    /// The allowed numbers of elements, where `Tuple` without parameters allows any number.
    pub fn size_range(&self) -> Size {
        match self.size {
            Some(size) => size,
            None if self.types.is_empty() => Size::ANY,
            None => Size::exactly(self.types.len()),
        }
    }

    /// The type of the element at an index, which is the last type for all further elements.
    pub fn at(&self, index: usize) -> Option<&Type> {
        self.types.get(index).or_else(|| self.types.last())
    }
}

/// The parameters of `Struct`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StructType {
    /// The elements in the order in which they were written.
    pub elements: Vec<StructElement>,
}

impl StructType {
    /// The element with a name, the last one if several have it. That can happen if keys are given as types.
    pub fn get(&self, name: &str) -> Option<&StructElement> {
        self.elements.iter().rfind(|element| element.name == name)
    }

    /// The same for many names, which is worth a table where the elements are many.
    pub(crate) fn by_name<'s>(&'s self) -> impl Fn(&str) -> Option<&'s StructElement> {
        const FEW: usize = 16;
        let table: Option<HashMap<&str, &StructElement>> = (self.elements.len() > FEW)
            .then(|| self.elements.iter().map(|element| (&*element.name, element)).collect());
        move |name| match &table {
            Some(table) => table.get(name).copied(),
            None => self.get(name),
        }
    }
}

/// A key of a `Struct` and the type of its value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StructElement {
    /// The key, a string that is not empty.
    pub name: Str,
    /// Whether the key may be missing.
    pub optional: bool,
    /// The type of its value.
    pub value: Type,
}

impl StructElement {
    /// The type of the key: that of the single string, inside `Optional` if the key may be missing.
    pub fn key_type(&self) -> Type {
        let key = Type::literal(self.name.clone());
        if self.optional { Type::optional(key) } else { key }
    }
}

/// The parameters of `Callable`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CallableType {
    /// The types of the parameters. `None` if any arguments are accepted.
    pub params: Option<TupleType>,
    /// The type of the block. `None` if there must not be one.
    pub block: Option<Type>,
    /// The return type. `None` if it is `Any`.
    pub returns: Option<Type>,
}

/// The parameters of `URI`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct UriType {
    /// The names of parts of a URI, and the strings, regular expressions or types that they must match.
    pub params: Vec<(Str, Value)>,
}

impl UriType {
    /// The value that a part must match.
    pub fn get(&self, part: &str) -> Option<&Value> {
        self.params.iter().find(|(name, _)| name == part).map(|(_, value)| value)
    }
}

/// The parameters of `Runtime`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct RuntimeType {
    /// The name of the runtime, such as `ruby`.
    pub runtime: Option<Str>,
    /// The name of a type of the runtime.
    pub name: Option<Str>,
    /// A pattern for names and its replacement, instead of a name.
    pub pattern: Option<(Regexp, Str)>,
}

/// The parameter of `Class`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ClassReference {
    /// The name of the class in lowercase. `None` for the type `Class` itself.
    pub name: Option<Str>,
}

/// The parameters of `Resource`.
#[derive(Clone, Debug)]
pub struct ResourceReference {
    /// The name of the resource type with capitalized segments, `Apache::Vhost`. `None` for the type `Resource` itself.
    pub type_name: Option<Str>,
    /// The title of the resource. `None` for the resource type itself.
    pub title: Option<Str>,
}

impl ResourceReference {
    /// Whether both have the same resource type. Case does not matter.
    pub fn same_name(&self, other: &ResourceReference) -> bool {
        match (&self.type_name, &other.type_name) {
            (Some(a), Some(b)) => a.eq_ignore_ascii_case(b),
            (None, None) => true,
            _ => false,
        }
    }
}

impl PartialEq for ResourceReference {
    fn eq(&self, other: &ResourceReference) -> bool {
        self.same_name(other) && self.title == other.title
    }
}

impl Eq for ResourceReference {}

impl Hash for ResourceReference {
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
    /// The type of the value to create.
    pub target: Type,
    /// Arguments that are passed to `new` after the given one.
    pub args: Vec<Value>,
}
