//! The settings of an installation: `puppet.conf` over Puppet's defaults.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use bunraku_diag::{Diagnostic, codes};
use bunraku_world::World;

use crate::{ini, setting_names::NAMES};

/// The settings of an installation.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Those of a server, which compiles: its own section before `main`.
    server: BTreeMap<String, String>,
    /// Those of an agent, which tells the name of the node.
    agent: BTreeMap<String, String>,
}

/// Sections whose settings count for a compilation, the strongest last.
const SERVER: [&str; 3] = ["main", "master", "server"];

/// The same for the name of the node.
const AGENT: [&str; 2] = ["main", "agent"];

/// All sections that there may be.
const SECTIONS: [&str; 5] = ["main", "master", "server", "agent", "user"];

/// Settings of environments, which have no place in `puppet.conf`.
const OF_ENVIRONMENTS: [&str; 3] = ["modulepath", "manifest", "config_version"];

/// Defaults that others are made of, or that a compilation needs.
const DEFAULTS: [(&str, &str); 16] = [
    ("basemodulepath", "$codedir/modules:/opt/puppetlabs/puppet/modules"),
    ("codedir", "/etc/puppetlabs/code"),
    ("confdir", "/etc/puppetlabs/puppet"),
    ("default_manifest", "./manifests"),
    ("environment", "production"),
    ("environmentpath", "$codedir/environments"),
    ("logdir", "/var/log/puppetlabs/puppet"),
    ("manifestdir", "$confdir/manifests"),
    ("node_name_value", "$certname"),
    ("publicdir", "/opt/puppetlabs/puppet/public"),
    ("rundir", "/var/run/puppetlabs"),
    ("server", "puppet"),
    ("ssldir", "$confdir/ssl"),
    ("statedir", "$vardir/state"),
    ("vardir", "/opt/puppetlabs/puppet/cache"),
    ("vendormoduledir", "/opt/puppetlabs/puppet/vendor_modules"),
];

impl Settings {
    /// Reads the `puppet.conf` of a folder, if there is one. What is most likely a mistake is noted.
    pub fn read(
        files: &dyn World,
        confdir: &Path,
        notes: &mut Vec<Diagnostic>,
    ) -> Result<Settings, Box<Diagnostic>> {
        let path = confdir.join("puppet.conf");
        let mut settings = Settings::default();
        if let Ok(bytes) = files.read(&path) {
            settings = Settings::parse(&path, &String::from_utf8_lossy(&bytes), notes)?;
        }
        let confdir = confdir.display().to_string();
        for values in [&mut settings.server, &mut settings.agent] {
            values.insert("confdir".to_owned(), confdir.clone());
        }
        Ok(settings)
    }

    fn parse(path: &Path, text: &str, notes: &mut Vec<Diagnostic>) -> Result<Settings, Box<Diagnostic>> {
        let shown = path.display();
        let error = |line: u32, message: &str, help: &str| {
            let message = format!("line {line} of {shown} {message}");
            Box::new(Diagnostic::error(codes::INVALID_SETTING, message).help(help))
        };
        let lines = ini::parse(text).map_err(|line| error(line, "is no setting", "write `name = value`"))?;
        for setting in &lines {
            if !SECTIONS.contains(&setting.section.as_str()) {
                let message = format!("is in an unknown section, `{}`", setting.section);
                return Err(error(setting.line, &message, "there are `main`, `server`, `agent` and `user`"));
            }
            if OF_ENVIRONMENTS.contains(&setting.name.as_str()) {
                let message = format!("sets `{}`, which belongs to an environment", setting.name);
                return Err(error(setting.line, &message, "move it to an `environment.conf`"));
            }
            if !NAMES.contains(&setting.name.as_str())
                && let Some(similar) = bunraku_diag::nearest(&setting.name, NAMES.iter().copied())
            {
                let message =
                    format!("line {} of {shown}: there is no setting `{}`", setting.line, setting.name);
                let warning = Diagnostic::warning(codes::INVALID_SETTING, message);
                notes.push(warning.help(format!("did you mean `{similar}`?")));
            }
        }
        let of = |sections: &[&str]| {
            let mut values = BTreeMap::new();
            for section in sections {
                for setting in lines.iter().filter(|setting| setting.section == *section).rev() {
                    values.insert(setting.name.clone(), setting.value.clone());
                }
            }
            values
        };
        Ok(Settings { server: of(&SERVER), agent: of(&AGENT) })
    }

