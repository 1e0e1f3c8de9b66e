//! Shell built-ins that exec would run as programs.

use bunraku_infer::constant;
use bunraku_syntax::ast::Attribute;

use crate::rule::{Findings, rule};

rule! {
    name: "exec_shell",
    severity: Warning,
    enabled: true,
    set: Semantic,
    repair: None,
    reports: "An `exec` runs a shell built-in, such as `cd` or `if`, without `provider => shell`.",
    why: "The default provider looks for a program of that name and does not find it.",
    wrong: "\
class ntp {
  exec { 'keys': command => 'cd /etc/ntp && make', path => '/usr/bin', creates => '/etc/ntp/keys' }
}
",
    right: "\
class ntp {
  exec { 'keys': command => 'cd /etc/ntp && make', path => '/usr/bin', creates => '/etc/ntp/keys', provider => shell }
}
",
}

const BUILT_IN: &[&str] = &[
    "if", "for", "while", "until", "case", "cd", "source", ".", "export", "set", "unset", "ulimit", "umask",
    "alias", "eval", "exec", "{", "(", "[[",
];

fn check(findings: &mut Findings<'_, '_>) {
    for resource in findings.file.declared().iter().copied().filter(|resource| resource.type_name == "exec") {
        if resource.has_splat() || resource.attribute("provider").is_some() {
            continue;
        }
        let names: &[&str] = &["command", "unless", "onlyif"];
        let mut nodes: Vec<_> =
            names.iter().filter_map(|name| resource.attribute(name).and_then(Attribute::value)).collect();
        if resource.attribute("command").is_none() {
            nodes.extend(resource.body.title());
        }
        for node in nodes {
            let Some(text) = constant::string(node) else { continue };
            let word = text.split_whitespace().next().unwrap_or("");
            let word = if word.starts_with('(') { "(" } else { word };
            if BUILT_IN.contains(&word) && text.split_whitespace().count() > 1 {
                findings.report(node, format!("`{word}` is a shell built-in; add `provider => shell`"));
            }
        }
    }
}
