//! All nodes with their last runs, and one node with its reports.

use bunraku::diag::percent::encoded;

use super::html::{Html, node_address, page};
use super::store::{equal, moment, rows, string};
use crate::reply::{Problem, Reply};
use crate::request::Request;
use crate::server::Server;

/// How many nodes and reports are shown at a time.
const MOST: usize = 500;

/// `GET /page`: all nodes, failed ones first.
pub fn nodes(server: &Server, request: &Request) -> Result<Reply, Problem> {
    let mut body = Html::default();
    let Some(mut nodes) = rows(server, "nodes", &[])? else {
        body.element("p", "", "This server has no store (--store none), so there are no nodes to show.");
        return Ok(page("Nodes", "/page", &body));
    };
    let wanted = request.params.get("name").unwrap_or_default().to_lowercase();
    nodes.retain(|node| string(node, "certname").contains(&wanted));
    let rank = |status: &str| ["failed", "changed", "unchanged"].iter().position(|known| *known == status);
    nodes.sort_by_key(|node| {
        (rank(string(node, "latest_report_status")).unwrap_or(9), string(node, "certname").to_owned())
    });
    body.tags(
        "<form action=\"/page\" method=\"get\"><label>Name <input type=\"search\" name=\"name\" value=\"",
    );
    body.escaped(&wanted).tags("\"></label> <button>Find</button></form>");
    let caption = match nodes.len() {
        1 => "1 node".to_owned(),
        count if count > MOST => format!("the first {MOST} of {count} nodes"),
        count => format!("{count} nodes"),
    };
    body.table(&caption, &["Node", "Last run", "At", "Environment", "Catalog of"]);
    for node in nodes.iter().take(MOST) {
        let name = string(node, "certname");
        body.tags("<tr><td>").link(&node_address(name, ""), name).tags("</td><td>");
        body.status(string(node, "latest_report_status")).tags("</td><td>");
        body.escaped(&moment(string(node, "report_timestamp"))).tags("</td><td>");
        body.escaped(string(node, "catalog_environment")).tags("</td><td>");
        body.escaped(&moment(string(node, "catalog_timestamp"))).tags("</td></tr>");
    }
    body.end_table();
    Ok(page("Nodes", "/page", &body))
}

/// `GET /page/nodes/NODE`: its last reports.
pub fn node(server: &Server, request: &Request) -> Result<Reply, Problem> {
    let name = request.node()?;
    let mut body = Html::default();
    body.tags("<p>").link(&node_address(name, "/catalog"), "Compile its current catalog").tags("</p>");
    let query = equal("certname", name);
    let order = r#"[{"field":"end_time","order":"desc"}]"#;
    let fields = [("query", query.as_str()), ("order_by", order), ("limit", "50")];
    match rows(server, "reports", &fields)? {
        None => {
            body.element("p", "", "This server has no store, so there are no reports to show.");
        }
        Some(reports) => {
            body.tags("<h2>Reports</h2>");
            body.table(
                &format!("the last {} reports", reports.len()),
                &["Run", "Status", "Environment", "Code", "Kind"],
            );
            for report in &reports {
                let address = format!("/page/reports/{}", encoded(string(report, "hash")));
                let noop = matches!(report.get_str("noop"), Some(bunraku::pcore::Value::Bool(true)));
                body.tags("<tr><td>").link(&address, &moment(string(report, "end_time"))).tags("</td><td>");
                body.status(string(report, "status")).tags("</td><td>");
                body.escaped(string(report, "environment")).tags("</td><td>");
                body.escaped(string(report, "configuration_version")).tags("</td><td>");
                body.escaped(if noop { "no changes made (noop)" } else { "" }).tags("</td></tr>");
            }
            body.end_table();
        }
    }
    Ok(page(name, "/page", &body))
}
