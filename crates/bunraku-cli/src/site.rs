//! The environment that a command uses.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use bunraku::diag::{Diagnostic, codes, nearest};
use bunraku::loader::{Environment, Layout, PuppetSettings};
use bunraku::world::World;
use bunraku::world::names::{self, InvalidName, check_environment};
use bunraku::{CodeVersion, Program, Site};
use bunraku_fs::SystemWorld;

use crate::files::{CONTENTS, MACHINE, reason};

/// Where the code and the data of a site are.
#[derive(Debug, Clone, clap::Args)]
pub struct SiteArgs {
    /// The folder of an environment, or, with `--confdir`, its name [default: the current folder if it is an
    /// environment, or the one set in `puppet.conf`]
    #[arg(long, value_name = "DIR|NAME")]
    pub environment: Option<PathBuf>,
    /// The folder with `puppet.conf`
    #[arg(long, value_name = "DIR")]
    pub confdir: Option<PathBuf>,
    /// Folders to find modules in, separated by `:` [default: as set in `environment.conf`]
    #[arg(long, value_name = "DIRS")]
    pub modulepath: Option<String>,
    /// The global `hiera.yaml`
    #[arg(long, value_name = "FILE")]
    pub hiera_config: Option<PathBuf>,
}

impl SiteArgs {
    /// Whether any option selects modules or data.
    pub fn is_given(&self) -> bool {
        self.environment.is_some()
            || self.modulepath.is_some()
            || self.hiera_config.is_some()
            || self.confdir.is_some()
    }

    /// The settings of the installation, with warnings about them. Without `--confdir` they are the defaults.
    pub fn settings(&self) -> Result<(PuppetSettings, Vec<Diagnostic>), Box<Diagnostic>> {
        let mut notes = Vec::new();
        let Some(confdir) = &self.confdir else { return Ok((PuppetSettings::default(), notes)) };
        if !MACHINE.is_folder(confdir) {
            let message = format!("folder `{}` not found", confdir.display());
            return Err(Box::new(Diagnostic::error(codes::WRONG_USE, message)));
        }
        let mut settings = PuppetSettings::read(&*MACHINE, &absolute(confdir), &mut notes)?;
        settings.find_codedir(&*MACHINE, &absolute(confdir));
        Ok((settings, notes))
    }

    /// These options, or the environment in the working directory if none are given.
    pub fn or_here(&self) -> SiteArgs {
        let here = (!self.is_given()).then(|| PathBuf::from("."));
        SiteArgs { environment: self.environment.clone().or(here), ..self.clone() }
    }

    /// These options, or the environment in the working directory if none are given and it is one.
    pub fn or_current(&self) -> SiteArgs {
        if is_environment(Path::new(".")) { self.or_here() } else { self.clone() }
    }

    /// Opens the environment, if one is given.
    pub fn open_if_given(&self, program: &Program) -> Result<Option<Site>, Box<Diagnostic>> {
        self.is_given().then(|| self.open(program, None)).transpose()
    }

