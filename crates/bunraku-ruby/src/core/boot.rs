//! Creates the core classes.

use std::rc::Rc;

use bunraku_intern::{FastMap, Symbol};

use super::Known;
use crate::{
    Extension, Interp, State,
    class::{ClassKind, Method, NativeClass, RClass, Visibility},
    extension::HostClass,
    value::Val,
};

/// The classes written in Rust. A class must come after its superclass.
static CLASSES: &[&NativeClass] = &[
    &super::kernel::KERNEL,
    &super::comparable::COMPARABLE,
    &super::object::OBJECT,
    &super::class_methods::MODULE,
    &super::class_methods::CLASS,
    &super::basic::NIL,
    &super::basic::TRUE,
    &super::basic::FALSE,
    &super::procs::PROC,
    &super::procs::METHOD,
    &super::methods::UNBOUND_METHOD,
    &super::exceptions::EXCEPTION,
    &super::numeric::NUMERIC,
    &super::integer::INTEGER,
    &super::float::FLOAT,
    &super::math::MATH,
    &super::symbol::SYMBOL,
    &super::string::STRING,
    &super::encoding::ENCODING,
    &super::regexp::REGEXP,
    &super::match_data::MATCH_DATA,
    &super::enumerable::ENUMERABLE,
    &super::array::ARRAY,
    &super::hash::HASH,
    &super::range::RANGE,
    &super::enumerator::ENUMERATOR,
    &super::enumerator::GENERATOR,
    &super::enumerator::YIELDER,
    &super::lazy::LAZY,
    &super::structs::STRUCT,
    &super::json::JSON,
    &super::digest::DIGEST,
    &super::digest::STATE,
    &super::zlib::ZLIB,
    &super::openssl::NATIVE,
    &super::binding::ERB,
    &super::yaml::PSYCH,
    &super::time::TIME,
    &super::random::RANDOM,
    &super::file::FILE,
    &super::file::DIR,
    &super::env::ENV,
];

static NO_EXTENSION: Extension = Extension::NONE;

impl State {
    /// Creates the state of a Ruby without extensions, before any code has run.
    pub fn new() -> Rc<State> {
        State::extended(&NO_EXTENSION)
    }

    /// Creates the state of a Ruby with an extension, before any code has run.
    pub fn extended(extension: &'static Extension) -> Rc<State> {
        let object = Rc::new(RClass::native(&super::object::OBJECT, None));
        let mut classes: FastMap<&'static str, Rc<RClass>> = FastMap::default();
        classes.insert("Object", Rc::clone(&object));
        for native in CLASSES {
            if native.name == "Object" {
                continue;
            }
            let superclass = native.superclass.and_then(|name| classes.get(name)).map(Rc::clone);
            let class = Rc::new(RClass::native(native, superclass));
            define(&object, native.name, &class);
            (native.constants)(&class);
            classes.insert(native.name, class);
        }
        for native in CLASSES {
            let Some(class) = classes.get(native.name) else { continue };
            for name in native.includes.iter().rev() {
                if let Some(module) = classes.get(name) {
                    class.include(module);
                }
            }
        }
        for (name, superclass) in
            super::exceptions::CLASSES.iter().chain(super::json::EXCEPTIONS).chain(super::yaml::EXCEPTIONS)
        {
            let superclass = classes.get(superclass).map(Rc::clone);
            let native = super::exceptions::NATIVES.iter().find(|native| native.name == *name);
            let class = Rc::new(match native {
                Some(native) => RClass::native(native, superclass),
                None => RClass::new(*name, ClassKind::Class, superclass),
            });
            define(&object, name, &class);
            classes.insert(name, class);
        }
        for host in &extension.classes {
            let class = host_class(host, &classes);
            define(&object, host.name, &class);
            classes.insert(host.name, class);
        }
        let get = |name: &str| classes.get(name).map_or_else(|| Rc::clone(&object), Rc::clone);
        let known = Known {
            object: Rc::clone(&object),
            module: get("Module"),
            class: get("Class"),
            nil: get("NilClass"),
            true_class: get("TrueClass"),
            false_class: get("FalseClass"),
            integer: get("Integer"),
            float: get("Float"),
            symbol: get("Symbol"),
            string: get("String"),
            array: get("Array"),
            hash: get("Hash"),
            range: get("Range"),
            regexp: get("Regexp"),
            match_data: get("MatchData"),
            proc: get("Proc"),
            method: get("Method"),
            unbound_method: get("UnboundMethod"),
            enumerator: get("Enumerator"),
            standard_error: get("StandardError"),
        };
        object.set_constant(Symbol::new("Object"), Val::Class(Rc::clone(&object)));
        object.set_constant(Symbol::new("BasicObject"), Val::Class(Rc::clone(&object)));
        // Ruby removed these names in 3.2, but older modules still use them.
        object.set_constant(Symbol::new("Fixnum"), Val::Class(get("Integer")));
        object.set_constant(Symbol::new("Bignum"), Val::Class(get("Integer")));
        // Ruby has a fixed version and platform, so that a catalog does not depend on the machine.
        object.set_constant(Symbol::new("ARGV"), Val::array(Vec::new()));
        object.set_constant(Symbol::new("RUBY_VERSION"), Val::str("3.2.0"));
        object.set_constant(Symbol::new("RUBY_PLATFORM"), Val::str("x86_64-linux"));
        object.set_constant(Symbol::new("RUBY_ENGINE"), Val::str("ruby"));
        Rc::new(State::with_classes(known, extension))
    }
}

