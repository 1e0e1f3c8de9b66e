//! The environment that a command is told to use.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use bunraku::diag::{Diagnostic, codes};
use bunraku::loader::{Environment, Layout, Settings};
use bunraku::world::names::{InvalidName, check_environment};
use bunraku::world::{AskedBy, Command, CommandError, Status, World};
use bunraku::{Program, Site};
use bunraku_fs::Machine;

use crate::files::{MACHINE, reason};

/// Where the code and the data of a site are.
#[derive(Debug, Clone, clap::Args)]
pub struct SiteArgs {
    /// The folder of an environment: its manifests, modules and data [default: the one that `puppet.conf` tells]
    #[arg(long, value_name = "DIR")]
    pub environment: Option<PathBuf>,
    /// The folder with the `puppet.conf` of an installation
    #[arg(long, value_name = "DIR")]
    pub confdir: Option<PathBuf>,
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
        self.environment.is_some()
            || self.modulepath.is_some()
            || self.hiera_config.is_some()
            || self.confdir.is_some()
    }

    /// The settings of the installation, with what is odd about them. Without `--confdir` there are none.
    pub fn settings(&self) -> Result<(Settings, Vec<Diagnostic>), Box<Diagnostic>> {
        let mut notes = Vec::new();
        let Some(confdir) = &self.confdir else { return Ok((Settings::default(), notes)) };
        if !MACHINE.is_folder(confdir) {
            let message = format!("there is no folder `{}`", confdir.display());
            return Err(Box::new(Diagnostic::error(codes::WRONG_USE, message)));
        }
        let settings = Settings::read(&*MACHINE, &absolute(confdir), &mut notes)?;
        Ok((settings, notes))
    }

    /// The same, or the environment in the working folder if nothing is given.
    pub fn or_here(&self) -> SiteArgs {
        let here = (!self.is_given()).then(|| PathBuf::from("."));
        SiteArgs { environment: self.environment.clone().or(here), ..self.clone() }
    }

    /// The environment, with a manifest in the place of its own if one is given.
    pub fn open(&self, program: &Program, manifest: Option<&Path>) -> Result<Site, Box<Diagnostic>> {
        let (settings, _) = self.settings()?;
        let mut base_modulepath = Vec::new();
        if self.confdir.is_some() {
            base_modulepath = settings.folders("basemodulepath");
            base_modulepath.extend(settings.folders("vendormoduledir"));
        }
        let folder = match &self.environment {
            Some(folder) => Some(absolute(folder)),
            None => self.configured(&settings, &program.environment)?,
        };
        let global = match &self.hiera_config {
            Some(path) if path.is_file() => Some(absolute(path)),
            Some(path) => {
                let message = format!("there is no file `{}`", path.display());
                let help = "`--hiera-config` names a `hiera.yaml`; leave it out if there is none";
                return Err(Box::new(Diagnostic::error(codes::WRONG_USE, message).help(help)));
            }
            None => self.confdir.as_ref().and_then(|_| global_hiera(&settings)),
        };
        let layout = Layout {
            name: program.environment.clone(),
            folder,
            modulepath: self.modulepath.as_deref().map(|path| {
                path.split(':')
                    .filter(|part| !part.is_empty())
                    .map(|part| absolute(Path::new(part)))
                    .collect()
            }),
            base_modulepath,
            manifest: manifest.map(absolute),
            settings,
        };
        // Each environment has a machine of its own: what belongs to one is nothing to another.
        let policy = program.world.policy().cloned().unwrap_or_default();
        let machine = Arc::new(Machine::with_policy(policy));
        let environment = Environment::open(machine, &layout, program.language());
        let environment =
            environment.map_err(|error| Box::new(Diagnostic::error(codes::WRONG_USE, error.to_string())))?;
        Ok(Site::new(environment, global))
    }

    /// The folder of an environment that `puppet.conf` knows how to find.
    fn configured(&self, settings: &Settings, name: &str) -> Result<Option<PathBuf>, Box<Diagnostic>> {
        if self.confdir.is_none() {
            return Ok(None);
        }
        check_environment(name).map_err(|invalid| unknown_environment(&invalid))?;
        let folders = settings.folders("environmentpath");
        let found = folders.iter().map(|folder| folder.join(name)).find(|folder| MACHINE.is_folder(folder));
        if found.is_some() {
            return Ok(found);
        }
        let searched: Vec<String> = folders.iter().map(|folder| format!("`{}`", folder.display())).collect();
        let message = format!("there is no environment `{name}`");
        let help = format!("it would be a folder in {}", searched.join(" or "));
        Err(Box::new(Diagnostic::error(codes::WRONG_USE, message).help(help)))
    }

    /// The environment of a name that is not the one that was asked for: the folder beside it.
    fn sibling(&self, first: &Site, name: &str) -> Option<SiteArgs> {
        let folder = first.environment.folder.as_ref()?.parent()?.join(name);
        Some(SiteArgs { environment: Some(folder), ..self.clone() })
    }

    /// The name of the environment: its folder's.
    pub fn name(&self) -> Option<String> {
        let folder = absolute(self.environment.as_deref()?);
        Some(folder.file_name()?.to_string_lossy().into_owned())
    }
}

