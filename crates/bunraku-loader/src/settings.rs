//! The settings of an installation: `puppet.conf` over Puppet's defaults.

use std::{
    collections::{BTreeMap, HashSet},
    path::{Path, PathBuf},
    sync::Arc,
};

use bunraku_diag::{Diagnostic, codes};
use bunraku_intern::FastMap;
use bunraku_pcore::{Hash, Str, Value};
use bunraku_world::{FileKind, World};

use crate::{
    ini,
    setting_table::{KNOWN, known},
};

/// The settings of an installation.
#[derive(Debug, Clone, Default)]
pub struct PuppetSettings {
    /// Settings of the server, which compiles: its own section takes precedence over `main`.
    server: BTreeMap<String, String>,
    /// Settings of the agent, which determine the name of the node.
    agent: BTreeMap<String, String>,
}

/// The sections that apply to a compilation, highest precedence last.
const SERVER: [&str; 3] = ["main", "master", "server"];

/// The sections that determine the name of the node, highest precedence last.
const AGENT: [&str; 2] = ["main", "agent"];

/// All valid sections.
const SECTIONS: [&str; 5] = ["main", "master", "server", "agent", "user"];

/// Settings of environments, which are not allowed in `puppet.conf`.
const OF_ENVIRONMENTS: [&str; 3] = ["modulepath", "manifest", "config_version"];

/// The variables of the class `settings`, shared by all compilations with the same settings.
pub type SettingVariables = Arc<FastMap<Str, Value>>;

/// How many unknown settings are reported.
const MAX_UNKNOWN: usize = 100;

impl PuppetSettings {
    /// Reads the `puppet.conf` in a folder, if there is one. Likely mistakes are added to `notes`.
    pub fn read(
        files: &dyn World,
        confdir: &Path,
        notes: &mut Vec<Diagnostic>,
    ) -> Result<PuppetSettings, Box<Diagnostic>> {
        let path = confdir.join("puppet.conf");
        let mut settings = PuppetSettings::default();
        if let Ok(bytes) = files.read(&path, FileKind::Configuration) {
            settings = PuppetSettings::parse(&path, &String::from_utf8_lossy(&bytes), notes)?;
        }
        let confdir = confdir.display().to_string();
        for values in [&mut settings.server, &mut settings.agent] {
            values.insert("confdir".to_owned(), confdir.clone());
        }
        Ok(settings)
    }

