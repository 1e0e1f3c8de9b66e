//! `Module`: listing and removing methods, and hooks.

use std::{collections::HashSet, rc::Rc};

use bunraku_intern::Symbol;

use crate::{
    Args, Interp, R,
    class::{ANY, ClassKind, Method, NativeMethod, RClass, Visibility, method},
    value::{RMethod, Val},
};

pub(super) const METHODS: &[NativeMethod] = &[
    method("remove_method", 0, ANY, remove_method),
    method("undef_method", 0, ANY, undef_method),
    method("instance_method", 1, 1, instance_method),
    method("public_instance_method", 1, 1, instance_method),
    method("instance_methods", 0, 1, |interp, this, args| {
        list(interp, this, args, |visibility| visibility != Visibility::Private)
    }),
    method("public_instance_methods", 0, 1, |interp, this, args| {
        list(interp, this, args, |visibility| visibility == Visibility::Public)
    }),
    method("private_instance_methods", 0, 1, |interp, this, args| {
        list(interp, this, args, |visibility| visibility == Visibility::Private)
    }),
    method("protected_instance_methods", 0, 1, |interp, this, args| {
        list(interp, this, args, |visibility| visibility == Visibility::Protected)
    }),
    method("method_defined?", 1, 2, |interp, this, args| {
        has(interp, this, args, |visibility| visibility != Visibility::Private)
    }),
    method("public_method_defined?", 1, 2, |interp, this, args| {
        has(interp, this, args, |visibility| visibility == Visibility::Public)
    }),
    method("private_method_defined?", 1, 2, |interp, this, args| {
        has(interp, this, args, |visibility| visibility == Visibility::Private)
    }),
    method("protected_method_defined?", 1, 2, |interp, this, args| {
        has(interp, this, args, |visibility| visibility == Visibility::Protected)
    }),
    method("singleton_class?", 0, 0, |_, this, _| {
        Ok(Val::Bool(matches!(this, Val::Class(class) if class.kind == ClassKind::Singleton)))
    }),
    method("remove_class_variable", 1, 1, remove_class_variable),
    method("deprecate_constant", 0, ANY, |_, this, _| Ok(this.clone())),
    method("ruby2_keywords", 0, ANY, |_, _, _| Ok(Val::Nil)),
    method("refine", 1, 1, |interp, _, _| Err(no_refinements(interp))),
    method("using", 1, 1, |interp, _, _| Err(no_refinements(interp))),
];

fn no_refinements(interp: &mut Interp<'_>) -> Box<crate::Unwind> {
    interp.refuse(
        "bunraku does not support refinements",
        "reopen the class, or write a function that takes the object",
    )
}

/// Removes a method from the class, so that an inherited one becomes visible again.
fn remove_method(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let class = interp.as_class(this)?;
    for name in &args.list {
        let name = interp.arg_name(name)?;
        if !Symbol::find(&name).is_some_and(|name| class.remove(name)) {
            let message = format!("method `{name}' not defined in {}", class.name());
            return Err(interp.name_error(message, &name, this));
        }
    }
    interp.methods_changed(&class);
    Ok(this.clone())
}

/// Removes a method from the instances of the class, even if it is inherited.
fn undef_method(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let class = interp.as_class(this)?;
    for name in &args.list {
        let name = interp.arg_name(name)?;
        let symbol = interp.intern(&name)?;
        let known = match class.kind {
            ClassKind::Singleton => true,
            _ => interp.find_instance_method(&class, symbol).is_some(),
        };
        if !known {
            return Err(no_such_method(interp, &class, &name));
        }
        class.define(symbol, Method::Undefined, Visibility::Public);
    }
    interp.methods_changed(&class);
    Ok(this.clone())
}

fn no_such_method(interp: &mut Interp<'_>, class: &Rc<RClass>, name: &str) -> Box<crate::Unwind> {
    let kind = if class.is_module() { "module" } else { "class" };
    let message = format!("undefined method `{name}' for {kind} `{}'", class.name());
    interp.name_error(message, name, &Val::Class(Rc::clone(class)))
}

