//! A single manifest: parsed, checked and evaluated.

use std::sync::{Arc, LazyLock};

use bunraku_analysis::{Analyses, Language};
use bunraku_catalog::{Catalog, Version};
use bunraku_compiler::{Compilation, Definitions};
use bunraku_diag::{Code, Diagnostic, Severity, Sources};
use bunraku_edition::Edition;
use bunraku_eval::{Coverage, Functions, Limits, LogEntry, Machine, Native, Settings};
use bunraku_intern::Symbol;
use bunraku_loader::SettingVariables;
use bunraku_pcore::{Hash, Value, watch::Watch};
use bunraku_syntax::SourceKind;
use bunraku_world::{Cancel, Nowhere, Stoppable, World};

use crate::{Classification, Site, stack::STACK_FOR_CALLS, trusted, with_large_stack};

/// A node, and how to evaluate code for it: facts, settings, limits and access to the outside.
///
/// Create one with [`Program::new`] and set what differs. Clones are cheap, and share the files that have been
/// analysed.
///
/// ```
/// use bunraku::{Program, edition::PUPPET8, pcore::Value};
///
/// let mut program = Program::new(&PUPPET8);
/// program.node = "web.example.com".to_owned();
/// program.limits.steps = 1_000_000;
/// program.variables.push(("answer".to_owned(), Value::Int(42)));
///
/// let outcome = program.evaluate("sum.pp", "$answer + 1");
/// assert_eq!(outcome.value, Some(Value::Int(43)));
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct Program {
    /// The edition of the language.
    pub edition: &'static Edition,
    /// The settings of the evaluation.
    pub settings: Settings,
    /// The limits of the evaluation.
    pub limits: Limits,
    /// The built-in functions.
    pub functions: Functions,
    /// The name of the node.
    pub node: String,
    /// The name of the environment, for the catalog.
    pub environment: String,
    /// The node's facts, each of which is also a variable of the top scope.
    pub facts: Hash,
    /// The value of `$trusted`; derived from the node's name if it is `None`.
    pub trusted: Option<Value>,
    /// The answer of a node classifier, if there is one.
    pub classification: Option<Classification>,
    /// Access to the outside: the time, commands, and files if there is no environment. An environment reads its files
    /// through the world that it was opened in.
    pub world: Arc<dyn World>,
    /// Additional variables of the top scope.
    pub variables: Vec<(String, Value)>,
    /// The version of the code, for the catalog.
    pub version: Version,
    /// The variables of the class `settings`.
    pub settings_variables: SettingVariables,
    /// Warnings that are not shown.
    pub disabled_warnings: Vec<Code>,
    /// Whether the catalog knows the relationships that types of modules add when it is applied.
    pub automatic: bool,
    /// Manifests and templates that have been analysed, where no environment keeps them. Copies of a program share it.
    pub analyses: Arc<Analyses>,
}

/// The outcome of a program. If it failed, there is neither a value nor a catalog, and one of the diagnostics is an
/// error.
#[non_exhaustive]
pub struct Outcome {
    /// The log, in order.
    pub log: Vec<LogEntry>,
    /// The value of its last expression, if it did not fail.
    pub value: Option<Value>,
    /// The catalog, if it did not fail.
    pub catalog: Option<Catalog>,
    /// Errors and warnings; the first error is the one that Puppet would report.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that places refer to.
    pub sources: Arc<Sources>,
    /// The code that ran, if the settings enable coverage.
    pub coverage: Option<Coverage>,
}

impl Outcome {
    /// The first error.
    pub fn error(&self) -> Option<&Diagnostic> {
        self.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// The outcome of code that does not run because of its errors.
    pub(crate) fn rejected(diagnostics: Vec<Diagnostic>, sources: Sources) -> Outcome {
        let sources = sources.into();
        Outcome { log: Vec::new(), value: None, catalog: None, diagnostics, sources, coverage: None }
    }
}

impl Program {
    /// A program in an edition, with Puppet's default settings.
    pub fn new(edition: &'static Edition) -> Program {
        Program {
            edition,
            settings: Settings::default(),
            limits: Limits::default(),
            functions: library(),
            node: "localhost".to_owned(),
            environment: "production".to_owned(),
            facts: Hash::new(),
            trusted: None,
            classification: None,
            world: Arc::new(Nowhere),
            variables: Vec::new(),
            version: Version::Told("1".to_owned()),
            settings_variables: Arc::clone(&DEFAULT_SETTINGS),
            disabled_warnings: Vec::new(),
            automatic: false,
            analyses: Arc::default(),
        }
    }

