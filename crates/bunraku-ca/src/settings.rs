//! The settings of an authority: folders, rules, clock and log.

use std::fmt::{self, Debug, Formatter};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bunraku_formats::hocon;
use bunraku_pcore::Value;

use crate::{Failure, KeyKind, files};

const DAY: Duration = Duration::from_secs(86_400);

/// Five years of 365 days: the default validity of certificates.
pub const DEFAULT_TTL: Duration = Duration::from_secs(5 * 365 * 86_400);

/// The maximum validity in puppetserver: fifty years of 365 days.
pub const LONGEST_TTL: Duration = Duration::from_secs(50 * 365 * 86_400);

/// The settings of an authority, named after those in `puppet.conf` and `ca.conf`.
#[derive(Debug, Clone)]
pub struct CaSettings {
    /// The folder of the authority: `ca_crt.pem`, `ca_key.pem`, `serial`, `inventory.txt`, `signed`, `requests`.
    pub cadir: PathBuf,
    /// The folder of this machine's own key and certificate, as used by an agent.
    pub ssldir: PathBuf,
    /// The subject of a new authority's certificate, such as `Puppet CA: puppet.example.com`.
    pub ca_name: String,
    /// The validity of new certificates.
    pub ca_ttl: Duration,
    /// Which requests are signed automatically.
    pub autosign: Autosign,
    /// The time limit of an autosign program.
    pub autosign_timeout: Duration,
    /// Folders added to `RUBYLIB` for an autosign program.
    pub ruby_load_path: Vec<PathBuf>,
    /// Folders added to `GEM_PATH` for an autosign program.
    pub gem_path: Vec<PathBuf>,
    /// Whether a name that has a certificate may request another one.
    pub allow_duplicate_certs: bool,
    /// Whether requests may contain alternative names.
    pub allow_subject_alt_names: bool,
    /// Whether requests may contain extensions below `1.3.6.1.4.1.34380.1.3`, which are for authorization.
    pub allow_authorization_extensions: bool,
    /// Whether agents may renew their certificates. This is off in puppetserver, where every fleet stops in its fifth
    /// year.
    pub allow_auto_renewal: bool,
    /// The validity of certificates renewed by agents.
    pub auto_renewal_cert_ttl: Duration,
    /// Whether agents get `infra_crl.pem`, which contains only the machines in `infra_inventory.txt`.
    pub enable_infra_crl: bool,
    /// The kind of new keys: of a new authority, of the server, of generated certificates.
    pub key: KeyKind,
    /// The source of the time.
    pub clock: Clock,
    /// The destination of log messages.
    pub log: Log,
}

impl CaSettings {
    /// puppetserver's defaults, except that renewal is on, and that new keys are P-256.
    pub fn new(cadir: impl Into<PathBuf>, ssldir: impl Into<PathBuf>) -> CaSettings {
        CaSettings {
            cadir: cadir.into(),
            ssldir: ssldir.into(),
            ca_name: "Puppet CA".to_owned(),
            ca_ttl: DEFAULT_TTL,
            autosign: Autosign::Off,
            autosign_timeout: Duration::from_secs(60),
            ruby_load_path: Vec::new(),
            gem_path: Vec::new(),
            allow_duplicate_certs: false,
            allow_subject_alt_names: false,
            allow_authorization_extensions: false,
            allow_auto_renewal: true,
            auto_renewal_cert_ttl: 90 * DAY,
            enable_infra_crl: false,
            key: KeyKind::P256,
            clock: Clock::default(),
            log: Log::default(),
        }
    }
}

impl CaSettings {
    /// Applies the settings in `puppet.conf`. `setting` returns the value of a setting, with references resolved.
    pub fn read_puppet(&mut self, setting: &dyn Fn(&str) -> Option<String>) -> Result<(), Failure> {
        if let Some(name) = setting("ca_name") {
            self.ca_name = name;
        }
        if let Some(autosign) = setting("autosign") {
            self.autosign = Autosign::parse(&autosign);
        }
        for name in ["ca_ttl", "allow_duplicate_certs"] {
            if let Some(value) = setting(name) {
                self.set(name, &value)?;
            }
        }
        Ok(())
    }

