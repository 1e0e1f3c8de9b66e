//! The constants and class variables of a class.

use std::rc::Rc;

use bunraku_intern::Symbol;

use super::visibility::names_of;
use crate::{
    Args, Interp, R,
    class::{ANY, NativeMethod, method},
    value::Val,
};

pub(super) const METHODS: &[NativeMethod] = &[
    method("private_constant", 0, ANY, |interp, this, args| set_constants_private(interp, this, args, true)),
    method("public_constant", 0, ANY, |interp, this, args| set_constants_private(interp, this, args, false)),
    method("const_get", 1, 2, const_get),
    method("const_set", 2, 2, const_set),
    method("const_defined?", 1, 2, const_defined),
    method("constants", 0, 1, constants),
    method("remove_const", 1, 1, remove_const),
    method("class_variable_get", 1, 1, class_variable_get),
    method("class_variable_set", 2, 2, class_variable_set),
    method("class_variable_defined?", 1, 1, class_variable_defined),
    method("class_variables", 0, 1, class_variables),
];

fn const_get(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let path = interp.arg_name(&args.get(0))?;
    let mut at = this.clone();
    for part in path.split("::").filter(|part| !part.is_empty()) {
        let class = interp.as_class(&at)?;
        at = match interp.find_constant_named(&class, part)? {
            Some(value) => value,
            None => interp.constant_named(part)?,
        };
    }
    Ok(at)
}

fn const_set(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let class = interp.as_class(this)?;
    let name = interp.arg_name(&args.get(0))?;
    let symbol = interp.intern(&name)?;
    interp.set_constant(&class, symbol, args.get(1));
    Ok(args.get(1))
}

fn const_defined(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let path = interp.arg_name(&args.get(0))?;
    let mut at = interp.as_class(this)?;
    if args.len() > 1 && !args.get(1).truthy() {
        return Ok(Val::Bool(Symbol::find(&path).and_then(|path| at.constant(path)).is_some()));
    }
    for (index, part) in path.split("::").filter(|part| !part.is_empty()).enumerate() {
        let found = match interp.find_constant_named(&at, part)? {
            None if index == 0 => {
                let object = Rc::clone(&interp.state.known.object);
                interp.find_constant_named(&object, part)?
            }
            found => found,
        };
        match found {
            Some(Val::Class(class)) => at = class,
            Some(_) => return Ok(Val::Bool(true)),
            None => return Ok(Val::Bool(false)),
        }
    }
    Ok(Val::Bool(true))
}

fn constants(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let class = interp.as_class(this)?;
    let names = class.constant_names().into_iter().filter(|name| !class.is_constant_private(*name));
    Ok(Val::array(names.map(|name| Val::sym(name.as_str())).collect()))
}

fn set_constants_private(interp: &mut Interp<'_>, this: &Val, args: &Args, private: bool) -> R {
    let class = interp.as_class(this)?;
    for name in names_of(interp, args)? {
        if class.constant(name).is_none() {
            let message = format!("constant {}::{name} not defined", class.name());
            return Err(interp.name_error(message, name.as_str(), this));
        }
        class.set_constant_private(name, private);
        interp.state.constants.clear();
    }
    Ok(Val::Nil)
}

fn remove_const(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let class = interp.as_class(this)?;
    let name = interp.arg_name(&args.get(0))?;
    interp.state.constants.clear();
    match Symbol::find(&name).and_then(|name| class.remove_constant(name)) {
        Some(value) => Ok(value),
        None => {
            let message = format!("constant {}::{name} not defined", class.name());
            Err(interp.error("NameError", message))
        }
    }
}

fn class_variables(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let class = interp.as_class(this)?;
    let inherited = !matches!(args.at(0), Some(Val::Bool(false)));
    let classes = if inherited { class.ancestors() } else { vec![class] };
    let names = classes.iter().flat_map(|class| class.class_variable_names());
    Ok(Val::array(names.map(|name| Val::sym(name.as_str())).collect()))
}

fn class_variable_get(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let class = interp.as_class(this)?;
    let name = interp.arg_name(&args.get(0))?;
    let symbol = Symbol::find(&name);
    let found = symbol.and_then(|name| class.ancestors().iter().find_map(|class| class.class_variable(name)));
    match found {
        Some(value) => Ok(value),
        None => {
            let message = format!("uninitialized class variable {name} in {}", class.name());
            Err(interp.error("NameError", message))
        }
    }
}

fn class_variable_set(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let class = interp.as_class(this)?;
    let name = interp.arg_name(&args.get(0))?;
    let symbol = interp.intern(&name)?;
    class.set_class_variable(symbol, args.get(1));
    Ok(args.get(1))
}

fn class_variable_defined(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let class = interp.as_class(this)?;
    let name = Symbol::find(&interp.arg_name(&args.get(0))?);
    let is_set = |name| class.ancestors().iter().any(|class| class.class_variable(name).is_some());
    Ok(Val::Bool(name.is_some_and(is_set)))
}
