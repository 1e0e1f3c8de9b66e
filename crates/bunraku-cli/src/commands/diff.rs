//! `bunraku diff`: what differs between catalogs.

mod revision;
mod side;

use std::collections::BTreeSet;

use bunraku::diag::{Diagnostic, codes};
use bunraku::insight::diff::{self, Change, Ignore, Missing, Report, Snapshot};

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
    let kept = |snapshot: Snapshot| match args.ignore_tags.is_empty() {
        true => snapshot.without_tags(),
        false => snapshot,
    };
    let old = side::catalogs(&args.old, args, reporter, kept)?;
    let is_only = old.len() == 1;
    // A new catalog is compared at once, so that not all of them are held.
    let compared = |after: Snapshot| match old.get(&after.node).and_then(Option::as_ref) {
        Some(before) => Compared::With(diff::compare(before, &after, &ignore)),
        None => Compared::Alone(is_only.then(|| Box::new(after))),
    };
    let new = side::catalogs(&args.new, args, reporter, compared)?;
    // Two catalogs are compared whatever their nodes are called.
    if let (Some(Some(before)), Some(Some(Compared::Alone(Some(after))))) =
        (old.values().next(), new.values().next())
        && is_only
        && new.len() == 1
    {
        let changes = diff::compare(before, after, &ignore);
        return Ok(Report::new(&[(before.node.clone(), changes)], Vec::new()));
    }
    let (mut nodes, mut missing): (Vec<(String, Vec<Change>)>, Vec<Missing>) = (Vec::new(), Vec::new());
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    for name in names {
        match (old.get(name).and_then(Option::as_ref), new.get(name).and_then(Option::as_ref)) {
            (Some(_), Some(Compared::With(changes))) => nodes.push((name.clone(), changes.clone())),
            (before, after) => {
                missing.push(Missing { node: name.clone(), old: before.is_some(), new: after.is_some() })
            }
        }
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
