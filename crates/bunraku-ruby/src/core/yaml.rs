//! `YAML`, an alias of `Psych`: conversion between plain data and YAML.

mod dump;

use std::rc::Rc;

use bunraku_formats::yaml::{DATE_MARK, Permitted, SYMBOL_MARK, TIME_MARK};
use bunraku_intern::Symbol;

use crate::{
    Args, Interp, R,
    class::{ANY, NativeClass, method},
    host::YamlError,
    value::{RHash, Val},
};

pub(super) use dump::to_yaml;

pub(super) static PSYCH: NativeClass = NativeClass::module_in_chapters(
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
    |psych| {
        // Those of the Ruby that Puppet brings.
        psych.set_constant(Symbol::new("VERSION"), Val::str("5.0.1"));
        psych.set_constant(Symbol::new("LIBYAML_VERSION"), Val::str("0.2.5"));
    },
);

/// The exceptions, each with its superclass.
pub(super) const EXCEPTIONS: &[(&str, &str)] = &[
    ("Psych::Exception", "RuntimeError"),
    ("Psych::BadAlias", "Psych::Exception"),
    ("Psych::DisallowedClass", "Psych::Exception"),
    ("Psych::SyntaxError", "Psych::Exception"),
];

/// Loads plain data and symbols, and what the options permit. Objects are refused.
fn load(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    args.check_plain(interp, 1, 1)?;
    let options = Options { symbols: true, ..options(interp, args)? };
    read(interp, args, &options)
}

/// `safe_load`, which permits symbols only where the option `permitted_classes` names them.
fn safe_load(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    args.check_plain(interp, 1, 1)?;
    let options = options(interp, args)?;
    read(interp, args, &options)
}

