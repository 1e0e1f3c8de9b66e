//! Content negotiation: the first format that the client accepts and the model supports.

use crate::reply::Problem;

/// A response format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// JSON in which rich data is represented by objects.
    RichJson,
    /// JSON.
    Json,
    /// JSON under its old name, which Puppet used before strings had to be UTF-8.
    Pson,
    /// MessagePack with the same objects.
    RichMessagePack,
    /// MessagePack.
    MessagePack,
}

/// The formats of catalogs, preferred ones first.
pub const CATALOG: &[Format] =
    &[Format::RichJson, Format::Json, Format::RichMessagePack, Format::MessagePack, Format::Pson];

/// The formats of all other models.
pub const DATA: &[Format] = &[Format::Json, Format::MessagePack, Format::Pson];

impl Format {
    /// The MIME type in headers of clients.
    pub fn mime(self) -> &'static str {
        match self {
            Format::RichJson => "application/vnd.puppet.rich+json",
            Format::Json => "application/json",
            Format::Pson => "text/pson",
            Format::RichMessagePack => "application/vnd.puppet.rich+msgpack",
            Format::MessagePack => "application/x-msgpack",
        }
    }

    /// The content type of a body.
    pub fn content_type(self) -> &'static str {
        match self {
            Format::RichJson => "application/vnd.puppet.rich+json; charset=utf-8",
            Format::Json => "application/json; charset=utf-8",
            other => other.mime(),
        }
    }

    /// Whether values that JSON cannot represent are objects.
    pub fn is_rich(self) -> bool {
        matches!(self, Format::RichJson | Format::RichMessagePack)
    }

    /// Whether it is MessagePack.
    pub fn is_binary(self) -> bool {
        matches!(self, Format::RichMessagePack | Format::MessagePack)
    }

    fn has_name(self, name: &str) -> bool {
        let short = match self {
            Format::RichJson => "rich_data_json",
            Format::Json => "json",
            Format::Pson => "pson",
            Format::RichMessagePack => "rich_data_msgpack",
            Format::MessagePack => "msgpack",
        };
        name.eq_ignore_ascii_case(self.mime())
            || name == short
            || name.eq_ignore_ascii_case("text/json") && self == Format::Json
    }
}

/// Selects the format for an `Accept` header. As in Puppet, its order counts, but not its weights.
pub fn choose(accept: Option<&str>, formats: &[Format]) -> Result<Format, Problem> {
    let Some(accept) = accept else {
        return Err(Problem::bad_request("Missing required Accept header"));
    };
    let names = accept.split(',').map(|part| part.split(';').next().unwrap_or(part).trim());
    for name in names {
        let found = match name {
            "*/*" | "*" => formats.first(),
            name => formats.iter().find(|format| format.has_name(name)),
        };
        if let Some(format) = found {
            return Ok(*format);
        }
    }
    let known: Vec<&str> = formats.iter().map(|format| format.mime()).collect();
    let message = format!("No supported formats are acceptable (Accept: {})", known.join(", "));
    Err(Problem::not_acceptable(message))
}

/// Whether the client accepts gzip.
pub fn takes_gzip(accept_encoding: Option<&str>) -> bool {
    accept_encoding.is_some_and(|value| {
        value.split(',').any(|part| {
            let mut words = part.split(';').map(str::trim);
            let is_gzip = matches!(words.next(), Some("gzip" | "x-gzip"));
            is_gzip && !words.any(|word| matches!(word, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_the_client_counts() {
        let agent = "application/vnd.puppet.rich+json, application/json, application/x-msgpack, text/pson";
        assert_eq!(choose(Some(agent), CATALOG).unwrap(), Format::RichJson);
        assert_eq!(choose(Some(agent), DATA).unwrap(), Format::Json);
        assert_eq!(choose(Some("text/pson;q=0.1, application/json"), DATA).unwrap(), Format::Pson);
        assert_eq!(choose(Some("*/*"), CATALOG).unwrap(), Format::RichJson);
        assert_eq!(choose(Some("text/html"), DATA).unwrap_err().status.as_u16(), 406);
        assert_eq!(choose(None, DATA).unwrap_err().status.as_u16(), 400);
    }

    #[test]
    fn gzip_may_be_refused() {
        assert!(takes_gzip(Some("gzip;q=1.0,deflate;q=0.6,identity;q=0.3")));
        assert!(!takes_gzip(Some("deflate, gzip;q=0")));
        assert!(!takes_gzip(Some("identity")) && !takes_gzip(None));
    }
}
