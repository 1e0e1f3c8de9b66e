//! The catalog as JSON, in Puppet's wire format.

use std::fmt::Write;

use bunraku_edition::TypeRules;
use bunraku_pcore::{Type, Value, notation};
use bunraku_resources::{RELATIONSHIPS, ResourceType};

use crate::{
    compiler::CompilerState,
    overrides::flatten,
    resource::{Kind, Resource},
    types::capitalized,
};

/// What a catalog says about itself.
pub struct Header<'h> {
    /// The node.
    pub name: &'h str,
    /// The version of its configuration.
    pub version: &'h str,
    /// The environment.
    pub environment: &'h str,
    /// The edition's rules for the text of types.
    pub rules: &'h TypeRules,
}

impl CompilerState {
    /// The catalog as one JSON object; virtual resources are left out.
    pub fn to_json(&self, header: &Header<'_>) -> String {
        let mut out = String::with_capacity(self.resources.len() * 200 + 500);
        out.push_str("{\"tags\":");
        strings(self.tags.iter(), &mut out);
        out.push_str(",\"name\":");
        string(header.name, &mut out);
        out.push_str(",\"version\":");
        string(header.version, &mut out);
        out.push_str(",\"code_id\":null,\"catalog_uuid\":");
        string(&uuid(header, self.resources.len()), &mut out);
        out.push_str(",\"catalog_format\":2,\"environment\":");
        string(header.environment, &mut out);
        out.push_str(",\"resources\":[");
        let real: Vec<&Resource> = self.resources.iter().filter(|resource| !resource.is_virtual).collect();
        for (index, resource) in real.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            resource_json(resource, header.rules, &mut out);
        }
        out.push_str("],\"edges\":[");
        let mut first = true;
        for (from, to) in &self.edges {
            let (Some(from), Some(to)) = (self.get(*from), self.get(*to)) else { continue };
            if from.is_virtual || to.is_virtual {
                continue;
            }
            if !std::mem::take(&mut first) {
                out.push(',');
            }
            out.push_str("{\"source\":");
            string(&from.reference(), &mut out);
            out.push_str(",\"target\":");
            string(&to.reference(), &mut out);
            out.push('}');
        }
        out.push_str("],\"classes\":");
        strings(self.classes.iter().map(String::as_str), &mut out);
        out.push('}');
        out
    }
}

fn resource_json(resource: &Resource, rules: &TypeRules, out: &mut String) {
    out.push_str("{\"type\":");
    string(&resource.type_name, out);
    out.push_str(",\"title\":");
    string(&resource.title, out);
    out.push_str(",\"tags\":");
    strings(resource.tags.iter(), out);
    if let Some(place) = &resource.place {
        out.push_str(",\"file\":");
        string(place.source.name(), out);
        let _ = write!(out, ",\"line\":{}", place.line());
    }
    let _ = write!(out, ",\"exported\":{}", resource.exported);
    out.push_str(",\"kind\":");
    string(resource.kind_text, out);
    let params = parameters(resource);
    if !params.is_empty() {
        out.push_str(",\"parameters\":{");
        for (index, (name, value)) in params.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            string(name, out);
            out.push(':');
            value_json(value, rules, out);
        }
        out.push('}');
    }
    if !resource.sensitive.is_empty() {
        out.push_str(",\"sensitive_parameters\":");
        strings(resource.sensitive.iter().map(|name| name.as_str()), out);
    }
    out.push('}');
}

/// The attributes as the catalog shows them: what is undef is left out, and so is a namevar that is the title.
fn parameters(resource: &Resource) -> Vec<(String, Value)> {
    let mut params: Vec<(String, Value)> = Vec::new();
    let ty =
        ResourceType::find(&resource.type_name.to_lowercase()).filter(|_| resource.kind == Kind::Builtin);
    if let Some(ty) = ty
        && resource.param(ty.namevar).is_none()
    {
        let name = ty.name_of(&resource.title);
        if name != resource.title || ty.name == "stage" && resource.title == "main" {
            params.push((ty.namevar.to_owned(), Value::str(name)));
        }
    }
    for param in resource.params.iter().filter(|param| !param.value.is_undef()) {
        if ty.is_some_and(|ty| ty.namevar == param.name)
            && param.value.as_str() == Some(resource.title.as_str())
        {
            continue;
        }
        let value = if RELATIONSHIPS.contains(&param.name.as_str()) && matches!(param.value, Value::Array(_))
        {
            Value::array(flatten(&param.value).into_iter().filter(|value| !value.is_undef()))
        } else if has_reference(&param.value) {
            // An array with references in it is flattened as a whole.
            Value::array(flatten(&param.value))
        } else {
            param.value.clone()
        };
        params.push((param.name.to_string(), value));
    }
    params
}

