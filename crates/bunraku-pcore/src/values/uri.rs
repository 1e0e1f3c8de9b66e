//! URIs and their parts.

use std::sync::Arc;

use crate::{Str, Value};

/// A URI. This equality is exact; the operator `==` also considers URIs equal that differ only in the case of the host,
/// in a default port or in an empty path.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Uri(Arc<UriParts>);

/// The parts of a URI. Those that are missing are `None`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct UriParts {
    /// The part before the first colon, in lowercase if it was parsed.
    pub scheme: Option<Str>,
    /// The user, and a password after a colon.
    pub userinfo: Option<Str>,
    /// The name or address of the host, in brackets if it is an IPv6 address.
    pub host: Option<Str>,
    /// The port, if it is written. See [`Uri::effective_port`].
    pub port: Option<u32>,
    /// The path, which may be empty. `None` only if the URI is opaque.
    pub path: Option<Str>,
    /// The part after `?`.
    pub query: Option<Str>,
    /// The part after `#`.
    pub fragment: Option<Str>,
    /// Everything after the scheme of a URI without a path, such as `mailto:a@b`.
    pub opaque: Option<Str>,
}

impl Uri {
    /// The value of a part by its name, which is undef if the part is missing. `None` if there is no part of that name.
    pub fn part(&self, name: &str) -> Option<Value> {
        let known = ["scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque"];
        known.contains(&name).then(|| crate::instance::uri_part(self, name).unwrap_or_default())
    }

    /// A URI from its parts, which are not checked.
    pub fn new(parts: UriParts) -> Uri {
        Uri(Arc::new(parts))
    }

    /// Parses a URI or a relative reference (RFC 3986).
    pub fn parse(text: &str) -> Option<Uri> {
        let mut parts = UriParts::default();
        let (rest, fragment) = split(text, '#');
        parts.fragment = fragment.map(checked).transpose_part()?;
        let (mut rest, query) = split(rest, '?');
        parts.query = query.map(checked).transpose_part()?;
        if let Some((scheme, after)) = rest.split_once(':')
            && is_scheme(scheme)
        {
            parts.scheme = Some(scheme.to_ascii_lowercase().into());
            rest = after;
        }
        if let Some(authority) = rest.strip_prefix("//") {
            let (authority, path) = authority.split_at(authority.find('/').unwrap_or(authority.len()));
            read_authority(authority, &mut parts)?;
            parts.path = Some(checked(path)?);
        } else if parts.scheme.is_some() && !rest.starts_with('/') && !rest.is_empty() {
            // Ruby does not separate the query of an opaque URI.
            let mut opaque = checked(rest)?;
            if let Some(query) = parts.query.take() {
                opaque.push('?');
                opaque.push_str(&query);
            }
            parts.opaque = Some(opaque);
        } else {
            // A colon in the first segment of a relative path would make it a scheme.
            if parts.scheme.is_none() && rest.split('/').next().is_some_and(|segment| segment.contains(':')) {
                return None;
            }
            parts.path = Some(checked(rest)?);
        }
        Some(Uri::new(parts))
    }

    /// The parts as they are written.
    pub fn parts(&self) -> &UriParts {
        &self.0
    }

    /// The port: the one that is written, or the default port of the scheme.
    pub fn effective_port(&self) -> Option<u32> {
        self.0.port.or_else(|| default_port(self.0.scheme.as_deref()?))
    }

    /// The URI as a string. As in Ruby, the default port of the scheme is left out.
    pub fn text(&self) -> String {
        let parts = &*self.0;
        let mut text = String::new();
        if let Some(scheme) = &parts.scheme {
            text.push_str(scheme);
            text.push(':');
        }
        if let Some(opaque) = &parts.opaque {
            text.push_str(opaque);
        } else {
            if parts.host.is_some() || matches!(parts.scheme.as_deref(), Some("file")) {
                text.push_str("//");
            }
            if let Some(userinfo) = &parts.userinfo {
                text.push_str(userinfo);
                text.push('@');
            }
            text.push_str(parts.host.as_deref().unwrap_or_default());
            let usual = parts.scheme.as_deref().and_then(default_port);
            if let Some(port) = parts.port.filter(|port| Some(*port) != usual) {
                text.push_str(&format!(":{port}"));
            }
            let path = parts.path.as_deref().unwrap_or_default();
            if parts.host.is_some() && !path.is_empty() && !path.starts_with('/') {
                text.push('/');
            }
            text.push_str(path);
            if let Some(query) = &parts.query {
                text.push('?');
                text.push_str(query);
            }
        }
        if let Some(fragment) = &parts.fragment {
            text.push('#');
            text.push_str(fragment);
        }
        text
    }
}

/// The default port of a scheme, for the schemes that Ruby's library knows.
pub(crate) fn default_port(scheme: &str) -> Option<u32> {
    Some(match scheme.to_ascii_lowercase().as_str() {
        "http" | "ws" => 80,
        "https" | "wss" => 443,
        "ftp" => 21,
        "ldap" => 389,
        "ldaps" => 636,
        _ => return None,
    })
}

fn read_authority(authority: &str, parts: &mut UriParts) -> Option<()> {
    let (userinfo, host) = match authority.rsplit_once('@') {
        Some((userinfo, host)) => (Some(userinfo), host),
        None => (None, authority),
    };
    parts.userinfo = userinfo.map(checked).transpose_part()?;
    let port_start = match host.rfind(':') {
        Some(colon) if !host[colon..].contains(']') => colon,
        _ => host.len(),
    };
    let (host, port) = host.split_at(port_start);
    let inner = host.strip_prefix('[').map_or(Some(host), |inner| inner.strip_suffix(']'))?;
    checked(inner)?;
    parts.host = Some(host.into());
    let digits = port.trim_start_matches(':');
    if !digits.is_empty() {
        parts.port = Some(digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())??);
    }
    Some(())
}

fn split(text: &str, at: char) -> (&str, Option<&str>) {
    match text.split_once(at) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|char: char| char.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}

/// The string, if it has only characters that are allowed in a URI, and `%` only before two hexadecimal digits.
fn checked(text: &str) -> Option<Str> {
    let bytes = text.as_bytes();
    for (index, byte) in bytes.iter().enumerate() {
        let fine = match byte {
            b'%' => bytes.get(index + 1..index + 3).is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit)),
            _ => byte.is_ascii_alphanumeric() || b"-._~:/?@!$&'()*+,;=".contains(byte),
        };
        if !fine {
            return None;
        }
    }
    Some(text.into())
}

/// Swaps the option of a part that may be missing and the result of checking it.
trait TransposePart {
    fn transpose_part(self) -> Option<Option<Str>>;
}

impl TransposePart for Option<Option<Str>> {
    /// A missing part is allowed, a part with a wrong character is not.
    fn transpose_part(self) -> Option<Option<Str>> {
        match self {
            None => Some(None),
            Some(None) => None,
            Some(part) => Some(part),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trips() {
        for string in [
            "http://example.com/a/b?q=1#f",
            "https://me:pw@host:8443/x",
            "mailto:a@b.c",
            "/only/path",
            "relative",
            "urn:isbn:1?2",
            "http://[::1]:80/",
            "",
        ] {
            let uri = Uri::parse(string).unwrap_or_else(|| panic!("{string}"));
            let usual = string.replace(":80/", "/");
            assert_eq!(uri.text(), usual);
        }
        for string in ["http://a b", "http://h:x/", "a%zz", "1a:b"] {
            assert!(Uri::parse(string).is_none(), "{string}");
        }
    }
}
