//! What a generation of an environment passes on to the next: everything derived from unchanged files.

use std::{
    cell::RefCell,
    path::{Path, PathBuf},
    sync::Arc,
};

use bunraku_intern::FastMap;

use crate::{Environment, EnvironmentError};

/// Decides which files are the same in two generations.
pub struct Handover<'e> {
    old: &'e Environment,
    fresh: &'e Environment,
    /// Earlier answers, because things derived from many files share most of them.
    known: RefCell<FastMap<PathBuf, bool>>,
}

impl Environment {
    /// Opens the environment in its current state. Files with the same stamp are not read again, and those with the
    /// same content are not analysed again. Running compilations continue with the old environment.
    pub fn reload(&self) -> Result<Environment, EnvironmentError> {
        // The old environment still uses what it has loaded, so analyses of removed files are dropped one reload later.
        self.analyses.forget_unused();
        let fresh = Environment::open_after(self)?;
        let handover = self.handover(&fresh);
        for (path, loaded) in self.loaded.all() {
            if handover.is_same(&path) {
                fresh.loaded.keep(&path, loaded);
            }
        }
        for (name, (path, slot)) in &fresh.generated_types {
            let former = self.generated_types.get(name).filter(|former| former.0 == *path);
            if let Some(Ok(former)) = former.and_then(|(_, slot)| slot.get())
                && handover.is_same(path)
            {
                // The slot of an environment that has not been shared yet is empty.
                let _ = slot.set(Ok(Arc::clone(former)));
            }
        }
        Ok(fresh)
    }

    /// What this environment can pass on to one that was opened after it.
    pub fn handover<'e>(&'e self, fresh: &'e Environment) -> Handover<'e> {
        Handover { old: self, fresh, known: RefCell::default() }
    }
}

impl Handover<'_> {
    /// Whether a file that the old environment has looked at is unchanged. If so, the new environment also counts it as
    /// looked at, in order to notice later changes.
    pub fn is_same(&self, path: &Path) -> bool {
        if let Some(known) = self.known.borrow().get(path) {
            return *known;
        }
        let is_same = self.fresh.witness.takes_over(&self.old.witness, path);
        self.known.borrow_mut().insert(path.to_owned(), is_same);
        is_same
    }

    /// The environment that was opened later.
    pub fn fresh(&self) -> &Environment {
        self.fresh
    }

    /// Whether both have the same modules, in the same order and places. Then a name leads to the same file as long as
    /// the same files exist.
    pub fn has_same_modules(&self) -> bool {
        self.old.modules == self.fresh.modules
    }
}
