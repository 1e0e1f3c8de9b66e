//! PuppetDB's commands, which servers send to store something.

use bunraku_formats::json::{self, Tree, to_json};
use bunraku_pcore::Value;

use crate::{
    Error, ErrorKind, Facts, Report,
    keep::{self, Catalog, ChangeResult},
    session::Session,
    time,
};

/// A command of PuppetDB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// Replaces the facts of a node.
    ReplaceFacts,
    /// Replaces the catalog of a node.
    ReplaceCatalog,
    /// Adds a report.
    StoreReport,
    /// Marks a node as inactive.
    DeactivateNode,
}

/// A change of the store.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Change {
    /// Facts of a node.
    Facts(Facts),
    /// The catalog of a node.
    Catalog(Box<Catalog>),
    /// The catalog of a node without its resources and edges, which must be the same as those in the store.
    Touch(Box<Catalog>),
    /// A report of a node.
    Report(Box<Report>),
    /// Deactivates a node at a time.
    Deactivate(String, i64),
    /// Expires nodes that have sent nothing since a time.
    Expire(i64),
    /// Removes nodes that have been inactive since a time.
    Purge(i64),
    /// Removes at most this many reports that are older than a time.
    RemoveReports(i64, usize),
    /// Updates the statistics of the query planner.
    Measure,
}

impl Command {
    /// Finds a command by name, with spaces or underscores.
    pub fn named(name: &str) -> Option<Command> {
        match name.replace('_', " ").as_str() {
            "replace facts" => Some(Command::ReplaceFacts),
            "replace catalog" => Some(Command::ReplaceCatalog),
            "store report" => Some(Command::StoreReport),
            "deactivate node" => Some(Command::DeactivateNode),
            _ => None,
        }
    }

    /// The name, with spaces.
    pub fn name(self) -> &'static str {
        match self {
            Command::ReplaceFacts => "replace facts",
            Command::ReplaceCatalog => "replace catalog",
            Command::StoreReport => "store report",
            Command::DeactivateNode => "deactivate node",
        }
    }

    /// The current version of its documents.
    pub fn version(self) -> u32 {
        match self {
            Command::ReplaceFacts => 5,
            Command::ReplaceCatalog => 9,
            Command::StoreReport => 8,
            Command::DeactivateNode => 3,
        }
    }

    /// Parses the document of a command. If the sender names a node, the document must be about it.
    pub fn read(self, certname: Option<&str>, payload: &str) -> Result<Change, Error> {
        let wrong =
            |error: bunraku_formats::Error| Error::invalid(format!("the command is not JSON: {error:?}"));
        match self {
            Command::ReplaceCatalog => {
                let payload = Tree::read(payload).map_err(wrong)?;
                let catalog = Catalog::read(&payload, time::now())?;
                about(certname, Change::Catalog(Box::new(catalog)))
            }
            Command::DeactivateNode if payload.trim().is_empty() && certname.is_some() => {
                let name = Value::str(certname.unwrap_or_default());
                self.of_value(certname, &Value::hash([(Value::str("certname"), name)]))
            }
            _ => self.of_value(certname, &json::read_value(payload).map_err(wrong)?),
        }
    }

    /// Like [`Command::read`], for a parsed document.
    pub fn of_value(self, certname: Option<&str>, payload: &Value) -> Result<Change, Error> {
        let now = time::now();
        let change = match self {
            Command::ReplaceFacts => Change::Facts(Facts::read(payload, now)?),
            Command::ReplaceCatalog => return self.read(certname, &to_json(payload)),
            Command::StoreReport => Change::Report(Box::new(Report::read(payload, now)?)),
            Command::DeactivateNode => {
                let fields = keep::Fields::of(payload, "the command")?;
                let time = fields.time("producer_timestamp")?.unwrap_or(now);
                Change::Deactivate(fields.needed("certname")?, time)
            }
        };
        about(certname, change)
    }
}

/// A change, if it is about the node that the sender names.
fn about(certname: Option<&str>, change: Change) -> Result<Change, Error> {
    match (certname, change.certname()) {
        (Some(asked), Some(found)) if asked != found => {
            Err(Error::invalid(format!("the command is for {asked}, but its document is about {found}")))
        }
        _ => Ok(change),
    }
}

impl Change {
    /// The node that it is about.
    pub fn certname(&self) -> Option<&str> {
        match self {
            Change::Facts(facts) => Some(&facts.certname),
            Change::Catalog(catalog) | Change::Touch(catalog) => Some(&catalog.certname),
            Change::Report(report) => Some(&report.certname),
            Change::Deactivate(certname, _) => Some(certname),
            Change::Expire(_) | Change::Purge(_) | Change::RemoveReports(..) | Change::Measure => None,
        }
    }

    /// Writes the change. Returns the outcome, and the number of removed rows.
    pub(crate) fn keep(&self, session: &mut dyn Session, now: i64) -> Result<(ChangeResult, usize), Error> {
        let kept = match self {
            Change::Facts(facts) => facts.keep(session, now)?,
            Change::Catalog(catalog) => catalog.keep(session, now)?,
            Change::Touch(catalog) => match catalog.touch(session, now)? {
                Some(kept) => kept,
                None => {
                    return Err(Error {
                        kind: ErrorKind::Missing,
                        message: "the stored catalog is a different one".into(),
                    });
                }
            },
            Change::Report(report) => report.keep(session, now)?,
            Change::Deactivate(certname, time) => keep::deactivate(session, certname, *time)?,
            Change::Expire(before) => {
                return Ok((ChangeResult::Written, keep::expire(session, *before, now)?));
            }
            Change::Purge(before) => return Ok((ChangeResult::Written, keep::purge(session, *before)?)),
            Change::Measure => {
                session.batch(session.dialect().measure())?;
                return Ok((ChangeResult::Written, 0));
            }
            Change::RemoveReports(before, most) => {
                return Ok((ChangeResult::Written, keep::remove_reports(session, *before, *most)?));
            }
        };
        Ok((kept, 1))
    }
}
