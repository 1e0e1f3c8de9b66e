//! Compares the speed of stores: `speed [--nodes N]`.
//!
//! The servers are those that `BUNRAKU_POSTGRES` and `BUNRAKU_PUPPETDB_PLAIN` name, as `cargo xtask with-puppetdb` sets
//! them; without them only SQLite is measured.
//!
//! Each stores new catalogs of 900 resources, then the same again, and answers a collector that finds 200 rows. With
//! `--nodes`, an SQLite database is then filled with this many nodes, their facts, catalogs and two weeks of reports,
//! and queried.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a tool that measures time and makes a database of its own"
)]

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use bunraku_pcore::Value;
use bunraku_store::{
    Backend, Command, Database, Options, PuppetDb, Retention, now, query::Paging, show_time,
};
use bunraku_world::{Condition, ExportedQuery, Subject};

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let option = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).cloned()
    };
    let folder = std::env::temp_dir().join(format!("bunraku-speed-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let server = |name: &str| std::env::var(name).ok();
    let (postgres, puppetdb) = (server("BUNRAKU_POSTGRES"), server("BUNRAKU_PUPPETDB_PLAIN"));
    let done = measure(&folder.join("speed.db"), postgres, puppetdb).and_then(|()| match option("--nodes") {
        Some(nodes) => fill(&folder.join("nodes.db"), nodes.parse()?),
        None => Ok(()),
    });
    std::fs::remove_dir_all(&folder)?;
    done
}

fn measure(path: &Path, postgres: Option<String>, puppetdb: Option<String>) -> Outcome<()> {
    let mut stores: Vec<(&str, u32, Box<dyn Backend>)> = Vec::new();
    stores.push(("SQLite", 50, Box::new(Database::open(path, &Options::default())?)));
    if let Some(url) = postgres {
        stores.push(("PostgreSQL", 50, Box::new(Database::connect(&url, &Options::default())?)));
    }
    if let Some(url) = puppetdb {
        let limit = Duration::from_secs(120);
        stores.push(("PuppetDB", 10, Box::new(PuppetDb::new(&url, None, limit, Some(limit))?)));
    }
    // Data from an earlier run in a server would not be new.
    let run = std::process::id();
    println!("{:<12} {:>14} {:>14} {:>14}", "ms", "new catalog", "unchanged", "200 rows");
    for (name, rounds, store) in &stores {
        // Warm-up: the first catalogs do not count.
        for node in 0..3 {
            store.submit(
                Command::ReplaceCatalog,
                &format!("warm{node}"),
                &catalog(&format!("warm{node}"), 900, 0),
            )?;
        }
        let new = each(*rounds, |node| {
            let name = format!("speed{node}-{run}");
            let document = catalog(&name, 900, 3);
            timed(|| store.submit(Command::ReplaceCatalog, &name, &document))
        })?;
        let unchanged = each(*rounds, |node| {
            let name = format!("speed{node}-{run}");
            let document = catalog(&name, 900, 3);
            timed(|| store.submit(Command::ReplaceCatalog, &name, &document))
        })?;
        for node in 0..50 {
            let name = format!("exporting{node}-{run}");
            store.submit(Command::ReplaceCatalog, &name, &catalog(&name, 20, 4))?;
        }
        let condition = Condition::Equal(Subject::Tag, Value::str(format!("tag4-{run}")));
        let query = ExportedQuery { ty: "Exported", condition: Some(&condition), certname: "me" };
        let asked = each(50, |_| {
            timed(|| store.exported(&query)).and_then(|(took, found)| match found.len() {
                200 => Ok((took, found)),
                other => Err(format!("{other} rows").into()),
            })
        })?;
        println!("{name:<12} {new:>14.2} {unchanged:>14.2} {asked:>14.2}");
    }
    Ok(())
}

/// The median of several measurements, in milliseconds.
fn each<T>(rounds: u32, mut measure: impl FnMut(u32) -> Outcome<(f64, T)>) -> Outcome<f64> {
    let mut times = Vec::new();
    for round in 0..rounds {
        times.push(measure(round)?.0);
    }
    times.sort_by(f64::total_cmp);
    Ok(times.get(times.len() / 2).copied().unwrap_or_default())
}

fn timed<T, E: Error + 'static>(work: impl FnOnce() -> Result<T, E>) -> Outcome<(f64, T)> {
    let start = Instant::now();
    let done = work()?;
    Ok((start.elapsed().as_secs_f64() * 1000.0, done))
}

