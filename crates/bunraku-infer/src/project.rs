//! What a file can see: the modules of its environment or modulepath, and the data.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bunraku_analysis::Language;
use bunraku_eval::{Functions, Native};
use bunraku_formats::yaml;
use bunraku_intern::{FastMap, FastSet, Symbol};
use bunraku_loader::{Environment, EnvironmentError};
use bunraku_pcore::types::Alias;
use bunraku_pcore::{Type, Value};
use bunraku_resources::ResourceType;
use bunraku_syntax::{SourceKind, parse};
use bunraku_world::{FileKind, World};

use crate::hiera::DataKeys;
use crate::manifests::Manifests;
use crate::module::{self, ModuleIndex};
use crate::modules::{Module, Modules};
use crate::signature::{ClassInfo, FunctionInfo, Parameter, ResourceInfo};
use crate::surroundings::Surroundings;
use crate::trees::Trees;
use crate::{GRAMMAR, RULES, bare, builtin, facts, puppetfile, types};

/// The result of looking up a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lookup<T> {
    /// It exists.
    Found(T),
    /// It does not exist, although the module that should contain it is known.
    Missing,
    /// This cannot be known: the module is not on the path, or one of its files cannot be read.
    Unknown,
}

impl<T> Lookup<T> {
    /// The result, if it exists.
    pub fn found(self) -> Option<T> {
        match self {
            Lookup::Found(found) => Some(found),
            _ => None,
        }
    }

    /// Whether it certainly does not exist.
    pub fn is_missing(&self) -> bool {
        matches!(self, Lookup::Missing)
    }
}

/// What the files of one environment or modulepath can see. Shared by all threads.
pub struct Project {
    /// Access to the files.
    pub world: Arc<dyn World>,
    /// The folder of the environment, if there is one.
    pub environment: Option<PathBuf>,
    /// The site manifests.
    site: Vec<PathBuf>,
    modules: Vec<Arc<Module>>,
    by_name: FastMap<String, usize>,
    by_folder: FastMap<PathBuf, usize>,
    functions: Functions,
    trees: Arc<Trees>,
    site_index: OnceLock<Manifests>,
    aliases: Mutex<FastMap<String, Option<Type>>>,
    written: Mutex<FastMap<String, Type>>,
    facts: OnceLock<FastSet<String>>,
    /// Whether all modules of the `Puppetfile` are there.
    installed: OnceLock<bool>,
    /// Whether all modules that modules need are there.
    closed: OnceLock<bool>,
    /// Whether the environment itself has type aliases.
    own_types: OnceLock<bool>,
    data: OnceLock<DataKeys>,
    lib_functions: OnceLock<FastMap<String, usize>>,
    /// The modules of the resource types written in Ruby.
    ruby_types: OnceLock<FastMap<String, usize>>,
    /// Qualified names of variables that manifests of modules read.
    qualified_reads: OnceLock<FastSet<String>>,
    /// Classes of modules that others inherit from.
    parents: OnceLock<FastSet<String>>,
    /// The next module to list, and the next whose manifests to read, when all are needed.
    next_listed: AtomicUsize,
    next_read: AtomicUsize,
}

impl Project {
    /// Opens the project that a file belongs to. Projects that share `known` read each module once.
    pub fn open(
        world: Arc<dyn World>,
        place: &Surroundings,
        language: Language,
        functions: Functions,
        known: &Modules,
    ) -> Result<Project, EnvironmentError> {
        let environment = Environment::open(Arc::clone(&world), &place.layout(), language)?;
        let listed: Vec<(String, PathBuf, Option<[u32; 3]>)> = environment
            .modules
            .iter()
            .map(|module| (module.name.clone(), module.path.clone(), module.version))
            .collect();
        // The module that a file is in is found under its own name, whatever its folder is called.
        let version_of = |path: &PathBuf| {
            listed.iter().find(|(_, listed, _)| listed == path).and_then(|(_, _, version)| *version)
        };
        let own: Vec<_> =
            place.module.iter().map(|(name, path)| (name.clone(), path.clone(), version_of(path))).collect();
        let mut modules: Vec<Arc<Module>> = Vec::new();
        let mut by_name = FastMap::default();
        for (name, path, version) in own.into_iter().chain(listed) {
            if !module::is_real(&*world, &path) || by_name.contains_key(&name) {
                continue;
            }
            by_name.insert(name.clone(), modules.len());
            modules.push(known.module(name, path, version));
        }
        let by_folder = modules.iter().enumerate().map(|(at, module)| (module.path.clone(), at)).collect();
        Ok(Project {
            environment: place.environment.clone(),
            site: environment.manifests.clone(),
            world,
            modules,
            by_name,
            by_folder,
            functions,
            trees: known.trees(),
            site_index: OnceLock::new(),
            aliases: Mutex::default(),
            written: Mutex::default(),
            facts: OnceLock::new(),
            installed: OnceLock::new(),
            closed: OnceLock::new(),
            own_types: OnceLock::new(),
            data: OnceLock::new(),
            lib_functions: OnceLock::new(),
            ruby_types: OnceLock::new(),
            qualified_reads: OnceLock::new(),
            parents: OnceLock::new(),
            next_listed: AtomicUsize::new(0),
            next_read: AtomicUsize::new(0),
        })
    }

