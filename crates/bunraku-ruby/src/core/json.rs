//! `JSON`: parses JSON, and generates it from any object that has a method `to_json`.

mod generate;
mod parse;

use crate::{
    Args, Interp, R,
    class::{ANY, NativeClass, method},
    value::Val,
};

pub(super) use generate::to_json;

pub(super) static JSON: NativeClass = NativeClass::module(
    "JSON",
    &[],
    &[
        method("parse", 1, 2, parse::parse),
        method("parse!", 1, 2, parse::parse),
        method("load", 1, 3, load),
        method("restore", 1, 3, load),
        method("load_file", 1, 2, load_file),
        method("load_file!", 1, 2, load_file),
        method("generate", 1, 2, generate::generate),
        method("fast_generate", 1, 2, generate::generate),
        method("pretty_generate", 1, 2, generate::pretty_generate),
        method("dump", 1, ANY, dump),
        method("[]", 1, 2, either),
    ],
);

/// The exceptions, each with its superclass.
pub(super) const EXCEPTIONS: &[(&str, &str)] = &[
    ("JSON::JSONError", "StandardError"),
    ("JSON::ParserError", "JSON::JSONError"),
    ("JSON::NestingError", "JSON::ParserError"),
    ("JSON::GeneratorError", "JSON::JSONError"),
];

/// `JSON.load`, which returns `nil` for `nil` and for an empty string.
fn load(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    match args.get(0) {
        Val::Nil => Ok(Val::Nil),
        source => {
            let text = interp.arg_source(&source)?;
            if text.is_empty() {
                return Ok(Val::Nil);
            }
            let mut list = vec![Val::str(text)];
            list.extend(args.options().map(Val::Hash));
            parse::parse(interp, this, &Args::new(list))
        }
    }
}

/// `JSON.load_file`, which parses the contents of a file.
fn load_file(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let Some(file) = interp.class_named("File") else {
        return Err(interp.refuse("`JSON.load_file`", "read the data with Puppet's `loadjson`"));
    };
    let mut list = vec![interp.call(&Val::Class(file), "read", vec![args.get(0)])?];
    list.extend(args.options().map(Val::Hash));
    parse::parse(interp, this, &Args::new(list))
}

fn dump(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    if args.len() > 1 {
        return Err(interp.refuse("`JSON.dump` to a file", "create the string with `JSON.generate`"));
    }
    generate::generate(interp, this, args)
}

/// `JSON[value]`, which parses a string and generates JSON from any other value.
fn either(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    match args.get(0) {
        Val::Str(_) => parse::parse(interp, this, args),
        _ => generate::generate(interp, this, args),
    }
}
