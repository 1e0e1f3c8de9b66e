//! A REPL session: inputs that are evaluated one after the other in the same top scope.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bunraku_analysis::Analysis;
use bunraku_catalog::Resource;
use bunraku_compiler::{Compilation, Definitions};
use bunraku_diag::{Diagnostic, Sources};
use bunraku_eval::{Frame, LogEntry};
use bunraku_ir::Module;
use bunraku_pcore::Value;
use bunraku_syntax::SourceKind;

use crate::{Program, Site, with_large_stack};

/// A REPL session. What an input sets, defines and declares is available to those that follow, even if it failed.
///
/// ```
/// use bunraku::{Program, Session, edition::PUPPET8, pcore::Value};
///
/// let mut session = Session::new(Program::new(&PUPPET8));
/// session.evaluate("1", "$a = [1, 2]");
/// assert_eq!(session.evaluate("2", "$a.length").value, Some(Value::Int(2)));
/// assert!(session.names().variables.contains("a"));
/// ```
///
/// Each input has the time and the steps of the program's [`limits`](Program::limits); the memory limit is for what all
/// inputs keep together. Nodes can be defined, but their code
/// does not run, since that happens at the end of a program, and a session has no end.
pub struct Session {
    program: Program,
    site: Option<Site>,
    cx: Compilation,
}

/// The result of one input.
#[non_exhaustive]
pub struct Reply {
    /// The log, in order.
    pub log: Vec<LogEntry>,
    /// The value of its last expression, if it did not fail.
    pub value: Option<Value>,
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
}

/// The names that an input can use, in addition to those that every program has.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Names {
    /// Variables of the top scope without their `$`, including facts.
    pub variables: BTreeSet<String>,
    /// The facts, which are also the keys of `$facts`.
    pub facts: BTreeSet<String>,
    /// Functions defined by earlier inputs.
    pub functions: BTreeSet<String>,
    /// Classes and defined types of earlier inputs.
    pub classes: BTreeSet<String>,
    /// Type aliases of earlier inputs.
    pub types: BTreeSet<String>,
    /// The parameters of classes and defined types of earlier inputs.
    pub parameters: BTreeMap<String, Vec<String>>,
}

impl Session {
    /// Creates a session for a node, with the settings of a program.
    pub fn new(program: Program) -> Session {
        let mut cx = program.evaluator();
        cx.compiler().begin();
        Session { program, site: None, cx }
    }

    /// Creates a session with the modules and the data of a site. The site's own manifests do not run. The first reply
    /// contains problems of the environment.
    pub fn within(program: Program, site: Site) -> Session {
        let mut cx = program.evaluator_in(&site);
        cx.compiler().begin();
        Session { program, site: Some(site), cx }
    }

    /// The site, if there is one.
    pub fn site(&self) -> Option<&Site> {
        self.site.as_ref()
    }

    /// The initial variables of the top scope, with their values: facts, `facts`, `trusted` and the like.
    pub fn given(&self) -> BTreeMap<String, Value> {
        let top = self.cx.machine.scopes.first();
        let given = top.into_iter().flat_map(|top| top.given.iter());
        given.map(|(name, value)| (name.to_string(), value.clone())).collect()
    }

    /// The variables of the top scope that inputs have set, with their values, by name.
    pub fn variables(&self) -> BTreeMap<String, Value> {
        let mut variables = BTreeMap::new();
        let Some(top) = self.cx.machine.scopes.first() else { return variables };
        for (body, frame) in &top.frames {
            let Frame::Kept(values) = frame else { continue };
            for named in body.names.iter().filter(|named| named.lambda.is_none()) {
                if let Some(Some(value)) = values.get(named.slot.0 as usize) {
                    variables.insert(named.name.as_str().to_owned(), value.clone());
                }
            }
        }
        variables
    }

    /// The resources that inputs have declared, in order, including virtual ones. The stage `main` and the classes that
    /// every catalog has are left out.
    pub fn resources(&self) -> impl Iterator<Item = &Resource> {
        let always = |resource: &Resource| {
            matches!(
                (&*resource.type_name, &*resource.title),
                ("Stage" | "Class", "main") | ("Class", "Settings")
            )
        };
        self.cx.state.resources().iter().filter(move |resource| !always(resource))
    }

    /// The settings of the session, and what is known about the node.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The files that places refer to: one for each input.
    pub fn sources(&self) -> &Sources {
        &self.cx.machine.sources
    }

    /// Parses, checks and evaluates an input.
    pub fn evaluate(&mut self, name: &str, text: &str) -> Reply {
        self.program.begin_again(&mut self.cx.machine);
        // It is not cached: two inputs with the same text are two places.
        let language = self.program.language();
        let analysis = Analysis::of_bytes(name, text.as_bytes(), SourceKind::Manifest, None, &language);
        self.cx.machine.sources.add(Arc::clone(&analysis.source));
        let mut diagnostics = analysis.diagnostics.clone();
        let mut value = None;
        match analysis.code().map(|code| with_large_stack(|| self.run(code))) {
            Ok(Ok(result)) => value = Some(result),
            Ok(Err(error)) => diagnostics.push(*error),
            Err(errors) => diagnostics = errors,
        }
        Reply { log: self.cx.machine.log.take(), value, diagnostics }
    }

    /// The names that the next input can use.
    pub fn names(&self) -> Names {
        let mut names = Names::default();
        let fact_names = self.program.facts.keys().filter_map(Value::as_str);
        names.facts.extend(fact_names.map(str::to_owned));
        if let Some(top) = self.cx.machine.scopes.first() {
            names.variables.extend(top.given.keys().map(|name| name.to_string()));
        }
        names.variables.extend(self.variables().into_keys());
        let definitions = &self.cx.state.definitions;
        names.functions.extend(definitions.functions.keys().map(|name| name.as_str().to_owned()));
        names.classes.extend(definitions.classes.keys().map(|name| name.as_str().to_owned()));
        names.classes.extend(definitions.defines.keys().map(|name| name.as_str().to_owned()));
        names.types.extend(definitions.aliases.values().map(|alias| alias.name.as_str().to_owned()));
        let classes = definitions.classes.values().map(|class| (class.name, &class.body));
        let defines = definitions.defines.values().map(|define| (define.name, &define.body));
        names.parameters.extend(classes.chain(defines).map(|(name, body)| {
            let params = body.params.iter().map(|param| param.name.as_str().to_owned());
            (name.as_str().to_owned(), params.collect())
        }));
        names
    }

    fn run(&mut self, module: &Module) -> Result<Value, Box<Diagnostic>> {
        self.define(module)?;
        self.cx.compiler().proceed(&module.main).map_err(|unwind| Box::new(unwind.into_diagnostic()))
    }

    /// Registers the definitions of an input: all of them, or none if there is a duplicate.
    fn define(&mut self, module: &Module) -> Result<(), Box<Diagnostic>> {
        if module.definitions.is_empty() {
            return Ok(());
        }
        let mut definitions = Definitions::clone(&self.cx.state.definitions);
        let added = Definitions::default().add(module).and_then(|()| definitions.add(module));
        added.map_err(|error| Box::new(error.diagnostic))?;
        self.cx.define(definitions);
        Ok(())
    }
}
