//! `Puppet::Parser::Scope`: the scope of the Puppet code that called Ruby code.

use std::{rc::Rc, sync::LazyLock};

use bunraku_intern::Symbol;
use bunraku_pcore::{Str, Type, Value};
use bunraku_ruby::{
    Args, R,
    class::RClass,
    value::{RObject, Val},
};

use crate::{
    binding::{ANY, BoundClass, BoundMethod, Cx, PARSE_ERROR, method},
    compilation,
    convert::from_puppet,
    logging,
    value::wrap,
};

pub(crate) static SCOPE: BoundClass = BoundClass {
    name: "Puppet::Parser::Scope",
    superclass: Some("Object"),
    methods: &[METHODS, logging::METHODS],
    singleton: &[],
};

const METHODS: &[BoundMethod] = &[
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
    method("catalog", 0, 0, |cx, _, _| cx.the(&compilation::CATALOG)),
    method("tags", 0, 0, compilation::tags),
    method("environment", 0, 0, compilation::environment),
    method("compiler", 0, 0, |cx, _, _| cx.the(&compilation::COMPILER)),
    method("file", 0, 0, |cx, _, _| Ok(string(cx.host().place().map(|(file, _)| file)))),
    method("line", 0, 0, |cx, _, _| Ok(Val::from(cx.host().place().map(|(_, line)| i64::from(line))))),
    method("findresource", 1, 2, compilation::find_resource),
    method("resource", 0, 0, resource),
    method("source", 0, 0, source),
    method("lookupdefaults", 1, 1, lookup_defaults),
    method("find_global_scope", 0, 0, |cx, _, _| Ok(cx.top_scope_object())),
    method("is_classscope?", 0, 0, |cx, _, _| {
        Ok(Val::Bool(matches!(cx.host().own_resource(), Some(Type::Class(_)))))
    }),
    method("is_nodescope?", 0, 0, |cx, _, _| Ok(Val::Bool(is_node(cx.host().own_resource())))),
    method("is_topscope?", 0, 0, is_topscope),
    method("topscope", 0, 0, |cx, _, _| Ok(cx.top_scope_object())),
    method("to_s", 0, 0, to_s),
    method("inspect", 0, 0, to_s),
];

/// The variable that marks the top scope. Every call to a method of the binding reads it.
static TOP: LazyLock<Symbol> = LazyLock::new(|| Symbol::new("@top"));

/// Whether a value is the top scope.
pub(crate) fn is_top(value: &Val) -> bool {
    matches!(value, Val::Object(object) if object.variable(*TOP).is_some())
}

fn lookup(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let Val::Str(name) = args.get(0) else {
        let shown = cx.ruby().inspect(&args.get(0))?;
        let message = format!("expected the name of a variable as a string, got {shown}");
        return Err(cx.ruby().error(PARSE_ERROR, message));
    };
    let key = (cx.host().scope_number(), name.text());
    if let Some(value) = cx.memory().variables.borrow().get(&key) {
        return Ok(value.clone());
    }
    match cx.host().variable(&key.1) {
        Ok(Some(value)) => Ok(cx.shared_from_puppet(&value)),
        Ok(None) => Ok(Val::Nil),
        Err(error) => Err(cx.host_error(error)),
    }
}

fn set(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let name = cx.ruby().arg_str(&args.get(0))?;
    let value = cx.puppet_value_of(&args.get(1))?;
    match cx.host().set_variable(&name, value) {
        Ok(()) => {
            let key = (cx.host().scope_number(), name);
            cx.memory().variables.borrow_mut().insert(key, args.get(1));
            Ok(args.get(1))
        }
        Err(error) => Err(cx.host_error(error)),
    }
}

fn has(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let name = cx.ruby().to_s(&args.get(0))?;
    Ok(Val::Bool(cx.host().has_variable(&name)))
}

/// `include?`, and `has_variable?` of a template: whether a variable is set and not `undef`.
pub(crate) fn includes(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let name = cx.ruby().to_s(&args.get(0))?;
    Ok(Val::Bool(cx.host().plain_variable(&name).is_some_and(|value| !value.is_undef())))
}

fn to_hash(cx: &mut Cx<'_, '_>, _: &Val, _: &Args) -> R {
    let mut entries = Vec::new();
    for (name, value) in cx.host().variables() {
        entries.push((Val::str(name.as_str()), cx.shared_from_puppet(&value)));
    }
    Ok(Val::hash(entries))
}

