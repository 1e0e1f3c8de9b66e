//! Turns a request into a response: route, rules, body, handler.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use bunraku::world::Cancel;
use bytes::Bytes;
use hyper::body::Incoming;
use hyper::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderName, HeaderValue, VARY};
use hyper::http::request::Parts;
use hyper::{Response, StatusCode};
use tokio::sync::oneshot;

use crate::auth::{AuthRequest, Verdict};
use crate::body::{Body, compressed};
use crate::client::Client;
use crate::identity::identify;
use crate::log::Level;
use crate::negotiate::takes_gzip;
use crate::page;
use crate::params::{Params, unescape_path};
use crate::received;
use crate::reply::{BYTES, Content, Problem, Reply};
use crate::request::Request;
use crate::retry::comes_again;
use crate::routes::{self, Group, On, Route, RouteMatch};
use crate::server::Server;

/// Where a connection comes from.
#[derive(Clone)]
pub enum Origin {
    /// The network, with the certificate that was presented.
    Network(IpAddr, Option<Arc<Client>>),
    /// The local socket, which can only be opened by those who may see the page.
    Local,
}

/// Answers a request. It never fails: errors become responses.
pub async fn answer(
    server: Arc<Server>,
    origin: Origin,
    request: hyper::Request<Incoming>,
) -> Result<Response<Body>, Infallible> {
    let started = Instant::now();
    let (parts, body) = request.into_parts();
    let client = match &origin {
        Origin::Network(address, shown) => identify(&server.conf, *address, shown.as_ref(), &parts.headers),
        Origin::Local => None,
    };
    let is_local = matches!(origin, Origin::Local);
    let id = server.next_id();
    let gzip = takes_gzip(parts.headers.get("accept-encoding").and_then(|value| value.to_str().ok()));
    let (method, path) = (parts.method.clone(), parts.uri.path().to_owned());
    let name = client.as_ref().map_or("-".to_owned(), |client| client.certname.clone());
    let (route, reply) = match is_local && !is_for_local(&parts) {
        true => (None, forbidden(&path, method.as_str())),
        false => serve(&server, client, is_local, id, parts, body, gzip).await,
    };
    let took = started.elapsed();
    let status = reply.status;
    server.metrics.request(route.map_or("none", |route| route.path), status.as_u16(), took);
    server.log.of(id).line(
        Level::Debug,
        format_args!("{name} {method} {path} {} {:.1} ms", status.as_u16(), took.as_secs_f64() * 1e3),
    );
    Ok(respond(reply, gzip, path.starts_with("/puppet")))
}

/// Returns the route, if there is one, and the response.
async fn serve(
    server: &Arc<Server>,
    client: Option<Arc<Client>>,
    is_local: bool,
    id: u64,
    parts: Parts,
    body: Incoming,
    gzip: bool,
) -> (Option<&'static Route>, Reply) {
    let path = parts.uri.path().to_owned();
    if let Err(problem) = check_path(&path) {
        return (None, problem.as_text());
    }
    let (route, captures) = match routes::find(&parts.method, &path) {
        RouteMatch::Route(route, captures) => (route, captures),
        RouteMatch::OtherMethod(group) => return (None, wrong_method(group, &parts)),
        RouteMatch::Nothing => return (None, nothing(&path, &parts)),
    };
    let mut params = Params::parse(parts.uri.query().unwrap_or_default());
    let method = parts.method.as_str().to_lowercase();
    let decoded = unescape_path(&path);
    let asked = AuthRequest { path: &decoded, method: &method, params: &params, client: client.as_deref() };
    if !is_local && let Verdict::Denied(rule) = server.rules.judge(&asked) {
        let name = client.as_ref().map_or("a client without a certificate", |client| &client.certname);
        let rule = rule.map_or("no rule allows it".to_owned(), |rule| format!("rule `{rule}`"));
        server.log.of(id).warning(format_args!("{name} is not allowed to {method} {decoded}: {rule}"));
        return (Some(route), forbidden(&path, &method));
    }
    let comes_again = comes_again(&parts.headers);
    let refused = |mut problem: Problem| {
        problem.retry_after = problem.retry_after.filter(|_| comes_again);
        (Some(route), if route.group == Group::Puppet { problem.as_json() } else { problem.as_text() })
    };
    // The share of a large body is held until the request is answered.
    let (mut body, _share) = match received::read(server, route.body, &parts.headers, body).await {
        Ok(received) => received,
        Err(problem) => return refused(problem),
    };
    let is_form =
        parts.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).is_some_and(|value| {
            value.trim_start().to_ascii_lowercase().starts_with("application/x-www-form-urlencoded")
        });
    if is_form {
        match std::str::from_utf8(&body) {
            // Facts are most of the body and not needed twice while the request waits for a thread.
            Ok(text) => {
                params.overlay(Params::parse(text));
                body = Bytes::new();
            }
            Err(_) => return refused(Problem::bad_request("The request body is invalid: it is not UTF-8")),
        }
    }
    let cancel = Cancel::default();
    let request = Request {
        id,
        method: parts.method,
        path,
        query: parts.uri.query().unwrap_or_default().to_owned(),
        captures,
        params,
        headers: parts.headers,
        body,
        client,
        cancel: cancel.clone(),
    };
    // Dropped together with this future when the client disconnects.
    let _gone = Gone(cancel);
    match run(server, route, request, gzip).await {
        Ok(reply) => (Some(route), reply),
        Err(problem) => {
            if problem.status.is_server_error() {
                let status = problem.status.as_u16();
                server.log.of(id).warning(format_args!("{status}: {}", problem.message));
            }
            refused(problem)
        }
    }
}

