//! EPP templates that are called with other parameters than they declare.

use std::collections::{HashMap, HashSet};

use bunraku_infer::{constant, fits, type_of_expression};
use bunraku_syntax::ast::{Element, EppParameters, HashEntry, Node, View};
use bunraku_syntax::{SourceKind, parse};

use super::reads::template_file;
use crate::file::GRAMMAR;
use crate::rule::{Findings, rule};

rule! {
    name: "template_parameters",
    severity: Error,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "`epp` passes a parameter that the template does not declare, omits a required one, or passes a value \
     of the wrong type.",
    why: "Compilation fails.",
    wrong: "\
class ntp {
  $content = epp('ntp/ntp.conf.epp', { 'sever' => 'a' })
}
",
    right: "\
class ntp {
  $content = epp('ntp/ntp.conf.epp', { 'server' => 'a' })
}
",
    on: [Manifest, Template],
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let Some(project) = file.project else { return };
    for call in file.calls().iter().filter(|call| call.name == "epp") {
        let Some(node) = call.argument(0) else { continue };
        let Some(name) = constant::string(node) else { continue };
        let Some((module, rest)) = name.split_once('/') else { continue };
        let Some(root) = project.module(module).map(|index| &index.root) else { continue };
        let Some(text) = project.read_template(&template_file(root, call.name, rest)) else { continue };
        let entries: Vec<HashEntry<'_>> = match call.arguments.get(1) {
            None => Vec::new(),
            Some(Element::Pairs(pairs)) => pairs.clone(),
            Some(Element::Value(value)) => match Node::of(*value) {
                Node::Hash(hash) => hash.entries().collect(),
                _ => continue,
            },
        };
        let keys: Option<Vec<_>> =
            entries.iter().map(|entry| Some((*entry, constant::string(entry.key()?)?))).collect();
        let Some(keys) = keys else { continue };
        let tree = parse(&text, SourceKind::Template, GRAMMAR);
        let declared =
            tree.root(&text).children().find_map(EppParameters::cast).and_then(EppParameters::parameters);
        // A template without parameters accepts everything.
        let Some(declared) = declared.filter(|_| tree.errors().is_empty()) else { continue };
        let by_name: HashMap<&str, _> =
            declared.iter().map(|parameter| (parameter.name(), parameter)).collect();
        for (entry, key) in &keys {
            let Some(parameter) = by_name.get(&**key) else {
                let near = findings.suggestion(key, declared.iter().map(|parameter| parameter.name()));
                if let Some(place) = entry.key() {
                    findings.report(place, format!("template `{name}` has no parameter `{key}`{near}"));
                }
                continue;
            };
            let (Some(ty), Some(value)) = (parameter.ty(), entry.value()) else { continue };
            let ty = type_of_expression(ty, Some(project));
            if fits::impossible(&ty, &file.model().ty(value)) {
                let types = &bunraku_edition::PUPPET8.types;
                findings.report(
                    value,
                    format!(
                        "parameter `{key}` of template `{name}` expects {}",
                        bunraku_pcore::notation::notation(types, &ty)
                    ),
                );
            }
        }
        let given: HashSet<&str> = keys.iter().map(|(_, key)| &**key).collect();
        let missing: Vec<&str> = declared
            .iter()
            .filter(|parameter| parameter.default().is_none() && !given.contains(parameter.name()))
            .map(|parameter| parameter.name())
            .collect();
        if !missing.is_empty() {
            findings
                .report(node, format!("template `{name}` expects a value for `{}`", missing.join("`, `")));
        }
    }
}
