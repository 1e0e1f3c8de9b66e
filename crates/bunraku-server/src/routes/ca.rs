//! The certificate authority: requests by agents without a certificate, and renewals.

use bunraku_ca::{Authority, Refusal, Served};
use hyper::StatusCode;

use crate::reply::{Problem, Reply, TEXT};
use crate::request::Request;
use crate::server::Server;
use crate::time::Timestamp;

/// `GET /puppet-ca/v1/certificate/NAME`: a certificate, or those of the authority for `ca`.
pub fn certificate(server: &Server, request: &Request) -> Result<Reply, Problem> {
    served(request, authority(server)?.certificate(request.name())?)
}

/// `GET /puppet-ca/v1/certificate_revocation_list/ca`.
pub fn revocations(server: &Server, request: &Request) -> Result<Reply, Problem> {
    served(request, authority(server)?.crl()?)
}

/// `GET /puppet-ca/v1/certificate_request/NODE`.
pub fn request(server: &Server, request: &Request) -> Result<Reply, Problem> {
    Ok(Reply::text(authority(server)?.certificate_request(request.name())?))
}

/// `PUT /puppet-ca/v1/certificate_request/NODE`. The agent cannot see whether it was signed.
pub fn submit(server: &Server, request: &Request) -> Result<Reply, Problem> {
    authority(server)?.submit(request.name(), request.text()?)?;
    Ok(Reply::text(""))
}

/// `DELETE /puppet-ca/v1/certificate_request/NODE`.
pub fn delete_request(server: &Server, request: &Request) -> Result<Reply, Problem> {
    authority(server)?.delete_request(request.name())?;
    Ok(Reply::empty(StatusCode::NO_CONTENT))
}

/// `POST /puppet-ca/v1/certificate_renewal`: a new certificate for the key of the client.
pub fn renew(server: &Server, request: &Request) -> Result<Reply, Problem> {
    let shown = request.client.as_ref().map(|client| client.certificate.as_slice());
    Ok(Reply::text(authority(server)?.renew(shown)?.to_pem()))
}

/// The authority; a server that only compiles does not have one.
pub(super) fn authority(server: &Server) -> Result<&Authority, Problem> {
    server.authority.as_ref().ok_or_else(|| Problem::not_found("this server has no certificate authority"))
}

/// Sends a file, unless the client already has it.
fn served(request: &Request, served: Served) -> Result<Reply, Problem> {
    let modified = Timestamp::of(served.modified);
    let known = request.header("if-modified-since").and_then(Timestamp::parse_http);
    if known.is_some_and(|known| modified.seconds <= known.seconds) {
        return Ok(Reply::empty(StatusCode::NOT_MODIFIED));
    }
    Ok(Reply::new(StatusCode::OK, TEXT, served.pem).with("Last-Modified", modified.http()))
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let status = StatusCode::from_u16(refusal.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Problem { status, kind: "RUNTIME_ERROR", message: refusal.message, retry_after: None }
    }
}
