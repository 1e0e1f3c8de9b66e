//! The route table: every path that the server handles, with methods, limits and handlers.
//!
//! Access is not controlled here, but by the [rules](crate::auth).

mod admin;
mod ca;
mod ca_admin;
mod catalog;
mod classes;
mod environment;
mod facts;
mod file_bucket;
mod file_content;
mod file_metadata;
pub(crate) mod forward;
mod node;
mod puppetdb;
mod report;
mod static_file_content;
mod status;

pub use classes::Classes;

use bunraku::formats::json;
use bunraku::pcore::Value;
use hyper::{Method, StatusCode};

use crate::msgpack;
use crate::negotiate::Format;
use crate::page;
use crate::params::unescape_path;
use crate::reply::{Problem, Reply};
use crate::request::Request;
use crate::server::Server;

/// A route.
#[derive(Debug)]
pub struct Route {
    /// The method.
    pub method: Method,
    /// The path, in which `{}` matches one part and a final `{*}` all remaining ones.
    pub path: &'static str,
    /// The format of errors.
    pub group: Group,
    /// The kind of thread that handles it.
    pub on: On,
    /// The maximum size of a request's body.
    pub body: Size,
    /// The function that handles it.
    pub handler: Handler,
}

/// Handles a request.
pub type Handler = fn(&Server, &Request) -> Result<Reply, Problem>;

/// The format of errors, which agents and tools parse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// An object with `message` and `issue_kind`.
    Puppet,
    /// Plain text.
    Text,
}

/// The kind of thread that handles a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum On {
    /// None: it is handled immediately, without blocking.
    Spot,
    /// A thread that may wait for the disk.
    Disk,
    /// A compiler thread, after the requests in the queue.
    Compiler,
}

/// The maximum size of a request's body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// No body is allowed.
    None,
    /// Small messages of tools.
    Small,
    /// Facts, reports and files.
    Large,
}

