//! `to_yaml`: writes a value as YAML, as Ruby's Psych does.

use bunraku_diag::codes;
use bunraku_edition::TypeRules;
use bunraku_formats::yaml::write::{Emitter, Node, Scalar, Style};
use bunraku_pcore::format::ruby_text;

use super::ruby::*;
use objects::Objects;

mod objects;

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
)
.thorough()
.before([8, 2, 0], Older::Builtin(&TO_YAML_BEFORE_8_2));

static TO_YAML_BEFORE_8_2: Builtin = Builtin::new(
    "to_yaml",
    "A value as YAML. Options have no effect.",
    &[Dispatch {
        signature: "Any $data, Hash $options = {}",
        run: |call| Ok(Value::str(yaml(&call.cx.edition.types, call.arg(0)))),
    }],
)
.before([6, 6, 0], Older::Code);

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
    let mut objects = Objects::new(&call.cx.edition.types, limit);
    let node = node(&mut objects, call.arg(0));
    if let Some(what) = objects.unfit {
        let (body, range) = (call.body, call.range);
        let message = format!("`{}` cannot write {what} as the object that it is for Ruby", call.name);
        return Err(call.cx.error(codes::NOT_SUPPORTED, body, range, message));
    }
    Ok(Value::str(emitter.document(&node)))
}

/// Writes a value as a YAML document, with the layout that `to_yaml` uses without options.
pub fn yaml(rules: &TypeRules, value: &Value) -> String {
    Emitter::new(2, None, false).document(&node(&mut Objects::new(rules, None), value))
}

fn node(objects: &mut Objects<'_>, value: &Value) -> Node {
    let rules = objects.rules();
    let plain = |text: String| Node::Scalar(Scalar::plain(text));
    match value {
        Value::Undef => Node::Scalar(Scalar::null()),
        Value::Bool(_) | Value::Int(_) | Value::Big(_) => plain(ruby_text(rules, value)),
        Value::Float(number) if number.is_nan() => plain(".nan".to_owned()),
        Value::Float(number) if number.is_infinite() => {
            plain(if *number > 0.0 { ".inf" } else { "-.inf" }.to_owned())
        }
        Value::Float(_) => plain(ruby_text(rules, value)),
        Value::Default => plain(":default".to_owned()),
        Value::Array(values) => match objects.meet(value) {
            Ok(anchor) => {
                let items = values.iter().map(|value| node(objects, value)).collect();
                Node::Anchored(anchor, Box::new(Node::Sequence(items)))
            }
            Err(alias) => alias,
        },
        Value::Hash(hash) => match objects.meet(value) {
            Ok(anchor) => {
                let entry = |(key, value)| (node(objects, key), node(objects, value));
                Node::Anchored(anchor, Box::new(Node::Mapping(hash.iter().map(entry).collect())))
            }
            Err(alias) => alias,
        },
        Value::Str(text) => Node::Scalar(Scalar::string(text, objects.width())),
        Value::Regexp(regexp) => Node::Scalar(Scalar::tagged("!ruby/regexp", regexp.inspect(), Style::Plain)),
        other => match objects.of(other) {
            Some(object) => object,
            None => Node::Scalar(Scalar::string(&ruby_text(rules, other), objects.width())),
        },
    }
}
