//! A catalog as text for people and version control: every resource with its values, sorted by name.

use std::collections::HashMap;
use std::fmt::Write;

use bunraku_catalog::{Catalog, value_json};
use bunraku_pcore::Value;

/// The listing of a catalog. Sensitive values are left out, and so is everything that changes between compilations:
/// versions, identifiers, tags, files and lines.
pub fn of(catalog: &Catalog) -> String {
    let containers: HashMap<String, String> =
        catalog.edges().map(|(from, to)| (to.reference(), from.reference())).collect();
    let mut resources: Vec<(String, String)> = Vec::new();
    for resource in catalog.resources() {
        let name = resource.reference();
        let mut text = format!("{name}\n");
        if let Some(container) = containers.get(&name) {
            push(&mut text, format_args!("  in {container}\n"));
        }
        if resource.exported {
            text.push_str("  exported\n");
        }
        let mut parameters = catalog.shown_parameters(resource);
        parameters.sort_by(|(one, _), (other, _)| one.cmp(other));
        for (parameter, value) in parameters {
            let secret = resource.sensitive.iter().any(|name| **name == *parameter);
            push(&mut text, format_args!("  {parameter} ="));
            match &*value {
                _ if secret => text.push_str(" (sensitive)\n"),
                Value::Sensitive(_) => text.push_str(" (sensitive)\n"),
                Value::Str(string) if string.contains('\n') => block(&mut text, string),
                value => push(&mut text, format_args!(" {}\n", value_json(catalog.header().rules, value))),
            }
        }
        resources.push((name, text));
    }
    resources.sort();
    let texts: Vec<String> = resources.into_iter().map(|(_, text)| text).collect();
    texts.join("\n")
}

/// Writes a multi-line string as a block.
fn block(out: &mut String, string: &str) {
    let (body, mark) = match string.strip_suffix('\n') {
        Some(body) => (body, "|"),
        None => (string, "|-"),
    };
    push(out, format_args!(" {mark}\n"));
    for line in body.split('\n') {
        if line.is_empty() {
            out.push('\n');
        } else {
            push(out, format_args!("    {line}\n"));
        }
    }
}

/// Appends to a string, which cannot fail.
fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(text);
}
