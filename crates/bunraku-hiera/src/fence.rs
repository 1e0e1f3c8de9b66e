//! The folders in which the paths of a hierarchy must stay.
//!
//! What a `hiera.yaml` spells out is configuration: a data folder may be anywhere. What is interpolated into a path for
//! one node, from its facts or its name, is not: it must not lead out of the folder that the configuration names.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};

use bunraku_pcore::{Hash, Value};
use bunraku_world::{
    Refused, Trust,
    glob::GlobError,
    names::{check_environment, literal_folder, named, normal},
};

use crate::config::{Config, Owner};
use crate::data::{DataFile, Format};
use crate::error::{ErrorKind, LookupError};
use crate::layers::{files_like, join};
use crate::run::Run;

/// The data folder of a level.
pub(crate) struct Fence {
    pub(crate) datadir: PathBuf,
    /// The folder that it should be below, if interpolated values lead out of it.
    left: Option<PathBuf>,
    /// Whether the configuration may name folders anywhere.
    trusts: bool,
}

impl Run<'_> {
    /// Creates the fence for a data folder; `written` is how the configuration writes it.
    pub(crate) fn fence(&mut self, config: &Config, datadir: &Path, written: &str) -> Fence {
        let written = self.without_settings(written);
        let trusts = config.owner != Owner::Module;
        if trusts && let Some(folder) = named(&config.root, &written) {
            self.tell(folder, Trust::Below);
        }
        let limit = literal_folder(&config.root, &written);
        let left = (!datadir.starts_with(&limit)).then_some(limit);
        Fence { datadir: datadir.to_path_buf(), left, trusts }
    }

    /// The data file for a path; `written` is how the configuration writes it.
    pub(crate) fn fenced_file(
        &mut self,
        fence: &Fence,
        (written, path): (&str, &str),
        format: Format,
    ) -> Arc<DataFile> {
        let bound = self.bound(fence, written);
        self.within(fence, &bound, &join(&fence.datadir, path), format)
    }

    /// The data files that match a pattern.
    pub(crate) fn fenced_files(
        &mut self,
        fence: &Fence,
        (written, pattern): (&str, &str),
        format: Format,
    ) -> Result<Vec<Arc<DataFile>>, LookupError> {
        // What a wildcard matches is not spelled out either.
        let written = self.without_settings(written);
        let literal = written.split("%{").next().unwrap_or_default();
        let literal = literal.split(['*', '?', '[', '{', '\\']).next().unwrap_or_default();
        let bound = self.bound(fence, &format!("{literal}%{{}}"));
        let found = files_like(self.hiera.files(), pattern).map_err(|reason| match reason {
            GlobError::Refused(refused) => LookupError::refused(&refused),
            GlobError::TooMuch(reason) => {
                let message = format!("cannot search for the pattern `{pattern}`: {reason}");
                LookupError::new(ErrorKind::InvalidConfig, message)
            }
        })?;
        Ok(found.iter().map(|file| self.within(fence, &bound, file, format)).collect())
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

    /// The folder that a path must not leave.
    fn bound(&mut self, fence: &Fence, written: &str) -> PathBuf {
        let written = self.without_settings(written);
        let bound = literal_folder(&fence.datadir, &written);
        if fence.trusts
            && bound != normal(&fence.datadir)
            && let Some(named) = named(&fence.datadir, &written)
        {
            self.tell(named, Trust::Below);
        }
        bound
    }

    fn within(&self, fence: &Fence, bound: &Path, file: &Path, format: Format) -> Arc<DataFile> {
        let left = match &fence.left {
            Some(limit) if *bound == normal(&fence.datadir) => Some(limit.as_path()),
            _ => (!normal(file).starts_with(bound)).then_some(bound),
        };
        let files = self.hiera.files();
        match left {
            Some(limit) if files.is_there(file) && !files.grants(file) => {
                Arc::new(DataFile::refused(file, &Refused::out_of(file, limit)))
            }
            _ => self.hiera.data_file(file, format),
        }
    }

    /// Tells the world once that the configuration names a path.
    fn tell(&self, path: PathBuf, trust: Trust) {
        let mut named = self.hiera.named.lock().unwrap_or_else(PoisonError::into_inner);
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
