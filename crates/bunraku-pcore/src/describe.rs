//! Why a value is not an instance of a type: which part of it is wrong, what was expected there, and what was found.
//!
//! This runs only after a check has failed, so it may be slow. It works on the detailed type of the value instead of the
//! value, as Puppet does. That is why it can also describe arguments of which only the type is known, such as lambdas.

mod callable;
mod merge;
mod text;

use std::cell::Cell;

use bunraku_edition::TypeRules;
pub use callable::{Signature, describe_arguments, describe_parameters};
use merge::merge_alternatives;

use crate::assignable::assignable;
use crate::types::{ArrayType, HashType, Size, StructType, TupleType};
use crate::{Str, Type, Value, infer};

/// One thing that is wrong with a value.
#[derive(Clone, PartialEq, Debug)]
pub struct Mismatch {
    /// The steps from the outermost value to the wrong part.
    pub path: Vec<Step>,
    /// What is wrong with that part.
    pub problem: Problem,
}

/// A step from a value into a part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Step {
    /// The value itself, in the caller's words.
    Subject(Str),
    /// The parameter with a name.
    Parameter(Str),
    /// The value of a key in a hash.
    Entry(Str),
    /// A key of a hash.
    Key(Str),
    /// An element of an array.
    Index(usize),
    /// An alternative of a `Variant`. It is not shown.
    Alternative(usize),
    /// One of several signatures of a function. It is not shown.
    Signature(usize),
    /// The block of a call.
    Block,
    /// The return value of a call.
    Return,
}

/// What is wrong with a part of a value.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Problem {
    /// The value has the wrong type.
    Type {
        /// The type that was expected, in normal form.
        expected: Type,
        /// The type of the value, in normal form.
        actual: Type,
    },
    /// An `Enum` or a `Pattern` was expected, and the value does not match it.
    Pattern {
        /// The type that was expected, in normal form.
        expected: Type,
        /// The type of the value, in normal form.
        actual: Type,
    },
    /// A collection has too few or too many elements.
    Size {
        /// The sizes that are allowed.
        expected: Size,
        /// The size of the collection.
        actual: Size,
    },
    /// A call has too few or too many arguments.
    Count {
        /// The numbers of arguments that are allowed.
        expected: Size,
        /// The number of arguments.
        actual: Size,
    },
    /// A required key is missing.
    MissingKey(Str),
    /// A key is not allowed.
    UnknownKey {
        /// The key.
        key: Str,
        /// For the first such key, those that the value lacks: one of them may be meant.
        meant: Vec<Str>,
    },
    /// A required parameter has no value.
    MissingParameter(Str),
    /// A value is given for a parameter that does not exist.
    UnknownParameter(Str),
    /// A required block is missing.
    MissingBlock,
    /// A block is given to a function that does not take one.
    UnexpectedBlock,
    /// The expected type refers to a type that does not exist.
    UnknownType(Str),
}

/// Why a value is not an instance of a type. Empty if it is an instance.
pub fn describe_value(rules: &TypeRules, path: Vec<Step>, expected: &Type, value: &Value) -> Vec<Mismatch> {
    if crate::instance::instance(rules, expected, value) {
        return Vec::new();
    }
    let actual = match value {
        // For so many elements, an error in a single one is not the most useful information.
        Value::Array(array) if value.measure().weight() > LARGE => {
            Type::array(Type::Any, Some(Size::exactly(array.len())))
        }
        Value::Hash(hash) if value.measure().weight() > LARGE => {
            Type::hash(Type::Any, Type::Any, Some(Size::exactly(hash.len())))
        }
        value => infer::detailed(rules, value),
    };
    let found = describe_type(rules, path.clone(), expected, &actual);
    if found.is_empty() {
        // A value need not be an instance of a type that its own type is assignable to. `Optional` without a parameter is
        // an example: every type is assignable to it, and undef is its only instance.
        return vec![Mismatch::types(rules, path, expected, &actual)];
    }
    found
}

/// Whether a parameter that is set by name accepts a value: those of classes, defined types and templates.
///
/// Such a parameter also accepts values for which there is nothing to report. `Optional` and `Variant` without
/// parameters have next to no instances, but every type is assignable to them.
pub fn takes(rules: &TypeRules, ty: &Type, value: &Value) -> bool {
    crate::instance::instance(rules, ty, value)
        || describe_type(rules, Vec::new(), ty, &infer::detailed(rules, value)).is_empty()
}

/// Why a type is not assignable to another. Empty if it is.
pub fn describe_type(rules: &TypeRules, path: Vec<Step>, expected: &Type, actual: &Type) -> Vec<Mismatch> {
    Describe::new(rules).describe(expected, actual, path)
}

/// Values with more parts than this are described without them.
const LARGE: u64 = 1 << 16;