/// All routes.
pub static ROUTES: &[Route] = &[
    // For agents.
    puppet(Method::GET, "/puppet/v3/node/{}", On::Disk, Size::None, node::find),
    puppet(Method::GET, "/puppet/v3/catalog/{}", On::Compiler, Size::None, catalog::find),
    puppet(Method::POST, "/puppet/v3/catalog/{}", On::Compiler, Size::Large, catalog::find),
    puppet(Method::PUT, "/puppet/v3/report/{}", On::Disk, Size::Large, report::save),
    puppet(Method::PUT, "/puppet/v3/facts/{}", On::Disk, Size::Large, facts::save),
    puppet(Method::GET, "/puppet/v3/file_metadata/{*}", On::Disk, Size::None, file_metadata::find),
    puppet(Method::GET, "/puppet/v3/file_metadatas/{*}", On::Disk, Size::None, file_metadata::search),
    puppet(Method::GET, "/puppet/v3/file_content/{*}", On::Disk, Size::None, file_content::find),
    text(Method::GET, "/puppet/v3/static_file_content/{*}", On::Disk, Size::None, static_file_content::find),
    puppet(Method::HEAD, "/puppet/v3/file_bucket_file/{*}", On::Disk, Size::None, file_bucket::head),
    puppet(Method::GET, "/puppet/v3/file_bucket_file/{*}", On::Disk, Size::None, file_bucket::find),
    puppet(Method::PUT, "/puppet/v3/file_bucket_file/{*}", On::Disk, Size::Large, file_bucket::save),
    text(Method::GET, "/puppet-ca/v1/certificate/{}", On::Disk, Size::None, ca::certificate),
    text(Method::GET, "/puppet-ca/v1/certificate_revocation_list/{}", On::Disk, Size::None, ca::revocations),
    text(Method::GET, "/puppet-ca/v1/certificate_request/{}", On::Disk, Size::None, ca::request),
    text(Method::PUT, "/puppet-ca/v1/certificate_request/{}", On::Disk, Size::Small, ca::submit),
    text(Method::POST, "/puppet-ca/v1/certificate_renewal", On::Disk, Size::Small, ca::renew),
    // For operators and their tools.
    text(Method::DELETE, "/puppet-ca/v1/certificate_request/{}", On::Disk, Size::None, ca::delete_request),
    text(Method::GET, "/puppet-ca/v1/certificate_status/{}", On::Disk, Size::None, ca_admin::status),
    text(Method::PUT, "/puppet-ca/v1/certificate_status/{}", On::Disk, Size::Small, ca_admin::change),
    text(Method::DELETE, "/puppet-ca/v1/certificate_status/{}", On::Disk, Size::None, ca_admin::delete),
    text(Method::GET, "/puppet-ca/v1/certificate_statuses/{}", On::Disk, Size::None, ca_admin::statuses),
    text(Method::PUT, "/puppet-ca/v1/clean", On::Disk, Size::Small, ca_admin::clean),
    text(Method::POST, "/puppet-ca/v1/sign", On::Disk, Size::Small, ca_admin::sign),
    text(Method::POST, "/puppet-ca/v1/sign/all", On::Disk, Size::Small, ca_admin::sign_all),
    text(
        Method::PUT,
        "/puppet-ca/v1/certificate_revocation_list",
        On::Disk,
        Size::Large,
        ca_admin::update_revocations,
    ),
    text(Method::GET, "/puppet-ca/v1/expirations", On::Disk, Size::None, ca_admin::expirations),
    puppet(Method::GET, "/puppet/v3/environments", On::Disk, Size::None, environment::list),
    puppet(Method::GET, "/puppet/v3/environment_classes", On::Disk, Size::None, classes::find),
    puppet(Method::GET, "/puppet/v3/environment_modules", On::Disk, Size::None, environment::modules),
    text(Method::POST, "/puppet/v4/catalog", On::Compiler, Size::Large, catalog::compile),
    // The web page.
    text(Method::GET, "/page", On::Disk, Size::None, page::nodes),
    text(Method::GET, "/page/style.css", On::Spot, Size::None, page::style),
    text(Method::GET, "/page/nodes/{}", On::Disk, Size::None, page::node),
    text(Method::GET, "/page/nodes/{}/catalog", On::Compiler, Size::None, page::catalog),
    text(Method::GET, "/page/nodes/{}/resource", On::Compiler, Size::None, page::resource),
    text(Method::GET, "/page/reports/{}", On::Disk, Size::None, page::report),
    text(Method::GET, "/page/environments", On::Disk, Size::None, page::environments),
    text(Method::GET, "/page/certificates", On::Disk, Size::None, page::certificates),
    text(Method::POST, "/page/certificates", On::Disk, Size::Small, page::sign),
    text(Method::GET, "/pdb/{*}", On::Disk, Size::None, puppetdb::answer),
    text(Method::POST, "/pdb/{*}", On::Disk, Size::Large, puppetdb::answer),
    text(Method::GET, "/status/v1/simple", On::Spot, Size::None, status::simple),
    text(Method::GET, "/status/v1/simple/{}", On::Spot, Size::None, status::simple_service),
    text(Method::GET, "/status/v1/services", On::Spot, Size::None, status::services),
    text(Method::GET, "/status/v1/services/{}", On::Spot, Size::None, status::service),
    text(Method::GET, "/healthz/{}", On::Spot, Size::None, status::health),
    text(Method::GET, "/metrics", On::Spot, Size::None, status::metrics),
    text(Method::DELETE, "/puppet-admin-api/v1/environment-cache", On::Disk, Size::None, admin::reload),
    text(Method::DELETE, "/puppet-admin-api/v1/jruby-pool", On::Spot, Size::None, admin::nothing),
];

const fn puppet(method: Method, path: &'static str, on: On, body: Size, handler: Handler) -> Route {
    Route { method, path, group: Group::Puppet, on, body, handler }
}

