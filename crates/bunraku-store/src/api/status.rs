//! `/status/v1` and `/metrics/v2`: whether the store works, and the few metrics that viewers show.

use bunraku_pcore::Value;

use super::{Response, VERSION, json, missing};
use crate::{Backend, Database, Error, time};

const SERVICE: &str = "puppetdb-status";

/// The status of services.
pub(super) fn services(store: &Database, path: &[&str]) -> Result<Response, Error> {
    let service = || {
        let works = store.status().is_ok();
        let state = if works { "running" } else { "error" };
        let detail = hash([
            ("maintenance_mode?", Value::Bool(false)),
            ("queue_depth", Value::Int(0)),
            ("read_db_up?", Value::Bool(works)),
            ("write_db_up?", Value::Bool(works)),
        ]);
        hash([
            ("service_version", Value::str(VERSION)),
            ("service_status_version", Value::Int(1)),
            ("detail_level", Value::str("info")),
            ("state", Value::str(state)),
            ("status", detail),
            ("active_alerts", Value::array([])),
            ("service_name", Value::str(SERVICE)),
        ])
    };
    match path {
        [] | ["services"] => Ok(json(&hash([(SERVICE, service())]))),
        ["services", name] if *name == SERVICE => Ok(json(&service())),
        ["simple"] => {
            store.status()?;
            Ok(Response {
                status: 200,
                headers: vec![("Content-Type", "text/plain".into())],
                body: "running".into(),
            })
        }
        _ => Err(missing("No status function is registered for that service")),
    }
}

/// The numbers of nodes and resources, under the names that PuppetDB uses.
pub(super) fn metrics(store: &Database, path: &[&str]) -> Result<Response, Error> {
    const NODES: &str = "puppetlabs.puppetdb.population:name=num-nodes";
    const RESOURCES: &str = "puppetlabs.puppetdb.population:name=num-resources";
    match path {
        ["list"] => {
            let bean = || Value::hash([]);
            let beans = hash([("name=num-nodes", bean()), ("name=num-resources", bean())]);
            let domains = hash([("puppetlabs.puppetdb.population", beans)]);
            Ok(json(&hash([
                ("request", hash([("type", Value::str("list"))])),
                ("value", domains),
                ("timestamp", Value::Int(time::now() / 1000)),
                ("status", Value::Int(200)),
            ])))
        }
        ["read", rest @ ..] | rest => {
            let name = rest.join("/");
            let status = store.status()?;
            let count = match name.as_str() {
                NODES => status.nodes,
                RESOURCES => status.resources,
                _ => return Err(missing(&format!("unknown metric {name}"))),
            };
            let count = Value::Int(i64::try_from(count).unwrap_or(i64::MAX));
            let request = [("mbean", Value::str(name)), ("type", Value::str("read"))];
            Ok(json(&hash([
                ("request", hash(request)),
                ("value", hash([("Value", count)])),
                ("timestamp", Value::Int(time::now() / 1000)),
                ("status", Value::Int(200)),
            ])))
        }
    }
}

fn hash<const N: usize>(entries: [(&str, Value); N]) -> Value {
    Value::hash(entries.map(|(name, value)| (Value::str(name), value)))
}
