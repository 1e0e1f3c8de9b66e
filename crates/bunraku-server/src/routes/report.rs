//! Reports: what an agent did in a run.

use bunraku::pcore::Value;

use super::document;
use crate::keep::NodeReport;
use crate::reply::{Problem, Reply};
use crate::reports::Report;
use crate::request::Request;
use crate::server::Server;

/// `PUT /puppet/v3/report/NODE`.
pub fn save(server: &Server, request: &Request) -> Result<Reply, Problem> {
    let node = request.node()?;
    let environment = request.environment()?;
    let value = document(request)?;
    let Value::Hash(report) = &value else {
        return Err(Problem::bad_request("The request body is invalid: expected an object"));
    };
    let host = report.get_str("host").and_then(Value::as_str).unwrap_or_default();
    if host != node {
        let message = format!("Instance name {host:?} does not match requested key {node:?}");
        return Err(Problem::server_error(message));
    }
    let kept = server.keep.report(&NodeReport { node, environment, value: &value });
    kept.map_err(Problem::unavailable)?;
    let status = report.get_str("status").and_then(Value::as_str).unwrap_or_default();
    server.metrics.report(status);
    server.log.of(request.id).info(format_args!("report of {node}: {status}"));
    server.reports.hand_on(Report {
        node: node.to_owned(),
        environment: environment.to_owned(),
        object: report.clone(),
    });
    let processors = server.keep.report_processors().into_iter();
    let processors = processors.chain(server.reports.names().map(str::to_owned));
    Ok(Reply::json(&Value::array(processors.map(Value::str))))
}