fn load_all(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let options = everything(interp, args)?;
    read(interp, args, &options)
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
        let options = everything(interp, &args)?;
        values.push(read(interp, &args, &options)?);
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

/// What code permits in addition to plain data, and the form in which it wants the data.
struct Options {
    permitted: Permitted,
    symbols: bool,
    /// The only symbols that are permitted, if code names some.
    names: Vec<Val>,
    aliases: bool,
    /// The value of an empty document.
    fallback: Val,
    /// The name of the file in messages.
    file: String,
}

/// The options of a call. Classes are named by themselves or by their names.
fn options(interp: &mut Interp<'_>, args: &Args) -> R<Options> {
    let mut permitted = Permitted::default();
    let mut symbols = false;
    if let Some(Val::Array(classes)) = args.option("permitted_classes") {
        for class in interp.items(&classes)? {
            match interp.to_s(&class)?.as_str() {
                "Regexp" => permitted.regexps = true,
                "Symbol" => symbols = true,
                "Date" => permitted.dates = true,
                "Time" => permitted.times = true,
                _ => {}
            }
        }
    }
    let names = match args.option("permitted_symbols") {
        Some(Val::Array(names)) => interp.items(&names)?,
        _ => Vec::new(),
    };
    let file = match args.option("filename").filter(|file| !file.is_nil()) {
        Some(file) => interp.to_s(&file)?,
        None => "<unknown>".to_owned(),
    };
    let aliases = args.option("aliases").is_some_and(|wanted| wanted.truthy());
    let fallback = args.option("fallback").unwrap_or(Val::Nil);
    Ok(Options { permitted, symbols, names, aliases, fallback, file })
}

/// The options of `unsafe_load`, where an empty document is false.
fn everything(interp: &mut Interp<'_>, args: &Args) -> R<Options> {
    let permitted = Permitted { regexps: true, dates: true, times: true };
    let fallback = args.option("fallback").unwrap_or(Val::Bool(false));
    Ok(Options {
        permitted,
        symbols: true,
        names: Vec::new(),
        aliases: true,
        fallback,
        ..options(interp, args)?
    })
}

fn read(interp: &mut Interp<'_>, args: &Args, options: &Options) -> R {
    let text = interp.arg_source(&args.get(0))?;
    interp.check_size(text.len())?;
    let read = match interp.host.read_yaml(&text, options.permitted) {
        Some(Ok(read)) => read,
        Some(Err(YamlError::Syntax { message, line, column })) => {
            let message = format!("({}): {message} at line {line} column {column}", options.file);
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
    if let Some(alias) = read.alias.filter(|_| !options.aliases) {
        return Err(interp.error("Psych::BadAlias", format!("Unknown alias: {alias}")));
    }
    if read.value.is_nil() && documents(&text).is_empty() {
        return Ok(options.fallback.clone());
    }
    let value = if text.contains([':', '-']) { marked(interp, &read.value, options)? } else { read.value };
    let symbols = args.option("symbolize_names").is_some_and(|wanted| wanted.truthy());
    let value = if symbols { with_symbols(&value) } else { value };
    if args.option("freeze").is_some_and(|wanted| wanted.truthy()) {
        freeze(interp, &value)?;
    }
    Ok(value)
}

/// Freezes data with all its parts. The recursion is safe because the parser limits the nesting.
fn freeze(interp: &mut Interp<'_>, value: &Val) -> R<()> {
    match value {
        Val::Array(array) => {
            for item in interp.items(array)? {
                freeze(interp, &item)?;
            }
        }
        Val::Hash(hash) => {
            for (key, value) in interp.entries(hash)? {
                freeze(interp, &key)?;
                freeze(interp, &value)?;
            }
        }
        _ => {}
    }
    interp.call(value, "freeze", Vec::new()).map(drop)
}

/// A date or a time. A time without a zone is one of UTC.
fn moment(interp: &mut Interp<'_>, text: &str, class: &str) -> R {
    interp.load_library(if class == "Date" { "date" } else { "time" })?;
    let Some(class) = interp.class_named(class) else { return Ok(Val::str(text)) };
    let zoned = text.ends_with(['Z', 'z']) || text.get(11..).is_some_and(|time| time.contains(['+', '-']));
    let text = if zoned || text.len() < 12 { text.to_owned() } else { format!("{text} UTC") };
    let moment = interp.call(&Val::Class(Rc::clone(&class)), "parse", vec![Val::str(text.as_str())])?;
    if !zoned || text.ends_with(['Z', 'z']) || text.len() < 12 {
        return Ok(moment);
    }
    // Psych gives times of other zones in the local one.
    let seconds = interp.call(&moment, "to_r", Vec::new())?;
    interp.call(&Val::Class(class), "at", vec![seconds])
}

/// The same data with symbols, dates and times in place of the strings that stand for them. The recursion is safe
/// because the parser limits the nesting.
fn marked(interp: &mut Interp<'_>, value: &Val, options: &Options) -> R {
    Ok(match value {
        Val::Str(text) => {
            let text = text.text();
            if let Some(name) = text.strip_prefix(SYMBOL_MARK) {
                return symbol(interp, name, options);
            }
            match (text.strip_prefix(DATE_MARK), text.strip_prefix(TIME_MARK)) {
                (Some(date), _) => moment(interp, date, "Date")?,
                (_, Some(time)) => moment(interp, time, "Time")?,
                _ => value.clone(),
            }
        }
        Val::Array(array) => {
            let items: R<Vec<Val>> =
                interp.items(array)?.iter().map(|item| marked(interp, item, options)).collect();
            Val::array(items?)
        }
        Val::Hash(hash) => {
            let mut entries = Vec::with_capacity(hash.len());
            for (key, value) in interp.entries(hash)? {
                entries.push((marked(interp, &key, options)?, marked(interp, &value, options)?));
            }
            Val::Hash(Rc::new(RHash::from_entries(entries)))
        }
        other => other.clone(),
    })
}

fn symbol(interp: &mut Interp<'_>, name: &str, options: &Options) -> R {
    let symbol = Val::sym(name);
    let mut named = options.names.is_empty();
    for permitted in &options.names {
        named |= interp.to_s(permitted)? == name;
    }
    if options.symbols && named {
        return Ok(symbol);
    }
    Err(interp.error("Psych::DisallowedClass", "Tried to load unspecified class: Symbol"))
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
    let mut args = args.clone();
    if let Some(first) = args.list.first_mut() {
        *first = text;
    }
    Ok(args)
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
