//! The PuppetDB client: against bunraku's own API, against servers that fail in every way, and against a real one at
//! the address in `BUNRAKU_PUPPETDB`.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    reason = "tests open sockets and measure time, and what fails fails its test"
)]

mod support;

use std::io::Write;
use std::net::TcpListener;
use std::time::Duration;

use bunraku_pcore::Value;
use bunraku_store::{Backend, Command, Database, ErrorKind, PuppetDb, query::Paging};
use bunraku_world::{Condition, ExportedQuery, Store, Subject};
use serde_json::json;
use support::{catalog, listener, report};

const LIMIT: Duration = Duration::from_secs(60);

/// Stores and queries what servers, commands and collectors do.
fn conversation(store: &dyn Backend, prefix: &str) {
    let name = |name: &str| format!("{prefix}{name}");
    let submit = |command: Command, document: &serde_json::Value| {
        store.submit(command, document["certname"].as_str().unwrap(), &document.to_string()).unwrap()
    };
    for node in ["b", "a", "me"] {
        submit(Command::ReplaceCatalog, &complete(catalog(&name(node), 1, node)));
        let facts = json!({"certname": name(node), "environment": "production", "producer": "test",
            "producer_timestamp": "2026-11-16T00:01:00Z", "values": {"kernel": "Linux", "n": [1, {"x": true}]}});
        submit(Command::ReplaceFacts, &facts);
    }
    let mut sent = report(&name("a"), 5, "changed");
    for (field, value) in [
        ("catalog_uuid", json!("739f0000-0000-4000-8000-000000000001")),
        ("transaction_uuid", json!("b58d6e90-0000-4000-8000-000000000001")),
        ("code_id", json!(null)),
        ("job_id", json!(null)),
        ("cached_catalog_status", json!("not_used")),
        ("noop_pending", json!(false)),
        ("corrective_change", json!(false)),
        ("type", json!("agent")),
    ] {
        sent[field] = value;
    }
    sent["resources"][0]["corrective_change"] = json!(false);
    sent["resources"][0]["events"][0]["corrective_change"] = json!(false);
    submit(Command::StoreReport, &sent);
    let found = |condition: Option<Condition>| -> Vec<String> {
        let me = name("me");
        let query = ExportedQuery { ty: "Notify", condition: condition.as_ref(), certname: &me };
        let found = store.exported(&query).unwrap();
        found.iter().map(|found| format!("{} {}", found.certname, found.title)).collect()
    };
    let both = [format!("{} hello", name("a")), format!("{} hello", name("b"))];
    assert_eq!(found(None), both);
    assert_eq!(found(Some(Condition::Equal(Subject::Tag, Value::str("web")))), both);
    let message = Condition::Equal(Subject::Parameter("message".into()), Value::str("b"));
    assert_eq!(found(Some(message)), [both[1].clone()]);
    let asked = format!("reports[status] {{ certname = '{}' }}", name("a"));
    let rows = store.query(&Value::str(asked)).unwrap();
    assert!(matches!(&rows, Value::Array(rows) if rows.len() == 1), "{rows:?}");
    let paging = Paging {
        limit: Some(1),
        offset: Some(1),
        order_by: vec![("certname".into(), true)],
        include_total: true,
    };
    let answer = store.ask_about("nodes", None, &paging).unwrap();
    assert_eq!((answer.rows.len(), answer.total), (1, Some(3)));
    let error = store.ask(&Value::str("nodes { nofield = 1 }"), &Paging::default()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Invalid);
    assert!(error.message.contains("nofield"), "{error}");
    let gone = json!({"certname": name("b"), "producer_timestamp": "2026-11-16T00:09:00Z"});
    submit(Command::DeactivateNode, &gone);
    assert_eq!(found(None), both[..1]);
    let status = store.status().unwrap();
    assert_eq!((status.nodes, status.inactive, status.exported, status.reports), (2, 1, 2, 1));
    store.check().unwrap();
    let proxied = store.respond("GET", &format!("/pdb/query/v4/nodes/{}", name("a")), "", "");
    assert_eq!(proxied.status, 200, "{}", proxied.body);
}

/// A catalog with all fields that a real PuppetDB requires.
fn complete(mut catalog: serde_json::Value) -> serde_json::Value {
    for (field, value) in [
        ("transaction_uuid", json!("b58d6e90-0000-4000-8000-000000000001")),
        ("catalog_uuid", json!("739f0000-0000-4000-8000-000000000001")),
        ("code_id", json!(null)),
        ("job_id", json!(null)),
    ] {
        catalog[field] = value;
    }
    catalog
}

