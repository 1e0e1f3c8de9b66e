//! The sentences about values that are not instances of the expected type.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "an expression that cannot be parsed is a mistake in the test"
)]

#[path = "oracle/parse.rs"]
mod parse;

use bunraku_edition::TypeRules;
use bunraku_pcore::describe::{Signature, Step, describe_arguments, describe_parameters, describe_value};
use bunraku_pcore::{Type, Value, infer};
use parse::Names;

const RULES: &TypeRules = &TypeRules::PUPPET8;

fn names() -> Names {
    let aliases = [
        "type Port = Integer[1, 65535]",
        "type Host = Struct[{name => String[1], Optional[port] => Port}]",
        "type Level = Variant[Enum['low', 'high'], Integer[0, 9]]",
    ];
    Names::read(&aliases.map(str::to_string))
}

fn ty(text: &str) -> Type {
    match names().eval(text) {
        Value::Type(ty) => ty,
        value => panic!("{value:?}"),
    }
}

fn check(expected: &str, value: &str, sentences: &[&str]) {
    let path = vec![Step::Parameter("x".into())];
    let found = describe_value(RULES, path, &ty(expected), &names().eval(value));
    let found: Vec<String> = found.iter().map(|mismatch| mismatch.text(RULES)).collect();
    assert_eq!(found, sentences, "{expected} <- {value}");
}

#[test]
fn plain_types() {
    check("Integer", "1", &[]);
    check("Integer", "'a'", &["parameter 'x' expects an Integer value, got String"]);
    check("Integer[1, 5]", "9", &["parameter 'x' expects an Integer[1, 5] value, got Integer[9, 9]"]);
    check("String[3]", "'a'", &["parameter 'x' expects a String[3] value, got String"]);
    check("Undef", "1", &["parameter 'x' expects an Undef value, got Integer"]);
    check("Boolean[true]", "false", &["parameter 'x' expects a Boolean[true] value, got Boolean[false]"]);
    check("Type[Integer]", "String", &["parameter 'x' expects a Type[Integer] value, got Type[String]"]);
}

#[test]
fn alternatives() {
    check(
        "Optional[Integer]",
        "'a'",
        &["parameter 'x' expects a value of type Undef or Integer, got String"],
    );
    check(
        "Variant[Integer, Boolean]",
        "'a'",
        &["parameter 'x' expects a value of type Integer or Boolean, got String"],
    );
    check(
        "Variant[Integer, Boolean, Undef, Float]",
        "'a'",
        &["parameter 'x' expects a value of type Undef, Integer, Boolean, or Float, got String"],
    );
    check(
        "Variant[Array[Integer], String]",
        "1",
        &["parameter 'x' expects a value of type Array or String, got Integer"],
    );
    check(
        "Variant[Array[Integer], Hash[String, Integer]]",
        "['a']",
        &[
            "parameter 'x' index 0 expects an Integer value, got String",
            "parameter 'x' expects a Hash value, got Tuple",
        ],
    );
}

#[test]
fn enums_and_patterns() {
    check("Enum['a', 'b']", "'c'", &["parameter 'x' expects a match for Enum['a', 'b'], got 'c'"]);
    check("Optional[Enum['a']]", "'c'", &["parameter 'x' expects undef or a match for Enum['a'], got 'c'"]);
    check("Pattern[/^a/]", "'c'", &["parameter 'x' expects a match for Pattern[/^a/], got 'c'"]);
    check("Enum['a', 'b']", "1", &["parameter 'x' expects a match for Enum['a', 'b'], got Integer"]);
}

#[test]
fn parts_of_collections() {
    check("Array[Integer]", "[1, 'a', 2]", &["parameter 'x' index 1 expects an Integer value, got String"]);
    check(
        "Hash[String, Array[Integer]]",
        "{'web01' => [1, 2, 3, 'a']}",
        &["parameter 'x' entry 'web01' index 3 expects an Integer value, got String"],
    );
    check(
        "Hash[Enum['a'], Integer]",
        "{'b' => 1}",
        &["parameter 'x' key of entry 'b' expects a match for Enum['a'], got 'b'"],
    );
    check("Tuple[Integer, String]", "[1, 2]", &["parameter 'x' index 1 expects a String value, got Integer"]);
    check("Tuple[Integer, String]", "[1]", &["parameter 'x' expects 2 elements, got 1"]);
    check("Array[Integer, 1, 3]", "[]", &["parameter 'x' expects 1 to 3 elements, got none"]);
    check("Hash[String, Integer, 2]", "{'a' => 1}", &["parameter 'x' expects at least 2 elements, got 1"]);
}

