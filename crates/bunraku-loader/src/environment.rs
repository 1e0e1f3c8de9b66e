//! An environment: its modules, its site manifests and what has been loaded of them.

use std::{
    collections::HashSet,
    error::Error,
    fmt, io,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock, RwLock},
};

use bunraku_analysis::{Analyses, Language};
use bunraku_diag::{Diagnostic, Source, Span, codes};
use bunraku_intern::{FastMap, FastSet, Symbol};
use bunraku_ir::Definition;
use bunraku_resources::ResourceType;
use bunraku_syntax::SourceKind;
use bunraku_world::{FileKind, Trust, World, names};

use crate::{
    LoadError, LoadedFile, Module, PuppetSettings,
    cache::Cache,
    configuration::Configuration,
    foreign::{ForeignFunction, ForeignFunctions},
    generated, load,
    metadata::{self, Flaw, Metadata},
    missing::Missing,
    modules::{self, names_below},
    witness::Witness,
};

/// Where the parts of an environment are.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    /// Returns the name of the environment.
    pub name: String,
    /// Its folder, if it has one.
    pub folder: Option<PathBuf>,
    /// The folders with modules, instead of those that `environment.conf` names.
    pub modulepath: Option<Vec<PathBuf>>,
    /// The folders with modules of the installation.
    pub base_modulepath: Vec<PathBuf>,
    /// The file or folder with the site's manifests, instead of the one that `environment.conf` names.
    pub manifest: Option<PathBuf>,
    /// The settings of the installation.
    pub settings: PuppetSettings,
}

/// Why an environment cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum EnvironmentError {
    /// There is no such folder.
    NoFolder(PathBuf),
    /// There is no such manifest.
    NoManifest(PathBuf),
    /// The folder with the site's manifests cannot be read, for the reason given.
    Unreadable(PathBuf, io::Error),
}

impl fmt::Display for EnvironmentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EnvironmentError::NoFolder(path) => write!(f, "folder `{}` not found", path.display()),
            EnvironmentError::NoManifest(path) => write!(f, "manifest `{}` not found", path.display()),
            EnvironmentError::Unreadable(path, error) => {
                write!(f, "cannot read the folder `{}`: {}", path.display(), crate::load::reason(error))
            }
        }
    }
}

impl Error for EnvironmentError {}

/// An environment. It is shared by all threads; nothing but its caches changes.
pub struct Environment {
    /// Its name.
    pub name: String,
    /// Its folder, if it has one.
    pub folder: Option<PathBuf>,
    /// The folders that have modules, whether they exist or not.
    pub modulepath: Vec<PathBuf>,
    /// Its modules, in the order of the modulepath.
    pub modules: Vec<Module>,
    /// The language of its files.
    pub language: Language,
    /// The files with the site's manifests, in the order in which they run.
    pub manifests: Vec<PathBuf>,
    /// The command that prints the version of the code, which `environment.conf` names.
    pub version_command: Option<String>,
    /// Settings that are this environment's own: where its manifests and modules are, and the command for its version.
    pub setting_values: Vec<(&'static str, String)>,
    /// How long a server should keep the environment, as `environment.conf` says.
    pub timeout: Option<String>,
    /// What is odd about the environment: every compilation says so.
    pub notes: Vec<Diagnostic>,
    /// Modules that are left out because something is wrong with them, with what that is.
    pub(crate) left_out: FastSet<String>,
    pub(crate) files: Arc<dyn World>,
    pub(crate) witness: Arc<Witness>,
    layout: Layout,
    /// Modules by name.
    by_name: FastMap<String, usize>,
    /// What the metadata of modules tell, by their files.
    metadata: FastMap<PathBuf, Metadata>,
    /// The analyses of its files and of other code of its compilations, handed on when the environment is reloaded.
    pub(crate) analyses: Arc<Analyses>,
    /// Files that have been loaded, or that cannot be.
    pub(crate) loaded: RwLock<FastMap<PathBuf, Arc<OnceLock<Loaded>>>>,
    /// What the loaded files of modules define.
    pub(crate) definitions: RwLock<FastMap<(Kind, Symbol), Definition>>,
    /// Names that no file defines. Data and requests make them up, so that they are not symbols.
    pub(crate) missing: Missing,
    /// Classes and defined types whose parameters have types that exist in this environment, by their places. This
    /// is not kept with their code, which an environment after a reload shares, while the types may be gone there.
    types_checked: RwLock<FastSet<Span>>,
    /// Resource types that modules define in Ruby, with their files.
    foreign_types: FastMap<String, PathBuf>,
    /// Descriptions of resource types that have been generated, read when first asked for.
    pub(crate) generated_types: FastMap<String, (PathBuf, OnceLock<Generated>)>,
    /// The files of functions in another language, listed when one is first asked for.
    foreign_functions: OnceLock<ForeignFunctions>,
    /// The files of modules that were asked for by the module, a folder of it, and the path below that.
    module_files: Cache<String, Option<PathBuf>>,
}

/// What a generated description is, or what is wrong with it.
pub(crate) type Generated = Result<Arc<ResourceType>, Arc<LoadError>>;

pub(crate) type Loaded = Result<Arc<LoadedFile>, Arc<LoadError>>;

/// What a definition is looked up as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Class,
    Define,
    Function,
    Alias,
}

