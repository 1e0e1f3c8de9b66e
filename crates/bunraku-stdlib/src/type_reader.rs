//! Reading a type from a string, as `Type.new('...')` does.

use std::{collections::HashMap, sync::Arc};

use bunraku_analysis::Snippet;
use bunraku_ir::{Body, ConstId, Expr, ExprId, Operand};
use bunraku_pcore::Type;
use bunraku_syntax::{
    NodeKind, Syntax,
    ast::{Access, TypeName, View},
};

use crate::prelude::*;

/// Reads the type that a string denotes. Problems with the string are reported at the call of the function.
///
/// Only built-in types and resource types are known here, not aliases: any other name becomes a reference to an
/// unknown type.
pub(crate) fn read(call: &mut Call<'_>, string: &str) -> Eval<Value> {
    let snippet = Snippet::new("a type", string, call.cx.edition);
    let plain = snippet.expression().is_some_and(|node| is_type(node) && is_plain(node, 0));
    let Some(mut module) = snippet.code().filter(|_| plain) else {
        return Err(call.fail(format!("'{string}' is not a type")));
    };
    if let Some(body) = Arc::get_mut(&mut module.main) {
        refer_to_unknown(call, body, string)?;
    }
    match call.cx.run_detached(&module.main) {
        Ok(value) => Ok(value),
        Err(unwind) => {
            let problem = unwind.into_diagnostic().message;
            Err(call.fail(format!("'{string}' is not a type: {problem}")))
        }
    }
}

/// Replaces types that are unknown, together with their parameters, by references to unknown types.
fn refer_to_unknown(call: &mut Call<'_>, body: &mut Body, text: &str) -> Eval<()> {
    let mut references: HashMap<ExprId, Operand> = HashMap::new();
    // Children come before their parents in the list of expressions, so one pass is enough.
    for index in 0..body.exprs.len() {
        let id = ExprId(index as u32);
        let unknown = match body.exprs.get(index) {
            Some(Expr::TypeName(name)) => {
                let name = body.constant(*name).as_str().unwrap_or_default().to_owned();
                let named = call.cx.host.named_type(call.cx.machine, &name)?;
                name != "TypeReference" && !matches!(named, Some(Type::Resource(_) | Type::Class(_)))
            }
            Some(Expr::Access { target: Operand::Expr(target), .. }) => references.contains_key(target),
            _ => false,
        };
        if unknown {
            let place = body.range(Operand::Expr(id)).unwrap_or_default();
            let reference = Type::Reference(Arc::new(place.of(text).into()));
            body.consts.push(Value::Type(reference));
            references.insert(id, Operand::Const(ConstId(body.consts.len() as u32 - 1)));
        }
    }
    for operand in body.lists.iter_mut().chain([&mut body.root]) {
        if let Operand::Expr(id) = operand
            && let Some(reference) = references.get(id)
        {
            *operand = *reference;
        }
    }
    Ok(())
}

/// Whether a node is a type name, or a type name with parameters.
fn is_type(node: Syntax<'_>) -> bool {
    let name = Access::cast(node).map_or(Some(node), Access::target);
    name.and_then(TypeName::cast).is_some()
}

/// Whether code consists of types and literals only, so that evaluating it has no side effects.
fn is_plain(node: Syntax<'_>, depth: u32) -> bool {
    let plain = match node.kind() {
        NodeKind::TypeName | NodeKind::Access => is_type(node),
        NodeKind::Name
        | NodeKind::String
        | NodeKind::Number
        | NodeKind::Negate
        | NodeKind::Boolean
        | NodeKind::Undef
        | NodeKind::Default
        | NodeKind::Regexp
        | NodeKind::Array
        | NodeKind::Hash
        | NodeKind::HashEntry => true,
        _ => false,
    };
    plain && depth < 200 && node.children().all(|child| is_plain(child, depth + 1))
}
