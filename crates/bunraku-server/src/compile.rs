//! Compiles the catalog of a node from its facts: classifier, environment, compilation.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bunraku::catalog::Version;
use bunraku::diag::{Diagnostic, Sources, Span};
use bunraku::eval::{LogEntry, LogLevel};
use bunraku::pcore::{Hash, Value};
use bunraku::world::{Cancel, Stoppable, Store, World};
use bunraku::{Classification, Outcome};

use crate::environments::Generation;
use crate::keep::{Keep, NodeCatalog, NodeFacts};
use crate::log::Level;
use crate::reply::Problem;
use crate::server::Server;
use crate::static_catalog;
use crate::time::Timestamp;

/// A request for a catalog.
pub struct CatalogRequest<'r> {
    /// The name of the node.
    pub node: &'r str,
    /// The environment that the request names.
    pub environment: &'r str,
    /// What to do if the node belongs to another environment.
    pub other: Other,
    /// Whether values that JSON cannot represent are written as objects; otherwise as strings.
    pub rich: bool,
    /// The facts; without any, the last known ones are used.
    pub facts: Option<Hash>,
    /// When the facts were collected.
    pub timestamp: Option<String>,
    /// The value of `$trusted`.
    pub trusted: Value,
    /// The kinds of checksums that the agent supports, if it requests a static catalog.
    pub static_with: Option<&'r str>,
    /// The transaction id of the agent's run.
    pub transaction: Option<&'r str>,
    /// Whether to store the facts.
    pub keep_facts: bool,
    /// Whether to store the catalog.
    pub keep_catalog: bool,
    /// Cancelled if the catalog is no longer needed.
    pub cancel: Cancel,
    /// The number of the request in the log.
    pub id: u64,
}

/// What to do if the classifier assigns a node to another environment than the requested one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Other {
    /// Compile in the environment of the classifier.
    Follow,
    /// Return the name of that environment instead of a catalog.
    Tell,
    /// Compile in the requested environment.
    Ignore,
}

/// The result of a request for a catalog.
pub enum Compiled {
    /// The catalog as JSON, and the log of the compilation.
    Catalog(String, Vec<Line>),
    /// The node belongs to this other environment, and asked to be told so.
    Elsewhere(String),
}

/// A line of the log of a compilation.
pub struct Line {
    /// The level.
    pub level: LogLevel,
    /// The message.
    pub message: String,
    /// The file and the line, if known.
    pub place: Option<(String, u32)>,
}

/// A successful compilation.
pub struct Ran {
    /// The environment that it ran in.
    pub environment: String,
    /// The result of the compilation.
    pub outcome: Outcome,
    generation: Arc<Generation>,
    took: Duration,
}

/// Compiles the catalog of a node, and stores it if that is requested.
pub fn compile(server: &Server, wanted: CatalogRequest<'_>) -> Result<Compiled, Problem> {
    let node = wanted.node;
    let ran = match outcome(server, &wanted)? {
        Ok(ran) => ran,
        Err(environment) => return Ok(Compiled::Elsewhere(environment)),
    };
    let Ran { environment, outcome, generation, took } = ran;
    let Some(catalog) = &outcome.catalog else {
        return Err(Problem::server_error("the compilation produced no catalog"));
    };
    let mut json = if wanted.rich { catalog.to_json() } else { catalog.to_plain_json() };
    if let Some(kinds) = wanted.static_with {
        json = static_catalog::complete(server, &generation, catalog, kinds, json)
            .map_err(Problem::server_error)?;
    }
    server.log.of(wanted.id).info(format_args!(
        "compiled the catalog of {node} in environment `{environment}` in {:.2} s",
        took.as_secs_f64()
    ));
    if wanted.keep_catalog {
        let kept = server.keep.catalog(&NodeCatalog {
            node,
            environment: &environment,
            catalog,
            json: &json,
            transaction: wanted.transaction,
        });
        kept.map_err(Problem::unavailable)?;
    }
    Ok(Compiled::Catalog(json, lines(&outcome)))
}

