//! Malicious queries and commands: nothing panics, hangs, or becomes part of a statement.

use std::time::{Duration, Instant};

use bunraku_store::{Command, Database, api::answer};
use serde_json::json;

use crate::support::{catalog, count, keep};

pub fn names_and_values_never_become_sql(store: &Database) {
    fill(store);
    let bad =
        ["' or 1=1 --", "a\"b", "x; drop table node", "$[0]", "%", "a' union select 1 --", "\u{0}", "?1"];
    for bad in bad {
        for field in ["certname", "title", "type", "tag", "file"] {
            let (status, body) = ask(store, &json!(["from", "resources", ["=", field, bad]]));
            assert_eq!((status, body.as_str()), (200, "[]"), "{field} {bad}");
        }
        for field in [json!(["parameter", bad]), json!(format!("parameters.{bad}")), json!(bad)] {
            let (status, body) = ask(store, &json!(["from", "resources", ["=", field, "x"]]));
            assert!(status == 400 || body == "[]", "{field} {status} {body}");
            let (status, _) =
                ask(store, &json!(["from", "resources", ["extract", [field], ["=", "type", "File"]]]));
            assert!(status == 400 || status == 200, "{field}");
        }
        let (status, _) = ask(store, &json!(["from", bad]));
        assert_eq!(status, 400);
        let (status, _) = ask(store, &json!(["from", "nodes", ["order_by", [[bad, "desc"]]]]));
        assert_eq!(status, 400);
        keep(store, Command::ReplaceFacts, &json!({"certname": bad, "values": {bad: {bad: bad}}})).unwrap();
    }
    assert_eq!(count(store, "resources"), 2, "nothing was dropped");
}

pub fn deep_and_huge_queries_are_refused_or_answered(store: &Database) {
    fill(store);
    let mut deep = json!(["=", "certname", "a"]);
    for _ in 0..90 {
        deep = json!(["not", deep]);
    }
    assert_eq!(ask(store, &json!(["from", "nodes", deep])).0, 200);
    // Each query in another one makes the SQL much deeper, up to what a database takes.
    let within = |depth| {
        let mut inner = json!(["=", "name", "kernel"]);
        for _ in 0..depth {
            inner = json!(["in", "certname", ["extract", "certname", ["select_facts", inner]]]);
        }
        ask(store, &json!(["from", "nodes", inner])).0
    };
    assert_eq!((within(10), within(11), within(30)), (200, 400, 400));
    for limit in [json!(-1), json!("x"), json!([]), json!(1.5)] {
        let body = json!({"query": ["from", "nodes"], "limit": limit}).to_string();
        assert_eq!(answer(store, "POST", "/pdb/query/v4", "", &body).status, 400, "{body}");
    }
    let body = json!({"query": ["from", "nodes"], "limit": "1"}).to_string();
    assert_eq!(answer(store, "POST", "/pdb/query/v4", "", &body).status, 200);
    let text = format!("{}{}", "[\"not\",".repeat(50_000), "]".repeat(50_000));
    let response = answer(store, "GET", "/pdb/query/v4/nodes", &format!("query={text}"), "");
    assert_eq!(response.status, 400, "{}", response.body);
    let many: Vec<serde_json::Value> =
        (0..5_000).map(|number| json!(["=", "certname", number.to_string()])).collect();
    let mut any = vec![json!("or")];
    any.extend(many);
    assert_eq!(ask(store, &json!(["from", "nodes", any])), (200, "[]".to_owned()));
    let mut any = vec![json!("or")];
    any.extend((0..20_000).map(|_| json!(["=", "certname", "x"])));
    assert_eq!(ask(store, &json!(["from", "nodes", any])).0, 400);
    let list: Vec<String> = (0..50_000).map(|number| format!("n{number}")).collect();
    assert_eq!(ask(store, &json!(["from", "nodes", ["in", "certname", ["array", list]]])).0, 200);
    let open = format!("nodes {{ {}certname = 'a' }}", "(".repeat(10_000));
    assert_eq!(ask(store, &json!(open)).0, 400);
    let open = format!("nodes {{ {}certname = 'a' }}", "!".repeat(10_000));
    assert_eq!(ask(store, &json!(open)).0, 400);
    let open = format!("nodes {{ certname in {} }}", "[".repeat(10_000));
    assert_eq!(ask(store, &json!(open)).0, 400);
}

