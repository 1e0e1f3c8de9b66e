//! A module with its specs.

use std::{
    collections::HashMap,
    error::Error,
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use bunraku::{
    Outcome, Program, Site,
    edition::PUPPET8,
    loader::{Environment, Layout},
    pcore::Hash,
    world::{FileKind, Trust, World},
};
use bunraku_ruby_puppet::{Code, RubyError, parse};

use crate::{
    FileRun, Missing, SpecFile,
    coverage::{self, Reached},
    facts::FactSets,
    files,
    fixtures::{self, Fixtures},
    run,
};

/// What a person may ask for.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Folders with modules, where fixtures are looked for that a suite would fetch.
    pub modulepath: Vec<PathBuf>,
    /// Folders with facts of FacterDB, in the order in which FacterDB reads them.
    pub facterdb: Vec<PathBuf>,
    /// Only examples whose full description has one of these strings in it.
    pub names: Vec<String>,
    /// Only examples with one of these tags.
    pub tags: Vec<Tag>,
    /// Examples that do not run: those with one of these tags.
    pub without: Vec<Tag>,
    /// Whether a file ends with its first failure.
    pub fail_fast: bool,
    /// The number of steps that an example may take; `None` for the usual number.
    pub steps: Option<u64>,
    /// Whether it is measured what the suite reaches.
    pub coverage: bool,
}

/// A tag, as in `--tag slow` or `--tag kind:big`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// The key.
    pub name: String,
    /// The value; `None` for any that is true.
    pub value: Option<String>,
}

/// Why a suite cannot be used.
#[derive(Debug)]
pub enum SuiteError {
    /// There is no such folder.
    NoFolder(PathBuf),
    /// A name leads to no file and no folder.
    NoSpecs(String),
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SuiteError::NoFolder(path) => write!(f, "folder `{}` not found", path.display()),
            SuiteError::NoSpecs(name) => write!(f, "file or folder `{name}` not found"),
        }
    }
}

impl Error for SuiteError {}

/// A module with its specs. Threads share it: each runs files of its own.
pub struct Suite {
    pub(crate) root: PathBuf,
    /// The name of the module.
    pub(crate) name: String,
    pub(crate) options: Options,
    /// The files of the module, with its fixtures where the specs expect them.
    pub(crate) world: Arc<dyn World>,
    /// Fixtures that are not on this machine.
    missing: Vec<Missing>,
    pub(crate) facts: OnceLock<FactSets>,
    sites: Mutex<HashMap<SiteKey, Arc<OnceLock<Option<Site>>>>>,
    code: Mutex<HashMap<PathBuf, Parsed>>,
    pub(crate) reached: Mutex<Reached>,
}

/// Where the code and data of an environment are: folders with modules, the global `hiera.yaml`, the environment's name.
pub(crate) type SiteKey = (Vec<PathBuf>, Option<PathBuf>, String);

/// The code of a file, or why it cannot be read.
pub(crate) type Parsed = Option<Result<Arc<Code>, Arc<RubyError>>>;

impl Suite {
    /// Opens the suite of the module in a folder.
    ///
    /// # Errors
    /// There is no such folder.
    pub fn open(world: Arc<dyn World>, root: &Path, options: Options) -> Result<Suite, SuiteError> {
        world.trust(root, Trust::Below);
        if !world.is_folder(root) {
            return Err(SuiteError::NoFolder(root.to_owned()));
        }
        let folders = options.modulepath.iter().chain(&options.facterdb);
        folders.for_each(|folder| world.trust(folder, Trust::Below));
        let (links, missing) = fixtures::links(&*world, root, &options.modulepath);
        links.values().for_each(|folder| world.trust(folder, Trust::Module));
        let name = fixtures::module_name(&*world, root).unwrap_or_default();
        let world = Arc::new(Fixtures::new(world, root.join("spec/fixtures/modules"), links));
        Ok(Suite {
            root: root.to_owned(),
            name,
            options,
            world,
            missing,
            facts: OnceLock::new(),
            sites: Mutex::default(),
            code: Mutex::default(),
            reached: Mutex::default(),
        })
    }

