//! Where the parts of an environment are: its configuration, its modulepath and the folders of its modules.

use std::{
    io,
    path::{Path, PathBuf},
};

use bunraku_diag::Diagnostic;
use bunraku_world::{FileKind, Trust, World};

use crate::{
    EnvironmentError, Layout, Module,
    configuration::Configuration,
    environment::{expanded, site_manifest},
    modules,
};

/// What is known of an environment before any of its modules is looked at.
pub(crate) struct Outline {
    pub(crate) configuration: Configuration,
    pub(crate) modulepath: Vec<PathBuf>,
    pub(crate) modules: Vec<Module>,
}

impl Outline {
    /// Reads the configuration and lists the modules, all of which become trusted.
    pub(crate) fn read(
        files: &dyn World,
        layout: &Layout,
        notes: &mut Vec<Diagnostic>,
    ) -> Result<Outline, EnvironmentError> {
        let mut configuration = Configuration::default();
        trust_layout(files, layout);
        if let Some(folder) = &layout.folder {
            if !files.is_folder(folder) {
                return Err(EnvironmentError::NoFolder(folder.clone()));
            }
            let path = folder.join("environment.conf");
            match files.read(&path, FileKind::Configuration) {
                Ok(bytes) => {
                    configuration = Configuration::parse(&path, &String::from_utf8_lossy(&bytes), notes);
                }
                // Without permission, the folder would look empty, and so would its catalogs.
                Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                    files
                        .list(folder)
                        .map_err(|error| EnvironmentError::Unreadable(folder.clone(), error))?;
                }
                Err(_) => {}
            }
        }
        let modulepath = layout.modulepath.clone().unwrap_or_else(|| match &layout.folder {
            Some(folder) => {
                configuration.modulepath(files, folder, &layout.base_modulepath, &layout.settings)
            }
            None => layout.base_modulepath.clone(),
        });
        // As Puppet does: Ruby code that finds neighbouring files with `File.expand_path` must see the same paths.
        let modulepath: Vec<PathBuf> = modulepath.iter().map(|folder| expanded(folder)).collect();
        // Folders named by the environment itself are trusted only as module folders.
        modulepath.iter().for_each(|folder| files.trust(folder, Trust::Names));
        let modules = modules::find(files, &modulepath);
        modules.iter().for_each(|module| files.trust(&module.path, Trust::Module));
        Ok(Outline { configuration, modulepath, modules })
    }
}

/// The folders of an environment, without anything that is in them.
pub struct EnvironmentFolders {
    /// The module folders, including those that do not exist.
    pub modulepath: Vec<PathBuf>,
    /// The folders of the modules.
    pub modules: Vec<PathBuf>,
    /// The file or folder with the site's manifests.
    pub manifest: Option<PathBuf>,
}

impl EnvironmentFolders {
    /// Finds the folders, which is much cheaper than opening the environment.
    pub fn find(world: &dyn World, layout: &Layout) -> Result<EnvironmentFolders, EnvironmentError> {
        let Outline { configuration, modulepath, modules } = Outline::read(world, layout, &mut Vec::new())?;
        let manifest = site_manifest(layout, &configuration).map(|manifest| expanded(&manifest));
        let modules = modules.into_iter().map(|module| module.path).collect();
        Ok(EnvironmentFolders { modulepath, modules, manifest })
    }
}

/// Tells the world which files the layout names, so that they may be read. The caller vouches for the layout; the
/// contents of `environment.conf` are treated separately.
fn trust_layout(files: &dyn World, layout: &Layout) {
    let folders =
        layout.folder.iter().chain(layout.modulepath.iter().flatten()).chain(&layout.base_modulepath);
    folders.for_each(|folder| files.trust(folder, Trust::Below));
    if let Some(confdir) = layout.settings.given("confdir") {
        files.trust(Path::new(&confdir), Trust::Below);
        // Private keys of the installation must not be read. Those named by hierarchies are read for that purpose only.
        for secret in [layout.settings.get("ssldir"), Some(format!("{confdir}/eyaml"))].into_iter().flatten()
        {
            files.trust(Path::new(&secret), Trust::Secret);
        }
    }
}
