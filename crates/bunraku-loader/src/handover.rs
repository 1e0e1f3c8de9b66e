//! What one generation of an environment hands on to the next: all that is made of files that have not changed.

use std::{
    cell::RefCell,
    path::{Path, PathBuf},
    sync::{Arc, PoisonError},
};

use bunraku_intern::FastMap;

use crate::{Environment, EnvironmentError};

/// Tells which files are the same in two generations.
pub struct Handover<'e> {
    old: &'e Environment,
    fresh: &'e Environment,
    /// What has been found out, because things that are made of many files share most of them.
    known: RefCell<FastMap<PathBuf, bool>>,
}

impl Environment {
    /// The environment as it is now. Files with the same stamp are not read again, and those with the same content are
    /// not analysed again; compilations that run go on with the old environment.
    pub fn reload(&self) -> Result<Environment, EnvironmentError> {
        // What the old environment has loaded is in use, so that the content of files that are gone is forgotten one
        // reload later.
        self.analyses.forget_unused();
        let fresh = Environment::open_after(self)?;
        let handover = self.handover(&fresh);
        let loaded = self.loaded.read().unwrap_or_else(PoisonError::into_inner);
        let same = loaded.iter().filter(|(path, _)| handover.is_same(path));
        let same: Vec<_> = same.map(|(path, file)| (path.clone(), Arc::clone(file))).collect();
        drop(loaded);
        fresh.loaded.write().unwrap_or_else(PoisonError::into_inner).extend(same);
        for (name, (path, slot)) in &fresh.generated_types {
            let former = self.generated_types.get(name).filter(|former| former.0 == *path);
            if let Some(Ok(former)) = former.and_then(|(_, slot)| slot.get())
                && handover.is_same(path)
            {
                // The slot of an environment that nobody has yet is empty.
                let _ = slot.set(Ok(Arc::clone(former)));
            }
        }
        Ok(fresh)
    }

    /// What this environment can hand on to one that was loaded after it.
    pub fn handover<'e>(&'e self, fresh: &'e Environment) -> Handover<'e> {
        Handover { old: self, fresh, known: RefCell::default() }
    }
}

impl Handover<'_> {
    /// Whether a file that the old environment has looked at is the same now. If so, the fresh environment takes it for
    /// seen, in order to notice later changes, too.
    pub fn is_same(&self, path: &Path) -> bool {
        if let Some(known) = self.known.borrow().get(path) {
            return *known;
        }
        let is_same = self.fresh.witness.takes_over(&self.old.witness, path);
        self.known.borrow_mut().insert(path.to_owned(), is_same);
        is_same
    }

    /// The environment that was loaded later.
    pub fn fresh(&self) -> &Environment {
        self.fresh
    }

    /// Whether both have the same modules, in the same order and at the same places, so that a name leads to the same
    /// file as long as the same files exist.
    pub fn has_same_modules(&self) -> bool {
        self.old.modules == self.fresh.modules
    }
}
