//! `Puppet::Parser::Scope`: the scope of the Puppet code that called Ruby code.

use std::rc::Rc;

use bunraku_intern::Symbol;
use bunraku_pcore::{Type, Value};

use crate::{
    Args, Interp, R,
    class::{ANY, NativeClass, NativeMethod, method},
    value::{Data, RObject, Val},
};

pub(super) static SCOPE: NativeClass = NativeClass::in_chapters(
    "Puppet::Parser::Scope",
    "Object",
    &[],
    &[METHODS, super::logging::METHODS],
    &[],
    |_| {},
);

const METHODS: &[NativeMethod] = &[
    method("lookupvar", 1, 2, lookup),
    method("[]", 1, 2, lookup),
    method("setvar", 2, 3, set),
    method("[]=", 2, 3, set),
    method("include?", 1, 1, includes),
    method("exist?", 1, 1, has),
    method("bound?", 1, 1, has),
    method("to_hash", 0, 2, to_hash),
    method("call_function", 1, 2, call_function),
    method("method_missing", 1, ANY, method_missing),
    method("respond_to?", 1, 2, responds),
    method("catalog", 0, 0, catalog),
    method("classes", 0, 0, |interp, _, _| Ok(interp.property("classes"))),
    method("tags", 0, 0, |interp, _, _| Ok(interp.property("tags"))),
    method("environment", 0, 0, environment),
    method("compiler", 0, 0, |_, this, _| Ok(this.clone())),
    method("node", 0, 0, |_, this, _| Ok(this.clone())),
    method("name", 0, 0, |interp, _, _| Ok(interp.property("node"))),
    method("facts", 0, 0, |interp, _, _| Ok(interp.property("facts"))),
    method("file", 0, 0, |interp, _, _| Ok(interp.property("file"))),
    method("line", 0, 0, |interp, _, _| Ok(interp.property("line"))),
    method("findresource", 1, 2, find_resource),
    method("resource", 0, 2, resource),
    method("resources", 0, 0, resources),
    method("lookupdefaults", 1, 1, lookup_defaults),
    method("find_global_scope", 0, 0, |_, this, _| Ok(this.clone())),
    method("to_s", 0, 0, |interp, _, _| {
        Ok(match interp.property("scope") {
            Val::Nil => Val::str("Scope()"),
            name => name,
        })
    }),
    method("inspect", 0, 0, |_, _, _| Ok(Val::str("#<Puppet::Parser::Scope>"))),
];

fn lookup(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let Val::Str(name) = args.get(0) else {
        let shown = interp.inspect(&args.get(0))?;
        return Err(
            interp.error("Puppet::ParseError", format!("the name of a variable is a string, not {shown}"))
        );
    };
    let name = name.text();
    let key = (interp.host.scope_number(), name);
    if let Some(value) = interp.state.variables.get(&key) {
        return Ok(value.clone());
    }
    match interp.host.variable(&key.1) {
        Ok(Some(value)) => Ok(interp.shared_from_puppet(&value)),
        Ok(None) => Ok(Val::Nil),
        Err(error) => Err(interp.host_error(error)),
    }
}

fn set(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let name = interp.arg_str(&args.get(0))?;
    let value = interp.to_puppet(&args.get(1))?;
    match interp.host.set_variable(&name, value) {
        Ok(()) => {
            let key = (interp.host.scope_number(), name);
            interp.state.variables.insert(key, args.get(1));
            Ok(args.get(1))
        }
        Err(error) => Err(interp.host_error(error)),
    }
}

fn has(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let name = interp.to_s(&args.get(0))?;
    Ok(Val::Bool(interp.host.has_variable(&name)))
}

/// `include?`, and `has_variable?` of a template: whether a variable has a value, which `undef` is not.
pub(super) fn includes(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let name = interp.to_s(&args.get(0))?;
    Ok(Val::Bool(interp.host.plain_variable(&name).is_some_and(|value| !value.is_undef())))
}

fn to_hash(interp: &mut Interp<'_>, _: &Val, _: &Args) -> R {
    let mut entries = Vec::new();
    for (name, value) in interp.host.variables() {
        entries.push((Val::str(name.as_str()), interp.shared_from_puppet(&value)));
    }
    Ok(Val::hash(entries))
}

fn call_function(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let name = interp.arg_name(&args.get(0))?;
    let list = match args.get(1) {
        Val::Array(list) => list.to_vec(),
        Val::Nil => Vec::new(),
        other => vec![other],
    };
    interp.call_puppet(&name, &list)
}

