//! Counts events by outcome: for each resource, class or node, and in total.

use bunraku_pcore::{Hash, Value};

use super::{
    Paging, Select,
    field::{Column, FieldRef},
};
use crate::{Database, Error};

/// How events are counted.
#[derive(Debug, Clone, Default)]
pub struct Counting {
    /// What gets its own row: `resource`, `containing_class` or `certname`.
    pub summarize_by: String,
    /// Whether to count each node once, instead of events of resources.
    pub by_certname: bool,
}

/// The counters, with the status of their events.
const COUNTS: [(&str, &str); 4] =
    [("failures", "failure"), ("skips", "skipped"), ("successes", "success"), ("noops", "noop")];

impl Database {
    /// Counts the events of a query for each subject.
    pub fn event_counts(&self, query: Option<&Value>, counting: &Counting) -> Result<Vec<Value>, Error> {
        let subject: &[&str] = match counting.summarize_by.as_str() {
            "certname" => &["certname"],
            "containing_class" => &["containing_class"],
            "resource" => &["resource_type", "resource_title"],
            "" => return Err(Error::invalid("missing required query parameter 'summarize_by'")),
            other => {
                return Err(Error::invalid(format!(
                    "expected certname, containing_class or resource as summarize_by, got '{other}'"
                )));
            }
        };
        let events = super::read_about("events", query)?;
        let rows = self.events_of(events)?;
        Ok(counted(&rows, subject, counting))
    }

    /// Counts subjects by the outcome of their events.
    pub fn aggregate_event_counts(&self, query: Option<&Value>, counting: &Counting) -> Result<Value, Error> {
        let rows = self.event_counts(query, counting)?;
        let mut total = Hash::new();
        total.insert(Value::str("summarize_by"), Value::str(counting.summarize_by.as_str()));
        for (name, _) in COUNTS {
            let has = |row: &&Value| matches!(row, Value::Hash(row) if row.get_str(name).and_then(Value::as_int) > Some(0));
            let count = rows.iter().filter(has).count();
            total.insert(Value::str(name), Value::Int(i64::try_from(count).unwrap_or(i64::MAX)));
        }
        total.insert(Value::str("total"), Value::Int(i64::try_from(rows.len()).unwrap_or(i64::MAX)));
        Ok(Value::Hash(total))
    }

    /// The fields of events that counting needs.
    fn events_of(&self, mut events: Select) -> Result<Vec<Value>, Error> {
        if events.entity.name != "events" || events.columns.is_some() {
            return Err(Error::invalid("expected a condition on events"));
        }
        let wanted = ["certname", "containing_class", "resource_type", "resource_title", "status"];
        let column = |name: &&str| FieldRef::named(events.entity, name).map(Column::Field);
        events.columns = Some(wanted.iter().map(column).collect::<Result<_, _>>()?);
        Ok(self.answer(&events, false)?.rows)
    }
}

fn counted(rows: &[Value], subject: &[&str], counting: &Counting) -> Vec<Value> {
    let mut counts: Vec<(Vec<Value>, [i64; 4])> = Vec::new();
    let mut places: std::collections::HashMap<String, usize> = std::collections::HashMap::new();
    let mut nodes: std::collections::HashSet<(usize, String, String)> = std::collections::HashSet::new();
    for row in rows {
        let Value::Hash(row) = row else { continue };
        let text = |name: &str| row.get_str(name).and_then(Value::as_str).unwrap_or_default();
        let key: Vec<Value> =
            subject.iter().map(|name| row.get_str(name).cloned().unwrap_or_default()).collect();
        let place =
            *places.entry(bunraku_formats::json::to_json(&Value::array(key.clone()))).or_insert_with(|| {
                counts.push((key, [0; 4]));
                counts.len() - 1
            });
        let status = text("status");
        if counting.by_certname && !nodes.insert((place, text("certname").to_owned(), status.to_owned())) {
            continue;
        }
        let which = COUNTS.iter().position(|(_, known)| *known == status);
        if let (Some(which), Some((_, counts))) = (which, counts.get_mut(place))
            && let Some(count) = counts.get_mut(which)
        {
            *count += 1;
        }
    }
    counts.sort_by_key(|(key, _)| bunraku_formats::json::to_json(&Value::array(key.clone())));
    counts.into_iter().map(|(key, counts)| shown(&key, counts, counting)).collect()
}

fn shown(key: &[Value], counts: [i64; 4], counting: &Counting) -> Value {
    let subject = match key {
        [ty, title] => Value::hash([(Value::str("type"), ty.clone()), (Value::str("title"), title.clone())]),
        [title] => Value::hash([(Value::str("title"), title.clone())]),
        _ => Value::Undef,
    };
    let mut row = Hash::new();
    for ((name, _), count) in COUNTS.iter().zip(counts) {
        row.insert(Value::str(*name), Value::Int(count));
    }
    row.insert(Value::str("subject_type"), Value::str(counting.summarize_by.as_str()));
    row.insert(Value::str("subject"), subject);
    Value::Hash(row)
}

/// The rows of a page, for answers that are not computed by SQL.
pub fn page(rows: Vec<Value>, paging: &Paging) -> Vec<Value> {
    let offset = usize::try_from(paging.offset.unwrap_or_default()).unwrap_or(usize::MAX);
    let limit = paging.limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
    rows.into_iter().skip(offset).take(limit).collect()
}