#[test]
fn structs() {
    check(
        "Struct[{'a' => Integer, 'b' => String}]",
        "{'a' => 'x', 'c' => 1}",
        &[
            "parameter 'x' entry 'a' expects an Integer value, got String",
            "parameter 'x' is missing the key 'b'",
            "parameter 'x' has an unknown key 'c'",
        ],
    );
    check(
        "Array[Host]",
        "[{'name' => 'a'}, {'name' => 'b', 'port' => 0}]",
        &["parameter 'x' index 1 entry 'port' expects a Port = Integer[1, 65535] value, got Integer[0, 0]"],
    );
}

#[test]
fn aliases() {
    check("Port", "0", &["parameter 'x' expects a Port = Integer[1, 65535] value, got Integer[0, 0]"]);
    check(
        "Level",
        "99",
        &[
            "parameter 'x' expects a Level = Variant[Enum['high', 'low'], Integer[0, 9]] value, got Integer[99, 99]",
        ],
    );
    check("Array[Unknown]", "[1]", &["parameter 'x' index 0 expects an Unknown value, got Integer"]);
}

fn signature(text: &str, names: &[&str]) -> Signature {
    match ty(text) {
        Type::Callable(Some(callable)) => Signature {
            callable: (*callable).clone(),
            names: names.iter().map(|name| (*name).into()).collect(),
        },
        ty => panic!("{ty:?}"),
    }
}

fn check_arguments(signatures: &[Signature], args: &str, sentences: &[&str]) {
    let Value::Array(args) = names().eval(args) else { panic!("{args}") };
    let args: Vec<Type> = args
        .iter()
        .map(|arg| match arg {
            Value::Type(block @ Type::Callable(_)) => block.clone(),
            arg => infer::detailed(RULES, arg),
        })
        .collect();
    let found = describe_arguments(RULES, signatures, &args);
    let found: Vec<String> = found.iter().map(|mismatch| mismatch.text(RULES)).collect();
    assert_eq!(found, sentences, "{args:?}");
}

#[test]
fn arguments() {
    let one = [signature("Callable[Integer, String, 1, 2]", &["number", "text"])];
    check_arguments(&one, "[1]", &[]);
    check_arguments(&one, "['a']", &["parameter 'number' expects an Integer value, got String"]);
    check_arguments(&one, "[]", &["expects 1 to 2 arguments, got none"]);
    check_arguments(&one, "[1, Callable]", &["takes no block"]);
    let two = [
        signature("Callable[Integer]", &["number"]),
        signature("Callable[String]", &["number"]),
        signature("Callable[Array, Callable[1, 1]]", &["values"]),
    ];
    check_arguments(
        &two[..2],
        "[true]",
        &["parameter 'number' expects a value of type Integer or String, got Boolean"],
    );
    check_arguments(
        &two,
        "[[1]]",
        &[
            "parameter 'number' expects an Integer value, got Tuple",
            "parameter 'number' expects a String value, got Tuple",
            "is missing a block",
        ],
    );
    check_arguments(&two, "[1, 2]", &["expects 1 argument, got 2"]);
    check_arguments(&two[2..], "[[1], Callable[2, 2]]", &["block expects 1 argument, got 2"]);
}

#[test]
fn parameters() {
    let Type::Struct(params) = ty("Struct[{'port' => Port, 'name' => String, Optional['x'] => Any}]") else {
        panic!("no struct");
    };
    let Value::Hash(given) = names().eval("{'port' => 'a', 'nam' => 'b'}") else { panic!("no hash") };
    let found: Vec<String> =
        describe_parameters(RULES, &params, &given).iter().map(|mismatch| mismatch.text(RULES)).collect();
    assert_eq!(
        found,
        [
            "has no parameter named 'nam'",
            "parameter 'port' expects a Port = Integer[1, 65535] value, got String",
            "is missing a value for the parameter 'name'",
        ]
    );
}
