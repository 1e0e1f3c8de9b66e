//! Resolves type expressions such as `Optional[Array[Stdlib::Port]]`, as far as they can be known.

use bunraku_pcore::construct::{named, parameterized};
use bunraku_pcore::{Type, Value};
use bunraku_syntax::Syntax;
use bunraku_syntax::ast::{Element, Node, elements};

use crate::project::Lookup;
use crate::{Project, RULES, bare, constant};

/// How many type aliases may refer to each other.
const DEEPEST: usize = 40;

/// Resolves a type expression. What is unknown, entirely or in part, is `Any`.
pub fn type_of_expression(node: Syntax<'_>, project: Option<&Project>) -> Type {
    resolve(node, project, &mut Vec::new())
}

/// Like [`type_of_expression`], inside the definitions of the aliases in `inside`.
pub(crate) fn resolve(node: Syntax<'_>, project: Option<&Project>, inside: &mut Vec<String>) -> Type {
    match value(node, project, inside) {
        Some(Value::Type(ty)) => ty,
        _ => Type::Any,
    }
}

/// Finds a type by name: of the language, an alias or a resource type.
pub(crate) fn by_name(name: &str, project: Option<&Project>, inside: &mut Vec<String>) -> Option<Type> {
    if let Some(ty) = named(RULES, name) {
        return Some(ty);
    }
    let lower = bare(name).to_lowercase();
    if inside.len() >= DEEPEST || inside.contains(&lower) {
        return None;
    }
    let project = project?;
    match project.alias_within(&lower, inside) {
        Lookup::Found(ty) => return Some(ty),
        Lookup::Unknown if lower.contains("::") => return None,
        _ => {}
    }
    project.is_resource_type(&lower).then(|| Type::resource(bunraku_diag::capitalized(&lower), None))
}

/// Evaluates a parameter of a type; `None` if it is unknown.
fn value(node: Syntax<'_>, project: Option<&Project>, inside: &mut Vec<String>) -> Option<Value> {
    match Node::of(node) {
        Node::TypeName(_) => Some(Value::Type(by_name(node.text(), project, inside).unwrap_or(Type::Any))),
        Node::Access(access) => {
            let target = access.target()?;
            let Node::TypeName(_) = Node::of(target) else { return None };
            let target = by_name(target.text(), project, inside)?;
            let mut keys = Vec::new();
            for element in elements(access.keys()) {
                keys.push(match element {
                    Element::Value(key) => value(key, project, inside)?,
                    Element::Pairs(_) => return None,
                });
            }
            match parameterized(RULES, &target, &keys) {
                Ok(Value::Type(ty)) => Some(Value::Type(ty)),
                _ => None,
            }
        }
        Node::Parenthesized(inner) => value(inner.operand()?, project, inside),
        Node::Array(array) => {
            let mut values = Vec::new();
            for element in elements(array.elements()) {
                match element {
                    Element::Value(node) => values.push(value(node, project, inside)?),
                    Element::Pairs(_) => return None,
                }
            }
            Some(Value::array(values))
        }
        Node::Hash(hash) => {
            let mut pairs = Vec::new();
            for entry in hash.entries() {
                let key = value(entry.key()?, project, inside)?;
                pairs.push((key, value(entry.value()?, project, inside)?));
            }
            Some(Value::hash(pairs))
        }
        _ => constant::value(node),
    }
}
