//! The catalog as JSON, in Puppet's wire format.

mod stored;
mod ty;
mod value;

use std::{
    borrow::Cow,
    io::{self, Write},
};

use bunraku_pcore::{Str, Value};
use bunraku_resources::RELATIONSHIPS;

use crate::{Catalog, Kind, Param, Resource, Version, flat};
pub use stored::Production;
use value::{Form, integer, is_reference, string, strings, tags, write_reference, write_value};
pub use value::{reference_text, rich_json, value_json};

/// The approximate size of the pieces in which output is written. They stay in the nearest cache of the processor.
const PIECE: usize = 1 << 15;

/// How values are written that JSON cannot represent.
#[derive(Clone, Copy)]
enum Data {
    /// As objects.
    Rich,
    /// As strings.
    Plain,
}

impl Catalog {
    /// The catalog as one JSON object, without virtual resources.
    pub fn to_json(&self) -> String {
        self.json(Data::Rich)
    }

    /// The same for agents without rich data: values that JSON cannot represent become the strings that messages show.
    pub fn to_plain_json(&self) -> String {
        self.json(Data::Plain)
    }

    fn json(&self, data: Data) -> String {
        let mut json = String::with_capacity(self.resources.len() * 800 + 500);
        // Nothing is written here, so nothing can fail.
        let _ = self.write_pieces(data, &mut json, |_| Ok(()));
        json
    }

    /// Writes the catalog as one JSON object, without virtual resources.
    pub fn write_json(&self, mut to: impl Write) -> io::Result<()> {
        let mut out = String::with_capacity(PIECE + PIECE / 4);
        self.write_pieces(Data::Rich, &mut out, |out| {
            if out.len() >= PIECE {
                to.write_all(out.as_bytes())?;
                out.clear();
            }
            Ok(())
        })?;
        to.write_all(out.as_bytes())
    }

    /// Appends the catalog to `out`. After each resource and edge, `hand_on` may take what is there.
    fn write_pieces(
        &self,
        data: Data,
        out: &mut String,
        mut hand_on: impl FnMut(&mut String) -> io::Result<()>,
    ) -> io::Result<()> {
        let header = &self.header;
        out.push_str("{\"tags\":");
        tags(&self.tags(), out);
        out.push_str(",\"name\":");
        string(&header.name, out);
        out.push_str(",\"version\":");
        match &header.version {
            Version::Time(seconds) => integer(*seconds, out),
            Version::Told(text) => string(text, out),
        }
        out.push_str(",\"code_id\":null,\"catalog_uuid\":");
        string(&header.uuid, out);
        out.push_str(",\"catalog_format\":2,\"environment\":");
        string(&header.environment, out);
        out.push_str(",\"resources\":[");
        for (index, resource) in self.resources().enumerate() {
            if index > 0 {
                out.push(',');
            }
            self.resource_json(resource, data, out);
            hand_on(out)?;
        }
        out.push_str("],\"edges\":[");
        for (index, (from, target)) in self.edges().enumerate() {
            if index > 0 {
                out.push(',');
            }
            out.push_str("{\"source\":");
            write_reference(&from.type_name, &from.title, out);
            out.push_str(",\"target\":");
            write_reference(&target.type_name, &target.title, out);
            out.push('}');
            hand_on(out)?;
        }
        out.push_str("],\"classes\":");
        strings(self.classes(), out);
        out.push('}');
        Ok(())
    }

    fn resource_json(&self, resource: &Resource, data: Data, out: &mut String) {
        out.push_str("{\"type\":");
        string(&resource.type_name, out);
        out.push_str(",\"title\":");
        string(&resource.title, out);
        out.push_str(",\"tags\":");
        tags(&resource.tags, out);
        if let Some(place) = resource.place
            && let Some(source) = self.source(place)
        {
            out.push_str(",\"file\":");
            string(source.name(), out);
            out.push_str(",\"line\":");
            integer(i64::from(source.line_at(place.range.start)), out);
        }
        out.push_str(if resource.exported { ",\"exported\":true" } else { ",\"exported\":false" });
        out.push_str(",\"kind\":");
        string(resource.kind_text, out);
        let form = Form { rules: self.header.rules, references: true };
        let mut first = true;
        self.each_parameter(resource, |name, value| {
            out.push_str(if std::mem::take(&mut first) { ",\"parameters\":{" } else { "," });
            string(name, out);
            out.push(':');
            match data {
                Data::Rich => write_value(value, &form, out),
                Data::Plain => write_value(&self.plain(value), &form, out),
            }
        });
        if !first {
            out.push('}');
        }
        if !resource.sensitive.is_empty() {
            out.push_str(",\"sensitive_parameters\":");
            strings(resource.sensitive.iter().map(|name| name.as_str()), out);
        }
        out.push('}');
    }

    /// Calls `each` with the parameters of a resource as in its JSON, in that order.
    fn each_parameter(&self, resource: &Resource, mut each: impl FnMut(&str, &Value)) {
        // Most are shown as they were set, and nothing needs to be collected.
        if resource.kind == Kind::Builtin && resource.ty.is_some() && !concerns_title(resource) {
            for param in resource.params.iter().filter(|param| !param.value.is_undef()) {
                each(&param.name, &shown_value(param));
            }
            return;
        }
        self.shown_parameters(resource).iter().for_each(|(name, value)| each(name, value));
    }

