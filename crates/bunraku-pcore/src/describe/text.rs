//! A mismatch as a sentence for the user.

use std::{collections::HashSet, mem::discriminant};

use bunraku_edition::TypeRules;

use super::{Mismatch, Problem, Step};
use crate::assignable::assignable;
use crate::notation::{capitalized, readable_notation};
use crate::text::quote;
use crate::types::{FloatRange, IntRange, Size, StringParam};
use crate::{Str, Type};

/// How many bytes the alternatives of a message may have before their parameters are left out.
const LONGEST: usize = 200;

/// How many types a message lists as alternatives.
const MAX_NAMES: usize = 50;

impl Mismatch {
    /// The whole sentence: the path, and what is wrong with the part it leads to.
    pub fn text(&self, rules: &TypeRules) -> String {
        self.sentence(rules, self.path_text())
    }

    /// Like [`Mismatch::text`], with the number of the alternative of a Variant that the value does not match.
    pub fn text_of_alternative(&self, rules: &TypeRules) -> String {
        let number = |step: &Step| match step {
            Step::Alternative(index) => Some(format!("alternative {}", index + 1)),
            step => step.text(),
        };
        let steps: Vec<String> = self.path.iter().filter_map(number).collect();
        self.sentence(rules, steps.join(" "))
    }

    fn sentence(&self, rules: &TypeRules, mut text: String) -> String {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&self.problem_text(rules));
        text
    }

    /// The steps that are shown, such as `parameter 'hosts' entry 'web01' index 3`.
    pub fn path_text(&self) -> String {
        let steps: Vec<String> = self.path.iter().filter_map(Step::text).collect();
        steps.join(" ")
    }

    fn problem_text(&self, rules: &TypeRules) -> String {
        match &self.problem {
            Problem::Type { expected, actual } => type_text(rules, expected, actual),
            Problem::Pattern { expected, actual } => {
                let (undef, expected) = match expected {
                    Type::Optional(Some(inner)) => ("undef or ", &**inner),
                    expected => ("", expected),
                };
                let actual = match actual {
                    Type::String(Some(param)) => match &**param {
                        StringParam::Value(text) => quote(text),
                        StringParam::Size(_) => short_name(actual),
                    },
                    actual => short_name(actual),
                };
                format!("expects {undef}a match for {}, got {actual}", readable_notation(rules, expected))
            }
            Problem::Size { expected, actual } => {
                format!("expects {}, got {}", elements(expected), found(actual))
            }
            Problem::Count { expected, actual } => {
                let plural = if expected.max == Some(1) || expected.max.is_none() && expected.min == 1 {
                    ""
                } else {
                    "s"
                };
                format!("expects {} argument{plural}, got {}", count(expected), found(actual))
            }
            Problem::MissingKey(key) => format!("is missing the key '{key}'"),
            Problem::UnknownKey { key, .. } => format!("has an unknown key '{key}'"),
            Problem::MissingParameter(name) => format!("is missing a value for the parameter '{name}'"),
            Problem::UnknownParameter(name) => format!("has no parameter named '{name}'"),
            Problem::MissingBlock => "is missing a block".to_string(),
            Problem::UnexpectedBlock => "takes no block".to_string(),
            Problem::UnknownType(name) => format!("expects the unknown type '{name}'"),
        }
    }
}

impl Step {
    fn text(&self) -> Option<String> {
        Some(match self {
            Step::Subject(subject) => subject.to_string(),
            Step::Parameter(name) => format!("parameter '{name}'"),
            Step::Entry(key) => format!("entry '{key}'"),
            Step::Key(key) => format!("key of entry '{key}'"),
            Step::Index(index) => format!("index {index}"),
            Step::Block => "block".to_string(),
            Step::Return => "return value".to_string(),
            Step::Alternative(_) | Step::Signature(_) => return None,
        })
    }
}

/// The end of a sentence such as `expects an Integer value, got String`.
///
/// Parameters of types are shown only where the names alone would not explain the problem.
fn type_text(rules: &TypeRules, expected: &Type, actual: &Type) -> String {
    let (optional, inner) = match expected {
        Type::Optional(Some(inner)) => (true, &**inner),
        expected => (false, expected),
    };
    let members: Vec<&Type> = match inner {
        Type::Variant(variant) if !variant.types.is_empty() => variant.types.iter().collect(),
        inner => vec![inner],
    };
    let detailed = members.iter().any(|member| is_close(member, actual))
        || members.iter().any(|member| assignable(rules, &without_parameters(member.resolved()), actual));
    let detailed = detailed && !(members.len() > 1 && is_long(rules, &members));
    let mut names: Vec<String> = Vec::new();
    if optional {
        names.push("Undef".to_string());
    }
    let mut known = HashSet::new();
    for member in &members {
        let name = if detailed { readable_notation(rules, member) } else { short_name(member) };
        if known.insert(name.clone()) {
            names.push(name);
        }
    }
    if names.len() > MAX_NAMES {
        let others = names.len() - MAX_NAMES;
        names.truncate(MAX_NAMES);
        names.push(format!("one of {others} other types"));
    }
    let shown = if detailed && shows_detail(rules, &members, actual) {
        readable_notation(rules, actual)
    } else {
        short_name(actual)
    };
    match names.as_slice() {
        [only] => format!("expects {} {only} value, got {shown}", article(only)),
        [first, second] => format!("expects a value of type {first} or {second}, got {shown}"),
        [before @ .., last] => {
            format!("expects a value of type {}, or {last}, got {shown}", before.join(", "))
        }
        [] => format!("expects nothing, got {shown}"),
    }
}

