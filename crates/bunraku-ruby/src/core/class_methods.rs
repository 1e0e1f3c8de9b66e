//! `Module` and `Class`: the methods of classes and modules.

mod constants;
mod visibility;

use std::{rc::Rc, sync::LazyLock};

use bunraku_intern::Symbol;
use smallvec::smallvec;

use crate::{
    Args, Interp, R,
    class::{ANY, ClassKind, Method, NativeClass, NativeMethod, RClass, method, no_constants},
    frame::Lexical,
    value::{Data, ProcBody, RObject, RProc, Val},
};

pub(super) static MODULE: NativeClass = NativeClass::in_chapters(
    "Module",
    "Object",
    &[],
    &[METHODS, visibility::METHODS, constants::METHODS, super::modules::METHODS],
    &[method("new", 0, 0, new_module)],
    no_constants,
);

static INITIALIZE: LazyLock<Symbol> = LazyLock::new(|| Symbol::new("initialize"));

const METHODS: &[NativeMethod] = &[
    method("name", 0, 0, name),
    method("to_s", 0, 0, to_s),
    method("inspect", 0, 0, to_s),
    method("===", 1, 1, case_equal),
    method("==", 1, 1, |_, this, args| Ok(Val::Bool(this.same(&args.get(0))))),
    method("<", 1, 1, below),
    method("<=", 1, 1, at_most),
    method(">", 1, 1, above),
    method(">=", 1, 1, at_least),
    method("<=>", 1, 1, order),
    method("ancestors", 0, 0, ancestors),
    method("include", 1, ANY, include),
    method("prepend", 1, ANY, prepend),
    method("include?", 1, 1, includes),
    method("included_modules", 0, 0, included_modules),
    method("attr_reader", 0, ANY, attr_reader),
    method("attr_writer", 0, ANY, attr_writer),
    method("attr_accessor", 0, ANY, attr_accessor),
    method("attr", 0, ANY, attr_reader),
    method("define_method", 1, 2, define_method),
    method("alias_method", 2, 2, alias_method),
    method("class_eval", 0, 3, class_eval),
    method("class_eval here", 2, 4, super::binding::class_eval_here),
    method("module_eval", 0, 3, class_eval),
    method("class_exec", 0, ANY, class_exec),
    method("module_exec", 0, ANY, class_exec),
    method("freeze", 0, 0, |_, this, _| Ok(this.clone())),
    method("hash", 0, 0, |_, this, _| {
        Ok(match this {
            Val::Class(class) => Val::Int(Rc::as_ptr(class).addr() as i64),
            _ => Val::Nil,
        })
    }),
];

pub(super) static CLASS: NativeClass = NativeClass::class(
    "Class",
    "Module",
    &[],
    &[
        method("new", 0, ANY, new),
        method("allocate", 0, 0, allocate),
        method("superclass", 0, 0, superclass),
        method("subclasses", 0, 0, super::modules::subclasses),
    ],
    &[method("new", 0, 1, new_class)],
);

fn this_class(this: &Val) -> Option<&Rc<RClass>> {
    match this {
        Val::Class(class) => Some(class),
        _ => None,
    }
}

/// Whether a class is written in Ruby, and so inherits from a core class instead of being one.
pub(super) fn is_code_class(class: &Val) -> bool {
    this_class(class).is_some_and(|class| class.natives.is_none())
}

/// Gives a string, array or hash the class on which `new` was called, if that is a subclass written in Ruby.
pub(super) fn of_class(value: Val, class: &Val) -> Val {
    if let Some(class) = this_class(class).filter(|class| class.natives.is_none()) {
        value.make_own(|| Rc::clone(class));
    }
    value
}

/// `X.new`: creates and initializes an object.
pub(super) fn new(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let object = allocate(interp, this, &Args::none())?;
    let initialize = *INITIALIZE;
    match interp.find_method(&object, initialize) {
        Some(found) => {
            interp.invoke(&object, initialize, &found.method, &found.owner, args.clone())?;
        }
        None if !args.is_empty() => return Err(interp.wrong_number(args.len(), 0, 0)),
        None => {}
    }
    Ok(object)
}

