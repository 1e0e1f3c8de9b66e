//! What compilations of one generation of an environment share: the code of its templates and of its Ruby files.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use bunraku_eval::Template;
use bunraku_intern::FastMap;
use bunraku_loader::{Cache, Handover};

#[cfg(feature = "ruby")]
use crate::ruby::RubyCache;

/// What was made of files that the environment does not read itself. All threads may share it.
///
/// Each kind is kept apart and is bounded by [`bunraku_loader::MAX_KEPT`]. It belongs to the environment that it was
/// filled in: one that was loaded later gets [`Caches::next`].
#[derive(Default)]
pub struct Caches {
    /// Templates in EPP without warnings, by their files.
    epp: Cache<PathBuf, Arc<Template>>,
    /// Those of the generation before that are the same. What no compilation asks for is not handed on once more, so
    /// that its analysis is forgotten.
    former_epp: FastMap<PathBuf, Arc<Template>>,
    #[cfg(feature = "ruby")]
    pub(crate) ruby: RubyCache,
}

impl Caches {
    /// The caches for the next generation of the environment: what is made of files with the same stamps is in them,
    /// and what is made of other files is parsed anew only if their content has changed.
    pub fn next(&self, handover: &Handover<'_>) -> Caches {
        let same = self.epp.all().into_iter().filter(|(path, _)| handover.is_same(path));
        Caches {
            epp: Cache::default(),
            former_epp: same.collect(),
            #[cfg(feature = "ruby")]
            ruby: self.ruby.next(handover),
        }
    }

    /// A template in EPP that is known.
    pub(crate) fn epp(&self, path: &Path) -> Option<Arc<Template>> {
        self.epp.known(path).or_else(|| {
            let former = self.former_epp.get(path)?;
            self.keep_epp(path, former);
            Some(Arc::clone(former))
        })
    }

    pub(crate) fn keep_epp(&self, path: &Path, template: &Arc<Template>) {
        self.epp.keep(path.to_owned(), Arc::clone(template));
    }

    /// How many Ruby files, templates in ERB and resource types have been parsed or read by these caches and those
    /// before them, for tests and metrics.
    pub fn made(&self) -> usize {
        #[cfg(feature = "ruby")]
        return self.ruby.made();
        #[cfg(not(feature = "ruby"))]
        0
    }
}