/// `function_NAME([arguments])` calls a function that has the interface of Puppet 3; anything else does not exist.
fn method_missing(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let name = interp.arg_name(&args.get(0))?;
    let function = name.strip_prefix("function_").filter(|name| interp.is_legacy_function(name));
    let Some(function) = function else {
        return Err(interp.no_method(this, Symbol::new(&name), false));
    };
    let Val::Array(list) = args.get(1) else {
        let message = format!("`{name}` takes its arguments as one array");
        return Err(interp.argument_error(message));
    };
    interp.call_legacy_function(function, &list.to_vec())
}

fn responds(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let name = interp.arg_name(&args.get(0))?;
    let function = name.strip_prefix("function_").is_some_and(|name| interp.is_legacy_function(name));
    Ok(Val::Bool(function || interp.responds(this, &name)))
}

/// The catalog: it answers what the scope answers, and `resource` as `findresource`.
fn catalog(_: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(this.clone())
}

fn environment(interp: &mut Interp<'_>, _: &Val, _: &Args) -> R {
    interp.load_library("puppet")?;
    let name = interp.property("environment");
    let class = interp.class_named("Puppet::Node::Environment").unwrap_or_else(|| interp.class_of(&Val::Nil));
    let object = RObject::new(class);
    object.set_variable(Symbol::new("@name"), name);
    Ok(Val::Object(Rc::new(object)))
}

fn find_resource(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    interp.load_library("puppet")?;
    let Some(class) = interp.class_named("Puppet::Resource") else { return Ok(Val::Nil) };
    let parts = interp.call(&Val::Class(class), "type_and_title", vec![args.get(0), args.get(1)])?;
    let parts = interp.arg_array(&parts)?;
    let type_name = interp.to_s(&parts.get(0).unwrap_or_default())?;
    let title = interp.to_s(&parts.get(1).unwrap_or_default())?;
    let found = interp.property(&format!("resource {type_name}[{title}]"));
    interp.resource_object(found)
}

fn resources(interp: &mut Interp<'_>, _: &Val, _: &Args) -> R {
    let Val::Array(all) = interp.property("resources") else { return Ok(Val::array(Vec::new())) };
    let mut resources = Vec::new();
    for reference in all.to_vec() {
        resources.push(interp.resource_object(reference)?);
    }
    Ok(Val::array(resources))
}

/// The resource whose code runs; with arguments, of the catalog, one of its resources.
fn resource(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if !args.is_empty() {
        return find_resource(interp, this, args);
    }
    let own = interp.property("own resource");
    interp.resource_object(own)
}

/// The resource defaults of a type that are in force: an object that has a `name` and a `value` for each attribute.
fn lookup_defaults(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    interp.load_library("puppet")?;
    let type_name = interp.to_s(&args.get(0))?;
    let Some(Value::Hash(defaults)) = interp.host.property(&format!("defaults {type_name}")) else {
        return Ok(Val::hash(Vec::new()));
    };
    let class = interp.class_named("Puppet::Parser::Resource::Param");
    let class = class.unwrap_or_else(|| interp.class_of(&Val::Nil));
    let mut entries = Vec::new();
    for (name, value) in defaults.iter() {
        let Value::Str(name) = name else { continue };
        let param = RObject::new(Rc::clone(&class));
        param.set_variable(Symbol::new("@name"), Val::sym(name.as_str()));
        param.set_variable(Symbol::new("@value"), interp.from_puppet(value));
        entries.push((Val::sym(name.as_str()), Val::Object(Rc::new(param))));
    }
    Ok(Val::hash(entries))
}

impl Interp<'_> {
    /// Whether a function has the interface of Puppet 3.
    fn is_legacy_function(&mut self, name: &str) -> bool {
        self.property(&format!("legacy {name}")).truthy()
    }

    /// A `Puppet::Resource` for a reference; other values stay what they are.
    pub(crate) fn resource_object(&mut self, reference: Val) -> R {
        let is_reference = match &reference {
            Val::Puppet(value) => matches!(**value, Value::Type(Type::Resource(_) | Type::Class(_))),
            _ => false,
        };
        if !is_reference {
            return Ok(reference);
        }
        self.load_library("puppet")?;
        let Some(class) = self.class_named("Puppet::Resource") else { return Ok(reference) };
        self.call(&Val::Class(class), "new", vec![reference])
    }

    /// The reference that a `Puppet::Resource` stands for.
    pub(crate) fn reference_of(&self, object: &RObject) -> Option<Val> {
        let class = self.class_named("Puppet::Resource")?;
        let is_resource = Rc::ptr_eq(&object.class(), &class);
        is_resource.then(|| object.variable(Symbol::new("@reference"))).flatten()
    }

    /// The scope as an object.
    pub fn scope_object(&mut self) -> Val {
        let class = Rc::clone(&self.state.known.scope);
        Val::Object(Rc::new(RObject::with_data(class, Data::Scope)))
    }
}
