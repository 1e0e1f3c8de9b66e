//! Files that code asks for: of a module as `module/path`, or by an absolute path.

use std::{path::PathBuf, sync::Arc};

use bunraku_eval::Evaluator;
use bunraku_loader::Files;

use crate::compiler::{Compiler, state};

impl Compiler {
    /// The files that code may read: those of the environment, or those that the embedder gives.
    pub(crate) fn files(cx: &mut Evaluator) -> Option<Arc<dyn Files>> {
        let state = state(cx);
        match &state.environment {
            Some(environment) => Some(Arc::clone(environment.files())),
            None => state.files.clone(),
        }
    }

    /// The file that a name stands for, if it is there: `module/path` is below a folder of the module.
    pub(crate) fn module_file(cx: &mut Evaluator, folder: &str, name: &str) -> Option<PathBuf> {
        let files = Compiler::files(cx)?;
        let path = if name.starts_with('/') {
            PathBuf::from(name)
        } else {
            let (module, rest) = name.split_once('/')?;
            // A path must not lead out of its folder.
            if rest.split('/').any(|part| part == "..") {
                return None;
            }
            let environment = state(cx).environment.clone()?;
            // What a module has does not change as long as its environment is the same.
            let kept = environment.keep("file of a module", &format!("{module}/{folder}/{rest}"), || {
                let path = environment.module(module).map(|module| module.path.join(folder).join(rest));
                Arc::new(path.filter(|path| files.is_file(path)))
            });
            return kept.downcast_ref::<Option<PathBuf>>().cloned().flatten();
        };
        files.is_file(&path).then_some(path)
    }
}