/// How many types are compared to describe a mismatch: nested alternatives multiply.
const MAX_COMPARED: u32 = 1 << 14;

/// How deeply types are compared to describe a mismatch: aliases may refer to each other endlessly.
const MAX_DEPTH: u32 = 200;

/// Above this number, alternatives are described as one: nobody wants to read why each does not match.
const MAX_ALTERNATIVES: usize = 1_000;

struct Describe<'r> {
    rules: &'r TypeRules,
    compared: Cell<u32>,
    depth: Cell<u32>,
}

impl<'r> Describe<'r> {
    fn new(rules: &'r TypeRules) -> Describe<'r> {
        Describe { rules, compared: Cell::new(0), depth: Cell::new(0) }
    }

    fn describe(&self, expected: &Type, actual: &Type, path: Vec<Step>) -> Vec<Mismatch> {
        self.compared.set(self.compared.get() + 1);
        if self.compared.get() > MAX_COMPARED {
            return vec![Mismatch::types(self.rules, path, expected, actual)];
        }
        if let Some(name) = unknown_type(expected, 0) {
            return vec![Mismatch { path, problem: Problem::UnknownType(name) }];
        }
        self.describe_normal(&expected.normalize(self.rules), expected, actual, path)
    }

    /// Compares with `expected`, which is in normal form, but names `original` in the result: users know the alias they
    /// wrote, and not the type it was resolved to.
    fn describe_normal(
        &self,
        expected: &Type,
        original: &Type,
        actual: &Type,
        path: Vec<Step>,
    ) -> Vec<Mismatch> {
        if self.depth.get() >= MAX_DEPTH {
            return vec![Mismatch::types(self.rules, path, original, actual)];
        }
        self.depth.set(self.depth.get() + 1);
        let found = self.describe_parts(expected, original, actual, path);
        self.depth.set(self.depth.get() - 1);
        found
    }

    fn describe_parts(
        &self,
        expected: &Type,
        original: &Type,
        actual: &Type,
        path: Vec<Step>,
    ) -> Vec<Mismatch> {
        match expected {
            Type::Variant(variant) if variant.types.len() > MAX_ALTERNATIVES => {
                if assignable(self.rules, expected, actual) {
                    return Vec::new();
                }
                vec![Mismatch::types(self.rules, path, original, actual)]
            }
            Type::Variant(variant) => self.variant(&variant.types, original, actual, path),
            Type::Struct(elements) => self.structure(elements, original, actual, path),
            Type::Hash(hash) => self.hash(hash, original, actual, path),
            Type::Tuple(tuple) => self.tuple(tuple, original, actual, path, Counted::Elements),
            Type::Array(array) => self.array(array, original, actual, path),
            Type::Callable(callable) => self.callable(callable.as_deref(), original, actual, path),
            Type::Optional(inner) => match inner {
                Some(inner) if *actual != Type::Undef => {
                    let named = if matches!(original, Type::Alias(_)) { original } else { expected };
                    self.describe_normal(inner, named, actual, path)
                }
                _ => Vec::new(),
            },
            Type::Pattern(_) | Type::Enum(_) => {
                if assignable(self.rules, expected, actual) {
                    return Vec::new();
                }
                let problem = Problem::Pattern {
                    expected: original.normalize(self.rules),
                    actual: actual.normalize(self.rules),
                };
                vec![Mismatch { path, problem }]
            }
            Type::Alias(alias) => {
                if assignable(self.rules, expected, actual) {
                    return Vec::new();
                }
                self.describe_normal(&alias.resolved().normalize(self.rules), expected, actual, path)
            }
            _ if assignable(self.rules, expected, actual) => Vec::new(),
            _ => vec![Mismatch::types(self.rules, path, original, actual)],
        }
    }

    fn variant(&self, types: &[Type], original: &Type, actual: &Type, path: Vec<Step>) -> Vec<Mismatch> {
        // The normal form of `Optional[Variant[...]]` is a `Variant` without `Undef`.
        let undef = matches!(original, Type::Optional(_)).then_some(&Type::Undef);
        let mut alternatives = Vec::new();
        for (index, ty) in undef.into_iter().chain(types).enumerate() {
            let found = self.describe(ty, actual, with(&path, Step::Alternative(index)));
            if found.is_empty() {
                return Vec::new();
            }
            alternatives.push(found);
        }
        let merged = merge_alternatives(self.rules, path.len(), alternatives);
        if matches!(original, Type::Alias(_)) && merged.len() == 1 {
            return vec![Mismatch::types(self.rules, path, original, actual)];
        }
        merged
    }

    fn array(&self, expected: &ArrayType, original: &Type, actual: &Type, path: Vec<Step>) -> Vec<Mismatch> {
        let size = expected.size.unwrap_or(Size::ANY);
        match actual {
            Type::Tuple(tuple) => {
                let actual_size = tuple.size.unwrap_or_else(|| Size::exactly(tuple.types.len()));
                if !size.covers(&actual_size) {
                    return vec![Mismatch::size(path, size, actual_size)];
                }
                let wrong = tuple.types.iter().enumerate();
                wrong
                    .filter(|(_, ty)| !assignable(self.rules, &expected.element, ty))
                    .flat_map(|(index, ty)| {
                        self.describe(&expected.element, ty, with(&path, Step::Index(index)))
                    })
                    .collect()
            }
            Type::Array(array) => {
                let actual_size = array.size.unwrap_or(Size::ANY);
                if size.covers(&actual_size) {
                    // The size is not the problem, so the message does not mention it.
                    let actual = Type::array(array.element.clone(), None);
                    vec![Mismatch::types(self.rules, path, original, &actual)]
                } else {
                    vec![Mismatch::size(path, size, actual_size)]
                }
            }
            _ => vec![Mismatch::types(self.rules, path, original, actual)],
        }
    }

    fn hash(&self, expected: &HashType, original: &Type, actual: &Type, path: Vec<Step>) -> Vec<Mismatch> {
        let size = expected.size.unwrap_or(Size::ANY);
        match actual {
            Type::Struct(elements) => {
                let actual_size = struct_size(elements);
                if !size.covers(&actual_size) {
                    return vec![Mismatch::size(path, size, actual_size)];
                }
                let mut found = Vec::new();
                for element in &elements.elements {
                    let name = &element.name;
                    let key = element.key_type();
                    if !assignable(self.rules, &expected.key, &key) {
                        found.extend(self.describe(
                            &expected.key,
                            &key,
                            with(&path, Step::Key(name.clone())),
                        ));
                    }
                    if !assignable(self.rules, &expected.value, &element.value) {
                        let path = with(&path, Step::Entry(name.clone()));
                        found.extend(self.describe(&expected.value, &element.value, path));
                    }
                }
                found
            }
            Type::Hash(hash) => vec![self.other_hash(hash, original, size, path)],
            _ => vec![Mismatch::types(self.rules, path, original, actual)],
        }
    }

    fn structure(
        &self,
        expected: &StructType,
        original: &Type,
        actual: &Type,
        path: Vec<Step>,
    ) -> Vec<Mismatch> {
        match actual {
            Type::Struct(elements) => {
                let mut found = Vec::new();
                for element in &expected.elements {
                    let name = &element.name;
                    match elements.get(name) {
                        None if element.optional => {}
                        None => {
                            let problem = Problem::MissingKey(name.clone());
                            found.push(Mismatch { path: path.clone(), problem });
                        }
                        Some(other) if !assignable(self.rules, &element.value, &other.value) => {
                            let path = with(&path, Step::Entry(name.clone()));
                            found.extend(self.describe(&element.value, &other.value, path));
                        }
                        Some(_) => {}
                    }
                }
                let expected_of = expected.by_name();
                let given = elements.by_name();
                let lacking = expected.elements.iter().filter(|element| given(&element.name).is_none());
                let mut meant: Vec<Str> = lacking.map(|element| element.name.clone()).collect();
                for element in elements.elements.iter().filter(|other| expected_of(&other.name).is_none()) {
                    let (key, meant) = (element.name.clone(), std::mem::take(&mut meant));
                    let problem = Problem::UnknownKey { key, meant };
                    found.push(Mismatch { path: path.clone(), problem });
                }
                found
            }
            Type::Hash(hash) => vec![self.other_hash(hash, original, struct_size(expected), path)],
            _ => vec![Mismatch::types(self.rules, path, original, actual)],
        }
    }

    /// What is wrong with a hash: its size, or what is in it.
    fn other_hash(&self, hash: &HashType, original: &Type, size: Size, path: Vec<Step>) -> Mismatch {
        let actual_size = hash.size.unwrap_or(Size::ANY);
        if size.covers(&actual_size) {
            let actual = Type::hash(hash.key.clone(), hash.value.clone(), None);
            Mismatch::types(self.rules, path, original, &actual)
        } else {
            Mismatch::size(path, size, actual_size)
        }
    }

    fn tuple(
        &self,
        expected: &TupleType,
        original: &Type,
        actual: &Type,
        path: Vec<Step>,
        counted: Counted,
    ) -> Vec<Mismatch> {
        let size = expected.size_range();
        let types: Vec<(usize, &Type)> = match actual {
            Type::Tuple(tuple) if !size.covers(&tuple.size_range()) => {
                return vec![counted.mismatch(path, size, tuple.size_range())];
            }
            Type::Tuple(tuple) => tuple.types.iter().enumerate().collect(),
            Type::Array(_) if expected.types.is_empty() => return Vec::new(),
            Type::Array(array) => {
                let actual_size = array.size.unwrap_or(Size::ANY);
                if !size.covers(&actual_size) {
                    return vec![counted.mismatch(path, size, actual_size)];
                }
                expected.types.iter().enumerate().map(|(index, _)| (index, &array.element)).collect()
            }
            _ => return vec![Mismatch::types(self.rules, path, original, actual)],
        };
        let wrong = types.into_iter().filter_map(|(index, ty)| Some((index, expected.at(index)?, ty)));
        wrong
            .filter(|(_, expected, ty)| !assignable(self.rules, expected, ty))
            .flat_map(|(index, expected, ty)| self.describe(expected, ty, with(&path, Step::Index(index))))
            .collect()
    }
}

/// What the types of a tuple are, which determines the wording about their number.
#[derive(Clone, Copy)]
enum Counted {
    Elements,
    Arguments,
}

impl Counted {
    fn mismatch(self, path: Vec<Step>, expected: Size, actual: Size) -> Mismatch {
        let problem = match self {
            Counted::Elements => Problem::Size { expected, actual },
            Counted::Arguments => Problem::Count { expected, actual },
        };
        Mismatch { path, problem }
    }
}

impl Mismatch {
    fn types(rules: &TypeRules, path: Vec<Step>, expected: &Type, actual: &Type) -> Mismatch {
        let problem = Problem::Type { expected: expected.normalize(rules), actual: actual.normalize(rules) };
        Mismatch { path, problem }
    }

