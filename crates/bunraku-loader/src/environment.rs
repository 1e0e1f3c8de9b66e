//! An environment: its modules, its site manifests and what has been loaded of them.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock, RwLock},
};

use bunraku_edition::Edition;
use bunraku_intern::Symbol;
use bunraku_ir::Definition;
use bunraku_syntax::SourceKind;

use crate::{
    Files, LoadError, LoadedFile, Module,
    configuration::Configuration,
    load,
    modules::{self, names_below},
};

/// Where the parts of an environment are.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    /// The name of the environment.
    pub name: String,
    /// Its folder, if it has one.
    pub folder: Option<PathBuf>,
    /// The folders with modules, instead of those that `environment.conf` names.
    pub modulepath: Option<Vec<PathBuf>>,
    /// The folders with modules of the installation.
    pub base_modulepath: Vec<PathBuf>,
    /// The file or folder with the site's manifests, instead of the one that `environment.conf` names.
    pub manifest: Option<PathBuf>,
}

/// Why an environment cannot be used.
#[derive(Debug)]
pub enum EnvironmentError {
    /// There is no such folder.
    NoFolder(PathBuf),
    /// There is no such manifest.
    NoManifest(PathBuf),
}

/// An environment. It is shared by all threads; nothing but its caches changes.
pub struct Environment {
    /// Its name.
    pub name: String,
    /// Its folder, if it has one.
    pub folder: Option<PathBuf>,
    /// Its modules, in the order of the modulepath.
    pub modules: Vec<Module>,
    /// The edition of the language.
    pub edition: &'static Edition,
    /// The settings of the static checks.
    pub settings: bunraku_check::Settings,
    /// The files with the site's manifests, in the order in which they run.
    pub manifests: Vec<PathBuf>,
    pub(crate) files: Arc<dyn Files>,
    /// Modules by name.
    by_name: HashMap<String, usize>,
    /// Files that have been loaded, or that cannot be.
    loaded: RwLock<HashMap<PathBuf, Arc<OnceLock<Loaded>>>>,
    /// What the loaded files of modules define.
    pub(crate) definitions: RwLock<HashMap<(Kind, Symbol), Definition>>,
    /// Resource types that modules define in Ruby, with their files.
    foreign_types: HashMap<String, PathBuf>,
    /// Whether modules have functions that were asked for.
    has_function: RwLock<HashMap<(&'static str, Symbol), bool>>,
}

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
        files: Arc<dyn Files>,
        layout: &Layout,
        edition: &'static Edition,
        settings: bunraku_check::Settings,
    ) -> Result<Environment, EnvironmentError> {
        let mut configuration = Configuration::default();
        if let Some(folder) = &layout.folder {
            if !files.is_folder(folder) {
                return Err(EnvironmentError::NoFolder(folder.clone()));
            }
            if let Ok(bytes) = files.read(&folder.join("environment.conf")) {
                configuration = Configuration::parse(&String::from_utf8_lossy(&bytes));
            }
        }
        let modulepath = layout.modulepath.clone().unwrap_or_else(|| match &layout.folder {
            Some(folder) => configuration.modulepath(folder, &layout.base_modulepath),
            None => layout.base_modulepath.clone(),
        });
        let modules = modules::find(&*files, &modulepath);
        let manifests = site_manifests(&*files, layout, &configuration)?;
        let mut foreign_types = HashMap::new();
        for module in &modules {
            let folder = module.path.join("lib/puppet/type");
            for name in names_below(&*files, &folder, "rb").into_iter().filter(|name| !name.contains('/')) {
                let path = folder.join(format!("{name}.rb"));
                foreign_types.entry(name).or_insert(path);
            }
        }
        let by_name =
            modules.iter().enumerate().map(|(index, module)| (module.name.clone(), index)).collect();
        Ok(Environment {
            name: layout.name.clone(),
            folder: layout.folder.clone(),
            modules,
            edition,
            settings,
            manifests,
            files,
            by_name,
            loaded: RwLock::default(),
            definitions: RwLock::default(),
            foreign_types,
            has_function: RwLock::default(),
        })
    }

    /// The module of a name.
    pub fn module(&self, name: &str) -> Option<&Module> {
        self.by_name.get(name).and_then(|index| self.modules.get(*index))
    }

    /// The files that the environment reads.
    pub fn files(&self) -> &Arc<dyn Files> {
        &self.files
    }

    /// The Ruby file that defines a resource type.
    pub fn foreign_type(&self, name: &str) -> Option<&Path> {
        self.foreign_types.get(name).map(PathBuf::as_path)
    }

    /// The Ruby file of a module that defines a function.
    pub fn foreign_function(&self, name: &str) -> Option<PathBuf> {
        let path = name.replace("::", "/");
        let owner = name.split("::").next().unwrap_or(name);
        let own = self.module(owner).into_iter();
        let others = self.modules.iter().filter(|module| !name.contains("::") && module.name != owner);
        own.chain(others)
            .flat_map(|module| {
                [
                    module.path.join(format!("lib/puppet/functions/{path}.rb")),
                    module.path.join(format!("lib/puppet/parser/functions/{path}.rb")),
                ]
            })
            .find(|path| self.files.is_file(path))
    }

    /// The names of the functions of all modules, for suggestions.
    pub fn function_names(&self) -> Vec<String> {
        let mut all = Vec::new();
        for module in &self.modules {
            for folder in ["lib/puppet/functions", "lib/puppet/parser/functions"] {
                let names = names_below(&*self.files, &module.path.join(folder), "rb");
                all.extend(names.into_iter().map(|name| name.replace('/', "::")));
            }
            let names = names_below(&*self.files, &module.path.join("functions"), "pp");
            all.extend(names.into_iter().map(|name| format!("{}::{}", module.name, name.replace('/', "::"))));
        }
        all
    }

    /// Whether a module is there and has a function in Ruby: its versions have different ones.
    pub fn has_foreign_function(&self, module: &'static str, name: Symbol) -> bool {
        let known = self.has_function.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(has) = known.get(&(module, name)) {
            return *has;
        }
        drop(known);
        let path = name.as_str().replace("::", "/");
        let folders = ["lib/puppet/functions", "lib/puppet/parser/functions"];
        let has = self.module(module).is_some_and(|module| {
            folders.iter().any(|folder| self.files.is_file(&module.path.join(format!("{folder}/{path}.rb"))))
        });
        let mut known = self.has_function.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        *known.entry((module, name)).or_insert(has)
    }

    /// A file, loaded when first asked for. Other threads that want the same file wait for it alone.
    pub fn load(&self, path: &Path, kind: SourceKind) -> Loaded {
        let known = self.loaded.read().unwrap_or_else(std::sync::PoisonError::into_inner).get(path).cloned();
        let slot = known.unwrap_or_else(|| {
            let mut loaded = self.loaded.write().unwrap_or_else(std::sync::PoisonError::into_inner);
            Arc::clone(loaded.entry(path.to_owned()).or_default())
        });
        let result = slot.get_or_init(|| {
            load::load(&*self.files, path, kind, self.edition, &self.settings).map(Arc::new).map_err(Arc::new)
        });
        result.clone()
    }
}

/// The files of the site's manifests: one file, or all `.pp` files of a folder by their sorted paths.
fn site_manifests(
    files: &dyn Files,
    layout: &Layout,
    configuration: &Configuration,
) -> Result<Vec<PathBuf>, EnvironmentError> {
    let path = match (&layout.manifest, &layout.folder, &configuration.manifest) {
        (Some(manifest), _, _) => manifest.clone(),
        (None, Some(folder), Some(manifest)) => folder.join(manifest),
        (None, Some(folder), None) => folder.join("manifests"),
        (None, None, _) => return Ok(Vec::new()),
    };
    if files.is_folder(&path) {
        let names = names_below(files, &path, "pp");
        return Ok(names.into_iter().map(|name| path.join(format!("{name}.pp"))).collect());
    }
    if files.is_file(&path) {
        return Ok(vec![path]);
    }
    // A folder that is only the usual place need not be there.
    if layout.manifest.is_none() && configuration.manifest.is_none() {
        return Ok(Vec::new());
    }
    Err(EnvironmentError::NoManifest(path))
}
