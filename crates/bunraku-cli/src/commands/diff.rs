//! `bunraku diff`: what differs between catalogs.

mod reach;
mod revision;
mod side;

use std::collections::BTreeSet;

use bunraku::catalog::Catalog;
use bunraku::diag::{Diagnostic, codes};
use bunraku::insight::diff::{self, Change, Ignore, Missing, Report, Snapshot};

use self::reach::Reach;
use super::Status;
use crate::args::{Color, Diff, DiffFormat, LogFormat};
use crate::output;
use crate::report::{Refusal, Reporter};

/// The exit status is that of tools which compare: 2 says that there are differences, 1 that something failed.
pub fn run(args: &Diff, color: Color) -> Status {
    let mut reporter = Reporter::for_program(LogFormat::Text, color, args.conditions.detail());
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
    args.ignore_tags.iter().for_each(|tag| ignore.add_tag(tag));
    let sides = (side::Side::open(&args.old, args, reporter)?, side::Side::open(&args.new, args, reporter)?);
    let reach = match (sides.0.folder(), sides.1.folder()) {
        (Some(old), Some(new)) if args.nodes_from.is_some() => Reach::between(old, new),
        _ => Reach::All,
    };
    // The snapshot of a node that the change cannot reach is not needed.
    let kept = |snapshot: Snapshot, catalog: Option<&Catalog>| {
        if catalog.is_some_and(|catalog| !reach.reaches(catalog)) {
            return None;
        }
        Some(if args.ignore_tags.is_empty() { snapshot.without_tags() } else { snapshot })
    };
    let old = sides.0.catalogs(args, reporter, |_| true, kept)?;
    let is_only = old.len() == 1;
    let is_same = |name: &str| matches!(old.get(name), Some(Some(None)));
    // A new catalog is compared at once, so that not all of them are held.
    let compared = |after: Snapshot, _: Option<&Catalog>| match old.get(&after.node) {
        Some(Some(Some(before))) => Compared::With(diff::compare(before, &after, &ignore)),
        _ => Compared::Alone(is_only.then(|| Box::new(after))),
    };
    let new = sides.1.catalogs(args, reporter, |name| !is_same(name), compared)?;
    // Two catalogs are compared whatever their nodes are called.
    if let (Some(Some(Some(before))), Some(Some(Compared::Alone(Some(after))))) =
        (old.values().next(), new.values().next())
        && is_only
        && new.len() == 1
    {
        let changes = diff::compare(before, after, &ignore);
        return Ok(Report::new(&[(before.node.clone(), changes)], Vec::new()));
    }
    let (mut nodes, mut missing): (Vec<(String, Vec<Change>)>, Vec<Missing>) = (Vec::new(), Vec::new());
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
        reporter.note(&format!("{them} compiled once: the change cannot reach them"));
    }
    Ok(Report::new(&nodes, missing))
}

/// What came of a new catalog.
enum Compared {
    /// The differences from the old one of the node.
    With(Vec<Change>),
    /// The node has no old catalog. It is kept if it may be meant as the other of two.
    Alone(Option<Box<Snapshot>>),
}
