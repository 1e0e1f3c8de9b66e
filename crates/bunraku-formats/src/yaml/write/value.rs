//! Writes values of the language as YAML.

use bunraku_edition::TypeRules;
use bunraku_pcore::{Value, format::ruby_text};

use super::{Emitter, Node, Scalar, Style};

/// Writes a value as a YAML document, in the layout of Ruby's `to_yaml`. What YAML does not support, such as a type, is
/// written as a string.
pub fn document(rules: &TypeRules, value: &Value) -> String {
    Emitter::new(2, None, false).document(&node(rules, value))
}

fn node(rules: &TypeRules, value: &Value) -> Node {
    Node::Scalar(match value {
        Value::Array(values) => {
            return Node::Sequence(values.iter().map(|value| node(rules, value)).collect());
        }
        Value::Hash(hash) => {
            let entry = |(key, value)| (node(rules, key), node(rules, value));
            return Node::Mapping(hash.iter().map(entry).collect());
        }
        Value::Undef => Scalar::null(),
        Value::Bool(_) | Value::Int(_) | Value::Big(_) => Scalar::plain(ruby_text(rules, value)),
        Value::Float(number) if number.is_nan() => Scalar::plain(".nan".to_owned()),
        Value::Float(number) if number.is_infinite() => {
            Scalar::plain(if *number > 0.0 { ".inf" } else { "-.inf" }.to_owned())
        }
        Value::Float(_) => Scalar::plain(ruby_text(rules, value)),
        Value::Default => Scalar::plain(":default".to_owned()),
        Value::Str(text) => Scalar::string(text, None),
        Value::Regexp(regexp) => Scalar::tagged("!ruby/regexp", regexp.inspect(), Style::Plain),
        other => Scalar::string(&ruby_text(rules, other), None),
    })
}
