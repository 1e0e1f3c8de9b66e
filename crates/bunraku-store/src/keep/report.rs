//! Reports of runs, with their events.

use bunraku_formats::json::to_json;
use bunraku_pcore::Value;

use super::{ChangeResult, Fields, SKEW, node};
use crate::{
    Error, canonical, identity,
    session::{Cell, Insert, Row, Session, row},
};

/// A report to be stored.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// The name of the node.
    pub certname: String,
    /// When it was sent, in milliseconds since the beginning of 1970.
    pub producer_time: i64,
    /// `changed`, `unchanged` or `failed`.
    pub status: Option<String>,
    hash: String,
    environment: Option<String>,
    ty: String,
    noop: Option<bool>,
    noop_pending: Option<bool>,
    puppet_version: Option<String>,
    report_format: Option<i64>,
    configuration_version: Option<String>,
    start_time: Option<i64>,
    end_time: Option<i64>,
    producer: Option<String>,
    transaction_uuid: Option<String>,
    catalog_uuid: Option<String>,
    code_id: Option<String>,
    job_id: Option<String>,
    cached_catalog_status: Option<String>,
    logs: String,
    metrics: String,
    events: Vec<Event>,
}

#[derive(Debug, Clone)]
struct Event {
    status: Option<String>,
    time: Option<i64>,
    resource: (Option<String>, Option<String>),
    property: Option<String>,
    name: Option<String>,
    values: (Option<String>, Option<String>),
    message: Option<String>,
    place: (Option<String>, Option<i64>),
    containment_path: String,
    containing_class: Option<String>,
}

impl Report {
    /// Parses the command `store report`, versions 5 to 8.
    pub fn read(payload: &Value, received: i64) -> Result<Report, Error> {
        let fields = Fields::of(payload, "the report")?;
        let certname = fields.needed("certname")?;
        let mut events = Vec::new();
        for resource in fields.list("resources")? {
            read_resource(resource, &mut events)?;
        }
        for event in fields.list("resource_events")? {
            let event = Fields::of(event, "an event")?;
            events.push(read_event(&event, &event)?);
        }
        let noop_event = |event: &Event| event.status.as_deref() == Some("noop");
        let noop = match fields.flag("noop")? {
            Some(noop) => Some(noop),
            None => Some(!events.is_empty() && events.iter().all(noop_event)),
        };
        let list = |name: &str| -> Result<String, Error> {
            Ok(to_json(&Value::array(fields.list(name)?.iter().cloned())))
        };
        let producer_time = fields.time("producer_timestamp")?.unwrap_or(received);
        // The identity of a report: sending it twice stores it once.
        let identity = [
            certname.clone(),
            fields.text("start_time")?.unwrap_or_default(),
            fields.text("end_time")?.unwrap_or_default(),
            fields.text("transaction_uuid")?.unwrap_or_default(),
            fields.text("configuration_version")?.unwrap_or_default(),
            fields.text("status")?.unwrap_or_default(),
            to_json(&Value::array(fields.list("resources")?.iter().cloned())),
        ];
        Ok(Report {
            hash: canonical::hash(identity.iter().map(String::as_str)),
            certname,
            producer_time,
            status: fields.text("status")?,
            environment: fields.text("environment")?,
            ty: fields.text("type")?.unwrap_or_else(|| "agent".to_owned()),
            noop,
            noop_pending: fields.flag("noop_pending")?,
            puppet_version: fields.text("puppet_version")?,
            report_format: fields.number("report_format")?,
            configuration_version: fields.text("configuration_version")?,
            start_time: fields.time("start_time")?,
            end_time: fields.time("end_time")?,
            producer: fields.text("producer")?,
            transaction_uuid: fields.text("transaction_uuid")?,
            catalog_uuid: fields.text("catalog_uuid")?,
            code_id: fields.text("code_id")?,
            job_id: fields.text("job_id")?,
            cached_catalog_status: fields.text("cached_catalog_status")?,
            logs: list("logs")?,
            metrics: list("metrics")?,
            events,
        })
    }

    pub(crate) fn keep(&self, session: &mut dyn Session, now: i64) -> Result<ChangeResult, Error> {
        let node = node::ensure(session, &self.certname, self.producer_time, now)?;
        let id = identity::number();
        let known = row(session, "select id from report where hash = ?1", &[Cell::from(&self.hash)])?;
        if known.is_some() {
            return Ok(ChangeResult::Unchanged);
        }
        session.insert(&REPORT, &[Row::of(self.row(id, node, now))])?;
        let events = (0i64..).zip(&self.events).map(|(number, event)| Row::of(event.row(id, number)));
        session.insert(&EVENT, &events.collect::<Vec<_>>())?;
        session.execute(
            "update node set latest_report = ?2 where id = ?1 and not exists (select 1 from report \
             where report.id = latest_report and producer_time > ?3 and producer_time <= ?4)",
            &[
                Cell::Int(node),
                Cell::Int(id),
                Cell::Int(self.producer_time),
                Cell::Int(now.saturating_add(SKEW)),
            ],
        )?;
        Ok(ChangeResult::Written)
    }

