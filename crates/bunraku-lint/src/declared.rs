//! The resources of a file, each with the definition that receives its attributes.

use bunraku_intern::FastSet;
use std::borrow::Cow;

use bunraku_infer::{ClassInfo, Lookup, Parameter, Project, ResourceInfo, bare, constant};
use bunraku_pcore::Type;
use bunraku_resources::{ResourceType, is_metaparameter};
use bunraku_syntax::ast::{Attribute, AttributeOperation, FunctionCall, Node, Resource, ResourceBody, View};
use bunraku_syntax::{NodeKind, Syntax};

use crate::File;

/// One title of a resource with its attributes.
#[derive(Clone, Copy)]
pub(crate) struct Declared<'f> {
    /// The word before the braces.
    pub type_node: Syntax<'f>,
    /// The type in lowercase, without a leading `::`.
    pub type_name: &'f str,
    pub body: ResourceBody<'f>,
    /// The body with the title `default`, whose attributes apply to the others.
    pub defaults: Option<ResourceBody<'f>>,
}

/// All resources of a file whose types are names.
pub(crate) fn all<'f>(file: &File<'f>) -> Vec<Declared<'f>> {
    file.nodes(NodeKind::Resource).filter_map(Resource::cast).flat_map(of).collect()
}

/// Those of one expression.
pub(crate) fn of(resource: Resource<'_>) -> Vec<Declared<'_>> {
    let Some(type_node) = resource.resource_type() else { return Vec::new() };
    let name = match type_node.kind() {
        NodeKind::Name => type_node.text(),
        // `class` is a keyword.
        _ if type_node.text() == "class" => "class",
        _ => return Vec::new(),
    };
    let type_name = bare(name);
    let is_default =
        |body: &ResourceBody<'_>| body.title().is_some_and(|title| title.kind() == NodeKind::Default);
    let defaults = resource.bodies().find(is_default);
    resource.bodies().map(|body| Declared { type_node, type_name, body, defaults }).collect()
}

impl<'f> Declared<'f> {
    /// The literal titles.
    pub fn titles(self) -> Vec<(Syntax<'f>, Cow<'f, str>)> {
        let Some(title) = self.body.title() else { return Vec::new() };
        let nodes: Vec<Syntax<'f>> = match Node::of(title) {
            Node::Array(array) => array.elements().collect(),
            _ => vec![title],
        };
        nodes.into_iter().filter_map(|node| Some((node, constant::string(node)?))).collect()
    }

    /// The attributes that are written by name.
    pub fn attributes(self) -> impl Iterator<Item = Attribute<'f>> {
        self.body.attributes().filter_map(|operation| match operation {
            AttributeOperation::Attribute(attribute) => Some(attribute),
            AttributeOperation::Splat(_) => None,
        })
    }

    /// The attribute of a name, its own or that of the `default` body.
    pub fn attribute(self, name: &str) -> Option<Attribute<'f>> {
        let defaults = self.defaults.map(|body| Declared { body, defaults: None, ..self });
        let own = self.attributes().find(|attribute| attribute.name() == name);
        own.or_else(|| defaults?.attribute(name))
    }

    /// The names of all attributes, its own and those of the defaults.
    pub fn names(self) -> FastSet<&'f str> {
        let defaults = self.defaults.map(|body| Declared { body, defaults: None, ..self });
        let defaults = defaults.into_iter().flat_map(Declared::attributes);
        self.attributes().chain(defaults).map(Attribute::name).collect()
    }

    /// Whether it is the body with the title `default`, which is not a resource.
    pub fn is_default(self) -> bool {
        self.body.title().is_some_and(|title| title.kind() == NodeKind::Default)
    }

    /// Whether attributes come from a hash, so that there may be more than are written.
    pub fn has_splat(self) -> bool {
        let bodies = [Some(self.body), self.defaults].into_iter().flatten();
        bodies
            .flat_map(ResourceBody::attributes)
            .any(|operation| matches!(operation, AttributeOperation::Splat(_)))
    }

    /// The definition that receives the attributes.
    pub fn taker<'a>(self, file: &'a File<'f>) -> Taker<'a> {
        if self.type_name == "class" {
            let titles = self.titles();
            let [(_, name)] = titles.as_slice() else { return Taker::Unknown };
            return match file.class(name) {
                Lookup::Found(class) => Taker::Class(class),
                _ => Taker::Unknown,
            };
        }
        taker(file, self.type_name)
    }
}

