//! Reads the responses of other servers: with a length, in chunks, or until the connection ends.

use std::io::{self, BufRead, Read};

/// The maximum length of a line and the maximum number of headers.
const LONGEST_LINE: u64 = 64 * 1024;
const MOST_HEADERS: usize = 100;

/// A response of another server.
#[derive(Debug)]
pub struct HttpResponse {
    /// The HTTP status code.
    pub status: u16,
    /// The headers, with names in lowercase.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl HttpResponse {
    /// Reads a response with a body of at most `largest` bytes, and whether the connection can be reused. The response
    /// to a `HEAD` has no body, whatever its headers say.
    pub fn read(from: &mut impl BufRead, is_head: bool, largest: u64) -> io::Result<(HttpResponse, bool)> {
        let (status, headers) = loop {
            let first = line(from)?;
            let status = first.strip_prefix("HTTP/1.").and_then(|rest| rest.get(2..5));
            let status: u16 = status
                .and_then(|status| status.parse().ok())
                .ok_or_else(|| wrong("the response is not HTTP"))?;
            let headers = headers(from)?;
            // Informational responses are skipped.
            if status >= 200 {
                break (status, headers);
            }
        };
        let mut answer = HttpResponse { status, headers, body: Vec::new() };
        let mut is_reusable =
            !answer.header("connection").is_some_and(|value| value.eq_ignore_ascii_case("close"));
        if is_head || status == 204 || status == 304 {
        } else if answer
            .header("transfer-encoding")
            .is_some_and(|coding| coding.to_lowercase().contains("chunked"))
        {
            chunks(from, largest, &mut answer.body)?;
        } else if let Some(length) = answer.header("content-length") {
            let length: u64 =
                length.parse().map_err(|_| wrong("the length of the response is not a number"))?;
            part(from, length, largest, &mut answer.body)?;
        } else {
            is_reusable = false;
            from.take(largest.saturating_add(1)).read_to_end(&mut answer.body)?;
            if answer.body.len() as u64 > largest {
                return Err(wrong("the response is too large"));
            }
        }
        Ok((answer, is_reusable))
    }

    /// The value of a header, whose name must be in lowercase.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The first line of the body as text, for messages.
    pub fn summary(&self) -> String {
        let text = String::from_utf8_lossy(&self.body);
        text.lines().next().unwrap_or_default().chars().take(200).collect()
    }
}

fn headers(from: &mut impl BufRead) -> io::Result<Vec<(String, String)>> {
    let mut headers = Vec::new();
    loop {
        let line = line(from)?;
        if line.is_empty() {
            return Ok(headers);
        }
        if headers.len() == MOST_HEADERS {
            return Err(wrong("the response has too many headers"));
        }
        if let Some((name, value)) = line.split_once(':') {
            headers.push((name.trim().to_lowercase(), value.trim().to_owned()));
        }
    }
}

fn chunks(from: &mut impl BufRead, largest: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
    loop {
        let size = line(from)?;
        let size = size.split(';').next().unwrap_or_default().trim();
        let size = u64::from_str_radix(size, 16).map_err(|_| wrong("a chunk of the response has no size"))?;
        if size == 0 {
            headers(from)?;
            return Ok(());
        }
        part(from, size, largest.saturating_sub(bytes.len() as u64), bytes)?;
        line(from)?;
    }
}

fn part(from: &mut impl BufRead, length: u64, largest: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
    if length > largest {
        return Err(wrong("the response is too large"));
    }
    let read = from.take(length).read_to_end(bytes)?;
    if read as u64 == length { Ok(()) } else { Err(early()) }
}

fn line(from: &mut impl BufRead) -> io::Result<String> {
    let mut line = Vec::new();
    from.take(LONGEST_LINE).read_until(b'\n', &mut line)?;
    if line.pop() != Some(b'\n') {
        return Err(early());
    }
    let line = String::from_utf8(line).map_err(|_| wrong("a header is not UTF-8"))?;
    Ok(line.trim_end_matches('\r').to_owned())
}

fn wrong(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

fn early() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "it ended too early")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &str, largest: u64) -> io::Result<(HttpResponse, bool)> {
        HttpResponse::read(&mut bytes.as_bytes(), false, largest)
    }

    #[test]
    fn the_three_ways_a_body_ends() {
        for (bytes, body, is_reusable) in [
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabc", "ab", true),
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: Close\r\n\r\nab", "ab", false),
            ("HTTP/1.0 200 OK\r\n\r\nabc", "abc", false),
            (
                "HTTP/1.1 404 x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1;x\r\nd\r\n0\r\n\r\n",
                "abcd",
                true,
            ),
            ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No\r\nContent-Length: 9\r\n\r\n", "", true),
        ] {
            let (answer, reusable) = read(bytes, 4).unwrap();
            assert_eq!((answer.body.as_slice(), reusable), (body.as_bytes(), is_reusable), "{bytes}");
        }
    }

    #[test]
    fn what_is_cut_off_or_too_large_is_an_error() {
        for bytes in [
            "",
            "x\r\n\r\n",
            "HTTP/1.1 200 OK\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab",
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabcdefghi",
            "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
            "HTTP/1.1 200 OK\r\n\r\nabcdefghi",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nabc",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n",
        ] {
            assert!(read(bytes, 4).is_err(), "{bytes}");
        }
    }
}
