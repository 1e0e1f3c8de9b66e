//! `PuppetHost`: the methods with which bunraku's own libraries access the compilation. Not meant for code of modules.

use bunraku_edition::PUPPET8;
use bunraku_formats::hocon;
use bunraku_pcore::{
    Str, Type, Value,
    instance::instance,
    values::{Binary, Sensitive, Version, VersionRange},
};
use bunraku_ruby::{Args, R, RubyErrorKind, Unwind, value::Val};

use crate::{
    LogLevel, ModuleFolder,
    binding::{ANY, BoundClass, Cx, method},
    convert::{from_puppet, optional},
    literal::{attributes, literal},
    plain::{copy, plain, with_string_keys},
    value::{puppet_value, wrap},
};

pub(crate) static PUPPET_HOST: BoundClass = BoundClass {
    name: "PuppetHost",
    superclass: None,
    methods: &[],
    singleton: &[
        method("binary", 1, 1, binary),
        method("bytes", 1, 1, bytes),
        method("call", 1, 2, call),
        method("add_resource", 3, 3, add_resource),
        method("ask", 1, ANY, ask),
        method("attempt", 0, 0, attempt),
        method("attribute", 2, 2, attribute),
        method("attributes", 1, 1, attributes),
        method("call_method", 3, 3, call_method),
        method("copy", 1, 1, |_, _, args| Ok(copy(&args.get(0), 0))),
        method("definition_place", 0, 0, definition_place),
        method("dispatch", 2, 2, dispatch),
        method("enum_values", 1, 1, enum_values),
        method("explain", 1, 2, explain),
        method("fact", 1, 1, fact),
        method("facts", 0, 0, |cx, _, _| Ok(optional(cx.host().facts()))),
        method("find_file", 1, 1, |cx, _, args| module_file(cx, ModuleFolder::Files, args)),
        method("find_template", 1, 1, |cx, _, args| module_file(cx, ModuleFolder::Templates, args)),
        method("function?", 1, 1, has_function),
        method("glob", 1, 1, glob),
        method("instance?", 2, 2, is_instance),
        method("keep_scope", 0, 0, |cx, _, _| Ok(cx.keep_scope())),
        method("late", 1, ANY, late),
        method("legacy?", 1, 1, is_legacy),
        method("libraries", 1, 1, libraries),
        method("literal", 1, 1, literal),
        method("log", 2, 2, log),
        method("module_path", 1, 1, module_path),
        method("modulepath", 0, 0, modulepath),
        method("modules", 0, 0, modules),
        method("namevar", 1, 1, namevar),
        method("parameter", 2, 2, parameter),
        method("parameters", 1, 1, parameters),
        method("parse_type", 1, 1, parse_type),
        method("place", 0, 0, place),
        method("read_hocon", 1, 1, read_hocon),
        method("refuse", 1, 1, refuse),
        method("resolved", 1, 1, resolved),
        method("resource_type", 1, 1, resource_type),
        method("rich_data", 1, 1, rich_data),
        method("scope", 0, 0, |cx, _, _| Ok(cx.scope_object())),
        method("sensitive", 1, 1, sensitive),
        method("set_parameter", 3, 3, set_parameter),
        method("setting", 1, 1, setting),
        method("top_scope", 0, 0, |cx, _, _| Ok(cx.top_scope_object())),
        method("version", 1, 1, version),
        method("version_in?", 2, 2, version_in),
        method("version_range", 1, 1, version_range),
        method("version_range_parts", 1, 1, |_, _, args| {
            Ok(match puppet_value(&args.get(0)) {
                Some(Value::VersionRange(range)) => Val::str(range.inspect()),
                _ => Val::Nil,
            })
        }),
        method("resource_place", 1, 1, resource_place),
        method("resource_tags", 1, 1, resource_tags),
        method("virtual?", 1, 1, is_virtual),
        method("writes_lines", 1, ANY, writes_lines),
        method("with_string_keys", 1, 1, |cx, _, args| {
            let value = args.get(0);
            Ok(with_string_keys(cx, &value, 0)?.unwrap_or(value))
        }),
    ],
};

/// A `Binary` of the bytes of a string.
fn binary(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    match args.get(0) {
        Val::Str(text) => Ok(wrap(Value::Binary(Binary::new(text.to_bytes())))),
        other => Err(cx.ruby().no_conversion(&other, "String")),
    }
}

