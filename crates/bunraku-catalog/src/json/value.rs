//! Values as JSON, with rich data as objects.

use std::{borrow::Cow, fmt::Write};

use bunraku_diag::capitalized;
use bunraku_diag::json::escape;
pub(super) use bunraku_diag::json::{integer, quote as string};
use bunraku_edition::TypeRules;
use bunraku_pcore::{Hash, Type, Value, text};

use crate::tags::Tags;

/// A value as JSON, as catalogs contain it. What JSON cannot represent becomes an object with `__ptype`.
pub fn value_json(rules: &TypeRules, value: &Value) -> String {
    let mut out = String::new();
    write_value(value, &Form { rules, references: true }, &mut out);
    out
}

/// A value as JSON, as functions write rich data. References are written like other types.
pub fn rich_json(rules: &TypeRules, value: &Value) -> String {
    let mut out = String::new();
    write_value(value, &Form { rules, references: false }, &mut out);
    out
}

/// How values are written.
#[derive(Clone, Copy)]
pub(super) struct Form<'r> {
    /// The edition's rules for types.
    pub rules: &'r TypeRules,
    /// Whether references to resources and classes are strings, as in catalogs.
    pub references: bool,
}

/// Appends a value, with rich data as objects.
pub(super) fn write_value(value: &Value, form: &Form<'_>, out: &mut String) {
    let rules = form.rules;
    match value {
        Value::Undef => out.push_str("null"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Int(value) => integer(*value, out),
        Value::Big(value) => {
            let _ = write!(out, "{value}");
        }
        Value::Float(value) if value.is_finite() => out.push_str(&float(*value)),
        Value::Str(text) => string(text, out),
        Value::ByteStr(text) => {
            let bytes = bunraku_pcore::values::Binary::new(bunraku_pcore::bytes::of_str(text).into_owned());
            rich("Binary", &bytes.to_base64_strict(), out);
        }
        Value::Array(values) => {
            out.push('[');
            for (index, value) in values.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_value(value, form, out);
            }
            out.push(']');
        }
        Value::Hash(hash) => hash_json(hash, form, out),
        Value::Type(ty) if form.references && is_reference(ty) => reference(ty, out),
        Value::Default => out.push_str("{\"__ptype\":\"Default\"}"),
        Value::Regexp(regexp) => rich("Regexp", &text::regexp_in_data(regexp), out),
        Value::Sensitive(sensitive) => {
            out.push_str("{\"__ptype\":\"Sensitive\",\"__pvalue\":");
            // References inside it have not been converted to strings.
            write_value(sensitive.unwrap(), &Form { references: false, ..*form }, out);
            out.push('}');
        }
        Value::Binary(binary) => rich("Binary", &binary.to_base64_strict(), out),
        Value::Timespan(span) => rich("Timespan", &span.text(), out),
        Value::Timestamp(stamp) => rich("Timestamp", &stamp.text(), out),
        Value::Version(version) => {
            rich("SemVer", &bunraku_pcore::text::to_text(rules, &Value::Version(version.clone())), out)
        }
        Value::VersionRange(range) => {
            rich(
                "SemVerRange",
                &bunraku_pcore::text::to_text(rules, &Value::VersionRange(range.clone())),
                out,
            );
        }
        Value::Uri(uri) => rich("URI", &uri.text(), out),
        Value::Object(object) => {
            let name = object.object_type().label().to_owned();
            out.push_str("{\"__ptype\":");
            string(&name, out);
            for (name, value) in object.given() {
                out.push(',');
                string(name, out);
                out.push(':');
                write_value(value, form, out);
            }
            out.push('}');
        }
        Value::Type(ty) => super::ty::write_type(ty, form, out),
        other => string(&bunraku_pcore::text::to_text(rules, other), out),
    }
}

/// Writes a hash. One with keys other than strings, or one that could be mistaken for rich data, is written as pairs.
fn hash_json(hash: &Hash, form: &Form<'_>, out: &mut String) {
    let plain = hash.keys().all(|key| key.as_str().is_some_and(|key| key != "__ptype"));
    if !plain {
        out.push_str("{\"__ptype\":\"Hash\",\"__pvalue\":[");
        for (index, (key, value)) in hash.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            write_value(key, form, out);
            out.push(',');
            write_value(value, form, out);
        }
        out.push_str("]}");
        return;
    }
    out.push('{');
    for (index, (key, value)) in hash.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        string(key.as_str().unwrap_or(""), out);
        out.push(':');
        write_value(value, form, out);
    }
    out.push('}');
}

/// Whether a type is a reference to a resource or class.
pub(super) fn is_reference(ty: &Type) -> bool {
    match ty {
        Type::Resource(reference) => reference.type_name.is_some() && reference.title.is_some(),
        Type::Class(class) => class.name.is_some(),
        _ => false,
    }
}

/// The string that a reference to a resource or class is in catalogs: `File[/etc/motd]`; `None` for other types.
pub fn reference_text(ty: &Type) -> Option<String> {
    let (type_name, title) = reference_parts(ty)?;
    Some(format!("{type_name}[{title}]"))
}

fn reference(ty: &Type, out: &mut String) {
    if let Some((type_name, title)) = reference_parts(ty) {
        write_reference(type_name, &title, out);
    }
}

fn reference_parts(ty: &Type) -> Option<(&str, Cow<'_, str>)> {
    match ty {
        Type::Resource(reference) => {
            Some((reference.type_name.as_deref()?, Cow::Borrowed(reference.title.as_deref()?)))
        }
        Type::Class(class) => Some(("Class", Cow::Owned(capitalized(class.name.as_deref()?)))),
        _ => None,
    }
}

/// `Type[title]` as a string.
pub(super) fn write_reference(type_name: &str, title: &str, out: &mut String) {
    out.push('"');
    escape(type_name, out);
    out.push('[');
    escape(title, out);
    out.push_str("]\"");
}

pub(super) fn rich(kind: &str, text: &str, out: &mut String) {
    out.push_str("{\"__ptype\":");
    string(kind, out);
    out.push_str(",\"__pvalue\":");
    string(text, out);
    out.push('}');
}

pub(super) fn strings<'s>(values: impl Iterator<Item = &'s str>, out: &mut String) {
    out.push('[');
    for (index, value) in values.enumerate() {
        if index > 0 {
            out.push(',');
        }
        string(value, out);
    }
    out.push(']');
}

/// Writes an array of tags.
pub(super) fn tags(tags: &Tags, out: &mut String) {
    out.push('[');
    tags.write_quoted(out);
    if out.ends_with(',') {
        out.pop();
    }
    out.push(']');
}

/// Formats a float so that it is recognized as one.
pub(super) fn float(value: f64) -> String {
    let string = format!("{value}");
    if string.contains(['.', 'e', 'E']) { string } else { format!("{string}.0") }
}
