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

const OTHER: &str = "environments/other/manifests/site.pp";

#[test]
fn tools_say_which_environment_counts_and_may_see_what_was_logged() {
    let code = "warning('look out')\nnotice('all is well')\n";
    let files = [
        (SITE, code),
        (OTHER, "notify { 'elsewhere': }\n"),
        (
            "puppet.conf",
            "[main]\nnode_terminus = exec\nexternal_nodes = /usr/bin/printf environment:\\040other\\n\n",
        ),
    ];
    let site = Site::new(&files);
    let admin = site.peer("admin");
    let ask = |options: &str| {
        let body = format!(
            r#"{{"certname":"x","persistence":{{}},"environment":"production","facts":{{"values":{{}}}},"options":{options}}}"#
        );
        admin.ask("POST", "/puppet/v4/catalog", &[JSON], body.as_bytes())
    };
    let followed = ask("{}").text();
    assert!(followed.contains("\"elsewhere\"") && !followed.contains("\"logs\""), "{followed}");
    let preferred = ask(r#"{"prefer_requested_environment":true,"capture_logs":true}"#).text();
    assert!(!preferred.contains("\"elsewhere\""), "{preferred}");
    let logs = preferred.split_once("\"logs\":").unwrap().1;
    assert!(logs.starts_with(r#"[{"level":"warning","message":"look out","source":"Puppet","#), "{logs}");
    assert!(logs.contains("site.pp\",\"line\":1}"), "{logs}");
    assert!(!logs.contains("all is well"), "{logs}");
    let all = ask(r#"{"prefer_requested_environment":true,"capture_logs":true,"log_level":"notice"}"#).text();
    assert!(all.contains("all is well"), "{all}");
    assert_eq!(ask(r#"{"log_level":"loud"}"#).status, 400);
}

#[test]
fn values_that_json_does_not_have_are_strings_for_who_wants_plain_json() {
    let code = "notify { 'n': message => Timestamp('2020-01-01'), withpath => false, tag => [Integer] }\n\
                notify { 'd': message => Deferred('join', [['a'], '-']) }\n\
                notify { 'b': message => Binary('AAEC') }\n\
                notify { 'v': message => SemVer('1.2.3') }\n\
                notify { 'h': message => {1 => 2, 'x' => [default, /a.b/]} }\n\
                notify { 's': message => Timespan(3) }\n\
                file { '/secret': content => Sensitive('hidden') }\n";
    let site = Site::new(&[(SITE, code)]);
    let catalog = |accept| {
        let path = "/puppet/v3/catalog/node1?environment=production";
        site.peer("node1").ask("GET", path, &[("Accept", accept)], b"").text()
    };
    let plain = catalog("application/json");
    // What Puppet 8.11 makes of them with `rich_data = false`.
    for expected in [
        r#""message":"2020-01-01T00:00:00.000000000 UTC","withpath":false,"tag":["Integer"]"#,
        r#""message":"Deferred({'name' => 'join', 'arguments' => [['a'], '-']})""#,
        r#""message":"AAEC""#,
        r#""message":"1.2.3""#,
        r#""message":{"1":2,"x":["default","/a.b/"]}"#,
        r#""message":"0-00:00:03.0""#,
    ] {
        assert!(plain.contains(expected), "{expected}\n{plain}");
    }
    assert!(
        plain.contains(r#""content":"hidden""#) && plain.contains(r#""sensitive_parameters":["content"]"#),
        "{plain}"
    );
    assert!(!plain.contains("__ptype"), "{plain}");
    let rich = catalog("application/vnd.puppet.rich+json");
    assert!(rich.contains("__ptype"), "{rich}");
    // The moment of the compilation is a number, where no command tells a version.
    assert!(rich.contains(r#""name":"node1","version":1"#), "{rich}");
}

#[test]
fn code_sees_the_addresses_of_the_server() {
    let site =
        Site::new(&[(SITE, "notify { \"${serverip} ${server_facts['serverip']} ${servername}\": }\n")]);
    let catalog = site.peer("node1").get("/puppet/v3/catalog/node1?environment=production").text();
    let title = catalog.split("\"Notify\",\"title\":\"").nth(1).unwrap().split('"').next().unwrap();
    let words: Vec<&str> = title.split(' ').collect();
    assert_eq!((words[0], words[2]), (words[1], "server.test"), "{title}");
    let address: std::net::IpAddr = words[0].parse().unwrap();
    assert!(!address.is_unspecified(), "{title}");
}
