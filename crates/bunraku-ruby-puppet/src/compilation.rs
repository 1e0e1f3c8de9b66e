//! The compilation as Ruby code sees it from its scope: the compiler, the catalog and the node, one object each, on which
//! code may define methods of its own.

use std::rc::Rc;

use bunraku_intern::Symbol;
use bunraku_pcore::{Hash, Str, Value};
use bunraku_ruby::{
    Args, R,
    value::{RObject, Val},
};

use crate::{
    binding::{ANY, BoundClass, Cx, method},
    convert::{from_puppet, optional},
};

pub(crate) static COMPILER: BoundClass = BoundClass {
    name: "Puppet::Parser::Compiler",
    superclass: Some("Object"),
    methods: &[&[
        method("add_resource", 2, 2, |cx, _, args| enter(cx, &args.get(1), true)),
        method("catalog", 0, 0, |cx, _, _| cx.the(&CATALOG)),
        method("classlist", 0, 0, classes),
        method("environment", 0, 0, environment),
        method("facts", 0, 0, facts),
        method("findresource", 1, 2, find_resource),
        method("inspect", 0, 0, |_, _, _| Ok(Val::str("#<Puppet::Parser::Compiler>"))),
        method("loaders", 0, 0, loaders),
        method("node", 0, 0, |cx, _, _| cx.the(&NODE)),
        method("resources", 0, 0, resources),
        method("topscope", 0, 0, |cx, _, _| Ok(cx.top_scope_object())),
    ]],
    singleton: &[],
};

/// What the catalog holds. Its methods are written in Ruby; the class must be there before the catalog's, which is in it.
pub(crate) static RESOURCE: BoundClass =
    BoundClass { name: "Puppet::Resource", superclass: Some("Object"), methods: &[], singleton: &[] };

pub(crate) static CATALOG: BoundClass = BoundClass {
    name: "Puppet::Resource::Catalog",
    superclass: Some("Object"),
    methods: &[&[
        method("add_resource", 0, ANY, add_resource),
        method("classes", 0, 0, classes),
        method("environment", 0, 0, |cx, _, _| Ok(string(cx.host().environment_name()))),
        method("environment_instance", 0, 0, environment),
        method("inspect", 0, 0, |_, _, _| Ok(Val::str("#<Puppet::Resource::Catalog>"))),
        method("name", 0, 0, |cx, _, _| Ok(string(cx.host().node_name()))),
        method("remove_resource", 0, ANY, remove_resource),
        method("resource", 1, 2, find_resource),
        method("resource_keys", 0, 0, resource_keys),
        method("resource_refs", 0, 0, resource_refs),
        method("resources", 0, 0, resources),
        method("tags", 0, 0, tags),
    ]],
    singleton: &[],
};

pub(crate) static NODE: BoundClass = BoundClass {
    name: "Puppet::Node",
    superclass: Some("Object"),
    methods: &[&[
        method("environment", 0, 0, environment),
        method("environment_name", 0, 0, |cx, _, _| {
            Ok(cx.host().environment_name().map_or(Val::Nil, Val::Sym))
        }),
        method("facts", 0, 0, facts),
        method("inspect", 0, 0, |_, _, _| Ok(Val::str("#<Puppet::Node>"))),
        method("name", 0, 0, |cx, _, _| Ok(string(cx.host().node_name()))),
        method("parameters", 0, 0, parameters),
        method("trusted_data", 0, 0, |cx, _, _| Ok(optional(cx.host().plain_variable("::trusted")))),
    ]],
    singleton: &[],
};

/// The names of the classes in the catalog.
pub(crate) fn classes(cx: &mut Cx<'_, '_>, _: &Val, _: &Args) -> R {
    Ok(strings(cx.host().classes()))
}

/// The tags in the catalog.
pub(crate) fn tags(cx: &mut Cx<'_, '_>, _: &Val, _: &Args) -> R {
    Ok(strings(cx.host().tags()))
}

pub(crate) fn environment(cx: &mut Cx<'_, '_>, _: &Val, _: &Args) -> R {
    cx.ruby().load_library("puppet")?;
    let name = cx.host().environment_name().map_or(Val::Nil, Val::Sym);
    let object = RObject::new(cx.class("Puppet::Node::Environment"));
    object.set_variable(Symbol::new("@name"), name);
    Ok(Val::Object(Rc::new(object)))
}

/// The facts of the node, as the object that has them.
fn facts(cx: &mut Cx<'_, '_>, _: &Val, _: &Args) -> R {
    cx.ruby().load_library("puppet")?;
    let class = Val::Class(cx.class("Puppet::Node::Facts"));
    let (name, values) = (string(cx.host().node_name()), optional(cx.host().facts()));
    cx.ruby().call(&class, "new", vec![name, values])
}

