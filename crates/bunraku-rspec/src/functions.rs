//! Calls Puppet functions from specs.

use std::{path::PathBuf, rc::Rc};

use bunraku::{
    Program,
    catalog::Catalog,
    edition::PUPPET8,
    pcore::{Hash, Type, Value},
};

use crate::{
    compile::{CODE, Compiled, is_mocked, note_catalog, program, run},
    host::SpecHost,
    questions::{Answer, string, table},
    wording,
};

/// `call_function(input, name, arguments)`: its result with the number of the catalog, or the error.
pub(crate) fn answer(host: &mut SpecHost<'_>, args: &[Value]) -> Answer {
    let Some(Value::Hash(input)) = args.first() else {
        return Err("`call_function` expects a hash".to_owned());
    };
    let name = string(args, 1);
    let arguments: Vec<Value> = match args.get(2) {
        Some(Value::Array(arguments)) => arguments.iter().cloned().collect(),
        _ => Vec::new(),
    };
    let mut compiled = compile_call(host, input, &name, arguments.clone())?;
    match compiled.outcome.value.take() {
        Some(value) => {
            // What a call has declared is there for the calls after it.
            if compiled.outcome.catalog.as_ref().is_some_and(declares) {
                host.calls.push((name, arguments));
            }
            let catalog = note_catalog(host, Rc::new(compiled));
            Ok(table([("value", value), ("catalog", Value::Int(catalog))]))
        }
        None => Ok(wording::error(host.suite, &compiled)),
    }
}

/// Calls a function for code of a spec: in the scope that the example has requested, or in a new one.
pub(crate) fn call(host: &mut SpecHost<'_>, name: &str, args: Vec<Value>) -> Result<Value, String> {
    let compiled = match host.scope.clone() {
        Some(input) => compile_call(host, &input, name, args)?,
        None => {
            let mut program = Program::new(&PUPPET8);
            let code = written(&mut program, 0, name, &args);
            let (node, number) = (program.node.clone(), host.next_number());
            Compiled { outcome: program.evaluate(CODE, &code), node, number, input: Hash::new() }
        }
    };
    match compiled.outcome.error() {
        Some(error) => Err(error.message.clone()),
        None => Ok(compiled.outcome.value.unwrap_or(Value::Undef)),
    }
}

/// Resolves deferred function calls in a value, as rspec-puppet does. Those that fail stay unresolved.
pub(crate) fn resolved(host: &mut SpecHost<'_>, input: &Hash, value: &Value) -> Value {
    match value {
        Value::Array(items) => {
            Value::array(items.iter().map(|item| resolved(host, input, item)).collect::<Vec<_>>())
        }
        Value::Hash(hash) => {
            let entries = hash.iter().map(|(key, value)| (key.clone(), resolved(host, input, value)));
            Value::hash(entries.collect::<Vec<_>>())
        }
        Value::Object(object) if object.object_type().name.as_deref() == Some("Deferred") => {
            let name =
                object.get("name").and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default();
            let args: Vec<Value> = match object.get("arguments") {
                Some(Value::Array(args)) => args.iter().map(|arg| resolved(host, input, arg)).collect(),
                _ => Vec::new(),
            };
            let called = match name.strip_prefix('$') {
                Some(variable) => {
                    let variable = self::variable(input, variable).unwrap_or(Value::Undef);
                    let args = std::iter::once(variable).chain(args).collect();
                    call_alone(host, input, "dig", args)
                }
                None => call_alone(host, input, &name, args),
            };
            called.ok().and_then(|compiled| compiled.outcome.value).unwrap_or_else(|| value.clone())
        }
        other => other.clone(),
    }
}

/// A variable of the top scope of an input.
pub(crate) fn variable(input: &Hash, name: &str) -> Option<Value> {
    let name = name.trim_start_matches("::");
    let facts = match input.get_str("facts") {
        Some(Value::Hash(facts)) => facts,
        _ => return None,
    };
    match name {
        "facts" => Some(Value::Hash(facts.clone())),
        name => facts.get_str(name).cloned(),
    }
}

