//! The catalogs of many nodes, compiled on all cores.

mod inputs;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;

use bunraku::catalog::Catalog;
use bunraku::diag::{Diagnostic, Sources, codes};
use bunraku::pcore::Hash;
use bunraku::{Facts, Outcome};

pub use self::inputs::{Named, named, named_by};
use super::shown::indented;
use super::{Broken, Compilation};
use crate::args::{CatalogFormat, Compile};
use crate::bug;
use crate::commands::Status;
use crate::facts;
use crate::files::reason;
use crate::output;
use crate::pool::{self, Event};
use crate::report::{Refusal, Reporter};
use crate::store::NodeDocuments;

/// Compiles every node listed by a path and returns the results of `make` by node. A node that fails has `None`, and
/// its problems are reported.
pub fn catalogs<T: Send>(
    args: &Compile,
    nodes: &Path,
    reporter: &mut Reporter,
    make: impl Fn(&Catalog) -> T + Sync,
) -> Result<BTreeMap<String, Option<T>>, Refusal> {
    let compilation = prepare(args, reporter)?;
    let nodes = facts::nodes(nodes, args.site.confdir.as_deref())?;
    let shared = args.conditions.node_facts()?;
    let nodes = named(&nodes, &shared);
    reporter.expect(nodes.len(), "compiled", "nodes");
    let mut made = BTreeMap::new();
    let work = |_: usize, node: &Named<'_>| {
        let compiled = compile(&compilation, node, &shared);
        compiled.map(|(name, _, mut outcome)| {
            let catalog = outcome.catalog.take().filter(|_| outcome.error().is_none());
            let taken = catalog.map(|catalog| make(&catalog));
            (name, outcome, taken)
        })
    };
    pool::map_in_order(&nodes, work, |event| match event {
        Event::Tick(done) => reporter.done(done),
        Event::Result(Ok((name, outcome, taken))) => {
            reporter.begin(&name);
            reporter.outcome(outcome.log, outcome.diagnostics, &outcome.sources);
            made.insert(name, taken);
        }
        Event::Result(Err((name, refusal))) => {
            reporter.begin(&name);
            reporter.report(*refusal.reason, &refusal.sources);
            made.insert(name, None);
        }
    });
    Ok(made)
}

/// Opens the environment and reads the options that all nodes share.
pub fn prepare(args: &Compile, reporter: &mut Reporter) -> Result<Compilation, Refusal> {
    Compilation::prepare(args, reporter)?.map_err(|Broken(source, diagnostic)| {
        let mut sources = Sources::new();
        sources.add(source);
        Refusal { reason: Box::new(diagnostic), sources }
    })
}

/// Compiles every node listed by a path and writes one file per catalog.
pub fn run(args: &Compile, nodes: &Path, reporter: &mut Reporter) -> Result<Status, Refusal> {
    let folder = args.output.clone().unwrap_or_default();
    let compilation = prepare(args, reporter)?;
    if let Some(CatalogFormat::Summary | CatalogFormat::Tree) = args.format {
        let message = "the catalogs of several nodes can only be written as JSON";
        let help = "use `--format json` or `--format json-pretty`, or choose one node with `--node`";
        return Err(Diagnostic::error(codes::WRONG_USE, message).help(help).into());
    }
    let nodes = facts::nodes(nodes, args.site.confdir.as_deref())?;
    if nodes.is_empty() {
        let message = "no nodes to compile";
        return Err(Diagnostic::error(codes::WRONG_USE, message).into());
    }
    fs::create_dir_all(&folder).map_err(|error| {
        let message = format!("cannot create the folder `{}`: {}", folder.display(), reason(&error));
        Diagnostic::error(codes::WRONG_USE, message)
    })?;
    let shared = args.conditions.node_facts()?;
    let nodes = named(&nodes, &shared);
    reporter.expect(nodes.len(), "compiled", "nodes");
    let (mut written, mut failed) = (0, Vec::new());
    // Catalogs are stored after all nodes are done: each node finds what the others exported before this run, whatever
    // the order.
    let mut kept = Vec::new();
    let work = |_: usize, node: &Named<'_>| save(&compilation, node, &shared, &folder);
    pool::map_in_order(&nodes, work, |event| match event {
        Event::Tick(done) => reporter.done(done),
        Event::Result(Done { node, outcome, saved, kept: taken }) => {
            kept.extend(taken);
            if let Some(outcome) = outcome {
                reporter.begin(&node);
                reporter.outcome(outcome.log, outcome.diagnostics, &outcome.sources);
            }
            match saved {
                Ok(true) => written += 1,
                Ok(false) => failed.push(node),
                Err(refusal) => {
                    reporter.begin(&node);
                    reporter.report(*refusal.reason, &refusal.sources);
                    failed.push(node);
                }
            }
        }
    });
    if let Some(store) = &compilation.store {
        store.keep(kept)?;
    }
    reporter.note(&summary(written, &failed, &folder));
    Ok(if failed.is_empty() { Status::Fine } else { Status::Problems })
}