    fn size(path: Vec<Step>, expected: Size, actual: Size) -> Mismatch {
        Mismatch { path, problem: Problem::Size { expected, actual } }
    }
}

fn with(path: &[Step], step: Step) -> Vec<Step> {
    let mut path = path.to_vec();
    path.push(step);
    path
}

fn struct_size(elements: &StructType) -> Size {
    let required = elements.elements.iter().filter(|element| !element.optional).count();
    Size::between(required, elements.elements.len())
}

/// The first name inside a type that could not be resolved.
fn unknown_type(ty: &Type, depth: usize) -> Option<Str> {
    match ty {
        Type::Reference(name) => Some(Str::clone(name)),
        // The limit ends the search in aliases that refer to themselves.
        Type::Alias(alias) if depth < 8 && !alias.is_builtin() => unknown_type(alias.resolved(), depth + 1),
        Type::Alias(_) => None,
        ty => {
            let mut found = None;
            ty.each_part(&mut |part| {
                if found.is_none() && depth < 64 {
                    found = unknown_type(part, depth + 1);
                }
            });
            found
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Alias, IntRange};

    const RULES: &TypeRules = &TypeRules::PUPPET8;

    #[test]
    fn aliases_that_lead_to_each_other_are_described() {
        let (a, b) = (Alias::declare("A"), Alias::declare("B"));
        a.define(RULES, &Type::optional(Type::Alias(b.clone()))).ok();
        b.define(RULES, &Type::optional(Type::Alias(a.clone()))).ok();
        let ring = Type::Alias(a);
        assert!(crate::new::new(RULES, &ring, &[Value::Int(1)]).is_err());
        let found = describe_value(RULES, Vec::new(), &ring, &Value::Int(1));
        assert_eq!(found.len(), 1);
        assert!(found.iter().all(|mismatch| mismatch.text(RULES).contains("Integer")), "{found:?}");
    }

    #[test]
    fn a_message_names_few_of_many_alternatives() {
        let number = |number: i64| {
            Type::integer(IntRange {
                from: Some((2 * number).into()),
                to: Some((2 * number).into()),
                ..IntRange::ALL
            })
        };
        let many = Type::variant((0..5_000).map(number));
        let found = describe_value(RULES, Vec::new(), &many, &Value::Int(1));
        let string: Vec<String> = found.iter().map(|mismatch| mismatch.text(RULES)).collect();
        assert!(string.iter().all(|string| string.contains("or one of 4950 other types")), "{string:?}");
        assert_eq!(string.len(), 1);
    }

    #[test]
    fn an_alias_for_something_long_is_only_named() {
        let expects = |members: usize| {
            let alias = Alias::declare("Long");
            let names: Vec<Str> = (0..members).map(|number| format!("member{number}").into()).collect();
            alias.define(RULES, &Type::enumeration(names, false)).ok();
            let found = describe_value(RULES, Vec::new(), &Type::Alias(alias), &Value::Int(1));
            found.iter().map(|mismatch| mismatch.text(RULES)).collect::<String>()
        };
        assert_eq!(expects(2), "expects a match for Long = Enum['member0', 'member1'], got Integer");
        assert_eq!(expects(100), "expects a match for Long, got Integer");
    }
}
