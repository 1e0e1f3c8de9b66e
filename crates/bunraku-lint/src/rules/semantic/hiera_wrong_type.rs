//! Data whose type does not match its parameter.

use bunraku_edition::PUPPET8;
use bunraku_infer::{Lookup, fits};
use bunraku_pcore::Value;
use bunraku_pcore::describe::{Step, describe_value};
use bunraku_pcore::instance::instance;

use super::data;
use crate::rule::{Findings, rule};

rule! {
    name: "hiera_wrong_type",
    severity: Error,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "A value in the data does not match the type of the parameter it is for.",
    why: "Compilation fails for every node that uses the value. Values that `lookup_options` converts or merges, \
     and interpolated values that may have another type, are ignored.",
    wrong: "\
---
web::port: '8080'
",
    right: "\
---
web::port: 8080
",
    on: [Yaml],
    example: "/data/common.yaml",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let Some(project) = file.project else { return };
    for entry in data::entries(file) {
        let Some((class, name)) = entry.key.rsplit_once("::") else { continue };
        let Lookup::Found(info) = project.class(class) else { continue };
        let Some(parameter) = info.parameter(name) else { continue };
        if project.data().has_options(entry.key) || is_interpolated(entry.value) {
            continue;
        }
        let ty = project.parameter_type(parameter);
        let types = &PUPPET8.types;
        if fits::is_unknown(&ty) || instance(types, &ty, entry.value) || entry.value.is_undef() {
            continue;
        }
        let path = vec![Step::Parameter(name.into())];
        let text = describe_value(types, path, &ty, entry.value).first().map(|mismatch| mismatch.text(types));
        findings
            .report(entry.range, text.unwrap_or_else(|| format!("the value of `{name}` has the wrong type")));
    }
}

/// Whether a part of a value is interpolated when it is looked up.
fn is_interpolated(value: &Value) -> bool {
    match value {
        Value::Str(string) => string.contains("%{") || string.starts_with("ENC["),
        Value::Array(array) => array.as_slice().iter().any(is_interpolated),
        Value::Hash(hash) => hash.iter().any(|(key, value)| is_interpolated(key) || is_interpolated(value)),
        _ => false,
    }
}