/// The bytes of a `Binary`.
fn bytes(_: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    Ok(match puppet_value(&args.get(0)) {
        Some(Value::Binary(binary)) => Val::bytes(binary.as_bytes()),
        _ => Val::Nil,
    })
}

fn call(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let name = cx.ruby().arg_name(&args.get(0))?;
    let list = match args.get(1) {
        Val::Array(list) => list.to_vec(),
        _ => Vec::new(),
    };
    cx.call_puppet_with(&name, &list, args.block.as_ref())
}

/// A template that is measured writes these of its lines.
fn writes_lines(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    for line in &args.list {
        if let Val::Int(line) = line {
            cx.host().writes_line(u32::try_from(*line).unwrap_or(0));
        }
    }
    Ok(Val::Nil)
}

fn dispatch(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let name = cx.ruby().to_s(&args.get(0))?;
    let list = cx.ruby().arg_array(&args.get(1))?.to_vec();
    cx.dispatch_loaded(&name, list, args.block.clone())
}

/// A request of a library that the program itself has added.
fn ask(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    Ok(from_puppet(&answer(cx, args)?))
}

/// The same for large answers: the entries of hashes are made when code asks for them.
fn late(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    Ok(plain(&answer(cx, args)?))
}

fn answer(cx: &mut Cx<'_, '_>, args: &Args) -> R<Value> {
    let question = cx.ruby().arg_name(&args.get(0))?;
    let values: R<Vec<Value>> = args.list.iter().skip(1).map(|value| cx.data_of(value)).collect();
    match cx.binding.host.ask(&question, values?) {
        Ok(value) => Ok(value),
        Err(error) => Err(cx.host_error(error)),
    }
}

/// An attribute of a Puppet object.
fn attribute(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let name = cx.ruby().arg_name(&args.get(1))?;
    Ok(match puppet_value(&args.get(0)) {
        Some(Value::Object(object)) => optional(object.get(&name).cloned()),
        _ => Val::Nil,
    })
}

/// Calls a method of a Puppet object.
fn call_method(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let object = cx.puppet_value_of(&args.get(0))?;
    let name = cx.ruby().arg_name(&args.get(1))?;
    cx.write_back()?;
    let list = cx.ruby().arg_array(&args.get(2))?.to_vec();
    let values: R<Vec<Value>> = list.iter().map(|value| cx.puppet_value_of(value)).collect();
    match cx.host().call_method(&object, &name, &values?) {
        Ok(value) => Ok(cx.passed_from_puppet(&value)),
        Err(error) => Err(cx.host_error(error)),
    }
}

fn explain(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let context = cx.puppet_value_of(&args.get(0))?;
    let note = match args.at(1) {
        Some(note) => Some(cx.ruby().to_s(note)?),
        None => None,
    };
    Ok(Val::Bool(cx.host().explain(&context, note.as_deref())))
}

fn enum_values(_: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    Ok(match puppet_value(&args.get(0)) {
        Some(Value::Type(Type::Enum(values))) => {
            Val::array(values.values.iter().map(|value| Val::str(value.as_str())).collect())
        }
        _ => Val::array(Vec::new()),
    })
}

/// Whether a function can be called, including one of the Puppet 3 API that another file has defined.
fn has_function(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let name = cx.ruby().to_s(&args.get(0))?;
    Ok(Val::Bool(cx.host().has_function(&name)))
}

/// The type that an alias resolves to.
fn resolved(_: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    Ok(match puppet_value(&args.get(0)) {
        Some(Value::Type(Type::Alias(alias))) => wrap(Value::Type(alias.resolved().clone())),
        _ => args.get(0),
    })
}

fn version(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let text = cx.ruby().arg_str(&args.get(0))?;
    Ok(Version::parse(&text).map_or(Val::Nil, |version| wrap(Value::Version(version))))
}

fn version_range(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let text = cx.ruby().arg_str(&args.get(0))?;
    Ok(VersionRange::parse(&text).map_or(Val::Nil, |range| wrap(Value::VersionRange(range))))
}

fn version_in(_: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    Ok(Val::Bool(match (puppet_value(&args.get(0)), puppet_value(&args.get(1))) {
        (Some(Value::VersionRange(range)), Some(Value::Version(version))) => range.includes(version),
        _ => false,
    }))
}

