//! `environment.conf`: the settings of an environment, one `name = value` per line.

use std::path::{Path, PathBuf};

use bunraku_diag::{Diagnostic, codes};
use bunraku_world::World;

use crate::{ini, names::matching_folders, setting_kind::SettingKind, settings::PuppetSettings};

/// The settings that are allowed.
const KNOWN: [&str; 7] = [
    "modulepath",
    "manifest",
    "config_version",
    "environment_timeout",
    "environment_data_provider",
    "static_catalogs",
    "rich_data",
];

/// The contents of `environment.conf`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Configuration {
    /// The file or folder with the site's manifests, relative to the environment.
    pub(crate) manifest: Option<String>,
    /// The folders with modules, in order.
    pub(crate) modulepath: Option<String>,
    /// The command that prints the version of the code.
    pub(crate) config_version: Option<String>,
    /// How long a server caches the environment.
    pub(crate) timeout: Option<String>,
}

/// How many mistakes in a file are reported.
const MAX_NOTES: usize = 100;

impl Configuration {
    /// Parses the file. Unknown settings are added to `notes`.
    pub(crate) fn parse(path: &Path, text: &str, notes: &mut Vec<Diagnostic>) -> Configuration {
        let shown = path.display();
        let lines = ini::parse(text).unwrap_or_else(|line| {
            let message = format!("line {line} of {shown} is not a setting: the file is ignored");
            let help = "write `name = value`";
            notes.push(Diagnostic::warning(codes::INVALID_SETTING, message).help(help));
            Vec::new()
        });
        let mut configuration = Configuration::default();
        for setting in lines {
            if setting.name == "environment_timeout"
                && SettingKind::TimeToLive.value(&setting.value).is_none()
            {
                let message = format!(
                    "line {} of {shown} sets `environment_timeout` to the invalid value `{}`",
                    setting.line, setting.value
                );
                let help = format!("expected {}", SettingKind::TimeToLive.description());
                notes.push(Diagnostic::warning(codes::INVALID_SETTING, message).help(help));
                continue;
            }
            let value = Some(setting.value);
            let place = match setting.name.as_str() {
                _ if setting.section != "main" => {
                    let section = &setting.section;
                    let message = format!(
                        "line {} of {shown} is in the section `{section}`: it is ignored",
                        setting.line
                    );
                    let help = "remove the section: `environment.conf` has no sections";
                    notes.push(Diagnostic::warning(codes::INVALID_SETTING, message).help(help));
                    continue;
                }
                "manifest" => &mut configuration.manifest,
                "modulepath" => &mut configuration.modulepath,
                "config_version" => &mut configuration.config_version,
                "environment_timeout" => &mut configuration.timeout,
                known if KNOWN.contains(&known) => continue,
                _ if notes.len() >= MAX_NOTES => continue,
                unknown => {
                    let message = format!("line {} of {shown}: unknown setting `{unknown}`", setting.line);
                    let mut warning = Diagnostic::warning(codes::INVALID_SETTING, message);
                    if let Some(similar) = bunraku_diag::nearest(unknown, KNOWN) {
                        warning = warning.help(format!("did you mean `{similar}`?"));
                    }
                    notes.push(warning);
                    continue;
                }
            };
            // If a setting occurs more than once, the first place is reported.
            if place.is_none() {
                *place = value;
            }
        }
        configuration
    }

    /// The module folders of an environment.
    pub(crate) fn modulepath(
        &self,
        files: &dyn World,
        environment: &Path,
        base: &[PathBuf],
        settings: &PuppetSettings,
    ) -> Vec<PathBuf> {
        let Some(modulepath) = &self.modulepath else {
            let mut folders = vec![environment.join("modules")];
            folders.extend(base.iter().cloned());
            return folders;
        };
        let mut folders = Vec::new();
        for part in modulepath.split(':').filter(|part| !part.is_empty()) {
            if part == "$basemodulepath" {
                folders.extend(base.iter().cloned());
                continue;
            }
            let part = settings.interpolate(part);
            folders.extend(part.split(':').flat_map(|part| matching_folders(files, &environment.join(part))));
        }
        folders
    }

    /// The command that prints the version of the code, with relative paths resolved against the environment.
    pub(crate) fn version_command(&self, environment: &Path, settings: &PuppetSettings) -> Option<String> {
        let command = self.config_version.as_deref().filter(|command| !command.is_empty())?;
        let command = settings.interpolate(command);
        Some(environment.join(command).display().to_string())
    }
}

#[cfg(test)]
mod tests {
    use bunraku_world::MemoryWorld;

    use super::*;

    fn parse(text: &str) -> (Configuration, Vec<String>) {
        let mut notes = Vec::new();
        let configuration = Configuration::parse(Path::new("/env/environment.conf"), text, &mut notes);
        (configuration, notes.into_iter().map(|note| note.message).collect())
    }

    #[test]
    fn a_modulepath_is_relative_to_the_environment() {
        let (configuration, notes) =
            parse("# comment\nmodulepath = site:mod*:$basemodulepath:/opt/m\nmanifest=site.pp\nmanifest=x\n");
        assert_eq!((configuration.manifest.as_deref(), notes.len()), (Some("site.pp"), 0));
        let files =
            MemoryWorld::new().with("/env/mod1/a", "").with("/env/mod2/a", "").with("/env/other/a", "");
        let paths = configuration.modulepath(
            &files,
            Path::new("/env"),
            &[PathBuf::from("/base")],
            &PuppetSettings::default(),
        );
        let expected = ["/env/site", "/env/mod1", "/env/mod2", "/base", "/opt/m"];
        assert_eq!(paths, expected.map(PathBuf::from));
    }

    #[test]
    fn without_a_setting_the_folder_modules_comes_first() {
        let configuration = Configuration::default();
        let (files, base) = (MemoryWorld::new(), [PathBuf::from("/base")]);
        let paths = configuration.modulepath(&files, Path::new("/env"), &base, &PuppetSettings::default());
        assert_eq!(paths, ["/env/modules", "/base"].map(PathBuf::from));
    }

    #[test]
    fn what_is_unknown_is_noted() {
        let (configuration, notes) =
            parse("manifests = x\nrich_data = true\n[main]\n[agent]\nmanifest = y\n");
        assert_eq!(configuration, Configuration::default());
        assert_eq!(notes.len(), 2);
        assert_eq!(parse("manifest = x\nwhat\n").0, Configuration::default());
    }

    #[test]
    fn a_command_is_relative_to_the_environment() {
        let (configuration, _) = parse("config_version = scripts/v.sh -x\n");
        let command = configuration.version_command(Path::new("/env"), &PuppetSettings::default());
        assert_eq!(command.as_deref(), Some("/env/scripts/v.sh -x"));
    }
}
