//! Unused templates.

use bunraku_infer::Manifests;

use crate::rule::{Findings, rule};

rule! {
    name: "unused_template",
    severity: Warning,
    enabled: false,
    set: Semantic,
    repair: None,
    reports: "A template is never rendered in the environment.",
    why: "It may be obsolete. Off by default, because other environments may use the module.",
    wrong: "\
<%= $a %>
",
    right: "\
",
    on: [Template, Erb],
    example: "templates/forgotten.epp",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let Some(project) = file.project.filter(|project| project.environment.is_some()) else { return };
    let Some((module, root)) = file.module() else { return };
    let Ok(inside) = std::path::Path::new(file.path).strip_prefix(root.join("templates")) else { return };
    let name = format!("{module}/{}", inside.to_string_lossy());
    // The extension may be omitted in calls to `epp`.
    let short = name.strip_suffix(".epp").unwrap_or(&name);
    let named =
        |manifests: &Manifests| manifests.file_names.contains(&name) || manifests.file_names.contains(short);
    let mentioned = project.uses(named) || project.uses(|manifests| manifests.has_dynamic_templates);
    if !mentioned && !file.text().trim().is_empty() && !project.data().mentions(&name) {
        findings.report(bunraku_diag::TextRange::at(0), format!("template `{name}` is never rendered"));
    }
}
