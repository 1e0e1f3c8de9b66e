//! Catalogs that differ, and the report for people.
#![allow(clippy::expect_used, reason = "what fails here is not what is tested")]

use bunraku_insight::diff::{Ignore, Missing, Report, Snapshot, compare};
use expect_test::expect;

const OLD: &str = r#"{"name": "web01", "resources": [
  {"type": "Class", "title": "Web", "tags": ["class", "web"], "exported": false, "parameters": {"port": 80}},
  {"type": "File", "title": "/etc/web.conf", "tags": ["file"], "file": "web.pp", "line": 3, "exported": false,
   "parameters": {"content": "a\nb\nc\n", "mode": "0644", "require": ["Package[a]", "Package[b]"]}},
  {"type": "File", "title": "/tmp/old", "tags": ["file", "scratch"], "exported": false},
  {"type": "User", "title": "web", "tags": [], "exported": false,
   "parameters": {"password": "old", "home": {"__ptype": "Sensitive", "__pvalue": "a"}}, "sensitive_parameters": ["password"]}
], "edges": [{"source": "Class[Web]", "target": "File[/etc/web.conf]"}]}"#;

const NEW: &str = r#"{"name": "web01", "resources": [
  {"type": "Class", "title": "Web", "tags": ["class", "web"], "exported": false, "parameters": {"port": 8080}},
  {"type": "Class", "title": "Web::Files", "tags": ["class"], "exported": false},
  {"type": "File", "title": "/etc/web.conf", "tags": ["file"], "file": "files.pp", "line": 7, "exported": true,
   "parameters": {"content": "a\nB\nc\n", "owner": "root", "require": ["Package[b]", "Package[a]"]}},
  {"type": "User", "title": "web", "tags": [], "exported": false,
   "parameters": {"password": "new", "home": {"__ptype": "Sensitive", "__pvalue": "b"}}, "sensitive_parameters": ["password"]}
], "edges": [{"source": {"type": "Class", "title": "Web::Files"}, "target": {"type": "File", "title": "/etc/web.conf"}}]}"#;

fn text(ignore: &Ignore) -> String {
    let old = Snapshot::from_json(OLD).expect("a catalog");
    let new = Snapshot::from_json(NEW).expect("a catalog");
    let changes = compare(&old, &new, ignore);
    Report::new(&[("web01".to_owned(), changes)], Vec::new()).to_text()
}

#[test]
fn everything_that_differs_is_told() {
    expect![[r#"
        + Class[Web::Files]
        ~ Class[Web]
            port: 80 -> 8080
        ~ File[/etc/web.conf]
            --> files.pp:7
            is now contained in Class[Web::Files] instead of Class[Web]
            is exported now
            content:
              @@ -1,3 +1,3 @@
               a
              -b
              +B
               c
                old resource declared at web.pp:3
                new resource declared at files.pp:7
            mode: '0644' -> (none)
                old resource declared at web.pp:3
            owner: (none) -> 'root'
                new resource declared at files.pp:7
            require: ['Package[a]', 'Package[b]'] -> ['Package[b]', 'Package[a]']  (only the order)
                old resource declared at web.pp:3
                new resource declared at files.pp:7
        - File[/tmp/old]
        ~ User[web]
            home: changed (sensitive)
            password: changed (sensitive)
    "#]]
    .assert_eq(&text(&Ignore::default()));
}

#[test]
fn secrets_stay_secret() {
    let text = text(&Ignore::default());
    assert!(!text.contains("'new'") && !text.contains("'old'"), "{text}");
}

#[test]
fn rules_leave_things_out() {
    let mut ignore = Ignore::default();
    for pattern in ["File[/etc/*]", "Class[*]", "User[web]::password", "User::home"] {
        ignore.add(pattern).expect("a pattern");
    }
    assert_eq!(text(&ignore), "- File[/tmp/old]\n");
    ignore.add_tag("scratch");
    assert_eq!(text(&ignore), "");
}

#[test]
fn equal_catalogs_have_no_differences() {
    let old = Snapshot::from_json(OLD).expect("a catalog");
    assert_eq!(compare(&old, &old, &Ignore::default()), []);
}

#[test]
fn nodes_with_the_same_difference_are_one_group() {
    let old = Snapshot::from_json(OLD).expect("a catalog");
    let new = Snapshot::from_json(NEW).expect("a catalog");
    let changes = compare(&old, &new, &Ignore::default());
    let only = changes.iter().filter(|change| change.resource == "Class[Web]").cloned().collect();
    let nodes = [("web01".to_owned(), changes), ("web02".to_owned(), only), ("db01".to_owned(), Vec::new())];
    let report = Report::new(&nodes, Vec::new());
    let text = report.to_text();
    assert!(text.starts_with("~ Class[Web]  (2 of 3 nodes)\n    port: 80 -> 8080\n"), "{text}");
    let json = report.to_json();
    assert!(json.contains("\"nodes\": [\n        \"web01\",\n        \"web02\"\n      ]"), "{json}");
}

#[test]
fn nodes_without_a_catalog_come_first() {
    let missing = |node: &str, old, new| Missing { node: node.to_owned(), old, new, reason: None };
    let missing = vec![
        Missing { reason: Some("unknown class `x` (site.pp:1)".to_owned()), ..missing("a", true, false) },
        missing("b", false, true),
        missing("c", false, false),
    ];
    let report = Report::new(&[], missing);
    let says = "! a has no new catalog: unknown class `x` (site.pp:1)\n! b has no old catalog\n! c has no catalog on either side\n";
    assert_eq!(report.to_text(), says);
    assert!(report.to_json().contains("\"node\": \"c\""));
    let reason = |at| (at < 6).then(|| "it fails".to_owned());
    let one = |at| Missing { node: format!("n{at}"), old: false, new: at == 7, reason: reason(at) };
    let many = (0..12).map(one).collect();
    let says = "! 6 nodes (n0, n1, n2 and 3 more) have no catalog on either side: it fails\n\
        ! 5 nodes (n6, n8, n9 and 2 more) have no catalog on either side\n! n7 has no old catalog\n";
    assert_eq!(Report::new(&[], many).to_text(), says);
}

#[test]
fn catalogs_of_puppetdb_are_read() {
    let agent = r#"{"name": "a", "resources": [{"type": "Class", "title": "Web"}, {"type": "Notify", "title": "x", "parameters": {"message": "hi"}}],
        "edges": [{"source": "Class[Web]", "target": "Notify[x]"}]}"#;
    let puppetdb = r#"{"certname": "a", "hash": "b0", "resources": {"href": "/x", "data": [{"type": "Class", "title": "Web", "tags": []},
        {"type": "Notify", "title": "x", "parameters": {"message": "hi"}}, {"type": "Notify", "title": "y", "parameters": {}}]},
        "edges": {"href": "/x", "data": [
        {"source_type": "Class", "source_title": "Web", "target_type": "Notify", "target_title": "x", "relationship": "contains"},
        {"source_type": "Notify", "source_title": "y", "target_type": "Notify", "target_title": "x", "relationship": "before"}]}}"#;
    let read = |text: &str| Snapshot::from_json(text).expect("a catalog");
    let changes = compare(&read(agent), &read(puppetdb), &Ignore::default());
    let found: Vec<&str> = changes.iter().map(|change| change.resource.as_str()).collect();
    assert_eq!(found, ["Notify[y]"]);
}

