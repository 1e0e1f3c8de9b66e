//! One resource: its parameters, their causes, and its predecessors and successors.

use bunraku::formats::json::to_json;
use bunraku::insight::graph::Graph;
use bunraku::insight::why::{self, Reason};

use super::catalog::compiled;
use super::graph::neighbours;
use super::html::{Html, node_address, page, sorry};
use crate::reply::{Problem, Reply};
use crate::request::Request;
use crate::server::Server;

/// `GET /page/nodes/NODE/resource?of=TYPE[TITLE]`.
pub fn resource(server: &Server, request: &Request) -> Result<Reply, Problem> {
    let node = request.node()?;
    let reference = request.params.get("of").unwrap_or_default();
    let ran = match compiled(server, request, node) {
        Ok(ran) => ran,
        Err(problem) => return Ok(sorry(reference, "/page", &problem)),
    };
    let parts = reference.split_once('[').and_then(|(kind, rest)| Some((kind, rest.strip_suffix(']')?)));
    let found = ran.outcome.catalog.as_ref().and_then(|catalog| {
        let (type_name, title) = parts?;
        Some((catalog, catalog.find(type_name, title)?))
    });
    let Some((catalog, resource)) = found else {
        let problem = Problem::not_found(format!("the catalog of {node} does not contain {reference}"));
        return Ok(sorry(reference, "/page", &problem));
    };
    // A line of code may contain the secret itself.
    let lines = resource.sensitive.is_empty();
    let mut body = Html::default();
    body.tags("<p>").link(&node_address(node, "/catalog"), &format!("Catalog of {node}")).tags("</p>");
    body.tags("<h2>Parameters</h2>");
    for param in resource.params.iter() {
        body.tags("<details open><summary><code>").escaped(&param.name).escaped(" => ");
        if resource.sensitive.contains(&param.name) {
            body.element("span", "soft", "a secret").tags("</code></summary></details>");
            continue;
        }
        body.escaped(&shorten(&to_json(&param.value))).tags("</code></summary>");
        reasons(&mut body, lines, &why::parameter(catalog, resource, param, &|_| None));
        body.tags("</details>");
    }
    body.tags("<h2>Why it is in the catalog</h2>");
    reasons(&mut body, lines, &why::resource(catalog, resource));
    body.tags("<h2>Order</h2>");
    neighbours(&mut body, node, &Graph::of(catalog), &resource.reference());
    Ok(page(&resource.reference(), "/page", &body))
}

/// Shortens a value to what people read.
fn shorten(text: &str) -> String {
    const MOST: usize = 400;
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Causes as nested lists, with lines of code if they may be shown.
fn reasons(body: &mut Html, lines: bool, reasons: &[Reason]) {
    body.tags("<ul class=\"reasons\">");
    let mut depth = 0;
    for (number, reason) in reasons.iter().enumerate() {
        if number > 0 && reason.depth <= depth {
            body.tags("</li>");
        }
        while depth < reason.depth {
            body.tags("<ul>");
            depth += 1;
        }
        while depth > reason.depth {
            body.tags("</ul></li>");
            depth -= 1;
        }
        body.tags("<li>").escaped(&reason.says);
        if let Some(value) = &reason.value {
            body.escaped(": ").element("code", "", &shorten(value));
        }
        if let Some(place) = &reason.place {
            body.tags(" <span class=\"soft\">")
                .escaped(&place.file)
                .escaped(":")
                .number(place.line)
                .tags("</span>");
            if let Some(line) = place.text.as_ref().filter(|_| lines) {
                body.tags("<br>").element("code", "", &shorten(line.trim()));
            }
        }
    }
    if !reasons.is_empty() {
        body.tags("</li>");
    }
    for _ in 0..depth {
        body.tags("</ul></li>");
    }
    body.tags("</ul>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_closed() {
        let reason = |depth: usize, says: &str| Reason {
            depth,
            says: says.to_owned(),
            value: None,
            place: None,
            lookup: None,
        };
        let mut body = Html::default();
        reasons(
            &mut body,
            true,
            &[reason(0, "a"), reason(1, "b"), reason(2, "c"), reason(1, "d"), reason(0, "e")],
        );
        assert_eq!(
            body.0,
            "<ul class=\"reasons\"><li>a<ul><li>b<ul><li>c</li></ul></li><li>d</li></ul></li><li>e</li></ul>"
        );
        assert_eq!(body.0.matches("<ul").count(), body.0.matches("</ul>").count());
    }
}
