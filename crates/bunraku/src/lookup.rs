//! Lookups from outside a program, as for the command `bunraku lookup`.

use std::sync::Arc;

use bunraku_analysis::empty_body;
use bunraku_compiler::Compilation;
use bunraku_diag::{Diagnostic, Source, Sources, TextRange, codes};
use bunraku_eval::LogEntry;
use bunraku_hiera::{DataKey, Explanation, Hiera, LookupCache, LookupError, LookupResult, Request, Scope};
use bunraku_ir::Body;
use bunraku_pcore::instance::instance;
use bunraku_pcore::{Type, Value, notation};

use crate::{Outcome, Program, Site, with_large_stack};

/// The data of a site as seen by a node; created by [`Program::data`].
///
/// ```
/// # use std::sync::Arc;
/// # use bunraku::{Program, Site, edition::PUPPET8, loader::{Environment, Layout}, world::MemoryWorld};
/// use bunraku::hiera::{Merge, Request};
///
/// # let world = MemoryWorld::new()
/// #     .with("/site/hiera.yaml", "{ version: 5, hierarchy: [{ name: all, paths: [a.yaml, b.yaml] }] }")
/// #     .with("/site/data/a.yaml", "users: [ann]")
/// #     .with("/site/data/b.yaml", "users: [bob]");
/// # let program = Program::new(&PUPPET8);
/// # let layout = Layout { folder: Some("/site".into()), ..Layout::default() };
/// # let site = Site::new(Environment::open(Arc::new(world), &layout, program.language())?, None);
/// let mut data = program.data(&site, false).map_err(|outcome| format!("{:?}", outcome.diagnostics))?;
/// let request = Request { merge: Some(Merge::Unique), ..Request::key("users") };
/// let found = data.lookup(&request).map_err(|error| error.message)?.ok_or("no value")?;
/// let files: Vec<String> = found.origins.iter().map(|origin| origin.to_string()).collect();
/// assert_eq!(files, ["/site/data/a.yaml:1", "/site/data/b.yaml:1"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct DataSession {
    program: Program,
    cx: Compilation,
    body: Arc<Body>,
}

impl Program {
    /// Prepares lookups in the data of a site. They are made from the top scope of this program's node, which contains
    /// its facts; if the program is compiled first, also what the manifests set there.
    pub fn data(&self, site: &Site, compile: bool) -> Result<DataSession, Box<Outcome>> {
        with_large_stack(|| self.data_here(site, compile))
    }

    fn data_here(&self, site: &Site, compile: bool) -> Result<DataSession, Box<Outcome>> {
        let (mut cx, main) = self.start(site)?;
        if compile {
            let definitions = Arc::clone(&main.definitions);
            if let Err(unwind) = cx.compiler().compile(definitions, &main.bodies, &self.node) {
                return Err(Box::new(self.failed(cx, vec![unwind.into_diagnostic()])));
            }
        } else {
            cx.compiler().begin();
        }
        let body = empty_body(&Arc::new(Source::new("<lookup>", "")), self.edition);
        Ok(DataSession { program: self.clone(), cx, body })
    }
}

impl DataSession {
    /// Looks up keys; `None` if there is no value.
    pub fn lookup(&mut self, request: &Request) -> Result<Option<LookupResult>, Box<Diagnostic>> {
        self.work(|hiera, scope, cache| hiera.lookup(scope, cache, request))
    }

    /// Looks up keys and explains how.
    pub fn explain(
        &mut self,
        request: &Request,
    ) -> (Result<Option<LookupResult>, Box<Diagnostic>>, Explanation) {
        let mut explanation = Explanation::default();
        let result = self.work(|hiera, scope, cache| {
            let (result, how) = hiera.explain(scope, cache, request);
            explanation = how;
            result
        });
        (result, explanation)
    }

    /// The keys of all data files that lookups of this node read.
    pub fn all_keys(&mut self) -> Result<Vec<DataKey>, Box<Diagnostic>> {
        self.work(|hiera, scope, cache| hiera.all_keys(scope, cache))
    }

    /// Parses a type, which may use names that the site defines.
    pub fn type_named(&mut self, string: &str) -> Result<Type, Box<Diagnostic>> {
        match with_large_stack(|| self.cx.compiler().evaluator().type_from_text(string)) {
            Ok(Some(ty)) => Ok(ty),
            Ok(None) => {
                Err(Box::new(Diagnostic::error(codes::WRONG_USE, format!("`{string}` is not a type"))))
            }
            Err(unwind) => {
                let problem = unwind.into_diagnostic().message;
                Err(Box::new(Diagnostic::error(
                    codes::WRONG_USE,
                    format!("`{string}` is not a type: {problem}"),
                )))
            }
        }
    }

    /// Why a value is not an instance of a type; `None` if it is.
    pub fn misfit(&self, ty: &Type, value: &Value) -> Option<Box<Diagnostic>> {
        let rules = &self.cx.machine.edition.types;
        if instance(rules, ty, value) {
            return None;
        }
        let (expected, actual) = (notation::notation(rules, ty), self.cx.machine.type_text(value));
        let message = format!("expected {expected}, got {actual}");
        Some(Box::new(Diagnostic::error(codes::LOOKUP_FAILED, message)))
    }

    /// The log since the last call.
    pub fn take_log(&mut self) -> Vec<LogEntry> {
        self.program.shown(self.cx.machine.log.take())
    }

    /// The files that places refer to.
    pub fn sources(&self) -> &Sources {
        &self.cx.machine.sources
    }

    fn work<T: Default>(
        &mut self,
        work: impl FnOnce(&Hiera, &mut dyn Scope, &LookupCache) -> Result<T, LookupError>,
    ) -> Result<T, Box<Diagnostic>> {
        self.program.begin_again(&mut self.cx.machine);
        let body = Arc::clone(&self.body);
        match with_large_stack(|| self.cx.compiler().with_data(&body, TextRange::default(), work)) {
            Ok(result) => Ok(result.unwrap_or_default()),
            Err(unwind) => {
                let mut diagnostic = unwind.into_diagnostic();
                // There is no calling code, so only places in files are shown.
                let here = body.source.id();
                diagnostic.primary = diagnostic.primary.filter(|label| label.span.file != here);
                diagnostic.labels.retain(|label| label.span.file != here);
                Err(Box::new(diagnostic))
            }
        }
    }
}
