//! `bunraku compile --check`: finds what an agent would reject in the catalogs of nodes.

use std::path::Path;

use bunraku::insight::check::check;

use super::super::Status;
use super::{catalog, catalogs};
use crate::args::Compile;
use crate::report::{Refusal, Reporter};

/// Checks the catalog of a single node.
pub fn one(args: &Compile, reporter: &mut Reporter) -> Result<Status, Refusal> {
    let Some(catalog) = catalog(args, reporter)? else { return Ok(Status::Problems) };
    for diagnostic in check(&catalog) {
        reporter.report(diagnostic, catalog.sources());
    }
    Ok(if reporter.errors == 0 { Status::Fine } else { Status::Problems })
}

/// Checks the catalogs of all nodes listed by a path.
pub fn many(args: &Compile, nodes: &Path, reporter: &mut Reporter) -> Result<Status, Refusal> {
    let found = catalogs(args, nodes, reporter, |catalog| (check(catalog), catalog.sources().clone()))?;
    let total = found.len();
    let mut refused = 0;
    for (node, checked) in found {
        let Some((diagnostics, sources)) = checked else {
            refused += 1;
            continue;
        };
        let before = reporter.errors;
        if !diagnostics.is_empty() {
            reporter.begin(&node);
        }
        for diagnostic in diagnostics {
            reporter.report(diagnostic, &sources);
        }
        refused += usize::from(reporter.errors > before);
    }
    let nodes = if total == 1 { "1 node".to_owned() } else { format!("{total} nodes") };
    reporter.note(&format!("checked {nodes}, {refused} with errors"));
    Ok(if refused == 0 { Status::Fine } else { Status::Problems })
}
