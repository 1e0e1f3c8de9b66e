//! The catalog as JSON, in Puppet's wire format.

mod ty;
mod value;

use std::{
    borrow::Cow,
    fmt::Write as _,
    io::{self, Write},
};

use bunraku_pcore::Value;
use bunraku_resources::RELATIONSHIPS;

use crate::{Catalog, Kind, Resource, flatten};
use value::{Form, escaped, reference_text, string, strings, write_value};
pub use value::{rich_json, value_json};

/// Text is handed on in pieces of about this size.
const PIECE: usize = 1 << 16;

impl Catalog {
    /// The catalog as one JSON object; virtual resources are left out.
    pub fn to_json(&self) -> String {
        let mut json = Vec::with_capacity(self.resources.len() * 800 + 500);
        // Writing to memory does not fail, and what is written are strings.
        let _ = self.write_json(&mut json);
        String::from_utf8(json).unwrap_or_default()
    }

    /// Writes the catalog as one JSON object; virtual resources are left out.
    pub fn write_json(&self, mut to: impl Write) -> io::Result<()> {
        let header = &self.header;
        let mut out = String::with_capacity(PIECE + PIECE / 4);
        out.push_str("{\"tags\":");
        strings(self.tags().iter(), &mut out);
        for (name, value) in [("name", &header.name), ("version", &header.version)] {
            let _ = write!(out, ",\"{name}\":");
            string(value, &mut out);
        }
        out.push_str(",\"code_id\":null,\"catalog_uuid\":");
        string(&header.uuid, &mut out);
        out.push_str(",\"catalog_format\":2,\"environment\":");
        string(&header.environment, &mut out);
        out.push_str(",\"resources\":[");
        for (index, resource) in self.resources().enumerate() {
            if index > 0 {
                out.push(',');
            }
            self.resource_json(resource, &mut out);
            hand_on(&mut out, &mut to)?;
        }
        out.push_str("],\"edges\":[");
        for (index, (from, target)) in self.edges().enumerate() {
            if index > 0 {
                out.push(',');
            }
            out.push_str("{\"source\":");
            reference(from, &mut out);
            out.push_str(",\"target\":");
            reference(target, &mut out);
            out.push('}');
            hand_on(&mut out, &mut to)?;
        }
        out.push_str("],\"classes\":");
        strings(self.classes(), &mut out);
        out.push('}');
        to.write_all(out.as_bytes())
    }

    fn resource_json(&self, resource: &Resource, out: &mut String) {
        out.push_str("{\"type\":");
        string(&resource.type_name, out);
        out.push_str(",\"title\":");
        string(&resource.title, out);
        out.push_str(",\"tags\":");
        strings(resource.tags.iter(), out);
        if let Some(place) = resource.place
            && let Some(source) = self.source(place)
        {
            out.push_str(",\"file\":");
            string(source.name(), out);
            let _ = write!(out, ",\"line\":{}", source.line_at(place.range.start));
        }
        let _ = write!(out, ",\"exported\":{}", resource.exported);
        out.push_str(",\"kind\":");
        string(resource.kind_text, out);
        let params = in_lower_case(parameters(resource));
        if !params.is_empty() {
            let form = Form { rules: self.header.rules, references: true };
            out.push_str(",\"parameters\":{");
            for (index, (name, value)) in params.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                string(name, out);
                out.push(':');
                write_value(value, &form, out);
            }
            out.push('}');
        }
        if !resource.sensitive.is_empty() {
            out.push_str(",\"sensitive_parameters\":");
            strings(resource.sensitive.iter().map(|name| name.as_str()), out);
        }
        out.push('}');
    }
}

/// Writes what has come together, if that is enough.
fn hand_on(out: &mut String, to: &mut impl Write) -> io::Result<()> {
    if out.len() >= PIECE {
        to.write_all(out.as_bytes())?;
        out.clear();
    }
    Ok(())
}

/// `Type[title]` as a string.
fn reference(resource: &Resource, out: &mut String) {
    out.push('"');
    escaped(&resource.type_name, out);
    out.push('[');
    escaped(&resource.title, out);
    out.push_str("]\"");
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

/// The names in lower case, as Puppet shows those of classes and defined types. Of two that are the same then, the last
/// counts, in the place of the first.
fn in_lower_case<'r>(params: Vec<(&'r str, Cow<'r, Value>)>) -> Vec<(Cow<'r, str>, Cow<'r, Value>)> {
    let mut lowered: Vec<(Cow<'r, str>, Cow<'r, Value>)> = Vec::with_capacity(params.len());
    let mut renamed = false;
    for (name, value) in params {
        if name.is_ascii() && !name.bytes().any(|byte| byte.is_ascii_uppercase()) && !renamed {
            lowered.push((Cow::Borrowed(name), value));
            continue;
        }
        renamed = true;
        let name = name.to_lowercase();
        match lowered.iter_mut().find(|known| known.0 == name) {
            Some(known) => known.1 = value,
            None => lowered.push((Cow::Owned(name), value)),
        }
    }
    lowered
}

fn is_main_stage(resource: &Resource) -> bool {
    resource.type_name == "Stage" && resource.title == "main"
}

fn has_reference(value: &Value) -> bool {
    let is_reference = |value: &Value| matches!(value, Value::Type(ty) if reference_text(ty).is_some());
    matches!(value, Value::Array(_)) && flatten(value).iter().any(is_reference)
}
