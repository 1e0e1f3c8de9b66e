//! Authorization: every route, for every kind of client.

use std::collections::HashSet;
use std::time::Duration;
use std::{fs, thread};

use bunraku_ca::KeyKind;
use bunraku_server::routes::{self, ROUTES, RouteMatch};

use crate::support::{BYTES, FORM, JSON, Site, form, write};

/// The status of each route for: no certificate, the node, another node, the administrator.
const MATRIX: &[(&str, &str, [u16; 4])] = &[
    ("GET", "/puppet/v3/node/node1?environment=production", [403, 200, 403, 403]),
    ("POST", "/puppet/v3/catalog/node1?environment=production", [403, 200, 403, 403]),
    ("GET", "/puppet/v3/catalog/node1?environment=production", [403, 200, 403, 403]),
    ("PUT", "/puppet/v3/report/node1?environment=production", [403, 200, 403, 403]),
    ("PUT", "/puppet/v3/facts/node1?environment=production", [403, 200, 403, 403]),
    ("GET", "/puppet/v3/file_metadata/modules/m/a?environment=production", [403, 200, 200, 200]),
    ("GET", "/puppet/v3/file_metadatas/plugins?environment=production", [403, 200, 200, 200]),
    ("GET", "/puppet/v3/file_content/modules/m/a?environment=production", [403, 200, 200, 200]),
    ("HEAD", "/puppet/v3/file_bucket_file/md5/d41d8cd98f00b204e9800998ecf8427e", [403, 404, 404, 404]),
    ("GET", "/puppet/v3/file_bucket_file/md5/d41d8cd98f00b204e9800998ecf8427e", [403, 404, 404, 404]),
    (
        "GET",
        "/puppet/v3/static_file_content/modules/m/files/a?code_id=a&environment=production",
        [403, 404, 404, 404],
    ),
    ("PUT", "/puppet/v3/file_bucket_file/md5/202cb962ac59075b964b07152d234b70//a", [403, 200, 200, 200]),
    ("GET", "/puppet/v3/environments", [403, 200, 200, 200]),
    ("GET", "/puppet/v3/environment_classes?environment=production", [403, 403, 403, 200]),
    ("GET", "/puppet/v3/environment_modules?environment=production", [403, 403, 403, 200]),
    ("POST", "/puppet/v4/catalog", [403, 403, 403, 400]),
    ("GET", "/puppet-ca/v1/certificate/ca", [200, 200, 200, 200]),
    ("GET", "/puppet-ca/v1/certificate/nobody", [404, 404, 404, 404]),
    ("GET", "/puppet-ca/v1/certificate_revocation_list/ca", [200, 200, 200, 200]),
    ("GET", "/puppet-ca/v1/certificate_request/nobody", [404, 404, 404, 404]),
    ("PUT", "/puppet-ca/v1/certificate_request/nobody", [400, 400, 400, 400]),
    ("POST", "/puppet-ca/v1/certificate_renewal", [403, 200, 200, 200]),
    ("PUT", "/puppet-ca/v1/certificate_status/nobody", [403, 403, 403, 404]),
    ("DELETE", "/puppet-ca/v1/certificate_request/nobody", [403, 403, 403, 403]),
    ("GET", "/puppet-ca/v1/certificate_status/node1", [403, 403, 403, 200]),
    ("DELETE", "/puppet-ca/v1/certificate_status/nobody", [403, 403, 403, 404]),
    ("GET", "/puppet-ca/v1/certificate_statuses/all", [403, 403, 403, 200]),
    ("PUT", "/puppet-ca/v1/clean", [403, 403, 403, 400]),
    ("POST", "/puppet-ca/v1/sign", [403, 403, 403, 422]),
    ("POST", "/puppet-ca/v1/sign/all", [403, 403, 403, 200]),
    ("PUT", "/puppet-ca/v1/certificate_revocation_list", [403, 403, 403, 400]),
    ("GET", "/puppet-ca/v1/expirations", [403, 200, 200, 200]),
    ("DELETE", "/puppet-admin-api/v1/environment-cache", [403, 403, 403, 204]),
    ("DELETE", "/puppet-admin-api/v1/jruby-pool", [403, 403, 403, 204]),
    ("GET", "/status/v1/simple", [200, 200, 200, 200]),
    ("GET", "/status/v1/simple/server", [200, 200, 200, 200]),
    ("GET", "/status/v1/services", [200, 200, 200, 200]),
    ("GET", "/status/v1/services/server", [200, 200, 200, 200]),
    ("GET", "/healthz/live", [200, 200, 200, 200]),
    ("GET", "/metrics", [403, 200, 200, 200]),
    ("GET", "/page", [403, 403, 403, 200]),
    ("GET", "/page/style.css", [403, 403, 403, 200]),
    ("GET", "/page/nodes/node1", [403, 403, 403, 200]),
    ("GET", "/page/nodes/node1/catalog", [403, 403, 403, 200]),
    ("GET", "/page/nodes/node1/resource?of=Class[main]", [403, 403, 403, 200]),
    ("GET", "/page/reports/abc", [403, 403, 403, 404]),
    ("GET", "/page/environments", [403, 403, 403, 200]),
    ("GET", "/page/certificates", [403, 403, 403, 200]),
    ("POST", "/page/certificates", [403, 403, 403, 403]),
    ("GET", "/pdb/query/v4/nodes", [403, 403, 403, 404]),
    ("POST", "/pdb/cmd/v1?command=deactivate_node&version=3&certname=node1", [403, 403, 403, 404]),
    ("GET", "/puppet/v3/unknown", [404, 404, 404, 404]),
    ("GET", "/puppet-ca/v1/unknown", [404, 404, 404, 404]),
    ("GET", "/elsewhere", [403, 403, 403, 403]),
];

