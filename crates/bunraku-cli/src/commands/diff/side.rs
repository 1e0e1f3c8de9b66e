//! One side of a comparison and its catalogs.

mod asked;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bunraku::catalog::Catalog;
use bunraku::diag::{Diagnostic, codes};
use bunraku::insight::diff::{self, Change, Home, Ignore, Snapshot};
use bunraku::loader::Environment;
use bunraku::{Facts, Outcome};

use super::revision::{Checkout, Revision};
use crate::args::{Compile, Diff};
use crate::commands::compile::{self, Compilation};
use crate::facts::Assignment;
use crate::files::{self, reason};
use crate::report::{Refusal, Reporter};
use crate::served::{self, CatalogServer};
use crate::site::SiteArgs;

/// One side of a comparison.
pub enum Side {
    /// Existing catalogs, by node.
    Catalogs(BTreeMap<String, Snapshot>),
    /// An environment whose nodes are compiled.
    Environment {
        /// What all nodes share.
        compilation: Box<Compilation>,
        /// The folder that file names and values are shown relative to.
        home: Home,
        /// Removes the folder on drop if it is the checkout of a revision.
        _checkout: Option<Checkout>,
    },
    /// A server that is asked for catalogs, and the facts set on this side only.
    Server(Box<CatalogServer>, Vec<Assignment>),
}

/// A catalog of a side.
pub enum SideCatalog<'s> {
    /// Read from a file or received from a server.
    Read(Cow<'s, Snapshot>),
    /// Just compiled.
    Compiled(Box<Catalog>, &'s Home),
}

/// What happened while a catalog was made.
pub enum SideReport {
    /// The log of a compilation.
    Outcome(Box<Outcome>),
    /// There is no catalog, for this reason.
    Refusal(Refusal),
}

/// A node that is compiled or asked for: its name and its facts.
pub struct NodeRequest<'n> {
    pub name: &'n str,
    /// The facts; `None` if they could not be read.
    pub facts: Option<&'n Facts>,
    /// Whether it is the only node, which the options describe.
    pub is_only: bool,
}

impl SideCatalog<'_> {
    /// The differences from an older catalog.
    pub fn compare(self, old: SideCatalog<'_>, ignore: &Ignore) -> Vec<Change> {
        match (old, self) {
            (SideCatalog::Compiled(old, before), SideCatalog::Compiled(new, after)) => {
                diff::compare_catalogs((&old, before), (&new, after), ignore)
            }
            (old, new) => diff::compare(&old.snapshot(), &new.snapshot(), ignore),
        }
    }

    /// Converts the catalog into the form that is compared.
    fn snapshot(&self) -> Cow<'_, Snapshot> {
        match self {
            SideCatalog::Read(snapshot) => Cow::Borrowed(snapshot),
            SideCatalog::Compiled(catalog, home) => Cow::Owned(Snapshot::of(catalog, home)),
        }
    }
}

impl Side {
    /// Opens the side that an argument names.
    pub fn open(
        side: &Path,
        facts: &[Assignment],
        args: &Diff,
        reporter: &mut Reporter,
    ) -> Result<Side, Refusal> {
        let facts = facts.to_vec();
        if let Some(address) = side.to_str().filter(|name| served::is_address(name)) {
            let server = CatalogServer::open(address, &args.site, args.catalog_api)?;
            return Ok(Side::Server(Box::new(server), facts));
        }
        match fs::metadata(side) {
            Ok(metadata) if metadata.is_dir() => Side::of_folder(side, &facts, args, reporter),
            Ok(_) => {
                let snapshot = read(side, true)?;
                Ok(Side::Catalogs(BTreeMap::from([(snapshot.node.clone(), snapshot)])))
            }
            Err(_) => {
                let environment = args.site.environment.clone().unwrap_or_else(|| PathBuf::from("."));
                let name = side.to_string_lossy();
                let Some(revision) = Revision::find(&environment, &name)? else {
                    return Err(unknown(&name).into());
                };
                if ![&args.old, &args.new].iter().any(|side| side.is_dir()) {
                    revision.mention_changes(reporter);
                }
                let checkout = revision.check_out(reporter)?;
                let copy_of = Some(revision.folder().display().to_string());
                let folder = checkout.path().to_owned();
                let home = Home { folder: folder.display().to_string(), copy_of };
                let compilation = prepare(folder, &facts, args, reporter)?;
                Ok(Side::Environment { compilation, home, _checkout: Some(checkout) })
            }
        }
    }