    fn parse(
        path: &Path,
        text: &str,
        notes: &mut Vec<Diagnostic>,
    ) -> Result<PuppetSettings, Box<Diagnostic>> {
        let shown = path.display();
        let error = |line: u32, message: &str, help: &str| {
            let message = format!("line {line} of {shown} {message}");
            Box::new(Diagnostic::error(codes::INVALID_SETTING, message).help(help))
        };
        let lines =
            ini::parse(text).map_err(|line| error(line, "is not a setting", "write `name = value`"))?;
        let given: HashSet<(&str, &str)> =
            lines.iter().map(|setting| (setting.section.as_str(), setting.name.as_str())).collect();
        let mut unknown: HashSet<&str> = HashSet::new();
        // Puppet does not look at a value that a section with higher precedence replaces.
        let counts = |setting: &ini::Setting| {
            let sections = SERVER.iter().rev();
            let mut naming = sections.filter(|section| given.contains(&(**section, setting.name.as_str())));
            naming.next().is_some_and(|strongest| *strongest == setting.section)
        };
        for setting in &lines {
            if !SECTIONS.contains(&setting.section.as_str()) {
                let message = format!("is in the unknown section `{}`", setting.section);
                return Err(error(
                    setting.line,
                    &message,
                    "valid sections are `main`, `server`, `agent` and `user`",
                ));
            }
            if OF_ENVIRONMENTS.contains(&setting.name.as_str()) {
                let message = format!("sets `{}`, which belongs to an environment", setting.name);
                return Err(error(setting.line, &message, "move it to an `environment.conf`"));
            }
            if let Some((name, kind, _)) = known(&setting.name)
                && !setting.value.contains('$')
                && counts(setting)
                && kind.value(&setting.value).is_none()
            {
                let message = format!("sets `{name}` to the invalid value `{}`", setting.value);
                return Err(error(setting.line, &message, &format!("expected {}", kind.description())));
            }
            let names = KNOWN.iter().map(|known| known.0);
            if known(&setting.name).is_none()
                && unknown.len() < MAX_UNKNOWN
                && unknown.insert(&setting.name)
                && let Some(similar) = bunraku_diag::nearest(&setting.name, names)
            {
                let message = format!("line {} of {shown}: unknown setting `{}`", setting.line, setting.name);
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
        Ok(PuppetSettings { server: of(&SERVER), agent: of(&AGENT) })
    }

    /// A setting of the server: from `puppet.conf`, or Puppet's default.
    pub fn get(&self, name: &str) -> Option<String> {
        value(&self.server, name, 0)
    }

    /// The same as a value of the type that the setting has; `None` if there is no such setting.
    pub fn value(&self, name: &str) -> Option<Value> {
        let (_, kind, _) = known(name)?;
        Some(self.get(name).and_then(|text| kind.value(&text)).unwrap_or_default())
    }

    /// A setting of the agent: from `puppet.conf`, or Puppet's default.
    pub fn of_agent(&self, name: &str) -> Option<String> {
        value(&self.agent, name, 0)
    }

    /// A setting from `puppet.conf` itself; `None` if it is not set there.
    pub fn given(&self, name: &str) -> Option<String> {
        self.server.contains_key(name).then(|| self.get(name)).flatten()
    }

    /// A setting that is a list of folders.
    pub fn folders(&self, name: &str) -> Vec<PathBuf> {
        let value = self.get(name).unwrap_or_default();
        value.split(':').filter(|part| !part.is_empty()).map(PathBuf::from).collect()
    }

    /// Sets a value from the command line, which takes precedence over `puppet.conf`.
    pub fn set(&mut self, name: &str, value: &str) {
        for values in [&mut self.server, &mut self.agent] {
            values.insert(name.to_owned(), value.to_owned());
        }
    }

    /// The variables of the class `settings`: every setting of Puppet by name, and `all_local`, a hash of them.
    pub fn variables(&self) -> SettingVariables {
        let settings = KNOWN.iter().map(|(name, kind, _)| {
            let value = self.get(name).and_then(|text| kind.value(&text)).unwrap_or_default();
            (Str::from(*name), value)
        });
        let all: Hash = settings.map(|(name, value)| (Value::Str(name), value)).collect();
        let named = all.iter().filter_map(|(name, value)| Some((Str::from(name.as_str()?), value.clone())));
        let mut variables: FastMap<Str, Value> = named.collect();
        variables.insert("all_local".into(), Value::Hash(all));
        Arc::new(variables)
    }

    /// Replaces references to settings in a string.
    pub(crate) fn interpolate(&self, text: &str) -> String {
        ini::interpolate(text, &|name| self.get(name))
    }
}

/// The value of a setting. Settings may refer to others, but not to themselves.
fn value(given: &BTreeMap<String, String>, name: &str, depth: usize) -> Option<String> {
    if depth > 10 {
        return None;
    }
    if name == "run_mode" {
        return Some("server".to_owned());
    }
    let default = || known(name).and_then(|known| known.2);
    let text = given.get(name).map(String::as_str).or_else(default)?;
    Some(ini::interpolate(text, &|name| value(given, name, depth + 1)))
}

#[cfg(test)]
mod tests {
    use bunraku_world::MemoryWorld;

    use super::*;

    fn read(text: &str) -> (Result<PuppetSettings, String>, Vec<String>) {
        let files = MemoryWorld::new().with("/etc/p/puppet.conf", text);
        let mut notes = Vec::new();
        let settings = PuppetSettings::read(&files, Path::new("/etc/p"), &mut notes);
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
    fn variables_have_the_values_that_settings_mean() {
        let settings = read("[main]\nnoop = true\nruninterval = 2h\nssldir = $vardir/s\n").0.unwrap();
        let variables = settings.variables();
        let value = |name: &str| variables.get(name).cloned().unwrap_or_default();
        assert_eq!(value("noop"), Value::Bool(true));
        assert_eq!(value("runinterval"), Value::Int(7200));
        assert_eq!(value("splaylimit"), Value::Int(7200));
        assert_eq!(value("certdir"), Value::str("/opt/puppetlabs/puppet/cache/s/certs"));
        assert_eq!(value("strict"), Value::str("error"));
        assert_eq!(value("pidfile"), Value::str("/var/run/puppetlabs/server.pid"));
        assert_eq!(value("priority"), Value::Undef);
        assert_eq!(value("serverport"), Value::Int(8140));
        let Value::Hash(all) = value("all_local") else { panic!("a hash") };
        assert_eq!(all.len() + 1, variables.len());
    }

    #[test]
    fn mistakes() {
        let (settings, notes) = read("[main]\nstrct = error\nmy_own_thing_of_a_plugin = 1\n");
        assert!(settings.is_ok());
        assert_eq!(notes, ["line 2 of /etc/p/puppet.conf: unknown setting `strct`"]);
        assert!(read("[main]\nmodulepath = /x\n").0.unwrap_err().contains("belongs to an environment"));
        assert!(read("[production]\na = 1\n").0.unwrap_err().contains("unknown section"));
        assert!(
            read("[main]\nnoop = maybe\n")
                .0
                .unwrap_err()
                .contains("sets `noop` to the invalid value `maybe`")
        );
        assert!(read("nonsense\n").0.unwrap_err().contains("line 1"));
    }
}
