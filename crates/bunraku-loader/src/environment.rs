//! An environment: its modules, its site manifests and the files that have been loaded.

mod open;

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock, RwLock},
};

use bunraku_analysis::{Analyses, Language};
use bunraku_diag::{Diagnostic, Source, Span};
use bunraku_intern::{FastMap, FastSet, Symbol};
use bunraku_ir::Definition;
use bunraku_resources::ResourceType;
use bunraku_syntax::SourceKind;
use bunraku_world::{FileKind, World};

pub use open::EnvironmentError;
pub(crate) use open::{expanded, site_manifest};

use crate::{
    LoadError, LoadedFile, Module, PuppetSettings,
    cache::{Cache, PathCache},
    foreign::{ForeignFunction, ForeignFunctions},
    generated, load,
    metadata::Metadata,
    missing::Missing,
    modules::names_below,
    witness::Witness,
};

/// The locations of the parts of an environment.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    /// The name of the environment, such as `production`.
    pub name: String,
    /// The folder of the environment, if it has one.
    pub folder: Option<PathBuf>,
    /// The module folders, overriding `environment.conf`.
    pub modulepath: Option<Vec<PathBuf>>,
    /// The module folders of the installation, shared by all environments.
    pub base_modulepath: Vec<PathBuf>,
    /// The file or folder with the site's manifests, overriding `environment.conf`.
    pub manifest: Option<PathBuf>,
    /// The settings of the installation.
    pub settings: PuppetSettings,
}

/// An environment. It is shared by all threads, and only its caches change.
pub struct Environment {
    /// The name, such as `production`.
    pub name: String,
    /// The folder, if it has one.
    pub folder: Option<PathBuf>,
    /// The module folders, including those that do not exist.
    pub modulepath: Vec<PathBuf>,
    /// The modules, in the order of the modulepath.
    pub modules: Vec<Module>,
    /// How its files are parsed and checked.
    pub language: Language,
    /// The site's manifests, in the order in which they are evaluated.
    pub manifests: Vec<PathBuf>,
    /// The command that prints the version of the code, from `environment.conf`.
    pub version_command: Option<String>,
    /// The settings specific to this environment: where its manifests and modules are, and the command for its version.
    pub setting_values: Vec<(&'static str, String)>,
    /// How long a server should cache the environment, from `environment.conf`.
    pub timeout: Option<String>,
    /// Problems of the environment itself, which every compilation reports.
    pub notes: Vec<Diagnostic>,
    /// Modules that are left out because of errors in their metadata.
    pub(crate) left_out: FastSet<String>,
    pub(crate) files: Arc<dyn World>,
    pub(crate) witness: Arc<Witness>,
    layout: Layout,
    /// Modules by name.
    by_name: FastMap<String, usize>,
    /// The metadata of modules, by file.
    metadata: FastMap<PathBuf, Metadata>,
    /// The analyses of its files and of other code of its compilations, passed on when the environment is reloaded.
    pub(crate) analyses: Arc<Analyses>,
    /// Files that have been loaded, or that failed to load.
    pub(crate) loaded: PathCache<Loaded>,
    /// The definitions in the loaded files of modules.
    pub(crate) definitions: RwLock<FastMap<(Kind, Symbol), Definition>>,
    /// Names that no file defines. They are not symbols, because data and requests can make up any number.
    pub(crate) missing: Missing,
    /// The places of classes and defined types whose parameter types exist in this environment. This is not stored with
    /// their code, which is shared with the environment after a reload, where the types may be gone.
    types_checked: RwLock<FastSet<Span>>,
    /// Resource types that modules define in Ruby, with their files.
    foreign_types: FastMap<String, PathBuf>,
    /// Descriptions of resource types written by `puppet generate types`, read on first use.
    pub(crate) generated_types: FastMap<String, (PathBuf, OnceLock<Generated>)>,
    /// The files of functions in other languages, listed when one is first looked up.
    foreign_functions: OnceLock<ForeignFunctions>,
    /// Results of [`Environment::module_file`].
    module_files: Cache<String, Option<PathBuf>>,
}

/// A generated description, or why it is invalid.
pub(crate) type Generated = Result<Arc<ResourceType>, Arc<LoadError>>;

pub(crate) type Loaded = Result<Arc<LoadedFile>, Arc<LoadError>>;

/// The kind of a definition that is looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Class,
    Define,
    Function,
    Alias,
}