fn instance_method(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let class = interp.as_class(this)?;
    let name = interp.arg_name(&args.get(0))?;
    let symbol = interp.instance_method_name(&class, &name);
    match symbol.and_then(|symbol| Some((symbol, interp.find_instance_method(&class, symbol)?))) {
        Some((symbol, found)) => Ok(Val::Method(Rc::new(RMethod {
            receiver: Val::Nil,
            bound: false,
            name: symbol,
            method: found.method.clone(),
            owner: Rc::clone(&found.owner),
        }))),
        None => Err(no_such_method(interp, &class, &name)),
    }
}

fn list(interp: &mut Interp<'_>, this: &Val, args: &Args, wanted: fn(Visibility) -> bool) -> R {
    let class = interp.as_class(this)?;
    let inherited = !matches!(args.at(0), Some(Val::Bool(false)));
    // Of what is written in Rust only the class that was asked is listed: whoever lists inherited methods compares them
    // with those of another class.
    let native = class.native_names(wanted);
    let classes = if inherited { class.ancestors() } else { vec![class] };
    let mut names = names(&classes, wanted);
    for name in native {
        if !names.iter().any(|known| matches!(known, Val::Sym(known) if *known == name)) {
            names.push(Val::sym(name));
        }
    }
    Ok(Val::array(names))
}

/// The names of the methods that Ruby code defined in classes. The visibility in the first class that has a name
/// counts.
pub(super) fn names(classes: &[Rc<RClass>], wanted: fn(Visibility) -> bool) -> Vec<Val> {
    let mut seen: HashSet<Symbol> = HashSet::new();
    let mut names = Vec::new();
    for class in classes {
        for (name, visibility) in class.code_names() {
            if !seen.insert(name) {
                continue;
            }
            let undefined = matches!(class.own_method(name), Some((Method::Undefined, _)));
            if !undefined && wanted(visibility) {
                names.push(Val::sym(name.as_str()));
            }
        }
    }
    names
}

fn has(interp: &mut Interp<'_>, this: &Val, args: &Args, wanted: fn(Visibility) -> bool) -> R {
    let class = interp.as_class(this)?;
    let name = interp.arg_name(&args.get(0))?;
    let Some(name) = interp.instance_method_name(&class, &name) else { return Ok(Val::Bool(false)) };
    let visibility = match args.at(1) {
        Some(Val::Bool(false)) => class.own_method(name).map(|(_, visibility)| visibility),
        _ => interp.find_instance_method(&class, name).map(|found| found.visibility),
    };
    Ok(Val::Bool(visibility.is_some_and(wanted)))
}

fn remove_class_variable(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let class = interp.as_class(this)?;
    let name = interp.arg_name(&args.get(0))?;
    match Symbol::find(&name).and_then(|name| class.remove_class_variable(name)) {
        Some(value) => Ok(value),
        None => {
            let message = format!("class variable {name} not defined for {}", class.name());
            Err(interp.name_error(message, &name, this))
        }
    }
}

/// `X.subclasses`, the most recently created first.
pub(super) fn subclasses(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let class = interp.as_class(this)?;
    Ok(Val::array(class.subclasses().into_iter().map(Val::Class).collect()))
}

impl Interp<'_> {
    /// Calls the hook `method_added` or `singleton_method_added`, if the class defines it.
    pub(crate) fn method_defined(
        &mut self,
        class: &Rc<RClass>,
        receiver: Option<&Val>,
        name: Symbol,
    ) -> R<()> {
        if matches!(name.as_str(), "method_added" | "singleton_method_added") {
            self.state.method_hooks.set(true);
        }
        if !self.state.method_hooks.get() {
            return Ok(());
        }
        let (object, hook) = match receiver {
            Some(object) => (object.clone(), "singleton_method_added"),
            None => (Val::Class(Rc::clone(class)), "method_added"),
        };
        if self.find_method(&object, Symbol::new(hook)).is_some() {
            self.call(&object, hook, vec![Val::sym(name.as_str())])?;
        }
        Ok(())
    }
}