const fn text(method: Method, path: &'static str, on: On, body: Size, handler: Handler) -> Route {
    Route { method, path, group: Group::Text, on, body, handler }
}

/// The result of routing a path.
#[derive(Debug)]
pub enum RouteMatch {
    /// A route, and the parts of the path that match its braces.
    Route(&'static Route, Vec<String>),
    /// The path only has routes with other methods; errors have this format.
    OtherMethod(Group),
    /// There is no such path.
    Nothing,
}

/// Finds the route of a request.
pub fn find(method: &Method, path: &str) -> RouteMatch {
    let mut other = RouteMatch::Nothing;
    for route in ROUTES {
        if let Some(captures) = matches(route.path, path) {
            if route.method == *method {
                return RouteMatch::Route(route, captures);
            }
            other = RouteMatch::OtherMethod(route.group);
        }
    }
    other
}

/// The format of errors for an unknown path.
pub fn group_of(path: &str) -> Group {
    if path.starts_with("/puppet/v3/") { Group::Puppet } else { Group::Text }
}

fn matches(pattern: &str, path: &str) -> Option<Vec<String>> {
    let mut captures = Vec::new();
    let mut rest = path;
    for part in pattern.split('/').skip(1) {
        rest = rest.strip_prefix('/')?;
        if part == "{*}" {
            captures.push(unescape_path(rest));
            return Some(captures);
        }
        let (actual, after) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        match part {
            "{}" if actual.is_empty() => return None,
            "{}" => captures.push(unescape_path(actual)),
            literal if literal == actual => {}
            _ => return None,
        }
        rest = after;
    }
    rest.is_empty().then_some(captures)
}

/// Converts JSON to the negotiated format.
fn in_format(format: Format, json: String) -> Result<Reply, Problem> {
    if !format.is_binary() {
        return Ok(Reply::new(StatusCode::OK, format.content_type(), json));
    }
    let value = json::read_value(&json).map_err(|error| Problem::server_error(error.message))?;
    let packed = msgpack::write(&value).map_err(Problem::server_error)?;
    Ok(Reply::new(StatusCode::OK, format.content_type(), packed))
}

/// Parses the body of a request: JSON or MessagePack.
fn document(request: &Request) -> Result<Value, Problem> {
    let invalid = |message: &str| Problem::bad_request(format!("The request body is invalid: {message}"));
    match request.content_type() {
        Some("application/json" | "text/json" | "text/pson") | None => {
            json::read_value(request.text()?).map_err(|error| invalid(&error.message))
        }
        Some("application/x-msgpack") => msgpack::read(&request.body).map_err(|error| invalid(&error)),
        Some(other) => Err(Problem::unsupported_type(format!(
            "Client sent a mime-type ({other}) that doesn't correspond to a format we support"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_their_parts() {
        let one = matches("/puppet/v3/catalog/{}", "/puppet/v3/catalog/a%2Fb");
        assert_eq!(one, Some(vec!["a/b".to_owned()]));
        for wrong in ["/puppet/v3/catalog", "/puppet/v3/catalog/", "/puppet/v3/catalog/a/b", "catalog/a", ""]
        {
            assert_eq!(matches("/puppet/v3/catalog/{}", wrong), None, "{wrong}");
        }
        let rest = matches("/b/{*}", "/b/sha256/ab//etc/motd");
        assert_eq!(rest, Some(vec!["sha256/ab//etc/motd".to_owned()]));
    }

    #[test]
    fn other_methods_are_told_from_nothing() {
        assert!(matches!(find(&Method::GET, "/puppet/v3/environments"), RouteMatch::Route(..)));
        assert!(matches!(
            find(&Method::PUT, "/puppet/v3/environments"),
            RouteMatch::OtherMethod(Group::Puppet)
        ));
        assert!(matches!(find(&Method::GET, "/puppet/v3/nothing"), RouteMatch::Nothing));
    }
}
