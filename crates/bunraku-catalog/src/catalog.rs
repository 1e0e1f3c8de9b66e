//! The finished catalog.

use std::fmt;
use std::sync::Arc;

use bunraku_diag::{Source, Sources, Span};
use bunraku_edition::TypeRules;
use bunraku_intern::FastMap;

use crate::{Cause, CauseId, Key, Param, Resource, ResourceId, Tags};

/// The metadata of a catalog.
#[derive(Debug, Clone)]
pub struct Header {
    /// The name of the node.
    pub name: String,
    /// The version of the configuration, from `config_version` or the time.
    pub version: Version,
    /// The name of the environment.
    pub environment: String,
    /// An identifier that is different for every compilation, in the form of a UUID.
    pub uuid: String,
    /// The edition's rules for the notation of types.
    pub rules: &'static TypeRules,
}

/// The version of a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Version {
    /// The time of the compilation, in seconds since 1970: a number, as in Puppet.
    Time(i64),
    /// A string, such as the output of the `config_version` command.
    Told(String),
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Version::Time(seconds) => write!(f, "{seconds}"),
            Version::Told(text) => f.write_str(text),
        }
    }
}

/// A finished catalog. It is immutable.
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
    pub(crate) type_relations: Vec<crate::TypeRelation>,
}

impl Catalog {
    /// The metadata.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The resources in the order of declaration, without those that stayed virtual.
    pub fn resources(&self) -> impl Iterator<Item = &Resource> {
        self.resources.iter().filter(|resource| !resource.is_virtual)
    }

    /// Returns a resource by id, even if it is virtual.
    pub fn resource(&self, id: ResourceId) -> Option<&Resource> {
        self.resources.get(id.0)
    }

    /// Finds a resource by type and title or alias.
    pub fn find(&self, type_name: &str, title: &str) -> Option<&Resource> {
        self.resource(self.index.get(&(type_name.into(), title.into())).copied()?)
    }

    /// The containment edges between real resources, ordered by target, as in Puppet's graph.
    pub fn edges(&self) -> impl Iterator<Item = (&Resource, &Resource)> {
        let mut edges = self.edges.clone();
        edges.sort_by_key(|(_, to)| *to);
        edges.into_iter().filter_map(|(from, to)| {
            let (from, to) = (self.resource(from)?, self.resource(to)?);
            (!from.is_virtual && !to.is_virtual).then_some((from, to))
        })
    }

    /// The relationships that types of modules add, if they were asked for.
    pub fn type_relations(&self) -> &[crate::TypeRelation] {
        &self.type_relations
    }

    /// The names of the classes, in the order in which they were declared.
    pub fn classes(&self) -> impl Iterator<Item = &str> {
        self.classes.iter().map(String::as_str)
    }

    /// The tags of the catalog, starting with the names of the classes.
    pub fn tags(&self) -> Tags {
        let mut tags = Tags::default();
        for class in &self.classes {
            tags.add(class);
        }
        tags.merge(&self.tags);
        tags
    }

    /// The cause of a parameter's value.
    pub fn cause(&self, param: &Param) -> Option<&Cause> {
        self.causes.get(param.cause)
    }

    /// The cause with a number, to which another cause refers.
    pub fn cause_of(&self, id: CauseId) -> Option<&Cause> {
        self.causes.get(id)
    }

    /// The declaring resources: the one whose code declared this resource, then the one that declared that, up to the
    /// top.
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

    /// The files that places refer to.
    pub fn sources(&self) -> &Arc<Sources> {
        &self.sources
    }
}
