//! `bunraku diff`: compares catalogs.

mod cache;
mod outside;
mod reach;
mod revision;
mod side;
mod stamps;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use bunraku::Facts;
use bunraku::catalog::Catalog;
use bunraku::diag::{Diagnostic, Severity, codes};
use bunraku::insight::diff::{Change, Home, Ignore, Missing, Report};

use self::cache::Cache;
use self::reach::Reach;
use self::side::{NodeRequest, Side, SideCatalog, SideReport};
use self::stamps::Stamps;
use super::Status;
use super::compile::{self, Named, named_by};
use crate::args::{Color, Diff, DiffFormat, LogFormat};
use crate::facts::{self, FactsSource};
use crate::output;
use crate::pool::{self, Event};
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
    let ignore = ignored(args).map_err(|problem| Diagnostic::error(codes::WRONG_USE, problem))?;
    let old = Side::open(&args.old, &args.old_fact, args, reporter)?;
    let sides = (old, Side::open(&args.new, &args.new_fact, args, reporter)?);
    let stamps = Stamps::open(args.cache.as_deref());
    let is_server = [&sides.0, &sides.1].iter().any(|side| matches!(side, Side::Server(..)));
    let shared = match args.nodes_from.is_some() || is_server {
        true => args.conditions.node_facts()?,
        false => Facts::default(),
    };
    let listed = match &args.nodes_from {
        Some(nodes) if sides.0.names().is_none() || sides.1.names().is_none() => {
            facts::nodes(nodes, args.site.confdir.as_deref())?
        }
        _ => Vec::new(),
    };
    let listed = named_by(&listed, &shared, |path| stamps.node(path));
    let mut pairs = pairs(args, &sides, &listed, &shared)?;
    let reach = match (sides.0.environment(), sides.1.environment()) {
        (Some(old), Some(new)) if args.nodes_from.is_some() && args.old_fact == args.new_fact => {
            Reach::between(args, old, new, &stamps)
        }
        _ => Reach::All,
    };
    let mut cache = sides.0.environment().and_then(|old| Cache::open(args, old, &stamps));
    let mut results = Results::default();
    if let Some(cache) = &mut cache {
        let digests = digests(&pairs, &shared, &stamps);
        results.nodes = take_unreached(&mut pairs, cache, &reach, digests);
    }
    let skipped = results.nodes.len();
    let made = Making { args, sides: &sides, ignore: &ignore, reach: &reach, shared: &shared };
    reporter.expect(pairs.len(), "compared", "nodes");
    pool::map_in_order(
        &pairs,
        |_: usize, pair: &Pair<'_>| made.pair(pair),
        |event| match event {
            Event::Tick(done) => reporter.done(done),
            Event::Result(done) => results.add(done, &sides, reporter),
        },
    );
    let Results { mut nodes, missing, learned, unreached } = results;
    if let Some(cache) = cache {
        cache.keep(learned);
        stamps.save();
    }
    note_uncompiled(reporter, unreached, skipped);
    nodes.sort_by(|one, other| one.0.cmp(&other.0));
    Ok(Report::new(&nodes, missing))
}

/// What is known about the nodes that have been compared.
#[derive(Default)]
struct Results {
    nodes: Vec<(String, Vec<Change>)>,
    missing: Vec<Missing>,
    /// The files that each compiled node depends on, for the cache.
    learned: Vec<(String, Vec<PathBuf>)>,
    /// How many nodes were not compiled on the new side, because the change does not affect them.
    unreached: usize,
}

impl Results {
    /// Adds a node and prints what its compilations reported.
    fn add(&mut self, done: Done, sides: &(Side, Side), reporter: &mut Reporter) {
        let Done { node, told, files, found } = done;
        let reason = told.iter().find_map(|told| failure(told, sides));
        for told in told {
            reporter.begin(&node);
            match told {
                SideReport::Outcome(outcome) => {
                    reporter.outcome(outcome.log, outcome.diagnostics, &outcome.sources);
                }
                SideReport::Refusal(refusal) => reporter.report(*refusal.reason, &refusal.sources),
            }
        }
        self.learned.extend(files.map(|files| (node.clone(), files)));
        match found {
            Compared::Unreached => {
                self.unreached += 1;
                self.nodes.push((node, Vec::new()));
            }
            Compared::With(changes) => self.nodes.push((node, changes)),
            Compared::Missing { old, new } => self.missing.push(Missing { node, old, new, reason }),
        }
    }
}

