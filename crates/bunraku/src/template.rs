//! Renders templates from outside a program, as for the command `bunraku epp`.

use std::path::PathBuf;
use std::sync::Arc;

use bunraku_analysis::{Analysis, empty_body};
use bunraku_compiler::Compilation;
use bunraku_diag::{Diagnostic, Source, Sources, TextRange, codes};
use bunraku_eval::{LogEntry, ScopeId, TemplateScope, Unwind};
use bunraku_ir::Body;
use bunraku_pcore::{Hash, Value, text};
use bunraku_syntax::SourceKind;

use crate::{Program, Site, with_large_stack};

/// A node for which templates are rendered; created by [`Program::templates`].
///
/// ```
/// use bunraku::{Program, diag::Source, edition::PUPPET8, pcore::{Hash, Value}};
///
/// let mut templates = Program::new(&PUPPET8).templates(None);
/// let mut values = Hash::new();
/// values.insert(Value::str("name"), Value::str("web"));
/// let template = Source::new("hello.epp", "<%- | String $name | -%>\nHello <%= $name %>!\n");
/// assert_eq!(templates.render(template, Some(&values)).map_err(|error| error.message)?, "Hello web!\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TemplateSession {
    program: Program,
    site: Option<Site>,
    cx: Compilation,
    /// The body from which the templates are called.
    body: Arc<Body>,
}

impl Program {
    /// Prepares rendering of templates: they see the facts of this program's node and can call the functions of the
    /// site's modules. The site's manifests do not run.
    pub fn templates(&self, site: Option<Site>) -> TemplateSession {
        let mut cx = match &site {
            Some(site) => self.evaluator_in(site),
            None => self.evaluator(),
        };
        cx.compiler().begin();
        let body = empty_body(&Arc::new(Source::new("<command line>", "")), self.edition);
        TemplateSession { program: self.clone(), site, cx, body }
    }
}

impl TemplateSession {
    /// The file of a template named by its module: `module/name.epp`.
    pub fn find(&self, name: &str) -> Option<PathBuf> {
        let environment = &self.site.as_ref()?.environment;
        let (module, rest) = name.split_once('/')?;
        let path = environment.module(module)?.path.join("templates").join(rest);
        environment.files().is_file(&path).then_some(path)
    }

    /// Evaluates an expression, such as a hash of parameters.
    pub fn evaluate(&mut self, name: &str, text: &str) -> Result<Value, Vec<Diagnostic>> {
        let language = self.program.language();
        let analysis = Analysis::of_bytes(name, text.as_bytes(), SourceKind::Manifest, None, &language);
        self.cx.machine.sources.add(Arc::clone(&analysis.source));
        let code = analysis.code()?;
        let result = with_large_stack(|| self.cx.compiler().proceed(&code.main));
        result.map_err(|unwind| vec![unwind.into_diagnostic()])
    }

    /// Renders a template.
    pub fn render(&mut self, source: Source, values: Option<&Hash>) -> Result<String, Box<Diagnostic>> {
        self.program.begin_again(&mut self.cx.machine);
        with_large_stack(|| self.render_here(source, values))
    }

    fn render_here(&mut self, source: Source, values: Option<&Hash>) -> Result<String, Box<Diagnostic>> {
        let (body, range) = (Arc::clone(&self.body), TextRange::default());
        let sees = TemplateScope::Scope(ScopeId::TOP);
        match self.cx.compiler().evaluator().run_template(&body, range, source, values, sees) {
            Ok(value) => Ok(self.shown(&value)),
            Err(unwind) => {
                let mut diagnostic = match *unwind {
                    Unwind::Return(value, _) => return Ok(self.shown(&value)),
                    other => other.into_diagnostic(),
                };
                // Errors about the values have no place: they come from the command line.
                let here = body.source.id();
                if diagnostic.primary.as_ref().is_some_and(|label| label.span.file == here) {
                    diagnostic.primary = None;
                    if diagnostic.code == codes::ARGUMENT_MISMATCH && !diagnostic.labels.is_empty() {
                        diagnostic.primary = Some(diagnostic.labels.remove(0));
                    }
                }
                diagnostic.labels.retain(|label| label.span.file != here);
                Err(Box::new(diagnostic))
            }
        }
    }

    fn shown(&self, value: &Value) -> String {
        let value = match value {
            Value::Sensitive(hidden) => hidden.unwrap(),
            value => value,
        };
        let mut out = String::new();
        text::append(&self.cx.machine.edition.types, value, &mut out);
        out
    }

    /// The log since the last call.
    pub fn take_log(&mut self) -> Vec<LogEntry> {
        self.program.shown(self.cx.machine.log.take())
    }

    /// The files that places refer to.
    pub fn sources(&self) -> &Sources {
        &self.cx.machine.sources
    }
}