/// A definition that receives attributes.
pub(crate) enum Taker<'a> {
    Class(&'a ClassInfo),
    Define(&'a ClassInfo),
    BuiltIn(&'static ResourceType),
    Ruby(&'a ResourceInfo),
    /// The type does not exist.
    Missing,
    Unknown,
}

/// The definition that receives the attributes of a resource type.
pub(crate) fn taker<'a>(file: &'a File<'_>, name: &str) -> Taker<'a> {
    let name = bare(name);
    if let Lookup::Found(define) = file.define(name) {
        return Taker::Define(define);
    }
    if let Some(found) = file.project.and_then(|project| project.ruby_type(name)) {
        return Taker::Ruby(found);
    }
    if let Some(found) = ResourceType::find(name) {
        return Taker::BuiltIn(found);
    }
    match file.define(name) {
        Lookup::Missing if name.contains("::") => Taker::Missing,
        _ => Taker::Unknown,
    }
}

impl Taker<'_> {
    /// Whether it accepts an attribute; `None` if that is unknown.
    pub fn takes(&self, attribute: &str) -> Option<bool> {
        if is_metaparameter(attribute) {
            return Some(true);
        }
        match self {
            Taker::Class(class) => Some(class.parameter(attribute).is_some()),
            Taker::Define(define) => Some(define.parameter(attribute).is_some() || attribute == "name"),
            Taker::BuiltIn(ty) => Some(ty.has(attribute)),
            Taker::Ruby(ty) => ty.attributes.as_ref().map(|names| names.contains(attribute)),
            Taker::Missing | Taker::Unknown => None,
        }
    }

    /// The names of the attributes that it accepts, for suggestions.
    pub fn names(&self) -> Vec<&str> {
        match self {
            Taker::Class(class) | Taker::Define(class) => {
                class.parameters.iter().map(|parameter| parameter.name.as_str()).collect()
            }
            Taker::BuiltIn(ty) => ty.attributes.iter().map(AsRef::as_ref).collect(),
            Taker::Ruby(ty) => ty.attributes.iter().flatten().map(String::as_str).collect(),
            Taker::Missing | Taker::Unknown => Vec::new(),
        }
    }

    /// A description for messages.
    pub fn label(&self) -> String {
        match self {
            Taker::Class(class) => format!("class `{}`", class.name),
            Taker::Define(define) => format!("defined type `{}`", define.name),
            Taker::BuiltIn(ty) => format!("resource type `{}`", ty.name),
            Taker::Ruby(ty) => format!("resource type `{}`", ty.name),
            Taker::Missing | Taker::Unknown => String::new(),
        }
    }

    /// Its parameters, if it is written in Puppet.
    pub fn parameters(&self) -> Option<&[Parameter]> {
        match self {
            Taker::Class(class) | Taker::Define(class) => Some(&class.parameters),
            _ => None,
        }
    }
}

/// The type of a parameter, as far as it is known.
pub(crate) fn parameter_type(project: Option<&Project>, parameter: &Parameter) -> Type {
    project.map_or(Type::Any, |project| project.parameter_type(parameter))
}

/// Calls that make a class known by its name, in the arguments that are written as they are.
pub(crate) fn included_classes<'f>(call: &FunctionCall<'f>) -> Vec<(Syntax<'f>, Cow<'f, str>)> {
    if !matches!(call.name, "include" | "contain" | "require") {
        return Vec::new();
    }
    let mut found = Vec::new();
    for argument in call.argument_nodes() {
        let nodes: Vec<Syntax<'f>> = match Node::of(argument) {
            Node::Array(array) => array.elements().collect(),
            _ => vec![argument],
        };
        for node in nodes {
            let name = match Node::of(node) {
                Node::Access(access) if access.target().is_some_and(|target| target.text() == "Class") => {
                    access.keys().next().and_then(constant::string)
                }
                _ => constant::string(node),
            };
            found.extend(name.map(|name| (node, name)));
        }
    }
    found
}
