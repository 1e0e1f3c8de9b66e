//! PuppetDB's API: queries and commands, answered by the store.

use hyper::StatusCode;

use crate::reply::{Problem, Reply};
use crate::request::Request;
use crate::server::Server;

/// Handles everything below `/pdb`.
pub fn answer(server: &Server, request: &Request) -> Result<Reply, Problem> {
    let body = if request.body.is_empty() { "" } else { request.text()? };
    let answer = server.keep.puppetdb(request.method.as_str(), &request.path, &request.query, body);
    let Some(answer) = answer else {
        return Err(Problem::not_found("this server has no store"));
    };
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut reply = Reply { status, content_type: None, ..Reply::text(answer.body) };
    for (name, value) in answer.headers {
        reply = reply.with(name, value);
    }
    Ok(reply)
}
