//! Catalogs compiled by a running server: bunraku's, Puppet Server or OpenVox Server.

#[cfg(unix)]
use bunraku::diag::percent::encoded;
use bunraku::diag::{Diagnostic, codes};
#[cfg(unix)]
use bunraku::formats::json;
use bunraku::pcore::Hash;
#[cfg(unix)]
use bunraku::pcore::Value;

use crate::args::CatalogApi;
use crate::site::SiteArgs;

#[cfg(unix)]
use bunraku_server::outside::{Caller, HttpResponse, Patience, Url};

/// Whether an argument is the address of a server.
pub fn is_address(name: &str) -> bool {
    ["https://", "http://"].iter().any(|scheme| name.starts_with(scheme))
}

/// A server that compiles catalogs of an environment.
#[cfg(unix)]
pub struct CatalogServer {
    caller: Caller,
    url: Url,
    api: CatalogApi,
    environment: String,
}

#[cfg(unix)]
impl CatalogServer {
    /// Opens the server at `https://host:8140/environment`. The client certificate is that of the installation in
    /// `--confdir`.
    pub fn open(address: &str, site: &SiteArgs, api: CatalogApi) -> Result<CatalogServer, Box<Diagnostic>> {
        let wrong = |message: String| Diagnostic::error(codes::WRONG_USE, message);
        let mut url = Url::parse(&with_port(address)).map_err(wrong)?;
        let environment = match url.path.trim_matches('/') {
            "" => "production".to_owned(),
            name => name.to_owned(),
        };
        bunraku::world::names::check_environment(&environment).map_err(|invalid| {
            wrong(format!("{}: expected an address such as `https://host:8140/environment`", invalid.message))
        })?;
        url.path = "/".to_owned();
        let caller = match crate::store::certificates(site.confdir.as_deref())? {
            Some(files) if url.tls => Caller::load(&files, true).map_err(|problem| {
                let message = format!("cannot use the certificates for `{address}`: {problem}");
                wrong(message).help(
                    "use `--confdir` to choose the folder with the `puppet.conf` of a machine that has \
                     certificates",
                )
            })?,
            _ => {
                let message = format!("`{address}` is not encrypted, and catalogs contain secrets");
                return Err(Box::new(wrong(message).help("use `https://`")));
            }
        };
        Ok(CatalogServer { caller, url, api, environment })
    }

    /// The name in messages.
    pub fn name(&self) -> String {
        let Url { host, port, .. } = &self.url;
        format!("the server at {host}:{port}, environment `{}`", self.environment)
    }

    /// Requests the catalog of a node with these facts.
    pub fn catalog(&self, node: &str, facts: &Hash) -> Result<String, String> {
        let (path, kind, body) = match self.api {
            CatalogApi::V4 => {
                ("/puppet/v4/catalog".to_owned(), "application/json", self.body_v4(node, facts))
            }
            CatalogApi::V3 => (
                format!("/puppet/v3/catalog/{}?environment={}", encoded(node), encoded(&self.environment)),
                "application/x-www-form-urlencoded",
                self.body_v3(node, facts),
            ),
        };
        let url = Url { path, ..self.url.clone() };
        let headers = [("Content-Type", kind), ("Accept", "application/json")];
        let patience = Patience { answer: 1 << 28, pause: WAIT, whole: WAIT };
        let answer = self.caller.ask("POST", &url, &headers, body.as_bytes(), patience)?;
        self.read(node, &answer)
    }

    fn read(&self, node: &str, answer: &HttpResponse) -> Result<String, String> {
        match answer.status {
            200 => String::from_utf8(answer.body.clone())
                .map_err(|_| "its response is not valid UTF-8".to_owned()),
            403 if self.api == CatalogApi::V4 => Err(format!(
                "{} does not allow this certificate to request catalogs from `/puppet/v4/catalog`: allow it in `auth.conf` on that server",
                self.name()
            )),
            403 => Err(format!(
                "{} sends the catalog of `{node}` only to that node; try `--catalog-api v4`",
                self.name()
            )),
            status => Err(format!("{} answered {status}: {}", self.name(), told(answer))),
        }
    }

