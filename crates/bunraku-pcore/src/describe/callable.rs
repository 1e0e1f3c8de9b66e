//! What is wrong with the arguments of a call, and with the parameters of classes and defined types.

use bunraku_edition::TypeRules;

use super::{Counted, Describe, Mismatch, Problem, Step, merge_alternatives, with};
use crate::assignable::assignable;
use crate::types::{CallableType, Size, StructType, UNDEF};
use crate::{Hash, Str, Type};

/// A signature that does not accept the arguments of a call.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The types of the parameters and of the block.
    pub callable: CallableType,
    /// The names of the parameters. The last one is used again if more arguments are allowed.
    pub names: Vec<Str>,
}

/// Why none of the signatures accepts the arguments, the last of which may be the type of a block.
///
/// If all signatures fail in the same way, there is a single mismatch. Otherwise each path starts with the signature.
/// Empty if one of the signatures accepts the arguments.
pub fn describe_arguments(rules: &TypeRules, signatures: &[Signature], args: &[Type]) -> Vec<Mismatch> {
    let cx = Describe::new(rules);
    let (args, block) = match args.split_last() {
        Some((last, before)) if last.is_callable() => (before, Some(last)),
        _ => (args, None),
    };
    let tried: Vec<Vec<Mismatch>> = signatures
        .iter()
        .enumerate()
        .map(|(index, signature)| {
            let path = vec![Step::Signature(index)];
            let wrong = cx.arguments(signature, args, path.clone());
            if wrong.is_empty() { cx.block(signature, block, path) } else { wrong }
        })
        .collect();
    if tried.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    merge_alternatives(rules, 0, tried)
}

/// What is wrong with the parameters that are given to a class, a defined type or a template.
pub fn describe_parameters(rules: &TypeRules, expected: &StructType, given: &Hash) -> Vec<Mismatch> {
    let mut found: Vec<Mismatch> = given
        .keys()
        .filter_map(|name| name.as_str())
        .filter(|name| expected.get(name).is_none())
        .map(|name| Mismatch { path: Vec::new(), problem: Problem::UnknownParameter(name.into()) })
        .collect();
    for element in &expected.elements {
        match given.get_str(&element.name) {
            Some(value) => {
                let path = vec![Step::Parameter(element.name.clone())];
                found.extend(super::describe_value(rules, path, &element.value, value));
            }
            None if element.optional => {}
            None => {
                let problem = Problem::MissingParameter(element.name.clone());
                found.push(Mismatch { path: Vec::new(), problem });
            }
        }
    }
    found
}

impl Describe<'_> {
    fn arguments(&self, signature: &Signature, args: &[Type], path: Vec<Step>) -> Vec<Mismatch> {
        let Some(params) = &signature.callable.params else { return Vec::new() };
        let size = params.size_range();
        if !size.contains(args.len()) {
            let actual = Size::exactly(args.len());
            return vec![Mismatch { path, problem: Problem::Count { expected: size, actual } }];
        }
        for (index, arg) in args.iter().enumerate() {
            let Some(expected) = params.at(index) else { continue };
            if assignable(self.rules, expected, arg) {
                continue;
            }
            let name = signature.names.get(index).or(signature.names.last()).cloned();
            let step = name.map_or(Step::Index(index), Step::Parameter);
            // Only the first wrong argument is reported.
            let found = self.describe(expected, arg, with(&path, step));
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    fn block(&self, signature: &Signature, block: Option<&Type>, path: Vec<Step>) -> Vec<Mismatch> {
        match (&signature.callable.block, block) {
            (None, None) => Vec::new(),
            (None, Some(_)) => vec![Mismatch { path, problem: Problem::UnexpectedBlock }],
            (Some(expected), Some(given)) => self.describe(expected, given, with(&path, Step::Block)),
            (Some(expected), None) if assignable(self.rules, expected, &UNDEF) => Vec::new(),
            (Some(_), None) => vec![Mismatch { path, problem: Problem::MissingBlock }],
        }
    }

    pub(super) fn callable(
        &self,
        expected: Option<&CallableType>,
        original: &Type,
        actual: &Type,
        path: Vec<Step>,
    ) -> Vec<Mismatch> {
        let Type::Callable(other) = actual else {
            return vec![Mismatch::types(self.rules, path, original, actual)];
        };
        let (Some(expected), Some(other)) = (expected, other) else { return Vec::new() };
        if let (Some(params), Some(other_params)) = (&expected.params, &other.params) {
            let actual = Type::tuple(other_params.types.iter().cloned(), other_params.size);
            let found = self.tuple(params, original, &actual, path.clone(), Counted::Arguments);
            if !found.is_empty() {
                return found;
            }
        }
        let returns = expected.returns.as_ref().unwrap_or(&Type::Any);
        let other_returns = other.returns.as_ref().unwrap_or(&Type::Any);
        if !assignable(self.rules, returns, other_returns) {
            return vec![Mismatch::types(self.rules, with(&path, Step::Return), returns, other_returns)];
        }
        let block = expected.block.as_ref().unwrap_or(&UNDEF);
        let other_block = other.block.as_ref().unwrap_or(&UNDEF);
        if !assignable(self.rules, other_block, block) {
            return vec![Mismatch::types(self.rules, with(&path, Step::Block), block, other_block)];
        }
        Vec::new()
    }
}
