//! `Struct`: classes with named members.

mod members;

use std::rc::Rc;

use bunraku_intern::{Symbol, SymbolMap};

use crate::{
    Args, Interp, R,
    class::{ANY, Method, NativeClass, RClass, Visibility, method},
    value::{Data, RHash, RObject, Val},
};

pub(super) static STRUCT: NativeClass = NativeClass::class(
    "Struct",
    "Object",
    &["Enumerable"],
    &[
        method("initialize", 0, ANY, initialize),
        method("members", 0, 0, members::names),
        method("[]", 1, 1, members::get),
        method("[]=", 2, 2, members::set),
        method("dig", 1, ANY, members::dig),
        method("each", 0, 0, members::each),
        method("each_pair", 0, 0, members::each_pair),
        method("to_a", 0, 0, members::to_a),
        method("deconstruct", 0, 0, members::to_a),
        method("values", 0, 0, members::to_a),
        method("values_at", 0, ANY, members::values_at),
        method("to_h", 0, 0, members::to_h),
        method("deconstruct_keys", 1, 1, members::deconstruct_keys),
        method("length", 0, 0, members::length),
        method("size", 0, 0, members::length),
        method("==", 1, 1, members::equal),
        method("eql?", 1, 1, super::array::eql),
        method("hash", 0, 0, super::array::hash),
        method("inspect", 0, 0, inspect),
        method("to_s", 0, 0, inspect),
    ],
    &[
        method("new", 0, ANY, new),
        method("[]", 0, ANY, new),
        method("members", 0, 0, class_members),
        method("keyword_init?", 0, 0, keyword_init),
    ],
);

/// The variable in which a class keeps the names of its members.
const MEMBERS: &str = "__members";
/// The variable for whether objects are created with keywords.
const KEYWORDS: &str = "__keyword_init";

/// `Struct.new(:a, :b)` creates a class; `new` of that class creates an object.
fn new(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Val::Class(class) = this else { return Ok(Val::Nil) };
    if class.natives.is_some() {
        return new_class(interp, class, args);
    }
    let object = RObject::with_data(Rc::clone(class), Data::Struct);
    for name in member_names(class) {
        object.set_variable(name, Val::Nil);
    }
    let object = Val::Object(Rc::new(object));
    interp.send(&object, Symbol::new("initialize"), args.clone())?;
    Ok(object)
}

fn new_class(interp: &mut Interp<'_>, base: &Rc<RClass>, args: &Args) -> R {
    let mut list = args.list.to_vec();
    let keyword_init = match list.last() {
        Some(Val::Hash(options)) if args.keywords => {
            let keyword_init = options.get_sym("keyword_init").unwrap_or_default();
            list.pop();
            keyword_init
        }
        _ => Val::Nil,
    };
    let constant = match list.first() {
        Some(Val::Str(name)) => Some(name.text()),
        _ => None,
    };
    if list.is_empty() {
        return Err(interp.argument_error("wrong number of arguments (given 0, expected 1+)"));
    }
    let mut names: Vec<Symbol> = Vec::new();
    let mut taken = SymbolMap::default();
    for name in list.iter().skip(usize::from(constant.is_some())) {
        let (Val::Sym(_) | Val::Str(_)) = name else { return Err(interp.no_conversion(name, "String")) };
        let name = interp.arg_name(name)?;
        let symbol = interp.intern(&name)?;
        if taken.insert(symbol, ()).is_some() {
            return Err(interp.argument_error(format!("duplicate member: {name}")));
        }
        names.push(symbol);
    }
    let class = interp.new_class(Some(Rc::clone(base)));
    if let Some(name) = constant {
        if !name.starts_with(char::is_uppercase) {
            return Err(interp.error("NameError", format!("identifier {name} needs to be constant")));
        }
        class.set_name(format!("Struct::{name}"));
        let name = interp.intern(&name)?;
        interp.set_constant(base, name, Val::Class(Rc::clone(&class)));
    }
    for name in &names {
        class.define(*name, Method::Reader(*name), Visibility::Public);
        class.define(interp.intern(&format!("{name}="))?, Method::Writer(*name), Visibility::Public);
    }
    interp.methods_changed(&class);
    let members = names.iter().map(|name| Val::sym(name.as_str())).collect();
    class.set_variable(Symbol::new(MEMBERS), Val::array(members));
    class.set_variable(Symbol::new(KEYWORDS), keyword_init);
    let value = Val::Class(class);
    if args.block.is_some() {
        let body = Args { block: args.block.clone(), ..Args::default() };
        interp.send(&value, Symbol::new("class_eval"), body)?;
    }
    Ok(value)
}

