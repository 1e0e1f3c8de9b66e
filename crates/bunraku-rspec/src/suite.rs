//! A module with its specs.

use std::{
    collections::HashMap,
    error::Error,
    fmt,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use bunraku::{
    Outcome, Program, Site,
    edition::PUPPET8,
    eval::Limits,
    loader::{Environment, Layout},
    pcore::Hash,
    world::{FileKind, Trust, World},
};
use bunraku_ruby_puppet::{Code, RubyError, parse};

use crate::{
    FileRun, Missing, SpecFile,
    checked::Checked,
    coverage::{self, Reached},
    dotfile::DotFile,
    facts::FactSets,
    files,
    fixtures::{self, Fixtures},
    run,
    share::Board,
    written::Sites,
};

/// The options of a run.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Module folders to search for fixtures that a suite would download.
    pub modulepath: Vec<PathBuf>,
    /// Folders with FacterDB facts, in the order in which FacterDB reads them.
    pub facterdb: Vec<PathBuf>,
    /// Folders with Ruby libraries that specs may require: gems for which there is no stand-in.
    pub libraries: Vec<PathBuf>,
    /// Only run examples whose full description contains one of these strings.
    pub names: Vec<String>,
    /// Only run examples with one of these tags.
    pub tags: Vec<Tag>,
    /// Do not run examples with one of these tags.
    pub without: Vec<Tag>,
    /// The seed of a random order; `None` for the order of declaration.
    pub seed: Option<u32>,
    /// Whether a file ends at its first failure. Those after it are the caller's to [stop](Suite::stop).
    pub fail_fast: bool,
    /// The step limit of an example; `None` for the default.
    pub steps: Option<u64>,
    /// The limits of a file and of the catalogs that it compiles: the time is that of an example.
    pub limits: Limits,
    /// Whether to measure coverage.
    pub coverage: bool,
}

/// A tag, as in `--tag slow` or `--tag kind:big`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// The key.
    pub name: String,
    /// The value; `None` for any true value.
    pub value: Option<String>,
}

/// Why a suite cannot be run.
#[derive(Debug)]
pub enum SuiteError {
    /// The folder does not exist.
    NoFolder(PathBuf),
    /// A name matches neither a file nor a folder.
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

/// A module with its specs. Shared by threads, each of which runs its own files.
pub struct Suite {
    pub(crate) root: PathBuf,
    /// The name of the module.
    pub(crate) name: String,
    pub(crate) options: Options,
    /// The files of the module, with its fixtures where the specs expect them.
    pub(crate) world: Arc<dyn World>,
    /// Fixtures that are not installed.
    missing: Vec<Missing>,
    /// What is required before each file of specs.
    pub(crate) requires: Vec<String>,
    pub(crate) facts: OnceLock<FactSets>,
    sites: Mutex<HashMap<SiteKey, Arc<OnceLock<Option<Site>>>>>,
    /// Environments of specs that have written files.
    pub(crate) written: Sites,
    /// The resources that an agent would take.
    pub(crate) checked: Checked,
    code: Mutex<HashMap<PathBuf, Parsed>>,
    pub(crate) reached: Mutex<Reached>,
    /// The files that are running.
    pub(crate) board: Board,
    stopped: Arc<AtomicBool>,
}

/// The location of an environment's code and data: module folders, the global `hiera.yaml`, the environment's name.
pub(crate) type SiteKey = (Vec<PathBuf>, Option<PathBuf>, String);

/// The code of a file, or why it cannot be parsed.
pub(crate) type Parsed = Option<Result<Arc<Code>, Arc<RubyError>>>;

impl Suite {
    /// Opens the suite of the module in a folder.
    ///
    /// # Errors
    /// The folder does not exist.
    pub fn open(world: Arc<dyn World>, root: &Path, mut options: Options) -> Result<Suite, SuiteError> {
        world.trust(root, Trust::Below);
        if !world.is_folder(root) {
            return Err(SuiteError::NoFolder(root.to_owned()));
        }
        let folders = options.modulepath.iter().chain(&options.facterdb).chain(&options.libraries);
        folders.for_each(|folder| world.trust(folder, Trust::Below));
        let (links, missing) = fixtures::links(&*world, root, &options.modulepath);
        links.values().for_each(|folder| world.trust(folder, Trust::Module));
        let dotfile = DotFile::read(&*world, root);
        dotfile.add_to(&mut options);
        let name = fixtures::module_name(&*world, root).unwrap_or_default();
        let world = Arc::new(Fixtures::new(world, root.join("spec/fixtures/modules"), links));
        Ok(Suite {
            root: root.to_owned(),
            name,
            options,
            world,
            missing,
            requires: dotfile.requires,
            facts: OnceLock::new(),
            sites: Mutex::default(),
            written: Sites::default(),
            checked: Checked::default(),
            code: Mutex::default(),
            reached: Mutex::default(),
            board: Board::default(),
            stopped: Arc::default(),
        })
    }

