//! A cache of analyses, by content.

use std::{
    hash::{Hash, Hasher},
    sync::{
        Arc, OnceLock, PoisonError, RwLock,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use bunraku_diag::Source;
use bunraku_intern::FastMap;
use bunraku_syntax::SourceKind;

use crate::{Analysis, Language, analysis::decode_code};

/// How many analyses are kept at most, so that a server with generated templates does not grow without bounds.
const MAX_KEPT: usize = 20_000;

/// Analyses by the name and content of their files. Shared by all threads, which only wait for each other if they need
/// the same analysis.
#[derive(Default)]
pub struct Analyses {
    kept: RwLock<FastMap<Key, Slot>>,
    made: AtomicUsize,
}

type Slot = Arc<OnceLock<Arc<Analysis>>>;

/// What an analysis depends on. The name is included because places refer to it.
struct Key {
    source: Arc<Source>,
    kind: SourceKind,
    namespace: Option<String>,
    language: Language,
}

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        self.source.text() == other.source.text()
            && self.source.name() == other.source.name()
            && self.kind == other.kind
            && self.namespace == other.namespace
            && self.language == other.language
    }
}

impl Eq for Key {}

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.source.text(), self.source.name(), self.kind).hash(state);
    }
}

impl Analyses {
    /// The analysis of a file, as [`Analysis::of_bytes`] creates it.
    pub fn of_bytes(
        &self,
        name: &str,
        bytes: &[u8],
        kind: SourceKind,
        namespace: Option<&str>,
        language: &Language,
    ) -> Arc<Analysis> {
        match decode_code(name, bytes) {
            Ok(source) => self.of(source, kind, namespace, language),
            Err(unreadable) => Arc::new(Analysis::unreadable(unreadable, kind, language)),
        }
    }

    /// The analysis of a file that is already decoded, as [`Analysis::new`] creates it. Its source may be an older one
    /// with the same name and content.
    pub fn of(
        &self,
        source: impl Into<Arc<Source>>,
        kind: SourceKind,
        namespace: Option<&str>,
        language: &Language,
    ) -> Arc<Analysis> {
        let source = source.into();
        loop {
            let slot = self.slot(&source, kind, namespace, language);
            let mut made = false;
            let analysis = slot.get_or_init(|| {
                made = true;
                self.made.fetch_add(1, Relaxed);
                Arc::new(Analysis::new(Arc::clone(&source), kind, namespace, language))
            });
            if !analysis.cut_short {
                return Arc::clone(analysis);
            }
            // This caller ran out of time. Those that are waiting, and later ones, have time of their own.
            let mut kept = self.kept.write().unwrap_or_else(PoisonError::into_inner);
            kept.retain(|_, other| !Arc::ptr_eq(other, &slot));
            if made {
                return Arc::clone(analysis);
            }
        }
    }

    /// The slot for an analysis, filled if it is known.
    fn slot(
        &self,
        source: &Arc<Source>,
        kind: SourceKind,
        namespace: Option<&str>,
        language: &Language,
    ) -> Slot {
        let key = Key {
            source: Arc::clone(source),
            kind,
            namespace: namespace.map(str::to_owned),
            language: *language,
        };
        let known = self.kept.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        known.unwrap_or_else(|| {
            let mut kept = self.kept.write().unwrap_or_else(PoisonError::into_inner);
            if kept.len() >= MAX_KEPT {
                kept.retain(|_, slot| is_used(slot));
            }
            // If analyses in use fill the cache, new ones are not kept.
            if kept.len() < MAX_KEPT { Arc::clone(kept.entry(key).or_default()) } else { Slot::default() }
        })
    }

    /// Drops analyses that are not used elsewhere.
    pub fn forget_unused(&self) {
        self.kept.write().unwrap_or_else(PoisonError::into_inner).retain(|_, slot| is_used(slot));
    }

    /// How many files have been analysed, not counting cache hits.
    pub fn made(&self) -> usize {
        self.made.load(Relaxed)
    }
}

/// Whether an analysis is in use or being waited for.
fn is_used(slot: &Slot) -> bool {
    Arc::strong_count(slot) > 1 || slot.get().is_some_and(|analysis| Arc::strong_count(analysis) > 1)
}

#[cfg(test)]
mod tests {
    use bunraku_check::{CheckSettings, Strict};
    use bunraku_edition::{PUPPET8, SPEC};
    use bunraku_pcore::watch::{Ended, Watch};

    use super::*;

    #[test]
    fn what_was_cut_short_is_not_kept() {
        let analyses = Analyses::default();
        let language = Language { edition: &PUPPET8, settings: CheckSettings::default(), harmless: |_| true };
        let text = "# a\n".repeat(100_000);
        let of = || analyses.of(Source::new("a.pp", text.as_str()), SourceKind::Manifest, None, &language);
        let late = Watch::new(|_| Some(Ended::Time));
        assert!(of().has_errors() && of().has_errors());
        drop(late);
        assert!(!of().has_errors());
        let _late = Watch::new(|_| Some(Ended::Time));
        assert!(!of().has_errors(), "what is known takes no time");
        assert_eq!(analyses.made(), 3);
    }

    #[test]
    fn what_is_the_same_is_analysed_once() {
        let analyses = Analyses::default();
        let language = Language { edition: &PUPPET8, settings: CheckSettings::default(), harmless: |_| true };
        let of = |name: &str, text: &str, kind, namespace, language: &Language| {
            analyses.of_bytes(name, text.as_bytes(), kind, namespace, language)
        };
        let first = of("a.pp", "class a { }", SourceKind::Manifest, None, &language);
        let again = of("a.pp", "class a { }", SourceKind::Manifest, None, &language);
        assert!(Arc::ptr_eq(&first, &again));
        assert_eq!(analyses.made(), 1);
        // Any other difference requires a new analysis.
        let lenient = Language { settings: CheckSettings { strict: Strict::Off }, ..language };
        of("b.pp", "class a { }", SourceKind::Manifest, None, &language);
        of("a.pp", "class a {}", SourceKind::Manifest, None, &language);
        of("a.pp", "class a { }", SourceKind::Template, None, &language);
        of("a.pp", "class a { }", SourceKind::Manifest, Some("a"), &language);
        of("a.pp", "class a { }", SourceKind::Manifest, None, &lenient);
        of("a.pp", "class a { }", SourceKind::Manifest, None, &Language { edition: &SPEC, ..language });
        assert_eq!(analyses.made(), 7);
        analyses.forget_unused();
        of("a.pp", "class a { }", SourceKind::Manifest, None, &language);
        assert_eq!(analyses.made(), 7, "it is held by this test");
        of("b.pp", "class a { }", SourceKind::Manifest, None, &language);
        assert_eq!(analyses.made(), 8, "nobody held it");
    }
}