    /// Its row, with the columns of [`REPORT`].
    fn row(&self, id: i64, node: i64, now: i64) -> Vec<Cell> {
        vec![
            Cell::Int(id),
            Cell::from(&self.hash),
            Cell::Int(node),
            Cell::from(&self.environment),
            Cell::from(&self.status),
            Cell::from(&self.ty),
            Cell::from(&self.noop),
            Cell::from(&self.noop_pending),
            Cell::from(&self.puppet_version),
            Cell::from(&self.report_format),
            Cell::from(&self.configuration_version),
            Cell::from(&self.start_time),
            Cell::from(&self.end_time),
            Cell::from(&self.producer),
            Cell::Int(self.producer_time),
            Cell::Int(now),
            Cell::from(&self.transaction_uuid),
            Cell::from(&self.catalog_uuid),
            Cell::from(&self.code_id),
            Cell::from(&self.job_id),
            Cell::from(&self.cached_catalog_status),
            Cell::Json(self.logs.clone()),
            Cell::Json(self.metrics.clone()),
        ]
    }
}

const REPORT: Insert<'static> = Insert {
    table: "report",
    columns: &[
        "id",
        "hash",
        "node",
        "environment",
        "status",
        "type",
        "noop",
        "noop_pending",
        "puppet_version",
        "report_format",
        "configuration_version",
        "start_time",
        "end_time",
        "producer",
        "producer_time",
        "receive_time",
        "transaction_uuid",
        "catalog_uuid",
        "code_id",
        "job_id",
        "cached_catalog_status",
        "logs",
        "metrics",
    ],
    conflict: "",
};

const EVENT: Insert<'static> = Insert {
    table: "event",
    columns: &[
        "report",
        "number",
        "status",
        "time",
        "resource_type",
        "resource_title",
        "property",
        "name",
        "new_value",
        "old_value",
        "message",
        "file",
        "line",
        "containment_path",
        "containing_class",
    ],
    conflict: "",
};

impl Event {
    /// Its row, with the columns of [`EVENT`].
    fn row(&self, report: i64, number: i64) -> Vec<Cell> {
        vec![
            Cell::Int(report),
            Cell::Int(number),
            Cell::from(&self.status),
            Cell::from(&self.time),
            Cell::from(&self.resource.0),
            Cell::from(&self.resource.1),
            Cell::from(&self.property),
            Cell::from(&self.name),
            Cell::from(&self.values.0),
            Cell::from(&self.values.1),
            Cell::from(&self.message),
            Cell::from(&self.place.0),
            Cell::from(&self.place.1),
            Cell::Json(self.containment_path.clone()),
            Cell::from(&self.containing_class),
        ]
    }
}

/// The events of a resource. A resource that was skipped without an event gets one.
fn read_resource(resource: &Value, events: &mut Vec<Event>) -> Result<(), Error> {
    let fields = Fields::of(resource, "a resource of the report")?;
    let own = fields.list("events")?;
    for event in own {
        events.push(read_event(&fields, &Fields::of(event, "an event")?)?);
    }
    if own.is_empty() && fields.flag("skipped")? == Some(true) {
        let mut event = read_event(&fields, &fields)?;
        event.status = Some("skipped".to_owned());
        events.push(event);
    }
    Ok(())
}

fn read_event(resource: &Fields<'_, Value>, event: &Fields<'_, Value>) -> Result<Event, Error> {
    let path = resource.list("containment_path")?;
    let containing_class = path
        .iter()
        .rev()
        .filter_map(Value::as_str)
        // Classes are bare names here, and resources are references.
        .find(|part| !part.is_empty() && !part.ends_with(']'));
    let shown = |name: &str| -> Option<String> {
        event.get(name).map(|value| value.as_str().map_or_else(|| to_json(value), str::to_owned))
    };
    Ok(Event {
        status: event.text("status")?,
        time: event.time("timestamp")?,
        resource: (resource.text("resource_type")?, resource.text("resource_title")?),
        property: event.text("property")?,
        name: event.text("name")?,
        values: (shown("new_value"), shown("old_value")),
        message: event.text("message")?,
        place: (resource.text("file")?, resource.number("line")?),
        containment_path: to_json(&Value::array(path.iter().cloned())),
        containing_class: resource.text("containing_class")?.or(containing_class.map(str::to_owned)),
    })
}
