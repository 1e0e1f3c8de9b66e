//! The configuration of a server.

use std::fmt;
use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bunraku::Program;
use bunraku::loader::PuppetSettings;
use bunraku::world::World;
use bunraku_ca::tls::HostFiles;
use bunraku_ca::{Authority, Certificate};

use crate::auth::Rules;
use crate::conf::Conf;
use crate::keep::{Folders, Keep};
use crate::log::Log;
use crate::static_catalog::{Contents, Programs, Versions};
use crate::systemd::Manager;
use crate::time::Timestamp;

/// Creates the world of an environment; environments do not share what they trust.
pub type Worlds = Arc<dyn Fn() -> Arc<dyn World> + Send + Sync>;

/// The configuration of a server.
pub struct Config {
    /// The address to listen on, unless there is a listener.
    pub address: SocketAddr,
    /// A socket that has already been opened, by systemd.
    pub listener: Option<TcpListener>,
    /// The path of a local socket for the web page, open to those who may connect to it.
    pub page_socket: Option<PathBuf>,
    /// The service manager, which is notified of events.
    pub manager: Manager,
    /// The settings of the installation.
    pub settings: PuppetSettings,
    /// What all compilations share: edition, limits, settings.
    pub program: Program,
    /// The worlds of environments.
    pub worlds: Worlds,
    /// The unrestricted world of the server itself: settings, environments, the node classifier.
    pub machine: Arc<dyn World>,
    /// The files of the server's own certificate.
    pub tls: HostFiles,
    /// The certificate authority, if this server is one.
    pub authority: Option<Authority>,
    /// The authorization rules.
    pub rules: Rules,
    /// The store for facts, catalogs and reports.
    pub keep: Arc<dyn Keep>,
    /// The folder of the file bucket.
    pub bucket: PathBuf,
    /// Settings that are not in `puppet.conf`.
    pub conf: Conf,
    /// How the files of static catalogs are versioned.
    pub versions: Versions,
    /// Limits on resources and times.
    pub limits: ServerLimits,
    /// The log for operators.
    pub log: Log,
}

/// Why the settings of an installation are invalid.
#[derive(Debug)]
pub struct ConfigError(pub String);

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ConfigError {}

/// The configuration folder of Puppet's own packages.
const PACKAGED: &str = "/etc/puppetlabs/puppet";

/// Sets the folders that `puppet.conf` does not name. Those of Puppet's packages are used with their `puppet.conf`; any
/// other installation has all of its folders inside its own.
pub fn settle(settings: &mut PuppetSettings) {
    let confdir = PathBuf::from(settings.get("confdir").unwrap_or_default());
    let packaged = confdir == Path::new(PACKAGED);
    if settings.given("vardir").is_none() {
        let vardir = match packaged {
            true => PathBuf::from("/opt/puppetlabs/server/data/puppetserver"),
            false => confdir.join("var"),
        };
        settings.set("vardir", &vardir.to_string_lossy());
    }
    if settings.given("cadir").is_none() {
        let old = PathBuf::from(settings.get("ssldir").unwrap_or_default()).join("ca");
        if old.is_dir() {
            settings.set("cadir", &old.to_string_lossy());
        } else if !packaged {
            settings.set("cadir", &confdir.join("ca").to_string_lossy());
        }
    }
    if settings.given("certname").is_none() {
        let name = nix::unistd::gethostname().ok().and_then(|name| name.into_string().ok());
        let name = name.filter(|name| !name.is_empty()).unwrap_or_else(|| "localhost".to_owned());
        settings.set("certname", &name.to_lowercase());
    }
}

/// The rules of an installation: its `auth.conf`, or the built-in ones.
pub fn rules(settings: &PuppetSettings) -> Result<(Rules, Option<PathBuf>), ConfigError> {
    let confdir = PathBuf::from(settings.get("confdir").unwrap_or_default());
    let beside = confdir.parent().map(|parent| parent.join("puppetserver/conf.d/auth.conf"));
    let mut candidates = [Some(confdir.join("conf.d/auth.conf")), beside].into_iter().flatten();
    let Some(path) = candidates.find(|path| path.is_file()) else {
        let rules = Rules::built_in().map_err(|error| ConfigError(error.to_string()))?;
        return Ok((rules, None));
    };
    let wrong = |error: &dyn fmt::Display| ConfigError(format!("cannot use `{}`: {error}", path.display()));
    let text = fs::read_to_string(&path).map_err(|error| wrong(&error))?;
    let rules = crate::auth::read(&text).map_err(|error| wrong(&error))?;
    Ok((rules, Some(path)))
}

/// The certificate files according to the settings.
pub fn host_files(settings: &PuppetSettings) -> HostFiles {
    let path = |name: &str| PathBuf::from(settings.get(name).unwrap_or_default());
    HostFiles {
        certificate: path("hostcert"),
        private_key: path("hostprivkey"),
        ca_bundle: path("localcacert"),
        crl: path("hostcrl"),
    }
}

/// The problem with the certificate of a server that is not its own authority, if there is one.
pub fn host_warning(files: &HostFiles) -> Option<String> {
    const SOON: Duration = Duration::from_secs(30 * 86_400);
    let text = fs::read_to_string(&files.certificate).ok()?;
    let certificate = Certificate::from_pem(&text).ok()?;
    let (end, now) = (certificate.not_after(), SystemTime::now());
    let word = match end {
        end if end < now => "expired",
        end if end < now + SOON => "expires",
        _ => return None,
    };
    let path = files.certificate.display();
    Some(format!("the server's certificate, `{path}`, {word} at {}: renew it", Timestamp::of(end).http()))
}

