//! What is stored, what is not written twice, and what is removed.

use std::cell::Cell;
use std::time::Duration;

use bunraku_pcore::Value;
use bunraku_store::{Backend, Change, ChangeResult, Command, Database, ErrorKind, Retention, SentCatalog};
use bunraku_world::{Condition, ExportedQuery, Store, Subject};
use serde_json::json;

use crate::support::{catalog, count, keep, report, rows};

pub fn an_unchanged_catalog_is_not_written_again(store: &Database) {
    assert_eq!(keep(store, Command::ReplaceCatalog, &catalog("a", 1, "m")).unwrap(), ChangeResult::Written);
    let mut again = catalog("a", 2, "m");
    again["version"] = json!("another");
    again["catalog_uuid"] = json!("another");
    assert_eq!(keep(store, Command::ReplaceCatalog, &again).unwrap(), ChangeResult::Unchanged);
    assert_eq!(
        rows(store, "catalogs[version, producer_timestamp] { }"),
        [json!({
            "version": "another", "producer_timestamp": "2026-11-16T00:02:00.000Z"
        })]
    );
    assert_eq!(
        keep(store, Command::ReplaceCatalog, &catalog("a", 3, "other")).unwrap(),
        ChangeResult::Written
    );
    assert_eq!(
        rows(store, "resources[parameters.message] { type = 'Notify' }"),
        [json!({"parameters.message": "other"})]
    );
    assert_eq!(count(store, "resources"), 2);
}

pub fn a_catalog_in_the_same_words_is_only_touched(store: &Database) {
    let submit = |catalog: &serde_json::Value| {
        store.submit(Command::ReplaceCatalog, catalog["certname"].as_str().unwrap(), &catalog.to_string())
    };
    let (first, mut later) = (catalog("a", 1, "m"), catalog("a", 2, "m"));
    later["version"] = json!("2");
    assert_eq!(submit(&first).unwrap(), ChangeResult::Written);
    assert_eq!(submit(&later).unwrap(), ChangeResult::Unchanged);
    assert_eq!(submit(&first).unwrap(), ChangeResult::Obsolete);
    assert_eq!(rows(store, "catalogs[version] { }"), [json!({"version": "2"})]);
    assert_eq!(submit(&catalog("a", 3, "other")).unwrap(), ChangeResult::Written);
    assert_eq!(submit(&catalog("a", 4, "m")).unwrap(), ChangeResult::Written);
    assert_eq!(
        rows(store, "resources[parameters.message] { type = 'Notify' }"),
        [json!({"parameters.message": "m"})]
    );
    let gone = json!({"certname": "a", "producer_timestamp": "2026-11-16T00:05:00Z"});
    keep(store, Command::DeactivateNode, &gone).unwrap();
    assert_eq!(submit(&catalog("a", 6, "m")).unwrap(), ChangeResult::Unchanged);
    assert_eq!(count(store, "nodes"), 1, "it is active again");
    let error = store.submit(Command::ReplaceCatalog, "b", &first.to_string()).unwrap_err();
    assert!(error.message.contains("the command is for b"), "{error}");
}

pub fn an_unchanged_catalog_is_recognised_without_its_document(store: &Database) {
    let written = Cell::new(0);
    let submit = |minute: u64, content: &str| {
        let document = || {
            written.set(written.get() + 1);
            catalog("a", minute, content).to_string()
        };
        let time = 1_794_787_200_000 + i64::try_from(minute).unwrap() * 60_000;
        let version = minute.to_string();
        store.replace_catalog(&SentCatalog {
            certname: "a",
            environment: "production",
            version: &version,
            uuid: "u",
            transaction: None,
            producer: "test",
            time,
            content: [content, ""],
            document: &document,
        })
    };
    assert_eq!(submit(1, "m").unwrap(), ChangeResult::Written);
    assert_eq!(submit(2, "m").unwrap(), ChangeResult::Unchanged);
    assert_eq!(written.get(), 1);
    assert_eq!(
        rows(store, "catalogs[version, producer_timestamp] { }"),
        [json!({"version": "2", "producer_timestamp": "2026-11-16T00:02:00.000Z"})]
    );
    assert_eq!(submit(1, "m").unwrap(), ChangeResult::Obsolete);
    // Another server has sent a different one in the meantime.
    assert_eq!(
        keep(store, Command::ReplaceCatalog, &catalog("a", 3, "other")).unwrap(),
        ChangeResult::Written
    );
    assert_eq!(submit(4, "m").unwrap(), ChangeResult::Written);
    assert_eq!(written.get(), 2);
    assert_eq!(submit(5, "n").unwrap(), ChangeResult::Written);
    let message = rows(store, "resources[parameters.message] { type = 'Notify' }");
    assert_eq!(message, [json!({"parameters.message": "n"})]);
}

