//! What the server answers: a status, a type and a body, and the words in which it refuses.

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
    /// Further headers.
    pub headers: Vec<(&'static str, String)>,
}

/// The body of an answer.
#[derive(Debug)]
pub enum Content {
    /// Bytes.
    Bytes(Bytes),
    /// Bytes that many clients ask for, with their compressed form.
    Prepared {
        /// As they are.
        plain: Bytes,
        /// The same in gzip's format.
        gzip: Bytes,
    },
    /// A file and its size, sent piece by piece.
    File(File, u64),
}

/// Files up to this size are read at once, so that a slow client keeps no thread waiting.
const SMALL: u64 = 1 << 20;

impl Content {
    /// Reads a small file. One that cannot be read whole stays what it is, and breaks the connection.
    pub fn gather(&mut self) {
        if let Content::File(file, size @ 0..=SMALL) = self {
            let mut bytes = vec![0; usize::try_from(*size).unwrap_or_default()];
            if file.read_exact(&mut bytes).is_ok() {
                *self = Content::Bytes(bytes.into());
            }
        }
    }
}

/// The type of texts.
pub const TEXT: &str = "text/plain; charset=utf-8";

/// The type of JSON.
pub const JSON: &str = "application/json; charset=utf-8";

/// The type of bytes that mean nothing to the server.
pub const BYTES: &str = "application/octet-stream";

impl Reply {
    /// An answer with a status, a type and a body.
    pub fn new(status: StatusCode, content_type: &'static str, body: impl Into<Bytes>) -> Reply {
        Reply {
            status,
            content_type: Some(content_type),
            content: Content::Bytes(body.into()),
            headers: Vec::new(),
        }
    }

    /// A text, and all is well.
    pub fn text(body: impl Into<String>) -> Reply {
        Reply::new(StatusCode::OK, TEXT, body.into())
    }

    /// A value as JSON, and all is well.
    pub fn json(value: &Value) -> Reply {
        Reply::new(StatusCode::OK, JSON, to_json(value))
    }

    /// No body, and no type.
    pub fn empty(status: StatusCode) -> Reply {
        Reply { status, content_type: None, content: Content::Bytes(Bytes::new()), headers: Vec::new() }
    }

    /// The same with a header.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Reply {
        self.headers.push((name, value.into()));
        self
    }
}

/// A refusal. In which form it is told depends on the [group](crate::routes::Group) of the route.
#[derive(Debug)]
pub struct Problem {
    /// The status.
    pub status: StatusCode,
    /// What kind of problem it is, in Puppet's words.
    pub kind: &'static str,
    /// What is wrong.
    pub message: String,
    /// After how many seconds the client should try again.
    pub retry_after: Option<u64>,
}

impl Problem {
    fn new(status: StatusCode, kind: &'static str, message: impl Display) -> Problem {
        Problem { status, kind, message: message.to_string(), retry_after: None }
    }

    /// The request cannot be understood.
    pub fn bad_request(message: impl Display) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "RUNTIME_ERROR", message)
    }

    /// There is no such thing.
    pub fn not_found(message: impl Display) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "RESOURCE_NOT_FOUND", message)
    }

    /// The server failed, or a program that it ran for the client.
    pub fn server_error(message: impl Display) -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "RUNTIME_ERROR", message)
    }

    /// The client accepts none of the formats that there are.
    pub fn not_acceptable(message: impl Display) -> Problem {
        Problem::new(StatusCode::NOT_ACCEPTABLE, "UNSUPPORTED_FORMAT", message)
    }

    /// The body is in a format that nobody reads.
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

    /// What the client sends cannot be kept now; it should come again.
    pub fn unavailable(message: impl Display) -> Problem {
        Problem {
            retry_after: Some(60),
            ..Problem::new(StatusCode::SERVICE_UNAVAILABLE, "RUNTIME_ERROR", message)
        }
    }

    /// There is too much to do; the client should come again.
    pub fn busy(seconds: u64) -> Problem {
        let message = "the server is too busy";
        Problem {
            retry_after: Some(seconds),
            ..Problem::new(StatusCode::SERVICE_UNAVAILABLE, "RUNTIME_ERROR", message)
        }
    }

    /// The answer with the words that Puppet begins such messages with, as an object with the two members that agents and
    /// tools read.
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

    /// The answer as a text.
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
