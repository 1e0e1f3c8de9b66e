//! One of the two sides of a comparison: the catalogs that it stands for.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bunraku::diag::{Diagnostic, codes};
use bunraku::insight::diff::{Home, Snapshot};

use super::revision::Revision;
use crate::args::{Compile, Diff};
use crate::commands::compile;
use crate::files::{self, reason};
use crate::report::{Refusal, Reporter};
use crate::site::SiteArgs;

/// What was made of the catalogs, by node; a node whose compilation failed has nothing.
pub type Made<T> = BTreeMap<String, Option<T>>;

/// What `make` makes of each catalog that an argument stands for. It is called on all cores, as soon as a catalog is there.
pub fn catalogs<T: Send>(
    side: &Path,
    args: &Diff,
    reporter: &mut Reporter,
    make: impl Fn(Snapshot) -> T + Sync,
) -> Result<Made<T>, Refusal> {
    match fs::metadata(side) {
        Ok(metadata) if metadata.is_dir() => of_folder(side, args, reporter, make),
        Ok(_) => {
            let snapshot = read(side)?;
            Ok(BTreeMap::from([(snapshot.node.clone(), Some(make(snapshot)))]))
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
            let home = Home { folder: checkout.path().display().to_string(), copy_of };
            compiled(checkout.path(), home, args, reporter, make)
        }
    }
}

fn of_folder<T: Send>(
    folder: &Path,
    args: &Diff,
    reporter: &mut Reporter,
    make: impl Fn(Snapshot) -> T + Sync,
) -> Result<Made<T>, Refusal> {
    let is_environment = ["manifests", "modules", "environment.conf", "hiera.yaml"]
        .iter()
        .any(|name| folder.join(name).exists());
    if is_environment {
        let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let home = Home { folder: absolute.display().to_string(), copy_of: None };
        return compiled(folder, home, args, reporter, make);
    }
    let mut found = BTreeMap::new();
    let is_catalog = |path: &&PathBuf| path.extension().is_some_and(|ending| ending == "json");
    for file in files::entries(folder)?.iter().filter(is_catalog) {
        let snapshot = read(file)?;
        found.insert(snapshot.node.clone(), Some(make(snapshot)));
    }
    if found.is_empty() {
        let message = format!("`{}` is neither an environment nor a folder of catalogs", folder.display());
        let help = "a folder of catalogs has files that end in `.json`, as `bunraku compile --nodes-from` writes them";
        return Err(Diagnostic::error(codes::WRONG_USE, message).help(help).into());
    }
    Ok(found)
}

fn compiled<T: Send>(
    folder: &Path,
    home: Home,
    args: &Diff,
    reporter: &mut Reporter,
    make: impl Fn(Snapshot) -> T + Sync,
) -> Result<Made<T>, Refusal> {
    let site = SiteArgs { environment: Some(folder.to_owned()), ..args.site.clone() };
    let compilation = Compile::new(site, args.conditions.clone());
    let made = |catalog: &_| make(Snapshot::of(catalog, &home));
    if let Some(nodes) = &args.nodes_from {
        return compile::catalogs(&compilation, nodes, reporter, made);
    }
    let catalog = compile::catalog(&compilation, reporter)?;
    Ok(catalog.map(|catalog| (catalog.header().name.clone(), Some(made(&catalog)))).into_iter().collect())
}

fn read(path: &Path) -> Result<Snapshot, Refusal> {
    let text = fs::read_to_string(path).map_err(|error| unreadable(path, &reason(&error)))?;
    Ok(Snapshot::from_json(&text).map_err(|problem| unreadable(path, &problem))?)
}

fn unreadable(path: &Path, problem: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::WRONG_USE, format!("cannot read `{}`: {problem}", path.display())))
}

fn unknown(name: &str) -> Diagnostic {
    let message =
        format!("`{name}` is neither a file nor a folder, and the environment is not in a git repository");
    let help = "name a catalog or a folder; for revisions, `--environment DIR` tells which repository";
    Diagnostic::error(codes::WRONG_USE, message).help(help)
}