fn call_function(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let name = cx.ruby().arg_name(&args.get(0))?;
    // Puppet passes the arguments on with a splat, which turns a hash into pairs.
    let list = cx.ruby().splat(args.get(1))?;
    cx.call_puppet_with(&name, &list, args.block.as_ref())
}

/// `function_NAME([arguments])` calls a function of the Puppet 3 API. Any other method does not exist.
fn method_missing(cx: &mut Cx<'_, '_>, this: &Val, args: &Args) -> R {
    let name = cx.ruby().arg_name(&args.get(0))?;
    let function = name.strip_prefix("function_").filter(|name| cx.host().has_legacy_function(name));
    let Some(function) = function else {
        return Err(cx.ruby().no_method(this, &name, false));
    };
    let Val::Array(list) = args.get(1) else {
        let message = format!("`{name}` takes its arguments as one array");
        return Err(cx.ruby().argument_error(message));
    };
    cx.call_legacy_function(function, &list.to_vec())
}

fn responds(cx: &mut Cx<'_, '_>, this: &Val, args: &Args) -> R {
    let name = cx.ruby().arg_name(&args.get(0))?;
    let function = name.strip_prefix("function_").is_some_and(|name| cx.host().has_legacy_function(name));
    Ok(Val::Bool(function || cx.ruby().responds(this, &name)))
}

/// `resource`: the resource whose code is running.
fn resource(cx: &mut Cx<'_, '_>, _: &Val, _: &Args) -> R {
    match cx.host().own_resource() {
        Some(own) => cx.catalog_resource(own),
        None => Ok(Val::Nil),
    }
}

fn is_node(own: Option<Type>) -> bool {
    matches!(own, Some(Type::Resource(own)) if own.type_name.as_deref() == Some("Node"))
}

/// Whether the code is outside classes, defined types and nodes.
fn is_topscope(cx: &mut Cx<'_, '_>, _: &Val, _: &Args) -> R {
    let own = cx.host().own_resource();
    Ok(Val::Bool(matches!(own, Some(Type::Class(class)) if class.name.as_deref() == Some("main"))))
}

/// `source`: the class, defined type or node whose code is running.
fn source(cx: &mut Cx<'_, '_>, _: &Val, _: &Args) -> R {
    let Some(own) = cx.host().own_resource() else { return Ok(Val::Nil) };
    let own = cx.catalog_resource(own)?;
    let module = cx.host().plain_variable("module_name");
    let module = Val::str(module.as_ref().and_then(Value::as_str).unwrap_or_default());
    let class = Val::Class(cx.class("Puppet::Resource::Type"));
    cx.ruby().call(&class, "of", vec![own, module])
}

/// The resource defaults that apply to a type, by attribute. Each is an object with a `name` and a `value`.
fn lookup_defaults(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    cx.ruby().load_library("puppet")?;
    let type_name = cx.ruby().to_s(&args.get(0))?;
    let class = Val::Class(cx.class("Puppet::Parser::Resource::Param"));
    let mut entries = Vec::new();
    for (name, value) in cx.host().resource_defaults(&type_name) {
        let name = Val::sym(name.as_str());
        let param = cx.ruby().call(&class, "new", vec![name.clone(), from_puppet(&value)])?;
        entries.push((name, param));
    }
    Ok(Val::hash(entries))
}

fn to_s(cx: &mut Cx<'_, '_>, _: &Val, _: &Args) -> R {
    let shown = match cx.host().own_resource() {
        // The class of top-level code is the only one whose title Puppet does not capitalize.
        Some(Type::Class(class)) if class.name.as_deref() == Some("main") => "Class[main]".to_string(),
        Some(own) => {
            let own = cx.resource_object(own)?;
            cx.ruby().to_s(&own)?
        }
        None => String::new(),
    };
    Ok(Val::str(format!("Scope({shown})")))
}

fn string(text: Option<Str>) -> Val {
    text.map_or(Val::Nil, |text| Val::str(text.as_str()))
}

impl Cx<'_, '_> {
    /// A class of the binding. If code has removed its constant, `Object` is used instead.
    pub(crate) fn class(&mut self, name: &str) -> Rc<RClass> {
        let ruby = self.ruby();
        ruby.class_named(name).unwrap_or_else(|| Rc::clone(&ruby.state.known.object))
    }

