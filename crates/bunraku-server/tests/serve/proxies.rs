//! Servers in between: proxies that identify clients, and compile servers that forward requests to the authority.

use crate::support::{JSON, Site};

/// The built-in rules, with headers of proxies allowed.
fn rules() -> String {
    include_str!("../../src/auth/built_in.conf")
        .replace("version: 1", "version: 1\n    allow-header-cert-info: true")
}

fn escape(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[test]
fn a_trusted_proxy_says_who_is_there() {
    let conf = r#"bunraku: { trusted-proxies: [node2] }"#;
    let site = Site::new(&[("conf.d/auth.conf", &rules()), ("conf.d/bunraku.conf", conf)]);
    let admin = escape(&std::fs::read_to_string(site.folder.join("peers/admin.pem")).unwrap());
    let path = "/puppet-ca/v1/certificate_statuses/all";
    let ask = |peer: &str, headers: &[(&str, &str)]| site.peer(peer).ask("GET", path, headers, b"").status;
    let as_admin = [("X-Client-Verify", "SUCCESS"), ("X-Client-Cert", admin.as_str())];
    assert_eq!(ask("node2", &as_admin), 200);
    assert_eq!(ask("node1", &as_admin), 403, "node1 is not a proxy");
    assert_eq!(ask("", &as_admin), 403, "nobody is not a proxy");
    // A name alone has no extensions.
    assert_eq!(ask("node2", &[("X-Client-Verify", "SUCCESS"), ("X-Client-DN", "CN=admin")]), 403);
    let nodes = "/puppet/v3/environments";
    let none = [("X-Client-Verify", "NONE")];
    assert_eq!(site.peer("node2").ask("GET", nodes, &none, b"").status, 403, "it speaks for somebody else");
    assert_eq!(site.peer("node2").ask("GET", nodes, &[], b"").status, 200, "it speaks for itself");
}

#[test]
fn headers_mean_nothing_unless_the_settings_say_so() {
    let conf = r#"bunraku: { trusted-proxies: ["127.0.0.1"] }"#;
    let site = Site::new(&[("conf.d/bunraku.conf", conf)]);
    let headers = [("X-Client-Verify", "SUCCESS"), ("X-Client-DN", "CN=node1")];
    assert_eq!(site.peer("").ask("GET", "/puppet/v3/environments", &headers, b"").status, 403);
}

#[test]
fn a_compile_server_hands_on_what_is_for_the_authority() {
    let conf = r#"bunraku: { trusted-proxies: [compiler] }"#;
    let ca = Site::new(&[("conf.d/auth.conf", &rules()), ("conf.d/bunraku.conf", conf)]);
    let url = format!("bunraku: {{ ca-url: \"https://localhost:{}\" }}", ca.running().address.port());
    let mut ca = ca;
    let compiler = Site::compiler_of(&ca, &[("conf.d/bunraku.conf", &url)]);
    let nobody = compiler.peer("");
    let bundle = nobody.get("/puppet-ca/v1/certificate/ca");
    assert_eq!(bundle.text(), std::fs::read_to_string(ca.folder.join("ca/ca_crt.pem")).unwrap());
    assert!(bundle.head.to_lowercase().contains("last-modified: "));
    let missing = nobody.get("/puppet-ca/v1/certificate/stranger");
    assert_eq!((missing.status, missing.text().as_str()), (404, "Could not find certificate stranger"));

    // Clients without rights gain none this way.
    for peer in ["", "node1"] {
        assert_eq!(compiler.peer(peer).get("/puppet-ca/v1/certificate_statuses/all").status, 403, "{peer}");
    }
    let all = compiler.peer("admin").get("/puppet-ca/v1/certificate_statuses/all");
    assert!(all.text().contains("\"name\":\"node1\""), "{}", all.text());

    // The renewed certificate is the node's, not the compile server's.
    let renewed = compiler.peer("node1").ask("POST", "/puppet-ca/v1/certificate_renewal", &[], b"");
    assert_eq!(renewed.status, 200, "{}", renewed.text());
    let renewed = bunraku_ca::Certificate::from_pem(&renewed.text()).unwrap();
    assert_eq!(renewed.certname().as_deref(), Some("node1"));

    ca.stop();
    let gone = nobody.get("/puppet-ca/v1/certificate/ca");
    assert_eq!(gone.status, 502, "{}", gone.text());
    assert!(
        gone.text().starts_with("the certificate authority did not respond: cannot reach https://localhost:")
    );
}

#[test]
fn a_name_that_nobody_has_is_not_found() {
    let site = Site::new(&[]);
    for state in ["signed", "revoked"] {
        let body = format!("{{\"desired_state\":\"{state}\"}}");
        let path = "/puppet-ca/v1/certificate_status/stranger";
        let answer = site.peer("admin").ask("PUT", path, &[JSON], body.as_bytes());
        assert_eq!((answer.status, answer.text().as_str()), (404, "Invalid certificate subject."), "{state}");
    }
}
