//! The environment that a command is told to use.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bunraku::{Program, Site};
use bunraku_diag::{Diagnostic, codes};
use bunraku_fs::Disk;
use bunraku_loader::{Environment, EnvironmentError, Layout};

/// Where the code and the data of a site are.
#[derive(Debug, Clone, clap::Args)]
pub struct SiteArgs {
    /// The folder of an environment: its manifests, modules and data
    #[arg(long, value_name = "DIR")]
    pub environment: Option<PathBuf>,
    /// Folders with modules, separated by `:` [default: those that `environment.conf` names]
    #[arg(long, value_name = "DIRS")]
    pub modulepath: Option<String>,
    /// The global `hiera.yaml`
    #[arg(long, value_name = "FILE")]
    pub hiera_config: Option<PathBuf>,
}

impl SiteArgs {
    /// Whether modules or data are asked for.
    pub fn is_given(&self) -> bool {
        self.environment.is_some() || self.modulepath.is_some() || self.hiera_config.is_some()
    }

    /// The same, or the environment in the working folder if nothing is given.
    pub fn or_here(&self) -> SiteArgs {
        let here = (!self.is_given()).then(|| PathBuf::from("."));
        SiteArgs { environment: self.environment.clone().or(here), ..self.clone() }
    }

    /// The environment, with a manifest in the place of its own if one is given.
    pub fn open(&self, program: &Program, manifest: Option<&Path>) -> Result<Site, Box<Diagnostic>> {
        let layout = Layout {
            name: program.environment.clone(),
            folder: self.environment.as_deref().map(absolute),
            modulepath: self.modulepath.as_deref().map(|path| {
                path.split(':')
                    .filter(|part| !part.is_empty())
                    .map(|part| absolute(Path::new(part)))
                    .collect()
            }),
            base_modulepath: Vec::new(),
            manifest: manifest.map(absolute),
        };
        let settings = bunraku_check::Settings { strict: program.settings.strict };
        let environment = Environment::open(Arc::new(Disk), &layout, program.edition, settings);
        let environment = environment.map_err(|error| {
            let message = match error {
                EnvironmentError::NoFolder(path) => format!("there is no folder `{}`", path.display()),
                EnvironmentError::NoManifest(path) => format!("there is no manifest `{}`", path.display()),
            };
            Box::new(Diagnostic::error(codes::WRONG_USE, message))
        })?;
        Ok(Site::new(environment, self.hiera_config.as_deref().map(absolute)))
    }

    /// The name of the environment: its folder's.
    pub fn name(&self) -> Option<String> {
        let folder = absolute(self.environment.as_deref()?);
        Some(folder.file_name()?.to_string_lossy().into_owned())
    }
}

/// A path that does not depend on the working folder: catalogs name files by it.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
