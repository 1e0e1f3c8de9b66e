//! Classes that are included but not contained by another class, although something depends on that class.

use std::collections::HashSet;

use bunraku_catalog::{Catalog, Kind, Resource};
use bunraku_diag::{Diagnostic, codes};

use crate::graph::{EdgeKind, Graph};

/// Warns about each class that its own module includes where it should contain it. A class of another module is usually
/// shared and should not be contained; one with its own relationships is ordered explicitly.
pub(super) fn check(catalog: &Catalog, graph: &Graph, found: &mut Vec<Diagnostic>) {
    let name = |index: usize| graph.resources.get(index).map(String::as_str);
    let mut ordered: HashSet<&str> = HashSet::new();
    let mut contained: HashSet<&str> = HashSet::new();
    for edge in &graph.edges {
        let (Some(from), Some(to)) = (name(edge.from), name(edge.to)) else { continue };
        if edge.kind == EdgeKind::Contains {
            if !from.starts_with("Stage[") {
                contained.insert(to);
            }
        } else if !edge.automatic {
            ordered.extend([from, to]);
        }
    }
    for class in catalog.resources().filter(|resource| resource.kind == Kind::Class) {
        let Some(outer) = class.declared_by.and_then(|id| catalog.resource(id)) else { continue };
        let (inner_name, outer_name) = (class.reference(), outer.reference());
        let is_part = outer.kind == Kind::Class
            && class.title.strip_prefix(&*outer.title).is_some_and(|rest| rest.starts_with("::"));
        let floats = !contained.contains(inner_name.as_str()) && !ordered.contains(inner_name.as_str());
        if !is_part || !floats || !ordered.contains(outer_name.as_str()) || !has_resources(catalog, class) {
            continue;
        }
        let message = format!("`{inner_name}` is not contained in `{outer_name}`, which has relationships");
        let short = class.title.to_lowercase();
        let diagnostic = Diagnostic::warning(codes::UNCONTAINED_CLASS, message)
            .help(format!("write `contain {short}`, so that it is ordered together with `{outer_name}`"));
        found.push(match class.declared_at.or(class.place) {
            Some(place) => diagnostic.at(place, "included here"),
            None => diagnostic,
        });
    }
}

fn has_resources(catalog: &Catalog, class: &Resource) -> bool {
    catalog.edges().any(|(from, to)| std::ptr::eq(from, class) && to.kind != Kind::Class)
}
