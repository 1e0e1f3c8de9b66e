//! Catalogs that differ, and what a person is told.
#![allow(clippy::expect_used, reason = "what fails here is not what is tested")]

use bunraku_insight::diff::{Ignore, Snapshot, compare, group, to_json, to_text};
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
    to_text(&group(&[("web01".to_owned(), changes)]), 1)
}

#[test]
fn everything_that_differs_is_told() {
    expect![[r#"
        + Class[Web::Files]
        ~ Class[Web]
            port: 80 -> 8080
        ~ File[/etc/web.conf]
            --> files.pp:7
            is contained in Class[Web::Files] instead of Class[Web]
            is exported now
            content:
              @@ -1,3 +1,3 @@
               a
              -b
              +B
               c
            mode: '0644' -> (none)
            owner: (none) -> 'root'
            require: ['Package[a]', 'Package[b]'] -> ['Package[b]', 'Package[a]']  (only the order)
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
    let groups = group(&nodes);
    let text = to_text(&groups, 3);
    assert!(text.starts_with("~ Class[Web]  (2 of 3 nodes)\n    port: 80 -> 8080\n"), "{text}");
    assert!(to_json(&groups).contains("\"nodes\": [\n      \"web01\",\n      \"web02\"\n    ]"));
}

#[test]
fn what_is_not_a_catalog_is_refused() {
    for (text, problem) in [
        ("{", "not valid JSON"),
        ("[]", "no list of `resources`"),
        ("{\"resources\": {}}", "no list of `resources`"),
        ("{\"resources\": [{\"type\": \"File\"}]}", "no `type` or no `title`"),
    ] {
        let found = Snapshot::from_json(text).expect_err("it is not one");
        assert!(found.contains(problem), "{found}");
    }
    let wrapped = format!("{{\"document_type\": \"Catalog\", \"data\": {OLD}}}");
    let inside = Snapshot::from_json(&wrapped).expect("a catalog");
    assert_eq!(compare(&inside, &Snapshot::from_json(OLD).expect("a catalog"), &Ignore::default()), []);
}
