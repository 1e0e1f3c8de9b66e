//! What operators and deployment tools tell the server to do.

use hyper::StatusCode;

use crate::reply::{Problem, Reply};
use crate::request::Request;
use crate::server::Server;

/// `DELETE /puppet-admin-api/v1/environment-cache`: loads an environment again, or all of them. The answer comes when that
/// is done, so that whoever deploys knows that agents get the new code.
pub fn reload(server: &Server, request: &Request) -> Result<Reply, Problem> {
    server.environments.reload(request.params.get("environment"));
    Ok(Reply::empty(StatusCode::NO_CONTENT))
}

/// `DELETE /puppet-admin-api/v1/jruby-pool`: there is no such pool, and tools want to hear that it was emptied.
pub fn nothing(_server: &Server, _request: &Request) -> Result<Reply, Problem> {
    Ok(Reply::empty(StatusCode::NO_CONTENT))
}
