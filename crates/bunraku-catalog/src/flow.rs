//! Metaparameters and tags that flow down from containers to their contents.

use std::collections::VecDeque;

use bunraku_resources::RELATIONSHIPS;

use crate::{CatalogBuilder, Cause, Param, Resource, ResourceId};

/// A parameter that flows down, and the resource that it comes from.
#[derive(Clone)]
struct Flowing {
    param: Param,
    from: ResourceId,
}

impl CatalogBuilder {
    /// Lets metaparameters and tags flow from `main`, `Class[main]`, down to its contents.
    pub fn flow_down(&mut self, main: ResourceId, is_metaparameter: impl Fn(&str) -> bool) {
        let mut children: Vec<Vec<ResourceId>> = vec![Vec::new(); self.resources.len()];
        for (from, to) in self.edges() {
            if let Some(list) = children.get_mut(from.0) {
                list.push(*to);
            }
        }
        let mut data: Vec<Option<Vec<Flowing>>> = vec![None; self.resources.len()];
        let mut seen = vec![false; self.resources.len()];
        let mut queue = VecDeque::from([main]);
        while let Some(id) = queue.pop_front() {
            if std::mem::replace(seen.get_mut(id.0).unwrap_or(&mut true), true) {
                continue;
            }
            let inherited = data.get(id.0).cloned().flatten();
            let flowing = inherited.unwrap_or_else(|| self.flowing(id, &is_metaparameter));
            for child in children.get(id.0).cloned().unwrap_or_default() {
                let mut own = flowing.clone();
                for param in self.flowing(child, &is_metaparameter) {
                    match own.iter_mut().find(|known| known.param.name == param.param.name) {
                        Some(known) => *known = param,
                        None => own.push(param),
                    }
                }
                self.receive(child, &flowing);
                if !flowing.is_empty()
                    && let Some(place) = data.get_mut(child.0)
                {
                    *place = Some(own);
                }
                self.merge_tags(child, id);
                queue.push_back(child);
            }
        }
    }

    /// Sets the inherited parameters that a resource does not set itself.
    fn receive(&mut self, id: ResourceId, flowing: &[Flowing]) {
        for Flowing { param, from } in flowing {
            if self.get(id).is_some_and(|resource| resource.get(&param.name).is_none()) {
                let cause = self.cause(Cause::Flow { from: *from, cause: param.cause });
                if let Some(resource) = self.resources.get_mut(id.0) {
                    resource.set(Param { cause, ..param.clone() });
                }
            }
        }
    }

    /// The metaparameters of a resource that flow down: all except relationships.
    fn flowing(&self, id: ResourceId, is_metaparameter: impl Fn(&str) -> bool) -> Vec<Flowing> {
        let flows = |param: &&Param| {
            is_metaparameter(&param.name)
                && !RELATIONSHIPS.contains(&param.name.as_str())
                && !param.value.is_undef()
        };
        let params = self.get(id).map_or(&[][..], |resource: &Resource| &resource.params);
        params.iter().filter(flows).map(|param| Flowing { param: param.clone(), from: id }).collect()
    }
}