    /// Applies a setting of `ca.conf`, such as `allow-subject-alt-names`. Returns whether the setting is known.
    pub fn set(&mut self, name: &str, value: &str) -> Result<bool, Failure> {
        let wrong = |expected: &str| Failure::new(format!("`{name}`: expected {expected}, got `{value}`"));
        let truth = || value.parse::<bool>().map_err(|_| wrong("`true` or `false`"));
        let time = || parse_ttl(value).ok_or_else(|| wrong("a time such as `90d`"));
        match name.replace('_', "-").as_str() {
            "allow-subject-alt-names" => self.allow_subject_alt_names = truth()?,
            "allow-authorization-extensions" => self.allow_authorization_extensions = truth()?,
            "allow-auto-renewal" => self.allow_auto_renewal = truth()?,
            "allow-duplicate-certs" => self.allow_duplicate_certs = truth()?,
            "enable-infra-crl" => self.enable_infra_crl = truth()?,
            "auto-renewal-cert-ttl" => self.auto_renewal_cert_ttl = time()?,
            "ca-ttl" => self.ca_ttl = time()?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl CaSettings {
    /// Applies puppetserver's `ca.conf`, wherever it is relative to the folder of `puppet.conf`. Returns messages for
    /// the operator about ignored settings.
    pub fn read_ca_conf(&mut self, confdir: &Path) -> Result<Vec<String>, Failure> {
        let beside = confdir.parent().map(|parent| parent.join("puppetserver/conf.d/ca.conf"));
        let mut candidates = [Some(confdir.join("conf.d/ca.conf")), beside].into_iter().flatten();
        let Some(path) = candidates.find(|path| path.is_file()) else { return Ok(Vec::new()) };
        let shown = path.display();
        let value = hocon::read(&files::read(&path)?)
            .map_err(|error| Failure::new(format!("cannot read `{shown}`: {error}")))?;
        let mut ignored = Vec::new();
        for (name, value) in members(&value, "certificate-authority") {
            let text = match value {
                Value::Bool(truth) => truth.to_string(),
                Value::Int(number) => number.to_string(),
                Value::Str(text) => text.to_string(),
                _ => String::new(),
            };
            let known =
                self.set(&name, &text).map_err(|failure| Failure::new(format!("`{shown}`: {failure}")))?;
            if !known {
                ignored.push(format!("`{shown}`: the setting `{name}` is ignored"));
            }
        }
        Ok(ignored)
    }
}

/// The members of an object within an object.
fn members(value: &Value, name: &str) -> Vec<(String, Value)> {
    let Value::Hash(outer) = value else { return Vec::new() };
    let inner = outer.iter().find(|(key, _)| key.as_str() == Some(name));
    let Some((_, Value::Hash(inner))) = inner else { return Vec::new() };
    inner.iter().filter_map(|(key, value)| Some((key.as_str()?.to_owned(), value.clone()))).collect()
}

/// Parses a time to live: seconds, or numbers with the units `y`, `d`, `h`, `m` and `s`, such as `1y30d`.
pub fn parse_ttl(text: &str) -> Option<Duration> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut rest = &*text;
    let mut seconds: u64 = 0;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (number, after) = rest.split_at(digits);
        let unit = after.chars().next();
        let length = match unit {
            Some('y') => 31_536_000,
            Some('d') => 86_400,
            Some('h') => 3_600,
            Some('m') => 60,
            Some('s') => 1,
            // A single number needs no unit.
            None if seconds == 0 => 1,
            _ => return None,
        };
        seconds = seconds.checked_add(number.parse::<u64>().ok()?.checked_mul(length)?)?;
        rest = after.get(unit.map_or(0, char::len_utf8)..)?;
    }
    (seconds > 0).then(|| Duration::from_secs(seconds))
}

/// Which requests are signed automatically.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Autosign {
    /// None: an operator signs.
    Off,
    /// All that the rules allow.
    On,
    /// Depending on a file: an executable one is run, any other contains a name or a pattern such as `*.example.com`
    /// per line. Which of the two it is, and whether it exists, is checked for each request.
    File(PathBuf),
}