/// The outcome of a node.
struct Done {
    node: String,
    /// The log and the diagnostics, without the catalog.
    outcome: Option<Outcome>,
    /// Whether the catalog has been written, or why it could not be.
    saved: Result<bool, Refusal>,
    /// What to save in the store.
    kept: Option<NodeDocuments>,
}

/// Compiles a node and returns its name and its outcome.
pub fn compile(
    compilation: &Compilation,
    node: &Named<'_>,
    shared: &Facts,
) -> Result<(String, Hash, Outcome), (String, Refusal)> {
    let compiled = facts_of(compilation, node, shared)
        .and_then(|facts| compile_with(compilation, &node.name, facts))
        .map_err(|refusal| (node.name.clone(), refusal))?;
    Ok((node.name.clone(), compiled.0, compiled.1))
}

/// Reads the facts of a node, within the time of a compilation.
pub fn facts_of(compilation: &Compilation, node: &Named<'_>, shared: &Facts) -> Result<Facts, Refusal> {
    let _watch = compilation.program.watch();
    node.facts(shared)
}

/// Compiles a node with its facts. Returns them as the node got them, with those from the command line.
pub fn compile_with(compilation: &Compilation, name: &str, facts: Facts) -> Result<(Hash, Outcome), Refusal> {
    let facts = compilation.overridden(facts)?.values;
    let mut program = compilation.program.clone();
    name.clone_into(&mut program.node);
    program.facts.clone_from(&facts);
    Ok((facts, compilation.run(program)?))
}

fn save(compilation: &Compilation, node: &Named<'_>, shared: &Facts, folder: &Path) -> Done {
    let (name, facts, mut outcome) = match compile(compilation, node, shared) {
        Ok(compiled) => compiled,
        Err((node, refusal)) => return Done { node, outcome: None, saved: Err(refusal), kept: None },
    };
    let mut kept = None;
    // Each catalog is written at once, since those of all nodes together would take much memory.
    let saved = match outcome.catalog.take() {
        Some(catalog) if outcome.error().is_none() => {
            let path = folder.join(format!("{name}.json"));
            // In pieces: fresh memory for a whole catalog would take longer than writing it.
            let content = |to: &mut dyn Write| match compilation.pretty {
                true => to.write_all(indented(&catalog.to_json()).as_bytes()),
                false => catalog.write_json(&mut *to).and_then(|()| to.write_all(b"\n")),
            };
            let written = bug::caught(&name, || output::save_content(&path, &content));
            let taken = compilation.store.as_ref().map(|store| store.take(&facts, &catalog));
            match taken.transpose() {
                Ok(taken) => {
                    kept = taken.flatten();
                    written.and_then(|written| written)
                }
                Err(reason) => Err(reason),
            }
        }
        _ => return Done { node: name, outcome: Some(outcome), saved: Ok(false), kept },
    };
    let saved = saved.map(|status| status == Status::Fine).map_err(Refusal::from);
    Done { node: name, outcome: Some(outcome), saved, kept }
}

fn summary(written: usize, failed: &[String], folder: &Path) -> String {
    let catalogs = if written == 1 { "1 catalog".to_owned() } else { format!("{written} catalogs") };
    let done = format!("wrote {catalogs} to {}", folder.display());
    match failed {
        [] => done,
        [only] => format!("{done}; 1 node failed: {only}"),
        _ => format!("{done}; {} nodes failed: {}", failed.len(), failed.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries() {
        let folder = Path::new("out");
        let failed = ["a".to_owned(), "b".to_owned()];
        assert_eq!(summary(3, &[], folder), "wrote 3 catalogs to out");
        assert_eq!(summary(1, &failed[..1], folder), "wrote 1 catalog to out; 1 node failed: a");
        assert_eq!(summary(0, &failed, folder), "wrote 0 catalogs to out; 2 nodes failed: a, b");
    }
}
