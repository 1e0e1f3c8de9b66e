//! Compiles the catalog of a node from an environment.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

use bunraku_catalog::Header;
use bunraku_check::Strict;
use bunraku_compiler::{Caches, Compilation, DefinitionError, Definitions};
use bunraku_diag::{Diagnostic, codes};
use bunraku_eval::LogEntry;
use bunraku_hiera::{Hiera, Layout, config::Config};
use bunraku_ir::Body;
use bunraku_loader::{Environment, EnvironmentError, LoadError, LoadedFile};
use bunraku_pcore::Value;
use bunraku_syntax::SourceKind;

use crate::{Outcome, Program, uuid, with_large_stack};

/// An environment with its data, which several threads can share: files are read and analysed once for all
/// compilations.
#[derive(Clone)]
pub struct Site {
    /// The code.
    pub environment: Arc<Environment>,
    /// The data.
    pub hiera: Arc<Hiera>,
    /// The parsed templates and Ruby files.
    pub caches: Arc<Caches>,
    /// The `hiera.yaml` of the installation.
    global: Option<PathBuf>,
    /// The site's manifests, loaded by the first compilation.
    main: Arc<OnceLock<Result<Main, Unusable>>>,
}

/// The definitions and code of a site's manifests.
pub(crate) struct Main {
    pub(crate) definitions: Arc<Definitions>,
    pub(crate) bodies: Vec<Arc<Body>>,
    files: Vec<Arc<LoadedFile>>,
}

/// Why the manifests of a site cannot be used.
enum Unusable {
    Broken(Arc<LoadError>),
    Clash(Box<DefinitionError>),
}

impl Site {
    /// Creates a site from an environment; `global` is the `hiera.yaml` of the installation.
    pub fn new(environment: Environment, global: Option<PathBuf>) -> Site {
        let hiera = Hiera::load(Arc::clone(environment.files()), data_layout(&environment, global.clone()));
        Site {
            environment: Arc::new(environment),
            hiera: Arc::new(hiera),
            caches: Arc::default(),
            global,
            main: Arc::default(),
        }
    }

    /// The site with its files in their current state, or `None` if nothing has changed. Running compilations continue
    /// with the old one; unchanged files are not read again.
    pub fn refreshed(&self) -> Result<Option<Site>, EnvironmentError> {
        if !self.environment.has_changed() {
            return Ok(None);
        }
        let environment = self.environment.reload()?;
        let handover = self.environment.handover(&environment);
        let caches = Arc::new(self.caches.next(&handover));
        let layout = data_layout(&environment, self.global.clone());
        let files = Arc::clone(environment.files());
        let hiera = Arc::new(self.hiera.next(files, layout, |path| handover.is_same(path)));
        let (environment, global) = (Arc::new(environment), self.global.clone());
        Ok(Some(Site { environment, hiera, caches, global, main: Arc::default() }))
    }

    /// The manifests of the site.
    fn main(&self) -> &Result<Main, Unusable> {
        self.main.get_or_init(|| {
            let mut definitions = Definitions::default();
            let (mut bodies, mut files) = (Vec::new(), Vec::new());
            for path in &self.environment.manifests {
                let loaded = self.environment.load(path, SourceKind::Manifest).map_err(Unusable::Broken)?;
                definitions.add(&loaded.code).map_err(Unusable::Clash)?;
                bodies.push(Arc::clone(&loaded.code.main));
                files.push(loaded);
            }
            Ok(Main { definitions: Arc::new(definitions), bodies, files })
        })
    }
}

/// The locations of an environment's data.
fn data_layout(environment: &Environment, global: Option<PathBuf>) -> Layout {
    let modules = environment.modules.iter().map(|module| (module.name.clone(), module.path.clone()));
    Layout {
        global,
        environment: environment.folder.clone(),
        modules: modules.collect(),
        rules: &environment.language.edition.types,
    }
}

/// The warning about a Hiera 3 configuration, and how to convert it.
fn deprecated(config: &Config) -> Diagnostic {
    let path = config.path.as_deref().unwrap_or(Path::new("")).display();
    let left_out = match config.left_out.as_slice() {
        [] => String::new(),
        [one] => format!("; its backend `{one}` is ignored"),
        several => format!("; its backends `{}` are ignored", several.join("`, `")),
    };
    let message = format!("{path} is a version 3 hiera.yaml, which is deprecated{left_out}");
    let warning = Diagnostic::warning(codes::DEPRECATED, message);
    warning.help(format!("`bunraku lookup --convert {path}` converts it to version 5"))
}

impl Program {
    /// Compiles the catalog of this program's node.
    pub fn compile(&self, site: &Site) -> Outcome {
        with_large_stack(|| self.compile_here(site))
    }

    fn compile_here(&self, site: &Site) -> Outcome {
        match self.start(site) {
            Ok((cx, main)) => self.outcome(cx, Arc::clone(&main.definitions), &main.bodies),
            Err(outcome) => *outcome,
        }
    }

