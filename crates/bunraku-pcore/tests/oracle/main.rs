//! Compares the crate with the answers of Puppet, which `generate.rb` has recorded in the files next to this one.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests read their cases and measure and start what they test"
)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "what cannot be read here is a mistake in the lists")]

mod parse;

use std::cmp::Ordering;
use std::fs;

use bunraku_edition::TypeRules;
use bunraku_pcore::assignable::assignable;
use bunraku_pcore::common::common;
use bunraku_pcore::compare;
use bunraku_pcore::instance::instance;
use bunraku_pcore::notation::notation;
use bunraku_pcore::{Type, Value, format, infer, text};
use parse::Names;

const RULES: &TypeRules = &TypeRules::PUPPET8;

fn lines(name: &str) -> Vec<String> {
    let path = format!("{}/tests/oracle/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(str::to_string).collect()
}

fn names() -> Names {
    Names::read(&lines("aliases.txt"))
}

fn values(name: &str) -> Vec<(String, Value)> {
    let names = names();
    lines(name).into_iter().map(|line| (line.clone(), names.eval(&line))).collect()
}

fn types() -> Vec<(String, Type)> {
    let as_type = |value| match value {
        Value::Type(ty) => ty,
        value => panic!("{value:?} is no type"),
    };
    values("types.txt").into_iter().map(|(text, value)| (text, as_type(value))).collect()
}

/// Compares the results for all pairs with the recorded matrix, and shows the pairs that differ.
fn check_matrix<A, B>(
    file: &str,
    rows: &[(String, A)],
    columns: &[(String, B)],
    answer: impl Fn(&A, &B) -> char,
) {
    let mut wrong = Vec::new();
    let answers = lines(file);
    assert_eq!(answers.len(), rows.len(), "{file} is not of these rows");
    for ((row_text, row), expected) in rows.iter().zip(&answers) {
        assert_eq!(expected.len(), columns.len(), "{file} is not of these columns");
        for ((column_text, column), expected) in columns.iter().zip(expected.chars()) {
            let actual = answer(row, column);
            let pair = format!("{row_text} <- {column_text}");
            // Puppet failed for this pair, so there is nothing to compare with. Only in the matrix of orders a failure
            // is an answer: the values are not comparable.
            if actual != expected && (expected != 'e' || file == "order.txt") {
                wrong.push(format!("{pair}: {actual}, Puppet says {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{file}: {} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// Compares a list of strings with the recorded ones.
fn check_strings(file: &str, items: &[(String, String)]) {
    let answers = lines(file);
    assert_eq!(answers.len(), items.len(), "{file} is not of these items");
    let mut wrong = Vec::new();
    for ((item, actual), expected) in items.iter().zip(&answers) {
        let actual = actual.replace('\\', "\\\\").replace('\n', "\\n");
        if actual != *expected && expected != "error" && expected != "unstable" {
            wrong.push(format!("{item}\n  is     {actual}\n  Puppet {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{file}: {} differ:\n{}", wrong.len(), wrong.join("\n"));
}

fn bit(answer: bool) -> char {
    if answer { '1' } else { '.' }
}

#[test]
fn assignability() {
    let types = types();
    check_matrix("assignable.txt", &types, &types, |a, b| bit(assignable(RULES, a, b)));
}

#[test]
fn equal_types() {
    let types = types();
    check_matrix("same_type.txt", &types, &types, |a, b| bit(compare::same_type(RULES, a, b)));
}

#[test]
fn instances() {
    let values = values("values.txt");
    check_matrix("instance.txt", &types(), &values, |ty, value| bit(instance(RULES, ty, value)));
}

#[test]
fn notations() {
    let show = |change: &dyn Fn(&Type) -> Type| {
        types().iter().map(|(text, ty)| (text.clone(), notation(RULES, &change(ty)))).collect::<Vec<_>>()
    };
    check_strings("notation.txt", &show(&Type::clone));
    check_strings("generalized.txt", &show(&Type::generalize));
    check_strings("normalized.txt", &show(&|ty| ty.normalize(RULES)));
}

#[test]
fn inferred_types() {
    let show = |infer: fn(&TypeRules, &Value) -> Type| {
        let values = values("values.txt").into_iter();
        values.map(|(text, value)| (text, notation(RULES, &infer(RULES, &value)))).collect::<Vec<_>>()
    };
    check_strings("detailed.txt", &show(infer::detailed));
    check_strings("reduced.txt", &show(infer::reduced));
    check_strings("general.txt", &show(infer::generalized));
}

#[test]
fn values_as_strings() {
    let values = values("values.txt");
    let texts: Vec<_> =
        values.iter().map(|(text, value)| (text.clone(), text::to_text(RULES, value))).collect();
    check_strings("strings.txt", &texts);
    let program = |value| format::convert(RULES, value, Some(&Value::str("%p"))).unwrap();
    let programs: Vec<_> = values.iter().map(|(text, value)| (text.clone(), program(value))).collect();
    check_strings("programs.txt", &programs);
}

#[test]
fn common_types() {
    let names = names();
    let show = |line: String| {
        let (a, b) = line.split_once(" & ").unwrap();
        match (names.eval(a), names.eval(b)) {
            (Value::Type(a), Value::Type(b)) => (line, notation(RULES, &common(RULES, &a, &b))),
            other => panic!("{other:?}"),
        }
    };
    check_strings("common.txt", &lines("pairs.txt").into_iter().map(show).collect::<Vec<_>>());
}

#[test]
fn equality() {
    let values = values("operands.txt");
    check_matrix("equal.txt", &values, &values, |a, b| bit(compare::equal(RULES, a, b)));
}

#[test]
fn order() {
    let values = values("operands.txt");
    let answer = |a: &Value, b: &Value| match compare::compare(RULES, a, b) {
        _ if matches!(a, Value::Type(_)) => '?',
        Ok(Ordering::Less) => '<',
        Ok(Ordering::Equal) => '=',
        Ok(Ordering::Greater) => '>',
        Err(_) => 'e',
    };
    check_matrix("order.txt", &values, &values, answer);
}

#[test]
fn membership() {
    let values = values("operands.txt");
    check_matrix("contains.txt", &values, &values, |a, b| bit(compare::contains(RULES, a, b)));
}

#[test]
fn case_options() {
    let values = values("operands.txt");
    check_matrix("matches.txt", &values, &values, |a, b| bit(compare::matches_option(RULES, a, b)));
}

#[test]
fn new_values_and_formats() {
    let names = names();
    let show = |line: String| {
        let shown = match names.try_eval(&line) {
            Ok(value) => {
                let ty = notation(RULES, &infer::generalized(RULES, &value));
                format!("{ty}: {}", text::to_text(RULES, &value))
            }
            Err(_) => "fails".to_string(),
        };
        (line, shown)
    };
    check_strings("calls_answers.txt", &lines("calls.txt").into_iter().map(show).collect::<Vec<_>>());
}
