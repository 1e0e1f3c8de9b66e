//! Variables that are not set anywhere.

use std::path::Path;

use bunraku_infer::{Lookup, Visible, bare, erb_uses};

use super::asked::is_asked_for;
use crate::FileFormat;
use crate::rule::{Findings, rule};

rule! {
    name: "unknown_variable",
    severity: Error,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "A variable is read that is never set: not by code that runs before, not by a parent class, and not \
     as a fact.",
    why: "With `strict_variables`, the default in Puppet 8, compilation fails; otherwise the value is `undef`. The \
     name is usually misspelled. List variables that a node classifier sets in `--top-scope-variables`.",
    wrong: "\
class ntp (String $server) {
  notice($sever)
}
",
    right: "\
class ntp (String $server) {
  notice($server)
}
",
    on: [Manifest, Template, Erb],
}

fn check(findings: &mut Findings<'_, '_>) {
    match findings.file.kind {
        FileFormat::Erb => erb(findings),
        _ => code(findings),
    }
}

fn code(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let model = file.model();
    for one in &model.uses {
        let Visible::Nothing(looked) = &one.visible else { continue };
        let bare = bare(one.name);
        if file.settings.top_scope_variables.iter().any(|name| name.trim_start_matches('$') == bare)
            || is_asked_for(file, one.node.range(), &format!("${}", one.name))
        {
            continue;
        }
        let set = model
            .variables
            .iter()
            .filter(|variable| model.body_of(variable.scope) == model.body_of(one.scope));
        let near = if bare.contains("::") {
            String::new()
        } else {
            findings.suggestion(one.name, set.map(|variable| variable.name))
        };
        let message = if looked.starts_with("there is no") {
            format!("unknown variable `${}`: {looked}", one.name)
        } else {
            format!("unknown variable `${}`: not set in {looked}{near}", one.name)
        };
        findings.report(one.node, message);
    }
}

/// Checks an ERB template, whose variables are those of the code that renders it.
fn erb(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let (Some(project), Some((module, root))) = (file.project, file.module()) else { return };
    let Ok(inside) = Path::new(file.path).strip_prefix(root.join("templates")) else { return };
    let name = format!("{module}/{}", inside.to_string_lossy());
    let mut callers = Vec::new();
    for (owner, _) in project.module_folders() {
        let Some(index) = project.module(owner) else { continue };
        let manifests = index.manifests(&*project.world);
        // Code that renders templates by computed names may render this one with other variables.
        if owner == module && (manifests.has_dynamic_templates || manifests.broken) {
            return;
        }
        callers.extend(manifests.template_calls.iter().filter(|call| call.template == name));
    }
    if callers.is_empty() {
        return;
    }
    for one in erb_uses(file.text()) {
        let known = |name: &str| {
            ["title", "name", "module_name", "scope", "facts", "trusted", "environment", "server_facts"]
                .contains(&name)
                || project.is_fact(name)
                || project.site().top_variables.contains(name)
                || project.is_read_as_fact(name)
        };
        let sets = |call: &&bunraku_infer::TemplateCall| {
            call.variables.contains(one.name)
                || call.owner.as_ref().is_none_or(|owner| inherits(file, owner, one.name))
        };
        if !known(one.name) && !callers.iter().any(sets) {
            let who = callers.first().and_then(|call| call.owner.clone()).unwrap_or_default();
            let near = findings.suggestion(
                one.name,
                callers.iter().flat_map(|call| call.variables.iter().map(String::as_str)),
            );
            let severity = bunraku_diag::Severity::Warning;
            findings.report_as(
                severity,
                one.range,
                format!(
                    "unknown variable `@{}`: not set in `{who}`, which renders the template{near}",
                    one.name
                ),
            );
        }
    }
}

/// Whether a class may have a variable from a parent.
fn inherits(file: &crate::File<'_>, class: &str, variable: &str) -> bool {
    let mut at = class.to_owned();
    for _ in 0..20 {
        match file.class(&at) {
            Lookup::Found(class) => {
                if class.variables.contains(variable) || class.parameter(variable).is_some() {
                    return true;
                }
                match &class.parent {
                    Some(parent) => at = parent.clone(),
                    None => return false,
                }
            }
            // A defined type has no parent.
            Lookup::Missing => return false,
            Lookup::Unknown => return true,
        }
    }
    true
}
