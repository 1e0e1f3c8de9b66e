//! `Object`: the methods of every object.

mod copies;
mod variables;

use std::rc::Rc;

use bunraku_intern::Symbol;

use crate::{
    Args, Interp, R,
    class::{ANY, ClassKind, NativeClass, NativeMethod, Visibility, method, no_constants},
    value::{Data, HashKey, RMethod, RObject, Val},
};

pub(super) use copies::copy;

pub(super) static OBJECT: NativeClass = NativeClass::in_chapters(
    "Object",
    "",
    &["Kernel"],
    &[METHODS, copies::METHODS, variables::METHODS],
    &[],
    no_constants,
);

const METHODS: &[NativeMethod] = &[
    method("==", 1, 1, same),
    method("equal?", 1, 1, same),
    method("eql?", 1, 1, eql),
    method("!=", 1, 1, unequal),
    method("!", 0, 0, not),
    method("===", 1, 1, case_equal),
    method("=~", 1, 1, no_match),
    method("!~", 1, 1, not_match),
    method("<=>", 1, 1, order),
    method("hash", 0, 0, hash),
    method("object_id", 0, 0, object_id),
    method("__id__", 0, 0, object_id),
    method("class", 0, 0, class),
    method("singleton_class", 0, 0, singleton_class),
    method("is_a?", 1, 1, is_a),
    method("kind_of?", 1, 1, is_a),
    method("instance_of?", 1, 1, instance_of),
    method("nil?", 0, 0, is_nil),
    method("to_s", 0, 0, to_s),
    method("inspect", 0, 0, inspect),
    method("to_json", 0, ANY, super::json::to_json),
    method("to_yaml", 0, 1, super::yaml::to_yaml),
    method("itself", 0, 0, itself),
    method("tap", 0, 0, tap),
    method("then", 0, 0, then),
    method("yield_self", 0, 0, then),
    method("send", 1, ANY, send),
    method("__send__", 1, ANY, send),
    method("public_send", 1, ANY, public_send),
    method("respond_to?", 1, 2, responds),
    method("method", 1, 1, method_object),
    method("methods", 0, 1, methods),
    method("public_methods", 0, 1, methods),
    method("singleton_methods", 0, 1, singleton_methods),
    method("public_method", 1, 1, method_object),
    method("singleton_method", 1, 1, singleton_method),
    method("private_methods", 0, 1, |interp, this, _| {
        let classes = interp.class_of(this).ancestors();
        Ok(Val::array(super::modules::names(&classes, |visibility| visibility == Visibility::Private)))
    }),
    method("protected_methods", 0, 1, |interp, this, _| {
        let classes = interp.class_of(this).ancestors();
        Ok(Val::array(super::modules::names(&classes, |visibility| visibility == Visibility::Protected)))
    }),
    method("extend", 1, ANY, extend),
    method("instance_eval", 0, 3, instance_eval),
    method("eval here", 2, 2, super::binding::eval_here),
    method("instance_eval here", 2, 4, super::binding::instance_eval_here),
    method("instance_exec", 0, ANY, instance_exec),
    method("define_singleton_method", 1, 2, define_singleton_method),
    method("enum_for", 0, ANY, enum_for),
    method("to_enum", 0, ANY, enum_for),
    method("display", 0, 1, display),
];

fn same(_: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::Bool(this.same(&args.get(0))))
}

fn eql(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if let Val::Object(object) = this
        && !matches!(object.data, Data::Struct)
    {
        return same(interp, this, args);
    }
    Ok(Val::Bool(HashKey(this.clone()) == HashKey(args.get(0))))
}

fn unequal(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::Bool(!interp.equal(this, &args.get(0))?))
}

fn not(_: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Bool(!this.truthy()))
}

fn case_equal(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::Bool(interp.equal(this, &args.get(0))?))
}

fn no_match(_: &mut Interp<'_>, _: &Val, _: &Args) -> R {
    Ok(Val::Nil)
}

fn not_match(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    Ok(Val::Bool(!interp.call(this, "=~", vec![args.get(0)])?.truthy()))
}

fn order(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let other = args.get(0);
    Ok(if this.same(&other) || interp.equal(this, &other)? { Val::Int(0) } else { Val::Nil })
}

