//! Why a value does not match a type, in words, and what to do about it.

use bunraku_diag::{Source, TextRange, nearest};
use bunraku_edition::TypeRules;
use bunraku_pcore::{
    Str, Type, Value,
    describe::{Mismatch, Problem, Step, describe_value},
    instance::instance,
    notation, number,
    values::Sensitive,
};
use bunraku_syntax::{
    Syntax,
    ast::{self, Node, View},
};

use crate::{Machine, Signature};

/// How many mismatches of a value are listed in one message.
const MOST_PARTS: usize = 8;

/// Why a value does not match a type, in words.
pub struct Misfit {
    /// The sentence, with the path inside the value.
    pub message: String,
    /// The wrong part, if it is short enough to be shown; otherwise empty.
    pub shown: String,
    /// A suggestion, if it is likely to be right.
    pub help: Option<String>,
    /// The path to the wrong part.
    path: Vec<Step>,
    /// All wrong parts, the first one included.
    parts: Vec<Part>,
}

/// A part of a value that is wrong.
struct Part {
    path: Vec<Step>,
    /// The key of the hash there that should not exist.
    key: Option<Str>,
    text: String,
}

/// Where the wrong parts of a value are written.
pub struct Placed {
    /// The sentence, without the parts that have a label.
    pub message: String,
    /// The place of the first part.
    pub at: TextRange,
    /// The other parts that have a place of their own.
    pub labels: Vec<(TextRange, String)>,
}

impl Misfit {
    /// The keys and indices that lead to the wrong part, each after a dot.
    pub fn dotted_path(&self) -> String {
        let part = |step: &Step| match step {
            Step::Index(index) => format!(".{index}"),
            Step::Entry(key) => format!(".{key}"),
            _ => String::new(),
        };
        self.path.iter().map(part).collect()
    }
}

impl Machine {
    /// Explains why a value does not match a parameter's type: `` `web`: parameter 'ports' index 2 expects an Integer
    /// value, got String ``.
    pub fn misfit(&self, owner: &str, param: &str, ty: &Type, value: &Value) -> Misfit {
        let path = vec![Step::Parameter(param.into())];
        let found = describe_value(&self.edition.types, path, ty, value);
        self.misfit_of(owner, &found, value)
    }

    /// Like [`Machine::misfit`], for the value that a function returns.
    pub fn misfit_of_result(&self, owner: &str, ty: &Type, value: &Value) -> Misfit {
        let subject = Step::Subject(format!("the result of {owner}").into());
        let found = describe_value(&self.edition.types, vec![subject], ty, value);
        let mut misfit = self.misfit_of("", &found, value);
        misfit.parts.clear();
        misfit.message = misfit.message.replacen(" expects a", " must be a", 1);
        misfit.shown = misfit.shown.replacen("got ", "it is ", 1);
        misfit
    }

    /// Like [`Machine::misfit`], for an argument of a built-in function. Among the signatures with a suitable number
    /// of arguments, it combines the mismatches of those that get furthest.
    pub(crate) fn misfit_of_argument(
        &self,
        owner: &str,
        signatures: &[&Signature],
        arguments: &[Value],
    ) -> Option<(usize, Misfit)> {
        let rules = &bunraku_edition::PUPPET8.types;
        let wrong = |signature: &Signature| {
            arguments.iter().enumerate().find_map(|(index, value)| {
                let param = signature.params.get(index).or(signature.params.last())?;
                (!instance(rules, &param.ty, value)).then(|| (index, param.name.clone(), param.ty.clone()))
            })
        };
        let failures: Vec<(usize, String, Type)> =
            signatures.iter().filter_map(|signature| wrong(signature)).collect();
        let (index, name, _) = failures.iter().rev().max_by_key(|(index, ..)| *index)?;
        let types: Vec<Type> =
            failures.iter().filter(|(other, ..)| other == index).map(|(_, _, ty)| ty.clone()).collect();
        let value = arguments.get(*index)?;
        let ty = match types.as_slice() {
            [only] => only.clone(),
            _ => Type::variant(types),
        };
        let path = vec![Step::Parameter(name.as_str().into())];
        let found = describe_value(rules, path, &ty, value);
        // The alternatives are those of the signatures, which the author does not see.
        let found: Vec<Mismatch> = found.into_iter().map(without_alternatives).collect();
        let mut misfit = self.misfit_of(owner, &found, value);
        if let Some(other) = swapped(signatures, arguments, *index) {
            let (first, second) = (index.min(&other) + 1, index.max(&other) + 1);
            misfit.help = Some(format!("swap arguments {first} and {second}"));
        }
        Some((*index, misfit))
    }