/// Classifies a node and compiles its catalog. The inner error is the environment it belongs to, if it asked to be
/// told.
pub fn outcome(server: &Server, wanted: &CatalogRequest<'_>) -> Result<Result<Ran, String>, Problem> {
    let node = wanted.node;
    let facts = match &wanted.facts {
        Some(facts) => facts.clone(),
        None => server.keep.last_facts(node).map_err(Problem::server_error)?.unwrap_or_default(),
    };
    if wanted.keep_facts && wanted.facts.is_some() {
        // Facts are stored before the classifier runs, since it may read them.
        let timestamp = wanted.timestamp.clone().unwrap_or_else(|| Timestamp::now().iso());
        let kept = server.keep.facts(&NodeFacts {
            node,
            environment: wanted.environment,
            values: &facts,
            timestamp: &timestamp,
            trusted: &wanted.trusted,
        });
        kept.map_err(Problem::unavailable)?;
    }
    let classification = classify(server, node, &wanted.cancel)?;
    let environment = classification.as_ref().and_then(|known| known.environment.clone());
    let environment = environment.filter(|_| wanted.other != Other::Ignore);
    let environment = environment.unwrap_or_else(|| wanted.environment.to_owned());
    if wanted.other == Other::Tell && environment != wanted.environment {
        return Ok(Err(environment));
    }
    let generation = server.environments.get(&environment).map_err(Problem::server_error)?;
    let generation = generation.ok_or_else(|| no_environment(server, &environment))?;

    let world: Arc<dyn World> =
        Arc::new(WithStore { world: Arc::clone(&server.program.world), keep: Arc::clone(&server.keep) });
    let world = Stoppable::new(world, wanted.cancel.clone()).within(server.limits.compile_time);
    let mut program = server.program.clone();
    program.node = node.to_owned();
    program.environment.clone_from(&environment);
    program.facts = facts;
    program.trusted = Some(wanted.trusted.clone());
    program.classification = classification;
    program.version = match &generation.version {
        Some(version) => Version::Told(version.clone()),
        None => Version::Time(Timestamp::now().seconds),
    };
    program.variables.extend(server_facts(server, &environment));
    program.world = Arc::new(world);

    let begun = Instant::now();
    let outcome = program.compile(&generation.site);
    let took = begun.elapsed();
    let failed = outcome.error().is_some() || outcome.catalog.is_none();
    server.metrics.compilation(&environment, took, failed);
    tell(server, wanted, &outcome);
    if failed {
        let error = outcome.error();
        let message = error.map_or("the compilation produced no catalog".to_owned(), |error| {
            format!("Evaluation Error: {}", placed(error, &outcome.sources))
        });
        return Err(Problem::server_error(format!("{message} on node {node}")));
    }
    Ok(Ok(Ran { environment, outcome, generation, took }))
}

/// Runs the node classifier, if there is one.
pub fn classify(server: &Server, node: &str, cancel: &Cancel) -> Result<Option<Classification>, Problem> {
    let Some(classifier) = &server.classifier else { return Ok(None) };
    // It has no more time than a compilation, and stops when the client disconnects.
    let world =
        Stoppable::new(Arc::clone(&server.machine), cancel.clone()).within(server.limits.compile_time);
    let answer = classifier.classify(&world, node);
    answer.map(Some).map_err(|error| {
        let message = format!("Failed when searching for node {node}: {}", error.diagnostic.message);
        Problem::server_error(message)
    })
}

/// An empty catalog, from which a node learns the environment that it belongs to.
pub fn empty_catalog(node: &str, environment: &str) -> Value {
    let nothing = || Value::array([]);
    let entries = [
        ("tags", nothing()),
        ("name", Value::str(node)),
        ("version", Value::Undef),
        ("code_id", Value::Undef),
        ("catalog_uuid", Value::str(bunraku_store::uuid())),
        ("catalog_format", Value::Int(2)),
        ("environment", Value::str(environment)),
        ("resources", nothing()),
        ("edges", nothing()),
        ("classes", nothing()),
    ];
    Value::hash(entries.map(|(name, value)| (Value::str(name), value)))
}

/// There is no replacement for a missing environment. The wording is Puppet's.
fn no_environment(server: &Server, name: &str) -> Problem {
    let path = server.environments.settings.get("environmentpath").unwrap_or_default();
    Problem::server_error(format!(
        "Could not find a directory environment named '{name}' anywhere in the path: {path}. Does the directory exist?"
    ))
}

