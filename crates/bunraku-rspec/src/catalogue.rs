//! The contents of a catalog, for matchers.

use std::{rc::Rc, sync::PoisonError};

use bunraku::{
    catalog::{Catalog, Kind, Resource, ResourceId, shown_value},
    insight::graph::Graph,
    pcore::{Hash, Type, Value, text, values::Sensitive},
};

use crate::{
    compile::Compiled,
    functions,
    host::SpecHost,
    questions::{Answer, string, table},
    relations::{self, Added},
};

/// How many similar names are suggested for a missing one.
const MOST_NEAR: usize = 3;

/// `resource(catalog, type, title, exported)`: a resource with its parameters, or `undef`.
pub(crate) fn resource(host: &mut SpecHost<'_>, args: &[Value]) -> Answer {
    let suite = host.suite;
    let described = with_catalog(host, args, |catalog| {
        let exported = matches!(args.get(3), Some(Value::Bool(true)));
        let found = titled(catalog, &string(args, 1), &string(args, 2), exported);
        if let Some(resource) = found.filter(|_| suite.options.coverage) {
            suite.reached.lock().unwrap_or_else(PoisonError::into_inner).touch(resource);
        }
        found.map_or(Value::Undef, |resource| describe(catalog, resource))
    })?;
    resolved(host, args, described)
}

/// What was described of a catalog, with the results of deferred function calls.
pub(crate) fn resolved(host: &mut SpecHost<'_>, args: &[Value], described: Value) -> Answer {
    if !is_deferred(&described) {
        return Ok(described);
    }
    let number = match args.first() {
        Some(Value::Int(number)) => *number,
        _ => 0,
    };
    match host.catalogs.get(&number).map(|compiled| compiled.input.clone()) {
        Some(input) => Ok(functions::resolved(host, &input, &described)),
        None => Ok(described),
    }
}

/// Whether a value contains a deferred function call.
fn is_deferred(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(is_deferred),
        Value::Hash(hash) => hash.iter().any(|(_, value)| is_deferred(value)),
        Value::Object(object) => object.object_type().name.as_deref() == Some("Deferred"),
        _ => false,
    }
}

/// `resources(catalog, exported)`: the type, the title and the kind of each.
pub(crate) fn resources(host: &mut SpecHost<'_>, args: &[Value]) -> Answer {
    with_catalog(host, args, |catalog| {
        let exported = matches!(args.get(1), Some(Value::Bool(true)));
        Value::array(all(catalog, exported).map(|resource| {
            let builtin = Value::Bool(resource.kind == Kind::Builtin);
            Value::array([
                Value::Str(resource.type_name.clone()),
                Value::Str(resource.title.clone()),
                builtin,
            ])
        }))
    })
}

/// `near(catalog, type, title)`: resources with names similar to a missing one.
pub(crate) fn near(host: &mut SpecHost<'_>, args: &[Value]) -> Answer {
    with_catalog(host, args, |catalog| {
        let (type_name, title) = (string(args, 1), string(args, 2));
        let mut near: Vec<(usize, String)> = all(catalog, false)
            .filter(|resource| *resource.type_name == *type_name)
            .filter_map(|resource| Some((distance(&title, &resource.title)?, reference(resource))))
            .collect();
        near.sort();
        Value::array(near.into_iter().take(MOST_NEAR).map(|(_, reference)| Value::str(reference)))
    })
}

/// `cycles(catalog)`: dependency cycles, each as a list of references.
pub(crate) fn cycles(host: &mut SpecHost<'_>, args: &[Value]) -> Answer {
    with_catalog(host, args, |catalog| {
        let graph = Graph::of(catalog);
        let groups = graph.groups().into_iter();
        Value::array(groups.map(|group| Value::array(group.into_iter().map(Value::str))))
    })
}

/// `dangling(catalog)`: relationships with missing resources, as sentences.
pub(crate) fn dangling(host: &mut SpecHost<'_>, args: &[Value]) -> Answer {
    with_catalog(host, args, |catalog| Value::array(relations::dangling(catalog).into_iter().map(Value::str)))
}

/// `precedes(catalog, first, second, added)`: whether the first resource is applied before the second.
pub(crate) fn precedes(host: &mut SpecHost<'_>, args: &[Value]) -> Answer {
    related(host, args, relations::precedes)
}

/// `notifies(catalog, first, second, added)`: whether the first resource notifies the second.
pub(crate) fn notifies(host: &mut SpecHost<'_>, args: &[Value]) -> Answer {
    related(host, args, relations::notifies)
}

