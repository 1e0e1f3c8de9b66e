//! `strftime`: formats a time as a string.

use bunraku_diag::codes;
use bunraku_pcore::values::{TimespanFormat, Timestamp};

use crate::{numbers::deprecated, prelude::*};

pub(crate) static STRFTIME: Builtin = Builtin::new(
    "strftime",
    r##"Formats a timestamp or timespan as a string.

The directives are `%Y`, `%m`, `%d`, `%H`, `%M`, `%S` and others for a `Timestamp`, and `%D` (days), `%H`, `%M`, `%S`,
`%L` (milliseconds), `%N` (nanoseconds) for a `Timespan`, where the largest unit in the format includes everything
above it. A flag before the letter turns padding off (`-`) or pads with spaces (`_`) or zeros (`0`); a number sets the
width. A timestamp is shown in UTC, unless a timezone is given.

```cases
notice(strftime(Timestamp('2024-02-29T12:30:45 UTC'), '%Y-%m-%d %H:%M %A'))
notice(Timestamp(0).strftime('%F %T', '+05:30'))
notice(Timespan({ 'hours' => 26, 'minutes' => 5 }).strftime('%D-%H:%M'))
>> notice "2024-02-29 12:30 Thursday"
>> notice "1970-01-01 05:30:00"
>> notice "1-02:05"
```
"##,
    &[
        Dispatch { signature: "Timespan $time_object, String $format >> String", run: of_timespan },
        Dispatch {
            signature: "Timestamp $time_object, String $format, String $timezone = undef >> String",
            run: of_timestamp,
        },
        Dispatch { signature: "String $format, String $timezone = undef >> String", run: of_now },
    ],
);

fn of_timespan(call: &mut Call<'_>) -> Eval<Value> {
    let Value::Str(format) = call.arg(1) else { return Ok(Value::Undef) };
    let format = format.clone();
    reserve(call, &format)?;
    let Value::Timespan(time) = call.arg(0) else { return Ok(Value::Undef) };
    match TimespanFormat::new(&format) {
        Ok(format) => Ok(Value::str(format.format(*time))),
        Err(directive) => {
            let message = format!("'{directive}' is not a directive of a Timespan format");
            Err(call.fail(message))
        }
    }
}

fn of_timestamp(call: &mut Call<'_>) -> Eval<Value> {
    let Value::Timestamp(time) = *call.arg(0) else { return Ok(Value::Undef) };
    formatted(call, time, 1)
}

fn of_now(call: &mut Call<'_>) -> Eval<Value> {
    deprecated(
        call,
        "calling `strftime` without a time is deprecated",
        "pass the time, as in `strftime(Timestamp(), '%F')`",
    );
    let Some(now) = call.cx.now() else {
        let (body, range) = (call.body, call.range);
        let message = "the current time is not available here";
        return Err(call.cx.error(codes::NOT_SUPPORTED, body, range, message));
    };
    formatted(call, now, 0)
}

/// Fails if the result of a format may exceed the remaining memory: a directive may write a thousand characters.
fn reserve(call: &mut Call<'_>, format: &str) -> Eval<()> {
    call.reserve(format.matches('%').count() as u64 * 1024)
}

/// Formats a time. The format is the argument at `index`, and the timezone, which is optional, the one after it.
fn formatted(call: &mut Call<'_>, time: Timestamp, index: usize) -> Eval<Value> {
    let format = call.arg(index).as_str().unwrap_or_default().to_owned();
    reserve(call, &format)?;
    let timezone = call.arg(index + 1).as_str();
    match time.format(&format, timezone) {
        Ok(text) => Ok(Value::str(text)),
        Err(error) => {
            let problem = match error {
                bunraku_pcore::values::TimestampError::Timezone => {
                    format!("unknown timezone '{}'", timezone.unwrap_or_default())
                }
                _ => format!("'{format}' is not a Timestamp format"),
            };
            Err(call.fail(problem))
        }
    }
}
