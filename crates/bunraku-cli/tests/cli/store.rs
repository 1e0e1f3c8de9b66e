//! `bunraku compile --store` and `bunraku store`.
#![allow(clippy::expect_used, reason = "what fails here is not what is tested")]

use std::fs;

use crate::support::{Folder, folder};

/// An environment in which every node exports a host and collects those of the others.
fn fleet() -> Folder {
    folder(&[
        (
            "env/manifests/site.pp",
            "@@notify { \"host ${trusted['certname']}\": message => $facts['ip'], tag => 'lab' }\n\
             Notify <<| tag == 'lab' |>>\n",
        ),
        ("facts/a.json", r#"{"ip": "10.0.0.1"}"#),
        ("facts/b.json", r#"{"ip": "10.0.0.2"}"#),
        ("facts/c.json", r#"{"ip": "10.0.0.3"}"#),
    ])
}

const ROUND: [&str; 9] =
    ["compile", "--environment", "env", "--output", "out", "--nodes-from", "facts", "--store", "nodes.db"];

/// The sorted titles of the resources that the manifest adds to the catalog of a node.
fn hosts(files: &Folder, node: &str) -> Vec<String> {
    let text = fs::read_to_string(files.path(&format!("out/{node}.json"))).expect("a catalog");
    let catalog: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let resources = catalog["resources"].as_array().expect("resources");
    let notify = resources.iter().filter(|resource| resource["type"] == "Notify");
    let mut titles: Vec<String> = notify
        .map(|notify| format!("{} {}", notify["title"].as_str().unwrap_or(""), notify["exported"]))
        .collect();
    titles.sort();
    titles
}

#[test]
fn two_rounds_give_what_a_fleet_gives() {
    let files = fleet();
    files.run(&ROUND).status(0);
    for node in ["a", "b", "c"] {
        assert_eq!(
            hosts(&files, node),
            [format!("host {node} true")],
            "the first round finds nothing of others"
        );
    }
    files.run(&ROUND).status(0);
    let all = ["host a", "host b", "host c"];
    for node in ["a", "b", "c"] {
        let expected: Vec<String> =
            all.iter().map(|host| format!("{host} {}", host.ends_with(node))).collect();
        assert_eq!(hosts(&files, node), expected);
    }
    let status = files.run(&["store", "status", "--store", "nodes.db"]).status(0);
    assert!(status.stdout.contains("nodes               3\n"), "{}", status.stdout);
    assert!(status.stdout.contains("exported resources  3\n"), "{}", status.stdout);
    let query = "resources[certname, title] { exported = true and parameters.message = '10.0.0.2' }";
    let found = files.run(&["store", "query", "--store", "nodes.db", query]).status(0);
    assert_eq!(found.stdout, "[\n  {\n    \"certname\": \"b\",\n    \"title\": \"host b\"\n  }\n]\n");
    let nodes = files.run(&["store", "nodes", "--store", "nodes.db"]).status(0);
    assert_eq!(nodes.stdout.lines().count(), 4, "{}", nodes.stdout);
}

#[test]
fn a_store_is_moved_by_export_and_import() {
    let files = fleet();
    files.run(&ROUND).status(0);
    let export = files.run(&["store", "export", "--store", "nodes.db", "all.tgz"]).status(0);
    assert_eq!(export.stdout, "wrote 6 documents to all.tgz\n");
    files.run(&["store", "import", "--store", "other.db", "all.tgz"]).status(0);
    for query in
        ["nodes[certname] { }", "facts { }", "resources[certname, type, title, parameters] { }", "edges { }"]
    {
        let ask = |store: &str| files.run(&["store", "query", "--store", store, query]).status(0).stdout;
        assert_eq!(ask("nodes.db"), ask("other.db"), "{query}");
    }
    let gc = files.run(&["store", "gc", "--store", "other.db"]).status(0);
    assert_eq!(gc.stdout, "removed 0 reports and 0 nodes; 0 nodes have expired\n");
}

#[test]
fn a_file_says_what_other_nodes_export() {
    let files = folder(&[
        (
            "site.pp",
            "Notify <<| tag == 'web' |>>\nnotice(puppetdb_query('facts[value] { name = \"kernel\" }'))\n",
        ),
        (
            "store.yaml",
            "nodes:\n  web01:\n    facts: { kernel: Linux }\n    resources:\n      - type: notify\n        title: hello\n        \
             tags: [web]\n        parameters: { message: hi }\n      - type: notify\n        title: other\n",
        ),
        ("bad.yaml", "nodes: 5\n"),
        ("broken.json", "{\"nodes\": {\n"),
    ]);
    let run = files.run(&["compile", "--store", "store.yaml", "--format", "json", "site.pp"]).status(0);
    assert!(
        run.stdout.contains("\"title\":\"hello\"") && !run.stdout.contains("\"title\":\"other\""),
        "{}",
        run.stdout
    );
    assert!(run.stderr.contains("notice: [{value => Linux}]"), "{}", run.stderr);
    let why = files.run(&["compile", "site.pp"]);
    assert!(why.stderr.contains("no resource store is configured"), "{}", why.stderr);
    for (store, expected) in [
        ("bad.yaml", "bad.yaml: expected `nodes` to have an entry for each node"),
        ("broken.json", "broken.json: line 2:"),
        ("nosuch.yaml", "cannot read the store `nosuch.yaml`"),
        ("https://puppet db", "expected https://host:port, got `https://puppet db`"),
        ("postgres://127.0.0.1:1/x", "cannot connect to PostgreSQL at 127.0.0.1:1: connection refused"),
    ] {
        let run = files.run(&["compile", "--store", store, "site.pp"]).status(2);
        assert!(run.stderr.contains(expected), "{}", run.stderr);
    }
}

#[test]
fn a_store_that_does_not_answer_fails_the_compilation() {
    let files = folder(&[
        ("site.pp", "notify { 'x': }\n$n = puppetdb_query('nodes[nosuch] { }')\n"),
        ("store.json", "{\"nodes\": {}}"),
        ("text.db", "this is not a database, but a text that is long enough"),
    ]);
    let run = files.run(&["compile", "--store", "store.json", "site.pp"]).status(1);
    assert!(run.stderr.contains("error[store-failed]"), "{}", run.stderr);
    assert!(run.stderr.contains("'nosuch' is not a queryable object for nodes"), "{}", run.stderr);
    let run = files.run(&["compile", "--store", "text.db", "site.pp"]).status(2);
    assert!(run.stderr.contains("not an SQLite database"), "{}", run.stderr);
    let run = files.run(&["store", "status", "--store", "nosuch.db"]).status(2);
    assert!(run.stderr.contains("store `nosuch.db` not found"), "{}", run.stderr);
    let run = files.run(&["store", "query", "--store", "store.json", "nodes {"]).status(2);
    assert!(run.stderr.contains("PQL parse error at line 1, column 8"), "{}", run.stderr);
}