fn unknown_environment(invalid: &InvalidName) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::INVALID_NODE_DATA, invalid.message.clone()).help(invalid.help))
}

/// The `hiera.yaml` of an installation: the one that is set, or one of two usual places.
fn global_hiera(settings: &Settings) -> Option<PathBuf> {
    if let Some(path) = settings.given("hiera_config") {
        return Some(PathBuf::from(path));
    }
    let usual = ["codedir", "confdir"].map(|name| settings.get(name).map(PathBuf::from));
    usual.into_iter().flatten().map(|folder| folder.join("hiera.yaml")).find(|path| path.is_file())
}

/// The environments of a run: the one that was asked for, and those that a node classifier names.
pub struct Sites<'a> {
    args: &'a SiteArgs,
    manifest: Option<&'a Path>,
    /// The name of the environment that was asked for.
    name: String,
    first: Opened,
    /// The others, opened when a node is in them.
    others: Mutex<HashMap<String, Opened>>,
}

/// An environment and the version of its code, if it tells one.
#[derive(Clone)]
pub struct Opened {
    /// The environment.
    pub site: Site,
    /// The version of its code.
    pub version: Option<String>,
    /// What is to be said about it, once.
    note: Arc<Mutex<Option<Diagnostic>>>,
}

impl<'a> Sites<'a> {
    /// Opens the environment that was asked for.
    pub fn open(
        args: &'a SiteArgs,
        program: &Program,
        manifest: Option<&'a Path>,
    ) -> Result<Sites<'a>, Box<Diagnostic>> {
        let first = Opened::new(args.open(program, manifest)?)?;
        Ok(Sites { args, manifest, name: program.environment.clone(), first, others: Mutex::default() })
    }

    /// The environment that a program is about.
    pub fn get(&self, program: &Program) -> Result<Opened, Box<Diagnostic>> {
        let name = &program.environment;
        let sibling = self.args.sibling(&self.first.site, name).filter(|_| *name != self.name);
        let Some(sibling) = sibling else { return Ok(self.first.clone()) };
        check_environment(name).map_err(|invalid| unknown_environment(&invalid))?;
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(opened) = others.get(name) {
            return Ok(opened.clone());
        }
        if !sibling.environment.as_deref().is_some_and(|folder| MACHINE.is_folder(folder)) {
            let message = format!("the node `{}` belongs to an unknown environment, `{name}`", program.node);
            let folder = sibling.environment.unwrap_or_default();
            let help = format!("there is no folder `{}`", folder.display());
            return Err(Box::new(Diagnostic::error(codes::INVALID_NODE_DATA, message).help(help)));
        }
        let opened = Opened::new(sibling.open(program, self.manifest)?)?;
        others.insert(name.clone(), opened.clone());
        Ok(opened)
    }
}

impl Opened {
    fn new(site: Site) -> Result<Opened, Box<Diagnostic>> {
        let command = site.environment.version_command.as_deref();
        let version = command.map(|command| version(&**site.environment.files(), command)).transpose()?;
        let (version, note) = match version {
            Some(Version::Told(version)) => (Some(version), None),
            Some(Version::Refused(note)) => (None, Some(*note)),
            None => (None, None),
        };
        Ok(Opened { site, version, note: Arc::new(Mutex::new(note)) })
    }

    /// What is to be said about the environment, if nobody has said it yet.
    pub fn take_note(&self) -> Option<Diagnostic> {
        self.note.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// What became of the question for the version of the code.
enum Version {
    Told(String),
    /// The command may not run. Catalogs are the same without it but for their version.
    Refused(Box<Diagnostic>),
}

/// What the command of `config_version` prints.
fn version(world: &dyn World, command: &str) -> Result<Version, Box<Diagnostic>> {
    let failed = |why: String| {
        let message = format!("the command that tells the version of the code {why}: {command}");
        let help = "it is set as `config_version` in `environment.conf`";
        Box::new(Diagnostic::error(codes::INVALID_SETTING, message).help(help))
    };
    let output = match world.run(&Command::shell(AskedBy::Environment, command)) {
        Ok(output) => output,
        Err(CommandError::Refused(refused)) => {
            let message = "the command that `config_version` in `environment.conf` names does not run";
            let warning = Diagnostic::warning(codes::NOT_ALLOWED, message).help(refused.help());
            return Ok(Version::Refused(Box::new(warning)));
        }
        Err(CommandError::Io(error)) => return Err(failed(format!("does not start ({})", reason(&error)))),
        Err(other) => return Err(failed(format!("fails ({other})"))),
    };
    match output.status {
        Status::Code(0) => Ok(Version::Told(String::from_utf8_lossy(&output.stdout).trim().to_owned())),
        Status::Code(code) => Err(failed(format!("fails with status {code}"))),
        Status::Stopped(_) => Err(failed("was stopped".to_owned())),
    }
}

/// A path that does not depend on the working folder: catalogs name files by it.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