/// The local socket only serves the page. A browser that reaches it through a tunnel uses the name of this machine; any
/// other name has been pointed here by a stranger (DNS rebinding).
fn is_for_local(parts: &Parts) -> bool {
    let host = parts.headers.get("host").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let host = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let path = parts.uri.path();
    let is_page =
        path == page::ROOT || path.strip_prefix(page::ROOT).is_some_and(|rest| rest.starts_with('/'));
    is_page && matches!(host, "localhost" | "127.0.0.1" | "[::1]")
}

/// Cancels the work for a client that has disconnected.
struct Gone(Cancel);

impl Drop for Gone {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Runs the handler on the kind of thread that the route requires.
async fn run(
    server: &Arc<Server>,
    route: &'static Route,
    request: Request,
    gzip: bool,
) -> Result<Reply, Problem> {
    if route.on == On::Spot {
        return (route.handler)(server, &request);
    }
    let forward =
        server.authority.is_none() && server.conf.ca_url.is_some() && request.path.starts_with("/puppet-ca/");
    let handler = if forward { routes::forward::hand_on } else { route.handler };
    let places = server.places(comes_again(&request.headers));
    let (send, receive) = oneshot::channel();
    let shared = Arc::clone(server);
    let job = move || {
        // The client has disconnected, so the time is better spent on others.
        if request.cancel.is_cancelled() {
            return;
        }
        let mut reply = handler(&shared, &request);
        if let Ok(reply) = &mut reply {
            reply.content.gather();
        }
        // Files are not compressed: most large ones already are.
        if let Ok(Reply { content: content @ Content::Bytes(_), content_type, .. }) = &mut reply
            && gzip
            && *content_type != Some(BYTES)
            && let Content::Bytes(plain) = &*content
            && let Some(gzip) = compressed(plain)
        {
            *content = Content::Prepared { plain: plain.clone(), gzip };
        }
        // The receiver is gone if the client has disconnected.
        let _ = send.send(reply);
    };
    if route.on == On::Compiler {
        if server.compilers.submit(places, job).is_err() {
            server.metrics.refused();
            return Err(Problem::busy(server.spread_delay()));
        }
    } else {
        tokio::task::spawn_blocking(job);
    }
    receive.await.unwrap_or_else(|_| Err(Problem::server_error("the server failed to respond")))
}

/// Rejects paths that lead upwards, or contain bytes that no path has.
fn check_path(path: &str) -> Result<(), Problem> {
    let decoded = unescape_path(path);
    let twice = unescape_path(&decoded);
    for text in [&decoded, &twice] {
        if text.split(['/', '\\']).any(|part| part == "..") || text.contains('\0') {
            return Err(Problem::bad_request("the path leads outside the served folder"));
        }
    }
    Ok(())
}

fn forbidden(path: &str, method: &str) -> Reply {
    let message =
        format!("Forbidden request: {path} (method :{method}). Please see the server logs for details.");
    Reply { status: StatusCode::FORBIDDEN, content_type: None, ..Reply::text(message) }
}

fn wrong_method(group: Group, parts: &Parts) -> Reply {
    let message = format!("{} is not supported for {}", parts.method, parts.uri.path());
    let problem = Problem {
        status: StatusCode::METHOD_NOT_ALLOWED,
        kind: "UNSUPPORTED_METHOD",
        message,
        retry_after: None,
    };
    if group == Group::Puppet { problem.as_json() } else { problem.as_text() }
}

/// Unknown paths below `/puppet` and `/puppet-ca` are not found; all others are forbidden.
fn nothing(path: &str, parts: &Parts) -> Reply {
    match routes::group_of(path) {
        Group::Puppet => Problem::not_found(format!("no route leads to {path}")).as_json(),
        Group::Text if path.starts_with("/puppet-ca/") => Problem::not_found("Not Found").as_text(),
        Group::Text => forbidden(path, &parts.method.as_str().to_lowercase()),
    }
}

/// Converts a reply to an HTTP response.
fn respond(reply: Reply, gzip: bool, of_puppet: bool) -> Response<Body> {
    let (body, encoded) = match reply.content {
        Content::Prepared { gzip: bytes, .. } if gzip => (Body::of(bytes), true),
        Content::Prepared { plain: bytes, .. } | Content::Bytes(bytes) => (Body::of(bytes), false),
        Content::File(file, size) => (Body::of_file(file, size), false),
    };
    let mut response = Response::new(body);
    *response.status_mut() = reply.status;
    let headers = response.headers_mut();
    if let Some(content_type) = reply.content_type {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    }
    if encoded {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        headers.insert(VARY, HeaderValue::from_static("Accept-Encoding"));
    }
    if of_puppet {
        headers.insert("x-puppet-version", HeaderValue::from_static(PUPPET_VERSION));
    }
    for (name, value) in reply.headers {
        if let (Ok(name), Ok(value)) =
            (HeaderName::from_bytes(name.as_bytes()), HeaderValue::from_str(&value))
        {
            headers.insert(name, value);
        }
    }
    response
}

/// The Puppet version that agents may assume.
pub const PUPPET_VERSION: &str = "8.11.0";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_leads_upwards() {
        for path in ["/a/../b", "/a/%2e%2e/b", "/a/%252e%252e/b", "/..", "/a/..%2fb", "/a/..\\b", "/a%00b"] {
            assert!(check_path(path).is_err(), "{path}");
        }
        for path in ["/a/b..c/d", "/a/...", "/a//b", "/"] {
            assert!(check_path(path).is_ok(), "{path}");
        }
    }
}