    /// The version of a module from its metadata, if it is known.
    pub fn module_version(&self, name: &str) -> Option<[u32; 3]> {
        self.modules.get(*self.by_name.get(name)?)?.version
    }

    /// The definitions of a module.
    pub fn module(&self, name: &str) -> Option<&ModuleIndex> {
        self.index(*self.by_name.get(name)?)
    }

    /// The module whose folder contains a path, with its folder.
    pub fn module_of(&self, path: &Path) -> Option<(&str, &Path)> {
        // From the inside out, so that the nearest is found first.
        let nearest = path.ancestors().find_map(|folder| self.by_folder.get(folder))?;
        let nearest = self.modules.get(*nearest)?;
        Some((nearest.name.as_str(), nearest.path.as_path()))
    }

    /// The definitions in the site manifests.
    pub fn site(&self) -> &Manifests {
        self.site_index.get_or_init(|| Manifests::read(&*self.world, &self.site, &self.trees))
    }

    /// Finds a class by its full name.
    pub fn class(&self, name: &str) -> Lookup<&ClassInfo> {
        let name = bare(name);
        if let Some(class) = self.site().classes.get(name) {
            return Lookup::Found(class);
        }
        let Some(module) = self.module(module::owner(name)) else {
            return Lookup::Unknown;
        };
        let manifests = module.manifests(&*self.world);
        match manifests.classes.get(name) {
            Some(class) => Lookup::Found(class),
            None if manifests.broken || name == "settings" => Lookup::Unknown,
            None => Lookup::Missing,
        }
    }

    /// Finds a defined type by its full name.
    pub fn define(&self, name: &str) -> Lookup<&ClassInfo> {
        let name = bare(name);
        if let Some(define) = self.site().defines.get(name) {
            return Lookup::Found(define);
        }
        let Some(module) = self.module(module::owner(name)) else {
            return Lookup::Unknown;
        };
        let manifests = module.manifests(&*self.world);
        match manifests.defines.get(name) {
            Some(define) => Lookup::Found(define),
            None if manifests.broken => Lookup::Unknown,
            None => Lookup::Missing,
        }
    }

    /// Finds a resource type written in Ruby in a module on the path.
    pub fn ruby_type(&self, name: &str) -> Option<&ResourceInfo> {
        self.list_all();
        let types = self.ruby_types.get_or_init(|| {
            let mut all = FastMap::default();
            for index in 0..self.modules.len() {
                for name in self.index(index).into_iter().flat_map(ModuleIndex::resource_type_names) {
                    all.entry(name.to_owned()).or_insert(index);
                }
            }
            all
        });
        self.index(*types.get(name)?)?.resource_type(&*self.world, name)
    }

    /// Whether a resource type or defined type of this name is known.
    pub fn is_resource_type(&self, name: &str) -> bool {
        ResourceType::find(name).is_some()
            || matches!(self.define(name), Lookup::Found(_))
            || self.ruby_type(name).is_some()
    }