    /// Parses, checks and evaluates a manifest; messages call it `name`.
    ///
    /// ```
    /// use bunraku::{Program, edition::PUPPET8, eval::LogEntry};
    ///
    /// let outcome = Program::new(&PUPPET8).evaluate("hello.pp", "notice('hello')");
    /// let [LogEntry::Line { message, .. }] = &outcome.log[..] else { panic!("one line") };
    /// assert_eq!(message, "hello");
    ///
    /// let outcome = Program::new(&PUPPET8).evaluate("wrong.pp", "1 + ");
    /// assert!(outcome.error().is_some_and(|error| error.code.name() == "syntax-error"));
    /// ```
    pub fn evaluate(&self, name: &str, text: &str) -> Outcome {
        with_large_stack(|| self.evaluate_here(name, text, None))
    }

    /// Like [`Program::evaluate`], with the modules and the data of a site. The site's own manifests do not run.
    pub fn evaluate_in(&self, site: &Site, name: &str, text: &str) -> Outcome {
        with_large_stack(|| self.evaluate_here(name, text, Some(site)))
    }

    fn evaluate_here(&self, name: &str, text: &str, site: Option<&Site>) -> Outcome {
        // Before anything else, because its time begins here.
        let mut cx = match site {
            Some(site) => self.evaluator_in(site),
            None => self.evaluator(),
        };
        let analysis =
            self.analyses.of_bytes(name, text.as_bytes(), SourceKind::Manifest, None, &self.language());
        let sources: Sources = [Arc::clone(&analysis.source)].into_iter().collect();
        let module = match analysis.code() {
            Ok(module) => module,
            Err(diagnostics) => return Outcome::rejected(diagnostics, sources),
        };
        let mut diagnostics = analysis.diagnostics.clone();
        let mut definitions = Definitions::default();
        if let Err(error) = definitions.add(module) {
            diagnostics.push(error.diagnostic);
            return Outcome::rejected(diagnostics, sources);
        }
        cx.machine.sources = sources;
        let outcome = self.outcome(cx, Arc::new(definitions), std::slice::from_ref(&module.main));
        diagnostics.extend(outcome.diagnostics);
        Outcome { diagnostics, ..outcome }
    }

    /// Creates a compilation with the settings and variables of this program.
    pub(crate) fn evaluator(&self) -> Compilation {
        let mut cx = Compilation::new(self.edition, self.functions.clone(), Arc::clone(&self.world));
        cx.machine.settings = self.settings;
        cx.machine.limits = Limits { stack: self.limits.stack.min(STACK_FOR_CALLS), ..self.limits };
        cx.machine.harmless = harmless;
        cx.machine.analyses = Arc::clone(&self.analyses);
        cx.state.assigned =
            self.classification.as_ref().map(|classification| classification.assigned(self.edition));
        cx.state.settings = Arc::clone(&self.settings_variables);
        self.set_variables(&mut cx.machine);
        self.prepare(&mut cx.machine);
        cx.machine.begin();
        cx
    }

    /// Applies the limits of the program to what is read on this thread while the watch is kept: facts, classifications
    /// and other documents that are read before the program runs.
    pub fn watch(&self) -> Watch {
        self.limits.watch(self.world_in_time())
    }

    /// The world of the program with its time limit, starting now.
    pub fn world_in_time(&self) -> Arc<dyn World> {
        match self.limits.time {
            Some(time) => Arc::new(Stoppable::new(Arc::clone(&self.world), Cancel::default()).within(time)),
            None => Arc::clone(&self.world),
        }
    }

    /// Starts the budget of the next question to a compilation: time and steps count from now, memory since the compilation
    /// began, because what earlier questions left behind is still there.
    pub(crate) fn begin_again(&self, machine: &mut Machine) {
        self.prepare(machine);
        machine.begin_again();
    }

