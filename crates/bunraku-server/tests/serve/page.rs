//! The web page: what it shows, and to whom.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;

use crate::support::{FORM, SITE, Site};

const MANIFEST: &str = "
class app(String $greeting = 'hello <b>') {
  file { '/app': ensure => directory }
  file { '/app/secret': content => Sensitive('s3cret') }
  -> notify { $greeting: loglevel => 'info' }
}
include app
";

fn site() -> Site {
    let site = Site::new(&[(SITE, MANIFEST)]);
    site.running().server().environments.load_all();
    site
}

#[test]
fn a_catalog_with_its_reasons_and_its_order() {
    let site = site();
    let admin = site.peer("admin");
    let catalog = admin.get("/page/nodes/node1/catalog");
    let text = catalog.text();
    assert_eq!(catalog.status, 200, "{text}");
    assert!(
        text.contains("href=\"/page/nodes/node1/resource?of=File%5B%2Fapp%2Fsecret%5D\">/app/secret</a>"),
        "{text}"
    );
    assert!(text.contains("hello &lt;b&gt;") && !text.contains("hello <b>"), "{text}");
    let head = catalog.head.to_lowercase();
    assert!(
        head.contains("content-security-policy: default-src 'none'")
            && head.contains("cache-control: no-store")
    );

    let notify = admin.get("/page/nodes/node1/resource?of=Notify%5Bhello%20%3Cb%3E%5D").text();
    assert!(notify.contains("loglevel =&gt; &quot;info&quot;"), "{notify}");
    assert!(notify.contains("site.pp") && notify.contains("<svg"), "{notify}");
    assert!(notify.contains(">File[/app/secret]</a> <span class=\"soft\">before"), "{notify}");
    let secret = admin.get("/page/nodes/node1/resource?of=File%5B%2Fapp%2Fsecret%5D").text();
    assert!(secret.contains("a secret") && !secret.contains("s3cret"), "{secret}");
    let missing = admin.get("/page/nodes/node1/resource?of=File%5B%2Fother%5D");
    assert_eq!(missing.status, 404);
    assert!(missing.text().contains("the catalog of node1 does not contain File[/other]"));
}

#[test]
fn a_catalog_that_fails_says_why() {
    let site = Site::new(&[(SITE, "fail('no <way>')\n")]);
    let answer = site.peer("admin").get("/page/nodes/node1/catalog");
    assert_eq!(answer.status, 500);
    assert!(answer.text().contains("no &lt;way&gt;"), "{}", answer.text());
}

#[test]
fn requests_are_signed_by_a_form_of_this_page_only() {
    let site = site();
    let csr = bunraku_ca::NewRequest::new("new").generate().unwrap().csr;
    site.peer("").ask(
        "PUT",
        "/puppet-ca/v1/certificate_request/new",
        &[("Content-Type", "text/plain")],
        csr.as_bytes(),
    );
    let admin = site.peer("admin");
    let text = admin.get("/page/certificates").text();
    assert!(text.contains("name=\"sign\" value=\"new\""), "{text}");
    let sign =
        |header: (&str, &str)| admin.ask("POST", "/page/certificates", &[FORM, header], b"sign=new").status;
    assert_eq!(sign(("X-Nothing", "x")), 403);
    assert_eq!(sign(("Origin", "https://evil.example")), 403);
    assert_eq!(sign(("Sec-Fetch-Site", "cross-site")), 403);
    assert_eq!(site.peer("").get("/puppet-ca/v1/certificate/new").status, 404);
    assert_eq!(sign(("Origin", "https://localhost")), 303);
    assert_eq!(site.peer("").get("/puppet-ca/v1/certificate/new").status, 200);
}

fn locally(site: &Site, request: &str) -> String {
    let mut stream = UnixStream::connect(site.folder.join("page.sock")).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut all = Vec::new();
    stream.read_to_end(&mut all).unwrap();
    String::from_utf8_lossy(&all).into_owned()
}

#[test]
fn the_local_socket_has_the_page_and_nothing_else() {
    let site = site();
    let get = |path: &str, host: &str| {
        locally(&site, &format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
    };
    let page = get("/page/environments", "localhost:8080");
    assert!(page.starts_with("HTTP/1.1 200 OK") && page.contains("<td>production</td>"), "{page}");
    for (path, host) in [
        ("/puppet-ca/v1/certificate_statuses/all", "localhost"),
        ("/pages", "localhost"),
        ("/puppet/v3/environments", "localhost"),
        ("/page", "evil.example"),
        ("/page", ""),
    ] {
        let answer = get(path, host);
        assert!(answer.starts_with("HTTP/1.1 403"), "{path} {host}: {answer}");
    }
}