fn hash(_: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    HashKey(this.clone()).hash(&mut hasher);
    Ok(Val::Int((hasher.finish() >> 2) as i64))
}

/// A number that identifies the object as long as it exists.
fn object_id(_: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let id = match this {
        Val::Nil => 8,
        Val::Bool(true) => 20,
        Val::Bool(false) => 0,
        Val::Int(number) => return Ok(Val::Int(number.wrapping_mul(2).wrapping_add(1))),
        Val::Str(object) => Rc::as_ptr(object).addr(),
        Val::Array(object) => Rc::as_ptr(object).addr(),
        Val::Hash(object) => Rc::as_ptr(object).addr(),
        Val::Object(object) => Rc::as_ptr(object).addr(),
        Val::Class(object) => Rc::as_ptr(object).addr(),
        Val::Proc(object) => Rc::as_ptr(object).addr(),
        _ => 16,
    };
    Ok(Val::Int(id as i64))
}

fn class(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Class(interp.real_class(this)))
}

fn singleton_class(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Class(interp.singleton_class(this)?))
}

fn is_a(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    match args.get(0) {
        Val::Class(class) => Ok(Val::Bool(interp.is_a(this, &class))),
        _ => Err(interp.type_error("class or module required")),
    }
}

fn instance_of(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    match args.get(0) {
        Val::Class(class) => Ok(Val::Bool(Rc::ptr_eq(&interp.real_class(this), &class))),
        _ => Err(interp.type_error("class or module required")),
    }
}

fn is_nil(_: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Bool(this.is_nil()))
}

fn to_s(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::str(match this {
        Val::Object(_) => interp.any_to_s(this),
        _ => interp.to_s(this)?,
    }))
}

fn inspect(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::str(match this {
        Val::Object(object) => interp.inspect_object(this, object)?,
        _ => interp.inspect_builtin(this)?,
    }))
}

fn itself(_: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(this.clone())
}

fn tap(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let block = args.need_block(interp)?;
    interp.yield_one(&block, this.clone())?;
    Ok(this.clone())
}

fn then(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let block = args.need_block(interp)?;
    interp.yield_one(&block, this.clone())
}

fn send(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let (name, rest) = name_and_rest(interp, args)?;
    interp.send_named(this, &name, rest)
}

fn public_send(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let (name, rest) = name_and_rest(interp, args)?;
    match interp.method_name(this, &name) {
        Some(name) => interp.call_checked(this, name, rest, Some(&Val::Nil), false),
        None => interp.method_missing(this, &name, rest, false),
    }
}

fn name_and_rest(interp: &mut Interp<'_>, args: &Args) -> R<(String, Args)> {
    let name = interp.arg_name(&args.get(0))?;
    let list = args.list.iter().skip(1).cloned().collect();
    Ok((name, Args { list, keywords: args.keywords, block: args.block.clone() }))
}

fn responds(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let name = interp.arg_name(&args.get(0))?;
    if interp.responds(this, &name) {
        return Ok(Val::Bool(true));
    }
    let private = args.get(1).truthy();
    let named = interp.method_name(this, &name);
    if private && named.is_some_and(|name| interp.find_method(this, name).is_some()) {
        return Ok(Val::Bool(true));
    }
    Ok(Val::Bool(answers_missing(interp, this, &name, private)?))
}

/// Whether an object responds to a name by `respond_to_missing?`.
fn answers_missing(interp: &mut Interp<'_>, this: &Val, name: &str, private: bool) -> R<bool> {
    if interp.find_method(this, Symbol::new("respond_to_missing?")).is_none() {
        return Ok(false);
    }
    let answer = interp.call(this, "respond_to_missing?", vec![Val::sym(name), Val::Bool(private)])?;
    Ok(answer.truthy())
}

fn method_object(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let name = interp.arg_name(&args.get(0))?;
    let named = interp.method_name(this, &name);
    match named.and_then(|name| Some((name, interp.find_method(this, name)?))) {
        Some((name, found)) => {
            let (method, owner) = (found.method.clone(), Rc::clone(&found.owner));
            Ok(Val::Method(Rc::new(RMethod { receiver: this.clone(), bound: true, name, method, owner })))
        }
        None if answers_missing(interp, this, &name, true)? => {
            let name = interp.intern(&name)?;
            super::methods::missing(interp, this, name)
        }
        None => {
            let class = interp.real_class(this).name();
            let message = format!("undefined method `{name}' for class `{class}'");
            Err(interp.name_error(message, &name, this))
        }
    }
}