/// Whether the alternatives are too long to be read in a sentence, and their names alone tell them apart.
fn is_long(rules: &TypeRules, members: &[&Type]) -> bool {
    let names: HashSet<String> = members.iter().map(|member| short_name(member)).collect();
    names.len() > 1
        && members.iter().map(|member| readable_notation(rules, member).len()).sum::<usize>() > LONGEST
}

/// Whether the actual type is shown with its parameters.
fn shows_detail(rules: &TypeRules, members: &[&Type], actual: &Type) -> bool {
    let general = actual.generalize();
    let close = |member: &Type| match member.resolved() {
        Type::Variant(variant) => variant.types.iter().any(|ty| is_close(ty.resolved(), actual)),
        ty => is_close(ty, actual),
    };
    members.iter().any(|member| close(member) || assignable(rules, member, &general))
}

/// Whether two types are so similar that their names alone do not show the difference.
fn is_close(expected: &Type, actual: &Type) -> bool {
    discriminant(expected) == discriminant(actual)
        || matches!(expected, Type::Alias(_))
        || matches!(actual, Type::Alias(_))
        || matches!((expected, actual), (Type::Struct(_), Type::Hash(_)) | (Type::Tuple(_), Type::Array(_)))
}

/// The type of the same name without parameters.
fn without_parameters(ty: &Type) -> Type {
    match ty {
        Type::Integer(_) => Type::integer(IntRange::ALL),
        Type::Float(_) => Type::float(FloatRange::ALL),
        Type::Enum(_) => Type::enumeration(Vec::<Str>::new(), false),
        Type::Pattern(_) => Type::pattern([]),
        Type::Regexp(_) => Type::Regexp(None),
        Type::Array(_) => Type::array(Type::Any, None),
        Type::Hash(_) => Type::hash(Type::Any, Type::Any, None),
        Type::Tuple(_) => Type::tuple([], None),
        Type::Struct(_) => Type::structure([]),
        Type::NotUndef(_) => Type::NotUndef(None),
        Type::Optional(_) => Type::Optional(None),
        Type::Type(_) => Type::Type(None),
        Type::Iterable(_) => Type::Iterable(None),
        Type::Iterator(_) => Type::Iterator(None),
        Type::Callable(_) => Type::Callable(None),
        Type::Sensitive(_) => Type::sensitive(Type::Any),
        Type::SemVer(_) => Type::sem_ver(Vec::new()),
        Type::Class(_) => Type::any_class(),
        Type::Resource(_) => Type::any_resource(),
        ty => ty.generalize(),
    }
}

fn short_name(ty: &Type) -> String {
    let inner = match ty {
        Type::NotUndef(Some(inner))
        | Type::Optional(Some(inner))
        | Type::Type(Some(inner))
        | Type::Iterable(Some(inner))
        | Type::Iterator(Some(inner))
        | Type::Sensitive(inner)
            if **inner != Type::Any =>
        {
            inner
        }
        Type::Resource(resource) => {
            return resource.type_name.as_deref().map_or("Resource".to_string(), capitalized);
        }
        ty => return ty.name().to_string(),
    };
    format!("{}[{}]", ty.name(), inner.name())
}

/// The indefinite article of a type's name. `URI` and `Unit` are pronounced with a consonant.
fn article(name: &str) -> &'static str {
    if name.starts_with(['A', 'E', 'I', 'O', 'U']) && !name.starts_with("URI") && !name.starts_with("Uni") {
        "an"
    } else {
        "a"
    }
}

fn elements(size: &Size) -> String {
    let plural = if size.max == Some(1) || size.max.is_none() && size.min == 1 { "" } else { "s" };
    format!("{} element{plural}", count(size))
}

/// A number or a range of numbers, as it is written before a noun.
fn count(size: &Size) -> String {
    match (size.min, size.max) {
        (0, Some(0)) => "no".to_string(),
        (min, Some(max)) if min == max => min.to_string(),
        (0, Some(max)) => format!("at most {max}"),
        (0, None) => "any number of".to_string(),
        (min, None) => format!("at least {min}"),
        (min, Some(max)) => format!("{min} to {max}"),
    }
}

/// A number or a range of numbers, as it is written without a noun.
fn found(size: &Size) -> String {
    match (size.min, size.max) {
        (0, Some(0)) => "none".to_string(),
        (0, None) => "any number".to_string(),
        _ => count(size),
    }
}
