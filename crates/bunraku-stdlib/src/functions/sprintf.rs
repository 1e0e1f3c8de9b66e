//! `sprintf`: formats values into a string.

use bunraku_pcore::format;

use crate::prelude::*;
use bunraku_eval::legacy::{arguments, reference_text};

pub(crate) static SPRINTF: Builtin = Builtin::new(
    "sprintf",
    r##"Formats values as a string.

A directive is `%`, then flags (`-` aligns left, `+` always shows the sign, a space shows a space instead of a plus,
`0` pads with zeros, `#` uses the alternative form), a width, `.` and a precision, and a letter:

* `s` a value as a string, `p` a value in Ruby notation, `c` a character,
* `d`, `i`, `u` a decimal integer, `x`, `X`, `o`, `b`, `B` one in another base,
* `f`, `e`, `E`, `g`, `G`, `a`, `A` a float,
* `%` a percent sign.

`*` takes the width or precision from the values, and `2$` takes the second value. If the only value is a hash,
`%<name>d` formats the value of a key and `%{name}` inserts it as a string. Values without a directive are ignored.

```cases
notice(sprintf('%s has %d items, %.1f kg', 'box', 3, 2.25))
notice(sprintf('[%-6s] [%06.2f] [%#x] [%+d]', 'ab', 3.14159, 255, 7))
notice(sprintf('%2$s %1$s', 'world', 'hello'))
notice(sprintf('%<a>03d %{b}', { 'a' => 7, 'b' => 'x' }))
>> notice "box has 3 items, 2.2 kg"
>> notice "[ab    ] [003.14] [0xff] [+7]"
>> notice "hello world"
>> notice "007 x"
```
"##,
    &[Dispatch { signature: "Any $format, Any *$values, Optional[Callable] &$block >> String", run: sprintf }],
)
.legacy()
.bytes(Bytes::Joined);

fn sprintf(call: &mut Call<'_>) -> Eval<Value> {
    let mut arguments = arguments(call)?;
    // A reference becomes a string as a value, but not as the format.
    for argument in arguments.iter_mut().skip(1) {
        if let Some(text) = reference_text(argument) {
            *argument = Value::str(text);
        }
    }
    let Some((Value::Str(text), values)) = arguments.split_first() else {
        let found = call.cx.type_text(arguments.first().unwrap_or(&Value::Undef));
        return Err(call.fail(format!("parameter 'format' of `sprintf` expects a String value, got {found}")));
    };
    format::sprintf(&call.cx.edition.types, text, values)
        .map(Value::str)
        .map_err(|error| call.fail(error.to_string()))
}
