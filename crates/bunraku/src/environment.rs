//! Compiling a node's catalog from an environment.

use std::{path::PathBuf, sync::Arc};

use bunraku_catalog::{Compiler, Definitions, Header, compiler_state};
use bunraku_diag::{Diagnostic, Label, Sources, TextRange};
use bunraku_eval::Evaluator;
use bunraku_hiera::{Hiera, Layout};
use bunraku_ir::Body;
use bunraku_loader::{Environment, LoadError};
use bunraku_syntax::SourceKind;

use crate::{Outcome, Program};

/// An environment with its data, which several threads may share.
#[derive(Clone)]
pub struct Site {
    /// The code.
    pub environment: Arc<Environment>,
    /// The data.
    pub hiera: Arc<Hiera>,
}

impl Site {
    /// An environment and its data; `global` is the `hiera.yaml` of the installation.
    pub fn new(environment: Environment, global: Option<PathBuf>) -> Site {
        let layout = Layout {
            global,
            environment: environment.folder.clone(),
            modules: environment
                .modules
                .iter()
                .map(|module| (module.name.clone(), module.path.clone()))
                .collect(),
            rules: &environment.edition.types,
        };
        let hiera = Hiera::load(Arc::clone(environment.files()), layout);
        Site { environment: Arc::new(environment), hiera: Arc::new(hiera) }
    }
}

impl Program {
    /// Compiles the catalog of this program's node.
    pub fn compile(&self, site: &Site) -> Outcome {
        let (mut cx, definitions, main) = match self.start(site) {
            Ok(started) => started,
            Err(outcome) => return *outcome,
        };
        match Compiler::compile(&mut cx, definitions, &main, &self.node) {
            Ok(value) => {
                let header = Header {
                    name: &self.node,
                    version: "1",
                    environment: &self.environment,
                    rules: &self.edition.types,
                };
                let catalog = compiler_state(&mut cx).to_json(&header);
                let (log, sources) = (cx.log, cx.sources);
                Outcome { log, value: Some(value), catalog: Some(catalog), diagnostics: Vec::new(), sources }
            }
            Err(unwind) => failed(cx, vec![unwind.into_diagnostic()]),
        }
    }

    /// An evaluator for a node of a site, with what the site's manifests define and their code.
    pub(crate) fn start(&self, site: &Site) -> Result<Started, Box<Outcome>> {
        let environment = &site.environment;
        let mut cx = self.evaluator();
        let mut definitions = Definitions::default();
        let mut main = Vec::with_capacity(environment.manifests.len());
        for path in &environment.manifests {
            let loaded = match environment.load(path, SourceKind::Manifest) {
                Ok(loaded) => loaded,
                Err(error) => return Err(Box::new(not_loaded(cx, &error))),
            };
            let file = cx.span_in(&loaded.source, TextRange::default()).file;
            if let Err(error) = definitions.add(&loaded.code, file) {
                return Err(Box::new(failed(cx, vec![*error])));
            }
            main.push(Arc::clone(&loaded.code.main));
        }
        compiler_state(&mut cx).environment = Some(Arc::clone(environment));
        compiler_state(&mut cx).hiera = Some(Arc::clone(&site.hiera));
        Ok((cx, Arc::new(definitions), main))
    }
}

/// What a compilation starts with.
type Started = (Evaluator, Arc<Definitions>, Vec<Arc<Body>>);

pub(crate) fn failed(cx: Evaluator, diagnostics: Vec<Diagnostic>) -> Outcome {
    Outcome { log: cx.log, value: None, catalog: None, diagnostics, sources: cx.sources }
}

/// What is wrong with a file that cannot be loaded, as places in a set of files of its own.
fn not_loaded(cx: Evaluator, error: &LoadError) -> Outcome {
    let mut sources = Sources::new();
    let file = sources.add_shared(Arc::clone(&error.source));
    let mut diagnostics = error.diagnostics.clone();
    let place = |label: &mut Label| label.span.file = file;
    for diagnostic in &mut diagnostics {
        diagnostic.primary.iter_mut().for_each(place);
        diagnostic.labels.iter_mut().for_each(place);
    }
    Outcome { log: cx.log, value: None, catalog: None, diagnostics, sources }
}