    /// Compiles the catalog of this program's node from a manifest given as a string, after the manifests of the site;
    /// messages call it `name`. The value of its last expression is that of the outcome.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use bunraku::{Program, Site, edition::PUPPET8, loader::{Environment, Layout}, world::MemoryWorld};
    /// # let world = MemoryWorld::new().with("/m/web/manifests/init.pp", "class web { notify { 'hi': } }");
    /// # let program = Program::new(&PUPPET8);
    /// # let layout = Layout { modulepath: Some(vec!["/m".into()]), ..Layout::default() };
    /// # let site = Site::new(Environment::open(Arc::new(world), &layout, program.language())?, None);
    /// let outcome = program.compile_text(&site, "test.pp", "include web");
    /// assert!(outcome.catalog.is_some_and(|catalog| catalog.find("Notify", "hi").is_some()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compile_text(&self, site: &Site, name: &str, text: &str) -> Outcome {
        with_large_stack(|| match self.start(site) {
            Ok((cx, main)) => self.compile_text_here(cx, main, name, text),
            Err(outcome) => *outcome,
        })
    }

    /// Like [`Program::compile_text`], for a spec: the Ruby code of modules runs in an interpreter that sees what the spec
    /// has written or mocked. It is created when code first runs. The functions take the place of built-in ones.
    #[cfg(feature = "ruby")]
    pub fn compile_spec(
        &self,
        site: &Site,
        name: &str,
        text: &str,
        ruby: impl Fn() -> bunraku_ruby_puppet::Ruby + 'static,
        functions: &[(&str, Arc<bunraku_ruby_puppet::Code>)],
    ) -> Outcome {
        with_large_stack(|| match self.start(site) {
            Ok((mut cx, main)) => {
                let functions = functions
                    .iter()
                    .map(|(name, code)| (bunraku_intern::Symbol::new(name), Arc::clone(code)));
                cx.run_ruby_in(ruby, functions.collect());
                self.compile_text_here(cx, main, name, text)
            }
            Err(outcome) => *outcome,
        })
    }

    fn compile_text_here(&self, mut cx: Compilation, main: &Main, name: &str, text: &str) -> Outcome {
        let analyses = Arc::clone(&cx.machine.analyses);
        let analysis = analyses.of_bytes(name, text.as_bytes(), SourceKind::Manifest, None, &self.language());
        cx.machine.sources.add(Arc::clone(&analysis.source));
        let module = match analysis.code() {
            Ok(module) => module,
            Err(diagnostics) => return self.failed(cx, diagnostics),
        };
        let mut definitions = Definitions::clone(&main.definitions);
        if let Err(error) = definitions.add(module) {
            cx.machine.sources.extend(error.sources.iter().cloned());
            return self.failed(cx, vec![error.diagnostic]);
        }
        cx.machine.log.extend(analysis.diagnostics.iter().cloned().map(LogEntry::Diagnostic));
        let mut bodies = main.bodies.clone();
        bodies.push(Arc::clone(&module.main));
        self.outcome(cx, Arc::new(definitions), &bodies)
    }

    /// Creates a compilation for a node of a site, with the definitions and code of the site's manifests.
    pub(crate) fn start<'s>(&self, site: &'s Site) -> Result<(Compilation, &'s Main), Box<Outcome>> {
        let mut cx = self.evaluator_in(site);
        let main = match site.main() {
            Ok(main) => main,
            Err(Unusable::Broken(error)) => {
                cx.machine.sources.add(Arc::clone(&error.source));
                return Err(Box::new(self.failed(cx, error.diagnostics.clone())));
            }
            Err(Unusable::Clash(error)) => {
                cx.machine.sources.extend(error.sources.iter().cloned());
                return Err(Box::new(self.failed(cx, vec![error.diagnostic.clone()])));
            }
        };
        for file in &main.files {
            let warnings = &file.analysis.diagnostics;
            cx.machine.sources.add(Arc::clone(&file.analysis.source));
            cx.machine.log.extend(warnings.iter().cloned().map(LogEntry::Diagnostic));
        }
        let config = site.hiera.deprecated_config().filter(|_| self.settings.strict != Strict::Off);
        cx.machine.log.extend(config.map(|config| LogEntry::Diagnostic(deprecated(config))));
        Ok((cx, main))
    }

    /// Creates a compilation with the modules and the data of a site. Problems of the environment are logged.
    pub(crate) fn evaluator_in(&self, site: &Site) -> Compilation {
        let environment = &site.environment;
        let mut cx = self.evaluator();
        cx.machine.log.extend(environment.notes.iter().cloned().map(LogEntry::Diagnostic));
        cx.state.environment = Some(Arc::clone(environment));
        cx.machine.analyses = Arc::clone(environment.analyses());
        cx.state.caches = Arc::clone(&site.caches);
        cx.state.hiera = Some(Arc::clone(&site.hiera));
        cx
    }

    /// Runs a compilation to its end.
    pub(crate) fn outcome(
        &self,
        mut cx: Compilation,
        definitions: Arc<Definitions>,
        main: &[Arc<Body>],
    ) -> Outcome {
        match cx.compiler().compile(definitions, main, &self.node) {
            Ok(value) => self.finished(cx, value),
            Err(unwind) => self.failed(cx, vec![unwind.into_diagnostic()]),
        }
    }

    /// The metadata of the catalog.
    fn header(&self) -> Header {
        Header {
            name: self.node.clone(),
            version: self.version.clone(),
            environment: self.environment.clone(),
            uuid: uuid::unique(&*self.world, &self.node),
            rules: &self.edition.types,
        }
    }

    /// The outcome of a program with a catalog.
    pub(crate) fn finished(&self, mut cx: Compilation, value: Value) -> Outcome {
        let coverage = cx.machine.coverage.take();
        if self.automatic {
            cx.compiler().add_type_relations(&self.facts);
        }
        let (catalog, log, sources) = cx.finish(self.header());
        let diagnostics = Vec::new();
        Outcome {
            log: self.shown(log),
            value: Some(value),
            catalog: Some(catalog),
            diagnostics,
            sources,
            coverage,
        }
    }

    pub(crate) fn failed(&self, mut cx: Compilation, diagnostics: Vec<Diagnostic>) -> Outcome {
        Outcome {
            log: self.shown(cx.machine.log.take()),
            value: None,
            catalog: None,
            diagnostics,
            sources: cx.machine.sources.into(),
            coverage: cx.machine.coverage,
        }
    }
}