/// Removes the nodes that the change does not affect according to the cache; they have no differences.
fn take_unreached(
    pairs: &mut Vec<Pair<'_>>,
    cache: &mut Cache,
    reach: &Reach,
    digests: Vec<Option<u64>>,
) -> Vec<(String, Vec<Change>)> {
    let mut digests = digests.into_iter();
    let unreached = pairs.extract_if(.., |pair| {
        let digest = digests.next().flatten();
        digest.is_some_and(|digest| cache.is_unreached(&pair.names.0, digest, reach))
    });
    unreached.map(|pair| (pair.names.0, Vec::new())).collect()
}

fn note_uncompiled(reporter: &mut Reporter, unreached: usize, skipped: usize) {
    let counted = |count: usize| match count {
        1 => "1 node was".to_owned(),
        _ => format!("{count} nodes were"),
    };
    if unreached > 0 {
        let them = counted(unreached);
        reporter.note(&format!("{them} compiled once: the change does not affect them"));
    }
    if skipped > 0 {
        let them = counted(skipped);
        reporter
            .note(&format!("{them} not compiled: according to the cache, the change does not affect them"));
    }
}

fn ignored(args: &Diff) -> Result<Ignore, String> {
    let mut ignore = Ignore::default();
    args.ignore.iter().try_for_each(|pattern| ignore.add(pattern))?;
    args.ignore_attr.iter().try_for_each(|name| ignore.add_parameter(name))?;
    args.ignore_tags.iter().for_each(|tag| ignore.add_tag(tag));
    Ok(ignore)
}

/// A node to compare, which may have a different name on each side.
struct Pair<'n> {
    names: (String, String),
    /// Where its facts are; `None` if the sides have catalogs of it, or if it is the node that the options describe.
    listed: Option<&'n Named<'n>>,
}

/// The nodes to compare: those of the list, and those that a side has catalogs of.
fn pairs<'n>(
    args: &Diff,
    (old, new): &(Side, Side),
    listed: &'n [Named<'n>],
    shared: &Facts,
) -> Result<Vec<Pair<'n>>, Refusal> {
    let names = |side: &Side| -> Result<BTreeSet<String>, Refusal> {
        match side.names() {
            Some(names) => Ok(names.cloned().collect()),
            None if args.nodes_from.is_some() => Ok(listed.iter().map(|node| node.name.clone()).collect()),
            None => Ok(BTreeSet::from([side.only_name(shared)?])),
        }
    };
    let (old, new) = (names(old)?, names(new)?);
    let find = |name: &str| listed.iter().find(|node| node.name == name);
    // Two single catalogs are compared even if their nodes have different names.
    if let ([one], [other]) = (&*Vec::from_iter(&old), &*Vec::from_iter(&new)) {
        let names = ((*one).clone(), (*other).clone());
        return Ok(vec![Pair { listed: find(one).or_else(|| find(other)), names }]);
    }
    let mut by_name: BTreeMap<&str, &Named<'n>> = BTreeMap::new();
    for node in listed {
        by_name.entry(&node.name).or_insert(node);
    }
    let pair = |name: &String| Pair {
        names: (name.clone(), name.clone()),
        listed: by_name.get(name.as_str()).copied(),
    };
    Ok(old.union(&new).map(pair).collect())
}

/// The digests of the facts of nodes, in order. Facts files are remembered with their nodes.
fn digests(pairs: &[Pair<'_>], shared: &Facts, stamps: &Stamps) -> Vec<Option<u64>> {
    let mut digests = Vec::with_capacity(pairs.len());
    let work = |_: usize, pair: &Pair<'_>| {
        let node = pair.listed?;
        let digest = cache::digest(node.listed, shared, stamps);
        if let (Some(FactsSource::File(path)), None, None) =
            (&node.listed.facts, &node.trouble, &node.listed.name)
        {
            stamps.learn_node(path, &node.name);
        }
        digest
    };
    pool::map_in_order(pairs, work, |event| {
        if let Event::Result(digest) = event {
            digests.push(digest);
        }
    });
    digests
}