pub fn what_is_older_than_what_is_there_is_left_out(store: &Database) {
    keep(store, Command::ReplaceCatalog, &catalog("a", 5, "new")).unwrap();
    assert_eq!(
        keep(store, Command::ReplaceCatalog, &catalog("a", 4, "old")).unwrap(),
        ChangeResult::Obsolete
    );
    assert_eq!(
        rows(store, "resources[parameters.message] { type = 'Notify' }"),
        [json!({"parameters.message": "new"})]
    );
    let facts = |minute: u64, value: u64| json!({"certname": "a", "producer_timestamp": format!("2026-11-16T00:{minute:02}:00Z"), "values": {"n": value, "same": 1}});
    assert_eq!(keep(store, Command::ReplaceFacts, &facts(5, 1)).unwrap(), ChangeResult::Written);
    assert_eq!(keep(store, Command::ReplaceFacts, &facts(4, 2)).unwrap(), ChangeResult::Obsolete);
    assert_eq!(keep(store, Command::ReplaceFacts, &facts(6, 1)).unwrap(), ChangeResult::Unchanged);
    assert_eq!(rows(store, "facts[value] { name = 'n' }"), [json!({"value": 1})]);
}

pub fn a_clock_that_was_set_right_freezes_nothing(store: &Database) {
    let in_days = |days: i64| bunraku_store::show_time(bunraku_store::now() + days * 24 * 60 * 60 * 1000);
    let stamped = |mut document: serde_json::Value, days: i64| {
        document["producer_timestamp"] = json!(in_days(days));
        document
    };
    let facts = |value: u64| json!({"certname": "a", "values": {"n": value}});
    for (days, number) in [(2_000, 1), (0, 2)] {
        let messages = [
            keep(store, Command::ReplaceFacts, &stamped(facts(number), days)).unwrap(),
            keep(store, Command::ReplaceCatalog, &stamped(catalog("a", 1, &number.to_string()), days))
                .unwrap(),
            keep(store, Command::StoreReport, &stamped(report("a", number, "changed"), days)).unwrap(),
        ];
        assert_eq!(messages, [ChangeResult::Written; 3], "{days}");
    }
    assert_eq!(rows(store, "facts[value] { name = 'n' }"), [json!({"value": 2})]);
    assert_eq!(
        rows(store, "resources[parameters.message] { type = 'Notify' }"),
        [json!({"parameters.message": "2"})]
    );
    assert_eq!(
        rows(store, "reports[end_time] { latest_report? = true }"),
        [json!({"end_time": "2026-11-16T00:02:00.000Z"})]
    );
    keep(store, Command::DeactivateNode, &stamped(json!({"certname": "a"}), 2_000)).unwrap();
    assert_eq!(count(store, "nodes"), 0);
    keep(store, Command::ReplaceFacts, &stamped(facts(3), 0)).unwrap();
    assert_eq!(count(store, "nodes"), 1);
}

pub fn facts_that_are_gone_are_removed(store: &Database) {
    let facts = |values: serde_json::Value| json!({"certname": "a", "values": values});
    keep(store, Command::ReplaceFacts, &facts(json!({"a": 1, "b": [1, {"c": null}], "d": "x"}))).unwrap();
    keep(store, Command::ReplaceFacts, &facts(json!({"b": [1, {"c": null}], "d": "y"}))).unwrap();
    assert_eq!(
        rows(store, "facts[name, value] { }"),
        [json!({"name": "b", "value": [1, {"c": null}]}), json!({"name": "d", "value": "y"})]
    );
}

pub fn an_inactive_node_is_not_seen_until_it_reports_again(store: &Database) {
    keep(store, Command::ReplaceCatalog, &catalog("a", 1, "m")).unwrap();
    let gone = json!({"certname": "a", "producer_timestamp": "2026-11-16T00:05:00Z"});
    keep(store, Command::DeactivateNode, &gone).unwrap();
    assert_eq!((count(store, "nodes"), exported(store, None)), (0, Vec::<String>::new()));
    keep(store, Command::StoreReport, &report("a", 6, "changed")).unwrap();
    assert_eq!((count(store, "nodes"), exported(store, None)), (1, vec!["a hello".to_owned()]));
}

