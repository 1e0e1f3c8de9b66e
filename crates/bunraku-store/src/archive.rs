//! PuppetDB's archives: everything in a store, as documents of commands in a compressed tar file.

mod document;
mod tar;

use std::io::{self, Read, Write};

use bunraku_formats::json::{read_value, to_json};
use bunraku_pcore::{Hash, Value};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};

use crate::{Backend, Command, Error, canonical, query::Paging, time};

/// The folder in an archive.
const FOLDER: &str = "puppetdb-bak";

/// The parts of an archive: the folder, the entity to query, the command that stores it, and the conversion of a row to
/// its document.
const PARTS: [(&str, &str, Command, ToDocument); 3] = [
    ("catalogs", "catalogs", Command::ReplaceCatalog, document::catalog),
    ("reports", "reports", Command::StoreReport, document::report),
    ("facts", "factsets", Command::ReplaceFacts, document::facts),
];

type ToDocument = fn(&Hash) -> Value;

/// Exports all active nodes of a store. Returns the number of documents.
pub fn export(store: &dyn Backend, out: impl Write) -> Result<u64, Error> {
    let failed = |error: io::Error| Error::unavailable(format!("cannot write the archive: {error}"));
    let mut archive = tar::Writer::new(GzEncoder::new(out, Compression::fast()));
    let versions = PARTS.map(|(_, _, command, _)| {
        let name = command.name().replace(' ', "_");
        (Value::str(name), Value::Int(i64::from(command.version())))
    });
    let metadata = Value::hash([
        (Value::str("timestamp"), Value::str(time::show(time::now()))),
        (Value::str("command_versions"), Value::hash(versions)),
    ]);
    archive.add(&format!("{FOLDER}/export-metadata.json"), to_json(&metadata).as_bytes()).map_err(failed)?;
    let names = Value::array([Value::str("extract"), Value::array([Value::str("certname")])]);
    let nodes = store.ask_about("nodes", Some(&names), &Paging::default())?;
    let mut count = 0;
    // One node after the other: all of them together may not fit in memory.
    for node in hashes(&nodes.rows) {
        let Some(certname) = node.get_str("certname").and_then(Value::as_str) else { continue };
        let own = Value::array([Value::str("="), Value::str("certname"), Value::str(certname)]);
        for (folder, entity, _, to_document) in PARTS {
            let answer = store.ask_about(entity, Some(&own), &Paging::default())?;
            for row in hashes(&answer.rows) {
                let document = to_document(row);
                let name = match folder {
                    "facts" => format!("{certname}.json"),
                    // A node has many reports, which are distinguished by time.
                    _ => format!("{certname}-{}.json", canonical::hash([moment(row)])),
                };
                // A name must be a single file name, whatever it contains.
                let name = format!("{FOLDER}/{folder}/{}", name.replace('/', "_"));
                archive.add(&name, to_json(&document).as_bytes()).map_err(failed)?;
                count += 1;
            }
        }
    }
    archive.finish().and_then(GzEncoder::finish).and_then(|mut out| out.flush()).map_err(failed)?;
    Ok(count)
}

/// Imports an archive into a store. Returns the number of documents.
pub fn import(store: &dyn Backend, input: impl Read) -> Result<u64, Error> {
    let mut archive = tar::Reader::new(GzDecoder::new(input));
    let broken = |error: io::Error| Error::invalid(format!("cannot read the archive: {error}"));
    let mut count = 0;
    while let Some((name, text)) = archive.next().map_err(broken)? {
        let Some((_, path)) = name.split_once('/') else { continue };
        let Some((folder, file)) = path.split_once('/') else { continue };
        // Other contents of PuppetDB's archives are not stored here.
        let Some((_, _, command, _)) = PARTS.iter().find(|part| part.0 == folder) else { continue };
        let wrong = |reason: &str| Error::invalid(format!("`{folder}/{file}` in the archive: {reason}"));
        let text = String::from_utf8(text).map_err(|_| wrong("expected UTF-8"))?;
        let document = read_value(&text).map_err(|_| wrong("expected JSON"))?;
        let certname = match &document {
            Value::Hash(document) => document.get_str("certname").and_then(Value::as_str),
            _ => None,
        };
        let certname = certname.ok_or_else(|| wrong("expected a document with `certname`"))?;
        store
            .submit(*command, certname, &text)
            .map_err(|error| Error { message: wrong(&error.message).message, kind: error.kind })?;
        count += 1;
    }
    if count == 0 {
        return Err(Error::invalid("expected a PuppetDB archive, but it contains no documents"));
    }
    Ok(count)
}

/// When something was produced.
fn moment(row: &Hash) -> &str {
    row.get_str("producer_timestamp").and_then(Value::as_str).unwrap_or_default()
}

fn hashes(rows: &[Value]) -> impl Iterator<Item = &Hash> {
    rows.iter().filter_map(|row| match row {
        Value::Hash(row) => Some(row),
        _ => None,
    })
}
