//! The options of `bunraku server`.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::ValueEnum;

use super::LimitArgs;
use super::examples::SERVER_EXAMPLES;
use super::number::{positive, whole};
use super::policy::Allow;

/// The options of `bunraku server`.
#[derive(Debug, clap::Args)]
#[command(after_help = SERVER_EXAMPLES)]
pub struct Server {
    /// The folder with `puppet.conf`, if there is one
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub confdir: PathBuf,
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "0.0.0.0")]
    pub address: IpAddr,
    /// The port to listen on; 0 picks a free one [default: `serverport` in `puppet.conf`, or 8140]
    #[arg(long, value_name = "PORT", value_parser = whole::<u16>)]
    pub port: Option<u16>,
    /// The name in the server's certificate [default: `certname` in `puppet.conf`, or the host name]
    #[arg(long, value_name = "NAME")]
    pub certname: Option<String>,
    /// Do not run a certificate authority; agents and this server get their certificates elsewhere
    #[arg(long)]
    pub no_ca: bool,
    /// Which requests are signed automatically: `true`, `false`, a file of names, or a program [default: `autosign`
    /// in `puppet.conf`, or the file `autosign.conf` next to it]
    #[arg(long, value_name = "true|false|FILE")]
    pub autosign: Option<String>,
    /// The database for facts, catalogs and reports: a file, or the URL of PostgreSQL or a PuppetDB; with `none`,
    /// they are only kept as files [default: `store.db` in the `server_datadir` of `puppet.conf`]
    #[arg(long, value_name = "FILE|URL|none")]
    pub store: Option<String>,
    /// The number of catalogs compiled at the same time [default: the number of cores]
    #[arg(long, value_name = "COUNT", value_parser = positive::<u16>)]
    pub compilers: Option<u16>,
    /// The number of compilations that may wait; further agents are told to retry later
    #[arg(long, value_name = "COUNT", default_value_t = 1_000, value_parser = whole::<usize>)]
    pub queue: usize,
    /// A Unix socket that serves the web page without TLS to anyone who may open it; over the network, the page
    /// requires an administrator's certificate
    #[arg(long, value_name = "PATH")]
    pub page_socket: Option<PathBuf>,
    /// The user to run as when started by root [default: as set in `bunraku.conf` or `puppet.conf`]
    #[arg(long, value_name = "NAME")]
    pub user: Option<String>,
    /// The group to run as [default: the user's group]
    #[arg(long, value_name = "NAME")]
    pub group: Option<String>,
    /// Allow running as root when no user is set
    #[arg(long)]
    pub allow_root: bool,
    /// The log level
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = LogLevel::Info)]
    pub log_level: LogLevel,
    /// The format of the log
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = LogLines::Text)]
    pub log_format: LogLines,
    /// What compilations may use
    #[command(flatten)]
    pub limits: LimitArgs,
    /// What compilations may do
    #[command(flatten)]
    pub allow: Allow,
}

/// The format of a server's log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogLines {
    /// For people
    Text,
    /// One JSON object per line
    Json,
}

/// How much a server logs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogLevel {
    /// Errors only
    Error,
    /// The same, and warnings
    Warning,
    /// The same, and normal operation
    Info,
    /// The same, and every request
    Debug,
}
