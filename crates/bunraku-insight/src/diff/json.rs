//! Differences as JSON.

use bunraku_edition::PUPPET8;
use bunraku_formats::json::{Layout, write as write_value};
use bunraku_pcore::Value;

use super::{ChangeKind, Origin, Report, Shared};

/// The version of the format, which is increased when a field is renamed, removed or changes its meaning.
const VERSION: i64 = 1;

/// Writes one object: how many nodes were compared, which could not be, and the list of changes.
pub(super) fn write(report: &Report) -> String {
    let missing = report.missing.iter().map(|missing| {
        object([
            ("node", Value::str(&missing.node)),
            ("old", Value::Bool(missing.old)),
            ("new", Value::Bool(missing.new)),
            ("reason", missing.reason.as_deref().map_or(Value::Undef, Value::str)),
        ])
    });
    let document = object([
        ("version", Value::Int(VERSION)),
        ("compared", Value::Int(i64::try_from(report.compared).unwrap_or(i64::MAX))),
        ("missing", Value::array(missing)),
        ("changes", Value::array(report.changes.iter().map(change))),
    ]);
    let layout = Layout { max_nesting: 0, ..Layout::pretty() };
    let mut json = write_value(&PUPPET8.types, &document, layout).unwrap_or_default();
    json.push('\n');
    json
}

fn change(shared: &Shared) -> Value {
    let change = &shared.change;
    let mut fields = vec![("resource", Value::str(&change.resource))];
    let string = |text: &Option<String>| text.as_deref().map_or(Value::Undef, Value::str);
    fields.extend(match &change.what {
        ChangeKind::Added => vec![("change", Value::str("added"))],
        ChangeKind::Removed => vec![("change", Value::str("removed"))],
        ChangeKind::Parameter { name, old, new, only_order } => vec![
            ("change", Value::str("parameter")),
            ("parameter", Value::str(name)),
            ("old", old.clone().unwrap_or(Value::Undef)),
            ("new", new.clone().unwrap_or(Value::Undef)),
            ("only_order", Value::Bool(*only_order)),
        ],
        ChangeKind::Secret { name } => vec![
            ("change", Value::str("parameter")),
            ("parameter", Value::str(name)),
            ("sensitive", Value::Bool(true)),
        ],
        ChangeKind::Exported(exported) => {
            vec![("change", Value::str("exported")), ("new", Value::Bool(*exported))]
        }
        ChangeKind::Container { old, new } => {
            vec![("change", Value::str("container")), ("old", string(old)), ("new", string(new))]
        }
    });
    fields.push(("old_origin", origin(change.origins.0.as_ref())));
    fields.push(("new_origin", origin(change.origins.1.as_ref())));
    fields.push(("nodes", Value::array(shared.nodes.iter().map(Value::str))));
    object(fields)
}

fn origin(origin: Option<&Origin>) -> Value {
    let Some(origin) = origin else { return Value::Undef };
    object([
        ("file", Value::str(&*origin.file)),
        ("line", origin.line.map_or(Value::Undef, |line| Value::Int(line.into()))),
        ("key", origin.key.as_deref().map_or(Value::Undef, Value::str)),
        ("declaration", Value::Bool(origin.is_declaration)),
    ])
}

fn object<'k>(fields: impl IntoIterator<Item = (&'k str, Value)>) -> Value {
    Value::hash(fields.into_iter().map(|(key, value)| (Value::str(key), value)))
}
