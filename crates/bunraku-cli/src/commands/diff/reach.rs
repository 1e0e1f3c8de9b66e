//! Determines which nodes a change of files can affect.
//!
//! A compilation records in which manifests it found definitions. If two folders differ only in such manifests, and
//! each still defines the same names, a node that found nothing in them has the same catalog on both sides.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use bunraku::analysis::{Analysis, Language};
use bunraku::catalog::Catalog;
use bunraku::loader::Environment;
use bunraku::syntax::SourceKind;

use super::outside::outside;
use super::stamps::Stamps;
use crate::args::Diff;
use crate::files;

/// How deeply folders may be nested.
pub const MAX_DEPTH: usize = 32;

/// The nodes a change can affect.
pub enum Reach {
    /// Every node: a template, a data file or something else that any compilation may read differs.
    All,
    /// Nodes that found definitions in these files. Paths are relative to the folder.
    Manifests {
        /// The files that differ.
        changed: BTreeSet<PathBuf>,
        /// The folder of the old side.
        folder: PathBuf,
    },
}

impl Reach {
    /// Determines what the differences between two environments can affect.
    pub fn between(args: &Diff, old: &Environment, new: &Environment, stamps: &Stamps) -> Reach {
        let (Some(before), Some(after)) = (&old.folder, &new.folder) else { return Reach::All };
        // What both take from the same folders outside is the same; of other folders, nothing is known.
        match (outside(args, old), outside(args, new)) {
            (Some(one), Some(other)) if one == other => {
                Reach::of_folders(before, after, &new.language, stamps)
            }
            _ => Reach::All,
        }
    }

    fn of_folders(old: &Path, new: &Path, language: &Language, stamps: &Stamps) -> Reach {
        let mut changed = BTreeSet::new();
        let mut left = files::MOST_ENTRIES;
        if differing((old, new), Path::new(""), 0, &mut left, &mut changed, stamps).is_none() {
            return Reach::All;
        }
        changed.retain(|path| !is_never_read(path));
        let narrow = changed.iter().all(|path| {
            let names = |folder: &Path| definitions(&folder.join(path), language);
            is_manifest(path) && names(old).is_some_and(|before| names(new) == Some(before))
        });
        match narrow {
            true => Reach::Manifests { changed, folder: old.to_owned() },
            false => Reach::All,
        }
    }

    /// Whether the change can affect the node of an old catalog.
    pub fn reaches(&self, catalog: &Catalog) -> bool {
        let Reach::Manifests { folder, .. } = self else { return true };
        let names = catalog.sources().iter().map(|source| Path::new(source.name()));
        self.reaches_files(names.filter_map(|name| name.strip_prefix(folder).ok()))
    }

    /// Whether the change can affect a node that found definitions in these files, given relative to the folder.
    pub fn reaches_files<'p>(&self, files: impl Iterator<Item = &'p Path>) -> bool {
        let Reach::Manifests { changed, .. } = self else { return true };
        let mut files = files.peekable();
        // If the files are not in the folder, nothing is known.
        files.peek().is_none() || files.any(|file| changed.iter().any(|changed| is_read_for(changed, file)))
    }
}

/// Collects the files that differ; `None` if a folder cannot be read.
fn differing(
    (old, new): (&Path, &Path),
    at: &Path,
    depth: usize,
    left: &mut usize,
    found: &mut BTreeSet<PathBuf>,
    stamps: &Stamps,
) -> Option<()> {
    let (here, there) = (old.join(at), new.join(at));
    // If both sides link to the same folder, nothing in it differs.
    let same = fs::canonicalize(&here).ok().zip(fs::canonicalize(&there).ok());
    if same.is_some_and(|(here, there)| here == there) {
        return Some(());
    }
    if depth > MAX_DEPTH {
        return None;
    }
    let names = |folder: &Path| -> Option<BTreeSet<std::ffi::OsString>> {
        if !folder.exists() {
            return Some(BTreeSet::new());
        }
        fs::read_dir(folder).ok()?.map(|entry| entry.ok().map(|entry| entry.file_name())).collect()
    };
    let all: BTreeSet<_> = names(&here)?.into_iter().chain(names(&there)?).collect();
    for name in all {
        if depth == 0 && name == ".git" {
            continue;
        }
        *left = left.checked_sub(1)?;
        let path = at.join(&name);
        let (one, other) = (old.join(&path), new.join(&path));
        if one.is_dir() || other.is_dir() {
            differing((old, new), &path, depth + 1, left, found, stamps)?;
        } else if !is_same(&one, &other, stamps) {
            found.insert(path);
        }
    }
    Some(())
}

fn is_same(one: &Path, other: &Path, stamps: &Stamps) -> bool {
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(before), Ok(after)) if before.len() == after.len() => {
            let digests = (stamps.digest_of(one, &before), stamps.digest_of(other, &after));
            matches!(digests, (Some(one), Some(other)) if one == other)
        }
        _ => false,
    }
}

/// Whether a manifest is read when a definition is found in another one: `init.pp` is read before the rest of its
/// module, and `a.pp` may be where `a/b.pp` is searched for.
fn is_read_for(manifest: &Path, other: &Path) -> bool {
    let is_init = manifest.file_name().is_some_and(|name| name == "init.pp");
    let around =
        if is_init { manifest.parent().map(Path::to_owned) } else { Some(manifest.with_extension("")) };
    manifest == other || around.is_some_and(|around| other.starts_with(around))
}

/// Whether no compilation reads the file: specs and documentation.
pub fn is_never_read(path: &Path) -> bool {
    let is_apart = path.extension().is_some_and(|end| end == "md") || has_part(path, &["spec"]);
    is_apart && !has_part(path, &["files", "templates", "data"])
}

fn has_part(path: &Path, names: &[&str]) -> bool {
    path.iter().any(|part| names.iter().any(|name| part == *name))
}

fn is_manifest(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "pp")
        && path.components().any(|part| part.as_os_str() == "manifests")
}

/// The names that a manifest defines; `None` if it cannot be read.
fn definitions(path: &Path, language: &Language) -> Option<Vec<String>> {
    let bytes = files::bytes_of(path)?;
    let analysis = Analysis::of_bytes(&path.to_string_lossy(), &bytes, SourceKind::Manifest, None, language);
    Some(analysis.outline().into_iter().map(|outlined| outlined.name).collect())
}
