//! `/pdb/cmd/v1`: commands to store something. They are answered when they are committed.

use bunraku_formats::json;
use bunraku_pcore::Value;

use super::{Response, json as respond, request};
use crate::{Backend, Command, Database, Error, identity};

const KNOWN: &str = "deactivate node, replace catalog, replace facts, store report";

/// Commands of PuppetDB with nothing to store here: they are accepted, so that senders continue.
const IGNORED: [&str; 2] = ["replace catalog inputs", "configure expiration"];

pub(super) fn answer(store: &Database, query: &str, body: &str) -> Result<Response, Error> {
    let parameters = request::parameters(query)?;
    let find = |name: &str| parameters.iter().find(|known| known.0 == name).map(|known| known.1.clone());
    let (mut name, mut certname) = (find("command"), find("certname"));
    let mut payload = None;
    if name.is_none() {
        // Older clients send the name and the document together in the body.
        if let Ok(Value::Hash(whole)) = json::read_value(body) {
            name = whole.get_str("command").and_then(Value::as_str).map(str::to_owned);
            certname = whole.get_str("certname").and_then(Value::as_str).map(str::to_owned);
            payload = whole.get_str("payload").cloned();
        }
    }
    let Some(name) = name else {
        return Ok(refused("Command is missing required parameters: command."));
    };
    let shown = name.replace('_', " ");
    let Some(command) = Command::named(&name) else {
        if IGNORED.contains(&shown.as_str()) {
            return Ok(accepted());
        }
        let about = certname.unwrap_or_default();
        let message = format!(
            "Command \"{shown}\" for certname \"{about}\" is invalid. Command must be one of: {KNOWN}."
        );
        return Ok(refused(&message));
    };
    match (certname, payload) {
        (certname, Some(payload)) => store.keep(command.of_value(certname.as_deref(), &payload)?)?,
        (Some(certname), None) => store.submit(command, &certname, body)?,
        (None, None) => return Ok(refused("Command is missing required parameters: certname.")),
    };
    Ok(accepted())
}

fn accepted() -> Response {
    let uuid = Value::str(identity::uuid());
    respond(&Value::hash([
        (Value::str("uuid"), uuid),
        (Value::str("processed"), Value::Bool(true)),
        (Value::str("timed_out"), Value::Bool(false)),
    ]))
}

fn refused(message: &str) -> Response {
    Response { status: 400, ..respond(&Value::hash([(Value::str("error"), Value::str(message))])) }
}
