//! The web page for operators: nodes, their catalogs and reports, environments and certificates.
//!
//! Everything is HTML rendered by the server; there are no scripts. The [rules](crate::auth) control access and allow
//! administrators; on a local socket, access is controlled by its file permissions.

mod catalog;
mod certificates;
mod environments;
mod graph;
mod html;
mod nodes;
mod report;
mod resource;
mod store;

pub use catalog::catalog;
pub use certificates::{certificates, sign};
pub use environments::environments;
pub use nodes::{node, nodes};
pub use report::report;
pub use resource::resource;

use hyper::StatusCode;

use crate::reply::{Problem, Reply};
use crate::request::Request;
use crate::server::Server;

/// The path of the page.
pub const ROOT: &str = "/page";

/// `GET /page/style.css`.
pub fn style(_server: &Server, _request: &Request) -> Result<Reply, Problem> {
    Ok(Reply::new(StatusCode::OK, "text/css; charset=utf-8", include_str!("page/style.css")))
}
