//! Replies: a status, a content type and a body, and the wording of errors.

use std::fmt::Display;
use std::fs::File;
use std::io::Read;

use bunraku::formats::json::to_json;
use bunraku::pcore::Value;
use bytes::Bytes;
use hyper::StatusCode;

/// An answer.
#[derive(Debug)]
pub struct Reply {
    /// The status.
    pub status: StatusCode,
    /// The type of the body, if it has one.
    pub content_type: Option<&'static str>,
    /// The body.
    pub content: Content,
    /// Additional headers.
    pub headers: Vec<(&'static str, String)>,
}

/// The body of an answer.
#[derive(Debug)]
pub enum Content {
    /// Bytes.
    Bytes(Bytes),
    /// Bytes that many clients request, with their compressed form.
    Prepared {
        /// The uncompressed bytes.
        plain: Bytes,
        /// The same bytes, compressed with gzip.
        gzip: Bytes,
    },
    /// A file and its size, sent in pieces.
    File(File, u64),
}

/// Files up to this size are read at once, so that slow clients do not occupy a thread.
const SMALL: u64 = 1 << 20;

impl Content {
    /// Reads a small file. If it cannot be read completely it stays a file, and the connection will be aborted.
    pub fn gather(&mut self) {
        if let Content::File(file, size @ 0..=SMALL) = self {
            let mut bytes = vec![0; usize::try_from(*size).unwrap_or_default()];
            if file.read_exact(&mut bytes).is_ok() {
                *self = Content::Bytes(bytes.into());
            }
        }
    }
}

/// The content type of text.
pub const TEXT: &str = "text/plain; charset=utf-8";

/// The content type of JSON.
pub const JSON: &str = "application/json; charset=utf-8";

/// The content type of opaque bytes.
pub const BYTES: &str = "application/octet-stream";

impl Reply {
    /// A reply with a status, a content type and a body.
    pub fn new(status: StatusCode, content_type: &'static str, body: impl Into<Bytes>) -> Reply {
        Reply {
            status,
            content_type: Some(content_type),
            content: Content::Bytes(body.into()),
            headers: Vec::new(),
        }
    }

    /// A successful reply with text.
    pub fn text(body: impl Into<String>) -> Reply {
        Reply::new(StatusCode::OK, TEXT, body.into())
    }

    /// A successful reply with a value as JSON.
    pub fn json(value: &Value) -> Reply {
        Reply::new(StatusCode::OK, JSON, to_json(value))
    }

    /// A reply without a body.
    pub fn empty(status: StatusCode) -> Reply {
        Reply { status, content_type: None, content: Content::Bytes(Bytes::new()), headers: Vec::new() }
    }

    /// Adds a header.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Reply {
        self.headers.push((name, value.into()));
        self
    }
}

/// An error reply. Its format depends on the [group](crate::routes::Group) of the route.
#[derive(Debug)]
pub struct Problem {
    /// The status.
    pub status: StatusCode,
    /// The kind of problem, as named by Puppet.
    pub kind: &'static str,
    /// What is wrong.
    pub message: String,
    /// After how many seconds the client should retry.
    pub retry_after: Option<u64>,
}

impl Problem {
    fn new(status: StatusCode, kind: &'static str, message: impl Display) -> Problem {
        Problem { status, kind, message: message.to_string(), retry_after: None }
    }

    /// The request is malformed.
    pub fn bad_request(message: impl Display) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "RUNTIME_ERROR", message)
    }

    /// The requested object does not exist.
    pub fn not_found(message: impl Display) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "RESOURCE_NOT_FOUND", message)
    }

    /// The server failed, or a program that it ran for the client.
    pub fn server_error(message: impl Display) -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "RUNTIME_ERROR", message)
    }

    /// The client accepts none of the supported formats.
    pub fn not_acceptable(message: impl Display) -> Problem {
        Problem::new(StatusCode::NOT_ACCEPTABLE, "UNSUPPORTED_FORMAT", message)
    }

    /// The format of the body is not supported.
    pub fn unsupported_type(message: impl Display) -> Problem {
        Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "UNSUPPORTED_MEDIA_TYPE", message)
    }

    /// The body is too large.
    pub fn too_large(limit: usize) -> Problem {
        let message = format!("the body is larger than {limit} bytes");
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "RUNTIME_ERROR", message)
    }

    /// The client sends its body too slowly.
    pub fn too_slow() -> Problem {
        Problem::new(StatusCode::REQUEST_TIMEOUT, "RUNTIME_ERROR", "the body did not arrive in time")
    }

    /// Data from the client cannot be stored at the moment; it should retry.
    pub fn unavailable(message: impl Display) -> Problem {
        Problem {
            retry_after: Some(60),
            ..Problem::new(StatusCode::SERVICE_UNAVAILABLE, "RUNTIME_ERROR", message)
        }
    }

    /// The server is overloaded; the client should retry.
    pub fn busy(seconds: u64) -> Problem {
        let message = "the server is too busy";
        Problem {
            retry_after: Some(seconds),
            ..Problem::new(StatusCode::SERVICE_UNAVAILABLE, "RUNTIME_ERROR", message)
        }
    }

    /// The reply as an object with the two members that agents and tools read. The message begins with the same words
    /// as Puppet's.
    pub fn as_json(&self) -> Reply {
        let class = match self.status {
            StatusCode::BAD_REQUEST => "Bad Request: ",
            StatusCode::NOT_FOUND => "Not Found: ",
            StatusCode::NOT_ACCEPTABLE => "Not Acceptable: ",
            StatusCode::UNSUPPORTED_MEDIA_TYPE => "Unsupported Media Type: ",
            StatusCode::METHOD_NOT_ALLOWED => "Method Not Allowed: ",
            StatusCode::INTERNAL_SERVER_ERROR => "Server Error: ",
            _ => "",
        };
        let message = format!("{class}{}", self.message);
        let body = Value::hash([
            (Value::str("message"), Value::str(message)),
            (Value::str("issue_kind"), Value::str(self.kind)),
        ]);
        self.completed(Reply { status: self.status, ..Reply::json(&body) })
    }

    /// The reply as text.
    pub fn as_text(&self) -> Reply {
        self.completed(Reply { status: self.status, ..Reply::text(self.message.clone()) })
    }

    fn completed(&self, reply: Reply) -> Reply {
        match self.retry_after {
            Some(seconds) => reply.with("Retry-After", seconds.to_string()).with("Connection", "close"),
            None => reply,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_begin_with_their_class() {
        let Content::Bytes(body) = Problem::not_found("Could not find x").as_json().content else {
            panic!("bytes")
        };
        let expected = r#"{"message":"Not Found: Could not find x","issue_kind":"RESOURCE_NOT_FOUND"}"#;
        assert_eq!(String::from_utf8_lossy(&body), expected);
    }

    #[test]
    fn who_is_sent_away_knows_for_how_long() {
        let reply = Problem::busy(17).as_json();
        assert_eq!(reply.status, StatusCode::SERVICE_UNAVAILABLE);
        assert!(reply.headers.contains(&("Retry-After", "17".to_owned())));
    }
}
