//! `environment.conf`: settings of an environment, `name = value` a line.

use std::path::{Path, PathBuf};

/// What `environment.conf` says.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Configuration {
    /// The file or folder with the site's manifests, relative to the environment.
    pub(crate) manifest: Option<String>,
    /// The folders with modules, in order.
    pub(crate) modulepath: Option<String>,
}

impl Configuration {
    /// Reads the text. Settings that do not change what is compiled are passed over.
    pub(crate) fn parse(text: &str) -> Configuration {
        let mut configuration = Configuration::default();
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or("").trim();
            let Some((name, value)) = line.split_once('=') else { continue };
            let value = value.trim().to_owned();
            match name.trim() {
                "manifest" => configuration.manifest = Some(value),
                "modulepath" => configuration.modulepath = Some(value),
                _ => {}
            }
        }
        configuration
    }

    /// The folders with modules of an environment; `$basemodulepath` stands for those of the installation.
    pub(crate) fn modulepath(&self, environment: &Path, base: &[PathBuf]) -> Vec<PathBuf> {
        let Some(modulepath) = &self.modulepath else {
            let mut folders = vec![environment.join("modules")];
            folders.extend(base.iter().cloned());
            return folders;
        };
        let mut folders = Vec::new();
        for part in modulepath.split(':').filter(|part| !part.is_empty()) {
            if part == "$basemodulepath" {
                folders.extend(base.iter().cloned());
            } else {
                folders.push(environment.join(part));
            }
        }
        folders
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_modulepath_is_relative_to_the_environment() {
        let text = "# comment\nmodulepath = site:modules:$basemodulepath:/opt/m\nmanifest=site.pp # x\n[main]\nother = 1\n";
        let configuration = Configuration::parse(text);
        assert_eq!(configuration.manifest.as_deref(), Some("site.pp"));
        let paths = configuration.modulepath(Path::new("/env"), &[PathBuf::from("/base")]);
        let expected = ["/env/site", "/env/modules", "/base", "/opt/m"];
        assert_eq!(paths, expected.map(PathBuf::from));
    }

    #[test]
    fn without_a_setting_the_folder_modules_comes_first() {
        let paths = Configuration::default().modulepath(Path::new("/env"), &[PathBuf::from("/base")]);
        assert_eq!(paths, ["/env/modules", "/base"].map(PathBuf::from));
    }
}
