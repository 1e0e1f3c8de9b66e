//! `bunraku store`: shows and manages the stored data of all nodes.

mod transfer;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use bunraku::diag::{Diagnostic, Sources, codes};
use bunraku::formats::json::{Layout, to_json, write};
use bunraku::pcore::{Hash, Value};
use bunraku_store::{Backend, Retention, query::Paging, serve::Server};

use super::Status;
use crate::args::{Color, LogFormat, Store, StoreCommand, StoreFile, StoreGc, StoreServe};
use crate::log::Detail;
use crate::output;
use crate::report::{Refusal, Reporter};
use crate::store::{failed, open};

/// Runs the command.
pub fn run(args: &Store, color: Color) -> Status {
    let reporter = Reporter::for_program(LogFormat::Text, color, Detail::Usual);
    let done = match &args.command {
        StoreCommand::Status(file) => status(file),
        StoreCommand::Nodes(file) => nodes(file),
        StoreCommand::Query(asked) => query(&asked.file, &asked.query),
        StoreCommand::Export(transfer) => transfer::export(&transfer.file, &transfer.path),
        StoreCommand::Import(transfer) => transfer::import(&transfer.file, &transfer.path),
        StoreCommand::Gc(gc) => collect_garbage(gc),
        StoreCommand::Serve(serve) => self::serve(serve),
    };
    match done {
        Ok(text) => match output::save(Path::new("-"), &text) {
            Ok(status) => status,
            Err(reason) => reporter.refuse(Refusal { reason, sources: Sources::new() }),
        },
        Err(reason) => reporter.refuse(Refusal { reason, sources: Sources::new() }),
    }
}

type Done = Result<String, Box<Diagnostic>>;

fn status(file: &StoreFile) -> Done {
    let opened = open(&file.store, false, file.confdir.as_deref())?;
    let status = opened.store.status().map_err(|error| failed(&error))?;
    opened.store.check().map_err(|error| failed(&error))?;
    let mut text = String::new();
    let numbers = [
        ("nodes", status.nodes),
        ("inactive nodes", status.inactive),
        ("facts", status.facts),
        ("resources", status.resources),
        ("exported resources", status.exported),
        ("reports", status.reports),
        ("bytes", status.bytes),
        ("version", status.version as u64),
    ];
    // A PuppetDB reports neither its size nor its version.
    let told = |(name, number): &(&str, u64)| *number > 0 || !["bytes", "version"].contains(name);
    for (name, number) in numbers.into_iter().filter(told) {
        let _ = writeln!(text, "{name:<20}{number}");
    }
    text.push_str("the database is intact\n");
    Ok(text)
}

fn nodes(file: &StoreFile) -> Done {
    let opened = open(&file.store, false, file.confdir.as_deref())?;
    let fields =
        ["certname", "facts_timestamp", "catalog_timestamp", "report_timestamp", "latest_report_status"];
    let query = Value::array([
        Value::str("extract"),
        Value::array(fields.map(Value::str)),
        Value::array([Value::str("="), Value::str("node_state"), Value::str("any")]),
    ]);
    let rows = about(&*opened.store, "nodes", &query)?;
    let shown =
        |row: &Hash, field: &str| row.get_str(field).and_then(Value::as_str).unwrap_or("-").to_owned();
    let width = |row: &Hash| shown(row, "certname").chars().count();
    let width = rows.iter().map(width).max().unwrap_or_default().max("node".len());
    let mut text =
        format!("{:<width$}  {:<24}  {:<24}  {:<24}  status\n", "node", "facts", "catalog", "report");
    for row in &rows {
        let [name, facts, catalog, report, status] = fields.map(|field| shown(row, field));
        let _ = writeln!(text, "{name:<width$}  {facts:<24}  {catalog:<24}  {report:<24}  {status}");
    }
    Ok(text)
}

fn query(file: &StoreFile, query: &str) -> Done {
    let opened = open(&file.store, false, file.confdir.as_deref())?;
    let answer = opened.store.ask(&Value::str(query), &Paging::default()).map_err(|error| {
        let message = format!("the query failed: {error}");
        Box::new(Diagnostic::error(codes::STORE_FAILED, message))
    })?;
    let rows = Value::array(answer.rows);
    let layout = Layout { max_nesting: 0, ..Layout::pretty() };
    let text = write(&bunraku::edition::PUPPET8.types, &rows, layout).unwrap_or_else(|_| to_json(&rows));
    Ok(text + "\n")
}

fn collect_garbage(gc: &StoreGc) -> Done {
    let opened = open(&gc.file.store, false, gc.file.confdir.as_deref())?;
    let days = |days: u64| Duration::from_secs(days.saturating_mul(86_400));
    let retention = Retention {
        reports: days(gc.reports),
        expire: (gc.expire > 0).then(|| days(gc.expire)),
        purge: days(gc.purge),
    };
    let removed = opened.store.collect_garbage(&retention).map_err(|error| failed(&error))?;
    Ok(format!(
        "removed {} reports and {} nodes; {} nodes have expired\n",
        removed.reports, removed.nodes, removed.expired
    ))
}

/// Serves the store until the process is stopped.
fn serve(args: &StoreServe) -> Done {
    let opened = open(&args.file.store, false, args.file.confdir.as_deref())?;
    let server = Server::bind(args.address).map_err(|error| failed(&error))?;
    if let Ok(address) = server.address() {
        // If standard error is closed there is nowhere to report to.
        let _ = writeln!(std::io::stderr(), "listening on {address}");
    }
    server.run(&opened.store)
}

/// Queries an entity and returns the rows as hashes.
fn about(store: &dyn Backend, entity: &str, query: &Value) -> Result<Vec<Hash>, Box<Diagnostic>> {
    let answer = store.ask_about(entity, Some(query), &Paging::default()).map_err(|error| failed(&error))?;
    let hash = |row: Value| match row {
        Value::Hash(row) => Some(row),
        _ => None,
    };
    Ok(answer.rows.into_iter().filter_map(hash).collect())
}
