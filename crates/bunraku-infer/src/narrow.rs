//! Type narrowing: what a condition implies about the variables in it.

use bunraku_pcore::Type;
use bunraku_pcore::assignable::assignable;
use bunraku_syntax::ast::Node;
use bunraku_syntax::{NodeKind, Syntax, TokenKind};

use crate::calls::{union, without_undef};
use crate::fits::{impossible, is_unknown};
use crate::{Project, RULES, type_of_expression};

/// What is known about a variable if a condition is true, or if it is false.
#[derive(Debug, Clone)]
pub(crate) enum Narrow {
    Is(Type),
    IsNot(Type),
    Truthy,
    Falsy,
}

/// What a condition implies if it is true, or if it is false.
pub(crate) fn test<'t>(
    node: Syntax<'t>,
    holds: bool,
    project: Option<&Project>,
    known: &mut Vec<(&'t str, Narrow)>,
) {
    match Node::of(node) {
        Node::Variable(variable) => {
            known.push((variable.name(), if holds { Narrow::Truthy } else { Narrow::Falsy }));
        }
        Node::Parenthesized(inner) => {
            if let Some(inner) = inner.operand() {
                test(inner, holds, project, known);
            }
        }
        Node::Not(inner) => {
            if let Some(inner) = inner.operand() {
                test(inner, !holds, project, known);
            }
        }
        Node::Binary(binary) => {
            let (Some((operator, _)), Some(left), Some(right)) =
                (binary.operator(), binary.left(), binary.right())
            else {
                return;
            };
            match operator {
                TokenKind::And if holds => {
                    test(left, true, project, known);
                    test(right, true, project, known);
                }
                TokenKind::Or if !holds => {
                    test(left, false, project, known);
                    test(right, false, project, known);
                }
                TokenKind::Equal | TokenKind::NotEqual => {
                    let same = (operator == TokenKind::Equal) == holds;
                    let (variable, other) =
                        if left.kind() == NodeKind::Variable { (left, right) } else { (right, left) };
                    if let Node::Variable(variable) = Node::of(variable) {
                        known.extend(compared(other, same).map(|narrow| (variable.name(), narrow)));
                    }
                }
                TokenKind::Match | TokenKind::NoMatch => {
                    let matches = (operator == TokenKind::Match) == holds;
                    if let Node::Variable(variable) = Node::of(left) {
                        known
                            .extend(matched(right, matches, project).map(|narrow| (variable.name(), narrow)));
                    }
                }
                _ => {}
            }
        }
        _ => {}
    }
}

fn compared(other: Syntax<'_>, same: bool) -> Option<Narrow> {
    match (other.kind(), same) {
        (NodeKind::Undef, true) => Some(Narrow::Is(Type::Undef)),
        (NodeKind::Undef, false) => Some(Narrow::IsNot(Type::Undef)),
        (NodeKind::Number | NodeKind::String | NodeKind::Boolean, true) => Some(Narrow::IsNot(Type::Undef)),
        _ => None,
    }
}

fn matched(pattern: Syntax<'_>, matches: bool, project: Option<&Project>) -> Option<Narrow> {
    match (pattern.kind(), matches) {
        (NodeKind::Regexp, true) => Some(Narrow::Is(Type::String(None))),
        (NodeKind::TypeName | NodeKind::Access, _) => {
            let ty = type_of_expression(pattern, project);
            if is_unknown(&ty) {
                // The type of the variable is no longer known.
                return matches.then_some(Narrow::Is(Type::Any));
            }
            Some(if matches { Narrow::Is(ty) } else { Narrow::IsNot(ty) })
        }
        _ => None,
    }
}

/// Narrows a type.
pub(crate) fn apply(ty: &Type, narrow: &Narrow) -> Type {
    match narrow {
        Narrow::Is(wanted) if is_unknown(wanted) => Type::Any,
        Narrow::Is(wanted) => {
            if is_unknown(ty) {
                return wanted.clone();
            }
            let possible: Vec<Type> =
                members(ty).into_iter().filter(|member| !impossible(wanted, member)).collect();
            if !possible.is_empty() && possible.iter().all(|member| assignable(RULES, wanted, member)) {
                return union(possible);
            }
            wanted.clone()
        }
        Narrow::IsNot(unwanted) => {
            let left: Vec<Type> =
                members(ty).into_iter().filter(|member| !assignable(RULES, unwanted, member)).collect();
            if left.is_empty() { Type::Any } else { union(left) }
        }
        Narrow::Truthy => {
            let left = members(ty)
                .into_iter()
                .filter(|member| !matches!(member, Type::Undef | Type::Boolean(Some(false))));
            without_undef(&union(left))
        }
        // Only undef and false are false; which of them is not worth distinguishing.
        Narrow::Falsy => Type::Any,
    }
}

/// The alternatives of a type.
fn members(ty: &Type) -> Vec<Type> {
    match ty.resolved() {
        Type::Variant(variant) => variant.types.iter().flat_map(members).collect(),
        Type::Optional(Some(inner)) => std::iter::once(Type::Undef).chain(members(inner)).collect(),
        _ => vec![ty.clone()],
    }
}
