//! Files that code asks for: of a module as `module/path`, or by an absolute path.

use std::{path::PathBuf, sync::Arc};

use bunraku_world::World;

use crate::compiler::Compiler;

impl Compiler<'_> {
    /// The files that code may read: those of the environment, or those that the embedder gives.
    pub(crate) fn files(&mut self) -> Arc<dyn World> {
        match &self.state().environment {
            Some(environment) => Arc::clone(environment.files()),
            None => Arc::clone(&self.world),
        }
    }

    /// The file or folder that a name stands for, if it is there: `module/path` is below a folder of the module.
    pub(crate) fn module_file(&mut self, folder: &str, name: &str) -> Option<PathBuf> {
        let path = if name.starts_with('/') {
            PathBuf::from(name)
        } else {
            let (module, rest) = name.split_once('/')?;
            // A path must not lead out of its folder.
            if rest.split('/').any(|part| part == "..") {
                return None;
            }
            return self.state().environment.as_ref()?.module_file(module, folder, rest);
        };
        let files = self.files();
        (files.is_file(&path) || files.is_folder(&path)).then_some(path)
    }
}