    fn prepare(&self, machine: &mut Machine) {
        machine.world = self.world_in_time();
        machine.coverage = self.settings.coverage.then(Coverage::default);
    }

    /// Sets the variables that every program has in the top scope.
    fn set_variables(&self, cx: &mut Machine) {
        let server = [
            ("serverversion", VERSION),
            ("servername", "localhost"),
            ("serverip", "127.0.0.1"),
            ("environment", &self.environment),
        ];
        let server = server.map(|(name, value)| (name, Value::str(value)));
        // Facts of these names take precedence.
        for (name, value) in &server {
            cx.set_top(*name, value.clone());
        }
        cx.reserve_top(self.facts.len() + self.variables.len() + 2 * server.len());
        for (name, value) in self.facts.iter() {
            if let Value::Str(name) | Value::ByteStr(name) = name {
                cx.set_top(name.clone(), value.clone());
            }
        }
        if let Some(classification) = &self.classification {
            classification.set_variables(cx, &self.facts);
        }
        cx.set_top("environment", Value::str(self.environment.as_str()));
        cx.set_top("facts", Value::Hash(self.facts.clone()));
        let trusted = || trusted(&self.node, Hash::new(), Hash::new());
        cx.set_top("trusted", self.trusted.clone().unwrap_or_else(trusted));
        let server = server.into_iter().map(|(name, value)| (Value::str(name), value));
        cx.set_top("server_facts", Value::hash(server));
        for (name, value) in &self.variables {
            cx.set_top(name.as_str(), value.clone());
        }
    }

    /// The log without disabled warnings.
    pub(crate) fn shown(&self, mut log: Vec<LogEntry>) -> Vec<LogEntry> {
        if !self.disabled_warnings.is_empty() {
            log.retain(|entry| match entry {
                LogEntry::Diagnostic(diagnostic) => !self.disabled_warnings.contains(&diagnostic.code),
                LogEntry::Line { .. } => true,
            });
        }
        log
    }

    /// The language of this program, and of the environments that it is compiled with.
    pub fn language(&self) -> Language {
        language(self.edition, bunraku_check::CheckSettings { strict: self.settings.strict })
    }
}

/// The language of an edition with the built-in functions, for [the analysis of files](crate::analysis).
pub fn language(edition: &'static Edition, settings: bunraku_check::CheckSettings) -> Language {
    Language { edition, settings, harmless }
}

/// Whether a function is built in regardless of modules, and does not read variables of its caller.
fn harmless(name: &str) -> bool {
    // Before anything else: it interns the names that are looked up.
    let library = &*LIBRARY;
    let native = Symbol::find(name).and_then(|name| library.get(name));
    native.and_then(Native::about).is_some_and(|about| !about.reads_variables)
}

/// All built-in functions.
pub fn library() -> Functions {
    LIBRARY.clone()
}

/// Puppet's default settings.
static DEFAULT_SETTINGS: LazyLock<SettingVariables> =
    LazyLock::new(|| bunraku_loader::PuppetSettings::default().variables());

static LIBRARY: LazyLock<Functions> = LazyLock::new(|| {
    let core = bunraku_stdlib::core().into_iter().map(Native::Builtin);
    let stdlib = bunraku_stdlib::stdlib().into_iter().map(Native::Builtin);
    let stdlib = stdlib.chain(bunraku_compiler::stdlib_functions()).map(|native| ("stdlib", native));
    Functions::new(core.chain(bunraku_compiler::functions())).with_modules(stdlib)
});

/// The version of Puppet whose behaviour the default edition has.
const VERSION: &str = "8.11.0";

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn functions_that_may_read_variables_of_their_caller() {
        let by_name = "getvar inline_epp epp template inline_template lookup hiera hiera_array hiera_hash \
                       hiera_include defined call";
        for name in by_name.split_whitespace() {
            assert!(!harmless(name), "{name} reads variables");
        }
        // A module may define anything under these names.
        for name in ["merge", "stdlib::merge", "m::peek", "nobody_has_this"] {
            assert!(!harmless(name), "{name} is not built in");
        }
        for name in ["each", "map", "reduce", "notice", "length", "include", "flatten", "sprintf"] {
            assert!(harmless(name), "{name}");
        }
    }
}
