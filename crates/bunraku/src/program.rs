//! A single manifest: read, checked and evaluated.

use std::sync::{Arc, OnceLock};

use bunraku_catalog::{Compiler, Definitions, compiler_state};
use bunraku_diag::{Diagnostic, FileId, Severity, Source, Sources};
use bunraku_edition::Edition;
use bunraku_eval::{Evaluator, Functions, Limits, LogEntry, ScopeId, Settings};
use bunraku_ir::lower;
use bunraku_pcore::Value;
use bunraku_syntax::{SourceKind, parse};

/// A manifest and how it is to be evaluated.
pub struct Program {
    /// The edition of the language.
    pub edition: &'static Edition,
    /// The settings.
    pub settings: Settings,
    /// The limits.
    pub limits: Limits,
    /// Variables of the top scope: facts and their kind.
    pub variables: Vec<(String, Value)>,
}

/// What a program did.
pub struct Outcome {
    /// What it logged, in order.
    pub log: Vec<LogEntry>,
    /// The value of its last expression, if it did not fail.
    pub value: Option<Value>,
    /// What was wrong with it; the first error is the one that Puppet would report.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that places are in.
    pub sources: Sources,
}

impl Outcome {
    /// The first error.
    pub fn error(&self) -> Option<&Diagnostic> {
        self.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error)
    }
}

impl Program {
    /// A program of an edition, with Puppet's default settings.
    pub fn new(edition: &'static Edition) -> Program {
        Program { edition, settings: Settings::default(), limits: Limits::default(), variables: Vec::new() }
    }

    /// Reads, checks and evaluates a manifest.
    pub fn evaluate(&self, name: &str, text: &str) -> Outcome {
        let source = Arc::new(Source::new(name, text));
        let mut sources = Sources::new();
        let file = sources.add_shared(Arc::clone(&source));
        let mut diagnostics = self.check(text, file);
        if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
            return Outcome { log: Vec::new(), value: None, diagnostics, sources };
        }
        let tree = parse(text, SourceKind::Manifest, &self.edition.syntax);
        let module = lower(&tree, &source, self.edition);
        let mut definitions = Definitions::default();
        definitions.add(&module);
        let mut cx = Evaluator::new(self.edition, &Compiler, library());
        cx.settings = self.settings;
        cx.limits = self.limits;
        // The file keeps the id that the diagnostics so far have.
        cx.adopt(sources, &source, file);
        for (name, value) in &self.variables {
            cx.set_top(name, value.clone());
        }
        compiler_state(&mut cx).definitions = Arc::new(definitions);
        let value = match cx.run(&module.main, ScopeId::TOP) {
            Ok(value) => Some(value),
            Err(unwind) => {
                diagnostics.push(unwind.into_diagnostic());
                None
            }
        };
        Outcome { log: cx.log, value, diagnostics, sources: cx.sources }
    }

    /// What is wrong with a manifest before it runs.
    fn check(&self, text: &str, file: FileId) -> Vec<Diagnostic> {
        let decoded = bunraku_syntax::decode(text.as_bytes());
        if let Err(error) = decoded {
            return vec![error.to_diagnostic(file)];
        }
        let tree = parse(text, SourceKind::Manifest, &self.edition.syntax);
        let errors: Vec<Diagnostic> = tree.errors().iter().map(|error| error.to_diagnostic(file)).collect();
        if !errors.is_empty() {
            return errors;
        }
        let settings = bunraku_check::Settings { strict: self.settings.strict };
        bunraku_check::check(&tree, text, file, &self.edition.syntax, &settings)
    }
}

/// Every function that is built in.
pub fn library() -> Functions {
    static LIBRARY: OnceLock<Functions> = OnceLock::new();
    LIBRARY.get_or_init(|| Functions::new(bunraku_stdlib::core())).clone()
}