impl Environment {
    /// Finds the modules and manifests of an environment; nothing is loaded yet.
    pub fn open(
        world: Arc<dyn World>,
        layout: &Layout,
        language: Language,
    ) -> Result<Environment, EnvironmentError> {
        Environment::open_with(world, layout, language, None)
    }

    /// Opens an environment again, with what is known of the files that have not changed.
    pub(crate) fn open_after(former: &Environment) -> Result<Environment, EnvironmentError> {
        let world = Arc::clone(former.witness.world());
        Environment::open_with(world, &former.layout, former.language, Some(former))
    }

    fn open_with(
        world: Arc<dyn World>,
        layout: &Layout,
        language: Language,
        former: Option<&Environment>,
    ) -> Result<Environment, EnvironmentError> {
        let witness = Arc::new(Witness::new(world));
        let files: Arc<dyn World> = Arc::clone(&witness) as Arc<dyn World>;
        let mut configuration = Configuration::default();
        let mut notes = Vec::new();
        trust_layout(&*files, layout);
        if let Some(folder) = &layout.folder {
            if !files.is_folder(folder) {
                return Err(EnvironmentError::NoFolder(folder.clone()));
            }
            let path = folder.join("environment.conf");
            match files.read(&path, FileKind::Configuration) {
                Ok(bytes) => {
                    configuration = Configuration::parse(&path, &String::from_utf8_lossy(&bytes), &mut notes);
                }
                // A folder that may not be entered looks like an empty one, whose catalogs are empty, too.
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
                configuration.modulepath(&*files, folder, &layout.base_modulepath, &layout.settings)
            }
            None => layout.base_modulepath.clone(),
        });
        // As Puppet does: Ruby code that finds its neighbours by `File.expand_path` must see the same paths.
        let modulepath: Vec<PathBuf> = modulepath.iter().map(|folder| expanded(folder)).collect();
        // Those that the environment itself names are trusted for what they are: folders with modules in them.
        modulepath.iter().for_each(|folder| files.trust(folder, Trust::Names));
        notes.extend(modulepath.iter().filter_map(|folder| unreadable_folder(&*files, folder)));
        let (mut left_out, mut all_metadata) = (FastSet::default(), FastMap::default());
        let mut modules = modules::find(&*files, &modulepath);
        modules.iter().for_each(|module| files.trust(&module.path, Trust::Module));
        modules.retain_mut(|module| {
            let path = metadata::path(module);
            let known = former.and_then(|former| Some((former, former.metadata.get(&path)?)));
            let known = known.filter(|(former, _)| witness.takes_over(&former.witness, &path));
            let metadata = match known {
                Some((_, known)) => known.clone(),
                None => metadata::read(&*files, module, language.settings.strict),
            };
            all_metadata.insert(path, metadata.clone());
            module.version = metadata.version;
            match metadata.flaw {
                None => true,
                Some(Flaw::Minor(note)) => {
                    notes.push(note);
                    true
                }
                Some(Flaw::Fatal(note)) => {
                    left_out.insert(module.name.clone());
                    notes.push(note);
                    false
                }
            }
        });
        let manifest = site_manifest(layout, &configuration).map(|manifest| expanded(&manifest));
        let manifests = site_manifests(&*files, layout, &configuration, manifest.as_deref())?;
        let mut foreign_types = FastMap::default();
        for module in &modules {
            for (name, path) in files_in(&*files, &module.path.join("lib/puppet/type"), ".rb") {
                foreign_types.entry(name).or_insert(path);
            }
        }
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
            analyses: former.map(|former| Arc::clone(&former.analyses)).unwrap_or_default(),
            loaded: RwLock::default(),
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

    /// Whether a file or folder that was looked at is different now.
    pub fn has_changed(&self) -> bool {
        self.witness.changed()
    }

    /// A number for the present state of everything that was looked at. Two that are the same, some time apart, say that
    /// nobody is writing the files any more.
    pub fn present_state(&self) -> u64 {
        self.witness.present_state()
    }

    /// How many files and folders were looked at until now, missing ones among them.
    pub fn looked_at(&self) -> usize {
        self.witness.count()
    }