fn related(
    host: &mut SpecHost<'_>,
    args: &[Value],
    test: fn(&Catalog, &Added, &Resource, &Resource) -> bool,
) -> Answer {
    let added = added(args.get(3));
    with_catalog(host, args, |catalog| {
        let ends = (by_reference(catalog, &string(args, 1)), by_reference(catalog, &string(args, 2)));
        Value::Bool(match ends {
            (Some(first), Some(second)) => test(catalog, &added, first, second),
            _ => false,
        })
    })
}

/// Relationships from the framework: a reference, a kind and another reference each.
fn added(list: Option<&Value>) -> Added {
    let mut added = Added::new();
    if let Some(Value::Array(list)) = list {
        for each in list.iter() {
            if let Value::Array(parts) = each {
                let part = |at: usize| parts.get(at).and_then(Value::as_str).unwrap_or_default().to_owned();
                added.entry(part(0)).or_default().push((part(1), part(2)));
            }
        }
    }
    added
}

pub(crate) fn with_catalog(
    host: &mut SpecHost<'_>,
    args: &[Value],
    work: impl FnOnce(&Catalog) -> Value,
) -> Answer {
    with_compiled(host, args, |catalog, _| work(catalog))
}

/// Runs a function with a catalog by its number, and what was compiled.
pub(crate) fn with_compiled(
    host: &mut SpecHost<'_>,
    args: &[Value],
    work: impl FnOnce(&Catalog, &Hash) -> Value,
) -> Answer {
    let number = match args.first() {
        Some(Value::Int(number)) => *number,
        _ => 0,
    };
    let compiled: Rc<Compiled> = match host.catalogs.get(&number) {
        Some(compiled) => Rc::clone(compiled),
        None => return Err("the catalog of an example can only be used in that example".to_owned()),
    };
    match &compiled.outcome.catalog {
        Some(catalog) => Ok(work(catalog, &compiled.input)),
        None => Err("no catalog".to_owned()),
    }
}

/// The resources of a catalog; with `exported`, those that are exported.
pub(crate) fn all(catalog: &Catalog, exported: bool) -> impl Iterator<Item = &Resource> {
    let every = (0..).map_while(|index| catalog.resource(ResourceId(index)));
    every.filter(move |resource| if exported { resource.exported } else { !resource.is_virtual })
}

/// Finds a resource by a reference such as `File[/etc/motd]`.
pub(crate) fn by_reference<'c>(catalog: &'c Catalog, reference: &str) -> Option<&'c Resource> {
    let (type_name, title) = reference.strip_suffix(']')?.split_once('[')?;
    let quoted = |quote: char| title.strip_prefix(quote)?.strip_suffix(quote);
    find(catalog, type_name, quoted('\'').or_else(|| quoted('"')).unwrap_or(title), false)
}

/// Finds a resource by type and title, or by the value of its namevar, as relationships do.
pub(crate) fn find<'c>(
    catalog: &'c Catalog,
    type_name: &str,
    title: &str,
    exported: bool,
) -> Option<&'c Resource> {
    let found = titled(catalog, type_name, title, exported);
    if exported {
        return found;
    }
    found.or_else(|| {
        let type_name = capitalized(type_name);
        let builtin =
            |resource: &&Resource| *resource.type_name == *type_name && resource.kind == Kind::Builtin;
        all(catalog, false)
            .filter(builtin)
            .find(|resource| identity(resource).as_deref() == Some(unslashed(title)))
    })
}

/// The resource of a type and a title. The path of a file may end in a slash.
pub(crate) fn titled<'c>(
    catalog: &'c Catalog,
    type_name: &str,
    title: &str,
    exported: bool,
) -> Option<&'c Resource> {
    let type_name = capitalized(type_name);
    let class = type_name == "Class";
    let title = if class && title != "main" { capitalized(title) } else { title.to_owned() };
    if exported {
        return all(catalog, true)
            .find(|resource| *resource.type_name == *type_name && *resource.title == *title);
    }
    // What a resource is called on the node finds it, too, but is not its title.
    let with = |title: &str| {
        catalog.find(&type_name, title).filter(|found| !found.is_virtual && *found.title == *title)
    };
    with(&title).or_else(|| with(unslashed(&title)).filter(|_| type_name == "File"))
}