    fn misfit_of(&self, owner: &str, found: &[Mismatch], value: &Value) -> Misfit {
        let rules = &self.edition.types;
        let Some(first) = found.first() else {
            let message = format!("{owner}: the value has the wrong type");
            return Misfit { message, shown: String::new(), help: None, path: Vec::new(), parts: Vec::new() };
        };
        let owner = if owner.is_empty() { String::new() } else { format!("{owner}: ") };
        let mut alternatives: Vec<&Step> = found
            .iter()
            .flat_map(|part| &part.path)
            .filter(|step| matches!(step, Step::Alternative(_)))
            .collect();
        alternatives.dedup();
        let parts = found.iter().take(MOST_PARTS).map(|part| Part {
            path: part.path.clone(),
            key: match &part.problem {
                Problem::UnknownKey { key, .. } => Some(key.clone()),
                _ => None,
            },
            text: match alternatives.as_slice() {
                [] | [_] => part.text(rules),
                _ => part.text_of_alternative(rules),
            },
        });
        let parts: Vec<Part> = parts.collect();
        let mut texts: Vec<String> = parts.iter().map(|part| part.text.clone()).collect();
        if let Some(more) = found.len().checked_sub(MOST_PARTS).filter(|more| *more > 0) {
            texts.push(format!("and {more} more"));
        }
        let message = format!("{owner}{}", texts.join("; "));
        let part = part_of(value, &first.path);
        let shown = part.map(|part| self.shown(part)).unwrap_or_default();
        let shown = if shown.is_empty() { shown } else { format!("got {shown}") };
        // If several things are wrong, fixing only the first is rarely what was meant.
        let help = match (&first.problem, part) {
            _ if let Some(help) = similar_key(found) => Some(help),
            _ if found.len() > 1 => None,
            (Problem::Type { expected, .. }, Some(value)) if wrapped(rules, expected, value).is_some() => {
                wrapped(rules, expected, value)
            }
            (Problem::Type { expected, .. }, Some(Value::Str(string))) => {
                let (kind, meant) = match string.as_str() {
                    "true" | "false" => ("a Boolean", Some(Value::Bool(string.as_str() == "true"))),
                    _ => ("a number", number::parse(string)),
                };
                let fits = meant.is_some_and(|meant| instance(rules, expected, &meant));
                fits.then(|| format!("remove the quotes: {kind} is written `{string}`"))
            }
            (
                Problem::Type { expected, .. },
                Some(plain @ (Value::Bool(_) | Value::Int(_) | Value::Float(_))),
            ) => {
                let string = notation::literal(rules, plain);
                let fits = wants_string(expected) && instance(rules, expected, &Value::str(string.as_str()));
                fits.then(|| format!("quote it: `'{string}'`"))
            }
            (Problem::Pattern { expected: Type::Enum(choice), .. }, Some(Value::Str(string))) => {
                let similar = nearest(string, choice.values.iter().map(|value| value.as_str()));
                similar.map(|similar| format!("did you mean `'{similar}'`?"))
            }
            _ => None,
        };
        Misfit { message, shown, help, path: first.path.clone(), parts }
    }

    /// The places of the wrong parts inside the expression or attribute at a place, as far as it is written literally.
    pub fn places_of(&self, misfit: &Misfit, source: &Source, whole: TextRange) -> Placed {
        let found = self.parts_of(source, |node| {
            (node.range() == whole).then(|| {
                let value = ast::Attribute::cast(node).map_or(Some(node), ast::Attribute::value);
                let place = |part: &Part| value.map_or(whole, |value| written(value, part).range());
                misfit.parts.iter().map(place).collect()
            })
        });
        let at = found.first().copied().unwrap_or(whole);
        let mut placed = Placed { message: misfit.message.clone(), at, labels: Vec::new() };
        for (part, place) in misfit.parts.iter().zip(found).skip(1) {
            let own = place != at && !placed.labels.iter().any(|(other, _)| *other == place);
            let said = format!("; {}", part.text);
            if own && let Some(start) = placed.message.find(&said) {
                placed.message.replace_range(start..start + said.len(), "");
                placed.labels.push((place, part.text.clone()));
            }
        }
        placed
    }
}

