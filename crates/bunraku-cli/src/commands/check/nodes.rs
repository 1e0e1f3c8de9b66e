//! The nodes for which facts are available, and their catalogs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bunraku::analysis::Analyses;
use bunraku::diag::{Diagnostic, Severity, Sources, codes};
use bunraku::eval::LogEntry;
use bunraku::{Facts, Outcome};

use crate::args::{Check, Color, Compile, Conditions, FactArgs, LogFormat};
use crate::commands::compile::{self, Compilation, Named};
use crate::facts::{self, FactsSource, Listed};
use crate::project::Project;
use crate::report::{Refusal, Reporter};
use crate::site::{SiteArgs, is_environment};

/// The nodes and the state they share.
pub struct Nodes<'l> {
    compilation: Compilation,
    shared: Facts,
    named: Vec<Named<'l>>,
}

/// The nodes to compile, and the environment.
pub struct Plan {
    site: SiteArgs,
    nodes: Vec<Listed>,
}

/// The outcome of a node.
pub struct Compiled {
    /// The certname.
    pub node: String,
    /// The problems found, whether in the node's data or in its code.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that `diagnostics` refer to.
    pub sources: Arc<Sources>,
}

/// The nodes of the environment being checked; `None` without an environment or facts.
pub fn listed(args: &Check, project: &Project) -> Result<Option<Plan>, Refusal> {
    let mut site = args.site.clone();
    if !site.is_given() {
        let start = args.paths.first().map_or(Path::new("."), PathBuf::as_path);
        let Some(folder) = environment_around(start) else { return Ok(None) };
        site.environment = Some(folder);
    }
    let given = &args.conditions.facts.facts;
    let beside = || {
        let folder = site.environment.as_ref()?.join("facts");
        folder.is_dir().then_some(folder)
    };
    let places = match (given.as_slice(), project.path("environment.facts")) {
        ([], Some(folder)) => vec![folder],
        ([], None) => beside().into_iter().collect(),
        (given, _) => given.to_vec(),
    };
    let mut nodes = Vec::new();
    for place in places {
        match place.is_dir() {
            true => nodes.extend(facts::nodes(&place, None)?),
            false => nodes.push(Listed { name: None, facts: Some(FactsSource::File(place)) }),
        }
    }
    Ok((!nodes.is_empty()).then_some(Plan { site, nodes }))
}

impl<'l> Nodes<'l> {
    /// Opens the environment and reads the names of the nodes.
    pub fn of(plan: &'l Plan, args: &Check, color: Color) -> Result<Nodes<'l>, Refusal> {
        let facts = FactArgs { facts: Vec::new(), ..args.conditions.facts.clone() };
        let conditions = Conditions { facts, node: None, ..args.conditions.clone() };
        let compile = Compile::new(plan.site.clone(), conditions);
        let mut reporter = Reporter::new(LogFormat::Text, color);
        let compilation = compile::prepare(&compile, &mut reporter)?;
        let shared = compile.conditions.node_facts()?;
        let mut named = compile::named(&plan.nodes, &shared);
        if let Some(wanted) = &args.conditions.node {
            let is_wanted = |name: &str| name == wanted || name.split('.').next() == Some(wanted.as_str());
            named.retain(|node| is_wanted(&node.name));
        }
        Ok(Nodes { compilation, shared, named })
    }

    /// The analyses of files that the compilations make.
    pub fn analyses(&self) -> Arc<Analyses> {
        self.compilation.analyses()
    }

    /// Iterates over the nodes.
    pub fn iter(&self) -> impl Iterator<Item = &Named<'l>> {
        self.named.iter()
    }

    /// Compiles a node and returns its problems.
    pub fn compile(&self, node: &Named<'_>) -> Compiled {
        match compile::compile(&self.compilation, node, &self.shared) {
            Ok((node, _, Outcome { log, diagnostics, sources, .. })) => {
                let logged = log.into_iter().filter_map(|entry| match entry {
                    LogEntry::Diagnostic(diagnostic) => Some(diagnostic),
                    LogEntry::Line { .. } => None,
                });
                let diagnostics = logged.chain(diagnostics).filter(is_about_code).collect();
                Compiled { node, diagnostics, sources }
            }
            Err((node, refusal)) => {
                Compiled { node, diagnostics: vec![*refusal.reason], sources: Arc::new(refusal.sources) }
            }
        }
    }
}

/// Whether a diagnostic is about the code. A check has no exported resources and runs no commands, so warnings about
/// either say nothing about the code.
fn is_about_code(diagnostic: &Diagnostic) -> bool {
    let of_check = [codes::NO_STORE, codes::NOT_ALLOWED].contains(&diagnostic.code);
    diagnostic.severity == Severity::Error || !of_check
}

/// The environment that contains a path.
fn environment_around(start: &Path) -> Option<PathBuf> {
    if is_environment(start) {
        return Some(start.to_owned());
    }
    let start = std::fs::canonicalize(start).ok()?;
    start.ancestors().skip(1).find(|folder| is_environment(folder)).map(Path::to_owned)
}
