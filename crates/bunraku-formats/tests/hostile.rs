//! Input that is nested very deeply or consists of odd pieces must be an error or a value, without a crash and quickly.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests read their cases and measure and start what they test"
)]

use bunraku_formats::{ErrorKind, hocon, json, yaml};
use bunraku_pcore::{
    Value,
    watch::{Ended, Watch},
};

const MANY: usize = 100_000;

/// Returns why a document cannot be read.
type Read = fn(&str) -> Option<ErrorKind>;

/// The outcome of a reader on a thread with a small stack, in kilobytes.
fn outcome(stack: usize, text: String, read: Read) -> Option<ErrorKind> {
    let thread = std::thread::Builder::new().stack_size(stack * 1024);
    thread.spawn(move || read(&text)).unwrap().join().unwrap()
}

#[test]
fn deeply_nested_json_is_an_error() {
    let read = |text: &str| json::read(text).err().map(|error| error.kind);
    for text in ["[", "{\"a\":", "[{\"a\":", "[1,"] {
        assert_eq!(outcome(64, text.repeat(MANY), read), Some(ErrorKind::Nesting), "{text}");
    }
    let closed = "[".repeat(MANY) + &"]".repeat(MANY);
    assert_eq!(outcome(64, closed, read), Some(ErrorKind::Nesting));
    let deepest = "[".repeat(json::MAX_DEPTH) + &"]".repeat(json::MAX_DEPTH);
    assert_eq!(outcome(64, deepest, read), None);
}

#[test]
fn deeply_nested_yaml_is_an_error() {
    let read = |text: &str| yaml::read_with_positions(text).err().map(|error| error.kind);
    for text in ["[", "{a: ", "- ", "? ", "[!a,", "? [", "[[],"] {
        assert_eq!(outcome(128, text.repeat(MANY), read), Some(ErrorKind::Nesting), "{text}");
    }
    let lines: String = (0..1_000).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
    assert_eq!(outcome(128, lines, read), Some(ErrorKind::Nesting));
    let deepest = "[".repeat(yaml::MAX_DEPTH) + &"]".repeat(yaml::MAX_DEPTH);
    assert_eq!(outcome(128, deepest, read), None);
    let laughs: String = (1..30).map(|n| format!("a{n}: &a{n} [*a{m}, *a{m}, *a{m}]\n", m = n - 1)).collect();
    assert_eq!(outcome(128, format!("a0: &a0 x\n{laughs}"), read), Some(ErrorKind::Size));
}

#[test]
fn deeply_nested_hocon_is_an_error() {
    let read = |text: &str| hocon::read(text).err().map(|error| error.kind);
    for (before, text, after) in
        [("", "a{", ""), ("a=", "[", ""), ("", "a.", "a=1"), ("", "a.a.a.a.a.a.a.a.a.a{", "")]
    {
        let whole = format!("{before}{}{after}", text.repeat(MANY));
        assert_eq!(outcome(1024, whole, read), Some(ErrorKind::Nesting), "{text}");
    }
    for text in ["x=${x}\n", "x+=1\n"] {
        assert_eq!(outcome(1024, text.repeat(MANY / 10), read), Some(ErrorKind::Size), "{text}");
    }
}

#[test]
fn aliases_as_keys_count_with_their_size() {
    let laughs: String = (1..40).map(|n| format!("a{n}: &a{n} {{? *a{m} : *a{m}}}\n", m = n - 1)).collect();
    let read = |text: &str| yaml::read(text).err().map(|error| error.kind);
    assert_eq!(read(&format!("a0: &a0 {{x: y}}\n{laughs}")), Some(ErrorKind::Size));
}

