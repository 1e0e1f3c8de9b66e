//! `bunraku diff`: compares catalogs.

mod cache;
mod reach;
mod revision;
mod side;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use bunraku::catalog::Catalog;
use bunraku::diag::{Diagnostic, codes};
use bunraku::insight::diff::{self, Change, Home, Ignore, Missing, Report, Snapshot};

use self::cache::Cache;
use self::reach::Reach;
use self::side::{Found, Made};
use super::Status;
use crate::args::{Color, Diff, DiffFormat, LogFormat};
use crate::output;
use crate::report::{Refusal, Reporter};

/// Runs the command. The exit status is that of comparison tools: 2 for differences, 1 for failures.
pub fn run(args: &Diff, color: Color) -> Status {
    let mut reporter = Reporter::for_program(LogFormat::Text, color, args.conditions.detail().of_question());
    match compare(args, &mut reporter).and_then(|report| Ok((save(args, &report)?, report))) {
        Ok((saved, report)) => match (reporter.finish(), saved) {
            (Status::Fine, Status::Fine) if !report.missing.is_empty() => Status::Problems,
            (Status::Fine, Status::Fine) if !report.changes.is_empty() => Status::WrongUse,
            (Status::Fine, saved) => saved,
            _ => Status::Problems,
        },
        Err(refusal) => {
            reporter.refuse(refusal);
            Status::Problems
        }
    }
}

fn save(args: &Diff, report: &Report) -> Result<Status, Refusal> {
    let text = match args.format {
        DiffFormat::Text => report.to_text(),
        DiffFormat::Json => report.to_json(),
        DiffFormat::Markdown => report.to_markdown(),
        DiffFormat::Html => report.to_html(),
    };
    Ok(output::save(args.output.as_deref().unwrap_or("-".as_ref()), &text)?)
}

fn compare(args: &Diff, reporter: &mut Reporter) -> Result<Report, Refusal> {
    let mut ignore = Ignore::default();
    for pattern in &args.ignore {
        ignore.add(pattern).map_err(|problem| Diagnostic::error(codes::WRONG_USE, problem))?;
    }
    for name in &args.ignore_attr {
        ignore.add_parameter(name).map_err(|problem| Diagnostic::error(codes::WRONG_USE, problem))?;
    }
    args.ignore_tags.iter().for_each(|tag| ignore.add_tag(tag));
    let old = side::Side::open(&args.old, &args.old_fact, args, reporter)?;
    let sides = (old, side::Side::open(&args.new, &args.new_fact, args, reporter)?);
    let same_facts = args.old_fact == args.new_fact;
    let reach = match (sides.0.folder(), sides.1.folder()) {
        (Some(old), Some(new)) if args.nodes_from.is_some() && same_facts => Reach::between(old, new),
        _ => Reach::All,
    };
    let mut cache = sides.0.folder().and_then(|folder| Cache::open(args, folder));
    let has_cache = cache.is_some();
    let mut nodes: Vec<(String, Vec<Change>)> = Vec::new();
    let is_wanted = |name: &str, facts: Option<u64>| {
        let known = cache.as_mut().zip(facts);
        let is_unreached = known.is_some_and(|(cache, facts)| cache.is_unreached(name, facts, &reach));
        if is_unreached {
            nodes.push((name.to_owned(), Vec::new()));
        }
        !is_unreached
    };
    // A node that the change cannot affect needs no snapshot.
    let kept = |found: Found<'_>| match found {
        Found::Compiled(catalog, home) if has_cache => (reached(found, &reach, args), files(catalog, home)),
        found => (reached(found, &reach, args), Vec::new()),
    };
    let mut learned = Vec::new();
    let old: Made<Option<Snapshot>> = sides
        .0
        .catalogs(args, reporter, is_wanted, kept)?
        .into_iter()
        .map(|(name, made)| {
            let snapshot = made.map(|(snapshot, files)| {
                learned.push((name.clone(), files));
                snapshot
            });
            (name, snapshot)
        })
        .collect();
    let skipped: BTreeSet<String> = nodes.iter().map(|(name, _)| name.clone()).collect();
    if let Some(cache) = cache {
        cache.keep(learned);
    }
    let is_only = old.len() == 1 && skipped.is_empty();
    let is_same = |name: &str| skipped.contains(name) || matches!(old.get(name), Some(Some(None)));
    // Each new catalog is compared at once, so that they are not all held in memory.
    let compared = |after: Found<'_>| match old.get(after.node()) {
        Some(Some(Some(before))) => Compared::With(diff::compare(before, &after.snapshot(), &ignore)),
        _ => Compared::Alone(is_only.then(|| Box::new(after.snapshot()))),
    };
    let new = sides.1.catalogs(args, reporter, |name, _| !is_same(name), compared)?;
    // Two single catalogs are compared even if their nodes have different names.
    if let (Some(Some(Some(before))), Some(Some(Compared::Alone(Some(after))))) =
        (old.values().next(), new.values().next())
        && is_only
        && new.len() == 1
    {
        let changes = diff::compare(before, after, &ignore);
        return Ok(Report::new(&[(before.node.clone(), changes)], Vec::new()));
    }
    let mut missing: Vec<Missing> = Vec::new();
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let mut unreached = 0;
    for name in names {
        match (old.get(name).and_then(Option::as_ref), new.get(name).and_then(Option::as_ref)) {
            (Some(None), _) => {
                unreached += 1;
                nodes.push((name.clone(), Vec::new()));
            }
            (Some(_), Some(Compared::With(changes))) => nodes.push((name.clone(), changes.clone())),
            (before, after) => {
                missing.push(Missing { node: name.clone(), old: before.is_some(), new: after.is_some() })
            }
        }
    }
    if unreached > 0 {
        let them = if unreached == 1 { "1 node was".to_owned() } else { format!("{unreached} nodes were") };
        reporter.note(&format!("{them} compiled once: the change does not affect them"));
    }
    if !skipped.is_empty() {
        let count = skipped.len();
        let them = if count == 1 { "1 node was".to_owned() } else { format!("{count} nodes were") };
        reporter
            .note(&format!("{them} not compiled: according to the cache, the change does not affect them"));
    }
    Ok(Report::new(&nodes, missing))
}

/// The snapshot of an old catalog; `None` if the change cannot affect it.
fn reached(found: Found<'_>, reach: &Reach, args: &Diff) -> Option<Snapshot> {
    match found {
        Found::Compiled(catalog, _) if !reach.reaches(catalog) => None,
        found if args.ignore_tags.is_empty() => Some(found.snapshot().without_tags()),
        found => Some(found.snapshot()),
    }
}

/// The files in which a catalog found definitions, relative to its environment.
fn files(catalog: &Catalog, home: &Home) -> Vec<PathBuf> {
    let names = catalog.sources().iter().map(|source| Path::new(source.name()));
    names.filter_map(|name| name.strip_prefix(&home.folder).ok()).map(Path::to_owned).collect()
}

/// The outcome of a new catalog.
enum Compared {
    /// The differences from the node's old catalog.
    With(Vec<Change>),
    /// The node has no old catalog. The snapshot is kept if it may be one of two single catalogs to compare.
    Alone(Option<Box<Snapshot>>),
}