#[test]
fn bunraku_s_own_interface_serves_it() {
    let store = Database::in_memory().unwrap();
    let port = listener::serve(move |asked, out| {
        let answer = store.respond(&asked.method, &asked.path, &asked.query, &asked.body);
        let headers: Vec<(&str, String)> =
            answer.headers.iter().map(|(name, value)| (*name, value.clone())).collect();
        listener::send(out, answer.status, &headers, &answer.body);
    });
    let client = PuppetDb::new(&format!("http://127.0.0.1:{port}"), None, LIMIT, Some(LIMIT)).unwrap();
    conversation(&client, "");
}

#[test]
fn a_real_puppetdb_serves_it() {
    let Ok(address) = std::env::var("BUNRAKU_PUPPETDB") else {
        bunraku_corpus::skipped("BUNRAKU_PUPPETDB does not have the address of an empty PuppetDB");
        return;
    };
    let folder = std::env::var("BUNRAKU_PUPPETDB_SSL").unwrap_or_default();
    let path = |name: &str| std::path::Path::new(&folder).join(name);
    let files = bunraku_ca::tls::HostFiles {
        certificate: path("compiler1.pem"),
        private_key: path("compiler1.key"),
        ca_bundle: path("ca.pem"),
        crl: path("crl.pem"),
    };
    let client = PuppetDb::new(&address, Some(&files), LIMIT, Some(LIMIT)).unwrap();
    conversation(&client, "client-");
}

#[test]
fn each_way_to_fail_has_its_message() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let silent_port = silent.local_addr().unwrap().port();
    let answering = |answer: &'static str| {
        listener::serve(move |_, out| {
            let _ = out.write_all(answer.as_bytes());
            let _ = out.shutdown(std::net::Shutdown::Both);
        })
    };
    let broken = answering("HTTP/1.1 500 x\r\nContent-Length: 17\r\n\r\nthe pool is empty");
    let short = answering("HTTP/1.1 200 x\r\nContent-Length: 900\r\n\r\n[{\"type\":");
    let strange = answering("SSH-2.0-OpenSSH_9.2\r\n");
    let other = answering("HTTP/1.1 200 x\r\nContent-Length: 15\r\n\r\n<html>hi</html>");
    let chunk = answering("HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffff\r\n");
    let wrong = answering("HTTP/1.1 400 x\r\nContent-Length: 14\r\n\r\nno such field.");
    let expected = [
        (closed, format!("cannot connect to PuppetDB at 127.0.0.1:{closed}: connection refused")),
        (silent_port, format!("PuppetDB at 127.0.0.1:{silent_port} did not respond within 1 seconds")),
        (broken, format!("PuppetDB at 127.0.0.1:{broken} answered 500: the pool is empty")),
        (short, format!("the response of PuppetDB at 127.0.0.1:{short} was cut off: it ended too early")),
        (
            strange,
            format!("the response of PuppetDB at 127.0.0.1:{strange} was cut off: the response is not HTTP"),
        ),
        (other, format!("PuppetDB at 127.0.0.1:{other} returned something other than an array")),
        (
            chunk,
            format!("the response of PuppetDB at 127.0.0.1:{chunk} was cut off: the response is too large"),
        ),
        (wrong, format!("PuppetDB at 127.0.0.1:{wrong} answered: no such field.")),
    ];
    let query = ExportedQuery { ty: "Notify", condition: None, certname: "me" };
    for (port, message) in expected {
        let client =
            PuppetDb::new(&format!("http://127.0.0.1:{port}"), None, Duration::from_secs(1), None).unwrap();
        assert_eq!(client.exported(&query).unwrap_err().message, message);
        if port != other {
            assert_eq!(client.submit(Command::DeactivateNode, "a", "{}").unwrap_err().message, message);
        }
    }
    // The next server is used.
    let store = Database::in_memory().unwrap();
    let good = listener::serve(move |asked, out| {
        let answer = store.respond(&asked.method, &asked.path, &asked.query, &asked.body);
        listener::send(out, answer.status, &[], &answer.body);
    });
    let both = format!("http://127.0.0.1:{closed},http://127.0.0.1:{good}");
    let client = PuppetDb::new(&both, None, Duration::from_secs(1), None).unwrap();
    assert_eq!(client.exported(&query).unwrap().len(), 0);
    drop(silent);
}
