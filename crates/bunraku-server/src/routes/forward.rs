//! Forwards requests for the certificate authority to another server, so that agents only need to know this one.

use bunraku::diag::percent::encoded;
use hyper::StatusCode;

use crate::outside::{Caller, Patience, Url};
use crate::reply::{Content, Problem, Reply, TEXT};
use crate::request::Request;
use crate::server::Server;

/// The headers of a request that are passed to the authority, and of its response that are passed to the client.
const REQUEST: [&str; 4] = ["accept", "content-type", "if-modified-since", "x-puppet-version"];
const ANSWER: [&str; 2] = ["Last-Modified", "Retry-After"];

/// Forwards a request that the rules of this server have allowed. A client with a certificate is named in headers,
/// which the authority accepts if this server is one of its trusted proxies. For other clients this server does not
/// present its own certificate, so that they gain no rights this way.
pub fn hand_on(server: &Server, request: &Request) -> Result<Reply, Problem> {
    let gateway = |message: String| Problem {
        status: StatusCode::BAD_GATEWAY,
        ..Problem::server_error(format!("the certificate authority did not respond: {message}"))
    };
    let url = server.conf.ca_url.as_deref().unwrap_or_default();
    let mut url = Url::parse(url).map_err(gateway)?;
    url.path = match request.query.is_empty() {
        true => request.path.clone(),
        false => format!("{}?{}", request.path, request.query),
    };
    let mut headers: Vec<(&str, &str)> =
        REQUEST.iter().filter_map(|name| Some((*name, request.header(name)?))).collect();
    let identity = request.client.as_ref().map(|client| {
        let pem = bunraku_ca::Certificate::from_der(&client.certificate).map(|known| known.to_pem());
        (format!("CN={}", client.certname), pem.map(|pem| encoded(&pem)).unwrap_or_default())
    });
    if let Some((name, pem)) = &identity {
        headers.extend([("X-Client-Verify", "SUCCESS"), ("X-Client-DN", name.as_str())]);
        if !pem.is_empty() {
            headers.push(("X-Client-Cert", pem));
        }
    }
    let caller = Caller::load(&server.host_files, identity.is_some()).map_err(gateway)?;
    let answer = caller.ask(request.method.as_str(), &url, &headers, &request.body, Patience::default());
    let answer = answer.map_err(gateway)?;
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::BAD_GATEWAY);
    let content_type = match answer.header("content-type") {
        Some(json) if json.contains("json") => Some(crate::reply::JSON),
        Some(_) => Some(TEXT),
        None => None,
    };
    let mut reply = Reply { content_type, ..Reply::empty(status) };
    for name in ANSWER {
        if let Some(value) = answer.header(&name.to_ascii_lowercase()) {
            reply = reply.with(name, value);
        }
    }
    Ok(Reply { content: Content::Bytes(answer.body.into()), ..reply })
}
