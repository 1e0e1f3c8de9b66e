//! The properties and parameters of resource types.

use super::{Page, code, options, parameter_link};
use crate::{Attribute, Entry, TypeEntry};

/// The maximum length of lines in parameters.
const WIDTH: usize = 120;

pub(super) fn attributes(page: &mut Page, entry: &Entry, resource_type: &TypeEntry) {
    let described = entry.docs.options();
    let mut properties: Vec<&Attribute> =
        resource_type.properties.iter().chain(&resource_type.checks).collect();
    properties.sort_by(|a, b| a.name.cmp(&b.name));
    if !properties.is_empty() {
        page.item("#### Properties");
        page.item(&format!("The following properties are available in the `{}` type.", entry.name));
    }
    for property in properties {
        page.item(&format!("##### `{}`", property.name));
        facts(page, property);
        page.item(&property.description);
        options(page, &described, &property.name);
        if let Some(default) = &property.default {
            page.item(&format!("Default value:{}", code(default, "ruby")));
        }
    }
    let mut parameters: Vec<&Attribute> = resource_type.parameters.iter().collect();
    parameters.sort_by(|a, b| a.name.cmp(&b.name));
    if parameters.is_empty() {
        return;
    }
    page.item("#### Parameters");
    page.item(&format!("The following parameters are available in the `{}` type.", entry.name));
    for parameter in &parameters {
        page.line(&format!("* [`{}`](#{})", parameter.name, parameter_link(&entry.name, &parameter.name)));
    }
    page.line("");
    for parameter in parameters {
        let link = parameter_link(&entry.name, &parameter.name);
        page.item(&format!("##### <a name=\"{link}\"></a>`{}`", parameter.name));
        facts(page, parameter);
        if parameter.description.is_empty() {
            page.line("");
        } else {
            page.item(&wrapped(&parameter.description));
        }
        options(page, &described, &parameter.name);
        if let Some(default) = &parameter.default {
            page.item(&format!("Default value: `{default}`"));
        }
        if let Some(features) = &parameter.required_features {
            page.item(&format!("Required features: {features}."));
        }
    }
}

fn facts(page: &mut Page, attribute: &Attribute) {
    if !attribute.values.is_empty() {
        page.item(&format!("Valid values: `{}`", attribute.values.join("`, `")));
    }
    if attribute.is_namevar {
        page.item("namevar");
    }
    if !attribute.aliases.is_empty() {
        let pairs: Vec<String> =
            attribute.aliases.iter().map(|(new, old)| format!("{new:?}=>{old:?}")).collect();
        page.item(&format!("Aliases: `{}`", pairs.join(", ")));
    }
    if let Some(type_) = &attribute.data_type {
        page.item(&format!("Data type: `{type_}`"));
    }
}

/// Breaks long lines between words.
fn wrapped(text: &str) -> String {
    let lines: Vec<String> = text.trim_end_matches('\n').split('\n').map(wrapped_line).collect();
    lines.join("\n")
}

fn wrapped_line(line: &str) -> String {
    if line.chars().count() <= WIDTH {
        return line.to_owned();
    }
    let chars: Vec<char> = line.chars().collect();
    let mut out = String::new();
    let mut at = 0;
    while at < chars.len() {
        // The longest piece within the limit that is followed by whitespace or the end.
        let longest = (at + 1..=chars.len().min(at + WIDTH)).rev();
        let mut ends = longest.filter(|end| chars.get(*end).is_none_or(|char| char.is_whitespace()));
        let Some(end) = ends.next() else {
            out.extend(chars.get(at));
            at += 1;
            continue;
        };
        out.extend(chars.get(at..end).unwrap_or(&[]));
        out.push('\n');
        at = end + chars.get(end..).unwrap_or(&[]).iter().take_while(|char| char.is_whitespace()).count();
    }
    out.trim().to_owned()
}
