//! Types from texts, as `Type.new` makes them.

use std::sync::Arc;

use bunraku_diag::Source;
use bunraku_ir::lower;
use bunraku_syntax::{NodeKind, SourceKind, Syntax, parse};

use crate::prelude::*;

/// The type that a text denotes. What is wrong with it is reported where the function is called.
pub(crate) fn read(call: &mut Call<'_>, text: &str) -> Eval<Value> {
    let source = Arc::new(Source::new("a type", text));
    let edition = call.cx.edition;
    let tree = parse(text, SourceKind::Manifest, &edition.syntax);
    let root = tree.root(text);
    let single = root.child(0).filter(|_| root.children().count() == 1);
    let is_type = single.is_some_and(|node| matches!(node.kind(), NodeKind::TypeName | NodeKind::Access));
    if !tree.errors().is_empty() || !is_type || !single.is_some_and(|node| is_plain(node, 0)) {
        return Err(call.fail(format!("'{text}' is not the text of a type")));
    }
    let module = lower(&tree, &source, edition);
    match call.cx.run_detached(&module.main) {
        Ok(value) => Ok(value),
        Err(unwind) => {
            let problem = unwind.into_diagnostic().message;
            Err(call.fail(format!("'{text}' is not the text of a type: {problem}")))
        }
    }
}

/// Whether code has nothing but types and literals in it, so that it does nothing.
fn is_plain(node: Syntax<'_>, depth: u32) -> bool {
    let plain = matches!(
        node.kind(),
        NodeKind::TypeName
            | NodeKind::Access
            | NodeKind::Name
            | NodeKind::String
            | NodeKind::Number
            | NodeKind::Negate
            | NodeKind::Boolean
            | NodeKind::Undef
            | NodeKind::Default
            | NodeKind::Regexp
            | NodeKind::Array
            | NodeKind::Hash
            | NodeKind::HashEntry
    );
    plain && depth < 200 && node.children().all(|child| is_plain(child, depth + 1))
}
