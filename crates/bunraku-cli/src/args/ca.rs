//! The options of `bunraku ca`.

use std::path::PathBuf;
use std::time::Duration;

use bunraku_ca::{KeyKind, parse_ttl};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, ValueEnum};

use super::examples::CA_EXAMPLES;

/// What `bunraku ca` is told.
#[derive(Debug, clap::Args)]
#[command(after_help = CA_EXAMPLES)]
pub struct Ca {
    /// Where the authority is.
    #[command(flatten)]
    pub folders: CaFolders,
    /// Ask a running server, such as `https://puppet:8140`, with the certificate of this machine, instead of using the files
    /// of the authority: for `list`, `sign`, `revoke` and `clean`
    #[cfg(unix)]
    #[arg(long, value_name = "URL", global = true, display_order = 94)]
    pub server: Option<String>,
    /// What to do.
    #[command(subcommand)]
    pub command: CaCommand,
}

/// Where the authority is.
#[derive(Debug, Clone, clap::Args)]
pub struct CaFolders {
    /// The folder with the `puppet.conf` of an installation [default: the working folder if it has an authority or a
    /// `puppet.conf`, or /etc/puppetlabs/puppet]
    #[arg(long, value_name = "DIR", global = true, display_order = 90)]
    pub confdir: Option<PathBuf>,
    /// The folder of the authority [default: what `puppet.conf` says]
    #[arg(long, value_name = "DIR", global = true, display_order = 91)]
    pub cadir: Option<PathBuf>,
    /// The folder of this machine's keys and certificates [default: what `puppet.conf` says]
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
    /// Revoke certificates: agents and servers refuse them from then on
    Revoke(CaNames),
    /// Revoke certificates and remove them, so that their names can be used again
    Clean(CaNames),
    /// Make keys and certificates without requests
    Generate(CaGenerate),
    /// Make a new authority: a root, and an authority below it that signs
    Setup(CaSetup),
    /// Make an authority of a key and certificates that exist
    Import(CaImport),
    /// Renew certificates, the authority or its revocation list
    Renew(CaRenew),
    /// Remove certificates without revoking them
    Delete(CaDelete),
}

/// What `bunraku ca list` is told.
#[derive(Debug, clap::Args)]
pub struct CaList {
    /// List signed and revoked certificates, too
    #[arg(long, conflicts_with = "certname")]
    pub all: bool,
    /// List what these names have
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub certname: Vec<String>,
    /// The form of the list
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = CaFormat::Text)]
    pub format: CaFormat,
}

/// The forms of a list of certificates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CaFormat {
    /// For people
    Text,
    /// For programs, with all that is known
    Json,
}

/// What `bunraku ca sign` is told.
#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("which").required(true))]
pub struct CaSign {
    /// The names whose requests are signed
    #[arg(long, value_name = "NAME", value_delimiter = ',', group = "which")]
    pub certname: Vec<String>,
    /// Sign all requests
    #[arg(long, group = "which")]
    pub all: bool,
    /// How long the certificates are valid, such as `90d` [default: what the settings say]
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

/// What `bunraku ca generate` is told.
#[derive(Debug, clap::Args)]
pub struct CaGenerate {
    /// The names
    #[arg(long, value_name = "NAME", value_delimiter = ',', required = true)]
    pub certname: Vec<String>,
    /// What new certificates have.
    #[command(flatten)]
    pub new: NewCertificate,
    /// Give them the right to use the authority: to sign, to revoke
    #[arg(long)]
    pub ca_client: bool,
    /// How long the certificates are valid, such as `90d` [default: what the settings say]
    #[arg(long, value_name = "TTL", value_parser = ttl)]
    pub ttl: Option<Duration>,
}

/// What new certificates have.
#[derive(Debug, clap::Args)]
pub struct NewCertificate {
    /// Further names: DNS names, and addresses such as `IP:10.0.0.1`
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub subject_alt_names: Vec<String>,
    /// The kind of new keys
    #[arg(long, value_name = "KIND", default_value = "p256", value_parser = key_kind())]
    pub key_type: KeyKind,
}

/// What `bunraku ca setup` is told.
#[derive(Debug, clap::Args)]
pub struct CaSetup {
    /// The name of the authority [default: `Puppet CA: ` and the name of the server]
    #[arg(long, value_name = "NAME")]
    pub ca_name: Option<String>,
    /// The name of the root above it [default: `Puppet Root CA: ` and the name of the server]
    #[arg(long, value_name = "NAME")]
    pub root_ca_name: Option<String>,
    /// The name of the server, which gets a certificate [default: what `puppet.conf` says, or the name of this machine]
    #[arg(long, value_name = "NAME")]
    pub certname: Option<String>,
    /// What new certificates have.
    #[command(flatten)]
    pub new: NewCertificate,
}

/// What `bunraku ca import` is told.
#[derive(Debug, clap::Args)]
pub struct CaImport {
    /// The private key of the authority, in PEM
    #[arg(long, value_name = "FILE")]
    pub private_key: PathBuf,
    /// The certificates of the authority and of those above it, in PEM
    #[arg(long, value_name = "FILE")]
    pub cert_bundle: PathBuf,
    /// The revocation lists of all of them, in PEM
    #[arg(long, value_name = "FILE")]
    pub crl_chain: PathBuf,
    /// The name of the server, which gets a certificate [default: what `puppet.conf` says, or the name of this machine]
    #[arg(long, value_name = "NAME")]
    pub certname: Option<String>,
    /// What new certificates have.
    #[command(flatten)]
    pub new: NewCertificate,
}

/// What `bunraku ca renew` is told.
#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("what").required(true))]
pub struct CaRenew {
    /// The names whose certificates are renewed, for the same keys
    #[arg(long, value_name = "NAME", value_delimiter = ',', group = "what")]
    pub certname: Vec<String>,
    /// Renew the authority itself; all certificates stay valid
    #[arg(long, group = "what")]
    pub ca: bool,
    /// Renew the revocation list
    #[arg(long, group = "what")]
    pub crl: bool,
    /// How long the certificates are valid, such as `5y` [default: what the settings say]
    #[arg(long, value_name = "TTL", value_parser = ttl, conflicts_with = "crl")]
    pub ttl: Option<Duration>,
}

/// What `bunraku ca delete` is told.
#[derive(Debug, clap::Args)]
#[command(group = ArgGroup::new("which").required(true).multiple(true))]
pub struct CaDelete {
    /// The names whose certificates are removed
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
