//! The store given to a command: a database, or a file with the exported resources of other nodes.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bunraku::catalog::{Catalog, Production};
use bunraku::diag::{Diagnostic, codes};
use bunraku::pcore::{Hash, Value};
use bunraku::world::WithStore;
use bunraku::{Facts, Program};
use bunraku_ca::tls::HostFiles;
use bunraku_store::query::Paging;
use bunraku_store::{Backend, Command, Database, Error, Options, Sent, SentFacts, file, now, show_time};

use crate::files::reason;

/// The value name of options that take a store.
pub const HELP: &str = "FILE.yaml|FILE.json|FILE.db|URL";

/// An open store.
#[derive(Clone)]
pub struct Opened {
    pub store: Arc<dyn Backend>,
    /// Whether catalogs are saved in it: a YAML or JSON file is only read.
    is_database: bool,
}

/// What a compiled node adds to a store: the documents of commands.
pub struct NodeDocuments {
    certname: String,
    facts: String,
    catalog: String,
}

/// How long to wait for a PuppetDB to process a command, since what follows may query the result.
const WAIT: Duration = Duration::from_secs(60);

/// Opens a store: a path, whose extension determines its kind, `sqlite:PATH`, or the address of PostgreSQL or a
/// PuppetDB. The certificates for a PuppetDB are those of the installation in `confdir`.
pub fn open(name: &str, create: bool, confdir: Option<&Path>) -> Result<Opened, Box<Diagnostic>> {
    if bunraku_store::is_address(name) {
        let certificates = certificates(confdir)?;
        let options = Options { certificates, wait: Some(WAIT), ..Options::default() };
        let store = bunraku_store::connect(name, &options).map_err(|error| failed(&error))?;
        return Ok(Opened { store, is_database: true });
    }
    let path = name.strip_prefix("sqlite:").unwrap_or(name);
    let path = PathBuf::from(path.strip_prefix("//").unwrap_or(path));
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("yaml" | "yml" | "json") => {
            let text = fs::read_to_string(&path).map_err(|error| {
                let message = format!("cannot read the store `{}`: {}", path.display(), reason(&error));
                Box::new(Diagnostic::error(codes::UNREADABLE_FILE, message))
            })?;
            let store = file::read(&path.to_string_lossy(), &text).map_err(|error| failed(&error))?;
            Ok(Opened { store: Arc::new(store), is_database: false })
        }
        _ => {
            let store = database(&path, create)?;
            Ok(Opened { store: Arc::new(store), is_database: true })
        }
    }
}

/// The client certificate of this machine.
#[cfg(unix)]
pub fn certificates(confdir: Option<&Path>) -> Result<Option<HostFiles>, Box<Diagnostic>> {
    let confdir = confdir.unwrap_or(Path::new("/etc/puppetlabs/puppet"));
    let confdir = std::path::absolute(confdir).unwrap_or_else(|_| confdir.to_owned());
    let mut settings =
        bunraku::loader::PuppetSettings::read(&*crate::files::MACHINE, &confdir, &mut Vec::new())?;
    bunraku_server::config::settle(&mut settings);
    Ok(Some(bunraku_server::config::host_files(&settings)))
}

/// Without server support there are no certificates.
#[cfg(not(unix))]
pub fn certificates(_: Option<&Path>) -> Result<Option<HostFiles>, Box<Diagnostic>> {
    Ok(None)
}

/// Opens a database.
fn database(path: &Path, create: bool) -> Result<Database, Box<Diagnostic>> {
    if !create && !path.exists() {
        let message = format!("store `{}` not found", path.display());
        return Err(Box::new(Diagnostic::error(codes::UNREADABLE_FILE, message)));
    }
    Database::open(path, &Options { create, ..Options::default() }).map_err(|error| failed(&error))
}

/// Converts an error of the store into a diagnostic.
pub fn failed(error: &Error) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::STORE_FAILED, format!("the resource store failed: {error}")))
}

impl Opened {
    /// Makes the store read-only.
    pub fn only_read(self) -> Opened {
        Opened { is_database: false, ..self }
    }

    /// All nodes with their facts.
    pub fn nodes(&self) -> Result<Vec<Facts>, Box<Diagnostic>> {
        let rows =
            self.store.ask_about("inventory", None, &Paging::default()).map_err(|error| failed(&error))?;
        let of_row = |row: &Value| match row {
            Value::Hash(row) => {
                let mut facts = Facts::default();
                if let Some(Value::Hash(values)) = row.get_str("facts") {
                    facts.values.clone_from(values);
                }
                facts.node = row.get_str("certname").and_then(Value::as_str).map(str::to_owned);
                facts
            }
            _ => Facts::default(),
        };
        Ok(rows.rows.iter().map(of_row).filter(|facts| facts.node.is_some()).collect())
    }

    /// Makes a program query the store.
    pub fn give(&self, program: &mut Program) {
        program.world = Arc::new(WithStore::over(Arc::clone(&program.world), Arc::clone(&self.store) as _));
    }

    /// Prepares what the store should save about a node; `None` if it is read-only.
    pub fn take(&self, facts: &Hash, catalog: &Catalog) -> Result<Option<NodeDocuments>, Box<Diagnostic>> {
        if !self.is_database {
            return Ok(None);
        }
        let header = catalog.header();
        let (now, producer) = (now(), "bunraku");
        let time = show_time(now);
        let made = Production { producer, time: &time, transaction: None };
        let (certname, environment) = (header.name.as_str(), header.environment.as_str());
        Ok(Some(NodeDocuments {
            certname: header.name.clone(),
            facts: SentFacts { certname, environment, producer, time: now, values: facts }.document(),
            catalog: catalog.to_stored_json(&made),
        }))
    }

    /// Saves what [`Self::take`] returned.
    pub fn keep(&self, nodes: impl IntoIterator<Item = NodeDocuments>) -> Result<(), Box<Diagnostic>> {
        for node in nodes {
            let name = &node.certname;
            for (command, document) in
                [(Command::ReplaceFacts, &node.facts), (Command::ReplaceCatalog, &node.catalog)]
            {
                self.store.submit(command, name, document).map_err(|error| failed(&error))?;
            }
        }
        Ok(())
    }
}
