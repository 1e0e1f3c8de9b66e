//! Requests that the server itself makes: to another authority, and to receivers of reports.
//!
//! There are few of them, on threads that may block, so a simple client suffices: one request per connection, with
//! limits.

use std::fmt;
use std::io::{self, BufReader, Read, Write};
use std::net::{Ipv6Addr, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bunraku_ca::tls::HostFiles;
pub use bunraku_store::http::HttpResponse;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

/// A URL: `https://host:8140/path`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Url {
    /// Whether it uses TLS.
    pub tls: bool,
    /// The name or address of the machine.
    pub host: String,
    /// The port.
    pub port: u16,
    /// The path and query, starting with `/`.
    pub path: String,
}

impl Url {
    /// Parses a URL.
    pub fn parse(string: &str) -> Result<Url, String> {
        let wrong = || format!("expected an address such as `https://host:8140/path`, got {string:?}");
        let (tls, rest) = match (string.strip_prefix("https://"), string.strip_prefix("http://")) {
            (Some(rest), _) => (true, rest),
            (_, Some(rest)) => (false, rest),
            _ => return Err(wrong()),
        };
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let (host, port) = match authority.rsplit_once(':') {
            // The colons of an IPv6 address are in brackets.
            Some((host, port)) if !port.ends_with(']') => (host, port.parse().map_err(|_| wrong())?),
            _ => (authority, if tls { 443 } else { 80 }),
        };
        let inside = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        let is_host = match inside {
            Some(inside) => inside.parse::<Ipv6Addr>().is_ok(),
            None => {
                let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
                !host.is_empty() && host.bytes().all(is_plain)
            }
        };
        if !is_host || !path.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(wrong());
        }
        let host = inside.unwrap_or(host).to_owned();
        let path = if path.is_empty() { "/" } else { path };
        Ok(Url { tls, host, port, path: path.to_owned() })
    }
}

impl Url {
    /// The host as written in a URL: IPv6 in brackets.
    fn bracketed(&self) -> String {
        if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() }
    }
}

impl fmt::Display for Url {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.tls { "https" } else { "http" };
        write!(f, "{scheme}://{}:{}{}", self.bracketed(), self.port, self.path)
    }
}

/// The limits of a request.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// For the connection, and then for each piece that is sent or received.
    pub pause: Duration,
    /// For the whole request.
    pub whole: Duration,
    /// The maximum size of the response in bytes.
    pub answer: usize,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { pause: Duration::from_secs(10), whole: Duration::from_secs(60), answer: 16 << 20 }
    }
}

/// Which servers are trusted, and which certificate is presented to them.
#[derive(Clone)]
pub struct Caller {
    tls: Arc<ClientConfig>,
}

impl Caller {
    /// Loads the certificates of a machine. Without `identity`, its own is not presented.
    pub fn load(files: &HostFiles, identity: bool) -> Result<Caller, String> {
        let loaded = files.load().map_err(|failure| failure.to_string())?;
        let mut roots = RootCertStore::empty();
        for certificate in loaded.trusted {
            let added = roots.add(CertificateDer::from(certificate));
            added.map_err(|error| format!("cannot use `{}`: {error}", files.ca_bundle.display()))?;
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .with_root_certificates(roots);
        let config = if identity {
            let key = PrivateKeyDer::try_from(loaded.private_key).map_err(str::to_owned)?;
            let chain = loaded.chain.into_iter().map(CertificateDer::from).collect();
            builder.with_client_auth_cert(chain, key).map_err(|error| error.to_string())?
        } else {
            builder.with_no_client_auth()
        };
        Ok(Caller { tls: Arc::new(config) })
    }

    /// Sends a request and waits for the response.
    pub fn ask(
        &self,
        method: &str,
        url: &Url,
        headers: &[(&str, &str)],
        body: &[u8],
        patience: Patience,
    ) -> Result<HttpResponse, String> {
        let failed = |error: &dyn fmt::Display| format!("cannot reach {url}: {error}");
        let mut head = format!(
            "{method} {} HTTP/1.1\r\nHost: {}:{}\r\nConnection: close\r\nContent-Length: {}\r\n",
            url.path,
            url.bracketed(),
            url.port,
            body.len()
        );
        for (name, value) in headers {
            let clean = |text: &str| text.bytes().all(|byte| !byte.is_ascii_control());
            if !clean(name) || !clean(value) {
                return Err(format!("the header `{name}` contains control characters"));
            }
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        let mut request = format!("{head}\r\n").into_bytes();
        request.extend_from_slice(body);
        let socket = connect(url, patience.pause).map_err(|error| failed(&error))?;
        let is_head = method == "HEAD";
        let answer = if url.tls {
            let name = ServerName::try_from(url.host.clone()).map_err(|error| failed(&error))?;
            let connection = ClientConnection::new(Arc::clone(&self.tls), name);
            let connection = connection.map_err(|error| failed(&error))?;
            exchange(StreamOwned::new(connection, socket), &request, is_head, patience)
        } else {
            exchange(socket, &request, is_head, patience)
        };
        answer.map_err(|error| failed(&error))
    }
}

fn connect(url: &Url, pause: Duration) -> io::Result<TcpStream> {
    let mut last = io::Error::other("the host name cannot be resolved");
    for address in (url.host.as_str(), url.port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, pause) {
            Ok(socket) => {
                socket.set_read_timeout(Some(pause))?;
                socket.set_write_timeout(Some(pause))?;
                return Ok(socket);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Sends a request and reads the response.
fn exchange(
    mut stream: impl Read + Write,
    request: &[u8],
    is_head: bool,
    patience: Patience,
) -> io::Result<HttpResponse> {
    let deadline = Instant::now() + patience.whole;
    stream.write_all(request)?;
    stream.flush()?;
    let largest = patience.answer as u64;
    HttpResponse::read(&mut BufReader::new(Hurried { stream, deadline }), is_head, largest)
        .map(|(answer, _)| answer)
}

/// A stream that is read until a deadline.
struct Hurried<S> {
    stream: S,
    deadline: Instant,
}

impl<S: Read> Read for Hurried<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if Instant::now() > self.deadline {
            return Err(io::Error::other("it timed out"));
        }
        match self.stream.read(buffer) {
            // Many servers close without TLS `close_notify`. Whether the response is complete is known by its length.
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(0),
            read => read,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        let url = Url::parse("https://ca.example.net:8140/puppet-ca").unwrap();
        assert_eq!((url.tls, url.host.as_str(), url.port), (true, "ca.example.net", 8140));
        assert_eq!(Url::parse("http://[::1]").unwrap().to_string(), "http://[::1]:80/");
        for wrong in
            ["", "ca:8140", "https://", "https://a:b/", "https://a/\r\nX: y", "https://u@a/", "https://[]:1/"]
        {
            assert!(Url::parse(wrong).is_err(), "{wrong}");
        }
    }
}
