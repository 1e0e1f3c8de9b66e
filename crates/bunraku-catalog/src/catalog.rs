//! The finished catalog.

use std::sync::Arc;

use bunraku_diag::{Source, Sources, Span};
use bunraku_edition::TypeRules;
use bunraku_intern::FastMap;

use crate::{Cause, CauseId, Key, Param, Resource, ResourceId, Tags};

/// What a catalog says about itself.
#[derive(Debug, Clone)]
pub struct Header {
    /// The node.
    pub name: String,
    /// The version of its configuration.
    pub version: String,
    /// The environment.
    pub environment: String,
    /// What tells this compilation from every other, in the form of a UUID.
    pub uuid: String,
    /// The edition's rules for the notation of types.
    pub rules: &'static TypeRules,
}

/// A catalog. It never changes.
#[derive(Debug)]
pub struct Catalog {
    pub(crate) header: Header,
    pub(crate) resources: Vec<Resource>,
    pub(crate) edges: Vec<(ResourceId, ResourceId)>,
    pub(crate) classes: Vec<String>,
    pub(crate) tags: Tags,
    pub(crate) causes: crate::Causes,
    pub(crate) sources: Arc<Sources>,
    pub(crate) index: FastMap<Key, ResourceId>,
}

impl Catalog {
    /// What it says about itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The resources, without those that stayed virtual, in the order of declaration.
    pub fn resources(&self) -> impl Iterator<Item = &Resource> {
        self.resources.iter().filter(|resource| !resource.is_virtual)
    }

    /// The resource of an id, be it a virtual one.
    pub fn resource(&self, id: ResourceId) -> Option<&Resource> {
        self.resources.get(id.0)
    }

    /// The resource that a type and a title or alias name.
    pub fn find(&self, type_name: &str, title: &str) -> Option<&Resource> {
        self.resource(self.index.get(&(type_name.into(), title.into())).copied()?)
    }

    /// The containment edges between real resources, by their targets, as Puppet's graph has them.
    pub fn edges(&self) -> impl Iterator<Item = (&Resource, &Resource)> {
        let mut edges = self.edges.clone();
        edges.sort_by_key(|(_, to)| *to);
        edges.into_iter().filter_map(|(from, to)| {
            let (from, to) = (self.resource(from)?, self.resource(to)?);
            (!from.is_virtual && !to.is_virtual).then_some((from, to))
        })
    }

    /// The names of the classes, in the order in which they were declared.
    pub fn classes(&self) -> impl Iterator<Item = &str> {
        self.classes.iter().map(String::as_str)
    }

    /// The tags of the catalog: the names of the classes come before all else.
    pub fn tags(&self) -> Tags {
        let mut tags = Tags::default();
        for class in &self.classes {
            tags.add(class);
        }
        tags.merge(&self.tags);
        tags
    }

    /// What gave a parameter its value.
    pub fn cause(&self, param: &Param) -> Option<&Cause> {
        self.causes.get(param.cause)
    }

    /// The cause of a number, which another cause names.
    pub fn cause_of(&self, id: CauseId) -> Option<&Cause> {
        self.causes.get(id)
    }

    /// Who declared a resource: the resource whose code did, then who declared that, up to the top.
    pub fn declared_by<'c>(&'c self, resource: &'c Resource) -> impl Iterator<Item = &'c Resource> {
        let mut at = resource;
        let mut left = self.resources.len();
        std::iter::from_fn(move || {
            let next = self.resource(at.declared_by?)?;
            left = left.checked_sub(1)?;
            if std::ptr::eq(next, at) {
                return None;
            }
            at = next;
            Some(next)
        })
    }

    /// The file that a place is in.
    pub fn source(&self, place: Span) -> Option<&Source> {
        self.sources.get(place.file).map(Arc::as_ref)
    }

    /// The files that places are in.
    pub fn sources(&self) -> &Arc<Sources> {
        &self.sources
    }
}
