//! `bunraku diff`: what differs between catalogs.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use bunraku::diag::{Diagnostic, codes};
use bunraku::insight::diff::{self, Change, Ignore, Snapshot};

use super::{Status, compile};
use crate::args::{AnswerFormat, Color, Compile, Diff, LogFormat};
use crate::files::{self, reason};
use crate::output;
use crate::report::{Refusal, Reporter};
use crate::site::SiteArgs;

/// The exit status is that of tools which compare: 2 says that there are differences, 1 that something failed.
pub fn run(args: &Diff, color: Color) -> Status {
    let mut reporter = Reporter::for_program(LogFormat::Text, color, args.conditions.detail());
    match compare(args, &mut reporter) {
        Ok(Compared { text, changed }) => match (reporter.finish(), output::print(&text)) {
            (Status::Fine, Status::Fine) if changed => Status::WrongUse,
            (Status::Fine, printed) => printed,
            _ => Status::Problems,
        },
        Err(refusal) => {
            reporter.refuse(refusal);
            Status::Problems
        }
    }
}

struct Compared {
    text: String,
    changed: bool,
}

fn compare(args: &Diff, reporter: &mut Reporter) -> Result<Compared, Refusal> {
    let mut ignore = Ignore::default();
    for pattern in &args.ignore {
        ignore.add(pattern).map_err(|problem| Diagnostic::error(codes::WRONG_USE, problem))?;
    }
    args.ignore_tags.iter().for_each(|tag| ignore.add_tag(tag));
    let old = catalogs(&args.old, args, reporter)?;
    let new = catalogs(&args.new, args, reporter)?;
    let mut nodes: Vec<(String, Vec<Change>)> = Vec::new();
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    // Two catalogs are compared whatever their nodes are called.
    if let ([(name, before)], [(_, after)]) =
        (old.iter().collect::<Vec<_>>().as_slice(), new.iter().collect::<Vec<_>>().as_slice())
    {
        nodes.push(((*name).clone(), diff::compare(before, after, &ignore)));
    } else {
        for name in names {
            match (old.get(name), new.get(name)) {
                (Some(before), Some(after)) => {
                    nodes.push((name.clone(), diff::compare(before, after, &ignore)))
                }
                (Some(_), None) => reporter.note(&format!("{name} has no new catalog")),
                (None, _) => reporter.note(&format!("{name} has no old catalog")),
            }
        }
    }
    let groups = diff::group(&nodes);
    let text = match args.format {
        AnswerFormat::Text => diff::to_text(&groups, nodes.len()),
        AnswerFormat::Json => diff::to_json(&groups),
    };
    Ok(Compared { text, changed: !groups.is_empty() })
}

/// The catalogs that a path stands for, by node.
fn catalogs(
    path: &Path,
    args: &Diff,
    reporter: &mut Reporter,
) -> Result<BTreeMap<String, Snapshot>, Refusal> {
    let metadata = fs::metadata(path).map_err(|error| unreadable(path, &reason(&error)))?;
    if !metadata.is_dir() {
        let snapshot = read(path)?;
        return Ok(BTreeMap::from([(snapshot.node.clone(), snapshot)]));
    }
    let entries = files::entries(path)?;
    let is_catalog = |path: &&std::path::PathBuf| path.extension().is_some_and(|ending| ending == "json");
    let is_environment = ["manifests", "modules", "environment.conf", "hiera.yaml"]
        .iter()
        .any(|name| path.join(name).exists());
    if is_environment {
        return compiled(path, args, reporter);
    }
    let mut found = BTreeMap::new();
    for file in entries.iter().filter(is_catalog) {
        let snapshot = read(file)?;
        found.insert(snapshot.node.clone(), snapshot);
    }
    if found.is_empty() {
        let message = format!("`{}` is neither an environment nor a folder of catalogs", path.display());
        let help = "a folder of catalogs has files that end in `.json`, as `bunraku compile --nodes-from` writes them";
        return Err(Diagnostic::error(codes::WRONG_USE, message).help(help).into());
    }
    Ok(found)
}

fn compiled(
    path: &Path,
    args: &Diff,
    reporter: &mut Reporter,
) -> Result<BTreeMap<String, Snapshot>, Refusal> {
    let compilation = Compile::new(SiteArgs::of_environment(path), args.conditions.clone());
    if let Some(nodes) = &args.nodes_from {
        return compile::catalogs(&compilation, nodes, reporter, Snapshot::of);
    }
    let catalog = compile::catalog(&compilation, reporter)?;
    Ok(catalog.map(|catalog| (catalog.header().name.clone(), Snapshot::of(&catalog))).into_iter().collect())
}

fn read(path: &Path) -> Result<Snapshot, Refusal> {
    let text = fs::read_to_string(path).map_err(|error| unreadable(path, &reason(&error)))?;
    Ok(Snapshot::from_json(&text).map_err(|problem| unreadable(path, &problem))?)
}

fn unreadable(path: &Path, problem: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::WRONG_USE, format!("cannot read `{}`: {problem}", path.display())))
}
