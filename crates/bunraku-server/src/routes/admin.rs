//! Administrative requests from operators and deployment tools.

use hyper::StatusCode;

use crate::reply::{Problem, Reply};
use crate::request::Request;
use crate::server::Server;

/// `DELETE /puppet-admin-api/v1/environment-cache`: reloads an environment, or all of them. The response is sent when
/// that is done, so that deployment tools know that agents get the new code.
pub fn reload(server: &Server, request: &Request) -> Result<Reply, Problem> {
    server.environments.reload(request.params.get("environment"));
    Ok(Reply::empty(StatusCode::NO_CONTENT))
}

/// `DELETE /puppet-admin-api/v1/jruby-pool`: there is no such pool, but tools expect a success.
pub fn nothing(_server: &Server, _request: &Request) -> Result<Reply, Problem> {
    Ok(Reply::empty(StatusCode::NO_CONTENT))
}
