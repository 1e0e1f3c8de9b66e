//! Opens an environment: lists its modules and manifests, and takes over what is known about unchanged files.

use std::{
    error::Error,
    fmt, io,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock, RwLock},
};

use bunraku_analysis::{Analyses, Language};
use bunraku_diag::{Diagnostic, codes};
use bunraku_intern::{FastMap, FastSet};
use bunraku_world::{Trust, World, names, reason};

use super::{Environment, Layout};
use crate::{
    Module,
    cache::{Cache, PathCache},
    configuration::Configuration,
    metadata::{self, Flaw, Metadata},
    missing::Missing,
    modules,
    outline::Outline,
    witness::Witness,
};

/// Why an environment cannot be opened.
#[derive(Debug)]
#[non_exhaustive]
pub enum EnvironmentError {
    /// The folder does not exist.
    NoFolder(PathBuf),
    /// The manifest does not exist.
    NoManifest(PathBuf),
    /// The manifest that `environment.conf` names does not exist.
    NoConfiguredManifest(PathBuf),
    /// The folder with the site's manifests cannot be read.
    Unreadable(PathBuf, io::Error),
}

impl fmt::Display for EnvironmentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EnvironmentError::NoFolder(path) => write!(f, "folder `{}` not found", path.display()),
            EnvironmentError::NoManifest(path) => write!(f, "manifest `{}` not found", path.display()),
            EnvironmentError::NoConfiguredManifest(path) => {
                write!(f, "manifest `{}` not found; `environment.conf` sets it as `manifest`", path.display())
            }
            EnvironmentError::Unreadable(path, error) => {
                write!(f, "cannot read the folder `{}`: {}", path.display(), reason(error))
            }
        }
    }
}

impl Error for EnvironmentError {}

impl Environment {
    /// Finds the modules and manifests of an environment. Files are loaded later, on demand.
    pub fn open(
        world: Arc<dyn World>,
        layout: &Layout,
        language: Language,
    ) -> Result<Environment, EnvironmentError> {
        Environment::open_with(world, layout, language, None, Arc::default())
    }

    /// Opens an environment whose files are analysed together with those of others: whoever else has these analyses
    /// parses no file again.
    pub fn open_sharing(
        world: Arc<dyn World>,
        layout: &Layout,
        language: Language,
        analyses: Arc<Analyses>,
    ) -> Result<Environment, EnvironmentError> {
        Environment::open_with(world, layout, language, None, analyses)
    }

    /// Opens an environment again, reusing what is known about unchanged files.
    pub(crate) fn open_after(former: &Environment) -> Result<Environment, EnvironmentError> {
        let world = Arc::clone(former.witness.world());
        let analyses = Arc::clone(&former.analyses);
        Environment::open_with(world, &former.layout, former.language, Some(former), analyses)
    }

    fn open_with(
        world: Arc<dyn World>,
        layout: &Layout,
        language: Language,
        former: Option<&Environment>,
        analyses: Arc<Analyses>,
    ) -> Result<Environment, EnvironmentError> {
        let witness = Arc::new(Witness::new(world));
        let files: Arc<dyn World> = Arc::clone(&witness) as Arc<dyn World>;
        let mut notes = Vec::new();
        let Outline { configuration, modulepath, mut modules } = Outline::read(&*files, layout, &mut notes)?;
        notes.extend(modulepath.iter().filter_map(|folder| unreadable_folder(&*files, folder)));
        let all_metadata: FastMap<PathBuf, Metadata> = modules
            .iter()
            .map(|module| {
                let path = metadata::path(module);
                let known = former.and_then(|former| Some((former, former.metadata.get(&path)?)));
                let known = known.filter(|(former, _)| witness.takes_over(&former.witness, &path));
                let read = || metadata::read(&*files, module, language.settings.strict);
                let metadata = known.map_or_else(read, |(_, known)| known.clone());
                (path, metadata)
            })
            .collect();
        let left_out = leave_out(&mut modules, &all_metadata, &mut notes);
        let manifest = site_manifest(layout, &configuration).map(|manifest| expanded(&manifest));
        let manifests = site_manifests(&*files, layout, &configuration, manifest.as_deref())?;
        let foreign_types = foreign_types(&*files, &modules);
        let generated = layout.folder.as_ref().map(|folder| folder.join(".resource_types"));
        let generated = generated.map(|folder| files_in(&*files, &folder, ".pp")).unwrap_or_default();
        let by_name =
            modules.iter().enumerate().map(|(index, module)| (module.name.clone(), index)).collect();
        let version_command =
            layout.folder.as_ref().and_then(|folder| configuration.version_command(folder, &layout.settings));
        Ok(Environment {
            name: layout.name.clone(),
            folder: layout.folder.clone(),
            modules,
            language,
            manifests,
            setting_values: layout
                .folder
                .iter()
                .flat_map(|_| setting_values(&modulepath, manifest.as_deref(), version_command.as_deref()))
                .collect(),
            modulepath,
            version_command,
            timeout: configuration.timeout,
            notes,
            left_out,
            files,
            witness,
            layout: layout.clone(),
            by_name,
            metadata: all_metadata,
            analyses,
            loaded: PathCache::default(),
            definitions: RwLock::default(),
            missing: Missing::default(),
            types_checked: RwLock::default(),
            foreign_types,
            foreign_functions: OnceLock::new(),
            module_files: Cache::default(),
            generated_types: generated
                .into_iter()
                .map(|(name, path)| (name, (path, OnceLock::new())))
                .collect(),
        })
    }
}