/// The facts of the node and its environment.
fn parameters(cx: &mut Cx<'_, '_>, _: &Val, _: &Args) -> R {
    let mut parameters = match cx.host().facts() {
        Some(Value::Hash(facts)) => facts,
        _ => Hash::new(),
    };
    if parameters.get_str("environment").is_none()
        && let Some(name) = cx.host().environment_name()
    {
        parameters.insert(Value::str("environment"), Value::Str(name));
    }
    Ok(from_puppet(&Value::Hash(parameters)))
}

fn loaders(cx: &mut Cx<'_, '_>, _: &Val, _: &Args) -> R {
    cx.ruby().load_library("puppet/pops/loaders")?;
    let class = cx.class("Puppet::Pops::Loaders");
    cx.ruby().call(&Val::Class(class), "new", Vec::new())
}

pub(crate) fn find_resource(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    cx.ruby().load_library("puppet")?;
    let class = Val::Class(cx.class("Puppet::Resource"));
    let parts = cx.ruby().call(&class, "type_and_title", vec![args.get(0), args.get(1)])?;
    let parts = cx.ruby().arg_array(&parts)?;
    let type_name = cx.ruby().to_s(&parts.get(0).unwrap_or_default())?;
    let title = cx.ruby().to_s(&parts.get(1).unwrap_or_default())?;
    // Puppet keeps this class by the symbol `:main`, which no title is equal to.
    if type_name == "Class" && title.eq_ignore_ascii_case("main") {
        return Ok(Val::Nil);
    }
    match cx.host().find_resource(&type_name, &title) {
        Some(reference) => cx.catalog_resource(reference),
        None => Ok(Val::Nil),
    }
}

/// Puts resources that code has made into the catalog.
fn add_resource(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    for resource in &args.list {
        enter(cx, resource, false)?;
    }
    Ok(Val::Nil)
}

fn enter(cx: &mut Cx<'_, '_>, resource: &Val, contained: bool) -> R {
    cx.ruby().call(resource, "enter", vec![Val::Bool(contained)])
}

/// Takes resources out of the catalog.
fn remove_resource(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    for resource in &args.list {
        if let Value::Type(reference) = cx.puppet_value_of(resource)? {
            cx.host().remove_resource(&reference);
        }
    }
    Ok(Val::Nil)
}

fn resources(cx: &mut Cx<'_, '_>, _: &Val, _: &Args) -> R {
    let mut resources = Vec::new();
    for reference in cx.host().resources() {
        resources.push(cx.catalog_resource(reference)?);
    }
    Ok(Val::array(resources))
}

/// The references of all resources as strings.
fn resource_refs(cx: &mut Cx<'_, '_>, this: &Val, args: &Args) -> R {
    of_each(cx, this, args, |cx, resource| cx.ruby().call(resource, "ref", Vec::new()))
}

/// The type and the title of all resources.
fn resource_keys(cx: &mut Cx<'_, '_>, this: &Val, args: &Args) -> R {
    of_each(cx, this, args, |cx, resource| {
        let type_name = cx.ruby().call(resource, "type", Vec::new())?;
        Ok(Val::array(vec![type_name, cx.ruby().call(resource, "title", Vec::new())?]))
    })
}

fn of_each(cx: &mut Cx<'_, '_>, this: &Val, args: &Args, part: impl Fn(&mut Cx<'_, '_>, &Val) -> R) -> R {
    let resources = resources(cx, this, args)?;
    let resources = cx.ruby().arg_array(&resources)?.to_vec();
    Ok(Val::array(resources.iter().map(|resource| part(cx, resource)).collect::<R<_>>()?))
}

fn string(text: Option<Str>) -> Val {
    text.map_or(Val::Nil, |text| Val::str(text.as_str()))
}

fn strings(all: Vec<Str>) -> Val {
    Val::array(all.iter().map(|each| Val::str(each.as_str())).collect())
}

impl Cx<'_, '_> {
    /// The one object of a class of the compilation.
    pub(crate) fn the(&mut self, class: &'static BoundClass) -> R {
        let (name, class) = (class.name, self.class(class.name));
        let memory = self.memory();
        // The objects of a framework for tests outlast its compilations, as its scope does.
        let tested = memory.common.scope.borrow().is_some();
        let kept = if tested { &memory.common.compilation } else { &memory.compilation };
        let mut kept = kept.borrow_mut();
        // Not by its class, which is another one as soon as code has defined a method on the object.
        let object = match kept.iter().find(|(known, _)| *known == name) {
            Some((_, object)) => Rc::clone(object),
            None => {
                let object = Rc::new(RObject::new(class));
                kept.push((name, Rc::clone(&object)));
                object
            }
        };
        Ok(Val::Object(object))
    }
}
