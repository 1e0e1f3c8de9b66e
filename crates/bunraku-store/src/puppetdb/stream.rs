//! Connections to a PuppetDB, plain or with TLS.

use std::{
    fmt,
    io::{self, Read, Write},
    net::{TcpStream, ToSocketAddrs},
    sync::Arc,
    time::Duration,
};

use bunraku_ca::tls::HostFiles;
use rustls::{
    ClientConfig, ClientConnection, RootCertStore, StreamOwned,
    crypto::ring,
    pki_types::{CertificateDer, PrivateKeyDer, ServerName},
};

use crate::Error;

/// The address of a PuppetDB.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// Whether to use TLS.
    pub tls: bool,
    host: String,
    port: u16,
}

impl Address {
    /// Parses `https://host:port`, `puppetdb://host:port` or `http://host:port`.
    pub fn read(string: &str) -> Result<Address, Error> {
        let wrong = || Error::invalid(format!("expected https://host:port, got `{string}`"));
        let (scheme, rest) = string.trim().split_once("://").ok_or_else(wrong)?;
        let (tls, default) = match scheme {
            "https" | "puppetdb" => (true, 8081),
            "http" => (false, 8080),
            _ => return Err(wrong()),
        };
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        let (host, port) = match rest.rsplit_once(':') {
            Some((host, port)) if !host.contains(':') || host.ends_with(']') => {
                (host, port.parse().map_err(|_| wrong())?)
            }
            _ => (rest, default),
        };
        let host = host.trim_start_matches('[').trim_end_matches(']');
        let fine = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | ':');
        match !host.is_empty() && host.chars().all(fine) {
            true => Ok(Address { tls, host: host.to_owned(), port }),
            false => Err(wrong()),
        }
    }

    /// Opens a connection with time limits for reading and writing.
    pub fn open(&self, tls: Option<&Arc<ClientConfig>>, limit: Duration) -> io::Result<Stream> {
        let mut last = io::Error::new(io::ErrorKind::NotFound, "the host name cannot be resolved");
        for address in (self.host.as_str(), self.port).to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, limit.min(Duration::from_secs(10))) {
                Ok(stream) => return self.over(stream, tls, limit),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    fn over(
        &self,
        stream: TcpStream,
        tls: Option<&Arc<ClientConfig>>,
        limit: Duration,
    ) -> io::Result<Stream> {
        stream.set_read_timeout(Some(limit))?;
        stream.set_write_timeout(Some(limit))?;
        stream.set_nodelay(true)?;
        let (true, Some(tls)) = (self.tls, tls) else { return Ok(Stream::Plain(stream)) };
        let name = ServerName::try_from(self.host.clone()).map_err(io::Error::other)?;
        let connection = ClientConnection::new(Arc::clone(tls), name).map_err(io::Error::other)?;
        let mut stream = StreamOwned::new(connection, stream);
        // The handshake is completed here, so that certificate errors are not mistaken for a broken connection.
        while stream.conn.is_handshaking() {
            stream.conn.complete_io(&mut stream.sock)?;
        }
        Ok(Stream::Tls(Box::new(stream)))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.host.contains(':') {
            true => write!(f, "[{}]:{}", self.host, self.port),
            false => write!(f, "{}:{}", self.host, self.port),
        }
    }
}

/// A connection.
pub enum Stream {
    /// Without encryption.
    Plain(TcpStream),
    /// With TLS.
    Tls(Box<StreamOwned<ClientConnection, TcpStream>>),
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Stream::Plain(stream) => stream.read(buffer),
            Stream::Tls(stream) => stream.read(buffer),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Stream::Plain(stream) => stream.write(bytes),
            Stream::Tls(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Stream::Plain(stream) => stream.flush(),
            Stream::Tls(stream) => stream.flush(),
        }
    }
}

/// The TLS configuration for a server with a certificate of the same authority, to which the own one is presented.
pub fn tls(files: &HostFiles) -> Result<ClientConfig, Error> {
    let wrong = |error: &dyn fmt::Display| {
        Error::invalid(format!("cannot use the certificates for PuppetDB: {error}"))
    };
    let identity = files.load().map_err(|error| wrong(&error))?;
    let mut roots = RootCertStore::empty();
    for certificate in identity.trusted {
        roots.add(CertificateDer::from(certificate)).map_err(|error| wrong(&error))?;
    }
    let key = PrivateKeyDer::try_from(identity.private_key).map_err(|error| wrong(&error))?;
    let chain = identity.chain.into_iter().map(CertificateDer::from).collect();
    ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| wrong(&error))?
        .with_root_certificates(roots)
        .with_client_auth_cert(chain, key)
        .map_err(|error| wrong(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        let shown = |text: &str| Address::read(text).map(|address| (address.tls, address.to_string()));
        assert_eq!(shown("puppetdb://db.example.com").unwrap(), (true, "db.example.com:8081".into()));
        assert_eq!(shown("https://db:18081/").unwrap(), (true, "db:18081".into()));
        assert_eq!(shown("http://127.0.0.1").unwrap(), (false, "127.0.0.1:8080".into()));
        assert_eq!(shown("http://[::1]:99").unwrap(), (false, "[::1]:99".into()));
        for wrong in ["db:8081", "ftp://db", "https://", "https://db/path", "https://a b", "https://db:x"] {
            assert!(shown(wrong).is_err(), "{wrong}");
        }
    }
}
