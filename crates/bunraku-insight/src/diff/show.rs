//! Differences for people and for programs.

use std::fmt::Write;

use bunraku_edition::PUPPET8;
use bunraku_formats::json::{Layout, write};
use bunraku_pcore::{Value, notation};

use super::{Change, Shared, What};
use crate::lines;

/// Differences as text: one paragraph a resource, strings of several lines as a unified difference. `nodes` is how many
/// nodes were compared; with one, nodes are not named.
pub fn to_text(groups: &[Shared], nodes: usize) -> String {
    let mut out = String::new();
    let mut last: Option<(&str, usize)> = None;
    for shared in groups {
        let change = &shared.change;
        if last != Some((&change.resource, shared.nodes.len())) {
            let sign = match change.what {
                What::Added => '+',
                What::Removed => '-',
                _ => '~',
            };
            let who = match shared.nodes.as_slice() {
                _ if nodes < 2 => String::new(),
                [node] => format!("  ({node})"),
                some => format!("  ({} of {nodes} nodes)", some.len()),
            };
            push(&mut out, format_args!("{sign} {}{who}\n", change.resource));
            let place = match &change.what {
                What::Removed => &change.places.0,
                _ => &change.places.1,
            };
            if let Some(place) = place {
                push(&mut out, format_args!("    --> {place}\n"));
            }
        }
        last = Some((&change.resource, shared.nodes.len()));
        describe(&mut out, &change.what);
    }
    out
}

fn describe(out: &mut String, what: &What) {
    match what {
        What::Added | What::Removed => {}
        What::Parameter { name, old: Some(Value::Str(old)), new: Some(Value::Str(new)), .. }
            if old.contains('\n') || new.contains('\n') =>
        {
            push(out, format_args!("    {name}:\n"));
            for line in lines::unified(name, old, new).lines().skip(2) {
                push(out, format_args!("      {line}\n"));
            }
        }
        What::Parameter { name, old, new, only_order } => {
            let order = if *only_order { "  (only the order)" } else { "" };
            push(
                out,
                format_args!("    {name}: {} -> {}{order}\n", shown(old.as_ref()), shown(new.as_ref())),
            );
        }
        What::Secret { name } => push(out, format_args!("    {name}: changed (sensitive)\n")),
        What::Exported(true) => push(out, format_args!("    is exported now\n")),
        What::Exported(false) => push(out, format_args!("    is no longer exported\n")),
        What::Container { old, new } => {
            let name = |container: &Option<String>| container.clone().unwrap_or_else(|| "nothing".to_owned());
            push(out, format_args!("    is contained in {} instead of {}\n", name(new), name(old)));
        }
    }
}

/// Differences as a list of JSON objects.
pub fn to_json(groups: &[Shared]) -> String {
    let string = |text: &str| Value::str(text);
    let optional = |text: &Option<String>| text.as_deref().map_or(Value::Undef, Value::str);
    let objects = groups.iter().map(|shared| {
        let change = &shared.change;
        let mut fields = vec![(string("resource"), string(&change.resource))];
        let mut add = |key: &str, value: Value| fields.push((string(key), value));
        match &change.what {
            What::Added => add("change", string("added")),
            What::Removed => add("change", string("removed")),
            What::Parameter { name, old, new, only_order } => {
                add("change", string("parameter"));
                add("parameter", string(name));
                add("old", old.clone().unwrap_or(Value::Undef));
                add("new", new.clone().unwrap_or(Value::Undef));
                add("only_order", Value::Bool(*only_order));
            }
            What::Secret { name } => {
                add("change", string("parameter"));
                add("parameter", string(name));
                add("sensitive", Value::Bool(true));
            }
            What::Exported(exported) => {
                add("change", string("exported"));
                add("new", Value::Bool(*exported));
            }
            What::Container { old, new } => {
                add("change", string("container"));
                add("old", optional(old));
                add("new", optional(new));
            }
        }
        add("old_place", optional(&change.places.0));
        add("new_place", optional(&change.places.1));
        add("nodes", Value::array(shared.nodes.iter().map(|node| string(node))));
        Value::hash(fields)
    });
    let layout = Layout { max_nesting: 0, ..Layout::pretty() };
    let mut json = write(&PUPPET8.types, &Value::array(objects), layout).unwrap_or_default();
    json.push('\n');
    json
}

/// What tells a difference from others; where it was written does not matter.
pub(super) fn key(change: &Change) -> String {
    format!("{}\u{0}{:?}", change.resource, change.what)
}

fn shown(value: Option<&Value>) -> String {
    const LONGEST: usize = 200;
    let Some(value) = value else { return "(none)".to_owned() };
    let text = notation::literal(&PUPPET8.types, value);
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or("")),
        None => text,
    }
}

/// Appends to a string, which does not fail.
fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(text);
}