fn fact(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let name = cx.ruby().to_s(&args.get(0))?;
    Ok(match cx.host().facts() {
        Some(Value::Hash(facts)) => facts.get_str(&name).map_or(Val::Nil, from_puppet),
        _ => Val::Nil,
    })
}

fn module_file(cx: &mut Cx<'_, '_>, folder: ModuleFolder, args: &Args) -> R {
    let name = cx.ruby().to_s(&args.get(0))?;
    let found = cx.host().module_file(folder, &name);
    match found.is_none().then(|| cx.host().denied()).flatten() {
        Some(denied) => Err(cx.run.deny(&denied)),
        None => Ok(string(found)),
    }
}

/// The paths that match a pattern; `nil` if code may not list files.
fn glob(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let pattern = cx.ruby().to_s(&args.get(0))?;
    match (cx.host().glob(&pattern), cx.host().denied()) {
        (Some(found), _) => Ok(Val::array(found.into_iter().map(Val::str).collect())),
        (None, Some(denied)) => Err(cx.run.deny(&denied)),
        (None, None) => Ok(Val::Nil),
    }
}

fn is_instance(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let value = cx.puppet_value_of(&args.get(1))?;
    Ok(Val::Bool(match puppet_value(&args.get(0)) {
        Some(Value::Type(ty)) => instance(&PUPPET8.types, ty, &value),
        _ => false,
    }))
}

fn is_legacy(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let name = cx.ruby().to_s(&args.get(0))?;
    Ok(Val::Bool(cx.host().has_legacy_function(&name)))
}

/// The names of the libraries that modules have in a directory.
fn libraries(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let folder = cx.ruby().to_s(&args.get(0))?;
    let names = cx.host().libraries(&folder);
    Ok(Val::array(names.into_iter().map(Val::str).collect()))
}

fn log(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let level = cx.ruby().to_s(&args.get(0))?;
    let message = cx.ruby().to_s(&args.get(1))?;
    cx.host().log(LogLevel::of_name(&level).unwrap_or(LogLevel::Warning), message);
    Ok(Val::Nil)
}

fn module_path(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let name = cx.ruby().to_s(&args.get(0))?;
    Ok(string(cx.host().module_path(&name)))
}

/// The file and the line of the definition whose code is running, or nothing.
fn definition_place(cx: &mut Cx<'_, '_>, _: &Val, _: &Args) -> R {
    let place = cx.host().definition_place();
    let parts = place.map(|(file, line)| vec![Val::str(file.as_str()), Val::from(Some(i64::from(line)))]);
    Ok(Val::array(parts.unwrap_or_default()))
}

fn modulepath(cx: &mut Cx<'_, '_>, _: &Val, _: &Args) -> R {
    Ok(Val::array(cx.host().modulepath().into_iter().map(Val::str).collect()))
}

/// The names and folders of all modules, as pairs.
fn modules(cx: &mut Cx<'_, '_>, _: &Val, _: &Args) -> R {
    let pair = |(name, path)| Val::array(vec![Val::str(name), Val::str(path)]);
    Ok(Val::array(cx.host().modules().into_iter().map(pair).collect()))
}

/// `add_resource(type, title, contained)`: adds a resource without attributes to the catalog.
fn add_resource(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let (type_name, title) = (cx.ruby().to_s(&args.get(0))?, cx.ruby().to_s(&args.get(1))?);
    match cx.host().add_resource(&type_name, &title, args.get(2).truthy()) {
        Ok(()) => Ok(Val::Nil),
        Err(error) => Err(cx.host_error(error)),
    }
}

/// A parameter of a resource in the catalog, by its reference.
fn parameter(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let reference = cx.puppet_value_of(&args.get(0))?;
    let name = cx.ruby().arg_name(&args.get(1))?;
    Ok(match &reference {
        Value::Type(reference) => optional(cx.host().parameter(reference, &name)),
        _ => Val::Nil,
    })
}

/// The parameters of a resource in the catalog, as pairs of name and value.
fn parameters(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let Value::Type(reference) = cx.puppet_value_of(&args.get(0))? else { return Ok(Val::array(Vec::new())) };
    let mut pairs = Vec::new();
    for (name, value) in cx.host().parameters(&reference) {
        pairs.push(Val::array(vec![Val::str(name.as_str()), cx.shared_from_puppet(&value)]));
    }
    Ok(Val::array(pairs))
}

