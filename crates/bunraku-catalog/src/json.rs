//! The catalog as JSON, in Puppet's wire format.

mod data;
mod ty;
mod value;

use std::{borrow::Cow, fmt::Write};

use bunraku_edition::TypeRules;
use bunraku_pcore::Value;
use bunraku_resources::RELATIONSHIPS;

use crate::{
    compiler::CompilerState,
    overrides::flatten,
    resource::{Kind, Resource},
    tags::Tags,
};
pub(crate) use data::rich_data;
pub use value::value_json;
use value::{Form, escaped, reference_text, rich_json, string, strings, write_value};

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
        let mut out = String::with_capacity(self.resources.len() * 800 + 500);
        out.push_str("{\"tags\":");
        // The names of the classes come before all else.
        let mut tags = Tags::default();
        for class in &self.classes {
            tags.add(class);
        }
        tags.merge(&self.tags);
        strings(tags.iter(), &mut out);
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
        // What is contained gives the order: Puppet's graph keeps edges by their targets.
        let mut edges = self.edges.clone();
        edges.sort_by_key(|(_, to)| *to);
        for (from, to) in edges {
            let (Some(from), Some(to)) = (self.get(from), self.get(to)) else { continue };
            if from.is_virtual || to.is_virtual {
                continue;
            }
            if !std::mem::take(&mut first) {
                out.push(',');
            }
            out.push_str("{\"source\":");
            reference(from, &mut out);
            out.push_str(",\"target\":");
            reference(to, &mut out);
            out.push('}');
        }
        out.push_str("],\"classes\":");
        strings(self.classes.iter().map(String::as_str), &mut out);
        out.push('}');
        out
    }
}

/// `Type[title]` as a text.
fn reference(resource: &Resource, out: &mut String) {
    out.push('"');
    escaped(&resource.type_name, out);
    out.push('[');
    escaped(&resource.title, out);
    out.push_str("]\"");
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
            write_value(value, &Form { rules, references: true }, out);
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
fn parameters(resource: &Resource) -> Vec<(&str, Cow<'_, Value>)> {
    let mut params: Vec<(&str, Cow<'_, Value>)> = Vec::with_capacity(resource.params.len());
    let ty = resource.ty.as_ref();
    let namevar = ty.map_or("name", |ty| ty.namevar());
    let title = resource.title.as_str();
    // A title that is no text in Puppet, as that of the stage `main`, is never equal to the name.
    let is_text = resource.raw_title.is_none() && !is_main_stage(resource);
    let is_title = |name: &str, value: &str| name == namevar && value == title && is_text;
    if resource.kind == Kind::Define && !is_text && resource.get(namevar).is_none() {
        params.push((namevar, Cow::Owned(Value::str(title))));
    }
    for (name, value) in &resource.title_values {
        let same = value.as_str().is_some_and(|value| is_title(name, value));
        if !same && resource.get(name).is_none() {
            params.push((name.as_str(), Cow::Borrowed(value)));
        }
    }
    if resource.kind == Kind::Class && title == "main" {
        params.push(("name", Cow::Owned(Value::str("main"))));
    }
    for param in resource.params.iter().filter(|param| !param.value.is_undef()) {
        // `name` is another word for the namevar, and counts more.
        let name = if ty.is_some() && param.name == "name" { namevar } else { param.name.as_str() };
        let named = ty.is_some() || resource.kind == Kind::Define;
        if named && param.value.as_str().is_some_and(|value| is_title(name, value)) {
            continue;
        }
        let value = if RELATIONSHIPS.contains(&param.name.as_str()) && matches!(param.value, Value::Array(_))
        {
            Cow::Owned(Value::array(flatten(&param.value).into_iter().filter(|value| !value.is_undef())))
        } else if has_reference(&param.value) {
            // An array with references in it is flattened as a whole.
            Cow::Owned(Value::array(flatten(&param.value)))
        } else {
            Cow::Borrowed(&param.value)
        };
        // No attribute is there twice, but the namevar may have come from the title or as `name`.
        let known = match name == namevar {
            true => params.iter_mut().find(|known| known.0 == name),
            false => None,
        };
        match known {
            Some(known) if param.name == "name" => known.1 = value,
            Some(_) => {}
            None => params.push((name, value)),
        }
    }
    // What a title stands for comes first, also where an attribute says it.
    let names = resource.title_values.iter().map(|(name, _)| name.as_str());
    for name in names.chain((resource.kind == Kind::Define).then_some(namevar)).rev() {
        if let Some(at) = params.iter().position(|known| known.0 == name) {
            params[..=at].rotate_right(1);
        }
    }
    params
}

fn is_main_stage(resource: &Resource) -> bool {
    resource.type_name == "Stage" && resource.title == "main"
}

fn has_reference(value: &Value) -> bool {
    let is_reference = |value: &Value| matches!(value, Value::Type(ty) if reference_text(ty).is_some());
    matches!(value, Value::Array(_)) && flatten(value).iter().any(is_reference)
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