/// What the comparison of every node needs.
struct Making<'a> {
    args: &'a Diff,
    sides: &'a (Side, Side),
    ignore: &'a Ignore,
    reach: &'a Reach,
    shared: &'a Facts,
}

/// The outcome for a node.
struct Done {
    node: String,
    /// What happened on the old side and on the new one.
    told: Vec<SideReport>,
    /// The files in which the old catalog found definitions, relative to the environment, with a cache.
    files: Option<Vec<PathBuf>>,
    found: Compared,
}

enum Compared {
    /// The change cannot affect the node.
    Unreached,
    /// The differences.
    With(Vec<Change>),
    /// A side has no catalog.
    Missing { old: bool, new: bool },
}

impl Making<'_> {
    /// Compares a node. Both catalogs are made one after the other and dropped, so that they are not all held in
    /// memory.
    fn pair(&self, pair: &Pair<'_>) -> Done {
        let mut told = Vec::new();
        let facts =
            self.facts(pair).map_err(|refusal| told.push(SideReport::Refusal(refusal))).unwrap_or(None);
        let is_only = self.args.nodes_from.is_none();
        let asked = |name| NodeRequest { name, facts: facts.as_ref(), is_only };
        let (old, more) = self.sides.0.catalog(&asked(&pair.names.0), self.args);
        told.extend(more);
        let files = match &old {
            Some(SideCatalog::Compiled(catalog, home)) if self.args.cache.is_some() => {
                Some(files(catalog, home))
            }
            _ => None,
        };
        let is_unreached =
            matches!(&old, Some(SideCatalog::Compiled(catalog, _)) if !self.reach.reaches(catalog));
        let found = if is_unreached {
            Compared::Unreached
        } else {
            let (new, more) = self.sides.1.catalog(&asked(&pair.names.1), self.args);
            told.extend(more);
            match (old, new) {
                (Some(old), Some(new)) => Compared::With(new.compare(old, self.ignore)),
                (old, new) => Compared::Missing { old: old.is_some(), new: new.is_some() },
            }
        };
        Done { node: pair.names.0.clone(), told, files, found }
    }

    /// The facts of a node, read once for both sides; `None` if it is not one of those to compile.
    fn facts(&self, pair: &Pair<'_>) -> Result<Option<Facts>, Refusal> {
        let Some(node) = pair.listed else {
            return Ok(self.args.nodes_from.is_none().then(|| self.shared.clone()));
        };
        let facts = match self.sides.0.compilation().or_else(|| self.sides.1.compilation()) {
            Some(compilation) => compile::facts_of(compilation, node, self.shared),
            None => node.facts(self.shared),
        };
        facts.map(Some)
    }
}

/// Why a compilation failed: the first error, with its place in the environment.
fn failure(told: &SideReport, sides: &(Side, Side)) -> Option<String> {
    let (error, sources) = match told {
        SideReport::Outcome(outcome) => {
            let mut diagnostics = outcome.diagnostics.iter();
            (diagnostics.find(|found| found.severity == Severity::Error)?, &*outcome.sources)
        }
        SideReport::Refusal(refusal) => (&*refusal.reason, &refusal.sources),
    };
    let place = error.primary.as_ref().and_then(|label| {
        let source = sources.get(label.span.file)?;
        let folders = [&sides.0, &sides.1].into_iter().filter_map(Side::home).map(|home| &home.folder);
        let inside = folders.filter_map(|folder| source.name().strip_prefix(folder.as_str())).next();
        let name = inside.map_or(source.name(), |name| name.trim_start_matches('/'));
        Some(format!(" ({name}:{})", source.line_at(label.span.range.start)))
    });
    Some(format!("{}{}", error.message, place.unwrap_or_default()))
}

/// The files in which a catalog found definitions, relative to its environment.
fn files(catalog: &Catalog, home: &Home) -> Vec<PathBuf> {
    let names = catalog.sources().iter().map(|source| Path::new(source.name()));
    names.filter_map(|name| name.strip_prefix(&home.folder).ok()).map(Path::to_owned).collect()
}