impl Autosign {
    /// Parses the setting `autosign`: `true`, `false`, or the path of a file.
    pub fn parse(setting: &str) -> Autosign {
        match setting.trim() {
            "true" => Autosign::On,
            "false" | "" => Autosign::Off,
            path => Autosign::File(PathBuf::from(path)),
        }
    }
}

/// The source of the time; tests replace it.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> SystemTime + Send + Sync>);

impl Clock {
    /// A clock that calls a function.
    pub fn new(now: impl Fn() -> SystemTime + Send + Sync + 'static) -> Clock {
        Clock(Arc::new(now))
    }

    /// The current time.
    pub fn now(&self) -> SystemTime {
        (self.0)()
    }
}

impl Default for Clock {
    /// The system clock.
    fn default() -> Clock {
        Clock::new(SystemTime::now)
    }
}

impl Debug for Clock {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Clock")
    }
}

/// The severity of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// For debugging a policy.
    Debug,
    /// What an operator may look for later: signed, revoked, renewed.
    Info,
    /// What an operator should look at.
    Warning,
}

/// A destination for messages; by default they are discarded.
#[derive(Clone)]
pub struct Log(Arc<Write>);

type Write = dyn Fn(Level, &str) + Send + Sync;

impl Log {
    /// A log that passes each message to a function.
    pub fn new(write: impl Fn(Level, &str) + Send + Sync + 'static) -> Log {
        Log(Arc::new(write))
    }

    pub(crate) fn debug(&self, remark: impl AsRef<str>) {
        (self.0)(Level::Debug, remark.as_ref());
    }

    pub(crate) fn info(&self, remark: impl AsRef<str>) {
        (self.0)(Level::Info, remark.as_ref());
    }

    pub(crate) fn warning(&self, remark: impl AsRef<str>) {
        (self.0)(Level::Warning, remark.as_ref());
    }
}

impl Default for Log {
    fn default() -> Log {
        Log::new(|_, _| {})
    }
}

impl Debug for Log {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Log")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        for (string, seconds) in [
            ("60", 60),
            ("1s", 1),
            ("90d", 90 * 86_400),
            ("5y", 157_680_000),
            ("1y 2d3h4m5s", 31_536_000 + 2 * 86_400 + 3 * 3_600 + 4 * 60 + 5),
        ] {
            assert_eq!(parse_ttl(string), Some(Duration::from_secs(seconds)), "{string}");
        }
        for wrong in ["", "0", "d", "1w", "1d2", "-1d", "99999999999999999999", "9999999999999y", "1é"] {
            assert_eq!(parse_ttl(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn settings_of_both_files_are_taken() {
        let mut settings = CaSettings::new("/ca", "/ssl");
        let puppet = |name: &str| match name {
            "autosign" => Some("/etc/autosign.conf".to_owned()),
            "ca_ttl" => Some("1y".to_owned()),
            "allow_duplicate_certs" => Some("true".to_owned()),
            _ => None,
        };
        settings.read_puppet(&puppet).unwrap();
        assert_eq!(settings.autosign, Autosign::File("/etc/autosign.conf".into()));
        assert_eq!(settings.ca_ttl, 365 * DAY);
        assert!(settings.allow_duplicate_certs);
        assert_eq!(settings.set("allow-subject-alt-names", "true"), Ok(true));
        assert!(settings.allow_subject_alt_names);
        assert_eq!(settings.set("certificate-status", "{}"), Ok(false));
        assert_eq!(
            settings.set("ca-ttl", "soon").unwrap_err().to_string(),
            "`ca-ttl`: expected a time such as `90d`, got `soon`"
        );
    }
}
