//! Data types that do not exist.

use bunraku_infer::{Lookup, bare, is_of_enterprise};
use bunraku_pcore::construct::named;
use bunraku_syntax::NodeKind;
use bunraku_syntax::ast::{TypeAlias, TypeName, View};

use super::asked::is_asked_for;
use crate::rule::{Findings, rule};

rule! {
    name: "unknown_type",
    severity: Error,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "A data type is used that does not exist in Puppet or in any module on the modulepath.",
    why: "Compilation fails, with a message about a resource type.",
    wrong: "\
class ntp (
  Integr $port = 123,
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
    let Some(project) = file.project else { return };
    let own: Vec<String> = file
        .root()
        .descendants()
        .filter_map(TypeAlias::cast)
        .filter_map(|alias| alias.left())
        .map(|left| left.text().to_lowercase())
        .collect();
    let own_types = project.has_own_types();
    let complete = file.is_complete() && !own_types;
    for name in file.nodes(NodeKind::TypeName).filter_map(TypeName::cast) {
        let string = name.text();
        let lower = bare(string).to_lowercase();
        let rules = &bunraku_edition::PUPPET8.types;
        if named(rules, string).is_some()
            || own.contains(&lower)
            || project.is_resource_type(&lower)
            || file.local().defines.contains_key(&lower)
        {
            continue;
        }
        let missing = match project.alias(&lower) {
            Lookup::Found(_) => false,
            Lookup::Missing => project.define(&lower).is_missing(),
            // A name without a namespace is a type of Puppet or a resource type, unless the environment has types. Without an
            // environment, a resource type may be anywhere.
            Lookup::Unknown => {
                !lower.contains("::")
                    && complete
                    && (in_parameter(name.syntax())
                        || project.environment.is_some() && !is_of_enterprise(&lower))
            }
        };
        let module_type = lower
            .split("::")
            .next()
            .is_some_and(|module| matches!(module, "puppet" | "init" | "pcore" | "bolt"));
        if missing && !module_type && !is_asked_for(file, name.range(), &lower) {
            let names = [
                "Integer",
                "String",
                "Boolean",
                "Array",
                "Hash",
                "Optional",
                "Variant",
                "Enum",
                "Pattern",
                "Float",
                "Numeric",
                "Struct",
                "Tuple",
                "Sensitive",
                "Undef",
                "Any",
                "Data",
                "Scalar",
                "Regexp",
                "Timespan",
            ];
            let near = findings.suggestion(string, names);
            findings.report(name.range(), format!("unknown type `{string}`{near}"));
        }
    }
}

/// Whether a name is in the type of a parameter.
fn in_parameter(node: bunraku_syntax::Syntax<'_>) -> bool {
    let mut around = node.ancestors().skip_while(|node| node.kind() == NodeKind::Access);
    around.next().is_some_and(|node| node.kind() == NodeKind::Parameter)
}