    fn of_folder(
        folder: &Path,
        facts: &[Assignment],
        args: &Diff,
        reporter: &mut Reporter,
    ) -> Result<Side, Refusal> {
        let is_environment = ["manifests", "modules", "environment.conf", "hiera.yaml"]
            .iter()
            .any(|name| folder.join(name).exists());
        if is_environment {
            let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
            let home = Home { folder: absolute.display().to_string(), copy_of: None };
            let compilation = prepare(absolute, facts, args, reporter)?;
            return Ok(Side::Environment { compilation, home, _checkout: None });
        }
        let mut found = BTreeMap::new();
        let is_catalog = |path: &&PathBuf| path.extension().is_some_and(|ending| ending == "json");
        for file in files::entries(folder)?.iter().filter(is_catalog) {
            let snapshot = read(file, false)?;
            found.insert(snapshot.node.clone(), snapshot);
        }
        if found.is_empty() {
            let message =
                format!("`{}` is neither an environment nor a folder with catalogs", folder.display());
            let help =
                "a folder with catalogs contains `.json` files, as written by `bunraku compile --nodes-from`";
            return Err(Diagnostic::error(codes::WRONG_USE, message).help(help).into());
        }
        Ok(Side::Catalogs(found))
    }

    /// The code, for an environment.
    pub fn environment(&self) -> Option<&Environment> {
        match self {
            Side::Catalogs(_) | Side::Server(..) => None,
            Side::Environment { compilation, .. } => compilation.environment(),
        }
    }

    /// Where the code of an environment is.
    pub fn home(&self) -> Option<&Home> {
        match self {
            Side::Catalogs(_) | Side::Server(..) => None,
            Side::Environment { home, .. } => Some(home),
        }
    }

    /// The compilation, for an environment.
    pub fn compilation(&self) -> Option<&Compilation> {
        match self {
            Side::Catalogs(_) | Side::Server(..) => None,
            Side::Environment { compilation, .. } => Some(compilation),
        }
    }

    /// The names of the nodes that the side has catalogs of by itself; `None` if it makes those that are asked for.
    pub fn names(&self) -> Option<impl Iterator<Item = &String>> {
        match self {
            Side::Catalogs(found) => Some(found.keys()),
            _ => None,
        }
    }

    /// The name of the only node that the options describe.
    pub fn only_name(&self, shared: &Facts) -> Result<String, Refusal> {
        match self {
            Side::Environment { compilation, .. } => Ok(compilation.node().to_owned()),
            _ => asked::only_node(shared),
        }
    }

    /// The catalog of a node, and what happened while it was made. There is neither if the side does not have the node.
    pub fn catalog(
        &self,
        node: &NodeRequest<'_>,
        args: &Diff,
    ) -> (Option<SideCatalog<'_>>, Option<SideReport>) {
        if let Side::Catalogs(found) = self {
            return (found.get(node.name).map(|found| SideCatalog::Read(Cow::Borrowed(found))), None);
        }
        let Some(facts) = node.facts else { return (None, None) };
        let made = match self {
            Side::Catalogs(_) => return (None, None),
            Side::Server(server, overrides) => asked::catalog(server, (node.name, facts), args, overrides)
                .map(|snapshot| (Some(SideCatalog::Read(Cow::Owned(snapshot))), None)),
            Side::Environment { compilation, home, .. } => {
                compiled(compilation, node, facts).map(|mut outcome| {
                    let catalog = outcome.catalog.take().filter(|_| outcome.error().is_none());
                    let found = catalog.map(|catalog| SideCatalog::Compiled(Box::new(catalog), home));
                    (found, Some(SideReport::Outcome(Box::new(outcome))))
                })
            }
        };
        made.unwrap_or_else(|refusal| (None, Some(SideReport::Refusal(refusal))))
    }
}

/// Opens an environment.
fn prepare(
    folder: PathBuf,
    facts: &[Assignment],
    args: &Diff,
    reporter: &mut Reporter,
) -> Result<Box<Compilation>, Refusal> {
    let site = SiteArgs { environment: Some(folder), ..args.site.clone() };
    let mut conditions = args.conditions.clone();
    conditions.facts.fact.extend(facts.iter().cloned());
    let compilation = Compile {
        enc: args.enc.clone(),
        store: args.store.clone(),
        only_reads: true,
        ..Compile::new(site, conditions)
    };
    Ok(Box::new(compile::prepare(&compilation, reporter)?))
}

fn compiled(compilation: &Compilation, node: &NodeRequest<'_>, facts: &Facts) -> Result<Outcome, Refusal> {
    match node.is_only {
        true => compilation.only(),
        false => Ok(compile::compile_with(compilation, node.name, facts.clone())?.1),
    }
}

fn read(path: &Path, is_named: bool) -> Result<Snapshot, Refusal> {
    let text = files::catalog_of(path, is_named).map_err(|error| unreadable(path, &reason(&error)))?;
    Ok(Snapshot::from_json(&text).map_err(|problem| unreadable(path, &problem))?)
}

fn unreadable(path: &Path, problem: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::WRONG_USE, format!("cannot read `{}`: {problem}", path.display())))
}

fn unknown(name: &str) -> Diagnostic {
    let message =
        format!("`{name}` is neither a file nor a folder, and the environment is not in a git repository");
    let help = "pass a catalog or a folder; for revisions, choose the repository with `--environment DIR`";
    Diagnostic::error(codes::WRONG_USE, message).help(help)
}
