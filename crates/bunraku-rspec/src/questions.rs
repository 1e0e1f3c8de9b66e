//! The questions of the framework: what to run, what has run, and the contents of catalogs.

use std::path::Path;

use bunraku::{
    pcore::{Hash, Str, Value},
    world::FileKind,
};

use crate::{
    Event, Example, Failure, Status, Suite, Tag, applied, catalogue, checked, compile, declared, facts,
    functions, host::SpecHost, order, run::since, settings,
};

/// The answer to a question, or an error.
pub(crate) type Answer = Result<Value, String>;

pub(crate) fn answer(host: &mut SpecHost<'_>, question: &str, args: &[Value]) -> Answer {
    match question {
        "root" => Ok(Value::str(host.suite.root.display().to_string())),
        "file" => Ok(Value::str(host.file.path.display().to_string())),
        "filters" => Ok(filters(host)),
        "shuffled" => Ok(order::shuffled(host.suite.options.seed.unwrap_or_default(), args)),
        "next" => {
            Ok(host.ticket.next().and_then(|next| i64::try_from(next).ok()).map_or(Value::Undef, Value::Int))
        }
        "enter" => enter(host, args),
        "leave" => {
            host.groups.pop();
            event(host, Event::Leave)
        }
        "started" => started(host, args),
        "finished" => finished(host, args),
        // The hooks of the suite run for each part of a file; one of them says what they do.
        "suite_failed"
            if !host.ticket.is_first() && matches!(string(args, 0).as_str(), "before" | "after") =>
        {
            Ok(Value::Undef)
        }
        "suite_failed" => {
            let failure = exception(host.suite, args.get(1));
            let message = format!("{}: {}", string(args, 0), failure.message);
            event(host, Event::Outside(Failure { message, ..failure }))
        }
        "output" => {
            host.part.run.output.push(string(args, 0));
            Ok(Value::Undef)
        }
        "written" => Ok(Value::Int(host.written.changes())),
        "compile" => compile::answer(host, args),
        "forget" => compile::forget(host, args),
        "call_function" => functions::answer(host, args),
        "scope" => {
            host.scope = match args.first() {
                Some(Value::Hash(input)) => Some(input.clone()),
                _ => None,
            };
            Ok(Value::Undef)
        }
        "in_spec" => {
            host.in_spec = matches!(args.first(), Some(Value::Bool(true)));
            Ok(Value::Undef)
        }
        "in_ruby" => Ok(functions::in_ruby(host, &string(args, 0))),
        "resource" => catalogue::resource(host, args),
        "resources" => catalogue::resources(host, args),
        "near" => catalogue::near(host, args),
        "declared" => declared::declared(host, args),
        "refused" => applied::refused(host, args),
        "unchecked" => checked::unchecked(host, args),
        "checked" => checked::checked(host, args),
        "cycles" => catalogue::cycles(host, args),
        "dangling" => catalogue::dangling(host, args),
        "precedes" => catalogue::precedes(host, args),
        "notifies" => catalogue::notifies(host, args),
        "facts" => facts::of_example(args),
        "has_fact_sets" => Ok(facts::exist(host.suite)),
        "fact_sets" => Ok(facts::sets(host.suite)),
        "newest_fact_set" => facts::newest(host.suite, args),
        "fact_set" => Ok(facts::set(host.suite, args)),
        _ => Err(format!("`{question}` is not supported here")),
    }
}

