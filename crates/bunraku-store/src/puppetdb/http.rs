//! The subset of HTTP that a PuppetDB client needs: requests with a body, and connection reuse.

use std::{
    io::{self, BufReader, Write},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use bunraku_world::reason;
use rustls::ClientConfig;

use super::stream::{Address, Stream};
use crate::{Error, http::HttpResponse};

/// The maximum size of a response.
const LARGEST: u64 = 1 << 30;

/// A client of one server.
pub struct Client {
    /// The address of the server.
    pub address: Address,
    tls: Option<Arc<ClientConfig>>,
    limit: Duration,
    /// Idle connections.
    idle: Mutex<Vec<BufReader<Stream>>>,
}

/// An answer.
#[derive(Debug)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// Names in lowercase, and values.
    headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
}

impl Reply {
    /// The value of a header, whose name must be in lowercase.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|header| header.0 == name).map(|header| header.1.as_str())
    }

    /// The beginning of the body, for messages.
    pub fn line(&self) -> String {
        let line = self.body.lines().map(str::trim).find(|line| line.len() > 1).unwrap_or("no reason given");
        line.chars().take(300).collect()
    }
}

impl Client {
    /// Creates a client, which does not connect yet.
    pub fn new(address: Address, tls: Option<Arc<ClientConfig>>, limit: Duration) -> Client {
        Client { address, tls, limit, idle: Mutex::new(Vec::new()) }
    }

    /// Sends a request and reads the whole response. All failures are errors with a reason.
    pub fn request(&self, method: &str, target: &str, body: Option<&str>) -> Result<Reply, Error> {
        let kept = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        if let Some(connection) = kept {
            // The server may have closed it in the meantime. All requests can safely be repeated.
            match self.exchange(connection, method, target, body) {
                Err(error) if error.kind() != io::ErrorKind::WouldBlock => {}
                done => return done.map_err(|error| self.broken(&error)),
            }
        }
        let stream = self.address.open(self.tls.as_ref(), self.limit);
        let stream = stream.map_err(|error| self.unreachable(&error))?;
        self.exchange(BufReader::new(stream), method, target, body).map_err(|error| self.broken(&error))
    }

    fn exchange(
        &self,
        mut connection: BufReader<Stream>,
        method: &str,
        target: &str,
        body: Option<&str>,
    ) -> io::Result<Reply> {
        let mut request = format!(
            "{method} {target} HTTP/1.1\r\nHost: {}\r\nAccept: application/json\r\nUser-Agent: bunraku\r\n",
            self.address
        );
        if let Some(body) = body {
            request.push_str(&format!(
                "Content-Type: application/json; charset=utf-8\r\nContent-Length: {}\r\n",
                body.len()
            ));
        }
        request.push_str("\r\n");
        request.push_str(body.unwrap_or_default());
        connection.get_mut().write_all(request.as_bytes())?;
        connection.get_mut().flush()?;
        let (answer, is_reusable) = HttpResponse::read(&mut connection, method == "HEAD", LARGEST)?;
        if is_reusable {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        }
        let body = String::from_utf8(answer.body);
        let body =
            body.map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "the response is not valid UTF-8"))?;
        Ok(Reply { status: answer.status, headers: answer.headers, body })
    }

    fn unreachable(&self, error: &io::Error) -> Error {
        let address = &self.address;
        let of_tls = error.get_ref().is_some_and(|inner| inner.is::<rustls::Error>());
        Error::unavailable(match of_tls {
            true => format!("TLS with PuppetDB at {address} failed: {error}"),
            false => match error.kind() {
                io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => self.late(),
                _ => format!("cannot connect to PuppetDB at {address}: {}", reason(error)),
            },
        })
    }

    fn broken(&self, error: &io::Error) -> Error {
        let address = &self.address;
        Error::unavailable(match error.kind() {
            io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => self.late(),
            _ if error.get_ref().is_some_and(|inner| inner.is::<rustls::Error>()) => {
                format!("TLS with PuppetDB at {address} failed: {error}")
            }
            _ => format!("the response of PuppetDB at {address} was cut off: {}", reason(error)),
        })
    }

    fn late(&self) -> String {
        format!("PuppetDB at {} did not respond within {} seconds", self.address, self.limit.as_secs())
    }
}
