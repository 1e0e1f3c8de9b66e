//! `to_yaml`: a value as YAML, as Ruby's Psych and its libyaml write it.

use bunraku_edition::TypeRules;
use bunraku_pcore::format::ruby_text;

use super::{
    ruby::*,
    yaml_emitter::{Emitter, Scalar, Style},
};

pub(crate) static TO_YAML: Builtin = Builtin::new(
    "to_yaml",
    r##"A value as YAML. Options are `indentation`, from 2 to 9, `line_width`, where -1 is without end, `canonical` and
`header`.

```cases
notice(to_yaml({ 'a' => ['x', 'yes', 1.5, undef], 'b' => { 'c' => "two\nlines\n" } }))
notice(to_yaml({ 'a' => { 'b' => 1 } }, { 'indentation' => 4 }))
>> notice "---\na:\n- x\n- 'yes'\n- 1.5\n-\nb:\n  c: |\n    two\n    lines\n"
>> notice "---\na:\n    b: 1\n"
```

```cases
notice(to_yaml('a', 'b'))
>> error 1
```
"##,
    &[Dispatch { signature: "Any $data, Hash $options = {}", run: to_yaml }],
);

pub(crate) fn to_yaml(call: &mut Call<'_>) -> Eval<Value> {
    let option = |name: &str| match call.arg(1) {
        Value::Hash(options) => options.get_str(name).cloned().unwrap_or_default(),
        _ => Value::Undef,
    };
    let width = match option("line_width") {
        Value::Undef => None,
        Value::Int(width) => Some(width),
        other => return expected(call, "`line_width` to be an Integer", Some(&other)),
    };
    let indentation = match option("indentation") {
        Value::Undef => 2,
        Value::Int(indentation) => indentation,
        other => return expected(call, "`indentation` to be an Integer", Some(&other)),
    };
    if width.is_some_and(|width| width < -1) {
        return Err(call.fail("`line_width` is at least 0, or -1 for lines without end"));
    }
    let mut emitter = Emitter::new(indentation, width, truthy(Some(&option("canonical"))));
    if truthy(Some(&option("header"))) {
        emitter.header();
    }
    let limit = width.filter(|width| *width >= 0).map(|width| width as usize);
    let node = node(&call.cx.edition.types, call.arg(0), limit);
    Ok(Value::str(emitter.document(&node)))
}

/// A value as a YAML document with the layout that `to_yaml` has without options.
pub fn yaml(rules: &TypeRules, value: &Value) -> String {
    Emitter::new(2, None, false).document(&node(rules, value, None))
}

/// What is written: scalars with the style that is wished, and collections of them.
pub(crate) enum Node {
    Scalar(Scalar),
    Sequence(Vec<Node>),
    Mapping(Vec<(Node, Node)>),
}

fn node(rules: &TypeRules, value: &Value, width: Option<usize>) -> Node {
    let plain = |text: String| Node::Scalar(Scalar { text, style: Style::Plain, tag: None, quotable: false });
    match value {
        Value::Undef => plain(String::new()),
        Value::Bool(_) | Value::Int(_) | Value::Big(_) => plain(ruby_text(rules, value)),
        Value::Float(number) if number.is_nan() => plain(".nan".to_owned()),
        Value::Float(number) if number.is_infinite() => {
            plain(if *number > 0.0 { ".inf" } else { "-.inf" }.to_owned())
        }
        Value::Float(_) => plain(ruby_text(rules, value)),
        Value::Default => plain(":default".to_owned()),
        Value::Array(values) => {
            Node::Sequence(values.iter().map(|value| node(rules, value, width)).collect())
        }
        Value::Hash(hash) => {
            let entry = |(key, value)| (node(rules, key, width), node(rules, value, width));
            Node::Mapping(hash.iter().map(entry).collect())
        }
        Value::Str(text) => Node::Scalar(string(text, width)),
        Value::Regexp(regexp) => Node::Scalar(Scalar {
            text: regexp.inspect(),
            style: Style::Plain,
            tag: Some("!ruby/regexp"),
            quotable: false,
        }),
        other => Node::Scalar(string(&ruby_text(rules, other), width)),
    }
}

/// A text with the style that Psych wishes for it.
fn string(text: &str, width: Option<usize>) -> Scalar {
    let inner_break =
        text.trim_end_matches('\n').contains('\n') || text.bytes().filter(|byte| *byte == b'\n').count() > 1;
    let (style, tag) = if inner_break {
        (Style::Literal, None)
    } else if text == "<<" {
        (Style::SingleQuoted, Some("!!str"))
    } else if text == "y" || text == "n" {
        (Style::DoubleQuoted, None)
    } else if width.is_some_and(|width| text.chars().count() > width) {
        (Style::Folded, None)
    } else if matches("^[^[:word:]][^\"]*$", text) {
        (Style::DoubleQuoted, None)
    } else if is_other_scalar(text) || matches(r"\A0[0-7]*[89]", text) {
        (Style::SingleQuoted, None)
    } else {
        (Style::Plain, None)
    };
    Scalar { text: text.to_owned(), style, tag, quotable: tag.is_none() }
}

/// Whether a plain text would be read as something that is no text.
fn is_other_scalar(text: &str) -> bool {
    const WORD: &str = r"^[^\d.:-]?[[:alpha:]_\s!@#$%\^&*(){}<>|/\\~;=]+";
    const TIME: &str = r"^-?\d{4}-\d{1,2}-\d{1,2}(?:[Tt]|\s+)\d{1,2}:\d\d:\d\d(?:\.\d*)?(?:\s*(?:Z|[-+]\d{1,2}:?(?:\d\d)?))?$";
    const DATE: &str = r"^\d{4}-(?:1[012]|0\d|\d)-(?:[12]\d|3[01]|0\d|\d)$";
    const FLOAT: &str = r"^(?:[-+]?([0-9][0-9_,]*)?\.[0-9]*([eE][-+][0-9]+)?)$";
    const INTEGER: &str = r"^(?:[-+]?0b[0-1_,]+|[-+]?0[0-7_,]+|[-+]?(?:0|[1-9](?:[0-9]|,[0-9]|_[0-9])*)|[-+]?0x[0-9a-fA-F_,]+)$";
    const SEXAGESIMAL: &str = r"^[-+]?[0-9][0-9_]*(:[0-5]?[0-9]){1,2}(\.[0-9_]*)?$";
    if text.is_empty() {
        return true;
    }
    if matches(WORD, text) || text.contains('\n') {
        if text.chars().count() > 5 || matches("^(?i)[^ytonf~]", text) {
            return false;
        }
        return text == "~" || matches("(?i)^(null|yes|true|on|no|false|off)$", text);
    }
    if matches(TIME, text) {
        return is_date(text.get(..10).unwrap_or(text));
    }
    if matches(DATE, text) {
        return is_date(text);
    }
    if matches(r"(?i)^([-+]?\.inf|\.nan)$", text) || matches("^:.", text) {
        return true;
    }
    if matches(FLOAT, text) {
        return !matches(r"\A[-+]?\.\Z", text);
    }
    matches(SEXAGESIMAL, text) || matches(INTEGER, text)
}

/// Whether there is such a day.
fn is_date(text: &str) -> bool {
    let numbers: Vec<u32> = text.splitn(3, '-').filter_map(|part| part.trim().parse().ok()).collect();
    let [year, month, day] = numbers.as_slice() else { return true };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(day)
}