/// The value that identifies a resource on the node, if it is a string.
pub(crate) fn identity(resource: &Resource) -> Option<String> {
    let namevar = namevar(resource);
    let given = resource.get(&namevar).or_else(|| resource.get("name"));
    let value = match given {
        Some(value) => value.as_str().map(str::to_owned),
        None => {
            let of_title = resource.title_values.iter().find(|(name, _)| **name == *namevar);
            of_title
                .and_then(|(_, value)| value.as_str().map(str::to_owned))
                .or_else(|| Some(resource.title.to_string()))
        }
    };
    value.map(|value| match &*resource.type_name {
        "File" => unslashed(&value).to_owned(),
        _ => value,
    })
}

fn unslashed(path: &str) -> &str {
    match path.trim_end_matches('/') {
        "" => path,
        trimmed => trimmed,
    }
}

/// The attribute whose value is the title.
pub(crate) fn namevar(resource: &Resource) -> String {
    match (&resource.kind, &resource.ty) {
        (Kind::Builtin, Some(ty)) => ty.namevar().to_owned(),
        _ => "name".to_owned(),
    }
}

/// A reference as Puppet shows it: `File[/etc/motd]`.
pub(crate) fn reference(resource: &Resource) -> String {
    format!("{}[{}]", resource.type_name, resource.title)
}

/// A name with each segment capitalized.
pub(crate) fn capitalized(name: &str) -> String {
    name.split("::").map(text::capitalize).collect::<Vec<_>>().join("::")
}

/// A resource with its parameters, for the framework.
pub(crate) fn describe(catalog: &Catalog, resource: &Resource) -> Value {
    let mut params: Vec<(Value, Value)> = Vec::new();
    let namevar = namevar(resource);
    if resource.title_values.is_empty() {
        params.push((Value::str(namevar.as_str()), Value::Str(resource.title.clone())));
    }
    for (name, value) in &resource.title_values {
        params.push((Value::Str(name.clone()), shown(value)));
    }
    for param in resource.params.iter().filter(|param| !param.value.is_undef()) {
        let value = shown(&shown_value(param));
        let secret = resource.sensitive.contains(&param.name) && !matches!(value, Value::Sensitive(_));
        let value = if secret { Value::Sensitive(Sensitive::new(value)) } else { value };
        params.push((Value::Str(param.name.clone()), value));
    }
    let place = resource.place.and_then(|span| Some((catalog.source(span)?, span)));
    let (file, line) = match place {
        Some((source, span)) => {
            (Value::str(source.name()), Value::Int(i64::from(source.line_at(span.range.start))))
        }
        None => (Value::Undef, Value::Undef),
    };
    table([
        ("type", Value::Str(resource.type_name.clone())),
        ("title", Value::Str(resource.title.clone())),
        ("namevar", Value::str(namevar)),
        ("parameters", Value::hash(params)),
        ("exported", Value::Bool(resource.exported)),
        ("builtin", Value::Bool(resource.kind == Kind::Builtin)),
        ("tags", Value::array(resource.tags.iter().map(|tag| Value::str(tag.to_string())))),
        ("file", file),
        ("line", line),
    ])
}

/// A value with references as strings, as matchers compare them.
fn shown(value: &Value) -> Value {
    match value {
        Value::Type(Type::Resource(reference)) => match (&reference.type_name, &reference.title) {
            (Some(type_name), Some(title)) => Value::str(format!("{}[{title}]", capitalized(type_name))),
            _ => value.clone(),
        },
        Value::Type(Type::Class(class)) => match &class.name {
            Some(name) => Value::str(format!("Class[{}]", capitalized(name))),
            None => value.clone(),
        },
        Value::Array(items) => Value::array(items.iter().map(shown)),
        Value::Hash(hash) => Value::hash(hash.iter().map(|(key, value)| (shown(key), shown(value)))),
        other => other.clone(),
    }
}

/// The edit distance of two names; `None` if they are too different to be confused.
fn distance(wanted: &str, actual: &str) -> Option<usize> {
    let (short, long) = if wanted.len() < actual.len() { (wanted, actual) } else { (actual, wanted) };
    if !short.is_empty() && long.contains(short) {
        return Some(long.len() - short.len());
    }
    if wanted.len() > 200 || actual.len() > 200 {
        return None;
    }
    let (one, other): (Vec<char>, Vec<char>) = (wanted.chars().collect(), actual.chars().collect());
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, left) in one.iter().enumerate() {
        let mut diagonal = i;
        let mut next = vec![i + 1];
        for (right, above) in other.iter().zip(row.iter().skip(1)) {
            let before = next.last().copied().unwrap_or(0);
            let changed = diagonal + usize::from(left != right);
            next.push(changed.min(above + 1).min(before + 1));
            diagonal = *above;
        }
        row = next;
    }
    row.last().copied().filter(|far| far * 3 <= wanted.chars().count().max(3))
}