impl Environment {
    /// Whether any file or folder that has been looked at has changed.
    pub fn has_changed(&self) -> bool {
        self.witness.changed()
    }

    /// A hash of the current state of everything that has been looked at. If it stays the same for some time, nobody is
    /// writing the files any more.
    pub fn present_state(&self) -> u64 {
        self.witness.present_state()
    }

    /// How many files and folders have been looked at so far, including missing ones.
    pub fn looked_at(&self) -> usize {
        self.witness.count()
    }

    /// The folders to watch for changes of anything that has been looked at, including missing ones.
    pub fn watchable(&self) -> HashSet<PathBuf> {
        self.witness.folders()
    }

    /// Finds a generated description of a resource type.
    pub fn resource_type(&self, name: &str) -> Result<Option<Arc<ResourceType>>, Arc<LoadError>> {
        let Some((path, slot)) = self.generated_types.get(name) else { return Ok(None) };
        let read =
            || generated::read(&*self.files, path, name, &self.language).map(Arc::new).map_err(Arc::new);
        slot.get_or_init(read).clone().map(Some)
    }

    /// Finds a module by name.
    pub fn module(&self, name: &str) -> Option<&Module> {
        self.by_name.get(name).and_then(|index| self.modules.get(*index))
    }

    /// The analyses of code that belongs to the environment. They outlive a compilation and a reload.
    pub fn analyses(&self) -> &Arc<Analyses> {
        &self.analyses
    }

    /// Whether the types of the parameters of the class or defined type at a place are known to exist.
    pub fn are_types_checked(&self, definition: Span) -> bool {
        let checked = self.types_checked.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        checked.contains(&definition)
    }

    /// Records that they exist, for all compilations of this environment.
    pub fn note_types_checked(&self, definition: Span) {
        self.types_checked.write().unwrap_or_else(std::sync::PoisonError::into_inner).insert(definition);
    }

    /// The world in which the environment was opened. Files read through it become part of the environment.
    pub fn files(&self) -> &Arc<dyn World> {
        &self.files
    }

    /// The Ruby file that defines a resource type.
    pub fn foreign_type(&self, name: &str) -> Option<&Path> {
        self.foreign_types.get(name).map(PathBuf::as_path)
    }

    /// Finds a function of the environment or a module that is written in another language.
    pub fn foreign_function(&self, name: &str) -> Option<ForeignFunction<'_>> {
        self.foreign_functions().serving(&self.modules, name)
    }

    /// The file of a function with the Puppet 3 API, which may exist next to one with the current API.
    pub fn legacy_function(&self, name: &str) -> Option<PathBuf> {
        self.foreign_functions().legacy(name).cloned()
    }

    fn foreign_functions(&self) -> &ForeignFunctions {
        self.foreign_functions
            .get_or_init(|| ForeignFunctions::list(&*self.files, self.folder.as_deref(), &self.modules))
    }

    /// Finds a file or folder below a folder of a module. The result is cached, since modules do not change within an
    /// environment.
    pub fn module_file(&self, module: &str, folder: &str, rest: &str) -> Option<PathBuf> {
        self.module_files.get(&[module, folder, rest].join("/"), || {
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

    /// The warnings about a loaded file.
    pub fn warnings(&self, source: &Source) -> Vec<Diagnostic> {
        match self.loaded.known(Path::new(source.name())) {
            Some(Ok(file)) => file.analysis.diagnostics.clone(),
            _ => Vec::new(),
        }
    }

    /// Loads a file on first use. Threads only wait for each other if they need the same file.
    pub fn load(&self, path: &Path, kind: SourceKind) -> Loaded {
        self.load_in(path, kind, None)
    }

    /// Like [`Environment::load`], for a file of a module, whose definitions must be in a namespace.
    pub(crate) fn load_in(&self, path: &Path, kind: SourceKind, namespace: Option<&str>) -> Loaded {
        // A node that had no time or memory left says nothing about the file.
        let is_lasting = |loaded: &Loaded| !loaded.as_ref().is_err_and(|error| error.is_passing());
        self.loaded.get_lasting(path, || self.load_now(path, kind, namespace), is_lasting)
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