    /// The fixtures that `.fixtures.yml` names and this machine does not have.
    pub fn missing(&self) -> &[Missing] {
        &self.missing
    }

    /// The files that run: those that names lead to, or all of the module.
    ///
    /// # Errors
    /// A name leads to no file and no folder.
    pub fn find(&self, names: &[String]) -> Result<Vec<SpecFile>, SuiteError> {
        if names.is_empty() {
            return Ok(files::of_module(&*self.world, &self.root));
        }
        let mut found = Vec::new();
        for name in names {
            let files = files::named(&*self.world, &self.root, name);
            found.extend(files.ok_or_else(|| SuiteError::NoSpecs(name.clone()))?);
        }
        Ok(found)
    }

    /// Runs a file.
    pub fn run(&self, file: &SpecFile) -> FileRun {
        bunraku::with_large_stack(|| run::run(self, file))
    }

    /// How much of the module the files that ran have reached; `None` if nobody asked to measure it.
    pub fn coverage(&self) -> Option<coverage::Report> {
        let reached = self.reached.lock().unwrap_or_else(PoisonError::into_inner);
        self.options.coverage.then(|| reached.report(self))
    }

    /// A path as the specs and reports name it.
    pub(crate) fn relative(&self, path: &Path) -> String {
        match path.strip_prefix(&self.root) {
            Ok(rest) => format!("./{}", rest.display()),
            Err(_) => path.display().to_string(),
        }
    }

    /// The path of a file from the folder of the module on, be it named through the fixtures; `None` for those of others.
    pub(crate) fn in_module(&self, path: &Path) -> Option<String> {
        let fixture = self.root.join("spec/fixtures/modules").join(&self.name);
        let rest = path.strip_prefix(&fixture).or_else(|_| path.strip_prefix(&self.root)).ok()?;
        (!rest.starts_with("spec")).then(|| rest.display().to_string())
    }

    /// Compiles code with the module and its fixtures, for a node with some facts; `None` if the modules cannot be read.
    pub fn compile(&self, node: &str, facts: Hash, code: &str) -> Option<Outcome> {
        let mut program = Program::new(&PUPPET8);
        node.clone_into(&mut program.node);
        program.facts = facts;
        program.world = Arc::clone(&self.world);
        let modules = self.root.join("spec/fixtures/modules");
        let site = self.site((vec![modules], None, program.environment.clone()))?;
        Some(program.compile_text(&site, "<snapshot>", code))
    }

    /// The environment with some folders of modules and data. It is opened once.
    pub(crate) fn site(&self, key: SiteKey) -> Option<Site> {
        let place = {
            let mut sites = self.sites.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(sites.entry(key.clone()).or_default())
        };
        place.get_or_init(|| self.open_site(key)).clone()
    }

    fn open_site(&self, (modulepath, hiera, name): SiteKey) -> Option<Site> {
        let layout = Layout { name, modulepath: Some(modulepath), ..Layout::default() };
        let language = Program::new(&PUPPET8).language();
        let environment = Environment::open(Arc::clone(&self.world), &layout, language).ok()?;
        if let Some(folder) = hiera.as_deref().and_then(Path::parent) {
            self.world.trust(folder, Trust::Below);
        }
        Some(Site::new(environment, hiera))
    }

    /// The code of a file of the suite or of a module. It is parsed once for all threads.
    pub(crate) fn code(&self, path: &Path, kind: FileKind) -> Parsed {
        let known = self.code.lock().unwrap_or_else(PoisonError::into_inner).get(path).cloned();
        if let Some(known) = known {
            return known;
        }
        let parsed = self.world.read(path, kind).ok().map(|bytes| {
            let text = String::from_utf8_lossy(&bytes);
            parse(&path.display().to_string(), &text).map(Arc::new).map_err(Arc::new)
        });
        self.code.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), parsed.clone());
        parsed
    }
}
