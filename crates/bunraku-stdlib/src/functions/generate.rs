//! `generate`: what a command prints.

use bunraku_diag::codes;

use crate::{legacy::arguments, prelude::*};

pub(crate) static GENERATE: Builtin = Builtin::new(
    "generate",
    r##"Runs a command and gives what it prints.

The command is an absolute path of letters, digits, `-`, `_`, `.`, `+` and `/`, without `..`. The other arguments are its
arguments; there is no shell. It runs only where whoever evaluates the program allows commands.

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
);

fn generate(call: &mut Call<'_>) -> Eval<Value> {
    let arguments = arguments(call)?;
    let Some(Value::Str(command)) = arguments.first() else {
        let found = call.cx.type_text(arguments.first().unwrap_or(&Value::Undef));
        return Err(
            call.fail(format!("parameter 'command' of `generate` expects a String value, got {found}"))
        );
    };
    if !command.starts_with('/') {
        return Err(
            call.fail(format!("`generate` runs a command by its absolute path, and '{command}' is none"))
        );
    }
    let plain = |char: char| char.is_ascii_alphanumeric() || "-/_.+".contains(char);
    if let Some(other) = command.chars().find(|char| !plain(*char)) {
        let message =
            format!("the path of a command has letters, digits, `-`, `_`, `.`, `+` and `/`, not {other:?}");
        return Err(call.fail(message));
    }
    if command.contains("..") {
        return Err(call.fail("the path of a command must not have `..` in it"));
    }
    let words: Vec<String> = arguments.iter().map(|argument| call.cx.text(argument)).collect();
    let host = call.cx.host;
    match host.run_command(call.cx, &words) {
        Some(Ok(printed)) => Ok(Value::str(printed)),
        Some(Err(problem)) => Err(call.fail(format!("the command '{command}' failed: {problem}"))),
        None => {
            let (body, range) = (call.body, call.range);
            let message =
                format!("running '{command}' is not supported here: this evaluation runs no commands");
            Err(call.cx.error(codes::NOT_SUPPORTED, body, range, message))
        }
    }
}
