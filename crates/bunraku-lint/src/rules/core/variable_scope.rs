//! Variables that the class does not set.

use bunraku_intern::FastSet;

use bunraku_resources::METAPARAMETERS;

use crate::parts::Definition;
use crate::rule::{Findings, rule};
use crate::word::{Kind, Word};

rule! {
    name: "variable_scope",
    severity: Warning,
    enabled: true,
    set: Core,
    repair: None,
    reports: "A class or defined type uses an unqualified variable that it does not set.",
    why: "The name is misspelled, or it is a top-scope variable such as a fact, which should be read with \
     `$facts['name']`.",
    wrong: "\
class hello {
  notice($who)
}
",
    right: "\
class hello ($who) {
  notice($who)
}
",
}

/// Variables that are set in every class and defined type, in addition to the metaparameters.
const ALWAYS: &[&str] = &[
    "name",
    "title",
    "module_name",
    "environment",
    "clientcert",
    "clientversion",
    "servername",
    "serverip",
    "serverversion",
    "caller_module_name",
    "facts",
    "trusted",
    "server_facts",
];

fn check(findings: &mut Findings<'_, '_>) {
    let file = findings.file;
    let mut known: FastSet<&str> = ALWAYS.iter().chain(&METAPARAMETERS).copied().collect();
    for definition in file.definitions() {
        check_definition(definition, &mut known, findings);
    }
}

/// The parameters of a lambda, visible from the line of its bars to that of its closing brace.
struct Lambda<'f> {
    first: u32,
    last: u32,
    names: Vec<&'f str>,
}

fn check_definition<'f>(
    definition: Definition<'f>,
    known: &mut FastSet<&'f str>,
    findings: &mut Findings<'_, 'f>,
) {
    for parameter in definition.parameter_words().into_iter().flatten() {
        let sets = |next: Word<'f>| next.is_any(&[Kind::Comma, Kind::Equals, Kind::RParen]);
        if parameter.is(Kind::Variable) && parameter.next_code().is_some_and(sets) {
            known.insert(parameter.value());
        }
    }
    let mut used = Vec::new();
    let mut lambdas = Vec::new();
    let mut bars: Option<Vec<&'f str>> = None;
    for word in definition.words() {
        match word.kind() {
            Kind::Equals => known.extend(assigned(word)),
            Kind::Variable => match &mut bars {
                Some(names) => names.push(word.value()),
                None => used.push(word),
            },
            Kind::Pipe => match bars.take() {
                None => bars = Some(Vec::new()),
                Some(names) => {
                    lambdas.push(Lambda { first: word.line(), last: end_of_block(word), names });
                }
            },
            _ => {}
        }
    }
    for word in used {
        let name = without_access(word.value());
        let in_lambda = |lambda: &Lambda<'_>| {
            (lambda.first..=lambda.last).contains(&word.line()) && lambda.names.contains(&name)
        };
        if word.value().contains("::")
            || known.contains(name)
            || name.bytes().all(|byte| byte.is_ascii_digit())
            || lambdas.iter().any(in_lambda)
        {
            continue;
        }
        findings.report(word, format!("`${name}` is not set in this {}", definition.noun()));
    }
}

/// The variables that an `=` sets: one, or those in a list.
fn assigned<'f>(equals: Word<'f>) -> Vec<&'f str> {
    let Some(before) = equals.previous_code() else { return Vec::new() };
    match before.kind() {
        Kind::Variable => vec![before.value()],
        Kind::RBrack => {
            let mut names = Vec::new();
            let mut depth = 0;
            for word in std::iter::successors(Some(before), |word| word.previous_code()) {
                match word.kind() {
                    Kind::Variable => names.push(word.value()),
                    Kind::RBrack => depth += 1,
                    Kind::LBrack => depth -= 1,
                    Kind::Comma => {}
                    _ => break,
                }
                if depth == 0 {
                    break;
                }
            }
            names
        }
        _ => Vec::new(),
    }
}

/// The line of the brace that closes the first block after a word.
fn end_of_block(word: Word<'_>) -> u32 {
    let mut depth = 0;
    for word in word.after() {
        match word.kind() {
            Kind::LBrace => depth += 1,
            Kind::RBrace => {
                depth -= 1;
                if depth == 0 {
                    return word.line();
                }
            }
            _ => {}
        }
    }
    word.line()
}

/// The name of a variable without accesses.
fn without_access(value: &str) -> &str {
    match value.find('[') {
        Some(at) if value.ends_with(']') => value.get(..at).unwrap_or(value),
        _ => value,
    }
}
