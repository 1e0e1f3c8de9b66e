//! One side of a comparison and its catalogs.

mod asked;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bunraku::Facts;
use bunraku::catalog::Catalog;
use bunraku::diag::{Diagnostic, codes};
use bunraku::insight::diff::{Home, Snapshot};

use super::revision::{Checkout, Revision};
use crate::args::{Compile, Diff};
use crate::commands::compile::{self, Named};
use crate::facts::Assignment;
use crate::files::{self, reason};
use crate::report::{Refusal, Reporter};
use crate::served::{self, CatalogServer};
use crate::site::SiteArgs;

/// The results by node; `None` for a node whose compilation failed.
pub type Made<T> = BTreeMap<String, Option<T>>;

/// One side of a comparison.
pub enum Side {
    /// Existing catalogs, by node.
    Catalogs(BTreeMap<String, Snapshot>),
    /// An environment whose nodes are compiled.
    Environment {
        /// The folder of the code.
        folder: PathBuf,
        /// The folder that file names and values are shown relative to.
        home: Home,
        /// Facts set on this side only.
        facts: Vec<Assignment>,
        /// Removes the folder on drop if it is the checkout of a revision.
        _checkout: Option<Checkout>,
    },
    /// A server that is asked for catalogs, and the facts set on this side only.
    Server(Box<CatalogServer>, Vec<Assignment>),
}

/// A catalog of a side.
pub enum Found<'c> {
    /// Read from a file or received from a server.
    Read(Snapshot),
    /// Just compiled.
    Compiled(&'c Catalog, &'c Home),
}

impl Found<'_> {
    /// The name of the node.
    pub fn node(&self) -> &str {
        match self {
            Found::Read(snapshot) => &snapshot.node,
            Found::Compiled(catalog, _) => &catalog.header().name,
        }
    }

    /// Converts the catalog into the form that is compared.
    pub fn snapshot(self) -> Snapshot {
        match self {
            Found::Read(snapshot) => snapshot,
            Found::Compiled(catalog, home) => Snapshot::of(catalog, home),
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
            Ok(metadata) if metadata.is_dir() => Side::of_folder(side, facts),
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
                Ok(Side::Environment { folder, home, facts, _checkout: Some(checkout) })
            }
        }
    }

    fn of_folder(folder: &Path, facts: Vec<Assignment>) -> Result<Side, Refusal> {
        let is_environment = ["manifests", "modules", "environment.conf", "hiera.yaml"]
            .iter()
            .any(|name| folder.join(name).exists());
        if is_environment {
            let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
            let home = Home { folder: absolute.display().to_string(), copy_of: None };
            return Ok(Side::Environment { folder: absolute, home, facts, _checkout: None });
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

    /// The folder of the code, for an environment.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Side::Catalogs(_) | Side::Server(..) => None,
            Side::Environment { folder, .. } => Some(folder),
        }
    }

    /// Calls `make` for each catalog of the wanted nodes and collects the results. `wanted` gets the name and, with a
    /// cache, a digest of the facts. `make` runs on all cores, as soon as a catalog is available.
    pub fn catalogs<T: Send>(
        &self,
        args: &Diff,
        reporter: &mut Reporter,
        mut wanted: impl FnMut(&str, Option<u64>) -> bool,
        make: impl Fn(Found<'_>) -> T + Sync,
    ) -> Result<Made<T>, Refusal> {
        let (folder, home, facts) = match self {
            Side::Catalogs(found) => {
                let found = found.iter().filter(|(name, _)| wanted(name, None));
                return Ok(found
                    .map(|(name, snapshot)| (name.clone(), Some(make(Found::Read(snapshot.clone())))))
                    .collect());
            }
            Side::Server(server, facts) => {
                return asked::catalogs(server, facts, args, reporter, wanted, make);
            }
            Side::Environment { folder, home, facts, .. } => (folder, home, facts),
        };
        let site = SiteArgs { environment: Some(folder.clone()), ..args.site.clone() };
        let mut conditions = args.conditions.clone();
        conditions.facts.fact.extend(facts.iter().cloned());
        let compilation = Compile {
            enc: args.enc.clone(),
            store: args.store.clone(),
            only_reads: true,
            ..Compile::new(site, conditions)
        };
        let made = |catalog: &Catalog| make(Found::Compiled(catalog, home));
        if let Some(nodes) = &args.nodes_from {
            let digest = |node: &Named<'_>, shared: &Facts| {
                args.cache.as_ref().and_then(|_| node.listed.digest(shared))
            };
            let wanted = |node: &Named<'_>, shared: &Facts| wanted(&node.name, digest(node, shared));
            return compile::some_catalogs(&compilation, nodes, wanted, reporter, made);
        }
        let catalog = compile::catalog(&compilation, reporter)?;
        Ok(catalog.map(|catalog| (catalog.header().name.clone(), Some(made(&catalog)))).into_iter().collect())
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
