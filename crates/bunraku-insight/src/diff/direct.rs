//! Two catalogs of this program, compared without converting what they share.
//!
//! Between two revisions, nearly all resources of a node are the same. Those that certainly are take no part in the
//! comparison; the others are converted to what agents would receive.

use std::collections::{HashMap, HashSet};

use bunraku_catalog::{Catalog, Resource};

use super::snapshot::{Home, Snapshot};
use super::{Change, Ignore, compare};

/// The differences between two catalogs, by resource.
pub fn compare_catalogs(old: (&Catalog, &Home), new: (&Catalog, &Home), ignore: &Ignore) -> Vec<Change> {
    let (before, after) = (Contained::of(old.0), Contained::of(new.0));
    let mut differing: HashSet<Name<'_>> = HashSet::new();
    for resource in new.0.resources() {
        if !before.has_same(resource, &after) {
            differing.insert(name(resource));
        }
    }
    differing.extend(old.0.resources().map(name).filter(|name| !after.resources.contains_key(name)));
    let is_wanted = |resource: &Resource| !differing.is_empty() && differing.contains(&name(resource));
    let (old, new) = (Snapshot::of_some(old.0, old.1, is_wanted), Snapshot::of_some(new.0, new.1, is_wanted));
    compare(&old, &new, ignore)
}

type Name<'c> = (&'c str, &'c str);

/// The resources of a catalog by name, and their containers.
struct Contained<'c> {
    resources: HashMap<Name<'c>, &'c Resource>,
    containers: HashMap<Name<'c>, Name<'c>>,
}

impl<'c> Contained<'c> {
    fn of(catalog: &'c Catalog) -> Contained<'c> {
        Contained {
            resources: catalog.resources().map(|resource| (name(resource), resource)).collect(),
            containers: catalog.edges().map(|(from, to)| (name(to), name(from))).collect(),
        }
    }

    /// Whether this catalog has the same resource as another one, in the same container.
    fn has_same(&self, resource: &Resource, other: &Contained<'_>) -> bool {
        self.resources
            .get(&name(resource))
            .is_some_and(|here| is_same(here, resource) && self.container(here) == other.container(resource))
    }

    fn container(&self, resource: &Resource) -> Option<Name<'c>> {
        self.containers.get(&name(resource)).copied()
    }
}

fn name(resource: &Resource) -> Name<'_> {
    (resource.type_name.as_str(), resource.title.as_str())
}

/// Whether an agent certainly receives the same for two resources of one name. If only the order of parameters differs,
/// the answer is `false`.
fn is_same(one: &Resource, other: &Resource) -> bool {
    one.kind == other.kind
        && one.exported == other.exported
        && one.raw_title == other.raw_title
        && one.title_values == other.title_values
        && one.sensitive == other.sensitive
        && one
            .params
            .iter()
            .map(|param| (&param.name, &param.value))
            .eq(other.params.iter().map(|param| (&param.name, &param.value)))
        && namevar(one) == namevar(other)
}

fn namevar(resource: &Resource) -> Option<&str> {
    resource.ty.as_ref().map(|ty| ty.namevar())
}
