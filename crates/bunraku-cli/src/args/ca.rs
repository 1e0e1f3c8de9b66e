//! The options of `bunraku ca`.

use std::path::PathBuf;
use std::time::Duration;

use bunraku_ca::{KeyKind, parse_ttl};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, ValueEnum};

use super::examples::CA_EXAMPLES;

/// The options of `bunraku ca`.
#[derive(Debug, clap::Args)]
#[command(after_help = CA_EXAMPLES)]
pub struct Ca {
    /// The folders of the authority.
    #[command(flatten)]
    pub folders: CaFolders,
    /// Use a running server, such as `https://puppet:8140`, with this machine's certificate, instead of the
    /// authority's files; for `list`, `sign`, `revoke` and `clean`
    #[cfg(unix)]
    #[arg(long, value_name = "URL", global = true, display_order = 94)]
    pub server: Option<String>,
    /// The subcommand.
    #[command(subcommand)]
    pub command: CaCommand,
}

/// The folders of the authority.
#[derive(Debug, Clone, clap::Args)]
pub struct CaFolders {
    /// The folder with `puppet.conf` [default: the current folder if it has an authority or a `puppet.conf`, or
    /// /etc/puppetlabs/puppet]
    #[arg(long, value_name = "DIR", global = true, display_order = 90)]
    pub confdir: Option<PathBuf>,
    /// The folder of the authority [default: as set in `puppet.conf`]
    #[arg(long, value_name = "DIR", global = true, display_order = 91)]
    pub cadir: Option<PathBuf>,
    /// The folder of this machine's keys and certificates [default: as set in `puppet.conf`]
    #[arg(long, value_name = "DIR", global = true, display_order = 92)]
    pub ssldir: Option<PathBuf>,
    /// A `puppet.conf`, instead of `--confdir`
    #[arg(long, value_name = "FILE", global = true, display_order = 93, conflicts_with = "confdir")]
    pub config: Option<PathBuf>,
}

/// What to do with certificates.
#[derive(Debug, clap::Subcommand)]
pub enum CaCommand {
    /// List requests, or all certificates
    List(CaList),
    /// Sign requests
    Sign(CaSign),
    /// Revoke certificates: agents and servers reject them from then on
    Revoke(CaNames),
    /// Revoke certificates and remove them, so that their names can be used again
    Clean(CaNames),
    /// Generate keys and certificates without requests
    Generate(CaGenerate),
    /// Create a new authority: a root and an intermediate authority that signs
    Setup(CaSetup),
    /// Create an authority from an existing key and certificates
    Import(CaImport),
    /// Renew certificates, the authority or its revocation list
    Renew(CaRenew),
    /// Remove certificates without revoking them
    Delete(CaDelete),
}

/// The options of `bunraku ca list`.
#[derive(Debug, clap::Args)]
pub struct CaList {
    /// Also list signed and revoked certificates
    #[arg(long, conflicts_with = "certname")]
    pub all: bool,
    /// List only these names
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub certname: Vec<String>,
    /// The format of the list
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = CaFormat::Text)]
    pub format: CaFormat,
}

/// The forms of a list of certificates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CaFormat {
    /// For people
    Text,
    /// For programs, with all details
    Json,
}

/// The options of `bunraku ca sign`.
#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("which").required(true))]
pub struct CaSign {
    /// The names whose requests to sign
    #[arg(long, value_name = "NAME", value_delimiter = ',', group = "which")]
    pub certname: Vec<String>,
    /// Sign all requests
    #[arg(long, group = "which")]
    pub all: bool,
    /// How long the certificates are valid, such as `90d` [default: as configured]
    #[arg(long, value_name = "TTL", value_parser = ttl)]
    pub ttl: Option<Duration>,
}

/// Which certificates a command is about.
#[derive(Debug, clap::Args)]
pub struct CaNames {
    /// The names
    #[arg(long, value_name = "NAME", value_delimiter = ',', required = true)]
    pub certname: Vec<String>,
}

