//! The titles of the resources that manifests declare.

use bunraku_intern::FastSet;
use bunraku_syntax::Syntax;
use bunraku_syntax::ast::{AttributeOperation, FunctionCall, Node, Resource, ResourceBody};

use crate::{bare, constant};

/// The titles of resources, as far as they are not computed.
#[derive(Default)]
pub struct KnownTitles {
    /// Types in lowercase, and titles.
    known: FastSet<(String, String)>,
    /// The types of resources with computed titles.
    computed: FastSet<String>,
}

impl KnownTitles {
    /// Whether a resource has a title or alias; the type is in lowercase.
    pub fn has(&self, ty: &str, title: &str) -> bool {
        self.known.contains(&(ty.to_owned(), title.to_owned()))
    }

    /// Whether resources of a type, in lowercase, have titles that are computed.
    pub fn are_computed(&self, ty: &str) -> bool {
        self.computed.contains(ty)
    }

    /// Adds the titles of a resource.
    pub fn resource(&mut self, resource: Resource<'_>) {
        let Some(ty) = resource.resource_type() else { return };
        let ty = bare(ty.text()).to_lowercase();
        let aliases = resource.bodies().flat_map(ResourceBody::attributes).filter_map(alias);
        let titles = resource.bodies().filter_map(ResourceBody::title);
        titles.chain(aliases).for_each(|title| self.add(&ty, title));
    }

    /// Adds the titles of the resources that a function declares.
    pub fn call(&mut self, call: &FunctionCall<'_>) {
        let argument = |at: usize| call.arguments.get(at).is_some().then(|| call.argument(at));
        let (ty, titles) = match call.name {
            "ensure_packages" | "stdlib::ensure_packages" => (Some("package".into()), argument(0)),
            "ensure_resource" | "ensure_resources" | "create_resources" => {
                (argument(0).flatten().and_then(constant::string), argument(1))
            }
            _ => return,
        };
        let ty = ty.map(|ty| ty.trim_start_matches([':', '@']).to_lowercase());
        match (ty, titles) {
            (Some(ty), Some(Some(titles))) => self.add(&ty, titles),
            // The titles are keys of a hash without braces.
            (Some(ty), Some(None)) => drop(self.computed.insert(ty)),
            _ => {}
        }
    }

    fn add(&mut self, ty: &str, title: Syntax<'_>) {
        match Node::of(title) {
            Node::Array(titles) => titles.elements().for_each(|title| self.add(ty, title)),
            Node::Hash(resources) => {
                resources.entries().filter_map(|entry| entry.key()).for_each(|title| self.add(ty, title));
            }
            // The defaults of the other titles.
            Node::Default(_) => {}
            _ => match constant::string(title) {
                Some(title) => drop(self.known.insert((ty.to_owned(), title.into_owned()))),
                None => drop(self.computed.insert(ty.to_owned())),
            },
        }
    }
}

/// The further titles of a resource.
fn alias(attribute: AttributeOperation<'_>) -> Option<Syntax<'_>> {
    match attribute {
        AttributeOperation::Attribute(attribute) if attribute.name() == "alias" => attribute.value(),
        _ => None,
    }
}
