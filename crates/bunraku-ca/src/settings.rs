//! What an authority is told: its folders, its rules, and how it reaches the clock and the log.

use std::fmt::{self, Debug, Formatter};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bunraku_formats::hocon;
use bunraku_pcore::Value;

use crate::{Failure, KeyKind, files};

const DAY: Duration = Duration::from_secs(86_400);

/// Five years of 365 days: how long certificates are valid unless something else is asked for.
pub const DEFAULT_TTL: Duration = Duration::from_secs(5 * 365 * 86_400);

/// The longest validity that puppetserver accepts: fifty years of 365 days.
pub const LONGEST_TTL: Duration = Duration::from_secs(50 * 365 * 86_400);

/// The settings of an authority, named after those of `puppet.conf` and `ca.conf`.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The folder of the authority: `ca_crt.pem`, `ca_key.pem`, `serial`, `inventory.txt`, `signed`, `requests`.
    pub cadir: PathBuf,
    /// The folder of this machine's own key and certificate, as an agent has it.
    pub ssldir: PathBuf,
    /// The subject of a new authority's certificate, such as `Puppet CA: puppet.example.com`.
    pub ca_name: String,
    /// How long new certificates are valid.
    pub ca_ttl: Duration,
    /// Which requests are signed as they come in.
    pub autosign: Autosign,
    /// How long a program that decides about requests may take.
    pub autosign_timeout: Duration,
    /// Folders that are added to `RUBYLIB` for a program that decides about requests.
    pub ruby_load_path: Vec<PathBuf>,
    /// Folders that are added to `GEM_PATH` for such a program.
    pub gem_path: Vec<PathBuf>,
    /// Whether a name that has a certificate may ask for another one.
    pub allow_duplicate_certs: bool,
    /// Whether requests may name more than the certname.
    pub allow_subject_alt_names: bool,
    /// Whether requests may have extensions below `1.3.6.1.4.1.34380.1.3`, which give rights.
    pub allow_authorization_extensions: bool,
    /// Whether agents may renew their certificates. puppetserver has this off; then every fleet stops in its fifth year.
    pub allow_auto_renewal: bool,
    /// How long certificates are valid that their agents renew.
    pub auto_renewal_cert_ttl: Duration,
    /// Whether agents get `infra_crl.pem`, which has only the machines that `infra_inventory.txt` names.
    pub enable_infra_crl: bool,
    /// The kind of new keys: of a new authority, of the server, of generated certificates.
    pub key: KeyKind,
    /// Where the time comes from.
    pub clock: Clock,
    /// Where remarks go.
    pub log: Log,
}

impl Settings {
    /// puppetserver's defaults, except that renewal is on, and that new keys are P-256.
    pub fn new(cadir: impl Into<PathBuf>, ssldir: impl Into<PathBuf>) -> Settings {
        Settings {
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

impl Settings {
    /// Takes what `puppet.conf` says over: the function gives the value of a setting, with its references resolved.
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

    /// Sets what a line of `ca.conf` says, such as `allow-subject-alt-names`; tells whether the setting is known.
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

impl Settings {
    /// Takes puppetserver's `ca.conf` over, wherever it lies beside the folder of a `puppet.conf`. Gives the sentences that
    /// an operator should read: which of its settings are ignored.
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

/// Reads a time to live: seconds, or numbers with the units `y`, `d`, `h`, `m` and `s`, such as `1y30d`.
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
            // A number alone has no unit.
            None if seconds == 0 => 1,
            _ => return None,
        };
        seconds = seconds.checked_add(number.parse::<u64>().ok()?.checked_mul(length)?)?;
        rest = after.get(unit.map_or(0, char::len_utf8)..)?;
    }
    (seconds > 0).then(|| Duration::from_secs(seconds))
}

/// Which requests are signed as they come in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Autosign {
    /// None: an operator signs.
    Off,
    /// All that the rules allow.
    On,
    /// What a file says: an executable one is run, any other has a name or a pattern such as `*.example.com` a line.
    /// Which of the two it is, and whether it exists, is looked up at each request.
    File(PathBuf),
}

impl Autosign {
    /// Reads the setting `autosign`: `true`, `false`, or the path of a file.
    pub fn parse(setting: &str) -> Autosign {
        match setting.trim() {
            "true" => Autosign::On,
            "false" | "" => Autosign::Off,
            path => Autosign::File(PathBuf::from(path)),
        }
    }
}

/// Where the time comes from; tests set it.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> SystemTime + Send + Sync>);

impl Clock {
    /// A clock that asks a function.
    pub fn new(now: impl Fn() -> SystemTime + Send + Sync + 'static) -> Clock {
        Clock(Arc::new(now))
    }

    /// The time.
    pub fn now(&self) -> SystemTime {
        (self.0)()
    }
}

impl Default for Clock {
    /// The clock of the machine.
    fn default() -> Clock {
        Clock::new(SystemTime::now)
    }
}

impl Debug for Clock {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("Clock")
    }
}

/// How much a remark matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// For who looks for a mistake in a policy.
    Debug,
    /// What an operator wants to find later: signed, revoked, renewed.
    Info,
    /// What an operator should look at.
    Warning,
}

/// Where remarks go; by default nowhere.
#[derive(Clone)]
pub struct Log(Arc<Write>);

type Write = dyn Fn(Level, &str) + Send + Sync;

impl Log {
    /// A log that hands each remark to a function.
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
        for (text, seconds) in [
            ("60", 60),
            ("1s", 1),
            ("90d", 90 * 86_400),
            ("5y", 157_680_000),
            ("1y 2d3h4m5s", 31_536_000 + 2 * 86_400 + 3 * 3_600 + 4 * 60 + 5),
        ] {
            assert_eq!(parse_ttl(text), Some(Duration::from_secs(seconds)), "{text}");
        }
        for wrong in ["", "0", "d", "1w", "1d2", "-1d", "99999999999999999999", "9999999999999y", "1é"] {
            assert_eq!(parse_ttl(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn settings_of_both_files_are_taken() {
        let mut settings = Settings::new("/ca", "/ssl");
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
