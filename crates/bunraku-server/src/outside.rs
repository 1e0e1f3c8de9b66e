//! Requests that the server itself makes: to another authority, and to receivers of reports.
//!
//! There are few of them, on threads that may block, so a simple client suffices: one request per connection, with
//! limits.

use std::fmt;
use std::io::{self, Read, Write};
use std::net::{Ipv6Addr, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bunraku_ca::tls::HostFiles;
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
    pub fn parse(text: &str) -> Result<Url, String> {
        let wrong = || format!("expected an address such as `https://host:8140/path`, got {text:?}");
        let (tls, rest) = match (text.strip_prefix("https://"), text.strip_prefix("http://")) {
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

/// A response from another server.
#[derive(Debug)]
pub struct Answer {
    /// The HTTP status code.
    pub status: u16,
    /// The headers, with names in lowercase.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    /// Parses a response; `None` if it is invalid or incomplete.
    pub fn parse(bytes: &[u8]) -> Option<Answer> {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = std::str::from_utf8(bytes.get(..end)?).ok()?;
        let mut lines = head.split("\r\n");
        let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
        let headers: Vec<(String, String)> = lines
            .filter_map(|line| line.split_once(':'))
            .map(|(name, value)| (name.trim().to_ascii_lowercase(), value.trim().to_owned()))
            .collect();
        let answer = Answer { status, headers, body: Vec::new() };
        let rest = bytes.get(end + 4..)?;
        let body = if answer.header("transfer-encoding").is_some_and(|value| value.contains("chunked")) {
            unchunk(rest)?
        } else {
            match answer.header("content-length") {
                Some(length) => rest.get(..length.parse().ok()?)?.to_vec(),
                None => rest.to_vec(),
            }
        };
        Some(Answer { body, ..answer })
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The first line of the body as text, for messages.
    pub fn summary(&self) -> String {
        let text = String::from_utf8_lossy(&self.body);
        text.lines().next().unwrap_or_default().chars().take(200).collect()
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
    ) -> Result<Answer, String> {
        let failed = |error: &dyn fmt::Display| format!("cannot reach {url}: {error}");
        let deadline = Instant::now() + patience.whole;
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
        let bytes = if url.tls {
            let name = ServerName::try_from(url.host.clone()).map_err(|error| failed(&error))?;
            let connection = ClientConnection::new(Arc::clone(&self.tls), name);
            let connection = connection.map_err(|error| failed(&error))?;
            exchange(StreamOwned::new(connection, socket), &request, patience, deadline)
        } else {
            exchange(socket, &request, patience, deadline)
        };
        Answer::parse(&bytes.map_err(|error| failed(&error))?)
            .ok_or_else(|| failed(&"the answer is not HTTP"))
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

/// Sends a request and reads until the connection is closed, or the response is complete.
fn exchange(
    mut stream: impl Read + Write,
    request: &[u8],
    patience: Patience,
    deadline: Instant,
) -> io::Result<Vec<u8>> {
    stream.write_all(request)?;
    stream.flush()?;
    let mut bytes = Vec::new();
    let mut piece = vec![0; 1 << 14];
    loop {
        match stream.read(&mut piece) {
            Ok(0) => return Ok(bytes),
            Ok(read) => bytes.extend_from_slice(piece.get(..read).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            // Many servers close without TLS `close_notify`; whether the response is complete is checked later.
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(bytes),
            Err(error) => return Err(error),
        }
        if Answer::parse(&bytes).is_some_and(|answer| answer.header("content-length").is_some()) {
            return Ok(bytes);
        }
        if bytes.len() > patience.answer {
            return Err(io::Error::other("the answer is too large"));
        }
        if Instant::now() > deadline {
            return Err(io::Error::other("it took too long"));
        }
    }
}

/// Decodes a chunked body.
fn unchunk(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|two| two == b"\r\n")?;
        let line = std::str::from_utf8(rest.get(..end)?).ok()?;
        let size = usize::from_str_radix(line.split(';').next()?.trim(), 16).ok()?;
        rest = rest.get(end + 2..)?;
        if size == 0 {
            return Some(body);
        }
        body.extend_from_slice(rest.get(..size)?);
        rest = rest.get(size.checked_add(2)?..)?;
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

    #[test]
    fn answers() {
        let answer = Answer::parse(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabc").unwrap();
        assert_eq!((answer.status, answer.body.as_slice()), (200, &b"ab"[..]));
        let answer = Answer::parse(
            b"HTTP/1.1 404 x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1;x\r\nd\r\n0\r\n\r\n",
        );
        assert_eq!(answer.unwrap().body, b"abcd");
        for wrong in [
            "",
            "HTTP/1.1 200 OK\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nabc",
            "x\r\n\r\n",
        ] {
            assert!(Answer::parse(wrong.as_bytes()).is_none(), "{wrong}");
        }
    }
}
