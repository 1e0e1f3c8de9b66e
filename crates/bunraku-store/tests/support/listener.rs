//! An HTTP server for tests, whose answers are computed by a function.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;

/// A request: method, path, query and body.
pub struct Asked {
    pub method: String,
    pub path: String,
    pub query: String,
    pub body: String,
}

/// Serves until the process ends. Returns the port.
pub fn serve(answer: impl Fn(&Asked, &mut TcpStream) + Send + Sync + 'static) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let answer = Arc::new(answer);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let answer = Arc::clone(&answer);
            std::thread::spawn(move || {
                let mut out = stream.try_clone().unwrap();
                let mut input = BufReader::new(stream);
                while let Some(asked) = read(&mut input) {
                    answer(&asked, &mut out);
                }
            });
        }
    });
    port
}

fn read(input: &mut impl BufRead) -> Option<Asked> {
    let mut first = String::new();
    input.read_line(&mut first).ok().filter(|length| *length > 0)?;
    let mut words = first.split_whitespace();
    let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut length = 0;
    loop {
        let mut line = String::new();
        input.read_line(&mut line).ok()?;
        if line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body).ok()?;
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    let (path, query) = (path.to_owned(), query.to_owned());
    Some(Asked { method, path, query, body: String::from_utf8(body).ok()? })
}

/// Writes an answer.
pub fn send(out: &mut TcpStream, status: u16, headers: &[(&str, String)], body: &str) {
    let mut text = format!("HTTP/1.1 {status} x\r\nContent-Length: {}\r\n", body.len());
    for (name, value) in headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    let _ = out.write_all(format!("{text}\r\n{body}").as_bytes());
}
