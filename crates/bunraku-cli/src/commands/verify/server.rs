//! Catalogs requested from a running server.

use std::collections::BTreeMap;
use std::time::Instant;

use super::Recorded;
use crate::args::Verify;
use crate::commands::compile::{Named, named};
use crate::facts;
use crate::pool::{self, Event};
use crate::report::{Refusal, Reporter};
use crate::served::CatalogServer;

/// Requests the catalogs of all nodes.
pub fn ask(address: &str, args: &Verify, reporter: &mut Reporter) -> Result<Recorded, Refusal> {
    let server = CatalogServer::open(address, &args.site, args.catalog_api)?;
    let shared = args.conditions.node_facts()?;
    let listed = facts::nodes(&args.nodes_from, args.site.confdir.as_deref())?;
    let nodes = named(&listed, &shared);
    reporter.expect(nodes.len(), "asked for", "nodes");
    let work = |_: usize, node: &Named<'_>| {
        let catalog = match (&node.trouble, node.resolve(&shared)) {
            (Some(trouble), _) => Err(trouble.message.clone()),
            (None, Err(refusal)) => Err(refusal.reason.message.clone()),
            (None, Ok((name, mut facts))) => {
                let mut assignments = args.conditions.facts.fact.iter();
                match assignments.try_for_each(|assignment| assignment.apply(&mut facts.values)) {
                    Ok(()) => server.catalog(&name, &facts.values),
                    Err(problem) => Err(problem.message.clone()),
                }
            }
        };
        (node.name.clone(), catalog)
    };
    let mut catalogs = BTreeMap::new();
    let start = Instant::now();
    pool::map_in_order(&nodes, work, |event| match event {
        Event::Tick(done) => reporter.done(done),
        Event::Result((name, catalog)) => {
            catalogs.insert(name, catalog);
        }
    });
    let milliseconds = Some(start.elapsed().as_millis());
    Ok(Recorded { by: server.name(), catalogs, milliseconds })
}
