//! The catalog while it is being built.

use std::{collections::BTreeSet, sync::Arc};

use bunraku_diag::{Sources, Span};
use bunraku_intern::{FastMap, FastSet};
use bunraku_pcore::{Str, Value};

use crate::{
    Catalog, Cause, CauseId, Causes, Header, Kind, Param, Params, Replaced, Resource, ResourceId, Tags,
    arrows::GrownArrays,
    identity::{CompoundKey, compound_of_title, keys},
    search::TitleIndex,
};

/// A reference: a type and a title, both as the catalog shows them.
pub type Key = (Str, Str);

/// Builds a catalog: the only writer of its resources, parameters, edges and tags.
///
/// Resources stay in the order of declaration, which is also their id.
#[derive(Default)]
pub struct CatalogBuilder {
    pub(crate) resources: Vec<Resource>,
    pub(crate) causes: Causes,
    /// The arrays that arrows have added to so far.
    pub(crate) grown: GrownArrays,
    /// The containment edges.
    edges: Vec<(ResourceId, ResourceId)>,
    /// The contents of `edges`, for fast membership tests.
    edge_set: FastSet<(ResourceId, ResourceId)>,
    /// The resources of each type, in the order of declaration.
    pub(crate) by_type: FastMap<Str, Vec<ResourceId>>,
    /// Resources whose attributes have changed since they were declared, by type. Only kept for types that are
    /// collected.
    pub(crate) changed: FastMap<Str, Vec<ResourceId>>,
    /// How often a container of resources has been tagged.
    pub(crate) tag_changes: usize,
    /// Resources by title in lowercase, for types that are collected by title.
    pub(crate) by_title: FastMap<Str, TitleIndex>,
    /// Instances of defined types and assigned classes that have not been evaluated, in the order of declaration,
    /// including virtual ones.
    waiting: BTreeSet<ResourceId>,
    /// Relationships that types of modules add.
    type_relations: Vec<crate::TypeRelation>,
    /// The names of the classes that were declared, in order.
    classes: Vec<String>,
    /// The tags of the catalog.
    tags: Tags,
    /// Resources by type and title or alias.
    index: FastMap<Key, ResourceId>,
    /// Resources of types with several namevars, by all of them together.
    compound_index: FastMap<CompoundKey, ResourceId>,
}

/// Why a resource cannot be added: it is a duplicate.
pub struct Clash {
    /// The resource that could not be added.
    pub resource: Box<Resource>,
    /// The existing resource with the same identity.
    pub known: ResourceId,
    /// The names that both resources have.
    pub names: Vec<Value>,
}

impl CatalogBuilder {
    /// Creates an empty catalog.
    pub fn new() -> CatalogBuilder {
        // Most catalogs have at least so many resources. Without room for these, each is moved several times.
        const FEW: usize = 64;
        CatalogBuilder {
            resources: Vec::with_capacity(FEW),
            index: FastMap::with_capacity_and_hasher(FEW, Default::default()),
            edge_set: FastSet::with_capacity_and_hasher(FEW, Default::default()),
            edges: Vec::with_capacity(FEW),
            ..CatalogBuilder::default()
        }
    }

    /// Adds a resource with its attributes. Two resources with the same reference or name are a [`Clash`].
    pub fn add(&mut self, mut resource: Resource, params: Params) -> Result<ResourceId, Clash> {
        let id = ResourceId(self.resources.len());
        resource.give(params);
        let keys = keys(&resource);
        for key in [&keys.title].into_iter().chain(&keys.others) {
            if let Some(known) = self.index.get(key).copied() {
                let names = vec![Value::Str(key.1.clone())];
                return Err(Clash { resource: Box::new(resource), known, names });
            }
        }
        let known = keys.compound.as_ref().and_then(|key| self.compound_index.get(key).copied());
        if let (Some(known), Some((_, names))) = (known, keys.compound.clone()) {
            return Err(Clash { resource: Box::new(resource), known, names });
        }
        self.index.insert(keys.title, id);
        self.index.extend(keys.others.into_iter().map(|key| (key, id)));
        self.compound_index.extend(keys.compound.map(|key| (key, id)));
        self.by_type.entry(resource.type_name.clone()).or_default().push(id);
        if resource.kind == Kind::Define {
            self.waiting.insert(id);
        }
        self.resources.push(resource);
        Ok(id)
    }

    /// Returns a resource by id.
    pub fn get(&self, id: ResourceId) -> Option<&Resource> {
        self.resources.get(id.0)
    }

    /// All resources, virtual ones included, in the order of declaration.
    pub fn resources(&self) -> &[Resource] {
        &self.resources
    }

    /// Finds a resource by type and title, both as the catalog shows them.
    pub fn find(&self, type_name: &str, title: &str) -> Option<ResourceId> {
        self.resource(&(Str::from(type_name), Str::from(title)))
    }

    /// Finds a resource by title or alias.
    pub fn named(&self, key: &Key) -> Option<ResourceId> {
        self.index.get(key).copied()
    }

