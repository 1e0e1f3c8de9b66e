//! The web page: nodes, their catalogs and reports, environments and certificates, for people who run the server.
//!
//! All of it is HTML that the server makes; there are no scripts. Who may see it is said by the [rules](crate::auth), which
//! allow administrators; on a local socket it is whoever may open that.

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

/// Where the page begins.
pub const ROOT: &str = "/page";

/// `GET /page/style.css`.
pub fn style(_server: &Server, _request: &Request) -> Result<Reply, Problem> {
    Ok(Reply::new(StatusCode::OK, "text/css; charset=utf-8", include_str!("page/style.css")))
}
