//! The folders in which the paths of a hierarchy must stay.
//!
//! What a `hiera.yaml` spells out is configuration: a data folder may be anywhere. What is interpolated into a path for
//! one node, from its facts or its name, is not: it must not lead out of the folder that the configuration names.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bunraku_pcore::{Hash, Value};
use bunraku_world::{
    Refused, Trust,
    glob::{GlobError, TooMuch},
    names::{check_environment, literal_folder, named, normal},
};
use hashbrown::HashMap;

use crate::config::{Config, Owner};
use crate::data::{DataFile, Format};
use crate::error::{ErrorKind, LookupError};
use crate::layers::{files_like, join};
use crate::run::Run;

/// How many fences are kept, and files of each fence. Paths contain names of nodes and facts, so requests can make up
/// any number; those of most nodes are the same.
const KEPT: usize = 1_000;

/// The data folder of a level. It is kept for all nodes, with the files in it that nodes have asked for.
pub(crate) struct Fence {
    /// The address of the configuration, how it writes the folder, and that with its interpolations resolved.
    origin: (usize, String, String),
    pub(crate) datadir: PathBuf,
    /// The folder that it should be below, if interpolated values lead out of it.
    left: Option<PathBuf>,
    /// Whether the configuration may name folders anywhere.
    trusts: bool,
    /// What was found so far.
    found: Mutex<HashMap<FilesKey, SharedFiles>>,
}

/// A path or a pattern: the format, how the configuration writes it, and that with its interpolations resolved.
type FilesKey = (Format, String, String);

/// The file of a path, or those that match a pattern.
pub(crate) type SharedFiles = Arc<[Arc<DataFile>]>;

/// The fences of an environment.
pub(crate) type Fences = Mutex<Vec<Arc<Fence>>>;