    /// Opens the environment, with `manifest` replacing its own manifests if given.
    pub fn open(&self, program: &Program, manifest: Option<&Path>) -> Result<Site, Box<Diagnostic>> {
        let (settings, _) = self.settings()?;
        let mut base_modulepath = Vec::new();
        if self.confdir.is_some() {
            base_modulepath = settings.base_modulepath();
        }
        let folder = match &self.environment {
            Some(given) => Some(self.folder(&settings, given)?),
            None => self.configured(&settings, &program.environment)?,
        };
        let global = match &self.hiera_config {
            Some(path) if path.is_file() => Some(absolute(path)),
            Some(path) => {
                let message = format!("file `{}` not found", path.display());
                let help =
                    "`--hiera-config` expects the path of a `hiera.yaml`; leave it out if you have none";
                return Err(Box::new(Diagnostic::error(codes::WRONG_USE, message).help(help)));
            }
            None => self.confdir.as_ref().and_then(|_| settings.global_hiera(&*MACHINE)),
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
        // Each environment gets its own machine, so that what belongs to one is not visible to another.
        let policy = program.world.policy().cloned().unwrap_or_default();
        let machine = Arc::new(SystemWorld::with_policy(policy).sharing(&CONTENTS));
        let analyses = Arc::clone(&program.analyses);
        let environment = Environment::open_sharing(machine, &layout, program.language(), analyses);
        let environment =
            environment.map_err(|error| Box::new(Diagnostic::error(codes::WRONG_USE, error.to_string())))?;
        Ok(Site::new(environment, global))
    }

    /// The folder that `--environment` refers to, as a path or as the name of an environment.
    fn folder(&self, settings: &PuppetSettings, given: &Path) -> Result<PathBuf, Box<Diagnostic>> {
        let name = given.to_str().filter(|name| self.confdir.is_some() && check_environment(name).is_ok());
        if let Some(found) = name.and_then(|name| settings.environment_folder(&*MACHINE, name)) {
            return Ok(found);
        }
        match (fs::metadata(given), name) {
            (Ok(metadata), _) if metadata.is_dir() => Ok(absolute(given)),
            (Ok(_), _) => {
                let message =
                    format!("expected a folder for `--environment`, got the file `{}`", given.display());
                let help = "pass the folder that contains `manifests`, `modules` and `hiera.yaml`";
                Err(Box::new(Diagnostic::error(codes::WRONG_USE, message).help(help)))
            }
            (Err(_), Some(name)) => Err(no_environment(settings, name)),
            (Err(error), None) => Err(missing_folder(given, &error)),
        }
    }

    /// The folder of a named environment according to `puppet.conf`.
    fn configured(&self, settings: &PuppetSettings, name: &str) -> Result<Option<PathBuf>, Box<Diagnostic>> {
        if self.confdir.is_none() {
            return Ok(None);
        }
        check_environment(name).map_err(|invalid| unknown_environment(&invalid))?;
        match settings.environment_folder(&*MACHINE, name) {
            Some(found) => Ok(Some(found)),
            None => Err(no_environment(settings, name)),
        }
    }

    /// An environment other than the given one: the sibling folder of that name.
    fn sibling(&self, first: &Site, name: &str) -> Option<SiteArgs> {
        let folder = first.environment.folder.as_ref()?.parent()?.join(name);
        Some(SiteArgs { environment: Some(folder), ..self.clone() })
    }

    /// The name of the environment: that of its folder, if it is a valid environment name.
    pub fn name(&self) -> Option<String> {
        let folder = absolute(self.environment.as_deref()?);
        let name = folder.file_name()?.to_str()?;
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        name.bytes().all(is_plain).then(|| name.to_owned())
    }
}

/// Whether a folder is an environment, rather than a module or anything else.
pub fn is_environment(folder: &Path) -> bool {
    let has_folder = |name: &str| MACHINE.is_folder(&folder.join(name));
    let has_file = |name: &str| MACHINE.is_file(&folder.join(name));
    let looks = has_file("manifests/site.pp") || has_folder("manifests") && has_folder("modules");
    has_file("environment.conf") || looks && !has_file("metadata.json")
}

fn no_environment(settings: &PuppetSettings, name: &str) -> Box<Diagnostic> {
    let folders = settings.folders("environmentpath");
    let searched: Vec<String> = folders.iter().map(|folder| format!("`{}`", folder.display())).collect();
    let error = Diagnostic::error(codes::WRONG_USE, format!("environment `{name}` not found"));
    let known = settings.environment_names(&*MACHINE);
    Box::new(match (nearest(name, known.iter().map(String::as_str)), known.as_slice()) {
        (Some(similar), _) => error.help(format!("did you mean `{similar}`?")),
        (None, []) => error.help(format!("expected a folder of that name in {}", searched.join(" or "))),
        (None, known) => error.help(format!("{} contains `{}`", searched.join(" or "), known.join("`, `"))),
    })
}

fn missing_folder(given: &Path, error: &io::Error) -> Box<Diagnostic> {
    let shown = given.display();
    if error.kind() != io::ErrorKind::NotFound {
        let message = format!("cannot read the folder `{shown}`: {}", reason(error));
        return Box::new(Diagnostic::error(codes::UNREADABLE_FILE, message));
    }
    let error = Diagnostic::error(codes::WRONG_USE, format!("folder `{shown}` not found"));
    let below = Path::new("environments").join(given);
    Box::new(if MACHINE.is_folder(&below) {
        error.help(format!("write `--environment {}`", below.display()))
    } else if given.components().count() == 1 {
        error.help("`--environment` expects a folder; to use the name of an environment, add `--confdir DIR`")
    } else {
        error
    })
}

fn unknown_environment(invalid: &InvalidName) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::INVALID_NODE_DATA, invalid.message.clone()).help(invalid.help))
}