fn allocate(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let Some(class) = this_class(this) else { return Ok(Val::Nil) };
    match core_base(class) {
        Some("Exception") => {
            let exception = interp.exception_of(Rc::clone(class), Val::Nil);
            // An exception has no trace until it is raised.
            if let Val::Object(object) = &exception
                && let Data::Exception { trace, .. } = &object.data
            {
                trace.borrow_mut().clear();
            }
            return Ok(exception);
        }
        Some("String") => return Ok(of_class(Val::str(""), this)),
        Some("Array") => return Ok(of_class(Val::array(Vec::new()), this)),
        Some("Hash") => return Ok(of_class(Val::hash([]), this)),
        Some("NilClass" | "TrueClass" | "FalseClass" | "Integer" | "Float" | "Symbol") => {
            return Err(interp.no_method(this, "new", false));
        }
        Some(native) => {
            let message = format!("bunraku cannot create objects of `{native}` in this way");
            return Err(interp.refuse(&message, "use the methods of the class"));
        }
        None => {}
    }
    Ok(Val::Object(Rc::new(RObject::with_data(Rc::clone(class), Data::None))))
}

fn superclass(_: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let superclass = this_class(this).and_then(|class| class.superclass());
    Ok(superclass.map_or(Val::Nil, Val::Class))
}

fn new_class(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let superclass = match args.at(0) {
        Some(Val::Class(class)) if !class.is_module() => Rc::clone(class),
        Some(_) => return Err(interp.type_error("superclass must be a Class")),
        None => Rc::clone(&interp.state.known.object),
    };
    let class = interp.new_class(Some(superclass));
    interp.class_made(&class)?;
    let value = Val::Class(class);
    if args.block.is_some() {
        class_eval(interp, &value, &Args { list: smallvec![value.clone()], ..args.clone() })?;
    }
    Ok(value)
}

fn new_module(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let value = Val::Class(Rc::new(RClass::new("", ClassKind::Module, None)));
    if args.block.is_some() {
        class_eval(interp, &value, args)?;
    }
    Ok(value)
}

fn name(_: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let name = this_class(this).map(|class| class.name()).unwrap_or_default();
    Ok(if name.is_empty() { Val::Nil } else { Val::str(name) })
}

fn to_s(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::str(interp.to_s(this)?))
}

fn case_equal(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(class) = this_class(this) else { return Ok(Val::Bool(false)) };
    Ok(Val::Bool(interp.is_a(&args.get(0), class)))
}

/// Whether the first class inherits from the second; `nil` if the two are unrelated.
fn inherits(interp: &mut Interp<'_>, a: &Val, b: &Val, or_same: bool) -> R {
    let (Val::Class(a), Val::Class(b)) = (a, b) else {
        return Err(interp.type_error("compared with non class/module"));
    };
    if Rc::ptr_eq(a, b) {
        return Ok(Val::Bool(or_same));
    }
    Ok(if a.is_a(b) {
        Val::Bool(true)
    } else if b.is_a(a) {
        Val::Bool(false)
    } else {
        Val::Nil
    })
}

fn below(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    inherits(interp, this, &args.get(0), false)
}

fn at_most(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    inherits(interp, this, &args.get(0), true)
}

fn above(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    inherits(interp, &args.get(0), this, false)
}

fn at_least(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    inherits(interp, &args.get(0), this, true)
}

fn order(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if this.same(&args.get(0)) {
        return Ok(Val::Int(0));
    }
    match inherits(interp, this, &args.get(0), false)? {
        Val::Bool(true) => Ok(Val::Int(-1)),
        Val::Bool(false) => Ok(Val::Int(1)),
        _ => Ok(Val::Nil),
    }
}

fn ancestors(_: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let all = this_class(this).map(|class| class.ancestors()).unwrap_or_default();
    Ok(Val::array(all.into_iter().map(Val::Class).collect()))
}

fn included_modules(_: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let all = this_class(this).map(|class| class.ancestors()).unwrap_or_default();
    Ok(Val::array(all.into_iter().filter(|class| class.is_module()).map(Val::Class).collect()))
}

fn includes(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let module = interp.as_class(&args.get(0))?;
    let has = this_class(this).is_some_and(|class| !Rc::ptr_eq(class, &module) && class.is_a(&module));
    Ok(Val::Bool(has && module.is_module()))
}

fn include(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    add_modules(interp, this, args, "included", |class, module| class.include(module))
}

fn prepend(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    add_modules(interp, this, args, "prepended", |class, module| class.prepend(module))
}

fn add_modules(
    interp: &mut Interp<'_>,
    this: &Val,
    args: &Args,
    hook: &str,
    add: fn(&RClass, &Rc<RClass>),
) -> R {
    let Some(class) = this_class(this) else { return Ok(Val::Nil) };
    for module in args.list.iter().rev() {
        let module = interp.as_class(module)?;
        if !module.is_module() {
            let given = interp.real_class(&Val::Class(module)).name();
            return Err(interp.type_error(format!("wrong argument type {given} (expected module)")));
        }
        add(class, &module);
        interp.ancestors_changed();
        let receiver = Val::Class(module);
        if interp.find_method(&receiver, Symbol::new(hook)).is_some() {
            interp.call(&receiver, hook, vec![this.clone()])?;
        }
    }
    Ok(this.clone())
}