/// The options of `bunraku ca generate`.
#[derive(Debug, clap::Args)]
pub struct CaGenerate {
    /// The names
    #[arg(long, value_name = "NAME", value_delimiter = ',', required = true)]
    pub certname: Vec<String>,
    /// What new certificates have.
    #[command(flatten)]
    pub new: NewCertificate,
    /// Allow them to use the authority, for example to sign and revoke certificates
    #[arg(long)]
    pub ca_client: bool,
    /// How long the certificates are valid, such as `90d` [default: as configured]
    #[arg(long, value_name = "TTL", value_parser = ttl)]
    pub ttl: Option<Duration>,
}

/// What new certificates have.
#[derive(Debug, clap::Args)]
pub struct NewCertificate {
    /// Additional names: DNS names, and addresses such as `IP:10.0.0.1`
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub subject_alt_names: Vec<String>,
    /// The type of new keys
    #[arg(long, value_name = "KIND", default_value = "p256", value_parser = key_kind())]
    pub key_type: KeyKind,
}

/// The options of `bunraku ca setup`.
#[derive(Debug, clap::Args)]
pub struct CaSetup {
    /// The name of the authority [default: `Puppet CA: ` and the name of the server]
    #[arg(long, value_name = "NAME")]
    pub ca_name: Option<String>,
    /// The name of the root above it [default: `Puppet Root CA: ` and the name of the server]
    #[arg(long, value_name = "NAME")]
    pub root_ca_name: Option<String>,
    /// The name of the server, which gets a certificate [default: `certname` in `puppet.conf`, or the host name]
    #[arg(long, value_name = "NAME")]
    pub certname: Option<String>,
    /// What new certificates have.
    #[command(flatten)]
    pub new: NewCertificate,
}

/// The options of `bunraku ca import`.
#[derive(Debug, clap::Args)]
pub struct CaImport {
    /// The private key of the authority, in PEM
    #[arg(long, value_name = "FILE")]
    pub private_key: PathBuf,
    /// The certificates of the authority and its parents, in PEM
    #[arg(long, value_name = "FILE")]
    pub cert_bundle: PathBuf,
    /// The revocation lists of all of these, in PEM
    #[arg(long, value_name = "FILE")]
    pub crl_chain: PathBuf,
    /// The name of the server, which gets a certificate [default: `certname` in `puppet.conf`, or the host name]
    #[arg(long, value_name = "NAME")]
    pub certname: Option<String>,
    /// What new certificates have.
    #[command(flatten)]
    pub new: NewCertificate,
}

/// The options of `bunraku ca renew`.
#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("what").required(true))]
pub struct CaRenew {
    /// The names whose certificates to renew; the keys stay the same
    #[arg(long, value_name = "NAME", value_delimiter = ',', group = "what")]
    pub certname: Vec<String>,
    /// Renew the authority itself; all certificates stay valid
    #[arg(long, group = "what")]
    pub ca: bool,
    /// Renew the revocation list
    #[arg(long, group = "what")]
    pub crl: bool,
    /// How long the certificates are valid, such as `5y` [default: as configured]
    #[arg(long, value_name = "TTL", value_parser = ttl, conflicts_with = "crl")]
    pub ttl: Option<Duration>,
}

/// The options of `bunraku ca delete`.
#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("which").required(true).multiple(true))]
pub struct CaDelete {
    /// The names whose certificates to remove
    #[arg(long, value_name = "NAME", value_delimiter = ',', group = "which")]
    pub certname: Vec<String>,
    /// Remove certificates that have expired
    #[arg(long, group = "which")]
    pub expired: bool,
    /// Remove certificates that are revoked
    #[arg(long, group = "which")]
    pub revoked: bool,
    /// Remove all certificates
    #[arg(long, group = "which", conflicts_with_all = ["certname", "expired", "revoked"])]
    pub all: bool,
}

fn ttl(text: &str) -> Result<Duration, &'static str> {
    parse_ttl(text).ok_or("expected seconds, or numbers with the units y, d, h, m and s, such as `90d`")
}

fn key_kind() -> impl TypedValueParser<Value = KeyKind> {
    PossibleValuesParser::new(KeyKind::ALL.map(|(name, _)| name))
        .try_map(|name| KeyKind::parse(&name).ok_or("unknown kind"))
}