pub fn a_report_is_kept_once_and_the_newest_is_the_latest(store: &Database) {
    for minute in [2, 3, 1] {
        assert_eq!(
            keep(store, Command::StoreReport, &report("a", minute, "changed")).unwrap(),
            ChangeResult::Written
        );
    }
    assert_eq!(
        keep(store, Command::StoreReport, &report("a", 3, "changed")).unwrap(),
        ChangeResult::Unchanged
    );
    assert_eq!(count(store, "reports"), 3);
    assert_eq!(
        rows(store, "reports[end_time] { latest_report? = true }"),
        [json!({"end_time": "2026-11-16T00:03:00.000Z"})]
    );
}

pub fn retention_removes_by_age(store: &Database) {
    let now = bunraku_store::show_time(bunraku_store::now());
    let mut new = report("a", 1, "changed");
    for field in ["producer_timestamp", "start_time", "end_time"] {
        new[field] = json!(now);
    }
    let mut old = report("a", 2, "failed");
    old["producer_timestamp"] = json!("2001-01-01T00:00:00Z");
    for report in [&new, &old] {
        keep(store, Command::StoreReport, report).unwrap();
    }
    keep(
        store,
        Command::DeactivateNode,
        &json!({"certname": "gone", "producer_timestamp": "2001-01-01T00:00:00Z"}),
    )
    .unwrap();
    let removed = store.collect_garbage(&Retention::default()).unwrap();
    assert_eq!((removed.reports, removed.nodes, removed.expired), (1, 1, 0));
    assert_eq!(rows(store, "reports[status] { }"), [json!({"status": "changed"})]);
    std::thread::sleep(Duration::from_millis(5));
    let all = Retention { reports: Duration::ZERO, expire: Some(Duration::ZERO), purge: Duration::ZERO };
    store.collect_garbage(&all).unwrap();
    std::thread::sleep(Duration::from_millis(5));
    store.collect_garbage(&all).unwrap();
    assert_eq!(store.status().unwrap().nodes + store.status().unwrap().inactive, 0);
    assert_eq!(count(store, "events"), 0, "events go with their reports");
}

pub fn collectors_find_what_others_export(store: &Database) {
    for name in ["b", "a", "me"] {
        keep(store, Command::ReplaceCatalog, &catalog(name, 1, name)).unwrap();
    }
    assert_eq!(exported(store, None), ["a hello", "b hello"], "in the order of nodes, and without its own");
    let tagged = |tag: &str| Condition::Equal(Subject::Tag, Value::str(tag));
    assert_eq!(exported(store, Some(tagged("web"))).len(), 2);
    assert_eq!(exported(store, Some(tagged("nope"))).len(), 0);
    let message = Condition::Equal(Subject::Parameter("message".into()), Value::str("b"));
    assert_eq!(exported(store, Some(message)), ["b hello"]);
    // What is no longer exported is no longer found.
    let mut changed = catalog("a", 2, "a");
    changed["resources"][1]["exported"] = json!(false);
    keep(store, Command::ReplaceCatalog, &changed).unwrap();
    assert_eq!(exported(store, Some(tagged("web"))), ["b hello"]);
}

pub fn a_change_that_fails_leaves_the_others_alone(store: &Database) {
    let change = |text: &str| Command::ReplaceFacts.read(Some("a"), text);
    for text in [
        "",
        "[]",
        "{",
        "{\"certname\":\"a\"}",
        "{\"certname\":\"a\",\"values\":3}",
        "{\"certname\":5,\"values\":{}}",
    ] {
        assert_eq!(change(text).unwrap_err().kind, ErrorKind::Invalid, "{text}");
    }
    let good: Change = change("{\"certname\":\"a\",\"values\":{\"x\":1}}").unwrap();
    store.keep(good).unwrap();
    assert_eq!(count(store, "facts"), 1);
}

fn exported(store: &Database, condition: Option<Condition>) -> Vec<String> {
    let query = ExportedQuery { ty: "Notify", condition: condition.as_ref(), certname: "me" };
    let found = store.exported(&query).unwrap();
    found.into_iter().map(|found| format!("{} {}", found.certname, found.title)).collect()
}
