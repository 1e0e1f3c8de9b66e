//! Requests that no agent sends: names that are none, and HTTP that is none. Each has an answer or is cut off, and the
//! server goes on.

use std::fs;
use std::path::Path;

use bunraku_server::routes::ROUTES;

use crate::support::{SITE, Site};

/// Names that lead elsewhere, plain and in all disguises.
const NAMES: [&str; 9] = [
    "..",
    "%2e%2e",
    "%252e%252e",
    "a%2F..%2Fb",
    "..%2fca_key",
    "%00",
    "node1%00",
    "a%5c..%5cb",
    "%2e%2e%2f%2e%2e%2fssl%2fprivate_keys%2fserver.test",
];

#[test]
fn no_name_in_a_path_leads_elsewhere() {
    let site = Site::new(&[(SITE, "notify { 'x': }\n")]);
    let before = files(&site.folder);
    let routes = ROUTES.iter().filter(|route| route.path.contains("{}") || route.path.contains("{*}"));
    let mut asked = 0;
    for route in routes {
        for name in NAMES {
            let path = route.path.replace("{*}", &format!("modules/{name}")).replace("{}", name);
            let path = format!("{path}?environment=production");
            let body: &[u8] = if route.method == "GET" || route.method == "HEAD" { b"" } else { b"{}" };
            let answer = site.peer("admin").ask(
                route.method.as_str(),
                &path,
                &[("Content-Type", "application/json"), ("Accept", "*/*")],
                body,
            );
            assert!((400..500).contains(&answer.status), "{} {path}: {}", route.method, answer.status);
            assert!(!answer.text().contains("PRIVATE KEY"), "{path}");
            asked += 1;
        }
    }
    assert!(asked >= 150, "{asked} requests");
    assert_eq!(files(&site.folder), before, "no request has left a file behind");
}

#[test]
fn http_that_is_none_is_refused_and_changes_nothing_for_others() {
    let site = Site::new(&[(SITE, "notify { 'x': }\n")]);
    let node = site.peer("node1");
    let catalog =
        "POST /puppet/v3/catalog/node1?environment=production HTTP/1.1\r\nHost: x\r\nConnection: close\r\n";
    let simple = "GET /status/v1/simple HTTP/1.1\r\nHost: x\r\nConnection: close\r\n";
    let long = "a".repeat(200_000);
    let many: String = (0..500).map(|number| format!("x-{number}: 1\r\n")).collect();
    let refused = [
        "\0\x01\x02\r\n\r\n".to_owned(),
        "GET /\r\n\r\n".to_owned(),
        "GET / HTTP/9.9\r\n\r\n".to_owned(),
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_owned(),
        format!("{catalog}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"),
        format!("{catalog}Content-Length: -3\r\n\r\nabcd"),
        format!("{catalog}Content-Length: 99999999999999999999\r\n\r\nabcd"),
        format!("{catalog}Content-Length: 999999999999\r\n\r\nabcd"),
        format!("{catalog}Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n"),
        format!("{catalog}Transfer-Encoding: chunked\r\n\r\n1;{long}\r\nx\r\n0\r\n\r\n"),
        format!("{catalog}Transfer-Encoding: chunked\r\n\r\n0\r\n{}\r\n", "a: b\r\n".repeat(50_000)),
        format!("{catalog}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"),
        format!("{simple}X-A: b\r\n c\r\n\r\n"),
        format!("{simple}X-A: a\0b\r\n\r\n"),
        format!("{simple}X A: b\r\n\r\n"),
        format!("{simple}{many}\r\n"),
        format!("{simple}X-A: {long}\r\n\r\n"),
        format!("GET /{long} HTTP/1.1\r\nHost: x\r\n\r\n"),
        "CONNECT x:443 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".to_owned(),
        "OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".to_owned(),
        "BREW /status/v1/simple HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".to_owned(),
        "TRACE /status/v1/simple HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".to_owned(),
    ];
    for request in &refused {
        let start: String = request.chars().take(120).collect();
        if let Ok(answer) = node.send(request.as_bytes()) {
            assert!((400..500).contains(&answer.status), "{start:?}: {}", answer.status);
        }
        let after = site.peer("node2").get("/status/v1/simple");
        assert_eq!(after.status, 200, "after {start:?}");
    }
    // What a length hides is not a second request: one of the two is answered at most.
    let hidden = format!(
        "{catalog}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /status/v1/simple HTTP/1.1\r\nHost: x\r\n\r\n"
    );
    if let Ok(answer) = node.send(hidden.as_bytes()) {
        assert!(!answer.text().contains("running"), "{}", answer.text());
    }
}

/// The paths below a folder, without those that change by themselves.
fn files(folder: &Path) -> Vec<String> {
    let mut all = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() && !path.is_symlink() {
                true => open.push(path),
                false => all.push(path.display().to_string()),
            }
        }
    }
    all.sort();
    all
}