#[test]
fn who_may_do_what() {
    let site = Site::new(&[("environments/production/modules/m/files/a", "x")]);
    site.running().server().environments.load_all();
    let peers = ["", "node1", "node2", "admin"].map(|name| site.peer(name));
    let form = form("node1", "production");
    let mut wrong = Vec::new();
    for (method, path, expected) in MATRIX {
        for (peer, expected) in peers.iter().zip(expected) {
            let (header, body): (_, &[u8]) = match (*method, path.split('/').nth(3)) {
                ("POST", Some("catalog")) => (FORM, form.as_bytes()),
                ("PUT", Some("file_bucket_file")) => (BYTES, b"123"),
                ("PUT", Some("facts")) => (JSON, br#"{"name":"node1","values":{}}"#),
                ("PUT", Some("certificate_status")) => (JSON, br#"{"desired_state":"signed"}"#),
                ("PUT", Some("report")) => (JSON, br#"{"host":"node1","status":"changed"}"#),
                ("PUT" | "POST", _) => (JSON, b"{}"),
                _ => (JSON, b""),
            };
            let answer = peer.ask(method, path, &[header], body);
            if answer.status != *expected {
                wrong.push(format!(
                    "{method} {path}: expected {expected}, got {} {}",
                    answer.status,
                    answer.text()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_matrix_has_every_route() {
    let asked = MATRIX.iter().filter_map(|(method, path, _)| {
        let path = path.split('?').next().unwrap_or(path);
        match routes::find(&method.parse().unwrap(), path) {
            RouteMatch::Route(route, _) => Some((&route.method, route.path)),
            _ => None,
        }
    });
    let asked: HashSet<_> = asked.collect();
    let missing =
        ROUTES.iter().map(|route| (&route.method, route.path)).filter(|route| !asked.contains(route));
    assert_eq!(missing.collect::<Vec<_>>(), []);
}

#[test]
fn revoked_expired_and_foreign_certificates_are_refused_on_every_route() {
    let site = Site::new(&[]);
    let add = |name: &str, certificate: &str, key: &str| {
        write(&site.folder.join(format!("peers/{name}.pem")), certificate);
        write(&site.folder.join(format!("peers/{name}.key")), key);
    };
    let other = Site::new(&[]);
    let of_other = |kind: &str| fs::read_to_string(other.folder.join(format!("peers/admin.{kind}"))).unwrap();
    add("stranger", &of_other("pem"), &of_other("key"));
    let authority = site.running().server().authority.as_ref().unwrap();
    let moment = Some(Duration::from_secs(1));
    let made = authority.generate("expired", &[], true, KeyKind::P256, moment).unwrap();
    add("expired", &made.certificate, &made.private_key);
    thread::sleep(Duration::from_secs(3));
    for name in ["revoked", "expired", "stranger"] {
        let peer = site.peer(name);
        for (method, path, _) in MATRIX {
            assert!(peer.try_ask(method, path, &[], b"").is_err(), "{name} {method} {path}");
        }
    }
    assert_eq!(site.peer("node2").get("/healthz/live").status, 200);
}

#[test]
fn who_is_revoked_is_refused_from_then_on() {
    let site = Site::new(&[]);
    let node = site.peer("node2");
    assert_eq!(node.get("/puppet/v3/environments").status, 200);
    let body = br#"{"desired_state":"revoked"}"#;
    let answer = site.peer("admin").ask("PUT", "/puppet-ca/v1/certificate_status/node2", &[JSON], body);
    assert_eq!(answer.status, 204, "{}", answer.text());
    assert!(node.try_ask("GET", "/puppet/v3/environments", &[], b"").is_err());
}

#[test]
fn rules_of_an_installation_replace_the_built_in_ones() {
    let rules = r#"authorization: { version: 1, rules: [
        { match-request: { path: "/puppet/v3/environments", type: path }, deny: node2, allow: "*", name: a }
        { match-request: { path: "^/puppet/v3/catalog/(.+)$", type: regex, method: post, query-params: { environment: production } }
          allow: [ { extensions: { pp_cli_auth: true } }, "$1" ], sort-order: 1, name: b }
    ] }"#;
    let site = Site::new(&[("conf.d/auth.conf", rules)]);
    assert_eq!(site.peer("node1").get("/puppet/v3/environments").status, 200);
    assert_eq!(site.peer("node2").get("/puppet/v3/environments").status, 403);
    assert_eq!(site.peer("node1").get("/status/v1/simple").status, 403);
    let ask = |peer: &str, path: &str| {
        site.peer(peer).ask("POST", path, &[FORM], form("node1", "production").as_bytes()).status
    };
    assert_eq!(ask("admin", "/puppet/v3/catalog/node1?environment=production"), 200);
    assert_eq!(ask("node2", "/puppet/v3/catalog/node1?environment=production"), 403);
    assert_eq!(ask("node1", "/puppet/v3/catalog/node1?environment=other"), 403);
}

#[test]
fn headers_of_proxies_mean_nothing() {
    let site = Site::new(&[]);
    let headers = [("X-Client-Verify", "SUCCESS"), ("X-Client-DN", "CN=admin")];
    let answer = site.peer("").ask("GET", "/puppet/v3/environments", &headers, b"");
    assert_eq!(answer.status, 403);
}
