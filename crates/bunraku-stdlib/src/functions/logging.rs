//! `debug`, `info`, `notice`, `warning`, `err`, `alert`, `emerg` and `crit`: write to the log.

use bunraku_eval::{LogEntry, LogLevel};

use crate::prelude::*;

/// One function per log level.
pub(crate) static ALL: [&Builtin; 8] = [&DEBUG, &INFO, &NOTICE, &WARNING, &ERR, &ALERT, &EMERG, &CRIT];

/// Defines the function for a level. `$shown` is the output of the example in its manual: `ok` for `debug` and
/// `info`, which the test runner hides.
macro_rules! level {
    ($constant:ident, $name:literal, $level:ident, $shown:literal) => {
        static $constant: Builtin = Builtin::new(
            $name,
            concat!(
                "Logs its arguments, separated by spaces, at the level `",
                $name,
                "`.\n\n```cases\n",
                $name,
                "('a', 1)\n>> ",
                $shown,
                "\n```\n"
            ),
            &[Dispatch { signature: "Any *$values", run: |call| log(call, LogLevel::$level) }],
        )
        .legacy();
    };
}

level!(DEBUG, "debug", Debug, "ok");
level!(INFO, "info", Info, "ok");
level!(NOTICE, "notice", Notice, "notice \"a 1\"");
level!(WARNING, "warning", Warning, "warning \"a 1\"");
level!(ERR, "err", Err, "err \"a 1\"");
level!(ALERT, "alert", Alert, "alert \"a 1\"");
level!(EMERG, "emerg", Emerg, "emerg \"a 1\"");
level!(CRIT, "crit", Crit, "crit \"a 1\"");

fn log(call: &mut Call<'_>, level: LogLevel) -> Eval<Value> {
    let texts: Vec<String> = call.args.iter().map(|value| call.cx.text(value)).collect();
    let (body, range) = (call.body, call.range);
    let place = Some(call.cx.span(body, range));
    call.cx.log.push(LogEntry::Line { level, message: texts.join(" "), place });
    Ok(Value::Undef)
}