fn attr_reader(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    attributes(interp, this, args, true, false)
}

fn attr_writer(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    attributes(interp, this, args, false, true)
}

fn attr_accessor(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    attributes(interp, this, args, true, true)
}

fn attributes(interp: &mut Interp<'_>, this: &Val, args: &Args, read: bool, write: bool) -> R {
    let Some(class) = this_class(this) else { return Ok(Val::Nil) };
    let mut names = Vec::new();
    for name in &args.list {
        let name = interp.arg_name(name)?;
        let variable = interp.intern(&format!("@{name}"))?;
        let visibility = class.visibility.get();
        if read {
            class.define(interp.intern(&name)?, Method::Reader(variable), visibility);
            names.push(Val::sym(name.as_str()));
        }
        if write {
            class.define(interp.intern(&format!("{name}="))?, Method::Writer(variable), visibility);
            names.push(Val::sym(format!("{name}=")));
        }
    }
    interp.methods_changed(class);
    Ok(Val::array(names))
}

fn define_method(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(class) = this_class(this) else { return Ok(Val::Nil) };
    let name = interp.arg_name(&args.get(0))?;
    let method = given_method(interp, args)?;
    let symbol = interp.intern(&name)?;
    class.define(symbol, method, class.visibility.get());
    interp.methods_changed(class);
    interp.method_defined(class, None, symbol)?;
    Ok(Val::sym(name))
}

/// The code of a method to define: the second argument or the block.
pub(super) fn given_method(interp: &mut Interp<'_>, args: &Args) -> R<Method> {
    match (args.get(1), &args.block) {
        (Val::Proc(proc), _) => Ok(Method::Proc(proc)),
        (Val::Method(method), _) => Ok(method.method.clone()),
        (_, Some(block)) => Ok(Method::Proc(Rc::clone(block))),
        _ => Err(interp.argument_error("tried to create Proc object without a block")),
    }
}

fn alias_method(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(class) = this_class(this) else { return Ok(Val::Nil) };
    let (new, old) = (interp.arg_name(&args.get(0))?, interp.arg_name(&args.get(1))?);
    let (new, old) = (interp.intern(&new)?, interp.intern(&old)?);
    interp.alias_method(class, new, old)?;
    Ok(Val::sym(new.as_str()))
}

/// `class_eval` with a block, in which `self` is the class and `def` defines its methods.
fn class_eval(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let class = interp.as_class(this)?;
    let Some(block) = &args.block else {
        let parent = Some(interp.top_lexical());
        let lexical = Lexical { class: Rc::clone(&class), definee: Rc::clone(&class), parent };
        return interp.run_string(args, this.clone(), Rc::new(lexical));
    };
    interp.run_in_class(&class, block, Args::new(vec![this.clone()]))
}

fn class_exec(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let class = interp.as_class(this)?;
    let block = args.need_block(interp)?;
    interp.run_in_class(&class, &block, Args { block: None, ..args.clone() })
}

impl Interp<'_> {
    /// Runs a block in which `self` is a class and `def` defines its methods.
    pub(crate) fn run_in_class(&mut self, class: &Rc<RClass>, block: &Rc<RProc>, args: Args) -> R {
        let ProcBody::Code { frame, .. } = &block.body else { return self.call_proc(block, args) };
        let mut context = (*frame.context).clone();
        context.this = Val::Class(Rc::clone(class));
        context.lexical = Rc::new(Lexical {
            class: Rc::clone(&context.lexical.class),
            definee: Rc::clone(class),
            parent: context.lexical.parent.clone(),
        });
        self.run_block(block, Rc::new(context), args)
    }
}

/// The core class that a class is or inherits from, if its instances are not plain objects.
fn core_base(class: &Rc<RClass>) -> Option<&'static str> {
    const SPECIAL: [&str; 13] = [
        "Exception",
        "String",
        "Array",
        "Hash",
        "Integer",
        "Float",
        "Symbol",
        "NilClass",
        "TrueClass",
        "FalseClass",
        "Method",
        "Proc",
        "MatchData",
    ];
    let mut at = Some(Rc::clone(class));
    while let Some(class) = at {
        if let Some(native) = class.natives
            && class.superclass().is_some()
            && SPECIAL.contains(&native.name)
        {
            return Some(native.name);
        }
        at = class.superclass();
    }
    None
}
