//! Pending certificate requests, and existing certificates.

use bunraku_ca::{State, Status};
use hyper::StatusCode;

use super::html::{Html, page};
use crate::reply::{Problem, Reply};
use crate::request::Request;
use crate::server::Server;

/// How many certificates are shown.
const MOST: usize = 1_000;

/// `GET /page/certificates`.
pub fn certificates(server: &Server, _request: &Request) -> Result<Reply, Problem> {
    let mut body = Html::default();
    let Some(authority) = &server.authority else {
        body.element("p", "", "This server has no certificate authority.");
        return Ok(page("Certificates", "/page/certificates", &body));
    };
    let statuses = authority.statuses(None)?;
    let (waiting, others): (Vec<&Status>, Vec<&Status>) =
        statuses.iter().partition(|status| status.state == State::Requested);
    body.tags("<h2>To sign</h2>");
    if waiting.is_empty() {
        body.element("p", "soft", "No requests are waiting.");
    } else {
        body.element("p", "", "Before you sign, compare the fingerprint with the one shown on the node.");
        body.table("", &["Name", "SHA-256", "Requests", "Sign"]);
        for status in waiting {
            body.tags("<tr><td>").escaped(&status.name).tags("</td><td><code>");
            body.escaped(&status.fingerprints.sha256).tags("</code></td><td>").escaped(&asks_for(status));
            body.tags("</td><td><form action=\"/page/certificates\" method=\"post\">");
            body.tags("<input type=\"hidden\" name=\"sign\" value=\"").escaped(&status.name);
            body.tags("\"><button aria-label=\"Sign ")
                .escaped(&status.name)
                .tags("\">Sign</button></form></td></tr>");
        }
        body.end_table();
    }
    body.tags("<h2>Certificates</h2>");
    body.table(
        &format!("{} certificates", others.len()),
        &["Name", "State", "Valid until", "Additional names and permissions"],
    );
    for status in others.iter().take(MOST) {
        body.tags("<tr><td>").escaped(&status.name).tags("</td><td>");
        let class = if status.state == State::Revoked { "failed" } else { "good" };
        body.element("span", class, status.state.name()).tags("</td><td>");
        body.escaped(status.certificate.as_ref().map(|known| known.not_after.as_str()).unwrap_or_default());
        body.tags("</td><td>").escaped(&asks_for(status)).tags("</td></tr>");
    }
    body.end_table();
    Ok(page("Certificates", "/page/certificates", &body))
}

fn asks_for(status: &Status) -> String {
    let own = format!("DNS:{}", status.name);
    let names = status.subject_alt_names.iter().filter(|name| **name != own).cloned();
    let rights = status.authorization_extensions.iter().map(|(name, value)| format!("{name}={value}"));
    names.chain(rights).collect::<Vec<_>>().join(", ")
}

/// `POST /page/certificates`: signs a request.
pub fn sign(server: &Server, request: &Request) -> Result<Reply, Problem> {
    // Another site could make the visitor's browser send this form with the visitor's certificate (CSRF).
    if !is_from_here(request) {
        return Err(Problem {
            status: StatusCode::FORBIDDEN,
            ..Problem::bad_request("the form must be sent from this page")
        });
    }
    let name = request.params.get("sign").unwrap_or_default();
    let authority = server
        .authority
        .as_ref()
        .ok_or_else(|| Problem::not_found("this server has no certificate authority"))?;
    authority.sign(name, None)?;
    server.log.of(request.id).info(format_args!("signed the request of {name} from the web page"));
    Ok(Reply::empty(StatusCode::SEE_OTHER).with("Location", "/page/certificates"))
}

/// Whether a form was sent from a page of this server, according to the browser's headers.
fn is_from_here(request: &Request) -> bool {
    if let Some(site) = request.header("sec-fetch-site") {
        return site == "same-origin";
    }
    let host = request.header("host").unwrap_or_default();
    let origin = request.header("origin").unwrap_or_default();
    !host.is_empty() && origin.split_once("://").is_some_and(|(_, origin)| origin == host)
}
