//! `validate_cmd`, which runs a command, and `validate_augeas` and `pry`, which always fail because they need Augeas
//! and a Ruby debugger.

use bunraku_diag::codes;
use bunraku_pcore::format::ruby_text;
use bunraku_world::{AskedBy, Command, Input};

use super::ruby::*;
use crate::functions::generate::run_command;

pub(crate) static ALL: [&Builtin; 3] = [&PRY, &VALIDATE_AUGEAS, &VALIDATE_CMD];

static VALIDATE_CMD: Builtin = Builtin::new(
    "validate_cmd",
    r##"Fails unless a command says that a text is valid: it is given the path of a file with the text, in the place of `%` or
at its end, and must end with the status 0. A third argument is the message of the failure. The command is a line for
the shell; it runs only where whoever evaluates the program allows commands (`--allow-commands`).

```cases
validate_cmd('content')
>> error 1
```

```cases
validate_cmd('content', '/bin/true', 'message', 'too much')
>> error 1
```
"##,
    legacy!(2..=3, validate_cmd),
);

static VALIDATE_AUGEAS: Builtin = Builtin::new(
    "validate_augeas",
    r##"Would fail unless the library Augeas can read a text with a lens. The library is not part of this program: the call
fails and says so. `validate_cmd` with `augparse` does the same.

```cases
validate_augeas('content')
>> error 1
```

```cases
validate_augeas('content', 'Passwd.lns', [], 'message', 'too much')
>> error 1
```
"##,
    legacy!(2..=4, |call, _| {
        not_supported(call, "`validate_augeas` needs the library Augeas, which is not part of this program")
    }),
);

static PRY: Builtin = Builtin::new(
    "pry",
    r##"Would start a Ruby debugger. There is no Ruby here: the call fails and says so. `bunraku repl` shows what expressions
give.

```cases
pry()
>> error 1
```

```cases
notice('before')
pry()
>> notice "before"
>> error 2
```
"##,
    legacy!(0.., |call, _| not_supported(call, "`pry` is a debugger of Ruby, and no Ruby runs here")),
);

fn not_supported(call: &mut Call<'_>, message: &str) -> Eval<Value> {
    let (body, range) = (call.body, call.range);
    Err(call.cx.error(codes::NOT_SUPPORTED, body, range, message))
}

fn validate_cmd(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let Some(Value::Str(line)) = args.get(1) else {
        return expected(call, "a command as a String", args.get(1));
    };
    let content = args.first().map(|content| ruby_text(&call.cx.edition.types, content)).unwrap_or_default();
    // The shell gets the path of the file as `$0`.
    let line = match line.split_whitespace().skip(1).any(|word| word == "%") {
        true => line.as_str().replace('%', "\"$0\""),
        false => format!("{line} \"$0\""),
    };
    let mut command = Command::shell(AskedBy::Code, line);
    command.input = Input::File(content.into_bytes());
    match run_command(call, command)? {
        Ok(_) => Ok(Value::Undef),
        Err(problem) => {
            let message = match args.get(2) {
                Some(message) => ruby_text(&call.cx.edition.types, message),
                None => "the command says that the content is not valid".to_owned(),
            };
            Err(call.fail(format!("{message}: {problem}")))
        }
    }
}
