//! The options of `bunraku server`.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::ValueEnum;

use super::LimitArgs;
use super::examples::SERVER_EXAMPLES;
use super::policy::Allow;

/// What `bunraku server` is told.
#[derive(Debug, clap::Args)]
#[command(after_help = SERVER_EXAMPLES)]
pub struct Server {
    /// The folder with the `puppet.conf` of an installation, which need not have one
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub confdir: PathBuf,
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "0.0.0.0")]
    pub address: IpAddr,
    /// The port to listen on; 0 is any that is free [default: what `puppet.conf` says for `serverport`, or 8140]
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
    /// The name in the certificate of the server [default: what `puppet.conf` says, or the name of this machine]
    #[arg(long, value_name = "NAME")]
    pub certname: Option<String>,
    /// Serve no certificate authority; agents and this server have their certificates from another one
    #[arg(long)]
    pub no_ca: bool,
    /// Which certificates are signed at once: `true`, `false`, a file of names, or a program [default: what `puppet.conf`
    /// says, or the file `autosign.conf` beside it]
    #[arg(long, value_name = "true|false|FILE")]
    pub autosign: Option<String>,
    /// The database that facts, catalogs and reports are kept in: a file, or the address of PostgreSQL or a PuppetDB; `none`
    /// keeps them only as files [default: `store.db` in the folder that `puppet.conf` names as `server_datadir`]
    #[arg(long, value_name = "FILE|URL|none")]
    pub store: Option<String>,
    /// How many catalogs are compiled at a time [default: as many as there are cores]
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..))]
    pub compilers: Option<u16>,
    /// How many compilations may wait; agents that come when there are more are told to come again
    #[arg(long, value_name = "COUNT", default_value_t = 1_000)]
    pub queue: usize,
    /// A socket where the web page is served, without TLS, to those who may open it; elsewhere it needs the certificate of an
    /// administrator
    #[arg(long, value_name = "PATH")]
    pub page_socket: Option<PathBuf>,
    /// The user that the server becomes when root starts it [default: what `bunraku.conf` or `puppet.conf` says]
    #[arg(long, value_name = "NAME")]
    pub user: Option<String>,
    /// The group that the server becomes [default: that of the user]
    #[arg(long, value_name = "NAME")]
    pub group: Option<String>,
    /// Let root run the server, when no user is named
    #[arg(long)]
    pub allow_root: bool,
    /// How much is logged
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = LogLevel::Info)]
    pub log_level: LogLevel,
    /// What compilations may use
    #[command(flatten)]
    pub limits: LimitArgs,
    /// What compilations may do
    #[command(flatten)]
    pub allow: Allow,
}

/// How much a server logs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogLevel {
    /// What fails
    Error,
    /// And what is odd
    Warning,
    /// And what happens in the ordinary way
    Info,
    /// And every request
    Debug,
}
