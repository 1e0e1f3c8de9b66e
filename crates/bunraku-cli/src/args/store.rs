//! The options of `bunraku store`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::examples::STORE_EXAMPLES;

/// What `bunraku store` is told.
#[derive(Debug, Args)]
#[command(after_help = STORE_EXAMPLES)]
pub struct Store {
    /// What to do.
    #[command(subcommand)]
    pub command: StoreCommand,
}

/// What to do with a store.
#[derive(Debug, Subcommand)]
pub enum StoreCommand {
    /// Show how much a store holds, and check that it is sound
    Status(StoreFile),
    /// List nodes with the times of their facts, catalogs and reports
    Nodes(StoreFile),
    /// Answer a query in PQL, or as an AST in JSON
    Query(StoreQuery),
    /// Write what a store keeps as an archive that PuppetDB reads
    Export(StoreTransfer),
    /// Read an archive of PuppetDB into a store
    Import(StoreTransfer),
    /// Remove old reports and nodes that are no longer heard of
    Gc(StoreGc),
    /// Answer PuppetDB's queries on a plain port of this machine, for viewers such as puppetboard
    Serve(StoreServe),
}

/// Which store.
#[derive(Debug, Args)]
pub struct StoreFile {
    /// The store: a database, a YAML or JSON file, or the address of PostgreSQL or a PuppetDB
    #[arg(long, value_name = crate::store::HELP)]
    pub store: String,
    /// The folder with the `puppet.conf` whose certificates a PuppetDB is shown [default: /etc/puppetlabs/puppet]
    #[arg(long, value_name = "DIR")]
    pub confdir: Option<PathBuf>,
}

/// What `bunraku store query` is told.
#[derive(Debug, Args)]
pub struct StoreQuery {
    /// The query, as `nodes[certname] { certname ~ "web" }`
    #[arg(value_name = "QUERY")]
    pub query: String,
    /// Which store.
    #[command(flatten)]
    pub file: StoreFile,
}

/// What `bunraku store export` and `import` are told.
#[derive(Debug, Args)]
pub struct StoreTransfer {
    /// The archive; `-` is standard input or output
    #[arg(value_name = "FILE")]
    pub path: PathBuf,
    /// Which store.
    #[command(flatten)]
    pub file: StoreFile,
}

/// What `bunraku store gc` is told.
#[derive(Debug, Args)]
pub struct StoreGc {
    /// Which store.
    #[command(flatten)]
    pub file: StoreFile,
    /// Remove reports that are older than so many days
    #[arg(long, value_name = "DAYS", default_value_t = 14)]
    pub reports: u64,
    /// Take nodes for gone that were not heard of for so many days; 0 is never
    #[arg(long, value_name = "DAYS", default_value_t = 7)]
    pub expire: u64,
    /// Remove nodes that are deactivated or gone for so many days
    #[arg(long, value_name = "DAYS", default_value_t = 14)]
    pub purge: u64,
}

/// What `bunraku store serve` is told.
#[derive(Debug, Args)]
pub struct StoreServe {
    /// Which store.
    #[command(flatten)]
    pub file: StoreFile,
    /// Where to listen: an address of this machine, because whoever connects may read everything
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    pub address: SocketAddr,
}