/// The string at a position of the arguments; empty if there is none.
pub(crate) fn string(args: &[Value], index: usize) -> String {
    args.get(index).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// A hash of answers.
pub(crate) fn table<const N: usize>(entries: [(&str, Value); N]) -> Value {
    Value::hash(entries.into_iter().map(|(name, value)| (Value::str(name), value)))
}

/// A failure, with the source of the specs where it happened.
pub(crate) fn failure(suite: &Suite, class: String, message: String, backtrace: Vec<String>) -> Failure {
    let own = |place: &String| !place.starts_with('<');
    let backtrace: Vec<String> = backtrace.into_iter().filter(own).collect();
    let inside = backtrace.iter().find(|place| place.starts_with(&*suite.root.display().to_string()));
    let source = inside.and_then(|place| source_line(suite, place));
    let backtrace = backtrace.iter().map(|place| suite.relative(Path::new(place))).collect();
    Failure { class, message, backtrace, source }
}

fn source_line(suite: &Suite, place: &str) -> Option<String> {
    let (file, line) = place.rsplit_once(':')?;
    let line: usize = line.parse().ok()?;
    let bytes = suite.world.read(Path::new(file), FileKind::Ruby).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    text.lines().nth(line.checked_sub(1)?).map(|line| line.trim().to_owned())
}

fn event(host: &mut SpecHost<'_>, event: Event) -> Answer {
    host.part.run.events.push(event);
    Ok(Value::Undef)
}

fn enter(host: &mut SpecHost<'_>, args: &[Value]) -> Answer {
    host.groups.push(string(args, 1));
    event(host, Event::Enter(string(args, 0)))
}

fn filters(host: &SpecHost<'_>) -> Value {
    let options = &host.suite.options;
    let tags = |tags: &[Tag]| {
        Value::hash(tags.iter().map(|tag| {
            let value = tag.value.as_deref().map_or(Value::Bool(true), Value::str);
            (Value::str(tag.name.as_str()), value)
        }))
    };
    table([
        ("lines", Value::array(host.file.lines.iter().map(|line| Value::Int(i64::from(*line))))),
        ("positions", Value::array(host.file.positions.iter().map(|each| Value::str(each.as_str())))),
        ("names", Value::array(options.names.iter().map(|name| Value::str(name.as_str())))),
        ("tags", tags(&options.tags)),
        ("without", tags(&options.without)),
        ("seed", options.seed.map_or(Value::Undef, |seed| Value::Int(i64::from(seed)))),
    ])
}

fn started(host: &mut SpecHost<'_>, args: &[Value]) -> Answer {
    let example = example(host, args);
    let now = host.suite.world.elapsed();
    host.drawn = draws(&example.id);
    if host.part.first_groups.is_empty() {
        host.part.first_groups.clone_from(&host.groups);
    }
    host.part.last_groups.clone_from(&host.groups);
    host.running = Some((Box::new(example), now));
    Ok(Value::Undef)
}

/// Where the random numbers of an example begin: it draws the same ones wherever it runs.
fn draws(id: &str) -> u64 {
    id.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn finished(host: &mut SpecHost<'_>, args: &[Value]) -> Answer {
    let mut example = example(host, args);
    example.status = match args.get(1).and_then(Value::as_str) {
        Some("passed") => Status::Passed,
        Some("pending") => Status::Pending,
        _ => Status::Failed,
    };
    example.pending_message = args.get(2).and_then(Value::as_str).map(str::to_owned);
    if let Some(Value::Array(failures)) = args.get(3) {
        example.failures = failures.iter().map(|each| exception(host.suite, Some(each))).collect();
    }
    let started = host.running.take().and_then(|(_, started)| started);
    example.run_time = since(host.suite, started);
    host.catalogs.clear();
    host.calls.clear();
    host.scope = None;
    host.ruby.files().forget_below(Path::new(settings::KEPT));
    host.in_spec = false;
    event(host, Event::Example(Box::new(example)))
}

fn example(host: &SpecHost<'_>, args: &[Value]) -> Example {
    let empty = Hash::new();
    let about = match args.first() {
        Some(Value::Hash(about)) => about,
        _ => &empty,
    };
    let string = |name: &str| about.get_str(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let line = match about.get_str("line_number") {
        Some(Value::Int(line)) => u32::try_from(*line).unwrap_or(0),
        _ => 0,
    };
    let file = string("file_path");
    Example {
        id: string("id"),
        description: string("description"),
        full_description: string("full_description"),
        file_path: if file.is_empty() { host.suite.relative(&host.file.path) } else { file },
        line_number: line,
        status: Status::Failed,
        pending_message: None,
        failures: Vec::new(),
        run_time: std::time::Duration::ZERO,
    }
}

/// An exception as reported by the framework.
fn exception(suite: &Suite, about: Option<&Value>) -> Failure {
    let Some(Value::Hash(about)) = about else { return Failure::default() };
    let string = |name: &str| about.get_str(name).map(shown).unwrap_or_default();
    let backtrace = match about.get_str("backtrace") {
        Some(Value::Array(places)) => places.iter().map(shown).collect(),
        _ => Vec::new(),
    };
    failure(suite, string("class"), string("message"), backtrace)
}

fn shown(value: &Value) -> String {
    match value {
        Value::Str(text) => Str::to_string(text),
        Value::ByteStr(_) => "(bytes)".to_owned(),
        _ => String::new(),
    }
}
