//! The environment that a command is told to use.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use bunraku::{Program, Site};
use bunraku_diag::{Diagnostic, codes};
use bunraku_fs::Disk;
use bunraku_loader::{Environment, EnvironmentError, Layout};

/// Where the code and the data of a site are.
#[derive(Debug, clap::Args)]
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

    /// The environment of a name that is not the one of `--environment`: the folder beside it.
    fn sibling(&self, name: &str) -> Option<SiteArgs> {
        let folder = absolute(self.environment.as_deref()?).parent()?.join(name);
        let environment = Some(folder);
        Some(SiteArgs {
            environment,
            modulepath: self.modulepath.clone(),
            hiera_config: self.hiera_config.clone(),
        })
    }

    /// The name of the environment: its folder's.
    pub fn name(&self) -> Option<String> {
        let folder = absolute(self.environment.as_deref()?);
        Some(folder.file_name()?.to_string_lossy().into_owned())
    }
}

/// The environments of a run: the one that was asked for, and those that a node classifier names.
pub struct Sites<'a> {
    args: &'a SiteArgs,
    manifest: Option<&'a Path>,
    /// The environment that was asked for.
    first: (String, Site),
    /// The others, opened when a node is in them.
    others: Mutex<HashMap<String, Site>>,
}

impl<'a> Sites<'a> {
    /// Opens the environment that was asked for.
    pub fn open(
        args: &'a SiteArgs,
        program: &Program,
        manifest: Option<&'a Path>,
    ) -> Result<Sites<'a>, Box<Diagnostic>> {
        let site = args.open(program, manifest)?;
        Ok(Sites { args, manifest, first: (program.environment.clone(), site), others: Mutex::default() })
    }

    /// The environment that a program is about.
    pub fn get(&self, program: &Program) -> Result<Site, Box<Diagnostic>> {
        let name = &program.environment;
        let Some(sibling) = self.args.sibling(name).filter(|_| *name != self.first.0) else {
            return Ok(self.first.1.clone());
        };
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(site) = others.get(name) {
            return Ok(site.clone());
        }
        if !sibling.environment.as_deref().is_some_and(Path::is_dir) {
            let message = format!("the node `{}` belongs to an unknown environment, `{name}`", program.node);
            let folder = sibling.environment.unwrap_or_default();
            let help = format!("there is no folder `{}`", folder.display());
            return Err(Box::new(Diagnostic::error(codes::INVALID_NODE_DATA, message).help(help)));
        }
        let site = sibling.open(program, self.manifest)?;
        others.insert(name.clone(), site.clone());
        Ok(site)
    }
}

/// A path that does not depend on the working folder: catalogs name files by it.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
