//! Finds the resources that a collector has to examine.

use bunraku_intern::FastMap;
use bunraku_pcore::Str;

use crate::{CatalogBuilder, ResourceId};

/// How much of the catalog a collector has seen. Each round examines only what is new or has changed since then:
/// examining all resources in each round would be quadratic.
#[derive(Clone, Copy, Default)]
pub struct Progress {
    /// The number of resources of its type that have been examined.
    declared: usize,
    /// The number of changes to resources of its type that have been examined.
    changed: usize,
    /// The number of changes to tags that have been examined.
    tags: usize,
}

/// What a collector looks for.
pub struct SearchCriteria<'w> {
    /// The type of the resources, as the catalog shows it.
    pub type_name: &'w Str,
    /// The title, in lowercase, that they must have.
    pub title: Option<Str>,
    /// Whether the query refers to tags.
    pub tags: bool,
}

/// Resources of a type by title in lowercase, as far as they have been indexed.
#[derive(Default)]
pub(crate) struct TitleIndex {
    noted: usize,
    resources: FastMap<Str, Vec<ResourceId>>,
}

impl CatalogBuilder {
    /// Starts recording changes to resources of a type.
    pub fn watch(&mut self, type_name: &Str) {
        self.changed.entry(type_name.clone()).or_default();
    }

    /// The resources that a collector has to examine now, in the order of declaration.
    pub fn candidates(&mut self, wanted: &SearchCriteria<'_>, progress: &mut Progress) -> Vec<ResourceId> {
        let Some(declared) = self.by_type.get(wanted.type_name) else { return Vec::new() };
        if let Some(title) = &wanted.title {
            let titles = self.by_title.entry(wanted.type_name.clone()).or_default();
            for id in declared.get(titles.noted..).unwrap_or_default() {
                if let Some(resource) = self.resources.get(id.0) {
                    titles.resources.entry(resource.title.to_ascii_lowercase()).or_default().push(*id);
                }
            }
            titles.noted = declared.len();
            return titles.resources.get(title).cloned().unwrap_or_default();
        }
        let changed = self.changed.get(wanted.type_name).map_or(&[][..], Vec::as_slice);
        let now = Progress { declared: declared.len(), changed: changed.len(), tags: self.tag_changes };
        let before = std::mem::replace(progress, now);
        if before.tags != now.tags && wanted.tags {
            return declared.clone();
        }
        let mut candidates = declared.get(before.declared..).unwrap_or_default().to_vec();
        let changed = changed.get(before.changed..).unwrap_or_default();
        if !changed.is_empty() {
            candidates.extend(changed);
            candidates.sort_unstable();
            candidates.dedup();
        }
        candidates
    }
}
