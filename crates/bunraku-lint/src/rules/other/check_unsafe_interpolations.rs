//! Variables in the commands of `exec`.

use bunraku_syntax::Syntax;
use bunraku_syntax::ast::{Array, View};

use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "check_unsafe_interpolations",
    severity: Warning,
    enabled: true,
    set: Other,
    repair: None,
    reports: "A variable is in a string that is a command: the title of an `exec`, its `command`, `onlyif` or `unless`.",
    why: "A shell sees whatever the variable holds. A command as a list is not seen by a shell; `shell_escape` makes a value harmless.",
    wrong: "\
exec { 'greet':
  command => \"echo ${who}\",
}
",
    right: "\
exec { 'greet':
  command => ['/bin/echo', $who],
}
",
}

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    for body in file.bodies_of("exec") {
        let commands = ["command", "onlyif", "unless"].into_iter().filter_map(|name| body.attribute(name));
        let values =
            commands.filter_map(|command| command.value()).filter(|value| Array::cast(*value).is_none());
        for value in body.node().title().into_iter().chain(values) {
            report(findings, value);
        }
    }
}

fn report<'f>(findings: &mut Findings<'_, 'f>, value: Syntax<'f>) {
    let (first, last) = (value.range().start, value.range().end);
    let words =
        findings.words().at(first).into_iter().flat_map(|word| [word].into_iter().chain(word.after()));
    let pieces = words.take_while(|word| word.range().start < last);
    for variable in pieces
        .filter(|word| word.is_any(&[Kind::StringStart, Kind::StringMiddle]))
        .filter_map(Word::next_code)
    {
        findings.report(variable, format!("variable `{}` in a command", variable.value()));
    }
}
