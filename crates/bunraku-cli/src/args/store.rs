//! The options of `bunraku store`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::examples::STORE_EXAMPLES;
use super::number::whole;

/// The options of `bunraku store`.
#[derive(Debug, Args)]
#[command(after_help = STORE_EXAMPLES)]
pub struct Store {
    /// The subcommand.
    #[command(subcommand)]
    pub command: StoreCommand,
}

/// What to do with a store.
#[derive(Debug, Subcommand)]
pub enum StoreCommand {
    /// Show how much a store holds, and check its integrity
    Status(StoreFile),
    /// List nodes with the times of their facts, catalogs and reports
    Nodes(StoreFile),
    /// Run a query, in PQL or as a JSON AST
    Query(StoreQuery),
    /// Export a store as an archive that PuppetDB can import
    Export(StoreTransfer),
    /// Import a PuppetDB archive into a store
    Import(StoreTransfer),
    /// Remove old reports and nodes that no longer report
    Gc(StoreGc),
    /// Serve PuppetDB's query API without TLS on a local port, for viewers such as puppetboard
    Serve(StoreServe),
}

/// The store to use.
#[derive(Debug, Args)]
pub struct StoreFile {
    /// The store: a database, a YAML or JSON file, or the URL of PostgreSQL or a PuppetDB
    #[arg(long, value_name = crate::store::HELP)]
    pub store: String,
    /// The folder with the `puppet.conf` whose certificate is used to connect to a PuppetDB [default:
    /// /etc/puppetlabs/puppet]
    #[arg(long, value_name = "DIR")]
    pub confdir: Option<PathBuf>,
}

/// The options of `bunraku store query`.
#[derive(Debug, Args)]
pub struct StoreQuery {
    /// The query, for example `nodes[certname] { certname ~ "web" }`
    #[arg(value_name = "QUERY")]
    pub query: String,
    /// The store to use.
    #[command(flatten)]
    pub file: StoreFile,
}

/// The options of `bunraku store export` and `import`.
#[derive(Debug, Args)]
pub struct StoreTransfer {
    /// The archive; `-` is standard input or output
    #[arg(value_name = "FILE")]
    pub path: PathBuf,
    /// The store to use.
    #[command(flatten)]
    pub file: StoreFile,
}

/// The options of `bunraku store gc`.
#[derive(Debug, Args)]
pub struct StoreGc {
    /// The store to use.
    #[command(flatten)]
    pub file: StoreFile,
    /// Remove reports that are older than this many days
    #[arg(long, value_name = "DAYS", default_value_t = 14, value_parser = whole::<u64>)]
    pub reports: u64,
    /// Mark nodes as expired that have not reported for this many days; 0 means never
    #[arg(long, value_name = "DAYS", default_value_t = 7, value_parser = whole::<u64>)]
    pub expire: u64,
    /// Remove nodes that were deactivated or expired this many days ago
    #[arg(long, value_name = "DAYS", default_value_t = 14, value_parser = whole::<u64>)]
    pub purge: u64,
}

/// The options of `bunraku store serve`.
#[derive(Debug, Args)]
pub struct StoreServe {
    /// The store to use.
    #[command(flatten)]
    pub file: StoreFile,
    /// The address to listen on; it must be local, because anyone who connects can read everything
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    pub address: SocketAddr,
}
