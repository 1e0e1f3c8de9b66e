//! Parameters: valid and unique names, and where a rest parameter is allowed.

use std::collections::HashMap;

use bunraku_diag::{Applicability, TextRange, codes};
use bunraku_syntax::{
    NodeKind, Syntax,
    ast::{Parameter, Parameters, View},
};

use super::hash;
use crate::checker::{Checker, place};

/// Names that every class and defined type sets itself.
const RESERVED: [&str; 2] = ["name", "title"];

/// Checks a single parameter.
pub(super) fn check<'t>(cx: &mut Checker<'t>, node: Parameter<'t>) {
    let name = node.name();
    let first = name.chars().next();
    let simple = first.is_some_and(|c| c.is_ascii_lowercase() || c == '_') && !name.contains(':');
    if !simple {
        let last = name.rsplit(':').next().unwrap_or(name);
        let (label, help, meant) = match first {
            Some(digit) if digit.is_ascii_digit() => {
                ("numbers name the groups of a match", "start the name with a letter".to_owned(), None)
            }
            None => ("no name after it", "write a name that starts with a letter".to_owned(), None),
            _ if name.contains(':') => {
                let meant = format!("${last}");
                ("a parameter name cannot contain `::`", format!("write `{meant}`"), Some(meant))
            }
            _ => {
                let meant = format!("${}", name.to_ascii_lowercase());
                ("starts with an uppercase letter", format!("write `{meant}`"), Some(meant))
            }
        };
        let message = format!("`${name}` is not a valid parameter name");
        let report = cx.error(codes::INVALID_PARAMETER_NAME, node, message).label(label).help(help);
        if let Some((range, meant)) = node.name_range().zip(meant) {
            // Uses of the parameter must be renamed as well.
            report.fix(Applicability::Unsafe, format!("write `{meant}`"), [(range, meant.as_str())]);
        }
    }
    if let Some(assignment) = node.default().and_then(first_assignment) {
        cx.error(codes::ASSIGNMENT_IN_DEFAULT, assignment, "a parameter's default cannot assign a variable")
            .label("assignment")
            .help("assign it in the body");
    }
}

/// Checks the parameters of a class: like those of a defined type, and their types should not have to be computed.
pub(super) fn check_class<'t>(cx: &mut Checker<'t>, parameters: Option<Parameters<'t>>) {
    check_define(cx, parameters);
    for parameter in iter(parameters) {
        if let Some(kind) = parameter.ty().filter(|kind| hash::literal(*kind, cx.rules).is_none()) {
            let help = match hyphenated_range(kind.text()) {
                Some(range) => format!("separate the ends of a range with a comma: `{range}`"),
                None => "write the values out, as in `Integer[1, 16]`".to_owned(),
            };
            cx.warning_at(
                codes::COMPUTED_PARAMETER_TYPE,
                kind.range(),
                "the type of a class parameter must be written out, not computed",
            )
            .label("this is an expression")
            .help(help);
        }
    }
}

/// `Integer[1-65535]` with a comma instead of the hyphen: a difference of two numbers is rarely meant.
fn hyphenated_range(text: &str) -> Option<String> {
    let (name, rest) = text.split_once('[')?;
    let (from, to) = rest.strip_suffix(']')?.split_once('-')?;
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let (from, to) = (from.trim(), to.trim());
    (digits(from) && digits(to)).then(|| format!("{name}[{from}, {to}]"))
}

/// Checks the parameters of a defined type.
pub(super) fn check_define<'t>(cx: &mut Checker<'t>, parameters: Option<Parameters<'t>>) {
    no_rest(cx, parameters);
    unique(cx, parameters);
    for parameter in iter(parameters) {
        let name = parameter.name();
        if RESERVED.contains(&name) {
            cx.error(
                codes::RESERVED_PARAMETER,
                parameter,
                format!("`${name}` cannot be a parameter: it is always set"),
            )
            .label("set to the title of what is declared")
            .help("choose another name");
        }
        // Without a default it is an error, but only when the definition is used: see `check_parameter_names` of the compiler.
        if parameter.default().is_some() && bunraku_resources::is_metaparameter(name) {
            cx.warning_at(
                codes::METAPARAMETER,
                place(parameter.syntax()),
                format!("the parameter `${name}` has the name of a metaparameter"),
            )
            .label("its value also applies as the metaparameter")
            .help("choose another name");
        }
    }
}

/// Checks the parameters of a function.
pub(super) fn check_function<'t>(cx: &mut Checker<'t>, parameters: Option<Parameters<'t>>) {
    unique(cx, parameters);
}

/// Checks the parameters of a template.
pub(super) fn check_template<'t>(cx: &mut Checker<'t>, parameters: Option<Parameters<'t>>) {
    no_rest(cx, parameters);
    unique(cx, parameters);
}

/// Checks the parameters of a lambda: only the last may be a rest parameter.
pub(super) fn check_lambda<'t>(cx: &mut Checker<'t>, parameters: Option<Parameters<'t>>) {
    let mut parameters = iter(parameters).peekable();
    while let Some(parameter) = parameters.next() {
        if parameters.peek().is_none() || parameter.star().is_none() {
            continue;
        }
        let name = parameter.name();
        cx.error(
            codes::REST_PARAMETER,
            parameter,
            format!("no arguments are left for parameters after `*${name}`"),
        )
        .label("takes all remaining arguments")
        .help("make it the last parameter");
    }
}

fn no_rest<'t>(cx: &mut Checker<'t>, parameters: Option<Parameters<'t>>) {
    for parameter in iter(parameters) {
        let Some(star) = parameter.star() else { continue };
        let name = parameter.name();
        let report = cx
            .error(codes::REST_PARAMETER, parameter, format!("`*${name}` is only for functions and lambdas"))
            .label("arguments are passed by name here")
            .help(format!("take an array instead: `Array ${name}`"));
        if parameter.ty().is_none() {
            report.fix(Applicability::Unsafe, "take an array instead", [(star, "Array ")]);
        }
    }
}

fn unique<'t>(cx: &mut Checker<'t>, parameters: Option<Parameters<'t>>) {
    let mut seen: HashMap<&str, TextRange> = HashMap::new();
    for parameter in iter(parameters) {
        let name = parameter.name();
        let range = place(parameter.syntax());
        if let Some(first) = seen.get(name).copied() {
            cx.error_at(codes::DUPLICATE_PARAMETER, range, format!("duplicate parameter `${name}`"))
                .label("again")
                .also(first, "first one here")
                .help("rename or remove one of them");
        } else {
            seen.insert(name, range);
        }
    }
}

fn iter<'t>(parameters: Option<Parameters<'t>>) -> impl Iterator<Item = Parameter<'t>> {
    parameters.into_iter().flat_map(Parameters::iter)
}

/// The first assignment inside a node, except in lambdas, which have their own variables.
fn first_assignment<'t>(node: Syntax<'t>) -> Option<Syntax<'t>> {
    match node.kind() {
        NodeKind::Assignment => Some(node),
        NodeKind::Lambda => None,
        _ => node.children().find_map(first_assignment),
    }
}
