//! Classes, defined types, functions and nodes: where they may stand and how they may be called.

use bunraku_diag::codes;
use bunraku_syntax::{NodeKind, SourceKind, Syntax, ast};

use super::{effect, host_name, module_file, parameter};
use crate::checker::Checker;

/// Names that would clash with the types of the language.
const RESERVED_TYPE_NAMES: [&str; 28] = [
    "any",
    "array",
    "boolean",
    "collection",
    "enum",
    "float",
    "hash",
    "init",
    "integer",
    "numeric",
    "object",
    "optional",
    "pattern",
    "regexp",
    "runtime",
    "scalar",
    "semver",
    "semverrange",
    "sensitive",
    "string",
    "struct",
    "timespan",
    "timestamp",
    "tuple",
    "type",
    "typeset",
    "unit",
    "variant",
];

pub(super) fn check<'t>(cx: &mut Checker<'t>, node: Syntax<'t>) {
    match node.kind() {
        NodeKind::NodeDefinition => {
            host_name::check(cx, node);
            placement(cx, node, "a node");
            effect::check_last(cx, node, "a node");
        }
        NodeKind::Class => {
            placement(cx, node, "a class");
            name(cx, node, "a class");
            parameter::check_class(cx, node);
            effect::check_last(cx, node, "a class");
        }
        NodeKind::Define => {
            placement(cx, node, "a defined type");
            name(cx, node, "a defined type");
            parameter::check_define(cx, node);
            effect::check_last(cx, node, "a defined type");
        }
        NodeKind::Function => {
            placement(cx, node, "a function");
            name(cx, node, "a function");
            parameter::check_function(cx, node);
        }
        _ => {}
    }
}

/// Classes, defines and nodes stand at the top or in a class, functions and types only at the top.
pub(super) fn placement<'t>(cx: &mut Checker<'t>, node: Syntax<'t>, what: &str) {
    let nested = matches!(node.kind(), NodeKind::Class | NodeKind::Define | NodeKind::NodeDefinition);
    let template = node.tree().kind() == SourceKind::Template;
    let passes =
        |around: &Syntax<'t>| around.kind() == NodeKind::Block || nested && around.kind() == NodeKind::Class;
    let obstacle = cx.ancestors().find(|around| !passes(around));
    let Some(obstacle) = obstacle.filter(|around| around.kind() != NodeKind::Root || template) else {
        return;
    };
    let obstacle_range = crate::checker::place(obstacle);
    let (message, help) = if nested {
        (format!("{what} cannot be defined here"), "move it to the top level of the file or into a class")
    } else {
        (format!("{what} can only be defined at the top level of a file"), "move it out of what is around it")
    };
    let help =
        if obstacle.kind() == NodeKind::Root { "move it from the template to a manifest" } else { help };
    let report =
        cx.error(codes::MISPLACED_DEFINITION, node, message).label("not at the top level").help(help);
    if obstacle.kind() != NodeKind::Root {
        report.also(obstacle_range, "inside of this");
    }
}

fn name<'t>(cx: &mut Checker<'t>, node: Syntax<'t>, what: &str) {
    let name = ast::definition_name(node);
    if !is_definition_name(name) {
        let (label, help) = match name {
            _ if name.starts_with("::") => {
                let name = name.trim_start_matches(':');
                ("a definition always has its full name", format!("remove the `::` in front: `{name}`"))
            }
            _ if name.contains('-') => {
                ("names have no hyphens", format!("write for example `{}`", name.replace('-', "_")))
            }
            _ if name.chars().any(|c| c.is_ascii_uppercase()) => {
                ("each segment starts with a small letter", format!("write `{}`", name.to_ascii_lowercase()))
            }
            _ => ("each segment starts with a letter", "write for example `apache::vhost`".to_owned()),
        };
        let message = format!("`{name}` cannot be the name of {what}");
        cx.error_in(codes::INVALID_DEFINITION_NAME, node, ast::definition_name_range(node), message)
            .label(label)
            .help(help);
    }
    module_file::check_name(cx, node, name);
    // Inside of a class the name is qualified, and clashes with nothing.
    if node.kind() != NodeKind::Function && cx.ancestors().any(|around| around.kind() == NodeKind::Class) {
        return;
    }
    if RESERVED_TYPE_NAMES.contains(&name) {
        let message = format!("`{name}` is the name of a type of the language");
        cx.error_in(codes::RESERVED_TYPE_NAME, node, ast::definition_name_range(node), message)
            .label("nothing else can have this name")
            .help("choose another name");
    }
    if name == "plan" {
        let range = ast::definition_name_range(node).unwrap_or_else(|| node.range());
        cx.warning_at(codes::FUTURE_RESERVED_WORD, range, "`plan` will be a reserved word")
            .label("a keyword where plans are written")
            .help("choose another name");
    }
}

fn is_definition_name(name: &str) -> bool {
    name.split("::").all(|segment| {
        segment.starts_with(|c: char| c.is_ascii_lowercase())
            && segment.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}
