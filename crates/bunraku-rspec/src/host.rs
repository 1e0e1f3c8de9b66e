//! The host of specs: files of the module, and requests of the framework.

use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
    rc::Rc,
    sync::Arc,
};

use bunraku::{
    diag::FileId,
    pcore::{Hash, Type, Value},
    world::{AskedBy, FileKind, glob::glob, names::normal},
};
use bunraku_ruby_puppet::{
    Code, Denied, HostError, LogLevel, Outside, PathKind, PuppetHost, Ruby, RubyError,
};

use crate::{
    Example, SpecFile, Suite,
    budget::Budget,
    compile::{Compiled, KeptCatalogs},
    functions, library, questions, settings,
    share::{PartRun, Ticket},
    written::Written,
};

/// The host of the Ruby interpreter that runs a spec file.
pub(crate) struct SpecHost<'s> {
    pub(crate) suite: &'s Suite,
    pub(crate) file: &'s SpecFile,
    /// Which of its examples run here.
    pub(crate) ticket: &'s Ticket<'s>,
    /// The interpreter in which the specs run.
    pub(crate) ruby: Ruby,
    /// What has come of it so far.
    pub(crate) part: PartRun,
    /// The groups that have begun, from the outermost on.
    pub(crate) groups: Vec<String>,
    /// The running example, and when it began.
    pub(crate) running: Option<(Box<Example>, Option<std::time::Duration>)>,
    /// What the specs have written.
    pub(crate) written: Written,
    /// Catalogs that later examples may need again.
    pub(crate) kept: KeptCatalogs,
    pub(crate) settings: settings::Known,
    /// The catalogs that the running example has requested, by number.
    pub(crate) catalogs: HashMap<i64, Rc<Compiled>>,
    last_catalog: i64,
    /// The sources that compilations have read so far.
    pub(crate) seen: HashSet<FileId>,
    /// The subject of the scope that the running example has requested.
    pub(crate) scope: Option<Hash>,
    /// The functions that the running example has called, with their arguments, if they may have declared something.
    pub(crate) calls: Vec<(String, Vec<Value>)>,
    /// Changes with each call of a function, for the random numbers of each call.
    pub(crate) drawn: u64,
    /// Whether functions of modules run as code of the spec, which may pass them a block.
    pub(crate) in_spec: bool,
    /// What the file may still use.
    pub(crate) budget: Budget,
    denied: Option<Denied>,
}

impl<'s> SpecHost<'s> {
    pub(crate) fn new(
        suite: &'s Suite,
        file: &'s SpecFile,
        ticket: &'s Ticket<'s>,
        ruby: Ruby,
    ) -> SpecHost<'s> {
        SpecHost {
            suite,
            file,
            ticket,
            ruby,
            part: PartRun::default(),
            groups: Vec::new(),
            running: None,
            written: Written::default(),
            kept: KeptCatalogs::default(),
            settings: settings::Known::default(),
            catalogs: HashMap::new(),
            last_catalog: 0,
            seen: HashSet::new(),
            scope: None,
            calls: Vec::new(),
            drawn: 0,
            in_spec: false,
            budget: Budget::new(&suite.options),
            denied: None,
        }
    }

    /// Resolves a path of the specs, which run in the folder of the module.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        normal(&self.suite.root.join(path))
    }

    /// The candidates for a file that `require` names.
    fn candidates(&self, name: &str, beside: Option<&str>) -> Vec<PathBuf> {
        let name = format!("{name}.rb");
        if let Some(folder) = beside.and_then(|beside| Path::new(beside).parent()) {
            return vec![normal(&folder.join(name))];
        }
        if name.starts_with('/') || name.starts_with("./") {
            return vec![self.path(&name)];
        }
        let root = &self.suite.root;
        let mut folders = vec![root.join("spec"), root.join("lib"), root.join("spec/lib"), root.clone()];
        let modules = root.join("spec/fixtures/modules");
        for entry in self.suite.world.list(&modules).unwrap_or_default() {
            folders.push(modules.join(&entry.name).join("lib"));
            folders.push(modules.join(&entry.name).join("spec/lib"));
        }
        folders.extend(self.suite.options.libraries.iter().cloned());
        folders.into_iter().map(|folder| normal(&folder.join(&name))).collect()
    }

    /// Forgets the catalogs that were compiled before a file was written: data and templates may have changed.
    fn forget_catalogs(&mut self) {
        self.kept = KeptCatalogs::default();
    }

    /// The number of a new catalog.
    pub(crate) fn next_number(&mut self) -> i64 {
        self.last_catalog += 1;
        self.last_catalog
    }

    fn deny(&mut self, path: &Path) {
        if let Some(refused) = self.written.world(self.suite).refusal(path) {
            self.denied = Some(Denied { help: refused.help(), what: refused.what });
        }
    }
}