    /// Finds the resource that a reference refers to: by title or alias, or by the namevars that the title implies.
    pub fn resource(&self, key: &Key) -> Option<ResourceId> {
        if let Some(id) = self.index.get(key) {
            return Some(*id);
        }
        let first = self.by_type.get(&key.0)?.first()?;
        let ty = self.get(*first)?.ty.as_ref()?;
        match ty.namevars.len() {
            0 | 1 => {
                let parts = ty.title_parts(&key.1)?;
                let name = parts.first().and_then(|part| part.text).filter(|name| *name != key.1.as_str())?;
                self.index.get(&(key.0.clone(), Str::from(name))).copied()
            }
            _ => self.compound_index.get(&compound_of_title(&key.0, ty, &key.1)?).copied(),
        }
    }

    /// The titles and aliases of a type, sorted.
    pub fn titles(&self, type_name: &str) -> Vec<&str> {
        let known = self.index.keys().filter(|known| known.0 == type_name);
        let mut titles: Vec<&str> = known.map(|known| known.1.as_str()).collect();
        titles.sort_unstable();
        titles
    }

    /// Stores a cause, for a parameter that will be set.
    #[inline]
    pub fn cause(&mut self, cause: Cause) -> CauseId {
        self.causes.add(cause)
    }

    /// The causes so far.
    pub fn causes(&self) -> &Causes {
        &self.causes
    }

    /// Extends a cause with what it replaced.
    pub fn replacing(&mut self, cause: CauseId, replaced: Replaced) -> CauseId {
        let replaced = Some(Box::new(replaced));
        let cause = match self.causes.get(cause) {
            Some(Cause::Override { place, .. }) => Cause::Override { place: *place, replaced },
            Some(Cause::Collector { place, collector, .. }) => {
                Cause::Collector { place: *place, collector: *collector, replaced }
            }
            _ => return cause,
        };
        self.causes.add(cause)
    }

    /// Sets an attribute of a resource.
    pub fn set(&mut self, id: ResourceId, param: Param) {
        let Some(resource) = self.resources.get_mut(id.0) else { return };
        if param.name == "tag" {
            self.tag_changes += 1;
        }
        resource.set(param);
        self.note_change(id);
    }

    /// Sets an attribute that is not set yet. [`CatalogBuilder::note_change`] must follow after the last one.
    pub fn set_first(&mut self, id: ResourceId, param: Param) {
        let Some(resource) = self.resources.get_mut(id.0) else { return };
        if param.name == "tag" {
            self.tag_changes += 1;
        }
        resource.set_first(param);
    }

    /// Reserves room for attributes.
    pub fn reserve(&mut self, id: ResourceId, count: usize) {
        if let Some(resource) = self.resources.get_mut(id.0) {
            resource.params.reserve(count);
        }
    }

    /// Notes that a resource has changed, so that collectors that have already seen it look again.
    pub fn note_change(&mut self, id: ResourceId) {
        let Some(resource) = self.resources.get(id.0) else { return };
        if let Some(changed) = self.changed.get_mut(&resource.type_name) {
            changed.push(id);
        }
    }

    /// Replaces the value of an attribute because Ruby code changed it in place.
    pub fn change(&mut self, id: ResourceId, name: &str, value: Value, place: bunraku_diag::Span) {
        let Some(resource) = self.resources.get_mut(id.0) else { return };
        let Some(param) = resource.params.named_mut(name) else { return };
        let replaced = Replaced { value: std::mem::replace(&mut param.value, value), cause: param.cause };
        param.cause = self.causes.add(Cause::Foreign { place, replaced: Some(Box::new(replaced)) });
    }

    /// Sets an attribute for Ruby code, whether or not it is set already.
    pub fn put(&mut self, id: ResourceId, name: &str, value: Value, place: bunraku_diag::Span) {
        let Some(resource) = self.resources.get_mut(id.0) else { return };
        if resource.param(name).is_some() {
            return self.change(id, name, value, place);
        }
        let cause = self.causes.add(Cause::Foreign { place, replaced: None });
        let origin = resource.origin;
        resource.set(Param { name: name.into(), value, origin, append: false, cause });
    }

    /// Unwraps sensitive values and records the names of their attributes.
    pub fn mark_sensitive(&mut self, id: ResourceId) {
        let Some(resource) = self.resources.get_mut(id.0) else { return };
        for param in resource.params.iter_mut() {
            if let Value::Sensitive(sensitive) = &param.value {
                resource.sensitive.push(param.name.clone());
                param.value = sensitive.unwrap().clone();
            }
        }
    }

    /// Makes a virtual resource real, which code at a place asks for.
    pub fn realize(&mut self, id: ResourceId, place: Span) {
        let Some(resource) = self.resources.get_mut(id.0) else { return };
        if std::mem::replace(&mut resource.is_virtual, false) {
            resource.realized_at = Some(place);
        }
    }