impl Run<'_> {
    /// The fence for a data folder. `written` is how the configuration writes it, `resolved` that with its
    /// interpolations resolved.
    pub(crate) fn fence(&mut self, config: &Config, written: &str, resolved: &str) -> Arc<Fence> {
        let written = self.without_settings(written);
        let address = std::ptr::from_ref(config).addr();
        let is_it = |fence: &&Arc<Fence>| {
            let (config, was_written, was_resolved) = &fence.origin;
            *config == address && *was_resolved == resolved && *was_written == written
        };
        if let Some(known) = locked(&self.hiera.fences).iter().find(is_it) {
            return Arc::clone(known);
        }
        let datadir = join(&config.root, resolved);
        let trusts = config.owner != Owner::Module;
        if trusts && let Some(folder) = named(&config.root, &written) {
            self.tell(folder, Trust::Below);
        }
        let limit = literal_folder(&config.root, &written);
        let left = (!datadir.starts_with(&limit)).then_some(limit);
        let origin = (address, written, resolved.to_owned());
        let fence = Arc::new(Fence { origin, datadir, left, trusts, found: Mutex::default() });
        let mut fences = locked(&self.hiera.fences);
        if fences.len() >= KEPT {
            fences.clear();
        }
        fences.push(Arc::clone(&fence));
        fence
    }

    /// The data file for a path; `written` is how the configuration writes it.
    pub(crate) fn fenced_file(
        &mut self,
        fence: &Fence,
        (written, path): (&str, &str),
        format: Format,
    ) -> SharedFiles {
        let wanted = (format, self.without_settings(written), path.to_owned());
        if let Some(found) = fence.known(&wanted) {
            return found;
        }
        let bound = self.bound(fence, &wanted.1);
        self.within(fence, wanted, &bound, &[join(&fence.datadir, path)])
    }

    /// The data files that match a pattern.
    pub(crate) fn fenced_files(
        &mut self,
        fence: &Fence,
        (written, pattern): (&str, &str),
        format: Format,
    ) -> Result<SharedFiles, LookupError> {
        let wanted = (format, self.without_settings(written), pattern.to_owned());
        if let Some(found) = fence.known(&wanted) {
            return Ok(found);
        }
        // What a wildcard matches is not spelled out either.
        let literal = wanted.1.split("%{").next().unwrap_or_default();
        let literal = literal.split(['*', '?', '[', '{', '\\']).next().unwrap_or_default();
        let bound = self.bound(fence, &format!("{literal}%{{}}"));
        let files = files_like(self.hiera.files(), pattern).map_err(|reason| match reason {
            GlobError::Refused(refused) => LookupError::refused(&refused),
            GlobError::TooMuch(reason) => {
                let message = format!("cannot search for the pattern `{pattern}`: {reason}");
                let kind = match reason {
                    TooMuch::Ended => ErrorKind::TooSlow,
                    TooMuch::Pattern(_) | TooMuch::Folders => ErrorKind::InvalidConfig,
                };
                LookupError::new(kind, message)
            }
        })?;
        Ok(self.within(fence, wanted, &bound, &files))
    }

    /// Accepts a private key as named by the configuration, if its path does not depend on the node.
    pub(crate) fn name_key(&mut self, written: &Hash, options: &Hash) {
        let mut texts = written.values().filter_map(Value::as_str);
        if !texts.any(|written| self.without_settings(written).contains("%{"))
            && let Some(path) = self.hiera.keys().name(self.hiera.files(), options)
        {
            self.tell(path, Trust::Secret);
        }
    }

    /// The folder that a path must not leave. Settings in it are replaced already.
    fn bound(&mut self, fence: &Fence, written: &str) -> PathBuf {
        let bound = literal_folder(&fence.datadir, written);
        if fence.trusts
            && bound != normal(&fence.datadir)
            && let Some(named) = named(&fence.datadir, written)
        {
            self.tell(named, Trust::Below);
        }
        bound
    }

    /// The data of files that must not be outside a folder.
    fn within(&self, fence: &Fence, wanted: FilesKey, bound: &Path, files: &[PathBuf]) -> SharedFiles {
        let (world, format) = (self.hiera.files(), wanted.0);
        let mut keeps = true;
        let read = |file: &PathBuf| {
            let left = match &fence.left {
                Some(limit) if *bound == normal(&fence.datadir) => Some(limit.as_path()),
                _ => (!normal(file).starts_with(bound)).then_some(bound),
            };
            let data = match left {
                Some(limit) if world.is_there(file) && !world.grants(file) => {
                    Arc::new(DataFile::refused(file, &Refused::out_of(file, limit)))
                }
                _ => self.hiera.data_file(file, format),
            };
            // What may be refused, or was ended by the limits of a node, is looked at again.
            keeps &= left.is_none() && self.hiera.keeps(file, format);
            data
        };
        let found: SharedFiles = files.iter().map(read).collect();
        if keeps {
            let mut all = locked(&fence.found);
            if all.len() >= KEPT {
                all.clear();
            }
            all.insert(wanted, Arc::clone(&found));
        }
        found
    }

    /// Tells the world once that the configuration names a path.
    fn tell(&self, path: PathBuf, trust: Trust) {
        let mut named = locked(&self.hiera.named);
        if !named.contains(&path) {
            self.hiera.files().trust(&path, trust);
            named.insert(path);
        }
    }

    /// A path with settings and the name of the environment replaced, up to the first value that depends on the node.
    fn without_settings(&mut self, written: &str) -> String {
        let mut result = String::with_capacity(written.len());
        let mut rest = written;
        while let Some((before, inside)) = rest.split_once("%{") {
            let Some((expression, after)) = inside.split_once('}') else { break };
            let name = expression.trim().trim_start_matches("::");
            let value = match name {
                "environment" => self
                    .scope
                    .variable(name)
                    .filter(|value| value.as_str().is_some_and(|name| check_environment(name).is_ok())),
                name if name.starts_with("settings::") => self.scope.variable(name),
                _ => None,
            };
            let Some(value) = value.as_ref().and_then(Value::as_str) else { break };
            result.push_str(before);
            result.push_str(value);
            rest = after;
        }
        result + rest
    }
}

impl Fence {
    fn known(&self, wanted: &FilesKey) -> Option<SharedFiles> {
        locked(&self.found).get(wanted).cloned()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
