//! Unused files of modules.

use bunraku_infer::Manifests;

use crate::rule::{Findings, rule};

rule! {
    name: "unused_file",
    severity: Warning,
    enabled: false,
    set: Semantic,
    repair: None,
    reports: "A file in the folder `files` of a module is not used in the environment. The finding is at the main class \
     of the module.",
    why: "It may be obsolete. Off by default, because other environments may use the module.",
    wrong: "\
class ntp {
  file { '/etc/motd':
    content => 'hello',
  }
}
",
    right: "\
class ntp {
  file { '/etc/motd':
    source => 'puppet:///modules/ntp/motd',
  }
}
",
    example: "manifests/init.pp",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let Some(project) = file.project.filter(|project| project.environment.is_some()) else { return };
    let Some((module, root)) = file.module() else { return };
    if std::path::Path::new(file.path) != root.join("manifests/init.pp") {
        return;
    }
    let Some(class) = file.definitions().find(|class| class.is_class && class.name.value() == module) else {
        return;
    };
    let class = class.name;
    // What cannot be read may use anything.
    if project.uses(|manifests| manifests.broken) {
        return;
    }
    for name in project.files_of(module) {
        let path = format!("{module}/{name}");
        let is_named = |manifests: &Manifests| {
            let folders = path.match_indices('/').map(|(end, _)| path.get(..end).unwrap_or_default());
            let mut names = folders.skip(1).chain([path.as_str()]);
            names.any(|name| {
                manifests.file_names.contains(name) || manifests.file_names.contains(&format!("{name}/"))
            })
        };
        let may_be_named = |manifests: &Manifests| {
            let mut patterns = manifests.file_patterns.iter();
            patterns.any(|(first, last)| path.starts_with(first.as_str()) && path.ends_with(last.as_str()))
        };
        let data = project.data();
        let in_data = data.mentions(&path) || data.mentions(&format!("puppet:///modules/{path}"));
        let base = name.rsplit('/').next().unwrap_or_default();
        let mut words =
            base.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|word| !word.is_empty());
        let in_ruby = words.all(|word| project.mentions(module, word));
        if !in_data && !in_ruby && !project.uses(is_named) && !project.uses(may_be_named) {
            findings.report(class, format!("file `{name}` of module `{module}` is not used"));
        }
    }
}
