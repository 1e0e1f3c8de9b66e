//! Catalogs requested from a running server.

use bunraku::Facts;
use bunraku::diag::{Diagnostic, codes};
use bunraku::insight::diff::Snapshot;

use super::{Found, Made};
use crate::args::Diff;
use crate::commands::compile::{Named, named};
use crate::facts::{self, Assignment};
use crate::pool::{self, Event};
use crate::report::{Refusal, Reporter};
use crate::served::CatalogServer;

/// Requests the catalogs of all wanted nodes.
pub fn catalogs<T: Send>(
    server: &CatalogServer,
    overrides: &[Assignment],
    args: &Diff,
    reporter: &mut Reporter,
    mut wanted: impl FnMut(&str, Option<u64>) -> bool,
    make: impl Fn(Found<'_>) -> T + Sync,
) -> Result<Made<T>, Refusal> {
    let shared = args.conditions.node_facts()?;
    let listed = match &args.nodes_from {
        Some(nodes) => facts::nodes(nodes, args.site.confdir.as_deref())?,
        None => vec![facts::Listed { name: Some(only_node(&shared)?), facts: None }],
    };
    let mut nodes = named(&listed, &shared);
    nodes.retain(|node| wanted(&node.name, None));
    reporter.expect(nodes.len(), "asked for", "nodes");
    let work = |_: usize, node: &Named<'_>| {
        let catalog = ask(server, node, &shared, args, overrides);
        (node.name.clone(), catalog.map(|snapshot| make(Found::Read(snapshot))))
    };
    let mut made = Made::new();
    pool::map_in_order(&nodes, work, |event| match event {
        Event::Tick(done) => reporter.done(done),
        Event::Result((name, Ok(taken))) => {
            made.insert(name, Some(taken));
        }
        Event::Result((name, Err(refusal))) => {
            reporter.begin(&name);
            reporter.report(*refusal.reason, &refusal.sources);
            made.insert(name, None);
        }
    });
    Ok(made)
}

fn ask(
    server: &CatalogServer,
    node: &Named<'_>,
    shared: &Facts,
    args: &Diff,
    overrides: &[Assignment],
) -> Result<Snapshot, Refusal> {
    if let Some(trouble) = &node.trouble {
        return Err(Diagnostic::clone(trouble).into());
    }
    let (name, mut facts) = node.resolve(shared)?;
    let assignments = args.conditions.facts.fact.iter().chain(overrides);
    assignments.into_iter().try_for_each(|assignment| assignment.apply(&mut facts.values))?;
    let failed = |problem: String| Refusal::from(Diagnostic::error(codes::WRONG_USE, problem));
    let text = server.catalog(&name, &facts.values).map_err(failed)?;
    Snapshot::from_json(&text).map_err(|problem| failed(format!("{} returned {problem}", server.name())))
}

fn only_node(shared: &Facts) -> Result<String, Refusal> {
    shared.node.clone().ok_or_else(|| {
        let message = "no node given for the server";
        Diagnostic::error(codes::WRONG_USE, message)
            .help("choose one with `--node`, or several with `--nodes-from`")
            .into()
    })
}