/// What code learns about the server: `$server_facts`, and the same as variables of the top scope.
fn server_facts(server: &Server, environment: &str) -> Vec<(String, Value)> {
    let mut facts = vec![
        ("serverversion".to_owned(), Value::str(crate::dispatch::PUPPET_VERSION)),
        ("servername".to_owned(), Value::str(server.certname.as_str())),
    ];
    let addresses = [("serverip", &server.addresses.0), ("serverip6", &server.addresses.1)];
    for (name, address) in addresses {
        facts.extend(address.map(|address| (name.to_owned(), Value::str(address.to_string()))));
    }
    let mut entries: Vec<(Value, Value)> =
        facts.iter().map(|(name, value)| (Value::str(name.as_str()), value.clone())).collect();
    entries.push((Value::str("environment"), Value::str(environment)));
    facts.push(("server_facts".to_owned(), Value::hash(entries)));
    facts
}

/// Logs the messages and diagnostics of a compilation.
fn tell(server: &Server, wanted: &CatalogRequest<'_>, outcome: &Outcome) {
    let (log, node) = (server.log.of(wanted.id), wanted.node);
    for entry in &outcome.log {
        let (level, message) = match entry {
            LogEntry::Line { level, message, .. } => (level_of(*level), message.clone()),
            LogEntry::Diagnostic(diagnostic) => (Level::Warning, placed(diagnostic, &outcome.sources)),
        };
        log.line(level, format_args!("{node}: {message}"));
    }
    for diagnostic in &outcome.diagnostics {
        let help = diagnostic.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
        log.error(format_args!("{node}: {}{help}", placed(diagnostic, &outcome.sources)));
    }
}

/// The log of a compilation, for clients that request it.
fn lines(outcome: &Outcome) -> Vec<Line> {
    let place = |span: Option<Span>| {
        let span = span?;
        let source = outcome.sources.get(span.file)?;
        Some((source.name().to_owned(), source.line_at(span.range.start)))
    };
    let line = |entry: &LogEntry| match entry {
        LogEntry::Line { level, message, place: span } => {
            Line { level: *level, message: message.clone(), place: place(*span) }
        }
        LogEntry::Diagnostic(diagnostic) => Line {
            level: LogLevel::Warning,
            message: placed(diagnostic, &outcome.sources),
            place: place(diagnostic.primary.as_ref().map(|primary| primary.span)),
        },
    };
    outcome.log.iter().map(line).collect()
}

fn level_of(level: LogLevel) -> Level {
    match level {
        LogLevel::Debug => Level::Debug,
        LogLevel::Info | LogLevel::Notice => Level::Info,
        LogLevel::Warning => Level::Warning,
        LogLevel::Err | LogLevel::Alert | LogLevel::Emerg | LogLevel::Crit => Level::Error,
    }
}

/// A message with its place, in Puppet's format: people search for the words in brackets.
fn placed(diagnostic: &Diagnostic, sources: &Sources) -> String {
    let mut message = diagnostic.message.clone();
    let Some(primary) = &diagnostic.primary else { return message };
    if !primary.text.is_empty() {
        message.push_str(": ");
        message.push_str(&primary.text);
    }
    if let Some(source) = sources.get(primary.span.file) {
        let position = source.position(primary.span.range.start);
        message.push_str(&format!(
            " (file: {}, line: {}, column: {})",
            source.name(),
            position.line,
            position.column
        ));
    }
    message
}

/// The world of a compilation with the data about other nodes.
struct WithStore {
    world: Arc<dyn World>,
    keep: Arc<dyn Keep>,
}

impl World for WithStore {
    fn beneath(&self) -> Option<&dyn World> {
        Some(&*self.world)
    }

    fn store(&self) -> Option<&dyn Store> {
        self.keep.store().or_else(|| self.world.store())
    }
}

/// A setting that describes an environment to tools.
pub fn setting<'g>(generation: &'g Generation, name: &str) -> &'g str {
    let values = &generation.site.environment.setting_values;
    values.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str()).unwrap_or_default()
}
