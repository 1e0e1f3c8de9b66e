//! Classes and defined types in files where Puppet does not look for them.

use crate::rule::{Findings, rule};

rule! {
    name: "autoloader_layout",
    severity: Error,
    enabled: true,
    set: Core,
    repair: None,
    reports: "A class or defined type is in a file whose path does not match its name.",
    why: "Puppet finds `apache::vhost` in `apache/manifests/vhost.pp` and nowhere else. With `--relative`, the \
     module's folder can have any name.",
    wrong: "\
class ntp::server {
}
",
    right: "\
class ntp {
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    if file.path.is_empty() {
        return;
    }
    for definition in file.definitions() {
        let name = definition.name.value();
        let (module, rest) = name.split_once("::").unwrap_or((name, "init"));
        let inside = format!("manifests/{}.pp", rest.replace("::", "/"));
        let expected = if file.settings.relative { inside } else { format!("/{module}/{inside}") };
        if !file.path.ends_with(&expected) {
            let message =
                format!("{} `{name}` is not in the file where Puppet looks for it", definition.noun());
            findings.report(definition.name, message);
        }
    }
}
