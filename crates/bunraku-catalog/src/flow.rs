//! What flows down from what contains it: metaparameters and tags.

use bunraku_resources::RELATIONSHIPS;

use crate::{
    compiler::{Compiler, CompilerState},
    resource::{Param, Resource, ResourceId},
};

impl Compiler<'_> {
    /// Metaparameters and tags flow from `Class[main]` down to what it contains.
    pub(crate) fn flow_down(&mut self) {
        let state = self.state();
        let Some(main) = state.find("Class", "main") else { return };
        let mut children: Vec<Vec<ResourceId>> = vec![Vec::new(); state.resources.len()];
        for (from, to) in &state.edges {
            if let Some(list) = children.get_mut(from.0) {
                list.push(*to);
            }
        }
        let mut data: Vec<Option<Vec<Param>>> = vec![None; state.resources.len()];
        let mut seen = vec![false; state.resources.len()];
        let mut queue = std::collections::VecDeque::from([main]);
        while let Some(id) = queue.pop_front() {
            if seen.get(id.0).copied().unwrap_or(true) {
                continue;
            }
            if let Some(seen) = seen.get_mut(id.0) {
                *seen = true;
            }
            let inherited = data.get(id.0).cloned().flatten();
            let flowing = inherited
                .unwrap_or_else(|| state.get(id).map_or(Vec::new(), |resource| state.flowing(resource)));
            let tags = state.get(id).map(|resource| resource.tags.clone()).unwrap_or_default();
            for child in children.get(id.0).cloned().unwrap_or_default() {
                let of_child = state.get(child).map_or(Vec::new(), |resource| state.flowing(resource));
                let Some(resource) = state.resources.get_mut(child.0) else { continue };
                let mut own = flowing.clone();
                for param in &flowing {
                    if resource.get(&param.name).is_none() {
                        resource.set(param.clone());
                    }
                }
                for param in of_child {
                    match own.iter_mut().find(|known| known.name == param.name) {
                        Some(known) => *known = param,
                        None => own.push(param),
                    }
                }
                if !flowing.is_empty()
                    && let Some(place) = data.get_mut(child.0)
                {
                    *place = Some(own);
                }
                resource.tags.merge(&tags);
                queue.push_back(child);
            }
        }
    }
}

impl CompilerState {
    /// The metaparameters of a resource that flow down: all that relate to nothing else.
    fn flowing(&self, resource: &Resource) -> Vec<Param> {
        let flows = |param: &&Param| {
            self.is_metaparameter(&param.name)
                && !RELATIONSHIPS.contains(&param.name.as_str())
                && !param.value.is_undef()
        };
        resource.params.iter().filter(flows).cloned().collect()
    }
}
