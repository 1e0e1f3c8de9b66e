//! `Encoding`: the names of encodings. Strings are only ever UTF-8 or binary.

use std::rc::Rc;

use bunraku_intern::Symbol;

use crate::{
    Args, Interp, R,
    class::{NativeClass, RClass, method},
    value::{RObject, Val},
};

pub(super) static ENCODING: NativeClass = NativeClass::in_chapters(
    "Encoding",
    "Object",
    &[],
    &[&[
        method("name", 0, 0, name),
        method("to_s", 0, 0, name),
        method("inspect", 0, 0, inspect),
        method("ascii_compatible?", 0, 0, is_ascii_compatible),
        method("dummy?", 0, 0, is_dummy),
    ]],
    &[
        method("default_external", 0, 0, default_external),
        method("default_internal", 0, 0, default_internal),
        method("default_external=", 1, 1, set_default),
        method("default_internal=", 1, 1, set_default),
        method("find", 1, 1, find),
    ],
    constants,
);

/// The known encodings, each with its constants.
const NAMES: &[(&str, &[&str])] = &[
    ("UTF-8", &["UTF_8"]),
    ("ASCII-8BIT", &["ASCII_8BIT", "BINARY"]),
    ("US-ASCII", &["US_ASCII", "ASCII"]),
    ("ISO-8859-1", &["ISO_8859_1"]),
    ("UTF-16LE", &["UTF_16LE"]),
    ("UTF-16BE", &["UTF_16BE"]),
    ("UTF-16", &["UTF_16"]),
    ("UTF-32LE", &["UTF_32LE"]),
    ("UTF-32BE", &["UTF_32BE"]),
    ("Windows-1252", &["WINDOWS_1252", "CP1252"]),
];

/// How an encoding is handled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Utf8,
    /// UTF-8 that is limited to the first 128 characters.
    Ascii,
    /// A binary string.
    Binary,
    /// One byte per character, with the code points of Unicode.
    Latin1,
    /// Two bytes per unit; with a byte order mark if the name does not specify the byte order.
    Utf16 {
        little: bool,
        mark: bool,
    },
    /// Four bytes per character.
    Utf32 {
        little: bool,
    },
}

fn constants(class: &Rc<RClass>) {
    for (name, constants) in NAMES {
        let object = RObject::new(Rc::clone(class));
        object.set_variable(Symbol::new("@name"), Val::str(*name));
        object.freeze();
        let encoding = Val::Object(Rc::new(object));
        for constant in *constants {
            class.set_constant(Symbol::new(constant), encoding.clone());
        }
    }
}

/// Whether an encoding with this name exists.
pub(super) fn exists(name: &str) -> bool {
    constant(name).is_some()
}

/// The constant of an encoding.
fn constant(name: &str) -> Option<&'static str> {
    let is = |each: &str| each.eq_ignore_ascii_case(name);
    let found =
        NAMES.iter().find(|(each, constants)| is(each) || constants.iter().any(|constant| is(constant)));
    found.and_then(|(_, constants)| constants.first().copied())
}

/// The encoding with this name.
pub(super) fn named(interp: &mut Interp<'_>, name: &str) -> R {
    let class = interp.class_named("Encoding");
    match constant(name).and_then(|constant| class?.constant(Symbol::new(constant))) {
        Some(encoding) => Ok(encoding),
        None => Err(interp.argument_error(format!("unknown encoding name - {name}"))),
    }
}

/// How the encoding that an argument names is handled.
pub(super) fn kind(interp: &mut Interp<'_>, value: &Val) -> R<Kind> {
    let encoding = match value {
        Val::Object(_) => value.clone(),
        name => {
            let name = interp.arg_str(name)?;
            named(interp, &name)?
        }
    };
    let name = interp.to_s(&encoding)?;
    match name.as_str() {
        "UTF-8" => Ok(Kind::Utf8),
        "ASCII-8BIT" => Ok(Kind::Binary),
        "US-ASCII" => Ok(Kind::Ascii),
        "ISO-8859-1" => Ok(Kind::Latin1),
        "UTF-16LE" => Ok(Kind::Utf16 { little: true, mark: false }),
        "UTF-16BE" => Ok(Kind::Utf16 { little: false, mark: false }),
        "UTF-16" => Ok(Kind::Utf16 { little: false, mark: true }),
        "UTF-32LE" => Ok(Kind::Utf32 { little: true }),
        "UTF-32BE" => Ok(Kind::Utf32 { little: false }),
        _ => Err(interp.refuse(&format!("the encoding {name} is not implemented"), "use UTF-8")),
    }
}

fn name(_: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    match this {
        Val::Object(object) => Ok(object.variable(Symbol::new("@name")).unwrap_or_default()),
        _ => Ok(Val::Nil),
    }
}

fn inspect(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    let name = interp.to_s(this)?;
    Ok(Val::str(format!("#<Encoding:{name}>")))
}

fn is_ascii_compatible(interp: &mut Interp<'_>, this: &Val, _: &Args) -> R {
    Ok(Val::Bool(!interp.to_s(this)?.starts_with("UTF-16") && !interp.to_s(this)?.starts_with("UTF-32")))
}

fn is_dummy(_: &mut Interp<'_>, _: &Val, _: &Args) -> R {
    Ok(Val::Bool(false))
}

fn default_external(interp: &mut Interp<'_>, _: &Val, _: &Args) -> R {
    named(interp, "UTF-8")
}

fn default_internal(_: &mut Interp<'_>, _: &Val, _: &Args) -> R {
    Ok(Val::Nil)
}

/// Strings are UTF-8 whatever code sets as the default. Setting UTF-8 is common, so this is not an error.
fn set_default(_: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    Ok(args.get(0))
}

fn find(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    match args.get(0) {
        encoding @ Val::Object(_) => Ok(encoding),
        name => {
            let name = interp.arg_name(&name)?;
            let name =
                if matches!(name.as_str(), "external" | "locale" | "filesystem") { "UTF-8" } else { &name };
            named(interp, name)
        }
    }
}