/// The node of a literal value that a wrong part is in: the part itself, or as near as the literal shows it.
fn written<'s>(value: Syntax<'s>, part: &Part) -> Syntax<'s> {
    let entry = |node: Syntax<'s>, name: &str| {
        let Node::Hash(hash) = Node::of(node) else { return None };
        let named = |key: Syntax<'_>| key.text().trim_matches(['\'', '"']) == name;
        hash.entries().find(|entry| entry.key().is_some_and(named))
    };
    let mut at = value;
    for step in &part.path {
        let next = match (step, Node::of(at)) {
            (Step::Index(index), Node::Array(array)) => array.elements().nth(*index),
            (Step::Entry(name), _) => entry(at, name).and_then(ast::HashEntry::value),
            (Step::Index(_) | Step::Key(_), _) => None,
            _ => continue,
        };
        match next {
            Some(next) => at = next,
            None => return at,
        }
    }
    let key = part.key.as_deref().and_then(|key| entry(at, key)).and_then(ast::HashEntry::key);
    key.unwrap_or(at)
}

fn without_alternatives(mut mismatch: Mismatch) -> Mismatch {
    mismatch.path.retain(|step| !matches!(step, Step::Alternative(_)));
    mismatch
}

/// The argument that would have to change places with a wrong one, for all of them to have the right types.
fn swapped(signatures: &[&Signature], arguments: &[Value], wrong: usize) -> Option<usize> {
    (0..arguments.len().min(8)).find(|&other| {
        let mut changed = arguments.to_vec();
        changed.swap(wrong, other);
        other != wrong && signatures.iter().any(|signature| signature.accepts_arguments(&changed))
    })
}

/// The help for a key of a Struct that is misspelled.
fn similar_key(found: &[Mismatch]) -> Option<String> {
    found.iter().find_map(|mismatch| {
        let Problem::UnknownKey { key, meant } = &mismatch.problem else { return None };
        let similar = nearest(key, meant.iter().map(|key| key.as_str()))?;
        Some(format!("did you mean the key '{similar}' instead of '{key}'?"))
    })
}

/// The part of a value that a path leads to.
fn part_of<'v>(value: &'v Value, path: &[Step]) -> Option<&'v Value> {
    let mut at = value;
    for step in path {
        at = match (step, at) {
            (Step::Entry(key), Value::Hash(hash)) => hash.get_str(key)?,
            (Step::Index(index), Value::Array(values)) => values.as_slice().get(*index)?,
            (Step::Entry(_) | Step::Index(_) | Step::Key(_) | Step::Block, _) => return None,
            _ => at,
        };
    }
    Some(at)
}

/// Whether a type is one of strings alone: others accept strings for another reason.
fn wants_string(expected: &Type) -> bool {
    match expected {
        Type::Variant(variant) => variant.types.iter().all(wants_string),
        Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)) => wants_string(inner),
        Type::Alias(_) | Type::String(_) | Type::Enum(_) | Type::Pattern(_) | Type::Undef => true,
        _ => false,
    }
}

/// The help for a value with the right content in the wrong container.
fn wrapped(rules: &TypeRules, expected: &Type, value: &Value) -> Option<String> {
    match (expected, value) {
        (Type::Optional(Some(inner)), _) if !value.is_undef() => wrapped(rules, inner, value),
        (Type::Sensitive(_), _) if !matches!(value, Value::Undef | Value::Sensitive(_)) => {
            let sensitive = Value::Sensitive(Sensitive::new(value.clone()));
            instance(rules, expected, &sensitive).then(|| "wrap the value: `Sensitive(...)`".to_owned())
        }
        (Type::String(_), Value::Str(text)) if text.is_empty() => {
            Some("an empty string is not allowed here".to_owned())
        }
        (_, Value::Sensitive(sensitive)) if instance(rules, expected, sensitive.unwrap()) => {
            Some("use `unwrap` to get the value inside: `$secret.unwrap`".to_owned())
        }
        (Type::Array(_), Value::Str(_) | Value::Int(_) | Value::Float(_) | Value::Bool(_)) => {
            let several = value
                .as_str()
                .filter(|list| list.contains(','))
                .map(|list| Value::array(list.split(',').map(|element| Value::str(element.trim()))));
            let several = several.filter(|array| instance(rules, expected, array));
            let array = several.unwrap_or_else(|| Value::array([value.clone()]));
            instance(rules, expected, &array)
                .then(|| format!("put it in an array: `{}`", notation::literal(rules, &array)))
        }
        _ => None,
    }
}
