//! The lines of manifests that a failed example is about: where a resource is declared, and its attributes are set.

use std::{fmt::Write as _, path::Path};

use bunraku::{
    catalog::{Catalog, Cause, Param, Resource},
    diag::{Source, Span},
    pcore::Value,
};

use crate::{
    Suite,
    catalogue::{reference, titled, with_catalog},
    compile::CODE,
    host::SpecHost,
    questions::{Answer, string},
};

/// `declared(catalog, type, title, exported, attributes)`: the lines, or `undef` if no manifest declares the resource.
pub(crate) fn declared(host: &mut SpecHost<'_>, args: &[Value]) -> Answer {
    let suite = host.suite;
    with_catalog(host, args, |catalog| {
        let exported = matches!(args.get(3), Some(Value::Bool(true)));
        let Some(resource) = titled(catalog, &string(args, 1), &string(args, 2), exported) else {
            return Value::Undef;
        };
        let text = of_resource(suite, catalog, resource, args.get(4));
        text.map_or(Value::Undef, Value::str)
    })
}

fn of_resource(
    suite: &Suite,
    catalog: &Catalog,
    resource: &Resource,
    attributes: Option<&Value>,
) -> Option<String> {
    let place = resource.place?;
    let mut text =
        format!("{} is declared at {}", reference(resource), shown(suite, catalog.source(place)?, place));
    let names = match attributes {
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    for param in names.into_iter().filter_map(|name| resource.params.named(name)) {
        let set = place_of(catalog, param).and_then(|set| Some((set, catalog.source(set)?)));
        if let Some((set, source)) = set.filter(|(set, source)| !is_same_line(source, place, *set)) {
            let _ = write!(text, "\n{} is set at {}", param.name, shown(suite, source, set));
        }
    }
    Some(text)
}

/// Where code sets an attribute.
fn place_of(catalog: &Catalog, param: &Param) -> Option<Span> {
    match catalog.cause(param)? {
        Cause::Attribute(place)
        | Cause::Default(place)
        | Cause::ResourceDefault(place)
        | Cause::Override { place, .. }
        | Cause::Collector { place, .. }
        | Cause::Call { place, .. }
        | Cause::Foreign { place, .. } => Some(*place),
        _ => None,
    }
}

fn is_same_line(source: &Source, one: Span, other: Span) -> bool {
    one.file == other.file && source.line_at(one.range.start) == source.line_at(other.range.start)
}

/// A place, with its line of source below it.
pub(crate) fn shown(suite: &Suite, source: &Source, place: Span) -> String {
    let line = source.line_at(place.range.start);
    let text = source.line(line).trim();
    if source.name() == CODE {
        return format!("line {line} of the manifest that the example compiles:\n  {text}");
    }
    let path = Path::new(source.name());
    let path = suite.in_module(path).unwrap_or_else(|| suite.relative(path));
    format!("{path}:{line}:\n  {text}")
}