    /// The seed of a random order, if there is one.
    pub fn seed(&self) -> Option<u32> {
        self.options.seed
    }

    /// Ends the run: what runs now ends, and nothing else begins.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// What ends the run when it becomes true, for those who cannot keep the suite.
    pub fn stopper(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stopped)
    }

    /// Whether the run is to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// The fixtures in `.fixtures.yml` that are not installed.
    pub fn missing(&self) -> &[Missing] {
        &self.missing
    }

    /// The files to run: those that match the names, or all of the module.
    ///
    /// # Errors
    /// A name matches neither a file nor a folder.
    pub fn find(&self, names: &[String]) -> Result<Vec<SpecFile>, SuiteError> {
        if names.is_empty() {
            return Ok(files::of_module(&*self.world, &self.root));
        }
        let mut found = Vec::new();
        for name in names {
            let files = files::named(&*self.world, &self.root, name);
            let files = files.ok_or_else(|| SuiteError::NoSpecs(name.clone()))?;
            files.iter().for_each(|file| self.world.trust(&file.path, Trust::Below));
            found.extend(files);
        }
        Ok(files::merged(found))
    }

    /// Runs a file. Threads that [help](Suite::help) may run a part of its examples.
    pub fn run(&self, file: &SpecFile) -> FileRun {
        bunraku::with_large_stack(|| run::run(self, file))
    }

    /// Runs examples of files that other threads are running, until nothing runs any more.
    pub fn help(&self) {
        bunraku::with_large_stack(|| run::help(self));
    }

    /// The coverage of the module by the files that ran; `None` if it is not measured.
    pub fn coverage(&self) -> Option<coverage::Report> {
        let reached = self.reached.lock().unwrap_or_else(PoisonError::into_inner);
        self.options.coverage.then(|| reached.report(self))
    }

    /// A path as shown in specs and reports.
    pub(crate) fn relative(&self, path: &Path) -> String {
        match path.strip_prefix(&self.root) {
            Ok(rest) => format!("./{}", rest.display()),
            Err(_) => path.display().to_string(),
        }
    }

    /// The path of a file relative to the module, even if it was accessed through the fixtures; `None` for other files.
    pub(crate) fn in_module(&self, path: &Path) -> Option<String> {
        let fixture = self.root.join("spec/fixtures/modules").join(&self.name);
        let rest = path.strip_prefix(&fixture).or_else(|_| path.strip_prefix(&self.root)).ok()?;
        (!rest.starts_with("spec")).then(|| rest.display().to_string())
    }

    /// Compiles code with the module and its fixtures, for a node with facts; `None` if the modules cannot be read.
    pub fn compile(&self, node: &str, facts: Hash, code: &str) -> Option<Outcome> {
        let mut program = Program::new(&PUPPET8);
        node.clone_into(&mut program.node);
        program.facts = facts;
        program.world = Arc::clone(&self.world);
        program.limits = self.options.limits;
        let modules = self.root.join("spec/fixtures/modules");
        let site = self.site((vec![modules], None, program.environment.clone()))?;
        Some(program.compile_text(&site, "<snapshot>", code))
    }

    /// The environment with these module folders and data, which is opened once.
    pub(crate) fn site(&self, key: SiteKey) -> Option<Site> {
        let place = {
            let mut sites = self.sites.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(sites.entry(key.clone()).or_default())
        };
        place.get_or_init(|| self.open_site(Arc::clone(&self.world), key)).clone()
    }

    /// Opens an environment in a world that has the files of the suite.
    pub(crate) fn open_site(
        &self,
        world: Arc<dyn World>,
        (modulepath, hiera, name): SiteKey,
    ) -> Option<Site> {
        let layout = Layout { name, modulepath: Some(modulepath), ..Layout::default() };
        let language = Program::new(&PUPPET8).language();
        let environment = Environment::open(world, &layout, language).ok()?;
        if let Some(folder) = hiera.as_deref().and_then(Path::parent) {
            self.world.trust(folder, Trust::Below);
        }
        Some(Site::new(environment, hiera))
    }

    /// The code of a file of the suite or of a module, which is parsed once for all threads.
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
