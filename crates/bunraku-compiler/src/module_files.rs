//! Files that code requests: by `module/path`, or by an absolute path.

use std::{io, path::Path, path::PathBuf, sync::Arc};

use bunraku_diag::{Diagnostic, codes, nearest};
use bunraku_eval::{Eval, Unwind, first_line};
use bunraku_loader::unreadable;
use bunraku_world::{FileKind, Refused, World};

use crate::{
    compiler::{CatalogCall, Compiler},
    missing_module::NO_MODULES,
};

impl Compiler<'_> {
    /// The files that code may read: those of the environment, or those of the program's world.
    pub(crate) fn files(&mut self) -> Arc<dyn World> {
        match &self.state().environment {
            Some(environment) => Arc::clone(environment.files()),
            None => Arc::clone(&self.world),
        }
    }

    /// Finds a file or folder by name: `module/path` is below a folder of the module. An existing file that code may
    /// not read is refused.
    pub(crate) fn module_file(&mut self, folder: &str, name: &str) -> Result<Option<PathBuf>, Refused> {
        let files = self.files();
        if name.starts_with('/') {
            let path = PathBuf::from(name);
            let is_there = files.is_folder(&path) || visible(&*files, &path)?;
            return Ok(is_there.then_some(path));
        }
        let Some((module, rest)) = name.split_once('/') else { return Ok(None) };
        let Some(environment) = self.state().environment.clone() else { return Ok(None) };
        // A path must not lead out of its folder.
        if rest.split('/').any(|part| part == "..") {
            return Ok(None);
        }
        if let Some(path) = environment.module_file(module, folder, rest) {
            return Ok(Some(path));
        }
        let hidden = environment.module(module).map(|module| module.path.join(folder).join(rest));
        match hidden.and_then(|path| files.refusal(&path)) {
            Some(refused) => Err(refused),
            None => Ok(None),
        }
    }
}

/// Whether a path leads to an existing file that code may read.
pub(crate) fn visible(files: &dyn World, path: &Path) -> Result<bool, Refused> {
    if files.is_file(path) {
        return Ok(true);
    }
    files.refusal(path).map_or(Ok(false), Err)
}

/// Reads files for a call and reports failures at its place.
pub(crate) trait ReadsFiles {
    /// Finds a file by name, if it exists.
    fn module_file(&mut self, folder: &str, name: &str) -> Eval<Option<PathBuf>>;

    /// The help for a missing file of a module: a similar name, or where it was expected.
    fn missing_file(&mut self, folder: &str, name: &str) -> Option<String>;

    /// The bytes of a file.
    fn read(&mut self, path: &Path, kind: FileKind) -> Eval<Vec<u8>>;

    /// The failure of a call that is denied access.
    fn refused(&mut self, refused: &Refused) -> Box<Unwind>;

    /// The failure of a call that cannot read a file.
    fn unreadable(&mut self, path: &Path, error: &io::Error) -> Box<Unwind>;
}

impl ReadsFiles for CatalogCall<'_> {
    fn module_file(&mut self, folder: &str, name: &str) -> Eval<Option<PathBuf>> {
        self.cx.module_file(folder, name).map_err(|refused| self.refused(&refused))
    }

    fn missing_file(&mut self, folder: &str, name: &str) -> Option<String> {
        if name.starts_with('/') {
            return None;
        }
        if let Some(path) = name.strip_prefix("puppet:///modules/") {
            return Some(format!("write `{path}`: `puppet://` URLs are for the attribute `source`"));
        }
        let Some((module, rest)) = name.split_once('/') else {
            return Some("write the name as `MODULE/FILE`, or as an absolute path".to_owned());
        };
        if let Some(rest) = rest.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')) {
            return Some(format!("leave out the folder `{folder}`: write `{module}/{rest}`"));
        }
        let Some(environment) = self.cx.state().environment.clone() else {
            return Some(NO_MODULES.to_owned());
        };
        let Some(found) = environment.module(module) else { return Some(environment.searched_for(module)) };
        let files = environment.files();
        let folder = found.path.join(folder);
        let names: Vec<String> =
            files.list(&folder).unwrap_or_default().into_iter().map(|entry| entry.name).collect();
        // A template of the other kind.
        let other = rest.strip_suffix(".erb").map(|stem| (format!("{stem}.epp"), "epp"));
        let other =
            other.or_else(|| rest.strip_suffix(".epp").map(|stem| (format!("{stem}.erb"), "template")));
        if let Some((other, function)) = other.filter(|(other, _)| names.contains(other)) {
            return Some(format!("`{module}/{other}` exists: render it with `{function}`"));
        }
        Some(match nearest(rest, names.iter().map(String::as_str)) {
            Some(similar) => format!("did you mean `{module}/{similar}`?"),
            None => format!("it should be the file {}", folder.join(rest).display()),
        })
    }

    fn read(&mut self, path: &Path, kind: FileKind) -> Eval<Vec<u8>> {
        let bytes = self.cx.files().read(path, kind);
        bytes.map_err(|error| self.unreadable(path, &error))
    }

    fn refused(&mut self, refused: &Refused) -> Box<Unwind> {
        let message = format!("`{}` is not allowed {}", self.name, refused.what);
        at_call(self, Diagnostic::error(codes::NOT_ALLOWED, message).help(refused.help()))
    }

    fn unreadable(&mut self, path: &Path, error: &io::Error) -> Box<Unwind> {
        match Refused::of(error) {
            Some(refused) => self.refused(refused),
            None => at_call(self, unreadable(path, error)),
        }
    }
}

fn at_call(call: &mut CatalogCall<'_>, diagnostic: Diagnostic) -> Box<Unwind> {
    let span = call.cx.span(call.body, first_line(&call.body.source, call.range));
    Box::new(Unwind::Failure(diagnostic.at(span, "")))
}
