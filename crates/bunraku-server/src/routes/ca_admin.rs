//! The certificate authority for operators: listing, signing, revoking and cleaning certificates.

use std::time::Duration;

use bunraku::formats::json;
use bunraku::pcore::{Hash, Value};
use bunraku_ca::{State, Status};
use hyper::StatusCode;

use super::ca::authority;
use crate::negotiate::{Format, choose};
use crate::reply::{JSON, Problem, Reply};
use crate::request::Request;
use crate::server::Server;

/// The supported response formats.
const FORMATS: &[Format] = &[Format::Json, Format::Pson];

/// `GET /puppet-ca/v1/certificate_status/NODE`.
pub fn status(server: &Server, request: &Request) -> Result<Reply, Problem> {
    let format = choose(request.header("accept").or(Some("*/*")), FORMATS)?;
    let status = authority(server)?.status(request.name())?;
    Ok(Reply::new(StatusCode::OK, format.content_type(), status.to_json()))
}

/// `GET /puppet-ca/v1/certificate_statuses/ANY?state=STATE`.
pub fn statuses(server: &Server, request: &Request) -> Result<Reply, Problem> {
    let format = choose(request.header("accept").or(Some("*/*")), FORMATS)?;
    let state = request.params.get("state").and_then(State::parse);
    let statuses = authority(server)?.statuses(state)?;
    Ok(Reply::new(StatusCode::OK, format.content_type(), Status::list_to_json(&statuses)))
}

/// `PUT /puppet-ca/v1/certificate_status/NODE`: signs or revokes.
pub fn change(server: &Server, request: &Request) -> Result<Reply, Problem> {
    let name = request.name();
    match request.content_type() {
        Some("application/json" | "text/pson" | "pson") => {}
        _ => return Err(Problem::unsupported_type("expected JSON")),
    }
    let body = object(request)?;
    let ttl = match body.get_str("cert_ttl") {
        None | Some(Value::Undef) => None,
        Some(Value::Int(seconds)) => u64::try_from(*seconds).ok().map(Duration::from_secs),
        Some(_) => {
            let message = format!("cert_ttl specified for host {name} must be an integer");
            return Err(Problem::bad_request(message));
        }
    };
    let state = body.get_str("desired_state").and_then(Value::as_str);
    if matches!(state, Some("signed" | "revoked"))
        && !authority(server)?.is_known(name).map_err(bunraku_ca::Refusal::from)?
    {
        return Err(Problem::not_found("Invalid certificate subject."));
    }
    match state {
        Some("signed") => {
            authority(server)?.sign(name, ttl)?;
        }
        Some("revoked") => {
            authority(server)?.revoke(&[name.to_owned()])?;
            server.apply_revocations();
        }
        other => {
            let message = match other {
                Some(state) => format!(
                    "State {state} invalid; Must specify desired state of 'signed' or 'revoked' for host {name}."
                ),
                None => "Missing required parameter \"desired_state\"".to_owned(),
            };
            return Err(Problem::bad_request(message));
        }
    }
    Ok(Reply::empty(StatusCode::NO_CONTENT))
}

/// `DELETE /puppet-ca/v1/certificate_status/NODE`: deletes everything with this name.
pub fn delete(server: &Server, request: &Request) -> Result<Reply, Problem> {
    match authority(server)?.delete(request.name())? {
        true => Ok(Reply::empty(StatusCode::NO_CONTENT)),
        false => Err(Problem::not_found("Resource not found.")),
    }
}

/// `PUT /puppet-ca/v1/clean`: revokes and deletes.
pub fn clean(server: &Server, request: &Request) -> Result<Reply, Problem> {
    let body = object(request)?;
    if matches!(body.get_str("async"), Some(Value::Bool(true))) {
        return Err(Problem::bad_request("Async mode is not currently supported."));
    }
    let cleaned = authority(server)?.clean(&certnames(&body).map_err(Problem::bad_request)?)?;
    server.apply_revocations();
    Ok(Reply::text(cleaned.message()))
}

/// `POST /puppet-ca/v1/sign`.
pub fn sign(server: &Server, request: &Request) -> Result<Reply, Problem> {
    let unprocessable = |message: String| Problem {
        status: StatusCode::UNPROCESSABLE_ENTITY,
        kind: "RUNTIME_ERROR",
        message,
        retry_after: None,
    };
    let body = object(request).map_err(|problem| unprocessable(problem.message))?;
    let names = certnames(&body).map_err(unprocessable)?;
    let signed = authority(server)?.sign_all_of(&names)?;
    Ok(Reply::new(StatusCode::OK, JSON, signed.to_json()))
}

/// `POST /puppet-ca/v1/sign/all`.
pub fn sign_all(server: &Server, _request: &Request) -> Result<Reply, Problem> {
    let signed = authority(server)?.sign_all()?;
    Ok(Reply::new(StatusCode::OK, JSON, signed.to_json()))
}

/// `PUT /puppet-ca/v1/certificate_revocation_list`: accepts lists of the parent authorities.
pub fn update_revocations(server: &Server, request: &Request) -> Result<Reply, Problem> {
    let message = authority(server)?.update_crls(request.text()?)?;
    server.apply_revocations();
    Ok(Reply::text(message))
}

/// `GET /puppet-ca/v1/expirations`.
pub fn expirations(server: &Server, _request: &Request) -> Result<Reply, Problem> {
    let expirations = authority(server)?.expirations()?;
    Ok(Reply::new(StatusCode::OK, JSON, expirations.to_json()))
}

fn object(request: &Request) -> Result<Hash, Problem> {
    match json::read_value(request.text()?) {
        Ok(Value::Hash(hash)) => Ok(hash),
        Ok(_) => Err(Problem::bad_request("Request body is not a JSON object.")),
        Err(_) => Err(Problem::bad_request("Request body is not JSON.")),
    }
}

fn certnames(body: &Hash) -> Result<Vec<String>, String> {
    let wrong = || "expected an array of strings `certnames`".to_owned();
    let Some(Value::Array(names)) = body.get_str("certnames") else { return Err(wrong()) };
    names.iter().map(|name| name.as_str().map(str::to_owned).ok_or_else(wrong)).collect()
}
