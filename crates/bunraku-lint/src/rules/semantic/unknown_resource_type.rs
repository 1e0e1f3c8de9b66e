//! Resource types that do not exist.

use std::collections::HashSet;

use bunraku_infer::is_of_enterprise;

use super::asked::is_asked_for;
use crate::declared::{Taker, taker};
use crate::rule::{Findings, rule};

rule! {
    name: "unknown_resource_type",
    severity: Error,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "The type of a resource does not exist in Puppet or in any module on the modulepath.",
    why: "Compilation fails. A name without a namespace is only reported if all dependencies in `metadata.json` \
     are on the modulepath, because any of them may provide the type.",
    wrong: "\
class ntp {
  ntp::serv { 'a.example.com': }
}
",
    right: "\
class ntp {
  ntp::server { 'a.example.com': }
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let Some(project) = file.project else { return };
    let complete = file.is_complete();
    let mut seen = HashSet::new();
    for resource in file.declared().iter().copied() {
        if resource.type_name == "class" || !seen.insert(resource.type_node.id()) {
            continue;
        }
        let name = resource.type_name;
        let missing = match taker(file, name) {
            Taker::Missing => true,
            Taker::Unknown => {
                complete && !name.contains("::") && project.environment.is_some() && !is_of_enterprise(name)
            }
            _ => false,
        };
        if missing && !is_asked_for(file, resource.type_node.range(), name) {
            let known = bunraku_resources::ResourceType::all().iter().map(|ty| ty.name.as_ref());
            let module = name.split("::").next().and_then(|module| project.module(module));
            let defines =
                module.into_iter().flat_map(|index| index.manifests(&*project.world).defines.keys());
            let near = findings.suggestion(name, known.chain(defines.map(String::as_str)));
            findings.report(resource.type_node, format!("unknown resource type `{name}`{near}"));
        }
    }
}