fn initialize(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Val::Object(object) = this else { return Ok(Val::Nil) };
    let class = interp.real_class(this);
    let names = member_names(&class);
    if class_option(&class, KEYWORDS).truthy() {
        let given = match args.at(0) {
            None => return Ok(Val::Nil),
            Some(Val::Hash(given)) if args.len() == 1 => Rc::clone(given),
            Some(_) => return Err(interp.wrong_number(args.len(), 0, 0)),
        };
        return set_by_name(interp, object, &names, &given);
    }
    if args.len() > names.len() {
        return Err(interp.argument_error("struct size differs"));
    }
    for (name, value) in names.iter().zip(&args.list) {
        object.set_variable(*name, value.clone());
    }
    Ok(Val::Nil)
}

fn set_by_name(interp: &mut Interp<'_>, object: &Rc<RObject>, names: &[Symbol], given: &RHash) -> R {
    let mut unknown = Vec::new();
    for (key, value) in given.entries() {
        let key = interp.to_s(&key)?;
        match names.iter().find(|name| name.as_str() == key) {
            Some(name) => object.set_variable(*name, value),
            None => unknown.push(key),
        }
    }
    if unknown.is_empty() {
        return Ok(Val::Nil);
    }
    Err(interp.argument_error(format!("unknown keywords: {}", unknown.join(", "))))
}

fn class_members(_: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let Val::Class(class) = this else { return Ok(Val::Nil) };
    Ok(Val::array(member_names(class).into_iter().map(|name| Val::sym(name.as_str())).collect()))
}

fn keyword_init(_: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let Val::Class(class) = this else { return Ok(Val::Nil) };
    Ok(class_option(class, KEYWORDS))
}

/// The names of the members with which a class or one of its superclasses was created.
fn member_names(class: &Rc<RClass>) -> Vec<Symbol> {
    let Val::Array(names) = class_option(class, MEMBERS) else { return Vec::new() };
    let names = names.items();
    names
        .iter()
        .filter_map(|name| if let Val::Sym(name) = name { Some(Symbol::new(name)) } else { None })
        .collect()
}

fn class_option(class: &Rc<RClass>, name: &str) -> Val {
    let name = Symbol::new(name);
    let mut at = Some(Rc::clone(class));
    while let Some(class) = at {
        if let Some(value) = class.variable(name) {
            return value;
        }
        at = class.superclass();
    }
    Val::Nil
}

fn inspect(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let Val::Object(object) = this else { return Ok(Val::Nil) };
    let class = interp.real_class(this);
    let mut text = String::from("#<struct ");
    if !class.name().is_empty() {
        text.push_str(&class.name());
        text.push(' ');
    }
    let address = Rc::as_ptr(object).addr();
    if interp.showing.contains(&address) {
        return Ok(Val::str(text.trim_end().to_string() + ":...>"));
    }
    interp.enter()?;
    interp.showing.push(address);
    let mut result = Ok(());
    for (index, name) in member_names(&class).into_iter().enumerate() {
        match interp.inspect(&object.variable(name).unwrap_or_default()) {
            Ok(value) => text.push_str(&format!("{}{name}={value}", if index > 0 { ", " } else { "" })),
            Err(unwind) => {
                result = Err(unwind);
                break;
            }
        }
    }
    interp.showing.pop();
    interp.leave();
    result?;
    Ok(Val::str(text + ">"))
}
