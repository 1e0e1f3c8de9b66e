//! The catalog as stores keep it: PuppetDB's command `replace catalog`, version 9.
//!
//! Unlike the catalog for an agent, it contains the exported resources that are not realized, no sensitive values, the
//! names of resources as aliases, and the edges that follow from relationships.

use std::{borrow::Cow, collections::HashSet};

use bunraku_diag::capitalized;
use bunraku_pcore::{Type, Value, text::to_text};

use super::{
    parameters,
    value::{Form, integer, is_reference, string, strings, tags, write_value},
};
use crate::{Catalog, Kind, Resource, flatten};

/// What a store needs to know about a catalog besides its contents.
#[derive(Debug, Clone, Copy)]
pub struct Production<'p> {
    /// The name of the server that compiled it.
    pub producer: &'p str,
    /// When it was compiled, as `2026-11-16T01:52:33.776Z`.
    pub time: &'p str,
    /// The identifier of the agent's run, if it sent one.
    pub transaction: Option<&'p str>,
}

/// Metaparameters whose order does not matter; they are sent to PuppetDB sorted.
const UNORDERED: [&str; 7] = ["audit", "before", "check", "notify", "require", "subscribe", "tag"];

/// The edges that follow from relationships: the parameter, the name of the edge, and whether it leads to the resource
/// with the parameter.
const RELATIONS: [(&str, &str, bool); 4] = [
    ("before", "before", false),
    ("require", "required-by", true),
    ("notify", "notifies", false),
    ("subscribe", "subscription-of", true),
];

impl Catalog {
    /// The catalog in the form for stores.
    pub fn to_stored_json(&self, made: &Production<'_>) -> String {
        let mut out = String::with_capacity(self.resources.len() * 800 + 500);
        let header = &self.header;
        out.push_str("{\"certname\":");
        string(&header.name, &mut out);
        let version = header.version.to_string();
        let texts = [
            ("version", version.as_str()),
            ("environment", &header.environment),
            ("catalog_uuid", &header.uuid),
            ("producer", made.producer),
            ("producer_timestamp", made.time),
        ];
        for (name, text) in texts {
            key(name, &mut out);
            string(text, &mut out);
        }
        key("transaction_uuid", &mut out);
        match made.transaction {
            Some(transaction) => string(transaction, &mut out),
            None => out.push_str("null"),
        }
        out.push_str(",\"code_id\":null,\"job_id\":null,\"resources\":[");
        let mut first = true;
        for resource in self.resources.iter().filter(|resource| is_stored(resource)) {
            comma(&mut first, &mut out);
            self.stored_resource(resource, &mut out);
        }
        out.push_str("],\"edges\":[");
        self.stored_edges(&mut out);
        out.push_str("]}");
        out
    }

    /// The part for stores that agents do not receive: exported resources that are not realized, and their containers.
    /// Together with the agent's JSON, it determines the catalog for the store. Empty for most catalogs.
    pub fn unrealized_json(&self) -> String {
        let mut out = String::new();
        let is_unrealized = |resource: &Resource| resource.is_virtual && resource.exported;
        for resource in self.resources.iter().filter(|resource| is_unrealized(resource)) {
            self.stored_resource(resource, &mut out);
        }
        if out.is_empty() {
            return out;
        }
        for (from, to) in &self.edges {
            if let (Some(from), Some(to)) = (self.resource(*from), self.resource(*to))
                && (is_unrealized(from) || is_unrealized(to))
            {
                out.push_str(&from.reference());
                out.push_str(&to.reference());
            }
        }
        out
    }

    fn stored_resource(&self, resource: &Resource, out: &mut String) {
        out.push_str("{\"type\":");
        string(&resource.type_name, out);
        key("title", out);
        string(&resource.title, out);
        key("tags", out);
        tags(&resource.tags, out);
        if let Some(place) = resource.place
            && let Some(source) = self.source(place)
        {
            key("file", out);
            string(source.name(), out);
            key("line", out);
            integer(i64::from(source.line_at(place.range.start)), out);
        }
        out.push_str(if resource.exported { ",\"exported\":true" } else { ",\"exported\":false" });
        key("parameters", out);
        out.push('{');
        let mut first = true;
        let form = Form { rules: self.header.rules, references: true };
        let shown = parameters(resource);
        let public = |name: &str| !resource.sensitive.iter().any(|secret| secret == name) && name != "alias";
        for (name, value) in shown.iter().filter(|(name, _)| public(name)) {
            comma(&mut first, out);
            string(&name.to_lowercase(), out);
            out.push(':');
            let value = self.plain(value);
            match &*value {
                Value::Array(values) if UNORDERED.contains(&name.as_ref()) => {
                    write_value(&in_order(values.as_slice(), &form), &form, out);
                }
                value => write_value(value, &form, out),
            }
        }
        let aliases = aliases(resource, &shown);
        if !aliases.is_empty() {
            comma(&mut first, out);
            out.push_str("\"alias\":");
            strings(aliases.iter().map(String::as_str), out);
        }
        out.push_str("}}");
    }