fn host_class(host: &HostClass, classes: &FastMap<&'static str, Rc<RClass>>) -> Rc<RClass> {
    let kind = if host.superclass.is_some() { ClassKind::Class } else { ClassKind::Module };
    let superclass = host.superclass.and_then(|name| classes.get(name)).map(Rc::clone);
    let class = Rc::new(RClass::new(host.name, kind, superclass));
    for (name, method) in &host.methods {
        class.define(Symbol::new(name), Method::Host(*method), Visibility::Public);
    }
    if !host.singleton.is_empty() {
        let meta = class.make_meta();
        for (name, method) in &host.singleton {
            meta.define(Symbol::new(name), Method::Host(*method), Visibility::Public);
        }
    }
    class
}

/// Assigns a class to the constant that its full name denotes, and creates enclosing modules as needed.
fn define(object: &Rc<RClass>, name: &str, class: &Rc<RClass>) {
    let mut at = Rc::clone(object);
    let mut parts = bunraku_pcore::segments(name).peekable();
    let mut end = 0;
    while let Some(part) = parts.next() {
        let symbol = Symbol::new(part);
        end += part.len();
        if parts.peek().is_none() {
            at.set_constant(symbol, Val::Class(Rc::clone(class)));
            return;
        }
        let next = match at.constant(symbol) {
            Some(Val::Class(module)) => module,
            _ => {
                let path = name.get(..end).unwrap_or(name).to_owned();
                let module = Rc::new(RClass::new(path, ClassKind::Module, None));
                at.set_constant(symbol, Val::Class(Rc::clone(&module)));
                module
            }
        };
        at = next;
        end += "::".len();
    }
}

impl Interp<'_> {
    /// The class of a value, which may be a singleton class.
    pub fn class_of(&self, value: &Val) -> Rc<RClass> {
        self.with_class(value, Rc::clone)
    }

    /// Does something with the class of a value.
    #[inline]
    pub(crate) fn with_class<T>(&self, value: &Val, work: impl FnOnce(&Rc<RClass>) -> T) -> T {
        let known = &self.state.known;
        let class = match value {
            Val::Nil => &known.nil,
            Val::Bool(true) => &known.true_class,
            Val::Bool(false) => &known.false_class,
            Val::Int(_) | Val::Big(_) => &known.integer,
            Val::Float(_) => &known.float,
            Val::Sym(_) => &known.symbol,
            Val::Str(text) => match text.own() {
                Some(own) => return own.with_class(work),
                None => &known.string,
            },
            Val::Array(array) => match array.own() {
                Some(own) => return own.with_class(work),
                None => &known.array,
            },
            Val::Hash(hash) => match hash.own() {
                Some(own) => return own.with_class(work),
                None => &known.hash,
            },
            Val::Range(_) => &known.range,
            Val::Regexp(_) => &known.regexp,
            Val::Match(_) => &known.match_data,
            Val::Proc(_) => &known.proc,
            Val::Method(method) if !method.bound => &known.unbound_method,
            Val::Method(_) => &known.method,
            Val::Class(class) if class.is_module() => &known.module,
            Val::Class(_) => &known.class,
            Val::Object(object) => return object.with_class(work),
            Val::Host(value) => {
                return match self.class_named(&value.class_name()) {
                    Some(class) => work(&class),
                    None => work(&known.object),
                };
            }
        };
        work(class)
    }

    /// The class of a value as `class` returns it, which is never a singleton class.
    pub fn real_class(&self, value: &Val) -> Rc<RClass> {
        let mut class = self.class_of(value);
        while class.kind == ClassKind::Singleton {
            match class.superclass() {
                Some(superclass) => class = superclass,
                None => break,
            }
        }
        class
    }

    /// Finds a class or module by its full name.
    pub fn class_named(&self, name: &str) -> Option<Rc<RClass>> {
        if let Some(class) = self.state.constants.class(name) {
            return Some(class);
        }
        let class = self.search_class(name)?;
        self.state.constants.insert_class(name, &class);
        Some(class)
    }

    fn search_class(&self, name: &str) -> Option<Rc<RClass>> {
        let mut at = Rc::clone(&self.state.known.object);
        for part in bunraku_pcore::segments(name) {
            match at.constant(Symbol::find(part)?) {
                Some(Val::Class(class)) => at = class,
                _ => return None,
            }
        }
        Some(at)
    }
}