/// The environments of a run: the given one, and those that a node classifier assigns.
pub struct Sites {
    args: SiteArgs,
    manifest: Option<PathBuf>,
    /// The name of the given environment.
    name: String,
    first: Opened,
    /// The others, opened on first use.
    others: Mutex<HashMap<String, Opened>>,
}

/// An environment and the version of its code.
#[derive(Clone)]
pub struct Opened {
    pub site: Site,
    /// The output of `config_version`; `None` if the environment has none.
    pub version: Option<String>,
    /// Diagnostics about the environment that have not been reported yet.
    notes: Arc<Mutex<Vec<Diagnostic>>>,
}

impl Sites {
    /// Opens the given environment.
    pub fn open(
        args: SiteArgs,
        program: &Program,
        manifest: Option<&Path>,
    ) -> Result<Sites, Box<Diagnostic>> {
        let first = Opened::new(args.open(program, manifest)?, args.modulepath.as_deref())?;
        let (name, manifest) = (program.environment.clone(), manifest.map(Path::to_owned));
        Ok(Sites { args, manifest, name, first, others: Mutex::default() })
    }

    /// The given environment.
    pub fn first(&self) -> &Environment {
        &self.first.site.environment
    }

    /// The environment that a program belongs to.
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
            let message = format!("node `{}` belongs to the unknown environment `{name}`", program.node);
            let folder = sibling.environment.unwrap_or_default();
            let help = format!("folder `{}` not found", folder.display());
            return Err(Box::new(Diagnostic::error(codes::INVALID_NODE_DATA, message).help(help)));
        }
        let opened = Opened::new(sibling.open(program, self.manifest.as_deref())?, None)?;
        others.insert(name.clone(), opened.clone());
        Ok(opened)
    }
}

impl Opened {
    /// An environment that was opened, with the modulepath that was given for it.
    fn new(site: Site, modulepath: Option<&str>) -> Result<Opened, Box<Diagnostic>> {
        let (version, refused) = match site.code_version()? {
            CodeVersion::Told(version) => (Some(version), None),
            CodeVersion::Refused(note) => (None, Some(*note)),
            CodeVersion::Unset => (None, None),
        };
        let missing = modulepath.into_iter().flat_map(missing_folders);
        let notes = refused.into_iter().chain(empty(&site)).chain(missing).collect();
        Ok(Opened { site, version, notes: Arc::new(Mutex::new(notes)) })
    }

    /// Takes the diagnostics about the environment. They are returned only once.
    pub fn take_notes(&self) -> Vec<Diagnostic> {
        std::mem::take(&mut *self.notes.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A warning that an environment has no manifests, so that only a node classifier could give its catalogs any content.
fn empty(site: &Site) -> Option<Diagnostic> {
    let folder = site.environment.folder.as_ref().filter(|_| site.environment.manifests.is_empty())?;
    let setting = site.environment.setting_values.iter().find(|(name, _)| *name == "manifest");
    let place = setting.map(|(_, path)| path.as_str()).unwrap_or("manifests");
    let message = format!("environment `{}` has no manifests", folder.display());
    let warning = Diagnostic::warning(codes::EMPTY_ENVIRONMENT, message);
    if folder.ends_with("manifests")
        && let Some(above) = folder.parent()
    {
        let above = above.display();
        return Some(warning.help(format!("pass the folder above it: `--environment {above}`")));
    }
    Some(warning.help(format!("add a manifest, such as `site.pp`, to `{place}`")))
}

/// Warnings about folders of a given modulepath that do not exist: Puppet ignores them, but they are often misspelled.
fn missing_folders(modulepath: &str) -> impl Iterator<Item = Diagnostic> + '_ {
    let folders = modulepath.split(':').filter(|part| !part.is_empty() && !Path::new(part).is_dir());
    folders.map(|folder| {
        Diagnostic::warning(codes::INVALID_SETTING, format!("folder `{folder}` of `--modulepath` not found"))
    })
}

/// An absolute path without `..`: catalogs refer to files by it.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).map_or_else(|_| path.to_owned(), |path| names::normal(&path))
}
