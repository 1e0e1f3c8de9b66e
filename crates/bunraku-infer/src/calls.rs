//! Function calls: the function, its arguments, and the type of the result.

use bunraku_diag::TextRange;
use bunraku_pcore::{Size, Type};
use bunraku_syntax::ast::{Element, Lambda, Node, View, elements};
use bunraku_syntax::{NodeKind, Syntax};

use crate::fits::is_unknown;

/// A function call by name, in any of its three forms.
pub struct CallView<'t> {
    /// The whole call.
    pub node: Syntax<'t>,
    /// The name of the function as written.
    pub name: &'t str,
    /// The place of the name.
    pub name_range: TextRange,
    /// The arguments; the receiver of a method call is the first.
    pub arguments: Vec<Element<'t>>,
    /// The lambda, if there is one.
    pub lambda: Option<Lambda<'t>>,
}

impl<'t> CallView<'t> {
    /// Returns the call at a node, if it calls a function by name.
    pub fn of(node: Syntax<'t>) -> Option<CallView<'t>> {
        let (callee, arguments, lambda) = match Node::of(node) {
            Node::Call(call) => {
                let arguments =
                    call.arguments().map(|arguments| elements(arguments.values())).unwrap_or_default();
                (call.callee()?, arguments, call.lambda())
            }
            Node::MethodCall(call) => {
                let rest = call.arguments().map(|arguments| elements(arguments.values())).unwrap_or_default();
                let mut arguments = vec![Element::Value(call.receiver()?)];
                arguments.extend(rest);
                (call.function()?, arguments, call.lambda())
            }
            Node::StatementCall(call) => (call.function()?, elements(call.arguments()), None),
            _ => return None,
        };
        if callee.kind() != NodeKind::Name {
            return None;
        }
        Some(CallView {
            node,
            name: callee.text().trim_start_matches("::"),
            name_range: callee.range(),
            arguments,
            lambda,
        })
    }

    /// An argument that is a single expression.
    pub fn argument(&self, index: usize) -> Option<Syntax<'t>> {
        match self.arguments.get(index)? {
            Element::Value(node) => Some(*node),
            Element::Pairs(_) => None,
        }
    }

    /// Whether an argument is splatted with `*`, so that the number of arguments is unknown.
    pub fn has_splat(&self) -> bool {
        self.arguments
            .iter()
            .any(|argument| matches!(argument, Element::Value(node) if node.kind() == NodeKind::Splat))
    }

    /// All nodes of the arguments.
    pub fn argument_nodes(&self) -> Vec<Syntax<'t>> {
        let nodes = self.arguments.iter().flat_map(|argument| match argument {
            Element::Value(node) => vec![*node],
            Element::Pairs(pairs) => pairs.iter().map(|pair| pair.syntax()).collect(),
        });
        nodes.collect()
    }
}

/// The types of the values with which a function calls its lambda, by the number of the lambda's parameters.
pub(crate) fn lambda_types(function: &str, subject: &Type, count: usize) -> Vec<Type> {
    match function {
        "with" | "then" | "lest" | "tap" if count == 1 => vec![match function {
            "lest" => Type::Any,
            "then" => without_undef(subject),
            _ => subject.clone(),
        }],
        "each" | "map" | "filter" | "all" | "any" | "index" | "partition" | "group_by" => {
            match subject.resolved() {
                Type::Array(array) if count == 1 => vec![array.element.clone()],
                Type::Array(array) => vec![Type::Integer(None), array.element.clone()],
                Type::Tuple(tuple) => {
                    let element = union(tuple.types.iter().cloned());
                    if count == 1 { vec![element] } else { vec![Type::Integer(None), element] }
                }
                Type::Hash(hash) if count == 2 => vec![hash.key.clone(), hash.value.clone()],
                Type::Struct(structure) if count == 2 => {
                    vec![
                        Type::String(None),
                        union(structure.elements.iter().map(|element| element.value.clone())),
                    ]
                }
                _ => Vec::new(),
            }
        }
        "step" | "slice" | "reverse_each" if count == 1 => match subject.resolved() {
            Type::Array(array) if function != "slice" => vec![array.element.clone()],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// The result type of a function if it depends on the arguments; `None` otherwise.
pub(crate) fn result(function: &str, arguments: &[Type], lambda: &Type) -> Option<Type> {
    let first = arguments.first().map_or(&Type::Any, Type::resolved);
    Some(match function {
        "each" | "reverse_each" | "tap" => arguments.first()?.clone(),
        "map" => Type::array(lambda.clone(), None),
        "filter" => match first {
            Type::Array(array) => Type::array(array.element.clone(), None),
            Type::Hash(hash) => Type::hash(hash.key.clone(), hash.value.clone(), None),
            Type::Tuple(_) => Type::array(Type::Any, None),
            Type::Struct(_) => Type::hash(Type::String(None), Type::Any, None),
            _ => return None,
        },
        "with" => lambda.clone(),
        "unwrap" => match first {
            Type::Sensitive(inner) => (**inner).clone(),
            _ => return None,
        },
        "downcase" | "upcase" | "capitalize" | "strip" | "lstrip" | "rstrip" | "chomp" | "chop"
        | "camelcase" => match first {
            Type::String(_) | Type::Enum(_) | Type::Pattern(_) => Type::String(None),
            _ => return None,
        },
        "merge" if arguments.iter().all(|ty| matches!(ty.resolved(), Type::Hash(_) | Type::Struct(_))) => {
            Type::hash(Type::Any, Type::Any, None)
        }
        "regsubst" => match first {
            Type::String(_) | Type::Enum(_) | Type::Pattern(_) => Type::String(None),
            _ => return None,
        },
        "flatten" | "keys" | "values" | "split" => Type::array(Type::Any, None),
        "unique" | "sort" => match first {
            Type::Array(_) | Type::Tuple(_) => Type::array(Type::Any, None),
            _ => return None,
        },
        _ => return None,
    })
}

/// The type of a value that has one of several types.
pub(crate) fn union(types: impl IntoIterator<Item = Type>) -> Type {
    let mut members: Vec<Type> = Vec::new();
    for ty in types {
        if is_unknown(&ty) || members.len() > 12 {
            return Type::Any;
        }
        if !members.contains(&ty) {
            members.push(ty);
        }
    }
    match members.len() {
        0 => Type::Any,
        1 => members.swap_remove(0),
        _ => Type::variant(members),
    }
}

/// Removes `undef` from a type.
pub(crate) fn without_undef(ty: &Type) -> Type {
    match ty.resolved() {
        Type::Optional(Some(inner)) => without_undef(inner),
        Type::Undef => Type::Any,
        Type::Variant(variant) => {
            union(variant.types.iter().filter(|ty| !matches!(ty.resolved(), Type::Undef)).map(without_undef))
        }
        _ => ty.clone(),
    }
}

/// The type of an array with these elements.
pub(crate) fn tuple(elements: Vec<Type>) -> Type {
    match elements.len() {
        0 => Type::array(Type::Unit, Some(Size::ZERO)),
        1..=64 => Type::tuple(elements, None),
        many => Type::array(Type::Any, Some(Size::exactly(many))),
    }
}