    /// The parameters of a resource as in its JSON, in that order: without those that are undef, and without a namevar
    /// that equals the title.
    pub fn shown_parameters<'r>(&self, resource: &'r Resource) -> Shown<'r> {
        let params = parameters(resource);
        // The attributes of a known type are in lowercase.
        let known = resource.kind == Kind::Builtin && resource.ty.is_some();
        match known || params.iter().all(|(name, _)| is_lower_case(name)) {
            true => params,
            false => in_lower_case(params),
        }
    }
}

/// Parameters as a catalog shows them, by name.
pub type Shown<'r> = Vec<(Cow<'r, str>, Cow<'r, Value>)>;

/// The attributes as a catalog shows them: without those that are undef, and without a namevar that equals the title.
fn parameters(resource: &Resource) -> Shown<'_> {
    let mut params: Shown<'_> = Vec::with_capacity(resource.params.len());
    let ty = resource.ty.as_ref();
    let namevar = ty.map_or("name", |ty| ty.namevar());
    let title = resource.title.as_str();
    // Some titles, such as that of the stage `main`, are not strings in Puppet and so never equal the name.
    let is_text = resource.raw_title.is_none() && !is_main_stage(resource);
    let is_title = |name: &str, value: &str| name == namevar && value == title && is_text;
    if resource.kind == Kind::Define && !is_text && resource.get(namevar).is_none() {
        params.push((Cow::Borrowed(namevar), Cow::Owned(Value::str(title))));
    }
    for (name, value) in &resource.title_values {
        let same = value.as_str().is_some_and(|value| is_title(name, value));
        if !same && resource.get(name).is_none() {
            params.push((Cow::Borrowed(name.as_str()), Cow::Borrowed(value)));
        }
    }
    if resource.kind == Kind::Class && title == "main" {
        params.push((Cow::Borrowed("name"), Cow::Owned(Value::str("main"))));
    }
    for param in resource.params.iter().filter(|param| !param.value.is_undef()) {
        // `name` is an alias of the namevar and takes precedence.
        let name = if ty.is_some() && param.name == "name" { namevar } else { param.name.as_str() };
        let named = ty.is_some() || resource.kind == Kind::Define;
        if named && param.value.as_str().is_some_and(|value| is_title(name, value)) {
            continue;
        }
        let value = shown_value(param);
        // Attributes are unique, but the namevar may also come from the title or from `name`.
        let known = match name == namevar {
            true => params.iter_mut().find(|known| known.0 == name),
            false => None,
        };
        match known {
            Some(known) if param.name == "name" => known.1 = value,
            Some(_) => {}
            None => params.push((Cow::Borrowed(name), value)),
        }
    }
    // Attributes that follow from the title come first, even if they are also set.
    let names = resource.title_values.iter().map(|(name, _)| name.as_str());
    for name in names.chain((resource.kind == Kind::Define).then_some(namevar)).rev() {
        if let Some(at) = params.iter().position(|known| known.0 == name) {
            params[..=at].rotate_right(1);
        }
    }
    params
}

/// Whether the title of a resource of a known type, or an attribute that has to do with it, changes what is shown.
fn concerns_title(resource: &Resource) -> bool {
    let namevar = resource.ty.as_ref().map_or("name", |ty| ty.namevar());
    let is_title = |(name, value): &(Str, Value)| {
        name == namevar && value.as_str() == Some(&resource.title) && resource.raw_title.is_none()
    };
    let concerns = |name: &Str| {
        name == "name" || name == namevar || resource.title_values.iter().any(|known| known.0 == *name)
    };
    !resource.title_values.iter().all(is_title)
        || is_main_stage(resource)
        || resource.params.iter().any(|param| concerns(&param.name))
}

/// The value of an attribute as a catalog shows it: relationships and references are in one flat array.
pub fn shown_value(param: &Param) -> Cow<'_, Value> {
    let value = &param.value;
    if !matches!(value, Value::Array(_)) {
        return Cow::Borrowed(value);
    }
    let is_relation = RELATIONSHIPS.contains(&param.name.as_str());
    // An array that contains references is flattened entirely.
    if !is_relation && !has_reference(value) {
        return Cow::Borrowed(value);
    }
    let is_left_out = |value: &Value| is_relation && value.is_undef();
    match flat(value) {
        Cow::Borrowed(flat) if !flat.iter().any(is_left_out) => Cow::Borrowed(value),
        flat => Cow::Owned(Value::array(flat.iter().filter(|value| !is_left_out(value)).cloned())),
    }
}

/// Converts names to lowercase, as Puppet shows those of classes and defined types. If two become equal, the last value
/// counts, in the position of the first.
fn in_lower_case(params: Shown<'_>) -> Shown<'_> {
    let mut lowered: Shown<'_> = Vec::with_capacity(params.len());
    for (name, value) in params {
        let name = name.to_lowercase();
        match lowered.iter_mut().find(|known| known.0 == name) {
            Some(known) => known.1 = value,
            None => lowered.push((Cow::Owned(name), value)),
        }
    }
    lowered
}

fn is_lower_case(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase())
}

fn is_main_stage(resource: &Resource) -> bool {
    resource.type_name == "Stage" && resource.title == "main"
}

/// Whether a value is a reference, or an array with one somewhere in it.
fn has_reference(value: &Value) -> bool {
    match value {
        Value::Array(values) => values.iter().any(has_reference),
        Value::Type(ty) => is_reference(ty),
        _ => false,
    }
}