fn methods(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let classes = match this {
        Val::Class(class) => class.make_meta().ancestors(),
        _ => interp.class_of(this).ancestors(),
    };
    let mut names: Vec<&str> = classes.iter().flat_map(|class| class.own_names()).collect();
    names.sort_unstable();
    names.dedup();
    Ok(Val::array(names.into_iter().map(Val::sym).collect()))
}

fn singleton_methods(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    // Methods of modules that extend the object are singleton methods, too.
    let classes: Vec<_> = match this {
        Val::Class(class) => {
            let mut all = Vec::new();
            let mut at = Some(Rc::clone(class));
            while let Some(each) = at {
                all.extend(each.make_meta().ancestors());
                at = each.superclass();
            }
            all
        }
        _ => {
            let all = interp.class_of(this).ancestors();
            let own = all.iter().take_while(|class| class.kind != ClassKind::Class).cloned().collect();
            if interp.class_of(this).kind == ClassKind::Singleton { own } else { Vec::new() }
        }
    };
    Ok(Val::array(super::modules::names(&classes, |visibility| visibility != Visibility::Private)))
}

fn singleton_method(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let name = interp.arg_name(&args.get(0))?;
    let class = interp.singleton_class(this)?;
    let named = interp.method_name(this, &name);
    match named.and_then(|name| Some((name, class.own_method(name)?.0))) {
        Some((name, method)) => {
            let receiver = this.clone();
            Ok(Val::Method(Rc::new(RMethod { receiver, bound: true, name, method, owner: class })))
        }
        None => {
            let shown = interp.inspect(this)?;
            Err(interp.name_error(format!("undefined singleton method `{name}' for {shown}"), &name, this))
        }
    }
}

fn extend(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    for module in &args.list {
        let module = interp.as_class(module)?;
        interp.singleton_class(this)?.include(&module);
        interp.ancestors_changed();
        let receiver = Val::Class(module);
        if interp.find_method(&receiver, Symbol::new("extended")).is_some() {
            interp.call(&receiver, "extended", vec![this.clone()])?;
        }
    }
    Ok(this.clone())
}

fn instance_eval(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(block) = &args.block else {
        let lexical = interp.top_lexical();
        return interp.run_string(args, this.clone(), lexical);
    };
    interp.call_proc_as(block, this, None, Args::new(vec![this.clone()]))
}

fn instance_exec(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let block = args.need_block(interp)?;
    interp.call_proc_as(&block, this, None, Args { block: None, ..args.clone() })
}

fn define_singleton_method(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let name = interp.arg_name(&args.get(0))?;
    let method = super::class_methods::given_method(interp, args)?;
    let class = interp.singleton_class(this)?;
    let symbol = interp.intern(&name)?;
    class.define(symbol, method, Visibility::Public);
    interp.methods_changed(&class);
    interp.method_defined(&class, Some(this), symbol)?;
    Ok(Val::sym(name))
}

fn enum_for(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let name = if args.is_empty() { "each".to_string() } else { interp.arg_name(&args.get(0))? };
    let rest = args.list.iter().skip(1).cloned().collect();
    let method = interp.intern(&name)?;
    Ok(interp.enumerator_with(this, method, rest, args.keywords))
}

fn display(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    interp.to_s(this)?;
    Ok(Val::Nil)
}

impl Interp<'_> {
    /// An enumerator that calls the method with a block to obtain the elements.
    pub fn enumerator(&mut self, receiver: &Val, name: &str, args: Vec<Val>) -> Val {
        self.enumerator_with(receiver, Symbol::new(name), args, false)
    }

    /// An enumerator whose last argument may be a hash of keywords.
    fn enumerator_with(&mut self, receiver: &Val, method: Symbol, args: Vec<Val>, keywords: bool) -> Val {
        let data = Data::Enumerator { receiver: receiver.clone(), method, args, keywords };
        Val::Object(Rc::new(RObject::with_data(Rc::clone(&self.state.known.enumerator), data)))
    }
}
