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
    reports: "A variable is interpolated into a command: the title of an `exec`, its `command`, `onlyif` or \
     `unless`.",
    why: "The shell interprets whatever the variable contains. Pass the command as an array to avoid the shell, or \
     use `shell_escape`.",
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
        .filter(|word| !is_escaped(*word))
    {
        findings.report(variable, format!("variable `{}` in a command", variable.value()));
    }
}

/// Whether everything that is interpolated goes through `shell_escape`: `${shell_escape($x)}` or `${x.shell_escape}`.
fn is_escaped(first: Word<'_>) -> bool {
    let escapes = |word: Word<'_>| matches!(word.value(), "shell_escape" | "stdlib::shell_escape");
    let code = || std::iter::successors(Some(first), |word| word.next_code());
    let ends = |word: &Word<'_>| word.is_any(&[Kind::StringMiddle, Kind::StringEnd]);
    let inside: Vec<Word<'_>> = code().take_while(|word| !ends(word)).collect();
    let call = match inside.iter().rposition(|word| word.is(Kind::Dot)) {
        _ if escapes(first) => inside.get(1..),
        Some(dot) if inside.get(dot + 1).is_some_and(|word| escapes(*word)) => inside.get(dot + 2..),
        _ => None,
    };
    // Nothing may follow the parentheses of the call.
    call.is_some_and(|rest| match rest {
        [] => true,
        [open, .., close] => {
            let depth = |word: &Word<'_>| i32::from(word.is(Kind::LParen)) - i32::from(word.is(Kind::RParen));
            let mut level = 0;
            let closed = rest.iter().position(|word| {
                level += depth(word);
                level == 0
            });
            open.is(Kind::LParen) && close.is(Kind::RParen) && closed == Some(rest.len() - 1)
        }
        _ => false,
    })
}