/// Fills a database, queries it, and removes half of the reports.
fn fill(path: &Path, nodes: u32) -> Outcome<()> {
    let store = Database::open(path, &Options::default())?;
    let start = Instant::now();
    std::thread::scope(|scope| {
        for worker in 0..4 {
            let store = &store;
            scope.spawn(move || {
                for node in (worker..nodes).step_by(4) {
                    let name = format!("node{node}");
                    let kept = store
                        .submit(Command::ReplaceFacts, &name, &facts(&name, node))
                        .and_then(|_| store.submit(Command::ReplaceCatalog, &name, &catalog(&name, 150, 2)))
                        .and_then(|_| {
                            (0..14).try_for_each(|day| {
                                store.submit(Command::StoreReport, &name, &report(&name, day)).map(drop)
                            })
                        });
                    if let Err(error) = kept {
                        eprintln!("{name}: {error}");
                    }
                }
            });
        }
    });
    let took = start.elapsed().as_secs_f64();
    // As a server does when it starts, and every hour.
    drop(store);
    let store = Database::open(path, &Options::default())?;
    let status = store.status()?;
    println!(
        "\n{nodes} nodes: {} facts, {} resources, {} reports in {took:.0} s, {} MB",
        status.facts,
        status.resources,
        status.reports,
        status.bytes / 1_000_000
    );
    for query in [
        "nodes[count()] { }",
        "nodes { certname = 'node77' }",
        "nodes { latest_report_status = 'failed' }",
        "facts { certname = 'node77' }",
        "inventory[certname] { facts.os.family = 'Debian' and facts.number < 100 }",
        "resources[count()] { type = 'File' }",
        "resources { exported = true and tag = 'only7' }",
        "reports { order by end_time desc limit 20 }",
        "reports[count(), status] { group by status }",
        "events { certname = 'node77' }",
    ] {
        let (took, answer) = timed(|| store.ask(&Value::str(query), &Paging::default()))?;
        println!("{took:>10.2} ms {:>7} rows  {query}", answer.rows.len());
    }
    let retention = Retention { reports: Duration::from_secs(7 * 86_400), ..Retention::default() };
    let (took, removed) = timed(|| store.collect_garbage(&retention))?;
    println!("{took:>10.0} ms to remove {} reports", removed.reports);
    let memory = std::fs::read_to_string("/proc/self/status")?;
    println!("{}", memory.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default());
    Ok(())
}

/// A catalog with some exported resources.
fn catalog(certname: &str, resources: u32, exported: u32) -> String {
    let time = show_time(now());
    let mut all = Vec::new();
    for number in 0..resources {
        let content = format!("line {number} of a file of {certname}, with some text in it. ").repeat(6);
        all.push(format!(
            r#"{{"type":"File","title":"/etc/app/{number}.conf","tags":["file","app","class","node"],"file":"/etc/site.pp","line":{number},"exported":false,"parameters":{{"ensure":"file","owner":"root","mode":"0644","content":"{content}"}}}}"#
        ));
    }
    for number in 0..exported {
        let (own, run) = (certname.trim_start_matches("node"), std::process::id());
        all.push(format!(
            r#"{{"type":"Exported","title":"{certname}-{number}","tags":["exported","tag{exported}-{run}","only{own}"],"file":"/etc/site.pp","line":1,"exported":true,"parameters":{{"address":"10.0.0.1","port":{number}}}}}"#
        ));
    }
    let edges: Vec<String> = (1..resources)
        .map(|number| {
            format!(
                r#"{{"source":{{"type":"File","title":"/etc/app/0.conf"}},"target":{{"type":"File","title":"/etc/app/{number}.conf"}},"relationship":"before"}}"#
            )
        })
        .collect();
    format!(
        r#"{{"certname":"{certname}","version":"{time}","environment":"production","transaction_uuid":"b58d6e90-0000-4000-8000-000000000001","catalog_uuid":"739f0000-0000-4000-8000-000000000001","code_id":null,"job_id":null,"producer":"speed","producer_timestamp":"{time}","resources":[{}],"edges":[{}]}}"#,
        all.join(","),
        edges.join(",")
    )
}

fn facts(certname: &str, number: u32) -> String {
    let many: Vec<String> = (0..120)
        .map(|fact| format!(r#""fact{fact}":{{"a":"value {fact} {certname}","b":[1,2,{fact}]}}"#))
        .collect();
    let family = if number.is_multiple_of(2) { "Debian" } else { "RedHat" };
    format!(
        r#"{{"certname":"{certname}","environment":"production","producer":"speed","producer_timestamp":"{}","values":{{"number":{number},"os":{{"family":"{family}"}},{}}}}}"#,
        show_time(now()),
        many.join(",")
    )
}

/// The report of one day; some have events.
fn report(certname: &str, day: i64) -> String {
    let time = show_time(now() - day * 86_400_000 - 1000);
    let (status, events) = match day % 5 {
        0 => (
            "changed",
            format!(
                r#"{{"status":"success","timestamp":"{time}","name":"content_changed","property":"content","new_value":"x","old_value":"y","message":"changed"}}"#
            ),
        ),
        _ => ("unchanged", String::new()),
    };
    format!(
        r#"{{"certname":"{certname}","puppet_version":"8.11.0","report_format":12,"configuration_version":"1","start_time":"{time}","end_time":"{time}","producer_timestamp":"{time}","producer":"speed","environment":"production","transaction_uuid":"t{day}","status":"{status}","noop":false,"logs":[{{"level":"notice","message":"Applied catalog in 2.5 seconds","source":"Puppet","tags":["notice"],"time":"{time}"}}],"metrics":[{{"category":"resources","name":"total","value":150}},{{"category":"time","name":"total","value":2.5}}],"resources":[{{"resource_type":"File","resource_title":"/etc/app/1.conf","containment_path":["Stage[main]"],"file":null,"line":null,"skipped":false,"timestamp":"{time}","events":[{events}]}}]}}"#
    )
}
