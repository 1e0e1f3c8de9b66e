//! What an agent would reject: mistakes that compile, but fail on the node.

mod containment;
mod values;

use std::collections::HashSet;

use bunraku_catalog::{Catalog, Resource};
use bunraku_diag::{Diagnostic, Span, codes};
use bunraku_pcore::Value;
use bunraku_resources::RELATIONSHIPS;

use crate::graph::{Cycle, Edge, Graph, names};

/// All problems of a catalog: cycles, missing resources, values that types reject, and classes that should be
/// contained. The last are warnings.
pub fn check(catalog: &Catalog) -> Vec<Diagnostic> {
    let graph = Graph::of(catalog);
    let mut found: Vec<Diagnostic> = graph.cycles().iter().map(|cycle| describe(&graph, cycle)).collect();
    for resource in catalog.resources() {
        found.extend(missing(catalog, resource));
        found.extend(by_name(catalog, resource));
        values::check(catalog, resource, &mut found);
    }
    containment::check(catalog, &graph, &mut found);
    found
}

/// How many resources of a cycle are named.
const MOST_NAMES: usize = 6;

/// How many relationships of a cycle, and how many to remove, are shown.
const MOST_EDGES: usize = 20;

fn describe(graph: &Graph, cycle: &Cycle) -> Diagnostic {
    let name = |index: usize| graph.resources.get(index).map_or("?", String::as_str);
    let says = |edge: &Edge| match edge.from == edge.to {
        true => "refers to the resource itself".to_owned(),
        false => format!("`{}` comes before `{}`", name(edge.from), name(edge.to)),
    };
    let puts = |edge: &Edge| match edge.from == edge.to {
        true => format!("`{}` before itself", name(edge.from)),
        false => format!("`{}` before `{}`", name(edge.from), name(edge.to)),
    };
    let mut names: Vec<String> = Vec::new();
    let mut known = HashSet::new();
    for edge in &cycle.edges {
        if known.insert(edge.from) {
            names.push(format!("`{}`", name(edge.from)));
        }
    }
    let more = names.len().saturating_sub(MOST_NAMES);
    names.truncate(MOST_NAMES);
    let message = match (names.as_slice(), more) {
        ([only], 0) => format!("{only} depends on itself"),
        (names, 0) => format!("{} depend on each other", list(names)),
        (names, more) => format!("{} and {more} more resources depend on each other", names.join(", ")),
    };
    let mut diagnostic = Diagnostic::error(codes::DEPENDENCY_CYCLE, message);
    let mut shown: Vec<Span> = Vec::new();
    for edge in cycle.cut.iter().take(MOST_EDGES).chain(cycle.edges.iter().take(MOST_EDGES)) {
        let Some(span) = edge.span.filter(|span| !shown.contains(span)) else { continue };
        shown.push(span);
        diagnostic = match diagnostic.primary {
            None => diagnostic.at(span, says(edge)),
            Some(_) => diagnostic.label(span, says(edge)),
        };
    }
    let mut places: Vec<String> = cycle
        .cut
        .iter()
        .take(MOST_EDGES)
        .map(|edge| match &edge.place {
            Some(place) => format!("the relationship that puts {} ({place})", puts(edge)),
            None => format!("the relationship that puts {}", puts(edge)),
        })
        .collect();
    let more = cycle.cut.len() - places.len();
    if more > 0 {
        places.push(format!("{more} more relationships"));
    }
    let fewer = if cycle.is_smallest { "" } else { "; fewer may be enough" };
    diagnostic.help(format!("remove {}{fewer}", list(&places)))
}

/// Missing resources that attributes refer to, other than relationships, which the compiler checks.
fn missing(catalog: &Catalog, resource: &Resource) -> Vec<Diagnostic> {
    /// Schedules and filebuckets that an agent adds to every catalog.
    const SCHEDULES: [&str; 6] = ["puppet", "hourly", "daily", "weekly", "monthly", "never"];
    const BUCKETS: [&str; 1] = ["puppet"];
    let mut named = vec![("schedule", "Schedule", SCHEDULES.as_slice())];
    if &*resource.type_name == "File" {
        named.push(("backup", "Filebucket", BUCKETS.as_slice()));
    }
    let mut found = Vec::new();
    for (attribute, type_name, known) in named {
        let Some(param) = resource.param(attribute) else { continue };
        let Value::Str(title) = &param.value else { continue };
        let is_other =
            attribute == "backup" && (title.starts_with('.') || ["true", "false"].contains(&&**title));
        let is_there = catalog.find(type_name, title).is_some_and(|found| !found.is_virtual);
        if is_other || is_there || known.contains(&&**title) {
            continue;
        }
        let message = format!("`{type_name}[{title}]` is not in the catalog");
        let diagnostic = Diagnostic::error(codes::MISSING_RESOURCE, message);
        let says = format!("`{}` refers to it in `{attribute}`", resource.reference());
        found.push(placed(catalog, resource, Some(attribute), diagnostic, &says));
    }
    found
}

/// References to packages by `name` where the title is another: the compiler finds these, but an agent does not,
/// because a package has more than one namevar.
fn by_name(catalog: &Catalog, resource: &Resource) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for attribute in RELATIONSHIPS {
        let Some(param) = resource.param(attribute) else { continue };
        for name in names(&param.value) {
            let title = name.strip_prefix("Package[").and_then(|rest| rest.strip_suffix(']'));
            let Some(title) = title else { continue };
            let is_package = |found: &&Resource| {
                *found.type_name == *"Package"
                    && *found.title != *title
                    && found.get("name").and_then(Value::as_str) == Some(title)
            };
            let Some(package) = catalog.resources().find(is_package) else { continue };
            let message =
                format!("an agent cannot find `{name}`: the title of this package is `{}`", package.title);
            let diagnostic = Diagnostic::error(codes::MISSING_RESOURCE, message);
            let says = format!("`{}` refers to it in `{attribute}`", resource.reference());
            let help = format!("write `Package['{}']`", package.title);
            found.push(placed(catalog, resource, Some(attribute), diagnostic, &says).help(help));
        }
    }
    found
}

/// A diagnostic at the place that set an attribute, or else at the declaration of the resource.
fn placed(
    catalog: &Catalog,
    resource: &Resource,
    attribute: Option<&str>,
    diagnostic: Diagnostic,
    says: &str,
) -> Diagnostic {
    let cause = attribute.and_then(|name| catalog.cause(resource.param(name)?));
    let place = cause.and_then(bunraku_catalog::Cause::place);
    match place.or(resource.place).or(resource.declared_at) {
        Some(place) => diagnostic.at(place, says),
        None => diagnostic,
    }
}

fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [names @ .., last] => format!("{} and {last}", names.join(", ")),
    }
}
