//! `debug`, `info`, `notice`, `warning`, `err`, `alert`, `emerg` and `crit`: lines in the log.

use bunraku_eval::{LogEntry, LogLevel};

use crate::prelude::*;

/// The functions, one a level.
pub(crate) static ALL: [&Builtin; 8] = [&DEBUG, &INFO, &NOTICE, &WARNING, &ERR, &ALERT, &EMERG, &CRIT];

macro_rules! level {
    ($constant:ident, $name:literal, $level:ident) => {
        static $constant: Builtin = Builtin::new(
            $name,
            concat!(
                "Logs its arguments, with a blank between them, at the level `",
                $name,
                "`.\n\n```cases\n",
                $name,
                "('a', 1)\n>> ",
                $name,
                " \"a 1\"\n```\n"
            ),
            &[Dispatch { signature: "Any *$values", run: |call| log(call, LogLevel::$level) }],
        );
    };
}

level!(DEBUG, "debug", Debug);
level!(INFO, "info", Info);
level!(NOTICE, "notice", Notice);
level!(WARNING, "warning", Warning);
level!(ERR, "err", Err);
level!(ALERT, "alert", Alert);
level!(EMERG, "emerg", Emerg);
level!(CRIT, "crit", Crit);

fn log(call: &mut Call<'_>, level: LogLevel) -> Eval<Value> {
    let texts: Vec<String> = call.args.iter().map(|value| call.cx.text(value)).collect();
    let (body, range) = (call.body, call.range);
    let place = Some(call.cx.span(body, range));
    call.cx.log.push(LogEntry::Line { level, message: texts.join(" "), place });
    Ok(Value::Undef)
}
