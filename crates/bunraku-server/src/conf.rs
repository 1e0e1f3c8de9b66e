//! Settings that puppetserver has outside `puppet.conf`: the files in `conf.d`, and bunraku's own section there.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use bunraku::formats::hocon;
use bunraku::loader::PuppetSettings;
use bunraku::pcore::Value;

/// The relevant settings in the files of `conf.d`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Conf {
    /// The program that prints the version of an environment's code (`versioned-code.code-id-command`).
    pub code_id_command: Option<String>,
    /// The program that prints a file of a version (`versioned-code.code-content-command`).
    pub code_content_command: Option<String>,
    /// Whether identity is taken from headers of proxies (`authorization.allow-header-cert-info`).
    pub header_identity: bool,
    /// The trusted proxies: addresses, or names in their certificates (`bunraku.trusted-proxies`).
    pub trusted_proxies: Vec<String>,
    /// The server to which requests for the CA are forwarded (`bunraku.ca-url`).
    pub ca_url: Option<String>,
    /// The program that receives every report (`bunraku.report-program`).
    pub report_program: Option<String>,
    /// The folder for report metrics for Prometheus' node exporter (`bunraku.prometheus-folder`).
    pub prometheus_folder: Option<PathBuf>,
    /// The user as which the server runs (`bunraku.user`).
    pub user: Option<String>,
    /// The group as which the server runs (`bunraku.group`).
    pub group: Option<String>,
    /// Settings that have no meaning here.
    pub ignored: Vec<String>,
}

/// An invalid file, and why.
#[derive(Debug)]
pub struct ConfError(pub String);

impl fmt::Display for ConfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ConfError {}

/// The files that are read: the relevant ones of puppetserver, and ours. `auth.conf` and `ca.conf` are also read
/// elsewhere.
const FILES: [&str; 4] = ["puppetserver.conf", "webserver.conf", "auth.conf", "bunraku.conf"];

impl Conf {
    /// Reads the files of an installation.
    pub fn read(settings: &PuppetSettings) -> Result<Conf, ConfError> {
        let confdir = PathBuf::from(settings.get("confdir").unwrap_or_default());
        let mut conf = Conf::default();
        for file in FILES {
            let Some(path) = find(&confdir, file) else { continue };
            let wrong =
                |error: &dyn fmt::Display| ConfError(format!("cannot use `{}`: {error}", path.display()));
            let text = fs::read_to_string(&path).map_err(|error| wrong(&error))?;
            let value = hocon::read(&text).map_err(|error| wrong(&error))?;
            conf.take(&path, &value).map_err(|error| wrong(&error))?;
        }
        Ok(conf)
    }

    fn take(&mut self, path: &Path, value: &Value) -> Result<(), String> {
        let Value::Hash(sections) = value else { return Err("expected sections".to_owned()) };
        for (section, content) in sections.iter() {
            let (Some(section), Value::Hash(content)) = (section.as_str(), content) else { continue };
            for (name, value) in content.iter() {
                let Some(name) = name.as_str() else { continue };
                if !self.set(section, name, value).map_err(|error| format!("{section}.{name}: {error}"))? {
                    self.ignored
                        .push(format!("`{}`: the setting `{section}.{name}` is ignored", path.display()));
                }
            }
        }
        Ok(())
    }

    /// Applies a setting; `false` if it has no meaning here.
    fn set(&mut self, section: &str, name: &str, value: &Value) -> Result<bool, String> {
        let text = || value.as_str().map(str::to_owned).ok_or("expected a string".to_owned()).map(Some);
        match (section, name) {
            ("versioned-code", "code-id-command") => self.code_id_command = text()?,
            ("versioned-code", "code-content-command") => self.code_content_command = text()?,
            ("authorization", "allow-header-cert-info") => {
                self.header_identity = match value {
                    Value::Bool(truth) => *truth,
                    other => other.as_str() == Some("true"),
                }
            }
            // The rules are read elsewhere.
            ("authorization", "version" | "rules") => {}
            ("bunraku", "trusted-proxies") => {
                let Value::Array(names) = value else {
                    return Err("expected an array of strings".to_owned());
                };
                let names: Option<Vec<String>> =
                    names.iter().map(|name| name.as_str().map(str::to_owned)).collect();
                self.trusted_proxies = names.ok_or("expected an array of strings")?;
            }
            ("bunraku", "ca-url") => self.ca_url = text()?,
            ("bunraku", "report-program") => self.report_program = text()?,
            ("bunraku", "prometheus-folder") => self.prometheus_folder = text()?.map(PathBuf::from),
            ("bunraku", "user") => self.user = text()?,
            ("bunraku", "group") => self.group = text()?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// A file of `conf.d`, in the folder of the settings or in puppetserver's next to it.
fn find(confdir: &Path, name: &str) -> Option<PathBuf> {
    let beside = confdir.parent().map(|parent| parent.join("puppetserver/conf.d").join(name));
    [Some(confdir.join("conf.d").join(name)), beside].into_iter().flatten().find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Conf, String> {
        let mut conf = Conf::default();
        conf.take(Path::new("x.conf"), &hocon::read(text).unwrap()).map(|()| conf)
    }

    #[test]
    fn settings_of_puppetserver_and_our_own() {
        let conf = read(
            "versioned-code: { code-id-command: /bin/id }\nauthorization: { version: 1, rules: [], \
             allow-header-cert-info: true }\nbunraku: { trusted-proxies: [\"10.0.0.1\", proxy], user: puppet }",
        );
        let conf = conf.unwrap();
        assert_eq!(conf.code_id_command.as_deref(), Some("/bin/id"));
        assert!(conf.header_identity);
        assert_eq!(conf.trusted_proxies, ["10.0.0.1", "proxy"]);
        assert_eq!(conf.user.as_deref(), Some("puppet"));
        assert!(conf.ignored.is_empty());
    }

    #[test]
    fn what_means_nothing_is_told_and_what_is_wrong_is_refused() {
        let conf = read("jruby-puppet: { max-active-instances: 4 }").unwrap();
        assert_eq!(conf.ignored, ["`x.conf`: the setting `jruby-puppet.max-active-instances` is ignored"]);
        assert!(read("bunraku: { trusted-proxies: proxy }").is_err());
    }
}