    /// The folders of what was looked at, whether or not they exist: who watches them learns of every change.
    pub fn watchable(&self) -> HashSet<PathBuf> {
        self.witness.folders()
    }

    /// The description of a resource type that has been generated for this environment.
    pub fn resource_type(&self, name: &str) -> Result<Option<Arc<ResourceType>>, Arc<LoadError>> {
        let Some((path, slot)) = self.generated_types.get(name) else { return Ok(None) };
        let read =
            || generated::read(&*self.files, path, name, &self.language).map(Arc::new).map_err(Arc::new);
        slot.get_or_init(read).clone().map(Some)
    }

    /// The module of a name.
    pub fn module(&self, name: &str) -> Option<&Module> {
        self.by_name.get(name).and_then(|index| self.modules.get(*index))
    }

    /// The analyses of code that belongs to the environment: what is kept here outlives a compilation and a reload.
    pub fn analyses(&self) -> &Arc<Analyses> {
        &self.analyses
    }

    /// Whether the types of the parameters of a class or defined type at a place are known to exist.
    pub fn are_types_checked(&self, definition: Span) -> bool {
        let checked = self.types_checked.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        checked.contains(&definition)
    }

    /// Notes that they exist, for all compilations of this environment.
    pub fn note_types_checked(&self, definition: Span) {
        self.types_checked.write().unwrap_or_else(std::sync::PoisonError::into_inner).insert(definition);
    }

    /// The world that the environment was opened in; what is read through it is part of the environment.
    pub fn files(&self) -> &Arc<dyn World> {
        &self.files
    }

    /// The Ruby file that defines a resource type.
    pub fn foreign_type(&self, name: &str) -> Option<&Path> {
        self.foreign_types.get(name).map(PathBuf::as_path)
    }

    /// The function of a name that the environment or a module brings in another language.
    pub fn foreign_function(&self, name: &str) -> Option<ForeignFunction<'_>> {
        self.foreign_functions().serving(&self.modules, name)
    }

    /// The file of a function of the Puppet 3 API, which may have a namesake of the current API.
    pub fn legacy_function(&self, name: &str) -> Option<PathBuf> {
        self.foreign_functions().legacy(name).cloned()
    }

    fn foreign_functions(&self) -> &ForeignFunctions {
        self.foreign_functions
            .get_or_init(|| ForeignFunctions::list(&*self.files, self.folder.as_deref(), &self.modules))
    }

    /// The file or folder below a folder of a module, if it is there. What a module has does not change for the
    /// environment.
    pub fn module_file(&self, module: &str, folder: &str, rest: &str) -> Option<PathBuf> {
        self.module_files.get(&format!("{module}/{folder}/{rest}"), || {
            let path = self.module(module).map(|module| module.path.join(folder).join(rest));
            path.filter(|path| self.files.is_file(path) || self.files.is_folder(path))
        })
    }

    /// The names of the functions of all modules, for suggestions.
    pub fn function_names(&self) -> Vec<String> {
        let mut all: Vec<String> = self.foreign_functions().names().cloned().collect();
        all.sort_unstable();
        for module in &self.modules {
            let names = names_below(&*self.files, &module.path.join("functions"), "pp");
            all.extend(names.into_iter().map(|name| format!("{}::{}", module.name, name.replace('/', "::"))));
        }
        all
    }

    /// The warnings about a file that has been loaded.
    pub fn warnings(&self, source: &Source) -> Vec<Diagnostic> {
        let loaded = self.loaded.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        match loaded.get(Path::new(source.name())).and_then(|slot| slot.get()) {
            Some(Ok(file)) => file.analysis.diagnostics.clone(),
            _ => Vec::new(),
        }
    }

    /// A file, loaded when first asked for. Other threads that want the same file wait for it alone.
    pub fn load(&self, path: &Path, kind: SourceKind) -> Loaded {
        self.load_in(path, kind, None)
    }

    /// The same for a file of a module, whose definitions must have names that begin with a namespace.
    pub(crate) fn load_in(&self, path: &Path, kind: SourceKind, namespace: Option<&str>) -> Loaded {
        loop {
            let known =
                self.loaded.read().unwrap_or_else(std::sync::PoisonError::into_inner).get(path).cloned();
            let slot = known.unwrap_or_else(|| {
                let mut loaded = self.loaded.write().unwrap_or_else(std::sync::PoisonError::into_inner);
                Arc::clone(loaded.entry(path.to_owned()).or_default())
            });
            let mut own = false;
            let result = slot.get_or_init(|| {
                own = true;
                self.load_now(path, kind, namespace)
            });
            if !result.as_ref().is_err_and(|error| error.is_passing()) {
                return result.clone();
            }
            // One node had no time or memory left: those that wait for the file, and the next, have their own.
            let mut loaded = self.loaded.write().unwrap_or_else(std::sync::PoisonError::into_inner);
            if loaded.get(path).is_some_and(|other| Arc::ptr_eq(other, &slot)) {
                loaded.remove(path);
            }
            if own {
                return result.clone();
            }
        }
    }

    fn load_now(&self, path: &Path, kind: SourceKind, namespace: Option<&str>) -> Loaded {
        let analyse =
            |name: &str, bytes: &[u8]| self.analyses.of_bytes(name, bytes, kind, namespace, &self.language);
        let purpose = match kind {
            SourceKind::Manifest | SourceKind::Plan => FileKind::Manifest,
            SourceKind::Template => FileKind::Template,
        };
        load::load(&*self.files, path, purpose, analyse).map(Arc::new).map_err(Arc::new)
    }
}

