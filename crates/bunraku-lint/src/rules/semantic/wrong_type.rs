//! Values that do not match the declared type.

use std::collections::HashMap;

use bunraku_diag::Severity;
use bunraku_edition::PUPPET8;
use bunraku_infer::{CallSignature, Lookup, constant, fits, type_of_expression};
use bunraku_pcore::describe::{Step, describe_type, describe_value, takes};
use bunraku_pcore::instance::instance;
use bunraku_pcore::{Type, Value};
use bunraku_syntax::ast::{Element, FunctionCall, Parameter, View};
use bunraku_syntax::{NodeKind, Syntax};

use crate::File;
use crate::declared::parameter_type;
use crate::rule::{Findings, rule};

rule! {
    name: "wrong_type",
    severity: Error,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "An argument, an attribute or a default does not match the type of the parameter.",
    why: "Compilation fails. Types are inferred from literals, parameters, variables, functions and conditions; values \
     that may match are not reported.",
    wrong: "\
class ntp (
  Integer $port = '123',
) {
}
",
    right: "\
class ntp (
  Integer $port = 123,
) {
}
",
    on: [Manifest, Template],
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for parameter in file.nodes(NodeKind::Parameter).filter_map(Parameter::cast) {
        default(findings, parameter);
    }
    for resource in file.declared().iter().copied() {
        let taker = resource.taker(file);
        let Some(parameters) = taker.parameters() else { continue };
        let parameters: HashMap<&str, _> =
            parameters.iter().rev().map(|parameter| (parameter.name.as_str(), parameter)).collect();
        for attribute in resource.attributes() {
            let Some(value) = attribute.value() else { continue };
            let Some(parameter) = parameters.get(attribute.name()) else { continue };
            let ty = parameter_type(file.project, parameter);
            // An attribute that is undef counts as not given.
            if value.kind() != NodeKind::Undef && attribute.plus_arrow().is_none() {
                let message = mismatch(findings.file, &ty, value, &parameter.name, true);
                message.map(|message| findings.report(value, message));
            }
        }
    }
    for call in file.calls().iter() {
        arguments(findings, call);
    }
}

fn default(findings: &mut Findings<'_, '_>, parameter: Parameter<'_>) {
    let (Some(ty), Some(value)) = (parameter.ty(), parameter.default()) else { return };
    let expected = type_of_expression(ty, findings.file.project);
    // For defaults the check is exact: a missing `Optional` is the most common mistake.
    let Some(message) = mismatch(findings.file, &expected, value, parameter.name(), false) else { return };
    // Compilation fails if no value is given. Some use `undef` to mark a parameter as required.
    let severity = if value.kind() == NodeKind::Undef { Severity::Warning } else { Severity::Error };
    findings.report_as(severity, value, message);
}

/// Describes why a value does not match a type.
fn mismatch(
    file: &File<'_>,
    expected: &Type,
    value: Syntax<'_>,
    name: &str,
    may_be_undef: bool,
) -> Option<String> {
    let types = &PUPPET8.types;
    if fits::is_unknown(expected) {
        return None;
    }
    let path = || vec![Step::Parameter(name.into())];
    let mismatch = match constant::value(value) {
        Some(constant) if !has_types(value) => {
            if takes(types, expected, &constant) || may_be_undef && constant == Value::Undef {
                return None;
            }
            describe_value(types, path(), expected, &constant)
        }
        _ => {
            let actual = file.model().ty(value);
            let actual = if may_be_undef { without_undef(actual) } else { actual };
            if !fits::impossible(expected, &actual) {
                return None;
            }
            describe_type(types, path(), expected, &actual)
        }
    };
    Some(match mismatch.first() {
        Some(mismatch) => mismatch.text(types),
        None => format!("the value of `{name}` has the wrong type"),
    })
}