/// Removes the modules that Puppet ignores because of their metadata, and returns their names. The others get their
/// versions.
fn leave_out(
    modules: &mut Vec<Module>,
    metadata: &FastMap<PathBuf, Metadata>,
    notes: &mut Vec<Diagnostic>,
) -> FastSet<String> {
    let mut left_out = FastSet::default();
    modules.retain_mut(|module| {
        let Some(metadata) = metadata.get(&metadata::path(module)) else { return true };
        module.version = metadata.version;
        let Some(Flaw::Minor(note) | Flaw::Fatal(note)) = &metadata.flaw else { return true };
        notes.push(note.clone());
        let stays = matches!(metadata.flaw, Some(Flaw::Minor(_)));
        if !stays {
            left_out.insert(module.name.clone());
        }
        stays
    });
    left_out
}

/// The files of the resource types that are written in Ruby, by name. The first module that has a type counts.
fn foreign_types(files: &dyn World, modules: &[Module]) -> FastMap<String, PathBuf> {
    let mut types = FastMap::default();
    for module in modules {
        for (name, path) in files_in(files, &module.path.join("lib/puppet/type"), ".rb") {
            types.entry(name).or_insert(path);
        }
    }
    types
}

/// The files directly in a folder with an extension, by name without it.
fn files_in(files: &dyn World, folder: &Path, extension: &str) -> Vec<(String, PathBuf)> {
    let entries = files.list(folder).unwrap_or_default();
    let named = entries
        .into_iter()
        .filter(|entry| !entry.folder)
        .filter_map(|entry| Some((entry.name.strip_suffix(extension)?.to_owned(), folder.join(&entry.name))));
    named.collect()
}

/// The warning for a module folder that exists but cannot be read.
fn unreadable_folder(files: &dyn World, folder: &Path) -> Option<Diagnostic> {
    let error = files.list(folder).err().filter(|_| files.is_folder(folder))?;
    let message =
        format!("cannot read the folder `{}` of the modulepath: {}", folder.display(), reason(&error));
    Some(Diagnostic::warning(codes::UNREADABLE_FILE, message).help("its modules are ignored"))
}

/// The settings specific to an environment.
fn setting_values(
    modulepath: &[PathBuf],
    manifest: Option<&Path>,
    version_command: Option<&str>,
) -> [(&'static str, String); 3] {
    let folders: Vec<String> = modulepath.iter().map(|folder| folder.display().to_string()).collect();
    let manifest = manifest.map(|manifest| manifest.display().to_string()).unwrap_or_default();
    [
        ("modulepath", folders.join(":")),
        ("manifest", manifest),
        ("config_version", version_command.unwrap_or_default().to_owned()),
    ]
}

/// The files of the site's manifests: a single file, or all `.pp` files of a folder, sorted by path.
fn site_manifests(
    files: &dyn World,
    layout: &Layout,
    configuration: &Configuration,
    path: Option<&Path>,
) -> Result<Vec<PathBuf>, EnvironmentError> {
    let Some(path) = path else { return Ok(Vec::new()) };
    files.trust(path, Trust::Below);
    if files.is_folder(path) {
        files.list(path).map_err(|error| EnvironmentError::Unreadable(path.to_owned(), error))?;
        let too_many = |_| {
            let reason = io::Error::other("there are too many files below it");
            EnvironmentError::Unreadable(path.to_owned(), reason)
        };
        let names = modules::listed_below(files, path, "pp").map_err(too_many)?;
        return Ok(names.into_iter().map(|name| path.join(format!("{name}.pp"))).collect());
    }
    if files.is_file(path) {
        return Ok(vec![path.to_owned()]);
    }
    // The default folder does not have to exist.
    if layout.manifest.is_none() && configuration.manifest.is_none() {
        return Ok(Vec::new());
    }
    Err(match &layout.manifest {
        Some(_) => EnvironmentError::NoManifest(path.to_owned()),
        None => EnvironmentError::NoConfiguredManifest(path.to_owned()),
    })
}

/// The file or folder with the site's manifests, whether or not it exists.
pub(crate) fn site_manifest(layout: &Layout, configuration: &Configuration) -> Option<PathBuf> {
    match (&layout.manifest, &layout.folder, &configuration.manifest) {
        (Some(manifest), _, _) => Some(manifest.clone()),
        (None, Some(folder), Some(manifest)) => Some(folder.join(manifest)),
        (None, Some(folder), None) => Some(match layout.settings.given("default_manifest") {
            Some(manifest) => folder.join(manifest.strip_prefix("./").unwrap_or(&manifest)),
            None => folder.join("manifests"),
        }),
        (None, None, _) => None,
    }
}

/// Normalizes `..` in a path. A path relative to the current folder stays relative.
pub(crate) fn expanded(path: &Path) -> PathBuf {
    if path.is_absolute() { names::normal(path) } else { path.to_owned() }
}
