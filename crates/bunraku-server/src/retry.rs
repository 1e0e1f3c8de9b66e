//! Which clients support `Retry-After`.
//!
//! Some versions of the agent close the connection before they have read the body of such an answer, and their run fails with
//! "attempt to read body out of block". They wait in the queue instead, and are rejected without that header, so that they
//! show the message.

use hyper::HeaderMap;

/// The versions with that bug, and the first ones without it.
const BROKEN: [([u32; 2], [u32; 2]); 2] = [([6, 14], [7, 26]), ([8, 0], [8, 2])];

/// Whether the client that sent these headers supports `Retry-After`.
pub fn comes_again(headers: &HeaderMap) -> bool {
    let version = headers.get("x-puppet-version").and_then(|value| version(value.to_str().ok()?));
    // Clients without this header are not agents, and are expected to know HTTP.
    version.is_none_or(|version| !BROKEN.iter().any(|(from, until)| *from <= version && version < *until))
}

/// The major and minor version.
fn version(text: &str) -> Option<[u32; 2]> {
    let mut numbers = text.trim().split('.').map(|number| number.parse().ok());
    Some([numbers.next()??, numbers.next()??])
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    #[test]
    fn agents_that_cannot_wait_are_known_by_their_version() {
        let of = |version: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert("x-puppet-version", HeaderValue::from_static(version));
            comes_again(&headers)
        };
        for version in ["6.14.0", "6.29.0", "7.0.0", "7.23.0", "7.25.0", "8.0.0", "8.1.0", "8.0.0-rc1"] {
            assert!(!of(version), "{version}");
        }
        for version in
            ["5.3.1", "6.13.0", "7.26.0", "7.31.0", "8.2.0", "8.11.0", "9.0.0", "", "8", "x.y", "8.x"]
        {
            assert!(of(version), "{version}");
        }
        assert!(comes_again(&HeaderMap::new()));
    }
}
