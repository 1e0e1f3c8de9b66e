//! Bodies: catalogs, reports and facts, and invalid ones.

use std::time::Duration;

use bunraku_server::ServerLimits;

use crate::support::{FORM, JSON, SITE, Site, form};

const CATALOG: &str = "/puppet/v3/catalog/node1?environment=production";

#[test]
fn catalogs_and_their_failures() {
    let site =
        Site::new(&[(SITE, "notify { \"${facts['kernel']} ${trusted['certname']} ${servername}\": }\n")]);
    let node = site.peer("node1");
    let accept = ("Accept", "application/vnd.puppet.rich+json, application/json");
    let form = form("node1", "production");
    let answer = node.ask("POST", CATALOG, &[FORM, accept], form.as_bytes());
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert!(answer.text().contains(r#""title":"Linux node1 server.test""#), "{}", answer.text());
    assert!(answer.head.to_lowercase().contains("content-type: application/vnd.puppet.rich+json"));
    assert!(answer.head.to_lowercase().contains("x-puppet-compiler-name: server.test"));
    let packed = node.ask("POST", CATALOG, &[FORM, ("Accept", "application/x-msgpack")], form.as_bytes());
    let value = bunraku_server::msgpack::read(&packed.body).unwrap();
    assert!(matches!(value, bunraku::pcore::Value::Hash(hash) if hash.get_str("resources").is_some()));
    assert_eq!(node.ask("POST", CATALOG, &[FORM, ("Accept", "text/html")], form.as_bytes()).status, 406);

    let broken = Site::new(&[(SITE, "$a = 1\nfail('no way')\n")]);
    let answer = broken.peer("node1").ask("POST", CATALOG, &[FORM], form.as_bytes());
    assert_eq!(answer.status, 500);
    let place = broken.folder.join(SITE);
    let text = answer.text();
    assert!(text.starts_with(r#"{"message":"Server Error: Evaluation Error: "#), "{text}");
    let end = format!(
        "(file: {}, line: 2, column: 1) on node node1\",\"issue_kind\":\"RUNTIME_ERROR\"}}",
        place.display()
    );
    assert!(text.contains("no way") && text.ends_with(&end), "{text}");
}

#[test]
fn broken_forms_are_refused() {
    let site = Site::new(&[]);
    let node = site.peer("node1");
    let other = form("node2", "production");
    let cases: [(&str, u16); 9] = [
        ("", 200),
        ("environment=nope", 500),
        ("environment=a-b", 400),
        ("facts=x", 400),
        ("facts=x&facts_format=json", 500),
        ("facts=%5B%5D&facts_format=json", 500),
        ("facts=%7B%7D&facts_format=yaml", 500),
        (&other, 500),
        ("%%%=&&&=&facts_format=%ff", 200),
    ];
    for (body, status) in cases {
        let answer = node.ask("POST", CATALOG, &[FORM], body.as_bytes());
        assert_eq!(answer.status, status, "{body}: {}", answer.text());
    }
    assert_eq!(node.ask("POST", CATALOG, &[FORM], b"facts=\xff\xfe").status, 400);
    assert_eq!(node.ask("POST", "/puppet/v3/catalog/node1", &[FORM], b"a=b").status, 400);
    let deep = format!("facts={}&facts_format=json", "%5B".repeat(200_000));
    assert_eq!(node.ask("POST", CATALOG, &[FORM], deep.as_bytes()).status, 500);
}

#[test]
fn an_unknown_node_of_the_path_is_nobody() {
    let site = Site::new(&[]);
    let node = site.peer("node1");
    for name in ["..", "a%2Fb", "NODE1%00", "NODE1", "%2e", "node1%0a", &"x".repeat(300)] {
        let answer = node.get(&format!("/puppet/v3/catalog/{name}?environment=production"));
        assert!([400, 403].contains(&answer.status), "{name}: {}", answer.status);
    }
}

#[test]
fn reports_and_facts_are_kept() {
    let site = Site::new(&[]);
    let node = site.peer("node1");
    let path = "/puppet/v3/report/node1?environment=production";
    let report = br#"{"host":"node1","status":"changed","logs":[]}"#;
    let answer = node.ask("PUT", path, &[JSON], report);
    assert_eq!((answer.status, answer.text().as_str()), (200, r#"["store"]"#));
    assert_eq!(node.ask("PUT", path, &[JSON], report).status, 200);
    let kept: Vec<_> = std::fs::read_dir(site.folder.join("var/reports/node1")).unwrap().collect();
    assert_eq!(kept.len(), 2, "none is lost");
    let text = std::fs::read_to_string(kept[0].as_ref().unwrap().path()).unwrap();
    assert_eq!(
        text,
        "--- !ruby/object:Puppet::Transaction::Report\nhost: node1\nstatus: changed\nlogs: []\n"
    );
    for (body, kind, status) in [
        (&b"{"[..], JSON, 400),
        (b"[]", JSON, 400),
        (br#"{"host":"node2"}"#, JSON, 500),
        (b"--- {}", ("Content-Type", "text/yaml"), 415),
        (b"\x81\xa4host\xa5node1", ("Content-Type", "application/x-msgpack"), 200),
        (b"\xdf\xff\xff\xff\xff", ("Content-Type", "application/x-msgpack"), 400),
    ] {
        let answer = node.ask("PUT", path, &[kind], body);
        assert_eq!(answer.status, status, "{}", answer.text());
    }
    let facts = br#"{"name":"node1","values":{"a":1},"timestamp":"now"}"#;
    let answer = node.ask("PUT", "/puppet/v3/facts/node1?environment=production", &[JSON], facts);
    assert_eq!((answer.status, answer.text().as_str()), (200, "0"));
    let known = node.get("/puppet/v3/node/node1?environment=production").text();
    assert!(known.contains(r#""parameters":{"a":1,"environment":"production"}"#), "{known}");
}

#[test]
fn bodies_have_an_end() {
    let limits =
        ServerLimits { body: 10_000, body_time: Duration::from_millis(300), ..ServerLimits::default() };
    let site = Site::with_limits(&[], limits);
    let node = site.peer("node1");
    let large = vec![b'a'; 10_001];
    assert_eq!(node.ask("POST", CATALOG, &[FORM], &large).status, 413);
    let chunked = [
        format!(
            "POST {CATALOG} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        .as_bytes(),
        &b"2000\r\n"[..],
        &[b'a'; 0x2000],
        b"\r\n2000\r\n",
        &[b'a'; 0x2000],
        b"\r\n0\r\n\r\n",
    ]
    .concat();
    assert_eq!(node.send(&chunked).unwrap().status, 413);
    let slow =
        format!("POST {CATALOG} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 10\r\n\r\nabc");
    assert_eq!(node.send(slow.as_bytes()).unwrap().status, 408);
    let with_body = node.ask("GET", "/puppet/v3/environments", &[], b"unexpected");
    assert_eq!(with_body.status, 413);
    let head = format!("GET /{} HTTP/1.1\r\nHost: x\r\n\r\n", "a".repeat(200_000));
    assert!(node.send(head.as_bytes()).map_or(true, |answer| answer.status >= 400));
    assert!(node.send(b"\x00\x01rubbish\r\n\r\n").map_or(true, |answer| answer.status >= 400));
}

#[test]
fn compressed_bodies_are_unpacked_and_have_an_end_too() {
    let limits = ServerLimits { body: 10_000, ..ServerLimits::default() };
    let site = Site::with_limits(&[(SITE, "notify { \"on ${facts['kernel']}\": }\n")], limits);
    let node = site.peer("node1");
    let gzip = |bytes: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        std::io::Write::write_all(&mut encoder, bytes).unwrap();
        encoder.finish().unwrap()
    };
    let ask =
        |encoding, body: &[u8]| node.ask("POST", CATALOG, &[FORM, ("Content-Encoding", encoding)], body);
    let form = form("node1", "production");
    let answer = ask("gzip", &gzip(form.as_bytes()));
    assert!(answer.status == 200 && answer.text().contains("on Linux"), "{}", answer.text());
    let bomb = gzip(&vec![b'a'; 8_000_000]);
    assert!(bomb.len() < 10_000, "{}", bomb.len());
    assert_eq!(ask("gzip", &bomb).status, 413);
    let twice = [gzip(form.as_bytes()), bomb].concat();
    assert_eq!(ask("gzip", &twice[..9_000.min(twice.len())]).status, 413);
    for broken in [&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3][..], b"plain", &gzip(form.as_bytes())[..40]] {
        let answer = ask("gzip", broken);
        assert_eq!(answer.status, 400, "{}", answer.text());
    }
    assert_eq!(ask("br", b"x").status, 415);
    assert_eq!(ask("identity", form.as_bytes()).status, 200);
}