impl PuppetHost for SpecHost<'_> {
    fn ask(&mut self, question: &str, args: Vec<Value>) -> Result<Value, HostError> {
        questions::answer(self, question, &args).map_err(HostError::new)
    }

    fn set_variable(&mut self, name: &str, _: Value) -> Result<(), HostError> {
        Err(HostError::new(format!("specs cannot set the variable `{name}`")))
    }

    fn variable(&mut self, name: &str) -> Result<Option<Value>, HostError> {
        Ok(self.scope.as_ref().and_then(|input| functions::variable(input, name)))
    }

    fn has_variable(&mut self, name: &str) -> bool {
        self.scope.as_ref().is_some_and(|input| functions::variable(input, name).is_some())
    }

    fn call_function(&mut self, name: &str, args: Vec<Value>, _: bool) -> Result<Value, HostError> {
        functions::call(self, name, args).map_err(HostError::new)
    }

    fn modern_function(&mut self, name: &str) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
        let path = self.in_spec.then(|| functions::file_of(self, functions::MODERN, name))??;
        self.suite.code(&path, FileKind::Ruby)
    }

    fn has_legacy_function(&mut self, name: &str) -> bool {
        functions::file_of(self, functions::LEGACY, name).is_some()
    }

    fn legacy_function(&mut self, name: &str) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
        let path = functions::file_of(self, functions::LEGACY, name)?;
        self.suite.code(&path, FileKind::Ruby)
    }

    fn call_lambda(&mut self, _: usize, _: Vec<Value>) -> Result<Value, HostError> {
        Err(HostError::new("Puppet lambdas are not available in specs"))
    }

    fn parse_type(&mut self, text: &str) -> Result<Type, HostError> {
        functions::parse_type(self, text).map_err(HostError::new)
    }

    fn log(&mut self, level: LogLevel, message: String) {
        if level >= LogLevel::Warning {
            self.part.run.output.push(message);
        }
    }

    fn libraries(&mut self, folder: &str) -> Vec<String> {
        let world = &self.suite.world;
        let modules = self.suite.root.join("spec/fixtures/modules");
        let mut found: Vec<String> = Vec::new();
        for module in world.list(&modules).unwrap_or_default() {
            let files = world.list(&modules.join(module.name).join("lib").join(folder)).unwrap_or_default();
            found.extend(files.iter().filter_map(|file| file.name.strip_suffix(".rb")).map(str::to_owned));
        }
        found.sort();
        found.dedup();
        found
    }

    fn may_attempt(&self) -> bool {
        true
    }

    fn module_path(&mut self, name: &str) -> Option<String> {
        let path = self.suite.root.join("spec/fixtures/modules").join(name);
        self.suite.world.is_folder(&path).then(|| path.display().to_string())
    }

    fn setting(&mut self, name: &str) -> Option<Value> {
        match name {
            "certname" => Some(Value::str("foo.example.com")),
            "environment" => Some(Value::str("rp_env")),
            _ => settings::value(name),
        }
    }
}