    /// Finds a function by name.
    pub fn function(&self, name: &str) -> Lookup<FunctionInfo> {
        let name = bare(name);
        let symbol = Symbol::find(name);
        if let Some(native) = symbol.and_then(|symbol| self.functions.get(symbol)) {
            return Lookup::Found(known(native, name));
        }
        let ruby = self.lib_functions().get(name).and_then(|index| self.index(*index)?.functions.get(name));
        if let Some((module, native)) = symbol.and_then(|symbol| self.functions.of_module(symbol))
            && self.by_name.contains_key(module)
            && native.about().is_some_and(|about| about.serves(self.module_version(module)))
        {
            let deprecated = ruby.and_then(|function| function.deprecated.clone());
            return Lookup::Found(FunctionInfo { deprecated, built_in: false, ..known(native, name) });
        }
        if let Some(function) = ruby {
            return Lookup::Found(function.clone());
        }
        if self.site().functions.contains(name) {
            return Lookup::Unknown;
        }
        let Some((owner, _)) = name.split_once("::") else { return Lookup::Missing };
        match self.module(owner) {
            _ if owner == "environment" => Lookup::Unknown,
            None => Lookup::Unknown,
            Some(module) => match module.functions.get(name) {
                Some(function) => Lookup::Found(function.clone()),
                None => Lookup::Missing,
            },
        }
    }