#[test]
fn many_objects_of_one_key_are_merged() {
    let text: String = (0..2_000).map(|n| format!("a = {{ k{n} = {n}, same {{ x{n} = 1 }} }}\n")).collect();
    let Value::Hash(root) = hocon::read(&text).unwrap() else { panic!("not a hash") };
    let Some(Value::Hash(merged)) = root.get_str("a") else { panic!("not a hash") };
    assert_eq!(merged.len(), 2_001);
    // The keys of what is written last come first.
    assert_eq!(merged.get_index(0).and_then(|(key, _)| key.as_str()), Some("k1999"));
}

#[test]
fn long_strings_that_are_referred_to_often_are_an_error() {
    let read = |text: String| hocon::read(&text).err().map(|error| error.kind);
    let long = "x".repeat(1_000_000);
    assert_eq!(read(format!("b = \"{long}\"\na = {}", "${b}".repeat(300))), Some(ErrorKind::Size));
}

#[test]
fn texts_of_odd_pieces_are_read_or_refused() {
    let pieces = [
        "!",
        "!a",
        ",",
        "[",
        "]",
        "{",
        "}",
        ":",
        " ",
        "\n",
        "- ",
        "? ",
        "'",
        "\"",
        "#",
        "a",
        "&x",
        "*x",
        "|",
        ">",
        "---",
        "...",
        "!<x>",
        "!!str",
        "%",
        "\u{85}",
        "%YAML 1.1\n",
        "%TAG ! a\n",
        "\\x4",
        "\\u12",
        "\\",
        "!a%41",
        "!<",
        "\t",
        "\r",
        "\u{feff}",
        "\0",
        "é",
        "\u{1F600}",
        "|+",
        ">-",
        "|2",
        "<<: *x\n",
        "\n  ",
        "\u{2028}",
        "=",
        "+=",
        "${a}",
        "${?a}",
        "include",
        "\"\"\"",
        "//",
        "/*",
        "*/",
        "1e5",
        "null",
        "a.b",
        "!!binary ",
        "!!omap ",
        "2020-01-01",
        ":x",
        "!%c3%a9",
        "\\ud800",
    ];
    let mut state = 88_172_645_463_325_252_u64;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).unwrap()
    };
    for _ in 0..10_000 {
        let text: String = (0..1 + next(14)).map(|_| pieces[next(pieces.len())]).collect();
        let _ = (yaml::read(&text), json::read(&text), hocon::read(&text));
    }
}

#[test]
fn readers_end_when_they_may_take_no_more() {
    let readers: [(&str, String, Read); 3] = [
        ("json", format!("[{}1]", "1,".repeat(MANY)), |text| json::read(text).err().map(|error| error.kind)),
        ("yaml", "- a\n".repeat(MANY), |text| yaml::read(text).err().map(|error| error.kind)),
        ("hocon", format!("a = [{}1]", "1,".repeat(MANY)), |text| {
            hocon::read(text).err().map(|error| error.kind)
        }),
    ];
    for (format, text, read) in &readers {
        assert_eq!(read(text), None, "{format}");
        let watch = Watch::new(|bytes| (bytes > 1 << 20).then_some(Ended::Memory));
        assert_eq!(read(text), Some(ErrorKind::Ended), "{format}");
        drop(watch);
        let watch = Watch::new(|_| Some(Ended::Time));
        assert_eq!(read(text), Some(ErrorKind::Ended), "{format}");
        drop(watch);
    }
}

#[test]
fn characters_at_the_ends_of_pieces_stay_whole() {
    for blanks in 0..4 {
        let text = format!("{}- \"{}\"\n", "#".repeat(blanks) + "\n", "€".repeat(20_000));
        let value = yaml::read(&text).unwrap().value;
        assert_eq!(value, Value::array([Value::str("€".repeat(20_000))]), "{blanks}");
    }
}

#[test]
fn numbers_without_end_are_refused() {
    let digits = "9".repeat(MANY);
    assert_eq!(json::read(&digits).err().map(|error| error.kind), Some(ErrorKind::Size));
    assert!(yaml::read(&digits).is_err());
}
