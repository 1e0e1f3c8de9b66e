//! Modules that are used but not declared in the metadata.

use std::collections::HashSet;

use bunraku_infer::{bare, constant, is_of_enterprise};
use bunraku_syntax::ast::{Access, ClassParent, TypeName, View};
use bunraku_syntax::{NodeKind, Syntax};

use crate::declared::included_classes;
use crate::rule::{Findings, rule};

rule! {
    name: "missing_dependency",
    severity: Warning,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "The code uses a class, defined type, function or type of a module that is not listed as a dependency \
     in `metadata.json`.",
    why: "Installing the module does not install the other one. Code that checks with `defined` first is ignored.",
    wrong: "\
class ntp {
  include apache::service
}
",
    right: "\
class ntp {
  include web
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let (Some(project), Some((own, root))) = (file.project, file.module()) else { return };
    // Modules of the site are not published, and do not need such metadata.
    let Some(index) = project.module(own).filter(|index| index.has_metadata) else { return };
    if !std::path::Path::new(file.path).starts_with(root.join("manifests"))
        || file.text().contains("defined(")
    {
        return;
    }
    // Puppet calls a module by its folder, whatever its metadata say.
    let folder = root.file_name().and_then(std::ffi::OsStr::to_str);
    let mut seen = HashSet::new();
    let mut used = Vec::new();
    for call in file.calls().iter() {
        if let Some((module, _)) = call.name.split_once("::") {
            used.push((module.to_owned(), call.name_range, format!("function `{}`", call.name)));
        }
        for (node, name) in included_classes(call) {
            let name = bare(&name).to_owned();
            let module = name.split("::").next().unwrap_or(&name).to_owned();
            used.push((module, node.range(), format!("class `{name}`")));
        }
    }
    for resource in file.declared().iter().copied() {
        if resource.type_name == "class" {
            for (node, name) in resource.titles() {
                let name = bare(&name).to_owned();
                let module = name.split("::").next().unwrap_or(&name).to_owned();
                used.push((module, node.range(), format!("class `{name}`")));
            }
        }
        if let Some((module, _)) = resource.type_name.split_once("::") {
            used.push((
                module.to_owned(),
                resource.type_node.range(),
                format!("defined type `{}`", resource.type_name),
            ));
        }
    }
    for name in file.nodes(NodeKind::TypeName).filter_map(TypeName::cast) {
        if let Some((module, _)) = bare(name.text()).split_once("::") {
            used.push((module.to_lowercase(), name.range(), format!("type `{}`", name.text())));
        }
    }
    let mut class = |node: Syntax<'_>, name: &str| {
        let name = bare(name).to_owned();
        let module = name.split("::").next().unwrap_or(&name).to_owned();
        used.push((module, node.range(), format!("class `{name}`")));
    };
    for parent in file.nodes(NodeKind::ClassParent).filter_map(ClassParent::cast) {
        class(parent.syntax(), parent.name());
    }
    for access in file.nodes(NodeKind::Access).filter_map(Access::cast) {
        if access.target().is_some_and(|target| target.text() == "Class") {
            for key in access.keys() {
                if let Some(name) = constant::string(key) {
                    class(key, &name);
                }
            }
        }
    }
    let plain = |module: &str| {
        !module.is_empty()
            && module.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
    };
    for (module, range, what) in used {
        let built_in = matches!(module.as_str(), "puppet" | "environment" | "settings" | "pcore" | "init");
        let named = module == own || folder == Some(&module) || index.dependencies.contains(&module);
        if plain(&module)
            && !built_in
            && !is_of_enterprise(&module)
            && !named
            && project.site().classes.keys().all(|class| class.split("::").next() != Some(&module))
            && seen.insert(module.clone())
        {
            findings.report(
                range,
                format!(
                    "{what} belongs to module `{module}`, which is not a dependency in \
                 metadata.json"
                ),
            );
        }
    }
}