    /// The body for version 4 of the API. It asks the server not to store anything, so the request changes no facts or
    /// catalogs.
    fn body_v4(&self, node: &str, facts: &Hash) -> String {
        let none = Value::hash([
            (Value::str("facts"), Value::Bool(false)),
            (Value::str("catalog"), Value::Bool(false)),
        ]);
        let values = |values: Value| Value::hash([(Value::str("values"), values)]);
        let (host, domain) = node.split_once('.').unwrap_or((node, ""));
        let trusted = Value::hash([
            (Value::str("authenticated"), Value::str("remote")),
            (Value::str("certname"), Value::str(node)),
            (Value::str("extensions"), Value::Hash(Hash::new())),
            (Value::str("hostname"), Value::str(host)),
            (Value::str("domain"), if domain.is_empty() { Value::Undef } else { Value::str(domain) }),
            (Value::str("external"), Value::Hash(Hash::new())),
        ]);
        json::to_json(&Value::hash([
            (Value::str("certname"), Value::str(node)),
            (Value::str("environment"), Value::str(self.environment.as_str())),
            (Value::str("persistence"), none),
            (Value::str("facts"), values(Value::Hash(facts.clone()))),
            (Value::str("trusted_facts"), values(trusted)),
        ]))
    }

    /// The body for version 3 of the API. Like an agent, it encodes the facts twice.
    fn body_v3(&self, node: &str, facts: &Hash) -> String {
        let facts = Value::hash([
            (Value::str("name"), Value::str(node)),
            (Value::str("values"), Value::Hash(facts.clone())),
        ]);
        format!(
            "environment={}&facts_format=application%2Fjson&facts={}",
            encoded(&self.environment),
            encoded(&encoded(&json::to_json(&facts)))
        )
    }
}

/// How long a server may take to compile a catalog.
#[cfg(unix)]
const WAIT: std::time::Duration = std::time::Duration::from_secs(300);

/// Adds the default port to an address without one.
#[cfg(unix)]
fn with_port(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return address.to_owned() };
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let has_port = host.rsplit_once(':').is_some_and(|(_, port)| !port.ends_with(']'));
    let port = if has_port { "" } else { ":8140" };
    format!("{scheme}://{host}{port}{path}")
}

/// The error message of a response: that of its JSON, or its first line.
#[cfg(unix)]
fn told(answer: &HttpResponse) -> String {
    let text = String::from_utf8_lossy(&answer.body);
    let message = match json::read_value(&text) {
        Ok(Value::Hash(body)) => body.get_str("message").and_then(Value::as_str).map(str::to_owned),
        _ => None,
    };
    message.unwrap_or_else(|| answer.summary())
}

/// Servers are only supported on Unix, so this type has no values.
#[cfg(not(unix))]
pub enum CatalogServer {}

#[cfg(not(unix))]
impl CatalogServer {
    /// Reports that servers are not supported.
    pub fn open(address: &str, _: &SiteArgs, _: CatalogApi) -> Result<CatalogServer, Box<Diagnostic>> {
        let message = format!("cannot connect to `{address}`: this is only supported on Unix");
        Err(Box::new(Diagnostic::error(codes::WRONG_USE, message)))
    }

    /// Unreachable.
    pub fn name(&self) -> String {
        match *self {}
    }

    /// Unreachable.
    pub fn catalog(&self, _: &str, _: &Hash) -> Result<String, String> {
        match *self {}
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::with_port;

    #[test]
    fn servers_have_a_port() {
        for (given, expected) in [
            ("https://puppet", "https://puppet:8140"),
            ("https://puppet/staging", "https://puppet:8140/staging"),
            ("https://[::1]/a", "https://[::1]:8140/a"),
            ("https://puppet:9140/a", "https://puppet:9140/a"),
        ] {
            assert_eq!(with_port(given), expected);
        }
    }
}
