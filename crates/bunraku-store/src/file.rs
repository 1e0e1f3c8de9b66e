//! A store in memory, read from a YAML or JSON file: for tests, and for trying out what a node would collect.
//!
//! ```yaml
//! nodes:
//!   web01.example.com:
//!     environment: production
//!     facts: { kernel: Linux }
//!     resources:
//!       - type: Nagios_host
//!         title: web01.example.com
//!         parameters: { address: 10.0.0.1 }
//!         tags: [web]
//! ```
//!
//! Resources are exported unless they have `exported: false`. A list of rows, as PuppetDB returns for a query about
//! resources, is also a valid store.

use std::collections::BTreeMap;

use bunraku_diag::capitalized;
use bunraku_formats::{json, yaml};
use bunraku_pcore::{Hash, Value};

use crate::{
    Change, Database, Error, Facts,
    keep::{Catalog, Fields, Resource},
    time,
};

/// Reads a store. The extension determines the format: `.json`, or YAML otherwise.
pub fn read(name: &str, text: &str) -> Result<Database, Error> {
    let wrong = |error: bunraku_formats::Error| {
        let line = error.position.line;
        Error::invalid(format!("{name}: line {line}: {}", error.message))
    };
    let value = match name.to_lowercase().ends_with(".json") {
        true => json::read_value(text).map_err(wrong)?,
        false => yaml::read(text).map_err(wrong)?.value,
    };
    let named = |error: Error| Error { message: format!("{name}: {}", error.message), ..error };
    of_value(&value).map_err(named)
}

/// Creates a store from a value: `nodes`, or a list of resources.
pub fn of_value(value: &Value) -> Result<Database, Error> {
    let store = Database::in_memory()?;
    match value {
        Value::Array(rows) => of_rows(&store, rows.as_slice())?,
        Value::Undef => {}
        value => {
            let fields = Fields::of(value, "the store")?;
            let nodes = match fields.get("nodes") {
                Some(Value::Hash(nodes)) => nodes.clone(),
                None => return Err(Error::invalid("expected `nodes`, with an entry for each node")),
                Some(_) => return Err(Error::invalid("expected `nodes` to have an entry for each node")),
            };
            for (certname, node) in nodes.iter() {
                let Some(certname) = certname.as_str() else {
                    return Err(Error::invalid("expected the names of nodes to be strings"));
                };
                keep_node(&store, certname, node).map_err(|error| Error {
                    message: format!("node {certname}: {}", error.message),
                    ..error
                })?;
            }
        }
    }
    Ok(store)
}

fn keep_node(store: &Database, certname: &str, node: &Value) -> Result<(), Error> {
    let fields = Fields::of(node, "a node")?;
    let now = time::now();
    let environment = fields.text("environment")?.unwrap_or_else(|| "production".to_owned());
    if let Some(Value::Hash(facts)) = fields.get("facts") {
        store.keep(Change::Facts(Facts::new(certname, Some(&environment), now, facts)))?;
    }
    let resources = fields.list("resources")?.iter().map(resource).collect::<Result<Vec<_>, _>>()?;
    let catalog = Catalog::of_resources(certname, Some(&environment), resources);
    store.keep(Change::Catalog(Box::new(catalog))).map(drop)
}

/// Reads rows of a PuppetDB answer, each of which contains the name of its node.
fn of_rows(store: &Database, rows: &[Value]) -> Result<(), Error> {
    let mut nodes: BTreeMap<String, (Option<String>, Vec<Resource>)> = BTreeMap::new();
    for row in rows {
        let fields = Fields::of(row, "a resource")?;
        let node = nodes.entry(fields.needed("certname")?).or_default();
        node.0 = fields.text("environment")?;
        node.1.push(resource(row)?);
    }
    for (certname, (environment, resources)) in nodes {
        let catalog = Catalog::of_resources(&certname, environment.as_deref(), resources);
        store.keep(Change::Catalog(Box::new(catalog)))?;
    }
    Ok(())
}

fn resource(value: &Value) -> Result<Resource, Error> {
    let fields = Fields::of(value, "a resource")?;
    let (ty, title) = (capitalized(&fields.needed("type")?), fields.needed("title")?);
    let exported = fields.flag("exported")?.unwrap_or(true);
    let parameters = match fields.get("parameters") {
        Some(Value::Hash(parameters)) => parameters.clone(),
        None => Hash::new(),
        Some(_) => {
            return Err(Error::invalid(format!("expected the parameters of {ty}[{title}] to be a hash")));
        }
    };
    let tags: Vec<String> = match fields.get("tags") {
        Some(_) => fields.list("tags")?.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        None => default_tags(&ty, &title, &parameters),
    };
    let place = (fields.text("file")?, fields.number("line")?);
    Ok(Resource::with_place(ty, title, exported, &tags, place, &parameters))
}

/// The tags that a resource has by itself: its type, its title if that is a valid tag, and those in `tag`.
fn default_tags(ty: &str, title: &str, parameters: &Hash) -> Vec<String> {
    let mut tags = vec![ty.to_lowercase()];
    tags.extend(ty.to_lowercase().split("::").map(str::to_owned));
    let is_tag = |text: &str| {
        text.starts_with(|c: char| c.is_alphanumeric() || c == '_')
            && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '.' | '-'))
    };
    tags.extend(Some(title.to_lowercase()).filter(|title| is_tag(title)));
    match parameters.get_str("tag") {
        Some(Value::Str(tag)) => tags.push(tag.to_lowercase().to_string()),
        Some(Value::Array(more)) => tags.extend(more.iter().filter_map(Value::as_str).map(str::to_lowercase)),
        _ => {}
    }
    tags.sort_unstable();
    tags.dedup();
    tags
}
