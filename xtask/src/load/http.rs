//! The part of HTTP an agent needs: a request, and a response with a known length.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use rustls::ClientConfig;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

/// A connection.
pub struct Connection(TlsStream<TcpStream>);

/// A response.
#[derive(Debug)]
pub struct HttpResponse {
    /// The status.
    pub status: u16,
    /// The value of `Retry-After`, in seconds.
    pub retry_after: Option<u64>,
    /// The length of the body.
    pub length: usize,
    /// The beginning of the body.
    pub text: String,
}

/// How long an agent waits.
const PATIENCE: Duration = Duration::from_secs(600);

impl Connection {
    /// Connects, with a full handshake.
    pub async fn open(address: SocketAddr, config: Arc<ClientConfig>) -> Result<Connection, String> {
        let socket = TcpStream::connect(address).await.map_err(|error| format!("no connection: {error}"))?;
        let _ = socket.set_nodelay(true);
        let name = ServerName::try_from("localhost").map_err(|error| error.to_string())?;
        let stream = TlsConnector::from(config).connect(name, socket).await;
        stream.map(Connection).map_err(|error| format!("no TLS: {error}"))
    }

    /// Sends a request and reads the response.
    pub async fn ask(
        &mut self,
        method: &str,
        path: &str,
        headers: &str,
        body: &[u8],
    ) -> Result<HttpResponse, String> {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nX-Puppet-Version: 8.11.0\r\n\
             Accept-Encoding: gzip;q=1.0,deflate;q=0.6,identity;q=0.3\r\n{headers}Content-Length: {}\r\n\r\n",
            body.len()
        );
        let mut request = head.into_bytes();
        request.extend_from_slice(body);
        match tokio::time::timeout(PATIENCE, self.exchange(&request)).await {
            Ok(answer) => answer,
            Err(_) => Err("no answer in time".to_owned()),
        }
    }

    async fn exchange(&mut self, request: &[u8]) -> Result<HttpResponse, String> {
        self.0.write_all(request).await.map_err(|error| format!("cannot send: {error}"))?;
        self.0.flush().await.map_err(|error| format!("cannot send: {error}"))?;
        let mut bytes = Vec::with_capacity(1 << 14);
        let end = loop {
            if let Some(at) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
                break at + 4;
            }
            self.more(&mut bytes).await?;
        };
        let head = String::from_utf8_lossy(bytes.get(..end).unwrap_or_default()).to_lowercase();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| format!("an answer without a status: {head}"))?;
        let number = |name: &str| {
            let line = head.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim().parse::<u64>().ok()
        };
        let length = number("content-length:").ok_or("an answer without its length")? as usize;
        while bytes.len() < end + length {
            self.more(&mut bytes).await?;
        }
        let body = bytes.get(end..).unwrap_or_default();
        let text = String::from_utf8_lossy(body.get(..body.len().min(200)).unwrap_or_default()).into_owned();
        Ok(HttpResponse { status, retry_after: number("retry-after:"), length, text })
    }

    async fn more(&mut self, bytes: &mut Vec<u8>) -> Result<(), String> {
        match self.0.read_buf(bytes).await {
            Ok(0) => Err("the connection ended".to_owned()),
            Ok(_) => Ok(()),
            Err(error) => Err(format!("cannot receive: {error}")),
        }
    }
}