#[test]
fn names_and_values_are_text_in_pages() {
    let catalog = |value: &str| {
        let text = format!(
            r#"{{"name": "a", "resources": [{{"type": "File", "title": "<b>*x*</b>", "parameters": {{"content": "{value}"}}}}]}}"#
        );
        Snapshot::from_json(&text).expect("a catalog")
    };
    let changes = compare(&catalog("</pre><script>"), &catalog("```\\n````"), &Ignore::default());
    let report = Report::new(&[("a".to_owned(), changes)], Vec::new());
    let html = report.to_html();
    assert!(html.contains("&lt;/pre&gt;&lt;script&gt;") && html.contains("&lt;b&gt;*x*&lt;/b&gt;"), "{html}");
    expect![[r#"
        ### 1 resource differs on 1 of 1 node

        <details><summary><code>File&#91;&lt;b&gt;&#42;x&#42;&lt;/b&gt;&#93;</code></summary>

        `````diff
        content:
        @@ -1 +1,2 @@
        -</pre><script>
        \ No newline at end of file
        +```
        +````
        \ No newline at end of file
        `````

        </details>
    "#]]
    .assert_eq(&report.to_markdown());
}

#[test]
fn what_is_not_a_catalog_is_refused() {
    for (text, problem) in [
        ("{", "not valid JSON"),
        ("[]", "no array `resources`"),
        ("{\"resources\": {}}", "no array `resources`"),
        ("{\"resources\": [{\"type\": \"File\"}]}", "no `type` or no `title`"),
    ] {
        let found = Snapshot::from_json(text).expect_err("it is not one");
        assert!(found.contains(problem), "{found}");
    }
    let wrapped = format!("{{\"document_type\": \"Catalog\", \"data\": {OLD}}}");
    let inside = Snapshot::from_json(&wrapped).expect("a catalog");
    assert_eq!(compare(&inside, &Snapshot::from_json(OLD).expect("a catalog"), &Ignore::default()), []);
}

/// A catalog with one file.
fn of_file(node: &str, content: &str) -> Snapshot {
    let content = content.replace('\n', "\\n");
    let json = format!(
        r#"{{"name": "{node}", "resources": [{{"type": "File", "title": "/f", "parameters": {{"content": "{content}"}}}}]}}"#
    );
    Snapshot::from_json(&json).expect("a catalog")
}

#[test]
fn differences_that_are_alike_are_told_once() {
    let nodes: Vec<_> = ["web01.example.net", "web02.example.net", "db01.example.net"]
        .iter()
        .map(|node| {
            let before = of_file(node, &format!("host {node}\nport 80\n"));
            let after = of_file(node, &format!("host {node}\nport 81\n"));
            ((*node).to_owned(), compare(&before, &after, &Ignore::default()))
        })
        .collect();
    let report = Report::new(&nodes, Vec::new());
    assert_eq!(report.changes.len(), 3, "programs get them as they are");
    expect![[r#"
        ~ File[/f]  (3 of 3 nodes, here db01.example.net)
            content:
              @@ -1,2 +1,2 @@
               host db01.example.net
              -port 80
              +port 81
    "#]]
    .assert_eq(&report.to_text());
}
