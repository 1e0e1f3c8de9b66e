//! Requests of tools: lists of environments, classes and modules, catalogs of other nodes, metrics.

use crate::support::{JSON, SITE, Site};

fn site() -> Site {
    Site::new(&[
        (SITE, "node default { include m }\n"),
        (
            "environments/production/modules/m/manifests/init.pp",
            "class m(Integer $port = 80) { notify { \"p${port}\": } }\n",
        ),
        ("environments/production/modules/m/manifests/broken.pp", "class m::broken {\n"),
        (
            "environments/production/modules/m/metadata.json",
            r#"{"name":"a-m","version":"1.2.3","author":"a","license":"x","summary":"s","source":"s","dependencies":[]}"#,
        ),
    ])
}

#[test]
fn classes_have_a_mark() {
    let site = site();
    let admin = site.peer("admin");
    let path = "/puppet/v3/environment_classes?environment=production";
    let answer = admin.get(path);
    let text = answer.text();
    assert!(text.contains(r#"{"name":"m","params":[{"name":"port","type":"Integer","default_literal":80,"default_source":"80"}]}"#), "{text}");
    assert!(text.contains("broken.pp\",\"error\":\""), "{text}");
    let mark = answer.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().to_owned();
    let again = admin.ask("GET", path, &[("If-None-Match", &mark)], b"");
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(admin.ask("GET", path, &[("If-None-Match", "other")], b"").status, 200);
    assert_eq!(admin.get("/puppet/v3/environment_classes?environment=nope").status, 404);
}

#[test]
fn environments_and_modules() {
    let site = site();
    let admin = site.peer("admin");
    let text = admin.get("/puppet/v3/environments").text();
    assert!(text.starts_with(r#"{"search_paths":["file://"#), "{text}");
    assert!(text.contains(r#""production":{"settings":{"modulepath":["#), "{text}");
    let text = admin.get("/puppet/v3/environment_modules?environment=production").text();
    assert_eq!(text, r#"{"modules":[{"name":"m","version":"1.2.3"}],"name":"production"}"#);
}

#[test]
fn catalogs_of_any_node() {
    let site = site();
    let admin = site.peer("admin");
    let body = br#"{"certname":"x","persistence":{"facts":false,"catalog":false},"environment":"production","facts":{"values":{}}}"#;
    let answer = admin.ask("POST", "/puppet/v4/catalog", &[JSON], body);
    assert!(answer.text().starts_with(r#"{"catalog":{"tags""#), "{}", answer.text());
    assert!(answer.text().contains("\"p80\""));
    let missing = admin.ask("POST", "/puppet/v4/catalog", &[JSON], br#"{"certname":"x"}"#);
    assert_eq!(
        (missing.status, missing.text().as_str()),
        (400, "expected the members `persistence`, `environment`")
    );
    let odd = br#"{"certname":"../x","persistence":{},"environment":"production"}"#;
    assert_eq!(admin.ask("POST", "/puppet/v4/catalog", &[JSON], odd).status, 400);
}

#[test]
fn measurements_and_health() {
    let site = site();
    let admin = site.peer("admin");
    admin.get("/puppet/v3/environments");
    let text = admin.get("/metrics").text();
    assert!(
        text.contains("bunraku_requests_total{route=\"/puppet/v3/environments\",status=\"200\"} 1"),
        "{text}"
    );
    assert_eq!(admin.get("/status/v1/simple/unknown").status, 404);
    site.running().server().environments.load_all();
    assert_eq!(admin.get("/healthz/ready").status, 200);
    let renewed = site.peer("node1").ask("POST", "/puppet-ca/v1/certificate_renewal", &[], b"");
    assert!(renewed.status == 200 && renewed.text().contains("BEGIN CERTIFICATE"), "{}", renewed.text());
    let odd = site.peer("").ask("PUT", "/puppet-ca/v1/certificate_request/..%2fx", &[], b"junk");
    assert_eq!(odd.status, 400);
    assert_eq!(site.peer("").ask("PUT", "/puppet-ca/v1/certificate_request/x", &[], b"junk").status, 400);
    let fresh = site.peer("").get("/puppet-ca/v1/certificate_revocation_list/ca");
    let date = fresh.head.lines().find_map(|line| line.strip_prefix("last-modified: ")).unwrap().to_owned();
    let path = "/puppet-ca/v1/certificate_revocation_list/ca";
    assert_eq!(site.peer("").ask("GET", path, &[("If-Modified-Since", &date)], b"").status, 304);
    assert_eq!(site.peer("").ask("GET", path, &[("If-Modified-Since", "long ago")], b"").status, 200);
}
