//! Classes, defined types, functions, plans and nodes: where they are allowed, and their names.

use bunraku_diag::{Applicability, codes};
use bunraku_syntax::{
    NodeKind, SourceKind, Syntax,
    ast::{Definition, View},
};

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

pub(super) fn check<'t>(cx: &mut Checker<'t>, definition: Definition<'t>) {
    match definition {
        Definition::Node(node) => {
            host_name::check(cx, node);
            placement(cx, definition, "a node");
            effect::check_last(cx, definition.body(), "a node");
        }
        Definition::Class(_) => {
            placement(cx, definition, "a class");
            name(cx, definition, "a class");
            parameter::check_class(cx, definition.parameters());
            effect::check_last(cx, definition.body(), "a class");
        }
        Definition::Define(_) => {
            placement(cx, definition, "a defined type");
            name(cx, definition, "a defined type");
            parameter::check_define(cx, definition.parameters());
            effect::check_last(cx, definition.body(), "a defined type");
        }
        Definition::Function(_) => {
            placement(cx, definition, "a function");
            name(cx, definition, "a function");
            parameter::check_function(cx, definition.parameters());
        }
        Definition::Plan(_) => {
            placement(cx, definition, "a plan");
            name(cx, definition, "a plan");
            parameter::check_function(cx, definition.parameters());
        }
        // They have separate rules.
        Definition::TypeAlias(_) | Definition::TypeDefinition(_) => {}
    }
}

/// Classes, defined types and nodes are allowed at the top level or in a class; functions and types only at the top
/// level.
pub(super) fn placement<'t>(cx: &mut Checker<'t>, definition: Definition<'t>, what: &str) {
    let node = definition.syntax();
    let nested = matches!(definition, Definition::Class(_) | Definition::Define(_) | Definition::Node(_));
    let template = node.tree().kind() == SourceKind::Template;
    let passes =
        |around: &Syntax<'t>| around.kind() == NodeKind::Block || nested && around.kind() == NodeKind::Class;
    // The block of an `apply` is the top level of a separate catalog.
    let is_top = |around: &Syntax<'t>| match around.kind() {
        NodeKind::Root => !template,
        kind => nested && kind == NodeKind::Apply,
    };
    let obstacle = node.ancestors().find(|around| !passes(around));
    let Some(obstacle) = obstacle.filter(|around| !is_top(around)) else { return };
    let obstacle_range = crate::checker::place(obstacle);
    let (message, help) = if nested {
        (format!("{what} cannot be defined here"), "move it to the top level of the file or into a class")
    } else {
        (format!("{what} can only be defined at the top level of a file"), "move it to the top level")
    };
    let help =
        if obstacle.kind() == NodeKind::Root { "move it from the template to a manifest" } else { help };
    let report =
        cx.error(codes::MISPLACED_DEFINITION, node, message).label("not at the top level").help(help);
    if obstacle.kind() != NodeKind::Root {
        report.also(obstacle_range, "inside this");
    }
}

fn name<'t>(cx: &mut Checker<'t>, definition: Definition<'t>, what: &str) {
    let name = definition.name();
    let range = definition.name_range();
    if !is_definition_name(name) {
        let (label, help, meant) = match name {
            _ if name.starts_with("::") => {
                let meant = name.trim_start_matches(':');
                let help = format!("remove the `::` in front: `{meant}`");
                ("a definition always has its full name", help, meant.to_owned())
            }
            _ if name.contains('-') => {
                let meant = name.replace('-', "_");
                ("names cannot contain hyphens", format!("write for example `{meant}`"), meant)
            }
            _ if name.chars().any(|c| c.is_ascii_uppercase()) => {
                let meant = name.to_ascii_lowercase();
                ("each segment must start with a lowercase letter", format!("write `{meant}`"), meant)
            }
            _ => {
                let help = "write for example `apache::vhost`".to_owned();
                ("each segment must start with a letter", help, String::new())
            }
        };
        let message = format!("`{name}` is not a valid name for {what}");
        let report =
            cx.error_in(codes::INVALID_DEFINITION_NAME, definition, range, message).label(label).help(help);
        if let Some(range) = range.filter(|_| is_definition_name(&meant)) {
            // Without the `::` it is the same name; any other name is not used yet.
            let same = name.ends_with(&meant);
            let applicability = if same { Applicability::Safe } else { Applicability::Unsafe };
            report.fix(applicability, format!("write `{meant}`"), [(range, meant.as_str())]);
        }
    }
    module_file::check_name(cx, definition, name);
    // Inside a class the name is qualified and does not clash.
    let is_function = matches!(definition, Definition::Function(_) | Definition::Plan(_));
    if !is_function && definition.syntax().ancestors().any(|around| around.kind() == NodeKind::Class) {
        return;
    }
    if RESERVED_TYPE_NAMES.contains(&name) {
        let message = format!("`{name}` is the name of a built-in type");
        cx.error_in(codes::RESERVED_TYPE_NAME, definition, range, message)
            .label("this name is reserved")
            .help("choose another name");
    }
    if name == "plan" {
        let range = range.unwrap_or_else(|| definition.range());
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
