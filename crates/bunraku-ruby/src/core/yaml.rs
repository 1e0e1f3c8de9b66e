//! `YAML`, an alias of `Psych`: conversion between plain data and YAML.

mod dump;

use std::rc::Rc;

use bunraku_formats::yaml::SYMBOL_MARK;

use crate::{
    Args, Interp, R,
    class::{ANY, NativeClass, method},
    host::YamlError,
    value::{RHash, Val},
};

pub(super) use dump::to_yaml;

pub(super) static PSYCH: NativeClass = NativeClass::module(
    "Psych",
    &[],
    &[
        method("load", 1, ANY, load),
        method("safe_load", 1, ANY, safe_load),
        method("unsafe_load", 1, ANY, load_all),
        method("load_stream", 1, ANY, load_stream),
        method("load_file", 1, ANY, load_file),
        method("safe_load_file", 1, ANY, |interp, this, args| {
            let text = file_text(interp, args)?;
            safe_load(interp, this, &text)
        }),
        method("unsafe_load_file", 1, ANY, |interp, this, args| {
            let text = file_text(interp, args)?;
            load_all(interp, this, &text)
        }),
        method("dump", 1, 2, dump::dump),
        method("safe_dump", 1, 2, dump::dump),
    ],
);

/// The exceptions, each with its superclass.
pub(super) const EXCEPTIONS: &[(&str, &str)] = &[
    ("Psych::Exception", "RuntimeError"),
    ("Psych::BadAlias", "Psych::Exception"),
    ("Psych::DisallowedClass", "Psych::Exception"),
    ("Psych::SyntaxError", "Psych::Exception"),
];

/// Loads plain data and symbols, and regular expressions where the option `permitted_classes` names them. Dates and
/// objects are refused.
fn load(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    args.check_plain(interp, 1, 1)?;
    let permitted = Permitted { symbols: true, ..permitted(interp, args)? };
    read(interp, args, permitted)
}

/// `safe_load`, which permits symbols only where the option `permitted_classes` names them.
fn safe_load(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    args.check_plain(interp, 1, 1)?;
    let permitted = permitted(interp, args)?;
    read(interp, args, permitted)
}

fn load_all(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    read(interp, args, Permitted { regexps: true, symbols: true })
}

/// The data of all documents of a string.
fn load_stream(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let text = interp.arg_str(&args.get(0))?;
    let mut values = Vec::new();
    for document in documents(&text) {
        let mut args = args.clone();
        if let Some(first) = args.list.first_mut() {
            *first = Val::str(document);
        }
        values.push(read(interp, &args, Permitted { regexps: true, symbols: true })?);
    }
    Ok(Val::array(values))
}

/// The documents of a string. A marker at the beginning of a line is never a part of one, even inside a block scalar.
fn documents(text: &str) -> Vec<String> {
    let mut documents = Vec::new();
    let mut current = String::new();
    // Comments and directives before a marker belong to the document that it begins.
    let mut begun = false;
    for line in text.split_inclusive('\n') {
        let marker = line
            .strip_prefix("---")
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\n', '\r']));
        if marker && begun {
            documents.push(std::mem::take(&mut current));
        }
        begun |= marker || !(line.trim().is_empty() || line.starts_with(['#', '%']));
        current.push_str(line);
    }
    if begun {
        documents.push(current);
    }
    documents
}

/// What code permits beside plain data.
#[derive(Clone, Copy)]
struct Permitted {
    regexps: bool,
    symbols: bool,
}

/// What the option `permitted_classes` names, by class or by name.
fn permitted(interp: &mut Interp<'_>, args: &Args) -> R<Permitted> {
    let mut permitted = Permitted { regexps: false, symbols: false };
    if let Some(Val::Array(classes)) = args.option("permitted_classes") {
        for class in interp.items(&classes)? {
            match interp.to_s(&class)?.as_str() {
                "Regexp" => permitted.regexps = true,
                "Symbol" => permitted.symbols = true,
                _ => {}
            }
        }
    }
    Ok(permitted)
}

fn read(interp: &mut Interp<'_>, args: &Args, permitted: Permitted) -> R {
    let text = interp.arg_source(&args.get(0))?;
    interp.check_size(text.len())?;
    let value = match interp.host.read_yaml(&text, permitted.regexps) {
        Some(Ok(value)) => value,
        Some(Err(YamlError::Syntax { message, line, column })) => {
            let message = format!("(<unknown>): {message} at line {line} column {column}");
            return Err(interp.error("Psych::SyntaxError", message));
        }
        Some(Err(YamlError::Disallowed(message))) => {
            return Err(interp.error("Psych::DisallowedClass", message));
        }
        None => {
            return Err(
                interp.refuse("reading YAML is not available here", "pass the data to the code instead")
            );
        }
    };
    let value = if text.contains(':') { marked(interp, &value, permitted.symbols)? } else { value };
    let symbols = args.option("symbolize_names").is_some_and(|wanted| wanted.truthy());
    Ok(if symbols { with_symbols(&value) } else { value })
}

/// The same data with symbols in place of the strings that stand for them. The recursion is safe because the parser
/// limits the nesting.
fn marked(interp: &mut Interp<'_>, value: &Val, permitted: bool) -> R {
    Ok(match value {
        Val::Str(text) => match text.get().strip_prefix(SYMBOL_MARK) {
            Some(name) if permitted => Val::sym(name),
            Some(_) => {
                let message = "Tried to load unspecified class: Symbol";
                return Err(interp.error("Psych::DisallowedClass", message));
            }
            None => value.clone(),
        },
        Val::Array(array) => {
            let items: R<Vec<Val>> =
                interp.items(array)?.iter().map(|item| marked(interp, item, permitted)).collect();
            Val::array(items?)
        }
        Val::Hash(hash) => {
            let mut entries = Vec::with_capacity(hash.len());
            for (key, value) in interp.entries(hash)? {
                entries.push((marked(interp, &key, permitted)?, marked(interp, &value, permitted)?));
            }
            Val::Hash(Rc::new(RHash::from_entries(entries)))
        }
        other => other.clone(),
    })
}

fn load_file(interp: &mut Interp<'_>, this: &Val, args: &Args) -> R {
    let text = file_text(interp, args)?;
    load(interp, this, &text)
}

/// The arguments with the contents of a file in place of its path.
fn file_text(interp: &mut Interp<'_>, args: &Args) -> R<Args> {
    let Some(file) = interp.class_named("File") else {
        return Err(interp.refuse("`YAML.load_file`", "read the data with Puppet's `loadyaml`"));
    };
    let text = interp.call(&Val::Class(file), "read", vec![args.get(0)])?;
    let mut list = vec![text];
    list.extend(args.list.iter().skip(1).cloned());
    Ok(Args::new(list))
}

/// The same data with symbols in place of string keys. The recursion is safe because the parser limits the nesting.
fn with_symbols(value: &Val) -> Val {
    match value {
        Val::Array(array) => Val::array(array.items().iter().map(with_symbols).collect()),
        Val::Hash(hash) => {
            let entries = hash.entries().into_iter().map(|(key, value)| match key {
                Val::Str(key) => (Val::sym(key.text()), with_symbols(&value)),
                key => (key, with_symbols(&value)),
            });
            Val::Hash(Rc::new(RHash::from_entries(entries)))
        }
        other => other.clone(),
    }
}
