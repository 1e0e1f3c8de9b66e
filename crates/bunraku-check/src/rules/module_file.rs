//! Files of modules contain only definitions, in the namespace of the file.

use bunraku_diag::codes;
use bunraku_syntax::{
    NodeKind, Syntax,
    ast::{self, Definition, View},
};

use crate::checker::Checker;

/// Only definitions are allowed at the top level, and no nodes.
pub(crate) fn check<'t>(cx: &mut Checker<'t>, root: Syntax<'t>) {
    for node in ast::Root::cast(root).into_iter().flat_map(ast::Root::statements) {
        let message = match node.kind() {
            NodeKind::Class
            | NodeKind::Define
            | NodeKind::Function
            | NodeKind::Plan
            | NodeKind::TypeAlias
            | NodeKind::TypeDefinition => continue,
            NodeKind::NodeDefinition => "a module cannot define nodes",
            _ => "a module's manifest may only contain definitions at the top level",
        };
        let help = match node.kind() {
            NodeKind::NodeDefinition => "move it to the manifests of the environment",
            _ => "move it into a class",
        };
        cx.error(codes::MISPLACED_DEFINITION, node, message).label("not allowed here").help(help);
    }
}

/// The name of a definition must begin with the namespace that follows from the path of the file.
pub(super) fn check_name<'t>(cx: &mut Checker<'t>, definition: Definition<'t>, name: &str) {
    let Some(namespace) = cx.namespace else { return };
    let around = definition.syntax().ancestors().filter_map(ast::Class::cast);
    let mut segments: Vec<&str> = around.map(ast::Class::name).collect();
    segments.reverse();
    segments.push(name);
    let name = segments.join("::");
    if name.to_lowercase().starts_with(namespace) {
        return;
    }
    let message = format!("`{name}` is defined in the wrong file");
    cx.error_in(codes::MISPLACED_DEFINITION, definition, definition.name_range(), message)
        .label(format!("names in this file must start with `{namespace}`"))
        .help(format!("rename it to `{namespace}`, or move it to the file that matches its name"));
}