    /// Removes a resource: it stays in the list as a virtual one that nothing refers to.
    pub fn remove(&mut self, id: ResourceId) {
        let Some(resource) = self.resources.get_mut(id.0) else { return };
        resource.is_virtual = true;
        resource.evaluated = true;
        self.index.retain(|_, known| *known != id);
        self.compound_index.retain(|_, known| *known != id);
        if let Some(known) = self.by_type.get_mut(&resource.type_name) {
            known.retain(|known| *known != id);
        }
        self.waiting.remove(&id);
    }

    /// Marks a resource as evaluated. Returns `false` if it was before.
    pub fn mark_evaluated(&mut self, id: ResourceId) -> bool {
        match self.resources.get_mut(id.0) {
            Some(resource) if !resource.evaluated => {
                resource.evaluated = true;
                true
            }
            _ => false,
        }
    }

    /// Marks all real instances of defined types as evaluated, so that a failed one is not retried.
    pub fn give_up_defines(&mut self) {
        let defines = self.resources.iter_mut().filter(|resource| resource.kind == Kind::Define);
        defines.filter(|resource| !resource.is_virtual).for_each(|resource| resource.evaluated = true);
    }

    /// Queues a class for evaluation, like instances of defined types.
    pub fn wait(&mut self, id: ResourceId) {
        self.waiting.insert(id);
    }

    /// Takes the waiting resources that are real, in the order of declaration.
    pub fn take_waiting(&mut self) -> Vec<ResourceId> {
        let is_real = |id: &ResourceId| self.resources.get(id.0).is_some_and(|resource| !resource.is_virtual);
        let waiting: Vec<ResourceId> = self.waiting.iter().copied().filter(is_real).collect();
        for id in &waiting {
            self.waiting.remove(id);
        }
        waiting
    }

    /// Adds the tags that the declaring resource has at this time, once. Returns the resulting number of tags, or 0 if
    /// it was done before.
    pub fn add_container_tags(&mut self, id: ResourceId) -> usize {
        let Some(resource) = self.resources.get_mut(id.0) else { return 0 };
        if std::mem::replace(&mut resource.has_container_tags, true) {
            return 0;
        }
        let Some(container) = resource.declared_by.filter(|container| *container != id) else { return 0 };
        self.merge_tags(id, container);
        self.get(id).map_or(0, |resource| resource.tags.len())
    }

    /// Adds the tags of another resource.
    pub fn merge_tags(&mut self, id: ResourceId, from: ResourceId) {
        if let Ok([resource, from]) = self.resources.get_disjoint_mut([id.0, from.0]) {
            resource.tags.inherit(&mut from.tags);
        }
    }

    /// Tags a resource with the strings in a value. Returns the first that is not a valid tag.
    pub fn tag(&mut self, id: ResourceId, value: &Value) -> Option<String> {
        self.tag_changes += 1;
        self.resources.get_mut(id.0)?.tags.add_value(value)
    }

    /// Whether a resource or one of its containers has one of the tags at this time.
    pub fn is_tagged(&self, id: ResourceId, tags: &[String]) -> bool {
        let mut at = Some(id);
        while let Some(id) = at {
            let Some(resource) = self.get(id) else { return false };
            if tags.iter().any(|tag| resource.tags.has(tag)) {
                return true;
            }
            at = resource.declared_by.filter(|container| *container != id);
        }
        false
    }

    /// Adds a containment edge, unless it exists.
    pub fn add_edge(&mut self, from: ResourceId, to: ResourceId) {
        if self.edge_set.insert((from, to)) {
            self.edges.push((from, to));
        }
    }

    /// The containment edges, in the order in which they were added.
    pub fn edges(&self) -> &[(ResourceId, ResourceId)] {
        &self.edges
    }

    /// Adds the name of a declared class, which is also a tag of the catalog.
    pub fn add_class(&mut self, name: &str) {
        self.classes.push(name.to_owned());
        self.tags.add(name);
    }

    /// The names of declared classes, in order.
    pub fn classes(&self) -> &[String] {
        &self.classes
    }

    /// The tags of the catalog.
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// Adds the tags of a resource to those of the catalog.
    pub fn tag_catalog(&mut self, id: ResourceId) {
        if let Some(resource) = self.resources.get(id.0) {
            self.tags.merge(&resource.tags);
        }
    }

    /// Finishes the catalog. `sources` are the files that its places refer to.
    pub fn finish(self, header: Header, sources: Arc<Sources>) -> Catalog {
        Catalog {
            header,
            resources: self.resources,
            edges: self.edges,
            classes: self.classes,
            tags: self.tags,
            causes: self.causes,
            sources,
            index: self.index,
            type_relations: self.type_relations,
        }
    }

    /// Keeps the relationships that types of modules add.
    pub fn add_type_relations(&mut self, relations: Vec<crate::TypeRelation>) {
        self.type_relations.extend(relations);
    }
}