    /// A `Puppet::Resource` for a reference to a resource. Any other type is wrapped as it is.
    pub(crate) fn resource_object(&mut self, reference: Type) -> R {
        self.object_of(reference, "Puppet::Resource")
    }

    /// A resource in the catalog.
    pub(crate) fn catalog_resource(&mut self, reference: Type) -> R {
        self.object_of(reference, "Puppet::Parser::Resource")
    }

    fn object_of(&mut self, reference: Type, class: &str) -> R {
        let is_reference = matches!(reference, Type::Resource(_) | Type::Class(_));
        let reference = wrap(Value::Type(reference));
        if !is_reference {
            return Ok(reference);
        }
        self.ruby().load_library("puppet")?;
        let class = Val::Class(self.class(class));
        self.ruby().call(&class, "new", vec![reference])
    }

    /// The reference of a `Puppet::Resource`.
    pub(crate) fn reference_of(&mut self, object: &RObject) -> Option<Val> {
        let class = self.ruby().class_named("Puppet::Resource")?;
        let is_resource = object.class().ancestors().iter().any(|each| Rc::ptr_eq(each, &class));
        is_resource.then(|| object.variable(Symbol::new("@reference"))).flatten()
    }

    /// The scope as a Ruby object.
    pub(crate) fn scope_object(&mut self) -> Val {
        let kept = self.memory().common.scope.borrow().clone();
        kept.or_else(|| self.own_scope_object())
            .unwrap_or_else(|| Val::Object(Rc::new(RObject::new(self.class(SCOPE.name)))))
    }

    /// The object of the scope, if code has defined methods for it.
    fn own_scope_object(&mut self) -> Option<Val> {
        if self.memory().scopes.borrow().is_empty() {
            return None;
        }
        let number = self.host().scope_number();
        self.memory().scopes.borrow().get(&number).cloned()
    }

    /// Keeps the object of the scope if code has defined methods for it.
    pub(crate) fn keep_methods_of_scope(&mut self, scope: &Val) {
        let Val::Object(object) = scope else { return };
        let class = object.class();
        if is_top(scope) || Rc::ptr_eq(&class, &self.class(SCOPE.name)) {
            return;
        }
        if class.own_method(Symbol::new("lookupdefaults")).is_some() {
            self.host().defines_defaults();
        }
        let number = self.host().scope_number();
        self.memory().scopes.borrow_mut().insert(number, scope.clone());
    }

    /// Asks the method that code has defined for the scope.
    pub(crate) fn scope_defaults(&mut self, type_name: &str) -> R<Vec<(Str, Value)>> {
        let scope = self.scope_object();
        if let Val::Object(object) = &scope {
            // What code adds here is in the result as well.
            self.ruby().load_library("puppet")?;
            let class = Val::Class(self.class(SCOPE.name));
            let empty = self.ruby().call(&class, "new_defaults", Vec::new())?;
            object.set_variable(Symbol::new("@defaults"), empty);
        }
        let found = self.ruby().call(&scope, "lookupdefaults", vec![Val::str(type_name)])?;
        let found = self.ruby().arg_hash(&found)?;
        let mut defaults = Vec::new();
        for (name, param) in self.ruby().entries(&found)? {
            let value = self.ruby().call(&param, "value", Vec::new())?;
            defaults.push((Str::from(self.ruby().to_s(&name)?), self.puppet_value_of(&value)?));
        }
        Ok(defaults)
    }

    /// The scope as a Ruby object that all code receives from now on, so that a test can replace its methods.
    pub(crate) fn keep_scope(&mut self) -> Val {
        let scope = self.scope_object();
        *self.memory().common.scope.borrow_mut() = Some(scope.clone());
        scope
    }

    /// The top scope as a Ruby object.
    pub(crate) fn top_scope_object(&mut self) -> Val {
        if let Some(scope) = self.memory().common.scope.borrow().clone() {
            return scope;
        }
        let object = RObject::new(self.class(SCOPE.name));
        object.set_variable(*TOP, Val::Bool(true));
        Val::Object(Rc::new(object))
    }

    /// Whether a value is the scope.
    pub(crate) fn is_scope(&mut self, value: &Val) -> bool {
        let class = self.class(SCOPE.name);
        matches!(value, Val::Object(_)) && Rc::ptr_eq(&self.ruby().real_class(value), &class)
    }
}
