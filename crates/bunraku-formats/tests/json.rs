//! JSON as Ruby's library reads and writes it: values, positions, errors and layouts.

#![allow(clippy::unwrap_used, reason = "a test that cannot read its input fails")]

use bunraku_edition::PUPPET8;
use bunraku_formats::json::{self, Layout, NotFinite};
use bunraku_formats::{ErrorKind, Position};
use bunraku_pcore::Value;

fn again(text: &str) -> String {
    json::to_json(&json::read(text).unwrap().value)
}

#[test]
fn values_are_read() {
    assert_eq!(again(" [ 1 , -2.50, 1e3, true, null, \"a\" ] "), "[1,-2.5,1000.0,true,null,\"a\"]");
    assert_eq!(again("{\"a\": 1, \"b\": {}, \"a\": []}"), "{\"a\":[],\"b\":{}}");
    assert_eq!(again("// c\n[/* d */123456789012345678901234567890]"), "[123456789012345678901234567890]");
    assert_eq!(
        again(r#""\b\f\n\r\t\/\\\"\q\u00e9\ud83d\ude00\ud83dabcdef""#),
        "\"\\b\\f\\n\\r\\t/\\\\\\\"qé😀?bcdef\""
    );
    assert_eq!(again(r#"["\ud83d\ud83d", "\ude00"]"#), "[\"🐽\",\"\u{fffd}\"]");
}

#[test]
fn keys_of_the_outermost_object_have_positions() {
    let read = json::read("{\n \"a\": {\"x\": 1},\n \"é\": 1, \"b\": 2,\n \"a\": 3}").unwrap();
    let position = |line, column| Position { line, column };
    assert_eq!(read.positions, [position(4, 2), position(3, 2), position(3, 10)]);
}

#[test]
fn errors_have_positions() {
    let cases = [
        ("", "1:1 expected a value"),
        ("[1 2]", "1:4 expected `,` or `]` after the value"),
        ("[1,]", "1:3 unexpected comma after the last value"),
        ("{\"a\": 1,\n}", "1:8 unexpected comma after the last value"),
        ("{ }}", "1:4 unexpected content after the value"),
        ("{\"a\" 1}", "1:6 expected `:` after the key"),
        ("{a: 1}", "1:2 expected a key in double quotes"),
        ("{\"a\": 1\n \"b\"", "2:2 expected `,` or `}` after the value"),
        ("[1] 2", "1:5 unexpected content after the value"),
        ("\"a", "1:1 this string is never closed"),
        ("\"a\nb\"", "1:3 a control character in a string must be escaped"),
        ("[\"\\ud83dabcde\"]", "1:3 this `\\u` escape is only half of a surrogate pair"),
        ("\"\\u12\"", "1:4 expected four hexadecimal digits after `\\u`"),
        ("[01]", "1:2 expected a number without leading zeros"),
        ("[NaN]", "1:2 expected a value"),
        ("[-Infinity]", "1:2 expected a number without leading zeros"),
        ("/* a", "1:1 this comment is never closed"),
    ];
    for (text, expected) in cases {
        let error = json::read(text).unwrap_err();
        let shown = format!("{}:{} {}", error.position.line, error.position.column, error.message);
        assert_eq!((shown.as_str(), error.kind), (expected, ErrorKind::Syntax), "{text}");
    }
}

#[test]
fn layouts_are_those_of_ruby() {
    let value = json::read(r#"[1,{"a":[],"b":{}}]"#).unwrap().value;
    let write = |layout: Layout| json::write(&PUPPET8.types, &value, layout).unwrap();
    assert_eq!(write(Layout::default()), r#"[1,{"a":[],"b":{}}]"#);
    let pretty = "[\n  1,\n  {\n    \"a\": [\n\n    ],\n    \"b\": {\n    }\n  }\n]";
    assert_eq!(write(Layout::pretty()), pretty);
    let indent = Layout { indent: "  ".to_owned(), ..Layout::default() };
    assert_eq!(write(indent.clone()), r#"[  1,  {    "a":[],    "b":{}}]"#);
    let empty = Layout { object_nl: Some(String::new()), ..indent };
    assert_eq!(write(empty), r#"[  1,  {    "a":[],    "b":{    }  }]"#);
}

#[test]
fn what_json_does_not_have_is_refused_or_written() {
    let write = |not_finite| {
        let layout = Layout { not_finite, ..Layout::default() };
        json::write(&PUPPET8.types, &Value::Float(f64::NAN), layout)
    };
    assert_eq!(write(NotFinite::Refused).unwrap_err().message, "NaN cannot be written as JSON");
    assert_eq!(write(NotFinite::Bare).unwrap(), "NaN");
    assert_eq!(write(NotFinite::Quoted).unwrap(), "\"NaN\"");
    let deep = (0..101).fold(Value::Undef, |value, _| Value::array([value]));
    let error = json::write(&PUPPET8.types, &deep, Layout::default()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Nesting);
}