impl Outside for SpecHost<'_> {
    fn library(&mut self, name: &str, beside: Option<&str>) -> Option<Result<Arc<Code>, Arc<RubyError>>> {
        if beside.is_none()
            && let Some(code) = library::required(name)
        {
            return Some(code);
        }
        let world = &self.suite.world;
        let path = self.candidates(name, beside).into_iter().find(|path| world.is_file(path))?;
        // Among the fixtures the module is a link to itself, and each of its files is one file: that which compilations
        // load.
        let fixture = self.suite.root.join("spec/fixtures/modules").join(&self.suite.name);
        let own = path.strip_prefix(&self.suite.root).ok().filter(|path| path.starts_with("lib"));
        let path = own.map(|own| fixture.join(own)).filter(|path| world.is_file(path)).unwrap_or(path);
        self.suite.code(&path, FileKind::Ruby)
    }

    fn read_file(&mut self, path: &str) -> Option<Result<Vec<u8>, String>> {
        let path = self.path(path);
        self.deny(&path);
        if self.denied.is_some() {
            return None;
        }
        self.part.run.read.extend(self.suite.in_module(&path));
        let world = self.written.world(self.suite);
        Some(world.read(&path, FileKind::Content).map_err(|error| error.to_string()))
    }

    /// The folders that the module is in are known to be there, although specs may not list them.
    fn known_kind(&mut self, path: &str) -> Option<PathKind> {
        let path = Path::new(path);
        (path.is_absolute() && self.suite.root.starts_with(path)).then_some(PathKind::Folder)
    }

    fn list_folder(&mut self, path: &str) -> Option<Result<Vec<String>, String>> {
        let entries =
            self.written.world(self.suite).list(&self.path(path)).map_err(|error| error.to_string());
        Some(entries.map(|entries| entries.into_iter().map(|entry| entry.name).collect()))
    }

    fn keep_file(&mut self, path: &str, bytes: &[u8]) -> Option<Result<(), String>> {
        let path = self.path(path);
        if !Written::may_write(self.suite, &path) {
            return None;
        }
        if self.written.write(path, bytes) {
            self.forget_catalogs();
        }
        Some(Ok(()))
    }

    fn keep_folder(&mut self, path: &str) -> Option<Result<(), String>> {
        Written::may_write(self.suite, &self.path(path)).then_some(Ok(()))
    }

    fn remove_file(&mut self, path: &str) -> Option<Result<(), String>> {
        let path = self.path(path);
        if self.written.remove(&path) {
            self.forget_catalogs();
        }
        Written::may_write(self.suite, &path).then_some(Ok(()))
    }

    fn glob(&mut self, pattern: &str) -> Option<Vec<String>> {
        let relative = !pattern.starts_with('/');
        let root = format!("{}/", self.suite.root.display());
        let whole = if relative { format!("{root}{pattern}") } else { pattern.to_owned() };
        let found = glob(&*self.written.world(self.suite), &whole).ok()?;
        let shown = |path: String| match path.strip_prefix(&root) {
            Some(rest) if relative => rest.to_owned(),
            _ => path,
        };
        Some(found.into_iter().map(|found| shown(found.path)).collect())
    }

    fn denied(&mut self) -> Option<Denied> {
        self.denied.take()
    }

    /// Suites read many variables that control other tools: those that may not be read count as unset.
    fn environment_variable(&mut self, name: &str) -> Result<Option<String>, Denied> {
        Ok(self.suite.world.variable(name, AskedBy::Code).ok().flatten())
    }

    fn now(&mut self) -> Option<(i64, u32)> {
        let now = self.suite.world.now()?;
        Some((i64::try_from(now / 1_000_000_000).ok()?, u32::try_from(now % 1_000_000_000).ok()?))
    }

    fn seed(&mut self) -> Option<u64> {
        Some(self.suite.world.seed())
    }

    fn crypt(&mut self, password: &[u8], salt: &str) -> Option<String> {
        bunraku_stdlib::crypt(password, salt)
    }

    fn crypt_work(&mut self, salt: &str) -> u64 {
        bunraku_stdlib::crypt_work(salt)
    }

    fn should_stop(&mut self, bytes: u64) -> bool {
        self.suite.is_stopped() || self.budget.is_over(&*self.suite.world, bytes)
    }
}