fn set_parameter(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let reference = cx.puppet_value_of(&args.get(0))?;
    let name = cx.ruby().arg_name(&args.get(1))?;
    let value = cx.puppet_value_of(&args.get(2))?;
    if let Value::Type(reference) = &reference {
        cx.host().set_parameter(reference, &name, value);
    }
    Ok(args.get(2))
}

fn namevar(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    Ok(match cx.puppet_value_of(&args.get(0))? {
        Value::Type(reference) => Val::str(cx.host().namevar(&reference).as_str()),
        _ => Val::str("name"),
    })
}

/// The file and the line where a resource of the catalog is declared.
fn resource_place(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let Value::Type(reference) = cx.puppet_value_of(&args.get(0))? else { return Ok(Val::array(Vec::new())) };
    let place = cx.host().resource_place(&reference);
    let parts = place.map(|(file, line)| vec![Val::str(file.as_str()), Val::from(Some(i64::from(line)))]);
    Ok(Val::array(parts.unwrap_or_default()))
}

fn resource_tags(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let Value::Type(reference) = cx.puppet_value_of(&args.get(0))? else { return Ok(Val::array(Vec::new())) };
    let tags = cx.host().resource_tags(&reference);
    Ok(Val::array(tags.iter().map(|tag| Val::str(tag.as_str())).collect()))
}

fn is_virtual(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    Ok(Val::Bool(match cx.puppet_value_of(&args.get(0))? {
        Value::Type(reference) => cx.host().is_virtual(&reference),
        _ => false,
    }))
}

fn parse_type(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let text = cx.ruby().to_s(&args.get(0))?;
    match cx.host().parse_type(&text) {
        Ok(ty) => Ok(wrap(Value::Type(ty))),
        Err(error) => Err(cx.host_error(error)),
    }
}

/// The file and the line of the Puppet code that called the Ruby code.
fn place(cx: &mut Cx<'_, '_>, _: &Val, _: &Args) -> R {
    Ok(match cx.host().place() {
        Some((file, line)) => Val::array(vec![Val::str(file.as_str()), Val::Int(i64::from(line))]),
        None => Val::array(vec![Val::Nil, Val::Nil]),
    })
}

/// Parses HOCON. The result is an array of the data and `nil`, or of `nil` and the error message.
fn read_hocon(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let text = cx.ruby().arg_str(&args.get(0))?;
    cx.ruby().check_size(text.len())?;
    Ok(Val::array(match hocon::read(&text) {
        Ok(value) => vec![from_puppet(&value), Val::Nil],
        Err(error) => vec![Val::Nil, Val::str(error.to_string())],
    }))
}

/// Runs the block. If it requests something that is denied and the host tolerates that, the result is `nil`.
fn attempt(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let Some(block) = &args.block else { return Ok(Val::Nil) };
    let result = cx.ruby().yield_block(block, Vec::new());
    match result {
        Err(unwind) if cx.host().may_attempt() && is_refusal(&unwind) => Ok(Val::Nil),
        result => result,
    }
}

fn is_refusal(unwind: &Unwind) -> bool {
    matches!(unwind, Unwind::Fatal(error) if matches!(error.kind, RubyErrorKind::Refused | RubyErrorKind::Denied))
}

fn refuse(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let what = cx.ruby().to_s(&args.get(0))?;
    let message = format!("Ruby code is not allowed to use {what} here");
    Err(cx.run.refuse(&message, "a catalog may depend only on code, facts and data"))
}

fn resource_type(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let name = cx.ruby().to_s(&args.get(0))?;
    Ok(string(cx.host().resource_type(&name).as_ref().map(Str::to_string)))
}

fn rich_data(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let value = cx.puppet_value_of(&args.get(0))?;
    Ok(from_puppet(&cx.host().rich_data(&value)))
}

fn sensitive(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let value = cx.puppet_value_of(&args.get(0))?;
    Ok(wrap(Value::Sensitive(Sensitive::new(value))))
}

fn setting(cx: &mut Cx<'_, '_>, _: &Val, args: &Args) -> R {
    let name = cx.ruby().to_s(&args.get(0))?;
    Ok(optional(cx.host().setting(&name)))
}

fn string(text: Option<String>) -> Val {
    text.map_or(Val::Nil, Val::str)
}
