//! Runs a spec file, step by step.

use std::time::Duration;

use bunraku::{pcore::Value, world::FileKind};
use bunraku_ruby_puppet::{Code, KeptFiles, Ruby, RubyError, RubyErrorKind, parse};

use crate::{
    Event, Failure, FileRun, SpecFile, Status, Suite, host::SpecHost, library, questions, share::Ticket,
};

/// Runs a file, and puts together what came of the parts that other threads have taken.
pub(crate) fn run(suite: &Suite, file: &SpecFile) -> FileRun {
    if suite.is_stopped() {
        return FileRun { path: suite.relative(&file.path), stopped: true, ..FileRun::default() };
    }
    let ticket = suite.board.begin(file);
    let id = ticket.id();
    run_part(suite, file, ticket);
    // Another thread may still have much to do of what it has taken.
    while let Some((file, ticket)) = suite.board.take(Some(id), now(suite)) {
        run_part(suite, &file, ticket);
    }
    FileRun { stopped: suite.is_stopped(), ..suite.board.collect(id) }
}

/// Runs parts of files that other threads are running, until nothing runs any more.
pub(crate) fn help(suite: &Suite) {
    while let Some((file, ticket)) = suite.board.wait(|| now(suite)) {
        run_part(suite, &file, ticket);
    }
}

fn run_part(suite: &Suite, file: &SpecFile, ticket: Ticket<'_>) {
    let ruby = Ruby::new().writing_to(KeptFiles::with_new_folders());
    let mut host = SpecHost::new(suite, file, &ticket, ruby.clone());
    let started = suite.world.elapsed();
    host.budget.begin(&*suite.world);
    let loaded = load(&ruby, &mut host);
    let load_time = since(suite, started);
    let ran = loaded.and_then(|count| {
        if !ticket.is_first() {
            // What the file itself prints was printed for the first part.
            host.part.run.output.clear();
        }
        ticket.planned(count, !suite.options.fail_fast, load_time, now(suite));
        run_steps(&ruby, &mut host)
    });
    let ran = ran.err().filter(|_| !suite.is_stopped());
    let error = ran.map(|error| failure_of(suite, &host.budget.explained(error)));
    let mut part = std::mem::take(&mut host.part);
    drop(host);
    part.run = FileRun { path: suite.relative(&file.path), error, load_time, ..part.run };
    ticket.end(part);
}

/// Loads the framework and the file, and plans its examples. Returns how many there are.
fn load(ruby: &Ruby, host: &mut SpecHost<'_>) -> Result<usize, RubyError> {
    let suite = host.suite;
    let framework = library::framework().map_err(RubyError::copy)?;
    for code in framework {
        run_code(ruby, host, code)?;
    }
    for name in &suite.requires {
        let source = format!("require {}", library::quoted(name));
        run_code(ruby, host, &parse("<.rspec>", &source)?)?;
    }
    let code = match suite.code(&host.file.path, FileKind::Ruby) {
        Some(Ok(code)) => code,
        Some(Err(error)) => return Err(error.copy()),
        None => {
            let message = format!("cannot read the file {}", host.file.path.display());
            return Err(RubyError::new(RubyErrorKind::Refused, message));
        }
    };
    run_code(ruby, host, &code)?;
    let (name, source) = library::PLAN;
    let limits = host.budget.of_code(ruby);
    match ruby.evaluate(host, limits, &parse(name, source)?)? {
        Value::Int(count) => Ok(usize::try_from(count).unwrap_or(0)),
        _ => Ok(0),
    }
}

fn run_code(ruby: &Ruby, host: &mut SpecHost<'_>, code: &Code) -> Result<(), RubyError> {
    let limits = host.budget.of_code(ruby);
    ruby.run_file(host, limits, code).map(drop)
}

fn run_steps(ruby: &Ruby, host: &mut SpecHost<'_>) -> Result<(), RubyError> {
    let suite = host.suite;
    let (name, source) = library::STEP;
    let step = parse(name, source)?;
    loop {
        host.budget.begin(&*suite.world);
        let limits = host.budget.of_code(ruby);
        let more = ruby.evaluate(host, limits, &step);
        match more.map_err(|error| host.budget.explained(error)) {
            Ok(Value::Bool(true)) => {}
            Ok(_) => return Ok(()),
            // What the example has not done does not count.
            Err(_) if suite.is_stopped() => return Ok(()),
            Err(error) if error.kind == RubyErrorKind::Stopped => return Err(error),
            // A limit was reached or something was denied, which the framework could not rescue. The next step is
            // independent.
            Err(error) => {
                let failure = failure_of(suite, &error);
                match host.running.take() {
                    Some((mut example, started)) => {
                        example.status = Status::Failed;
                        example.failures.push(failure);
                        example.run_time = since(suite, started);
                        host.part.run.events.push(Event::Example(example));
                    }
                    None => host.part.run.events.push(Event::Outside(failure)),
                }
            }
        }
        let failed = suite.options.fail_fast
            && matches!(host.part.run.events.last(), Some(Event::Example(example)) if example.status == Status::Failed);
        // What the file holds outlasts its examples: the others would all fail for the same reason.
        if failed || suite.is_stopped() || host.budget.is_out_of_memory() {
            return Ok(());
        }
    }
}

fn now(suite: &Suite) -> Duration {
    suite.world.elapsed().unwrap_or_default()
}

/// The time since some moment.
pub(crate) fn since(suite: &Suite, started: Option<Duration>) -> Duration {
    match (started, suite.world.elapsed()) {
        (Some(started), Some(now)) => now.saturating_sub(started),
        _ => Duration::ZERO,
    }
}

fn failure_of(suite: &Suite, error: &RubyError) -> Failure {
    let backtrace = error.trace.iter().map(|(file, line)| format!("{file}:{line}")).collect();
    let message = match &error.help {
        Some(help) => format!("{}\nhelp: {help}", error.message),
        None => error.message.clone(),
    };
    let class = match error.kind {
        RubyErrorKind::Syntax => "SyntaxError",
        RubyErrorKind::Limit(_) => "a limit of bunraku",
        RubyErrorKind::Refused | RubyErrorKind::Denied => "not possible in bunraku",
        _ => "",
    };
    questions::failure(suite, class.to_owned(), message, backtrace)
}
