//! Calls of Puppet functions from specs.

use bunraku::{
    Program,
    edition::PUPPET8,
    pcore::{Type, Value},
};

use crate::{
    compile::{Compiled, note_reached, program},
    host::SpecHost,
    questions::{Answer, string, table},
    wording,
};

/// `call_function(input, name, arguments)`: its result, or what is wrong.
pub(crate) fn answer(host: &mut SpecHost<'_>, args: &[Value]) -> Answer {
    let Some(Value::Hash(input)) = args.first() else {
        return Err("`call_function` takes a hash".to_owned());
    };
    let name = string(args, 1);
    let arguments: Vec<Value> = match args.get(2) {
        Some(Value::Array(arguments)) => arguments.iter().cloned().collect(),
        _ => Vec::new(),
    };
    let (mut program, key) = program(host, input);
    let Some(site) = host.suite.site(key) else {
        return Err("the modules of the suite cannot be read".to_owned());
    };
    let before = input.get_str("code").and_then(Value::as_str).unwrap_or_default();
    let code = format!("{before}\n{}", call(&mut program, &name, arguments));
    let mut outcome = program.compile_text(&site, "<spec>", &code);
    note_reached(host, &mut outcome);
    if let Some(value) = outcome.value {
        return Ok(table([("value", value)]));
    }
    Ok(wording::error(&Compiled { outcome, node: program.node }))
}

/// Calls a function that is built in, for code of specs that uses Puppet's own.
pub(crate) fn call_plain(_: &SpecHost<'_>, name: &str, args: &[Value]) -> Result<Value, String> {
    let mut program = Program::new(&PUPPET8);
    let code = call(&mut program, name, args.to_vec());
    let outcome = program.evaluate("<spec>", &code);
    match outcome.error() {
        Some(error) => Err(error.message.clone()),
        None => Ok(outcome.value.unwrap_or(Value::Undef)),
    }
}

/// Reads a type in Puppet's notation.
pub(crate) fn parse_type(text: &str) -> Result<Type, String> {
    let outcome = Program::new(&PUPPET8).evaluate("<spec>", text);
    match (outcome.value.clone(), outcome.error()) {
        (Some(Value::Type(ty)), _) => Ok(ty),
        (_, Some(error)) => Err(error.message.clone()),
        _ => Err(format!("expected a type, got `{text}`")),
    }
}

/// The call of a function, whose arguments are variables of the program.
fn call(program: &mut Program, name: &str, args: Vec<Value>) -> String {
    let mut names = Vec::new();
    for (at, value) in args.into_iter().enumerate() {
        let name = format!("rspec_argument_{at}");
        names.push(format!("${name}"));
        program.variables.push((name, value));
    }
    format!("{name}({})", names.join(", "))
}
