//! Locations according to the settings of an installation: environments, shared modules, the global `hiera.yaml`.

use std::path::{Path, PathBuf};

use bunraku_world::World;

use crate::PuppetSettings;

impl PuppetSettings {
    /// The module folders that all environments share.
    pub fn base_modulepath(&self) -> Vec<PathBuf> {
        let mut folders = self.folders("basemodulepath");
        folders.extend(self.folders("vendormoduledir"));
        folders
    }

    /// The folder of an environment: the first of this name on the `environmentpath`.
    pub fn environment_folder(&self, files: &dyn World, name: &str) -> Option<PathBuf> {
        let folders = self.folders("environmentpath");
        folders.iter().map(|folder| folder.join(name)).find(|folder| files.is_folder(folder))
    }

    /// The names of the folders on the `environmentpath`, sorted.
    pub fn environment_names(&self, files: &dyn World) -> Vec<String> {
        let folders = self.folders("environmentpath");
        let entries = folders.iter().flat_map(|folder| files.list(folder).unwrap_or_default());
        let mut names: Vec<String> = entries.filter(|entry| entry.folder).map(|entry| entry.name).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The `hiera.yaml` of the installation: the configured one, or one of the two default locations.
    pub fn global_hiera(&self, files: &dyn World) -> Option<PathBuf> {
        if let Some(path) = self.given("hiera_config") {
            return Some(PathBuf::from(path));
        }
        let usual = ["codedir", "confdir"].map(|name| self.get(name).map(PathBuf::from));
        usual.into_iter().flatten().map(|folder| folder.join("hiera.yaml")).find(|path| files.is_file(path))
    }

    /// Finds the `codedir` in a copy of an installation whose `puppet.conf` does not set one: `environments` is in the
    /// folder of `puppet.conf` itself, or in `code` next to it.
    pub fn find_codedir(&mut self, files: &dyn World, confdir: &Path) {
        if self.given("codedir").is_some() || self.given("environmentpath").is_some() {
            return;
        }
        let beside = confdir.parent().map(|parent| parent.join("code"));
        let mut candidates = [Some(confdir.to_owned()), beside].into_iter().flatten();
        if let Some(codedir) = candidates.find(|folder| files.is_folder(&folder.join("environments"))) {
            self.set("codedir", &codedir.to_string_lossy());
        }
    }
}

#[cfg(test)]
mod tests {
    use bunraku_world::MemoryWorld;

    use super::*;

    #[test]
    fn a_copy_of_an_installation_has_its_code_beside_it() {
        let files = MemoryWorld::new()
            .with("/i/puppet/puppet.conf", "")
            .with("/i/code/environments/production/environment.conf", "")
            .with("/i/code/environments/dev/environment.conf", "");
        let confdir = Path::new("/i/puppet");
        let mut settings = PuppetSettings::read(&files, confdir, &mut Vec::new()).unwrap();
        settings.find_codedir(&files, confdir);
        assert_eq!(settings.environment_names(&files), ["dev", "production"]);
        let folder = settings.environment_folder(&files, "dev");
        assert_eq!(folder.as_deref(), Some(Path::new("/i/code/environments/dev")));
        assert_eq!(settings.environment_folder(&files, "none"), None);
        assert_eq!(settings.global_hiera(&files), None);
    }

    #[test]
    fn what_puppet_conf_says_is_not_second_guessed() {
        let files = MemoryWorld::new()
            .with("/i/puppet/puppet.conf", "[main]\ncodedir = /elsewhere\n")
            .with("/i/puppet/environments/production/environment.conf", "");
        let confdir = Path::new("/i/puppet");
        let mut settings = PuppetSettings::read(&files, confdir, &mut Vec::new()).unwrap();
        settings.find_codedir(&files, confdir);
        assert_eq!(settings.get("codedir").as_deref(), Some("/elsewhere"));
    }
}
