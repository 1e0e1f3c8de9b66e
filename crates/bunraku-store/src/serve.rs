//! PuppetDB's API on a plain port, for viewers on the same machine. It answers queries and accepts no commands.

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use crate::{Backend, Error, api::Response};

/// The maximum number of simultaneous connections.
const MOST_CONNECTIONS: usize = 64;

/// How long a client may take to send a request.
const LIMIT: Duration = Duration::from_secs(30);

/// The maximum length of a line, number of headers, and size of a body.
const LONGEST_LINE: u64 = 1 << 20;
const MOST_HEADERS: usize = 100;
const LARGEST_BODY: usize = 16 << 20;

/// An open listener.
pub struct Server {
    listener: TcpListener,
}

impl Server {
    /// Opens a listener. Whoever can connect can read everything in the store, so only loopback addresses are accepted.
    pub fn bind(address: SocketAddr) -> Result<Server, Error> {
        if !address.ip().is_loopback() {
            return Err(Error::invalid(format!(
                "expected a local address such as 127.0.0.1:8080, got {address}: this port does not check \
                 certificates"
            )));
        }
        let listener = TcpListener::bind(address)
            .map_err(|error| Error::unavailable(format!("cannot listen on {address}: {error}")))?;
        Ok(Server { listener })
    }

    /// The address that it listens on.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until the process ends.
    pub fn run(&self, store: &Arc<dyn Backend>) -> ! {
        let open = Arc::new(AtomicUsize::new(0));
        loop {
            let Ok((stream, _)) = self.listener.accept() else {
                // There are no sockets left: others may be closed soon.
                thread::sleep(Duration::from_millis(100));
                continue;
            };
            if open.fetch_add(1, Ordering::Relaxed) >= MOST_CONNECTIONS {
                open.fetch_sub(1, Ordering::Relaxed);
                continue;
            }
            let (store, open_here) = (Arc::clone(store), Arc::clone(&open));
            let started = thread::Builder::new().name("viewer".to_owned()).spawn(move || {
                // A client that disconnected is not worth a message.
                let _ = converse(&stream, &*store);
                open_here.fetch_sub(1, Ordering::Relaxed);
            });
            if started.is_err() {
                open.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }
}

fn converse(stream: &TcpStream, store: &dyn Backend) -> io::Result<()> {
    stream.set_read_timeout(Some(LIMIT))?;
    stream.set_write_timeout(Some(LIMIT))?;
    stream.set_nodelay(true)?;
    let mut input = BufReader::new(stream);
    loop {
        let Some(request) = read(&mut input)? else { return Ok(()) };
        let (response, stays) = match request {
            Ok(request) => (answer(store, &request), request.stays),
            Err((status, message)) => (plain(status, message), false),
        };
        write(stream, &response, stays)?;
        if !stays {
            return Ok(());
        }
    }
}

struct Request {
    method: String,
    path: String,
    query: String,
    body: String,
    /// Whether the connection is reused.
    stays: bool,
}

fn answer(store: &dyn Backend, request: &Request) -> Response {
    if request.path.starts_with("/pdb/cmd") || request.path.starts_with("/pdb/admin") {
        return plain(403, "this port only responds to queries and accepts no commands");
    }
    let mut response = store.respond(&request.method, &request.path, &request.query, &request.body);
    if request.method == "HEAD" {
        response.body.clear();
    }
    response
}

/// Reads a request, or what is wrong with it; `None` at the end of the connection.
fn read(input: &mut impl BufRead) -> io::Result<Option<Result<Request, (u16, &'static str)>>> {
    let Some(first) = line(input)? else { return Ok(None) };
    let mut words = first.split(' ');
    let (Some(method), Some(target), Some(version)) = (words.next(), words.next(), words.next()) else {
        return Ok(Some(Err((400, "expected an HTTP request"))));
    };
    let mut stays = version == "HTTP/1.1";
    let mut length = 0;
    for count in 0.. {
        let Some(header) = line(input)? else { return Ok(None) };
        if header.is_empty() {
            break;
        }
        if count == MOST_HEADERS {
            return Ok(Some(Err((431, "the request has too many headers"))));
        }
        let Some((name, value)) = header.split_once(':') else { continue };
        let value = value.trim();
        match name.to_lowercase().as_str() {
            "content-length" => match value.parse::<usize>() {
                Ok(given) if given <= LARGEST_BODY => length = given,
                _ => return Ok(Some(Err((413, "the body is too large")))),
            },
            "transfer-encoding" => return Ok(Some(Err((411, "expected a body with its length")))),
            "connection" => stays = stays && !value.eq_ignore_ascii_case("close"),
            _ => {}
        }
    }
    let mut body = Vec::new();
    input.by_ref().take(length as u64).read_to_end(&mut body)?;
    let Ok(body) = String::from_utf8(body) else {
        return Ok(Some(Err((400, "expected a body in UTF-8"))));
    };
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let (method, path, query) = (method.to_owned(), path.to_owned(), query.to_owned());
    Ok(Some(Ok(Request { method, path, query, body, stays })))
}

/// A line without its line break; `None` at the end of the connection.
fn line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
    if line.pop() != Some(b'\n') {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&line).trim_end_matches('\r').to_owned()))
}

fn plain(status: u16, message: &str) -> Response {
    Response {
        status,
        headers: vec![("Content-Type", "text/plain;charset=utf-8".to_owned())],
        body: message.to_owned(),
    }
}

fn write(mut out: &TcpStream, response: &Response, stays: bool) -> io::Result<()> {
    let mut text = format!("HTTP/1.1 {} -\r\nContent-Length: {}\r\n", response.status, response.body.len());
    for (name, value) in &response.headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    text.push_str(if stays { "\r\n" } else { "Connection: close\r\n\r\n" });
    text.push_str(&response.body);
    out.write_all(text.as_bytes())
}
