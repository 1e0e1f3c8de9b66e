//! Types from texts, as `Type.new` makes them.

use std::sync::Arc;

use bunraku_diag::{Source, TextRange};
use bunraku_eval::parse_type;
use bunraku_ir::lower;
use bunraku_pcore::Type;
use bunraku_syntax::{NodeKind, SourceKind, Syntax, parse};

use crate::prelude::*;

/// The type that a text denotes. What is wrong with it is reported where the function is called.
///
/// Only the types of the language and of resources are known here, not aliases: other names become references to types
/// that are not known.
pub(crate) fn read(call: &mut Call<'_>, text: &str) -> Eval<Value> {
    let edition = call.cx.edition;
    let tree = parse(text, SourceKind::Manifest, &edition.syntax);
    let root = tree.root(text);
    let single = root.child(0).filter(|_| root.children().count() == 1 && tree.errors().is_empty());
    let Some(node) = single.filter(|node| is_type(*node) && is_plain(*node, 0)) else {
        return Err(call.fail(format!("'{text}' is not the text of a type")));
    };
    let mut unknown = Vec::new();
    find_unknown(call, node, &mut unknown)?;
    let mut known = String::with_capacity(text.len());
    let mut copied = 0;
    for range in unknown {
        let name = range.of(text).replace('\\', "\\\\").replace('\'', "\\'");
        known.push_str(text.get(copied..range.start as usize).unwrap_or_default());
        known.push_str(&format!("TypeReference['{name}']"));
        copied = range.end as usize;
    }
    known.push_str(text.get(copied..).unwrap_or_default());
    let source = Arc::new(Source::new("a type", known));
    let tree = parse(source.text(), SourceKind::Manifest, &edition.syntax);
    let module = lower(&tree, &source, edition);
    match call.cx.run_detached(&module.main) {
        Ok(value) => Ok(value),
        Err(unwind) => {
            let problem = unwind.into_diagnostic().message;
            Err(call.fail(format!("'{text}' is not the text of a type: {problem}")))
        }
    }
}

/// The places of types that are not known, with their parameters, in order.
fn find_unknown(call: &mut Call<'_>, node: Syntax<'_>, found: &mut Vec<TextRange>) -> Eval<()> {
    let name = match node.kind() {
        NodeKind::TypeName => Some(node),
        NodeKind::Access => node.child(0).filter(|child| child.kind() == NodeKind::TypeName),
        _ => None,
    };
    if let Some(name) = name
        && parse_type(name.text()).is_none()
    {
        let host = call.cx.host;
        let named = host.named_type(call.cx, name.text())?;
        if !matches!(named, Some(Type::Resource(_) | Type::Class(_))) {
            found.push(node.range());
            return Ok(());
        }
    }
    for child in node.children() {
        find_unknown(call, child, found)?;
    }
    Ok(())
}

/// A name, or a name with parameters.
fn is_type(node: Syntax<'_>) -> bool {
    match node.kind() {
        NodeKind::TypeName => true,
        NodeKind::Access => node.child(0).is_some_and(|child| child.kind() == NodeKind::TypeName),
        _ => false,
    }
}

/// Whether code has nothing but types and literals in it, so that it does nothing.
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