pub fn what_cannot_be_computed_is_refused(store: &Database) {
    fill(store);
    let ask = |entity: &str, function: &str, field: &str| {
        ask(store, &json!(["from", entity, ["extract", [["function", function, field]]]]))
    };
    // PuppetDB answers these with an error of its database.
    for (entity, function, field) in [
        ("nodes", "avg", "certname"),
        ("facts", "sum", "name"),
        ("nodes", "avg", "catalog_timestamp"),
        ("resources", "avg", "exported"),
        ("resources", "min", "exported"),
        ("resources", "sum", "tags"),
        ("resources", "max", "parameters"),
    ] {
        let (status, body) = ask(entity, function, field);
        assert_eq!(status, 400, "{function}({field})");
        assert!(body.contains(&format!("got `{field}`")), "{body}");
    }
    for (entity, function, field) in [
        ("resources", "avg", "line"),
        ("facts", "sum", "value"),
        ("nodes", "max", "certname"),
        ("nodes", "min", "catalog_timestamp"),
        ("resources", "count", "tags"),
    ] {
        assert_eq!(ask(entity, function, field).0, 200, "{function}({field})");
    }
}

pub fn patterns_are_bounded(store: &Database) {
    fill(store);
    let facts = json!({"certname": "a", "values": {"long": "a".repeat(50_000)}});
    keep(store, Command::ReplaceFacts, &facts).unwrap();
    let start = Instant::now();
    for pattern in ["^(a+)+$b", "(a*)*(a*)*(a*)*b", "(", "[", "(?<n>a)\\k<n>+b", "a{1000}{1000}"] {
        let (status, body) = ask(store, &json!(["from", "facts", ["~", "value", pattern]]));
        assert!([200, 400].contains(&status), "{pattern}: {status} {body}");
    }
    assert!(start.elapsed() < Duration::from_secs(300), "{:?}", start.elapsed());
    let (status, body) = ask(store, &json!(["from", "facts", ["~", "value", "("]]));
    assert_eq!(status, 400);
    assert!(body.contains("`(` is not a regular expression"), "{body}");
}

pub fn whatever_is_asked_is_answered(store: &Database) {
    fill(store);
    let paths = [
        "",
        "/",
        "/pdb",
        "/pdb/query",
        "/pdb/query/v4",
        "/pdb/query/v4/",
        "/pdb/query/v4/nodes/",
        "/pdb/query/v3/nodes",
        "/pdb/query/v4/nodes/%ff",
        "/pdb/query/v4/nodes/a/b/c/d",
        "/pdb/query/v4/reports/x/y",
        "/pdb/cmd/v1",
        "/status/v1/services/nope",
        "/metrics/v2/read/nope",
        "/pdb/query/v4/facts/a/b/c",
        "/pdb/meta/v1/version/latest",
    ];
    let queries = [
        "",
        "query=",
        "query=%",
        "query=[",
        "query=null",
        "query={}",
        "query=5",
        "query=[5]",
        "query=[[]]",
        "limit=x",
        "limit=-1",
        "order_by=5",
        "order_by=[5]",
        "order_by=[{}]",
        "query=[\"extract\",5]",
        "query=[\"extract\",[]]",
        "query=[\"in\",5,5]",
        "query=[\"group_by\"]",
        "query=[\"and\"]",
        "query=[\"=\",5,5]",
        "query=[\"=\",\"certname\",null]",
        "summarize_by=x",
        "&&&==&",
        "offset=99999999999999999999",
    ];
    let bodies = [
        "",
        "{}",
        "[]",
        "null",
        "{\"query\":5}",
        "{\"query\":{}}",
        "{\"query\":\"nodes\"}",
        "\u{0}",
        "{\"order_by\":5,\"query\":\"nodes{}\"}",
    ];
    for path in paths {
        for method in ["GET", "POST", "PUT", "DELETE", ""] {
            for query in queries {
                for body in bodies {
                    let response = answer(store, method, path, query, body);
                    assert!(
                        (200..500).contains(&response.status),
                        "{method} {path} {query} {body}: {}",
                        response.body
                    );
                }
            }
        }
    }
    for query in queries {
        for entity in
            ["nodes", "facts", "resources", "events", "event-counts", "aggregate-event-counts", "fact-names"]
        {
            let response = answer(store, "GET", &format!("/pdb/query/v4/{entity}"), query, "");
            assert!(
                (200..500).contains(&response.status),
                "{entity} {query}: {} {}",
                response.status,
                response.body
            );
        }
    }
}

fn fill(store: &Database) {
    keep(store, Command::ReplaceCatalog, &catalog("a", 1, "m")).unwrap();
}

fn ask(store: &Database, ast: &serde_json::Value) -> (u16, String) {
    let response = answer(store, "POST", "/pdb/query/v4", "", &json!({ "query": ast }).to_string());
    (response.status, response.body)
}
