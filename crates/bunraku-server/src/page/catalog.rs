//! The catalog that a node would get now, with its last facts.

use std::collections::BTreeMap;

use bunraku::catalog::Resource;

use super::html::{Html, node_address, page, resource_address, sorry};
use crate::client::trusted;
use crate::compile::{CatalogRequest, Other, Ran, outcome};
use crate::reply::{Problem, Reply};
use crate::request::Request;
use crate::server::Server;

/// `GET /page/nodes/NODE/catalog`.
pub fn catalog(server: &Server, request: &Request) -> Result<Reply, Problem> {
    let node = request.node()?;
    let title = format!("Catalog of {node}");
    let ran = match compiled(server, request, node) {
        Ok(ran) => ran,
        Err(problem) => return Ok(sorry(&title, "/page", &problem)),
    };
    let Some(catalog) = &ran.outcome.catalog else {
        return Err(Problem::server_error("the compilation produced no catalog"));
    };
    let mut by_type: BTreeMap<&str, Vec<&Resource>> = BTreeMap::new();
    for resource in catalog.resources() {
        by_type.entry(&resource.type_name).or_default().push(resource);
    }
    let count: usize = by_type.values().map(Vec::len).sum();
    let mut body = Html::default();
    body.tags("<p>").link(&node_address(node, ""), "Reports").tags("</p><p>");
    body.number(count)
        .escaped(" resources in the environment `")
        .escaped(&ran.environment)
        .escaped("`, compiled just now ");
    body.escaped("with the facts that the node last sent. Secret parameters are not shown.").tags("</p>");
    for (type_name, resources) in by_type {
        let open = if resources.len() <= 20 { " open" } else { "" };
        body.tags(&format!("<details{open}><summary>"))
            .escaped(type_name)
            .escaped(" (")
            .number(resources.len());
        body.escaped(")").tags("</summary>").table("", &["Title", "Declared at"]);
        for resource in resources {
            body.tags("<tr><td>").link(&resource_address(node, &resource.reference()), &resource.title);
            body.tags("</td><td class=\"soft\">");
            if let Some(place) = resource.place
                && let Some(source) = catalog.source(place)
            {
                body.escaped(source.name()).escaped(":").number(source.line_at(place.range.start));
            }
            body.tags("</td></tr>");
        }
        body.end_table().tags("</details>");
    }
    Ok(page(&title, "/page", &body))
}

/// Compiles for the page: nothing is stored.
pub fn compiled(server: &Server, request: &Request, node: &str) -> Result<Ran, Problem> {
    let extensions = server.authority.as_ref().and_then(|authority| {
        let served = authority.certificate(node).ok()?;
        let certificate = bunraku_ca::Certificate::from_pem(&served.pem).ok()?;
        crate::Client::of_certificate(certificate.der()).map(|client| client.extensions)
    });
    let environment = match request.params.get("environment") {
        Some(_) => request.environment()?.to_owned(),
        None => last_environment(server, node),
    };
    let wanted = CatalogRequest {
        node,
        environment: &environment,
        other: Other::Follow,
        rich: true,
        facts: None,
        timestamp: None,
        trusted: trusted(node, &extensions.unwrap_or_default()),
        static_with: None,
        transaction: None,
        keep_facts: false,
        keep_catalog: false,
        cancel: request.cancel.clone(),
        id: request.id,
    };
    let elsewhere =
        |name: String| Problem::server_error(format!("the node belongs to the environment `{name}`"));
    outcome(server, &wanted)?.map_err(elsewhere)
}

/// The environment of the last catalog of a node.
fn last_environment(server: &Server, node: &str) -> String {
    let query = super::store::equal("certname", node);
    let rows = super::store::rows(server, "nodes", &[("query", &query)]).ok().flatten().unwrap_or_default();
    let known = rows.first().map(|row| super::store::string(row, "catalog_environment").to_owned());
    known.filter(|name| !name.is_empty()).unwrap_or_else(|| "production".to_owned())
}