    /// A setting of the server: what `puppet.conf` says, or a default that is known here.
    pub fn get(&self, name: &str) -> Option<String> {
        value(&self.server, name, 0)
    }

    /// A setting of the agent.
    pub fn of_agent(&self, name: &str) -> Option<String> {
        value(&self.agent, name, 0)
    }

    /// What `puppet.conf` itself says, or nothing.
    pub fn given(&self, name: &str) -> Option<String> {
        self.server.contains_key(name).then(|| self.get(name)).flatten()
    }

    /// A setting that is a list of folders.
    pub fn folders(&self, name: &str) -> Vec<PathBuf> {
        let value = self.get(name).unwrap_or_default();
        value.split(':').filter(|part| !part.is_empty()).map(PathBuf::from).collect()
    }

    /// The names and values of all settings that are known here, for `$settings::name`.
    pub fn all(&self) -> Vec<(String, String)> {
        let defaults = DEFAULTS.iter().map(|(name, _)| (*name).to_owned());
        let mut names: Vec<String> = self.server.keys().cloned().chain(defaults).collect();
        names.sort();
        names.dedup();
        names.into_iter().filter_map(|name| Some((name.clone(), self.get(&name)?))).collect()
    }

    /// A text with the settings that it names in their places.
    pub(crate) fn interpolate(&self, text: &str) -> String {
        ini::interpolate(text, &|name| self.get(name))
    }
}

/// The value of a setting; settings may be made of others, but not of themselves.
fn value(given: &BTreeMap<String, String>, name: &str, depth: usize) -> Option<String> {
    if depth > 10 {
        return None;
    }
    let default = || DEFAULTS.iter().find(|known| known.0 == name).map(|known| known.1);
    let text = given.get(name).map(String::as_str).or_else(default)?;
    Some(ini::interpolate(text, &|name| value(given, name, depth + 1)))
}

#[cfg(test)]
mod tests {
    use bunraku_world::MemoryWorld;

    use super::*;

    fn read(text: &str) -> (Result<Settings, String>, Vec<String>) {
        let files = MemoryWorld::new().with("/etc/p/puppet.conf", text);
        let mut notes = Vec::new();
        let settings = Settings::read(&files, Path::new("/etc/p"), &mut notes);
        (settings.map_err(|error| error.message), notes.into_iter().map(|note| note.message).collect())
    }

    #[test]
    fn sections_and_references() {
        let text = "[main]\nstrict = warning\ncertname = n1\ncodedir = /c\n[server]\nstrict=off\n[agent]\ncertname = n2\n";
        let settings = read(text).0.unwrap();
        assert_eq!(settings.get("strict").as_deref(), Some("off"));
        assert_eq!(settings.of_agent("node_name_value").as_deref(), Some("n2"));
        assert_eq!(settings.get("environmentpath").as_deref(), Some("/c/environments"));
        assert_eq!(settings.get("ssldir").as_deref(), Some("/etc/p/ssl"));
        assert_eq!(settings.folders("basemodulepath")[0], PathBuf::from("/c/modules"));
        assert_eq!(settings.given("environment"), None);
        assert_eq!(settings.get("environment").as_deref(), Some("production"));
    }

    #[test]
    fn settings_that_are_made_of_themselves_end() {
        let settings = read("[main]\ncodedir = $vardir\nvardir = $codedir\n").0.unwrap();
        assert!(settings.get("codedir").is_some());
    }

    #[test]
    fn mistakes() {
        let (settings, notes) = read("[main]\nstrct = error\nmy_own_thing_of_a_plugin = 1\n");
        assert!(settings.is_ok());
        assert_eq!(notes, ["line 2 of /etc/p/puppet.conf: there is no setting `strct`"]);
        assert!(read("[main]\nmodulepath = /x\n").0.unwrap_err().contains("belongs to an environment"));
        assert!(read("[production]\na = 1\n").0.unwrap_err().contains("unknown section"));
        assert!(read("nonsense\n").0.unwrap_err().contains("line 1"));
    }
}
