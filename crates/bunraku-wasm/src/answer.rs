//! A request and its answer.

use std::{path::PathBuf, sync::Arc};

use bunraku::{
    Outcome, Program, Site,
    analysis::CheckSettings,
    diag::{Diagnostic, Sources, json::quote, render},
    edition::PUPPET8,
    eval::LogEntry,
    formats::json,
    loader::{Environment, EnvironmentError, Layout},
    pcore::{Hash, Value},
    world::MemoryWorld,
};

/// How many bytes of the stack nested calls may use. A module has 1 MiB: the rest is for the expressions inside the
/// innermost call. Engines have their own stack of about that size, of which the same code uses about half as much.
const STACK: usize = 512 << 10;

/// Compiles a catalog.
///
/// The request is an object: `files` has the contents of files by path, which must begin with `/`; `environment` is the
/// folder of the environment among them (`/` by default); `node` and `facts` describe the node. If the catalog depends
/// on the time or on random numbers, `time` is the number of seconds since the beginning of 1970, and `seed` a number.
///
/// The answer has the `catalog`, or `null` if there is none; `log`, with lines that have `level` and `message`, and
/// warnings in the same form as `diagnostics`; and `diagnostics`, the errors as `bunraku --format=json` writes them. An
/// object with only `error` means that the request is invalid.
pub fn answer(request: &str) -> String {
    match read(request).and_then(compile) {
        Ok(outcome) => written(&outcome),
        Err(message) => {
            let mut out = "{\"error\":".to_owned();
            quote(&message, &mut out);
            out.push('}');
            out
        }
    }
}

struct Request {
    world: MemoryWorld,
    folder: PathBuf,
    node: Option<String>,
    facts: Hash,
}

fn read(request: &str) -> Result<Request, String> {
    let request = json::read(request).map_err(|error| error.to_string())?.value;
    let Value::Hash(request) = request else { return Err("the request is not an object".to_owned()) };
    let mut world = MemoryWorld::new();
    if let Some(files) = request.get_str("files") {
        let Value::Hash(files) = files else { return Err("`files` is not an object".to_owned()) };
        for (path, content) in files {
            let (Some(path), Some(content)) = (path.as_str(), content.as_str()) else {
                return Err("the contents of `files` are not strings".to_owned());
            };
            world.write(path, content);
        }
    }
    if let Some(seconds) = integer(&request, "time")? {
        world = world.with_time(i128::from(seconds) * 1_000_000_000);
    }
    if let Some(seed) = integer(&request, "seed")? {
        world = world.with_seed(seed.cast_unsigned());
    }
    let facts = match request.get_str("facts") {
        None => Hash::new(),
        Some(Value::Hash(facts)) => facts.clone(),
        Some(_) => return Err("`facts` is not an object".to_owned()),
    };
    let folder = text(&request, "environment")?.unwrap_or_else(|| "/".to_owned());
    Ok(Request { world, folder: folder.into(), node: text(&request, "node")?, facts })
}

fn text(request: &Hash, name: &str) -> Result<Option<String>, String> {
    let Some(value) = request.get_str(name) else { return Ok(None) };
    match value.as_str() {
        Some(text) => Ok(Some(text.to_owned())),
        None => Err(format!("`{name}` is not a string")),
    }
}

fn integer(request: &Hash, name: &str) -> Result<Option<i64>, String> {
    match request.get_str(name) {
        None => Ok(None),
        Some(Value::Int(number)) => Ok(Some(*number)),
        Some(_) => Err(format!("`{name}` is not an integer")),
    }
}

fn compile(request: Request) -> Result<Outcome, String> {
    let mut program = Program::new(&PUPPET8);
    program.facts = request.facts;
    program.node = request.node.unwrap_or(program.node);
    program.limits.stack = STACK;
    let world = Arc::new(request.world);
    program.world = world.clone();
    let layout =
        Layout { name: program.environment.clone(), folder: Some(request.folder), ..Layout::default() };
    let language = bunraku::language(program.edition, CheckSettings { strict: program.settings.strict });
    let environment = Environment::open(world, &layout, language).map_err(|error| match error {
        EnvironmentError::NoFolder(path)
        | EnvironmentError::NoManifest(path)
        | EnvironmentError::NoConfiguredManifest(path) => {
            format!("{} is not in `files`", path.display())
        }
        other => other.to_string(),
    })?;
    Ok(program.compile(&Site::new(environment, None)))
}

fn written(outcome: &Outcome) -> String {
    let mut out = "{\"catalog\":".to_owned();
    match &outcome.catalog {
        Some(catalog) => out.push_str(catalog.to_json().trim_end()),
        None => out.push_str("null"),
    }
    out.push_str(",\"log\":[");
    list(&outcome.log, &mut out, |entry, out| match entry {
        LogEntry::Line { level, message, .. } => {
            out.push_str("{\"level\":");
            quote(level.name(), out);
            out.push_str(",\"message\":");
            quote(message, out);
            out.push('}');
        }
        LogEntry::Diagnostic(shown) => diagnostic(shown, &outcome.sources, out),
    });
    out.push_str("],\"diagnostics\":[");
    list(&outcome.diagnostics, &mut out, |shown, out| diagnostic(shown, &outcome.sources, out));
    out.push_str("]}");
    out
}

fn diagnostic(diagnostic: &Diagnostic, sources: &Sources, out: &mut String) {
    out.push_str(render::json(diagnostic, sources).trim_end());
}

fn list<T>(items: &[T], out: &mut String, write: impl Fn(&T, &mut String)) {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write(item, out);
    }
}

#[cfg(test)]
mod tests {
    use super::answer;

    #[test]
    fn requests_that_are_not_understood_are_answered() {
        assert!(answer("{").starts_with(r#"{"error":""#));
        assert_eq!(answer("1"), r#"{"error":"the request is not an object"}"#);
        assert_eq!(answer(r#"{"files":[]}"#), r#"{"error":"`files` is not an object"}"#);
        assert_eq!(answer(r#"{"files":{"/a":1}}"#), r#"{"error":"the contents of `files` are not strings"}"#);
        assert_eq!(answer(r#"{"time":"x"}"#), r#"{"error":"`time` is not an integer"}"#);
        assert_eq!(answer(r#"{"environment":"/e"}"#), r#"{"error":"/e is not in `files`"}"#);
    }

    #[test]
    fn what_is_logged_and_what_fails_is_told() {
        let request =
            |manifest: &str| format!(r#"{{"files":{{"/manifests/a.pp":"{manifest}"}},"node":"n"}}"#);
        let logged = answer(&request("notice('<é>')"));
        assert!(
            logged.ends_with(r#""log":[{"level":"notice","message":"<é>"}],"diagnostics":[]}"#),
            "{logged}"
        );
        let failed = answer(&request("fail('no')"));
        assert!(
            failed.starts_with(r#"{"catalog":null,"log":[],"diagnostics":[{"level":"error""#),
            "{failed}"
        );
    }
}
