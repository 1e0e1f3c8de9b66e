//! Runs the subcommands of `bunraku ca` against a running server, over its HTTP API.

use bunraku::formats::json;
use bunraku::pcore::{Hash, Value};
use bunraku_ca::tls::HostFiles;
use bunraku_ca::{Fingerprints, State, Status};
use bunraku_server::outside::{Caller, HttpResponse, Patience, Url};

use super::{Done, list};
use crate::args::{CaCommand, CaList, CaNames, CaSign};
use crate::authority::Installation;

/// A server, and the client certificate that authorises access to its authority.
struct Remote {
    url: Url,
    caller: Caller,
}

pub fn run(installation: &Installation, server: &str, command: &CaCommand) -> Result<Done, String> {
    let url = if server.contains("://") { server.to_owned() } else { format!("https://{server}:8140") };
    let files = HostFiles::below(&installation.authority.ssldir, &installation.certname);
    if !files.certificate.is_file() {
        return Err(format!(
            "the certificate of this machine, `{}`, does not exist: set `certname` in `puppet.conf` to the name of its \
             certificate",
            files.certificate.display()
        ));
    }
    let remote = Remote { url: Url::parse(&url)?, caller: Caller::load(&files, true)? };
    match command {
        CaCommand::List(args) => remote.list(args),
        CaCommand::Sign(args) => remote.sign(args),
        CaCommand::Revoke(args) => remote.revoke(args),
        CaCommand::Clean(args) => remote.clean(args),
        _ => {
            Err("this command needs the files of the authority: run it there, without `--server`".to_owned())
        }
    }
}

impl Remote {
    fn list(&self, args: &CaList) -> Result<Done, String> {
        let only = if !args.all && args.certname.is_empty() { "?state=requested" } else { "" };
        let answer = self.ask("GET", &format!("certificate_statuses/all{only}"), None)?;
        let text = String::from_utf8_lossy(&answer.body).into_owned();
        let wrong = || "the server did not send a list of certificates".to_owned();
        let Ok(Value::Array(rows)) = json::read_value(&text) else { return Err(wrong()) };
        let statuses: Option<Vec<Status>> = rows.iter().map(status).collect();
        Ok(list::show(statuses.ok_or_else(wrong)?, args))
    }

    fn sign(&self, args: &CaSign) -> Result<Done, String> {
        let mut done = Done::default();
        if args.all && args.ttl.is_none() {
            let answer = self.ask("POST", "sign/all", Some("{}".to_owned()))?;
            let text = String::from_utf8_lossy(&answer.body).into_owned();
            let Ok(Value::Hash(result)) = json::read_value(&text) else {
                return Err("the server did not report what it signed".to_owned());
            };
            let signed = names(&result, "signed");
            for name in &signed {
                done.line(format!("Successfully signed certificate request for {name}"));
            }
            let failed = names(&result, "signing-errors");
            failed.iter().for_each(|name| done.problem(format!("Could not sign the request of {name}")));
            if signed.is_empty() && failed.is_empty() {
                done.problem("No waiting certificate requests to sign");
            }
            return Ok(done);
        }
        if args.all {
            return Err(
                "`--ttl` needs `--certname`: a server signs all requests with its own lifetime".to_owned()
            );
        }
        let ttl = args.ttl.map_or(String::new(), |ttl| format!(",\"cert_ttl\":{}", ttl.as_secs()));
        for name in &args.certname {
            match self.change(name, &format!("{{\"desired_state\":\"signed\"{ttl}}}")) {
                Ok(()) => done.line(format!("Successfully signed certificate request for {name}")),
                Err(problem) => done.problem(problem),
            }
        }
        Ok(done)
    }

    fn revoke(&self, args: &CaNames) -> Result<Done, String> {
        let mut done = Done::default();
        for name in &args.certname {
            match self.change(name, "{\"desired_state\":\"revoked\"}") {
                Ok(()) => done.line(format!("Certificate for {name} has been revoked")),
                Err(problem) => done.problem(problem),
            }
        }
        Ok(done)
    }

    fn clean(&self, args: &CaNames) -> Result<Done, String> {
        let mut done = Done::default();
        for name in &args.certname {
            // A request that was never signed cannot be revoked, but is removed all the same.
            let revoked = self.change(name, "{\"desired_state\":\"revoked\"}");
            match self.try_ask("DELETE", &format!("certificate_status/{name}"), None)? {
                answer if answer.status < 300 => done.line(format!("Cleaned files related to {name}")),
                answer if answer.status == 404 => {
                    done.problem(format!("Could not find files to clean for {name}"));
                }
                answer => done.problem(revoked.err().unwrap_or_else(|| refused(name, &answer))),
            }
        }
        Ok(done)
    }

    fn change(&self, name: &str, body: &str) -> Result<(), String> {
        let answer = self.try_ask("PUT", &format!("certificate_status/{name}"), Some(body.to_owned()))?;
        match answer.status {
            200..300 => Ok(()),
            404 => Err(format!("{name} has neither a request nor a certificate")),
            _ => Err(refused(name, &answer)),
        }
    }

    /// Sends a request. An HTTP error status is an error.
    fn ask(&self, method: &str, path: &str, body: Option<String>) -> Result<HttpResponse, String> {
        let answer = self.try_ask(method, path, body)?;
        match answer.status {
            200..300 => Ok(answer),
            403 => {
                Err(format!("this machine's certificate is not allowed to use the authority of {}", self.url))
            }
            status => Err(format!("{} answered {status}: {}", self.url, answer.summary())),
        }
    }

    fn try_ask(&self, method: &str, path: &str, body: Option<String>) -> Result<HttpResponse, String> {
        let url = Url { path: format!("/puppet-ca/v1/{path}"), ..self.url.clone() };
        let headers = [("Accept", "application/json"), ("Content-Type", "application/json")];
        self.caller.ask(method, &url, &headers, body.unwrap_or_default().as_bytes(), Patience::default())
    }
}

fn refused(name: &str, answer: &HttpResponse) -> String {
    match answer.status {
        403 => "this machine's certificate is not allowed to use the authority".to_owned(),
        _ => format!("{name}: {}", answer.summary()),
    }
}

fn names(result: &Hash, name: &str) -> Vec<String> {
    let Some(Value::Array(names)) = result.get_str(name) else { return Vec::new() };
    names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect()
}

/// Parses the status of a name from a response.
fn status(value: &Value) -> Option<Status> {
    let Value::Hash(object) = value else { return None };
    let text = |object: &Hash, name: &str| object.get_str(name).and_then(Value::as_str).map(str::to_owned);
    let Some(Value::Hash(sums)) = object.get_str("fingerprints") else { return None };
    let extensions = match object.get_str("authorization_extensions") {
        Some(Value::Hash(extensions)) => extensions
            .iter()
            .filter_map(|(name, value)| Some((name.as_str()?.to_owned(), value.as_str()?.to_owned())))
            .collect(),
        _ => Vec::new(),
    };
    Some(Status {
        name: text(object, "name")?,
        state: State::parse(&text(object, "state")?)?,
        fingerprints: Fingerprints {
            sha1: text(sums, "SHA1").unwrap_or_default(),
            sha256: text(sums, "SHA256")?,
            sha512: text(sums, "SHA512").unwrap_or_default(),
        },
        dns_alt_names: names(object, "dns_alt_names"),
        subject_alt_names: names(object, "subject_alt_names"),
        authorization_extensions: extensions,
        certificate: None,
    })
}