/// Tells the world what the layout of an environment names, so that its files may be read. Whoever made the layout has
/// decided that; what is in `environment.conf` comes later.
fn trust_layout(files: &dyn World, layout: &Layout) {
    let folders =
        layout.folder.iter().chain(layout.modulepath.iter().flatten()).chain(&layout.base_modulepath);
    folders.for_each(|folder| files.trust(folder, Trust::Below));
    if let Some(confdir) = layout.settings.given("confdir") {
        files.trust(Path::new(&confdir), Trust::Below);
        // Private keys of the installation are nobody's business, and those that hierarchies name are read for them.
        for secret in [layout.settings.get("ssldir"), Some(format!("{confdir}/eyaml"))].into_iter().flatten()
        {
            files.trust(Path::new(&secret), Trust::Secret);
        }
    }
}

/// The files in a folder itself whose names end in an extension, by their names without it.
fn files_in(files: &dyn World, folder: &Path, extension: &str) -> Vec<(String, PathBuf)> {
    let entries = files.list(folder).unwrap_or_default();
    let named = entries
        .into_iter()
        .filter(|entry| !entry.folder)
        .filter_map(|entry| Some((entry.name.strip_suffix(extension)?.to_owned(), folder.join(&entry.name))));
    named.collect()
}

/// That a folder with modules is there but cannot be read, so that its modules are missing.
fn unreadable_folder(files: &dyn World, folder: &Path) -> Option<Diagnostic> {
    let error = files.list(folder).err().filter(|_| files.is_folder(folder))?;
    let message = format!("cannot read the folder `{}` of the modulepath: {error}", folder.display());
    Some(Diagnostic::warning(codes::UNREADABLE_FILE, message).help("its modules are ignored"))
}

/// The values of the settings that an environment has for itself.
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

/// A path without `..`. One that is relative to the working folder stays as it is.
fn expanded(path: &Path) -> PathBuf {
    if path.is_absolute() { names::normal(path) } else { path.to_owned() }
}

/// Where the site's manifests are, or would be: a file or a folder.
fn site_manifest(layout: &Layout, configuration: &Configuration) -> Option<PathBuf> {
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

/// The files of the site's manifests: one file, or all `.pp` files of a folder by their sorted paths.
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
    // A folder that is only the usual place need not be there.
    if layout.manifest.is_none() && configuration.manifest.is_none() {
        return Ok(Vec::new());
    }
    Err(EnvironmentError::NoManifest(path.to_owned()))
}

#[cfg(test)]
mod tests {
    use bunraku_check::CheckSettings;
    use bunraku_edition::PUPPET8;
    use bunraku_pcore::watch::{Ended, Watch};
    use bunraku_world::MemoryWorld;

    use super::*;

    #[test]
    fn a_file_that_one_node_had_no_time_for_is_fine_for_the_next() {
        let large = format!("class m {{ }}\n{}", "# a comment\n".repeat(100_000));
        let world = MemoryWorld::new().with("/env/modules/m/manifests/init.pp", large);
        let layout = Layout { folder: Some("/env".into()), ..Layout::default() };
        let language = Language { edition: &PUPPET8, settings: CheckSettings::default(), harmless: |_| true };
        let environment = Environment::open(Arc::new(world), &layout, language).unwrap();
        let load = || environment.load(Path::new("/env/modules/m/manifests/init.pp"), SourceKind::Manifest);
        let late = Watch::new(|_| Some(Ended::Time));
        let error = load().unwrap_err();
        assert_eq!(error.diagnostics[0].code.name(), "too-slow");
        drop(late);
        assert_eq!(load().unwrap().code.definitions.len(), 1);
        let _late = Watch::new(|_| Some(Ended::Time));
        assert!(load().is_ok(), "what is known takes no time");
    }
}