/// Where modules have their functions in Ruby: those of the current API, and those of Puppet 3.
pub(crate) const MODERN: &str = "lib/puppet/functions";
pub(crate) const LEGACY: &str = "lib/puppet/parser/functions";

/// The file of a function written in Ruby in a module.
pub(crate) fn file_of(host: &SpecHost<'_>, folder: &str, name: &str) -> Option<PathBuf> {
    let world = &host.suite.world;
    let modules = host.path("spec/fixtures/modules");
    let file = format!("{folder}/{}.rb", name.trim_start_matches("::").replace("::", "/"));
    let folders = world.list(&modules).unwrap_or_default().into_iter();
    folders.map(|entry| modules.join(entry.name).join(&file)).find(|path| world.is_file(path))
}

/// `in_ruby(name)`: the API that a function of a module is written for, if it is written in Ruby.
pub(crate) fn in_ruby(host: &SpecHost<'_>, name: &str) -> Value {
    let written = |folder| file_of(host, folder, name).is_some();
    match () {
        () if written(MODERN) => Value::str("modern"),
        () if written(LEGACY) => Value::str("legacy"),
        () => Value::Undef,
    }
}

/// Parses a type in Puppet's notation, which may refer to types of modules.
pub(crate) fn parse_type(host: &mut SpecHost<'_>, string: &str) -> Result<Type, String> {
    let (program, key) = program(host, &Hash::new());
    let outcome = match host.written.site(host.suite, key) {
        Some(site) => program.compile_text(&site, CODE, string),
        None => program.evaluate(CODE, string),
    };
    match (outcome.value.clone(), outcome.error()) {
        (Some(Value::Type(ty)), _) => Ok(ty),
        (_, Some(error)) => Err(error.message.clone()),
        _ => Err(format!("expected a type, got `{string}`")),
    }
}

/// Calls a function as an agent does: without the manifest of the example, unless that may define the function.
fn call_alone(
    host: &mut SpecHost<'_>,
    input: &Hash,
    name: &str,
    args: Vec<Value>,
) -> Result<Compiled, String> {
    let before = std::mem::take(&mut host.calls);
    let defines = input.get_str("code").and_then(Value::as_str).is_some_and(|code| code.contains("function"));
    let called = if defines {
        compile_call(host, input, name, args)
    } else {
        let mut input = input.clone();
        input.insert(Value::str("code"), Value::str(""));
        compile_call(host, &input, name, args)
    };
    host.calls = before;
    called
}

fn compile_call(
    host: &mut SpecHost<'_>,
    input: &Hash,
    name: &str,
    args: Vec<Value>,
) -> Result<Compiled, String> {
    let (mut program, key) = program(host, input);
    // Each call draws random numbers of its own, unless the example has said which.
    if !is_mocked(input) {
        host.drawn = host.drawn.wrapping_add(1);
        program.settings.seed = Some(host.drawn);
    }
    let Some(site) = host.written.site(host.suite, key) else {
        return Err("cannot read the modules of the suite".to_owned());
    };
    let mut code = input.get_str("code").and_then(Value::as_str).unwrap_or_default().to_owned();
    let last = (name.to_owned(), args);
    for (at, (name, args)) in host.calls.iter().chain([&last]).enumerate() {
        code.push('\n');
        code.push_str(&written(&mut program, at, name, args));
    }
    let outcome = run(host, input, &program, &site, &code);
    Ok(Compiled { outcome, node: program.node, number: host.next_number(), input: input.clone() })
}

/// The source of a function call, with its arguments as variables of the program.
fn written(program: &mut Program, call: usize, name: &str, args: &[Value]) -> String {
    let mut names = Vec::new();
    for (at, value) in args.iter().enumerate() {
        let name = format!("rspec_argument_{call}_{at}");
        names.push(format!("${name}"));
        program.variables.push((name, value.clone()));
    }
    format!("{name}({})", names.join(", "))
}

/// Whether a catalog has more in it than every catalog.
fn declares(catalog: &Catalog) -> bool {
    catalog.resources().any(|resource| !matches!(resource.type_name.as_str(), "Stage" | "Class"))
}
