//! Documents as they are written: strings are borrowed from the text, and objects are lists of entries.

use std::borrow::Cow;

use bunraku_diag::json::{integer, quote};
use bunraku_pcore::number::float_text;
use num_bigint::BigInt;

use super::{Accepted, Build, read_with};
use crate::Error;

/// A value of a document.
#[derive(Debug, Clone, PartialEq)]
pub enum Tree<'t> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number without a fraction that fits in 64 bits.
    Int(i64),
    /// A number without a fraction that does not fit in 64 bits.
    Big(Box<BigInt>),
    /// A number with a fraction or an exponent.
    Float(f64),
    /// A string.
    Str(Cow<'t, str>),
    /// The elements of an array.
    Array(Vec<Tree<'t>>),
    /// The entries of an object, with all duplicates.
    Object(Vec<(Cow<'t, str>, Tree<'t>)>),
}

impl<'t> Tree<'t> {
    /// Reads a document.
    pub fn read(text: &'t str) -> Result<Tree<'t>, Error> {
        read_with(text, Accepted::default(), &mut Trees).map_err(|failure| failure.error(text))
    }

    /// The entry of an object: the last one of this name counts.
    pub fn get(&self, name: &str) -> Option<&Tree<'t>> {
        match self {
            Tree::Object(entries) => {
                entries.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    /// Writes it on one line, like [`to_json`](super::to_json), but with the keys of all objects sorted: short ones
    /// first, then by their bytes.
    pub fn write_sorted(&self, out: &mut String) {
        match self {
            Tree::Null => out.push_str("null"),
            Tree::Bool(true) => out.push_str("true"),
            Tree::Bool(false) => out.push_str("false"),
            Tree::Int(number) => integer(*number, out),
            Tree::Big(number) => out.push_str(&number.to_string()),
            Tree::Float(number) if number.is_finite() => out.push_str(&float_text(*number)),
            Tree::Float(number) => quote(&float_text(*number), out),
            Tree::Str(text) => quote(text, out),
            Tree::Array(values) => {
                out.push('[');
                for (index, value) in values.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    value.write_sorted(out);
                }
                out.push(']');
            }
            Tree::Object(entries) => write_entries(entries, out),
        }
    }
}

fn write_entries(entries: &[(Cow<'_, str>, Tree<'_>)], out: &mut String) {
    let mut sorted: Vec<&(Cow<'_, str>, Tree<'_>)> = entries.iter().collect();
    // The sort is stable: of equal keys the last one is the one that counts.
    sorted.sort_by(|(a, _), (b, _)| (a.len(), a).cmp(&(b.len(), b)));
    out.push('{');
    let mut is_first = true;
    for (index, (key, value)) in sorted.iter().enumerate() {
        if sorted.get(index + 1).is_some_and(|(next, _)| next == key) {
            continue;
        }
        if !is_first {
            out.push(',');
        }
        is_first = false;
        quote(key, out);
        out.push(':');
        value.write_sorted(out);
    }
    out.push('}');
}

struct Trees;

impl<'t> Build<'t> for Trees {
    type Value = Tree<'t>;
    type Array = Vec<Tree<'t>>;
    type Object = Vec<(Cow<'t, str>, Tree<'t>)>;

    fn null(&mut self) -> Tree<'t> {
        Tree::Null
    }

    fn bool(&mut self, bool: bool) -> Tree<'t> {
        Tree::Bool(bool)
    }

    fn integer(&mut self, number: i64) -> Tree<'t> {
        Tree::Int(number)
    }

    fn big(&mut self, number: BigInt) -> Tree<'t> {
        Tree::Big(Box::new(number))
    }

    fn float(&mut self, number: f64) -> Tree<'t> {
        Tree::Float(number)
    }

    fn string(&mut self, text: Cow<'t, str>) -> Tree<'t> {
        Tree::Str(text)
    }

    fn push(&mut self, array: &mut Vec<Tree<'t>>, value: Tree<'t>) {
        array.push(value);
    }

    fn array(&mut self, array: Vec<Tree<'t>>) -> Tree<'t> {
        Tree::Array(array)
    }

    fn insert(
        &mut self,
        object: &mut Vec<(Cow<'t, str>, Tree<'t>)>,
        key: Cow<'t, str>,
        value: Tree<'t>,
        _: usize,
        _: bool,
    ) {
        object.push((key, value));
    }

    fn object(&mut self, object: Vec<(Cow<'t, str>, Tree<'t>)>) -> Tree<'t> {
        Tree::Object(object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(text: &str) -> String {
        let mut out = String::new();
        Tree::read(text).unwrap().write_sorted(&mut out);
        out
    }

    #[test]
    fn keys_are_sorted_and_the_last_of_equal_ones_counts() {
        assert_eq!(
            sorted(
                r#" { "bb" : [1, 2.50, -3e2, {"y":null,"x":true}], "a":"1", "c":{}, "a" : "\u0041\/\n" } "#
            ),
            r#"{"a":"A/\n","c":{},"bb":[1,2.5,-300.0,{"x":true,"y":null}]}"#
        );
        assert_eq!(
            sorted("[123456789012345678901234567890, \"\\\"\"]"),
            r#"[123456789012345678901234567890,"\""]"#
        );
    }

    #[test]
    fn plain_strings_are_borrowed() {
        let tree = Tree::read(r#"{"plain":"text","e":"\n"}"#).unwrap();
        assert!(matches!(tree.get("plain"), Some(Tree::Str(Cow::Borrowed("text")))));
        assert!(matches!(tree.get("e"), Some(Tree::Str(Cow::Owned(_)))));
        assert_eq!(tree.get("none"), None);
    }
}
