//! The subset of HTTP that a PuppetDB client needs: requests with a body, responses with a length or in chunks, and
//! connection reuse.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use rustls::ClientConfig;

use super::stream::{Address, Stream};
use crate::Error;

/// The maximum length of a line and the maximum number of headers.
const LONGEST_LINE: u64 = 64 * 1024;
const MOST_HEADERS: usize = 100;

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
        let (reply, reusable) = read(&mut connection, method == "HEAD")?;
        if reusable {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        }
        Ok(reply)
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
            _ => format!("the answer of PuppetDB at {address} was cut off: {}", reason(error)),
        })
    }

    fn late(&self) -> String {
        format!("PuppetDB at {} did not answer within {} seconds", self.address, self.limit.as_secs())
    }
}

/// The operating system's message, without the error number.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_owned()
}

/// Reads a response, and whether the connection can be reused.
fn read(from: &mut impl BufRead, is_head: bool) -> io::Result<(Reply, bool)> {
    let wrong = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
    let (status, headers) = loop {
        let first = line(from)?;
        let status = first.strip_prefix("HTTP/1.").and_then(|rest| rest.get(2..5));
        let status: u16 =
            status.and_then(|status| status.parse().ok()).ok_or_else(|| wrong("the answer is not HTTP"))?;
        let headers = headers(from)?;
        // Informational responses are skipped.
        if status >= 200 {
            break (status, headers);
        }
    };
    let header =
        |name: &str| headers.iter().find(|header| header.0 == name).map(|header| header.1.to_lowercase());
    let mut bytes = Vec::new();
    let mut reusable = header("connection").as_deref() != Some("close");
    if is_head || status == 204 || status == 304 {
    } else if header("transfer-encoding").is_some_and(|coding| coding.contains("chunked")) {
        chunks(from, &mut bytes)?;
    } else if let Some(length) = header("content-length") {
        let length: u64 = length.parse().map_err(|_| wrong("the length of the answer is not a number"))?;
        if length > LARGEST {
            return Err(wrong("the answer is too large"));
        }
        part(from, length, &mut bytes)?;
    } else {
        reusable = false;
        from.take(LARGEST).read_to_end(&mut bytes)?;
    }
    let body = String::from_utf8(bytes).map_err(|_| wrong("the answer is not UTF-8"))?;
    Ok((Reply { status, headers, body }, reusable))
}

fn headers(from: &mut impl BufRead) -> io::Result<Vec<(String, String)>> {
    let mut headers = Vec::new();
    loop {
        let line = line(from)?;
        if line.is_empty() {
            return Ok(headers);
        }
        if headers.len() == MOST_HEADERS {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the answer has too many headers"));
        }
        if let Some((name, value)) = line.split_once(':') {
            headers.push((name.trim().to_lowercase(), value.trim().to_owned()));
        }
    }
}

fn chunks(from: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<()> {
    let wrong = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
    loop {
        let size = line(from)?;
        let size = size.split(';').next().unwrap_or_default().trim();
        let size = u64::from_str_radix(size, 16).map_err(|_| wrong("a chunk of the answer has no size"))?;
        if size == 0 {
            headers(from)?;
            return Ok(());
        }
        if size > LARGEST || bytes.len() as u64 + size > LARGEST {
            return Err(wrong("the answer is too large"));
        }
        part(from, size, bytes)?;
        line(from)?;
    }
}

fn part(from: &mut impl BufRead, length: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
    let read = from.take(length).read_to_end(bytes)?;
    match read as u64 == length {
        true => Ok(()),
        false => Err(io::Error::new(io::ErrorKind::UnexpectedEof, "it ended too early")),
    }
}

fn line(from: &mut impl BufRead) -> io::Result<String> {
    let mut line = Vec::new();
    from.take(LONGEST_LINE).read_until(b'\n', &mut line)?;
    if line.pop() != Some(b'\n') {
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "it ended too early"));
    }
    let line = String::from_utf8(line)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "a header is not UTF-8"))?;
    Ok(line.trim_end_matches('\r').to_owned())
}