    /// The names of all functions, for suggestions.
    pub fn function_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.lib_functions().keys().map(String::as_str).collect();
        for name in self.functions.names() {
            names.push(name);
        }
        names
    }

    /// Finds a type alias by its full name.
    pub fn alias(&self, name: &str) -> Lookup<Type> {
        self.alias_within(&bare(name).to_lowercase(), &mut Vec::new())
    }

    /// Finds a type alias by its name in lowercase, while the aliases in `inside` are being resolved.
    pub(crate) fn alias_within(&self, lower: &str, inside: &mut Vec<String>) -> Lookup<Type> {
        let kept = self.aliases.lock().unwrap_or_else(PoisonError::into_inner).get(lower).cloned();
        match kept {
            Some(Some(ty)) => return Lookup::Found(ty),
            Some(None) => return Lookup::Unknown,
            None => {}
        }
        let owner = module::owner(lower);
        let module = self.module(owner);
        let source = module.and_then(|module| module.aliases.get(lower));
        let Some((name, text)) = source else {
            let has_others = module.is_some_and(|module| module.opaque_types);
            return if module.is_some() && !has_others && lower.contains("::") {
                Lookup::Missing
            } else {
                Lookup::Unknown
            };
        };
        inside.push(lower.to_owned());
        let ty = module::aliased(text, |node| types::resolve(node, Some(self), inside));
        inside.pop();
        let alias = Alias::declare(name.as_str());
        let ty = ty.filter(|ty| alias.define(RULES, ty).is_ok()).map(|_| Type::Alias(alias));
        // A result found inside another definition may be incomplete.
        if inside.is_empty() {
            self.aliases.lock().unwrap_or_else(PoisonError::into_inner).insert(lower.to_owned(), ty.clone());
        }
        ty.map_or(Lookup::Unknown, Lookup::Found)
    }

    /// The type of a parameter of a definition in the project.
    pub fn parameter_type(&self, parameter: &Parameter) -> Type {
        if parameter.written.is_empty() {
            return parameter.ty.clone();
        }
        if let Some(ty) = self.written.lock().unwrap_or_else(PoisonError::into_inner).get(&parameter.written)
        {
            return ty.clone();
        }
        let tree = parse(&parameter.written, SourceKind::Manifest, GRAMMAR);
        let root = tree.root(&parameter.written);
        let ty = root.children().next().map_or(Type::Any, |node| types::type_of_expression(node, Some(self)));
        self.written
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(parameter.written.clone(), ty.clone());
        ty
    }

    /// Whether a name is that of a fact: of Facter, a custom fact of a module, or a variable of the site's top scope.
    pub fn is_fact(&self, name: &str) -> bool {
        facts::is_known(name)
            || self.custom_facts().contains(name)
            || self.has_fact_beginning(name)
            || self.site().top_variables.contains(name)
    }

    /// Whether code reads a name as a fact or a variable of the top scope. It may come from the node, whose external
    /// facts no module contains.
    pub fn is_read_as_fact(&self, name: &str) -> bool {
        self.uses(|manifests| manifests.facts_read.contains(name))
    }

    /// Whether a module computes names of facts that begin as a name does.
    fn has_fact_beginning(&self, name: &str) -> bool {
        self.list_all();
        let modules = (0..self.modules.len()).filter_map(|index| self.index(index));
        modules
            .flat_map(|module| &module.fact_beginnings)
            .any(|beginning| name.starts_with(beginning.as_str()))
    }

    /// The names of the custom facts of modules.
    pub fn custom_facts(&self) -> &FastSet<String> {
        self.list_all();
        self.facts.get_or_init(|| {
            (0..self.modules.len())
                .filter_map(|index| self.index(index))
                .flat_map(|module| module.facts.clone())
                .collect()
        })
    }

    /// Whether everything that the module of a file says it needs is on the path, and all that the environment's
    /// `Puppetfile` lists. Site manifests need what all modules need.
    pub fn is_complete_for(&self, path: &Path) -> bool {
        let installed = || {
            let text = self.puppetfile().unwrap_or_default();
            puppetfile::modules(&text).all(|listed| self.by_name.contains_key(listed.module()))
        };
        if !*self.installed.get_or_init(installed) {
            return false;
        }
        match self.module_of(path) {
            Some((name, _)) => self.module(name).is_some_and(|module| {
                module.has_metadata && module.dependencies.iter().all(|name| self.by_name.contains_key(name))
            }),
            // Code of the site sees everything; without an environment, it is unknown what that is. So it is for other files:
            // they may be in a module that another path leads to.
            None => {
                let is_site = || self.site.iter().any(|manifest| manifest == path);
                self.environment.is_some() && is_site() && *self.closed.get_or_init(|| self.is_closed())
            }
        }
    }

    /// Whether there are modules, and all that they say they need. If not, the server has more than can be seen here.
    fn is_closed(&self) -> bool {
        let mut modules = self.modules.iter().map(|module| self.module(&module.name)).peekable();
        let is_there = |name: &String| self.by_name.contains_key(name);
        modules.peek().is_some() && modules.flatten().all(|module| module.dependencies.iter().all(is_there))
    }

    /// Whether the environment has type aliases outside of modules.
    pub fn has_own_types(&self) -> bool {
        *self.own_types.get_or_init(|| {
            self.environment.as_ref().is_some_and(|folder| self.world.is_folder(&folder.join("types")))
        })
    }

    /// The `Puppetfile` of the environment, if there is one.
    pub fn puppetfile(&self) -> Option<String> {
        self.read(&self.environment.as_ref()?.join("Puppetfile"), FileKind::Data)
    }

    /// The keys in the data of the environment and the modules.
    pub fn data(&self) -> &DataKeys {
        self.data.get_or_init(|| DataKeys::read(self))
    }

    /// The folders of all modules.
    pub fn module_folders(&self) -> impl Iterator<Item = (&str, &Path)> {
        self.modules.iter().map(|module| (module.name.as_str(), module.path.as_path()))
    }

    /// Reads a file, if that is possible.
    pub fn read(&self, path: &Path, kind: FileKind) -> Option<String> {
        self.world.read(path, kind).ok().and_then(|bytes| String::from_utf8(bytes).ok())
    }

    /// Whether code looks up a key by name.
    pub fn is_looked_up(&self, key: &str) -> bool {
        let by_code = |index: usize| {
            self.index(index).is_some_and(|module| {
                let manifests = module.manifests(&*self.world);
                manifests.broken || manifests.looked_up.contains(key)
            })
        };
        if self.site().looked_up.contains(key) {
            return true;
        }
        self.read_all();
        (0..self.modules.len()).any(by_code) || self.data().is_referenced(key)
    }

    /// Whether code computes names of keys to look up, one of which may be this one. Site manifests and all modules may do so.
    pub fn may_be_looked_up(&self, key: &str) -> bool {
        self.uses(|manifests| {
            manifests.broken
                || manifests.looked_up_beginnings.iter().any(|start| key.starts_with(start.as_str()))
        })
    }

    /// Whether a predicate holds for the manifests of the site or of any module.
    pub fn uses(&self, question: impl Fn(&Manifests) -> bool) -> bool {
        if question(self.site()) {
            return true;
        }
        self.read_all();
        (0..self.modules.len())
            .any(|index| self.index(index).is_some_and(|module| question(module.manifests(&*self.world))))
    }

    /// Whether manifests of the site or of any module read a variable by its qualified name.
    pub fn is_read(&self, variable: &str) -> bool {
        self.read_all();
        let reads = self
            .qualified_reads
            .get_or_init(|| self.of_modules(|manifests| Box::new(manifests.qualified_reads.iter().cloned())));
        reads.contains(variable) || self.site().qualified_reads.contains(variable)
    }

    /// Whether a class of any module inherits from a class.
    pub fn is_inherited(&self, class: &str) -> bool {
        self.read_all();
        let parents = self.parents.get_or_init(|| {
            self.of_modules(|manifests| {
                Box::new(manifests.classes.values().filter_map(|class| class.parent.clone()))
            })
        });
        parents.contains(class)
    }

    /// Something that the manifests of all modules have.
    fn of_modules(&self, what: fn(&Manifests) -> Box<dyn Iterator<Item = String> + '_>) -> FastSet<String> {
        let modules = (0..self.modules.len()).filter_map(|index| self.index(index));
        modules.flat_map(|module| what(module.manifests(&*self.world))).collect()
    }

    /// The value of a key in a data file.
    pub fn data_value(&self, path: &Path, key: &str) -> Option<Value> {
        let document = yaml::read(&self.read(path, FileKind::Data)?).ok()?;
        match document.value {
            Value::Hash(entries) => entries.get_str(key).cloned(),
            _ => None,
        }
    }

    /// The files in the folder `files` of a module, by their paths in it.
    pub fn files_of(&self, module: &str) -> Vec<String> {
        let Some(index) = self.module(module) else { return Vec::new() };
        let files = module::below(&*self.world, &index.root.join("files"), "");
        files.into_iter().map(|(name, _)| name).collect()
    }

    /// Whether nothing is at a path. What belongs into an empty folder is unknown: Git has none of them but submodules that are
    /// not checked out.
    pub fn lacks(&self, path: &Path) -> bool {
        let above = || path.ancestors().skip(1).find(|folder| self.world.is_folder(folder));
        let is_filled = |folder| self.world.list(folder).is_ok_and(|entries| !entries.is_empty());
        !self.world.is_there(path) && above().is_none_or(is_filled)
    }

    /// Reads a template, if that is possible.
    pub fn read_template(&self, path: &Path) -> Option<String> {
        self.read(path, FileKind::Template)
    }

    /// Whether a template, function or data file of a module contains a word.
    pub fn mentions(&self, module: &str, word: &str) -> bool {
        let Some(found) = self.by_name.get(module).and_then(|index| self.modules.get(*index)) else {
            return true;
        };
        found.words(&*self.world).contains(word)
    }

    /// Lists all modules. Threads that need them at the same time share the work: otherwise the first would do all of it,
    /// while the others wait.
    fn list_all(&self) {
        let world = &*self.world;
        self.share(&self.next_listed, |module| {
            module.index(world);
        });
    }

    /// Reads the manifests of all modules, likewise.
    fn read_all(&self) {
        let world = &*self.world;
        self.share(&self.next_read, |module| {
            module.index(world).manifests(world);
        });
    }

    fn share(&self, next: &AtomicUsize, work: impl Fn(&Module)) {
        // Asking is cheaper than taking, and most callers come when all is done.
        while next.load(Ordering::Relaxed) < self.modules.len() {
            if let Some(module) = self.modules.get(next.fetch_add(1, Ordering::Relaxed)) {
                work(module);
            }
        }
    }

    fn index(&self, index: usize) -> Option<&ModuleIndex> {
        Some(self.modules.get(index)?.index(&*self.world))
    }

    /// The modules of the functions without a namespace.
    fn lib_functions(&self) -> &FastMap<String, usize> {
        self.list_all();
        self.lib_functions.get_or_init(|| {
            let mut all = FastMap::default();
            for index in 0..self.modules.len() {
                for name in self.index(index).into_iter().flat_map(|module| module.functions.keys()) {
                    all.entry(name.clone()).or_insert(index);
                }
            }
            all
        })
    }
}

fn known(native: Native, name: &str) -> FunctionInfo {
    match native.about() {
        Some(about) => builtin::function(about),
        None => FunctionInfo {
            name: name.to_owned(),
            signatures: None,
            returns: Type::Any,
            deprecated: None,
            built_in: true,
        },
    }
}