/// The type of an attribute when it is given.
fn without_undef(ty: Type) -> Type {
    match ty.resolved() {
        Type::Undef => Type::Any,
        Type::Optional(Some(inner)) => (**inner).clone(),
        Type::Variant(variant) if variant.types.iter().any(|ty| matches!(ty.resolved(), Type::Undef)) => {
            let left = variant.types.iter().filter(|ty| !matches!(ty.resolved(), Type::Undef)).cloned();
            Type::variant(left)
        }
        _ => ty,
    }
}

/// Whether a literal contains names of types, which constants leave out.
fn has_types(node: Syntax<'_>) -> bool {
    node.descendants().any(|node| matches!(node.kind(), NodeKind::TypeName))
}

fn arguments(findings: &mut Findings<'_, '_>, call: &FunctionCall<'_>) {
    let file = findings.file;
    let Some(project) = file.project else { return };
    let Lookup::Found(function) = project.function(call.name) else { return };
    let Some(signatures) = &function.signatures else { return };
    if call.has_splat() || file.local().functions.contains(call.name) {
        return;
    }
    let count = call.arguments.len();
    let fits_count = |signature: &&CallSignature| {
        let (least, most) = signature.arity();
        count >= least && most.is_none_or(|most| count <= most)
    };
    let candidates: Vec<&CallSignature> = signatures.iter().filter(fits_count).collect();
    if candidates.is_empty() {
        let counts: Vec<(usize, Option<usize>)> = signatures.iter().map(CallSignature::arity).collect();
        let least = counts.iter().map(|(least, _)| *least).min().unwrap_or(0);
        let most = counts
            .iter()
            .map(|(_, most)| *most)
            .collect::<Option<Vec<usize>>>()
            .and_then(|all| all.into_iter().max());
        let expected = match most {
            Some(0) => "no arguments".to_owned(),
            Some(1) if least == 1 => "1 argument".to_owned(),
            Some(most) if most == least => format!("{least} arguments"),
            Some(most) => format!("{least} to {most} arguments"),
            None if least == 1 => "at least 1 argument".to_owned(),
            None => format!("at least {least} arguments"),
        };
        findings.report(call.name_range, format!("function `{}` expects {expected}, got {count}", call.name));
        return;
    }
    let model = file.model();
    let wrong = |signature: &CallSignature| -> Option<usize> {
        call.arguments.iter().enumerate().find_map(|(index, argument)| {
            let Element::Value(node) = argument else { return None };
            let parameter = signature.parameter(index)?;
            let ty = if parameter.written.is_empty() {
                parameter.ty.clone()
            } else {
                project.parameter_type(parameter)
            };
            let is_wrong = match constant::value(*node) {
                Some(value) if !has_types(*node) => !instance(&PUPPET8.types, &ty, &value),
                _ => fits::impossible(&ty, &model.ty(*node)),
            };
            is_wrong.then_some(index)
        })
    };
    let wrong: Option<Vec<usize>> = candidates.iter().map(|signature| wrong(signature)).collect();
    let Some(furthest) = wrong.and_then(|wrong| wrong.into_iter().max()) else { return };
    let Some(node) = call.argument(furthest) else { return };
    let expected: Vec<Type> = candidates
        .iter()
        .filter_map(|signature| signature.parameter(furthest))
        .map(|parameter| {
            if parameter.written.is_empty() {
                parameter.ty.clone()
            } else {
                project.parameter_type(parameter)
            }
        })
        .collect();
    let types = &PUPPET8.types;
    let mut wanted: Vec<String> =
        expected.iter().map(|ty| bunraku_pcore::notation::readable_notation(types, ty)).collect();
    wanted.dedup();
    let actual = match constant::value(node) {
        Some(value) => bunraku_pcore::infer::generalized(types, &value),
        None => model.ty(node).generalize(),
    };
    let actual = bunraku_pcore::notation::notation(types, &actual);
    findings.report(
        node,
        format!(
            "argument {} of function `{}` expects {}, got {actual}",
            furthest + 1,
            call.name,
            wanted.join(" or ")
        ),
    );
}