/// Opens or creates the certificate authority of an installation, and the certificate of the server.
pub fn authority(settings: &PuppetSettings, log: &Log) -> Result<(Authority, HostFiles), ConfigError> {
    let path = |name: &str| PathBuf::from(settings.get(name).unwrap_or_default());
    let mut of_ca = bunraku_ca::CaSettings::new(path("cadir"), path("ssldir"));
    let failed = |error: &dyn fmt::Display| ConfigError(error.to_string());
    of_ca.read_puppet(&|name| settings.get(name)).map_err(|error| failed(&error))?;
    for note in of_ca.read_ca_conf(&path("confdir")).map_err(|error| failed(&error))? {
        log.warning(note);
    }
    let lines = log.clone();
    of_ca.log = bunraku_ca::Log::new(move |level, line| match level {
        bunraku_ca::Level::Debug => lines.line(crate::log::Level::Debug, line),
        bunraku_ca::Level::Info => lines.info(line),
        bunraku_ca::Level::Warning => lines.warning(line),
    });
    let key = of_ca.key;
    let authority = Authority::open_or_create(of_ca).map_err(|error| failed(&error))?;
    let certname = settings.get("certname").unwrap_or_default();
    let names = settings.get("dns_alt_names").unwrap_or_default();
    let mut names: Vec<String> =
        names.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect();
    if names.is_empty() {
        // So that it works when tried out on a single machine.
        names = vec!["puppet".to_owned(), "localhost".to_owned()];
    }
    let files = authority.ensure_host(&certname, &names, key).map_err(|error| failed(&error))?;
    if authority.renew_host_if_needed(&certname, &files).map_err(|error| failed(&error))? {
        log.info(format_args!("renewed the server's certificate, {certname}"));
    }
    for warning in authority.warnings().map_err(|error| failed(&error))? {
        log.warning(warning);
    }
    Ok((authority, files))
}

/// The folders for facts and reports according to the settings.
pub fn folders(settings: &PuppetSettings) -> Folders {
    let path = |name: &str| PathBuf::from(settings.get(name).unwrap_or_default());
    let reports = settings.get("reports").unwrap_or_default();
    let stored = reports.split(',').any(|name| name.trim() == "store");
    let classified = settings.get("node_terminus").is_some_and(|terminus| terminus == "exec");
    Folders {
        facts: path("server_datadir").join("facts"),
        facts_yaml: classified.then(|| path("yamldir").join("facts")),
        reports: stored.then(|| path("reportdir")),
    }
}

/// How static catalogs are made: by the programs of `versioned-code`, or with contents that the server stores.
pub fn versions(settings: &PuppetSettings, conf: &Conf) -> Result<Versions, ConfigError> {
    match (&conf.code_id_command, &conf.code_content_command) {
        (Some(code_id), Some(code_content)) => {
            Ok(Versions::Told(Programs { code_id: code_id.clone(), code_content: code_content.clone() }))
        }
        (None, None) => {
            let folder = PathBuf::from(settings.get("server_datadir").unwrap_or_default());
            Ok(Versions::Kept(Contents::new(folder.join("static"))))
        }
        _ => Err(ConfigError("`code-id-command` and `code-content-command` must be set together".to_owned())),
    }
}

/// Limits on resources and times.
#[derive(Debug, Clone)]
pub struct ServerLimits {
    /// The number of threads that compile.
    pub compilers: usize,
    /// The number of compilations that may wait.
    pub queue: usize,
    /// How long a compilation may take, from the moment it begins.
    pub compile_time: Duration,
    /// Rejected clients are told to retry after at most this many seconds.
    pub longest_delay: u64,
    /// The number of simultaneous connections.
    pub connections: usize,
    /// The maximum size of a request's head in bytes.
    pub head: usize,
    /// The maximum size of a body with facts, a report or a file, in bytes.
    pub body: usize,
    /// The maximum total size of all bodies that are larger than `small_body`, in bytes.
    pub all_bodies: usize,
    /// The maximum size of other bodies, in bytes.
    pub small_body: usize,
    /// How long a client may take for its part of the TLS handshake.
    pub handshake_time: Duration,
    /// How long a connection may be idle, and how long the head of a request may take.
    pub idle_time: Duration,
    /// How long a body may take to arrive.
    pub body_time: Duration,
    /// How long a client may take to receive 64 kB of a response.
    pub send_time: Duration,
    /// How long the server waits for its clients when it stops.
    pub stop_time: Duration,
    /// The interval between checks for changed environments and certificates.
    pub look: Duration,
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        ServerLimits {
            compilers: 2,
            queue: 1_000,
            compile_time: Duration::from_secs(300),
            longest_delay: 300,
            connections: 10_000,
            head: 64 << 10,
            body: 64 << 20,
            all_bodies: 64 << 20,
            small_body: 1 << 20,
            handshake_time: Duration::from_secs(20),
            idle_time: Duration::from_secs(30),
            body_time: Duration::from_secs(60),
            send_time: Duration::from_secs(60),
            stop_time: Duration::from_secs(30),
            look: Duration::from_secs(1),
        }
    }
}