fn has_reference(value: &Value) -> bool {
    let is_reference = |value: &Value| matches!(value, Value::Type(ty) if reference_text(ty).is_some());
    matches!(value, Value::Array(_)) && flatten(value).iter().any(is_reference)
}

/// A value, with rich data as objects.
fn value_json(value: &Value, rules: &TypeRules, out: &mut String) {
    match value {
        Value::Undef => out.push_str("null"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Int(value) => {
            let _ = write!(out, "{value}");
        }
        Value::Float(value) if value.is_finite() => out.push_str(&float(*value)),
        Value::Str(text) => string(text, out),
        Value::Array(values) => {
            out.push('[');
            for (index, value) in values.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                value_json(value, rules, out);
            }
            out.push(']');
        }
        Value::Hash(hash) => hash_json(hash, rules, out),
        Value::Type(ty) if reference_text(ty).is_some() => {
            string(&reference_text(ty).unwrap_or_default(), out);
        }
        Value::Default => out.push_str("{\"__ptype\":\"Default\"}"),
        Value::Regexp(regexp) => rich("Regexp", regexp.source(), out),
        Value::Sensitive(sensitive) => {
            out.push_str("{\"__ptype\":\"Sensitive\",\"__pvalue\":");
            value_json(sensitive.unwrap(), rules, out);
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
                value_json(value, rules, out);
            }
            out.push('}');
        }
        Value::Type(ty) => rich("Type", &notation::notation(rules, ty), out),
        other => string(&bunraku_pcore::text::to_text(rules, other), out),
    }
}

/// A hash with keys other than strings is written as pairs; so is one that could be taken for rich data.
fn hash_json(hash: &bunraku_pcore::Hash, rules: &TypeRules, out: &mut String) {
    let plain = hash.keys().all(|key| key.as_str().is_some_and(|key| key != "__ptype"));
    if !plain {
        out.push_str("{\"__ptype\":\"Hash\",\"__pvalue\":[");
        for (index, (key, value)) in hash.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            value_json(key, rules, out);
            out.push(',');
            value_json(value, rules, out);
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
        value_json(value, rules, out);
    }
    out.push('}');
}

fn reference_text(ty: &Type) -> Option<String> {
    match ty {
        Type::Resource(reference) => {
            let type_name = reference.type_name.as_deref()?;
            Some(match &reference.title {
                Some(title) => format!("{type_name}[{title}]"),
                None => return None,
            })
        }
        Type::Class(class) => Some(format!("Class[{}]", capitalized(class.name.as_deref()?))),
        _ => None,
    }
}

fn rich(kind: &str, text: &str, out: &mut String) {
    out.push_str("{\"__ptype\":");
    string(kind, out);
    out.push_str(",\"__pvalue\":");
    string(text, out);
    out.push('}');
}

fn strings<'s>(values: impl Iterator<Item = &'s str>, out: &mut String) {
    out.push('[');
    for (index, value) in values.enumerate() {
        if index > 0 {
            out.push(',');
        }
        string(value, out);
    }
    out.push(']');
}

/// A float always shows that it is one.
fn float(value: f64) -> String {
    let text = format!("{value}");
    if text.contains(['.', 'e', 'E']) { text } else { format!("{text}.0") }
}

fn string(value: &str, out: &mut String) {
    out.push('"');
    for character in value.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if control < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
}

/// An identifier in the form of a UUID, the same for the same catalog header.
fn uuid(header: &Header<'_>, resources: usize) -> String {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let part = |salt: u64| {
        let mut hasher = DefaultHasher::new();
        (header.name, header.version, header.environment, resources, salt).hash(&mut hasher);
        hasher.finish()
    };
    let (a, b) = (part(1), part(2));
    format!(
        "{:08x}-{:04x}-4{:03x}-a{:03x}-{:012x}",
        a >> 32,
        a >> 16 & 0xffff,
        a & 0xfff,
        b >> 48 & 0xfff,
        b & 0xffff_ffff_ffff
    )
}
