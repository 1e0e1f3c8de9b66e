//! Parameters: their names, that they are given once, and where the rest of the arguments may go.

use std::collections::HashMap;

use bunraku_diag::{TextRange, codes};
use bunraku_syntax::{NodeKind, Syntax, TokenKind, ast};

use super::hash;
use crate::checker::{Checker, place};

/// Names that every class and defined type sets by itself.
const RESERVED: [&str; 2] = ["name", "title"];

/// A single parameter.
pub(super) fn check<'t>(cx: &mut Checker<'t>, node: Syntax<'t>) {
    let name = ast::parameter_name(node);
    let first = name.chars().next();
    let simple = first.is_some_and(|c| c.is_ascii_lowercase() || c == '_') && !name.contains(':');
    if !simple {
        let last = name.rsplit(':').next().unwrap_or(name);
        let (label, help) = match first {
            Some(digit) if digit.is_ascii_digit() => {
                ("numbers are the groups of a match", "start the name with a letter".to_owned())
            }
            None => ("no name behind it", "write a name that starts with a letter".to_owned()),
            _ if name.contains(':') => {
                ("a name with `::` belongs to another scope", format!("write `${last}`"))
            }
            _ => ("starts with a capital letter", format!("write `${}`", name.to_ascii_lowercase())),
        };
        cx.error(codes::INVALID_PARAMETER_NAME, node, format!("`${name}` cannot be the name of a parameter"))
            .label(label)
            .help(help);
    }
    if let Some(assignment) = node.find(NodeKind::ParameterDefault).and_then(first_assignment) {
        cx.error(codes::ASSIGNMENT_IN_DEFAULT, assignment, "a parameter's default cannot assign a variable")
            .label("assignment")
            .help("assign it in the body");
    }
}

/// The parameters of a class: as of a define, and their types should not have to be computed.
pub(super) fn check_class<'t>(cx: &mut Checker<'t>, definition: Syntax<'t>) {
    check_define(cx, definition);
    for parameter in parameters(definition) {
        let kind = parameter.child(0).filter(|child| child.kind() != NodeKind::ParameterDefault);
        if let Some(kind) = kind.filter(|kind| hash::literal(*kind, cx.rules).is_none()) {
            cx.warning_at(
                codes::COMPUTED_PARAMETER_TYPE,
                kind.range(),
                "the type of this class parameter has to be computed",
            )
            .label("should be known from the text alone")
            .help("write the values out, as in `Integer[1, 16]`");
        }
    }
}

/// The parameters of a defined type.
pub(super) fn check_define<'t>(cx: &mut Checker<'t>, definition: Syntax<'t>) {
    no_rest(cx, definition);
    unique(cx, definition);
    for parameter in parameters(definition) {
        let name = ast::parameter_name(parameter);
        if RESERVED.contains(&name) {
            cx.error(
                codes::RESERVED_PARAMETER,
                parameter,
                format!("`${name}` cannot be a parameter: it is always there"),
            )
            .label("set to the title of what is declared")
            .help("choose another name");
        }
    }
}

/// The parameters of a function.
pub(super) fn check_function<'t>(cx: &mut Checker<'t>, definition: Syntax<'t>) {
    unique(cx, definition);
}

/// The parameters of a template.
pub(super) fn check_template<'t>(cx: &mut Checker<'t>, node: Syntax<'t>) {
    no_rest(cx, node);
    unique(cx, node);
}

/// The parameters of a lambda: only the last may take the rest of the arguments.
pub(super) fn check_lambda<'t>(cx: &mut Checker<'t>, node: Syntax<'t>) {
    let parameters = parameters(node);
    let Some((_, but_last)) = parameters.split_last() else { return };
    for &parameter in but_last.iter().filter(|parameter| takes_rest(**parameter)) {
        let name = ast::parameter_name(parameter);
        cx.error(codes::REST_PARAMETER, parameter, format!("nothing is left for what follows `*${name}`"))
            .label("takes all the arguments that are left")
            .help("make it the last parameter");
    }
}

fn no_rest<'t>(cx: &mut Checker<'t>, definition: Syntax<'t>) {
    for parameter in parameters(definition).into_iter().filter(|parameter| takes_rest(*parameter)) {
        let name = ast::parameter_name(parameter);
        cx.error(codes::REST_PARAMETER, parameter, format!("`*${name}` is only for functions and lambdas"))
            .label("arguments are given by name here")
            .help(format!("take an array instead: `Array ${name}`"));
    }
}

fn unique<'t>(cx: &mut Checker<'t>, definition: Syntax<'t>) {
    let mut seen: HashMap<&str, TextRange> = HashMap::new();
    for parameter in parameters(definition) {
        let name = ast::parameter_name(parameter);
        let range = place(parameter);
        if let Some(first) = seen.get(name).copied() {
            cx.error_at(
                codes::DUPLICATE_PARAMETER,
                range,
                format!("the parameter `${name}` is declared twice"),
            )
            .label("again")
            .also(first, "the first one")
            .help("rename or remove one of them");
        } else {
            seen.insert(name, range);
        }
    }
}

fn parameters<'t>(definition: Syntax<'t>) -> Vec<Syntax<'t>> {
    let list = definition.find(NodeKind::Parameters);
    list.into_iter().flat_map(Syntax::children).filter(|child| child.kind() == NodeKind::Parameter).collect()
}

fn takes_rest(parameter: Syntax<'_>) -> bool {
    parameter.own_token(|kind| kind == TokenKind::Star).is_some()
}

/// The first assignment inside, except in lambdas, which have variables of their own.
fn first_assignment<'t>(node: Syntax<'t>) -> Option<Syntax<'t>> {
    match node.kind() {
        NodeKind::Assignment => Some(node),
        NodeKind::Lambda => None,
        _ => node.children().find_map(first_assignment),
    }
}
