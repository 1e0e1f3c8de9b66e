//! What the server reads of requests, and of answers from outside.

use bunraku::diag::percent::encoded;
use bunraku_server::msgpack;
use bunraku_server::negotiate::{CATALOG, choose};
use bunraku_server::outside::{HttpResponse, Url};
use bunraku_server::params::{Params, unescape, unescape_path};

/// Texts to begin with.
pub fn seeds() -> Vec<String> {
    [
        "facts_format=application%2Fjson&facts=%257B%2522name%2522%253A%2522a%2522%257D&environment=production&x=&=y",
        "/puppet/v3/file_metadatas/plugins?recurse=true&ignore=.svn&ignore=CVS&links=follow",
        "/puppet/v3/catalog/a%2e%2e%2fb%00c%zz%4",
        "application/vnd.puppet.rich+json;q=0.5, application/json, */*, text/pson",
        "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc",
        "HTTP/1.1 503 Busy\r\nTransfer-Encoding: chunked\r\nRetry-After: 7\r\n\r\n3;x=y\r\nabc\r\nffff\r\n0\r\n\r\n",
        "https://[::1]:8140/puppet-ca/v1/certificate/ca",
        "http://ca.example.net",
        "\u{7f}\u{1}abc\u{0}",
    ]
    .map(str::to_owned)
    .to_vec()
}

/// What must hold for a text.
pub fn check(text: &str) -> Result<(), String> {
    if unescape_path(&encoded(text)) != text {
        return Err("what is encoded is not what it was".to_owned());
    }
    // A byte becomes three at most: the character for what is not UTF-8.
    if unescape(&unescape(text)).len() > text.len() * 3 {
        return Err("decoding makes more of a text".to_owned());
    }
    let mut params = Params::parse(text);
    params.overlay(Params::parse("environment=b"));
    if params.get("environment") != Some("b") {
        return Err("a field of the form is not the stronger one".to_owned());
    }
    // Whether these are understood does not matter, only that they end.
    let _ = choose(Some(text), CATALOG);
    let _ = HttpResponse::read(&mut text.as_bytes(), false, 1 << 20);
    if let Ok(url) = Url::parse(text) {
        let again = Url::parse(&url.to_string());
        if again.as_ref() != Ok(&url) {
            return Err(format!("{url} is read again as {again:?}"));
        }
    }
    let Ok(value) = msgpack::read(text.as_bytes()) else { return Ok(()) };
    match msgpack::write(&value).and_then(|bytes| msgpack::read(&bytes)) {
        Ok(again) if format!("{again:?}") == format!("{value:?}") => Ok(()),
        again => Err(format!("{value:?} is read again as {again:?}")),
    }
}
