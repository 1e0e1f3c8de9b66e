//! What compilations of one generation of an environment share: the code of its templates and of its Ruby files.

use std::{path::PathBuf, sync::Arc};

use bunraku_eval::Template;
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
    pub(crate) epp: Cache<PathBuf, Arc<Template>>,
    #[cfg(feature = "ruby")]
    pub(crate) ruby: RubyCache,
}

impl Caches {
    /// The caches for the next generation of the environment: what is made of files with the same stamps is in them,
    /// and what is made of other files is parsed anew only if their content has changed.
    pub fn next(&self, handover: &Handover<'_>) -> Caches {
        let next = Caches {
            #[cfg(feature = "ruby")]
            ruby: self.ruby.next(handover),
            ..Caches::default()
        };
        for (path, template) in self.epp.all().into_iter().filter(|(path, _)| handover.is_same(path)) {
            next.epp.keep(path, template);
        }
        next
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