    fn stored_edges(&self, out: &mut String) {
        let mut first = true;
        let mut known = HashSet::new();
        let mut edge = |from: &Resource, to: &Resource, relationship: &'static str| {
            let key = (from.reference(), to.reference(), relationship);
            if !is_stored(from) || !is_stored(to) || !known.insert(key) {
                return;
            }
            comma(&mut first, out);
            for (name, end) in [("{\"source\":{", from), (",\"target\":{", to)] {
                out.push_str(name);
                out.push_str("\"type\":");
                string(&end.type_name, out);
                out.push_str(",\"title\":");
                string(&end.title, out);
                out.push('}');
            }
            out.push_str(",\"relationship\":");
            string(relationship, out);
            out.push('}');
        };
        for (from, to) in &self.edges {
            if let (Some(from), Some(to)) = (self.resource(*from), self.resource(*to)) {
                edge(from, to, "contains");
            }
        }
        for resource in self.resources.iter().filter(|resource| !resource.is_virtual || resource.exported) {
            for (parameter, relationship, backwards) in RELATIONS {
                for value in resource.get(parameter).map(flatten).unwrap_or_default() {
                    let Some(other) = self.referred(&value) else { continue };
                    match backwards {
                        true => edge(other, resource, relationship),
                        false => edge(resource, other, relationship),
                    }
                }
            }
        }
    }

    /// The resource that a value of a relationship refers to.
    fn referred(&self, value: &Value) -> Option<&Resource> {
        match value {
            Value::Type(Type::Resource(reference)) => {
                self.find(reference.type_name.as_deref()?, reference.title.as_deref()?)
            }
            Value::Type(Type::Class(class)) => self.find("Class", &capitalized(class.name.as_deref()?)),
            Value::Str(text) => {
                let (ty, title) = text.strip_suffix(']')?.split_once('[')?;
                let title = if ty == "Class" { capitalized(title) } else { title.to_owned() };
                self.find(ty, &title)
            }
            _ => None,
        }
    }

    /// Converts a value to what JSON can represent; everything else becomes the string that messages show.
    pub(super) fn plain<'v>(&self, value: &'v Value) -> Cow<'v, Value> {
        match value {
            Value::Undef
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Float(_)
            | Value::Str(_)
            | Value::Big(_) => Cow::Borrowed(value),
            Value::Type(ty) if is_reference(ty) => Cow::Borrowed(value),
            Value::Array(values) => {
                Cow::Owned(Value::array(values.iter().map(|value| self.plain(value).into_owned())))
            }
            Value::Hash(hash) => Cow::Owned(Value::hash(hash.iter().map(|(name, value)| {
                let name = match name {
                    Value::Str(_) => name.clone(),
                    other => Value::str(to_text(self.header.rules, other)),
                };
                (name, self.plain(value).into_owned())
            }))),
            other => Cow::Owned(Value::str(to_text(self.header.rules, other))),
        }
    }
}

/// Whether a store keeps a resource: it is real, or exported.
fn is_stored(resource: &Resource) -> bool {
    !resource.is_virtual || resource.exported
}

/// Other names of a resource: its `alias`, and its name if that differs from the title.
fn aliases(resource: &Resource, shown: &[(Cow<'_, str>, Cow<'_, Value>)]) -> Vec<String> {
    let named = |value: &Value| value.as_str().map(str::to_owned);
    let mut aliases: Vec<String> =
        resource.get("alias").map(flatten).unwrap_or_default().iter().filter_map(named).collect();
    let namevar = resource.ty.as_ref().map_or("name", |ty| ty.namevar());
    let name = shown.iter().find(|(name, _)| name == namevar).and_then(|(_, value)| named(value));
    let is_symbol = resource.title == "main" && matches!(&*resource.type_name, "Stage" | "Class");
    let is_other = |name: &String| is_symbol || resource.title != *name;
    let has_name = resource.kind == Kind::Builtin || is_symbol;
    if let Some(name) = name.filter(|name| has_name && is_other(name) && !aliases.contains(name)) {
        aliases.push(name);
    }
    aliases
}

fn key(name: &str, out: &mut String) {
    out.push_str(",\"");
    out.push_str(name);
    out.push_str("\":");
}

fn comma(first: &mut bool, out: &mut String) {
    if !std::mem::replace(first, false) {
        out.push(',');
    }
}

/// Sorts a list by how its values are written.
fn in_order(values: &[Value], form: &Form<'_>) -> Value {
    let mut values: Vec<Value> = values.to_vec();
    values.sort_by_cached_key(|value| {
        let mut written = String::new();
        write_value(value, form, &mut written);
        written.trim_matches('"').to_owned()
    });
    Value::array(values)
}
