//! Parameters in commands.

use bunraku_syntax::ast::View;

use super::security::{resources, values};
use crate::rule::{Findings, rule};

rule! {
    name: "security_class_or_define_parameter_in_exec",
    severity: Error,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A parameter of the class or defined type is interpolated into the `command` of an `exec`.",
    why: "The shell interprets whatever the parameter contains.",
    wrong: "\
class web (
  String $who,
) {
  exec { 'greet':
    command => \"/bin/echo ${who}\",
  }
}
",
    right: "\
class web (
  String $who,
) {
  exec { 'greet':
    command => ['/bin/echo', $who],
  }
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for body in resources(file, &["exec"]) {
        let range = body.node().range();
        let around = file.definitions().filter(|definition| definition.node().range().contains(range));
        let around: Vec<_> = around.collect();
        // Outside definitions, the value of a variable also comes from elsewhere.
        let anything = around.is_empty();
        let names: Vec<&str> = around
            .iter()
            .flat_map(|definition| definition.parameters())
            .map(|parameter| parameter.name())
            .collect();
        for word in values(body, "command") {
            if word.kind().is_variable() && (anything || names.contains(&word.value())) {
                findings.report(word, format!("parameter `{}` in a command", word.value()));
            }
        }
    }
}
