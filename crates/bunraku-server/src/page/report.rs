//! One report: changes, failures, log lines.

use bunraku::diag::percent::encoded;
use bunraku::pcore::Hash;

use super::html::{Html, node_address, page, resource_address};
use super::store::{equal, moment, rows, shown, string};
use crate::reply::{Problem, Reply};
use crate::request::Request;
use crate::server::Server;

/// `GET /page/reports/HASH`.
pub fn report(server: &Server, request: &Request) -> Result<Reply, Problem> {
    let hash = request.name();
    let missing = || Problem::not_found("report not found");
    let query = equal("hash", hash);
    let found = rows(server, "reports", &[("query", &query)])?.unwrap_or_default();
    let report = found.first().ok_or_else(missing)?;
    let node = string(report, "certname");
    let mut body = Html::default();
    body.tags("<dl><dt>Node</dt><dd>").link(&node_address(node, ""), node).tags("</dd><dt>Status</dt><dd>");
    body.status(string(report, "status"));
    for (label, value) in [
        ("From", moment(string(report, "start_time"))),
        ("Until", moment(string(report, "end_time"))),
        ("Environment", string(report, "environment").to_owned()),
        ("Code", string(report, "configuration_version").to_owned()),
        ("Agent", string(report, "puppet_version").to_owned()),
    ] {
        body.tags("</dd><dt>").escaped(label).tags("</dt><dd>").escaped(&value);
    }
    body.tags("</dd></dl>");
    let below = |part: &str| rows(server, &format!("reports/{}/{part}", encoded(hash)), &[]);
    events(&mut body, node, &below("events")?.unwrap_or_default());
    logs(&mut body, &below("logs")?.unwrap_or_default());
    Ok(page(&format!("Run of {node}"), "/page", &body))
}

fn events(body: &mut Html, node: &str, events: &[Hash]) {
    body.tags("<h2>Changes and failures</h2>");
    if events.is_empty() {
        body.element("p", "soft", "Nothing was changed.");
        return;
    }
    body.table("", &["Result", "Resource", "Property", "From", "To", "Agent log"]);
    for event in events {
        let status = string(event, "status");
        let class = match status {
            "failure" => "failed",
            "success" => "changed",
            _ => "soft",
        };
        let reference = format!("{}[{}]", string(event, "resource_type"), string(event, "resource_title"));
        body.tags("<tr><td>").element("span", class, status).tags("</td><td>");
        body.link(&resource_address(node, &reference), &reference).tags("</td><td>");
        body.escaped(string(event, "property")).tags("</td><td>");
        body.escaped(&shown(event.get_str("old_value"))).tags("</td><td>");
        body.escaped(&shown(event.get_str("new_value"))).tags("</td><td>");
        body.escaped(string(event, "message")).tags("</td></tr>");
    }
    body.end_table();
}

fn logs(body: &mut Html, logs: &[Hash]) {
    body.tags("<h2>Log</h2>");
    body.table("", &["Level", "Source", "Message"]);
    for line in logs {
        let level = string(line, "level");
        let class = match level {
            "err" | "alert" | "emerg" | "crit" => "failed",
            "warning" => "changed",
            _ => "soft",
        };
        body.tags("<tr><td>").element("span", class, level).tags("</td><td>");
        body.escaped(string(line, "source"))
            .tags("</td><td>")
            .escaped(string(line, "message"))
            .tags("</td></tr>");
    }
    body.end_table();
}
