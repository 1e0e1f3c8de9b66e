//! `generate`: the output of a command.

use std::path::PathBuf;

use bunraku_diag::codes;
use bunraku_eval::with_advice;
use bunraku_pcore::format::ruby_text;
use bunraku_world::{AskedBy, Command, CommandError, Streams};

use crate::prelude::*;
use bunraku_eval::legacy::arguments;

pub(crate) static GENERATE: Builtin = Builtin::new(
    "generate",
    r##"Runs a command and returns its output.

The command is an absolute path, which may contain letters, digits, `-`, `_`, `.`, `+` and `/`, but not `..`. The
remaining arguments are passed to it; no shell is involved. It runs in its own folder, and only if commands are
allowed (`--allow-commands`). Its standard error is part of the output; the exit status must be 0.

```cases
notice(generate('date'))
>> error 1
```

```cases
notice(generate('/bin/../bin/date'))
>> error 1
```
"##,
    &[Dispatch { signature: "Any $command, Any *$arguments, Optional[Callable] &$block", run: generate }],
)
.legacy();

fn generate(call: &mut Call<'_>) -> Eval<Value> {
    let arguments = arguments(call)?;
    let Some(Value::Str(command)) = arguments.first() else {
        let found = call.cx.type_text(arguments.first().unwrap_or(&Value::Undef));
        return Err(
            call.fail(format!("parameter 'command' of `generate` expects a String value, got {found}"))
        );
    };
    if !command.starts_with('/') {
        return Err(call.fail(format!("`generate` expects the absolute path of a command, got '{command}'")));
    }
    let plain = |char: char| char.is_ascii_alphanumeric() || "-/_.+".contains(char);
    if let Some(other) = command.chars().find(|char| !plain(*char)) {
        let message = format!(
            "the path of a command may only contain letters, digits, `-`, `_`, `.`, `+` and `/`, not
{other:?}"
        );
        return Err(call.fail(message));
    }
    if command.contains("..") {
        return Err(call.fail("the path of a command must not contain `..`"));
    }
    let folder = command.rsplit_once('/').map(|(folder, _)| if folder.is_empty() { "/" } else { folder });
    let mut run = Command::program(AskedBy::Code, command.as_str());
    run = run.args(words(call, arguments.get(1..).unwrap_or_default()));
    run.folder = folder.map(PathBuf::from);
    match run_command(call, run)? {
        Ok(printed) => Ok(Value::str(printed)),
        Err(problem) => Err(call.fail(format!("the command '{command}' failed: {problem}"))),
    }
}

/// Converts the arguments to words of the command. Each element of an array becomes a word.
fn words(call: &mut Call<'_>, arguments: &[Value]) -> Vec<String> {
    let mut words = Vec::new();
    for argument in arguments {
        match argument {
            Value::Array(values) => words.extend(self::words(call, values)),
            value => words.push(ruby_text(&call.cx.edition.types, value)),
        }
    }
    words
}

/// Runs a command and returns its output, including standard error, or the reason why it failed. The call itself
/// fails if this evaluation may not run commands.
fn run_command(call: &mut Call<'_>, mut command: Command) -> Eval<Result<String, String>> {
    command.streams = Streams::Together;
    let output = match call.cx.world.run(&command) {
        Ok(output) => output,
        Err(CommandError::Refused(refused)) => {
            let (body, range) = (call.body, call.range);
            let message = format!("`{}` is not allowed {}", call.name, refused.what);
            let error = call.cx.error(codes::NOT_ALLOWED, body, range, message);
            return Err(with_advice(error, Some(refused.help())));
        }
        Err(error) => return Ok(Err(error.to_string())),
    };
    let printed = String::from_utf8_lossy(&output.stdout);
    Ok(if output.status.is_success() {
        Ok(printed.into_owned())
    } else {
        Err(format!("{}: {}", output.status, printed.trim_end()))
    })
}
