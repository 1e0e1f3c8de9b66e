//! Catalogs requested from a running server.

use bunraku::Facts;
use bunraku::diag::{Diagnostic, codes};
use bunraku::insight::diff::Snapshot;

use crate::args::Diff;
use crate::facts::Assignment;
use crate::report::Refusal;
use crate::served::CatalogServer;

/// Requests the catalog of a node.
pub fn catalog(
    server: &CatalogServer,
    (node, facts): (&str, &Facts),
    args: &Diff,
    overrides: &[Assignment],
) -> Result<Snapshot, Refusal> {
    let mut facts = facts.clone();
    let assignments = args.conditions.facts.fact.iter().chain(overrides);
    assignments.into_iter().try_for_each(|assignment| assignment.apply(&mut facts.values))?;
    let failed = |problem: String| Refusal::from(Diagnostic::error(codes::WRONG_USE, problem));
    let text = server.catalog(node, &facts.values).map_err(failed)?;
    Snapshot::from_json(&text).map_err(|problem| failed(format!("{} returned {problem}", server.name())))
}

/// The name of the only node.
pub fn only_node(shared: &Facts) -> Result<String, Refusal> {
    shared.node.as_ref().map(|name| name.to_lowercase()).ok_or_else(|| {
        let message = "no node given for the server";
        Diagnostic::error(codes::WRONG_USE, message)
            .help("choose one with `--node`, or several with `--nodes-from`")
            .into()
    })
}
