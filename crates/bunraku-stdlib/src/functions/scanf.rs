//! `scanf`: reads values from a string according to a format.

use crate::{prelude::*, scan};

pub(crate) static SCANF: Builtin = Builtin::new(
    "scanf",
    r##"Parses values from a string according to a format. Returns them as an array, or calls a lambda with the array
and returns its result.

The directives are `%d` and `%u` for a decimal integer, `%i` for one that may have a prefix `0` or `0x`, `%x`, `%o`,
`%f` (also `e`, `g`, `a`) for a float, `%s` for a word, `%c` for a character, `%[a-z]` for a set of characters, and
`%%` for a percent sign. A number after the percent sign limits the width; `*` reads a value and discards it. Other
text must match literally; white space matches any amount of white space. Parsing ends where the string does not
match.

```cases
notice(scanf('42 abc 1.5', '%d %s %f'))
notice('12:30'.scanf('%d:%d'))
notice('0x1f,rest'.scanf('%i,%2s') |$values| { $values[0] + 1 })
notice(scanf('x', '%d'))
>> notice "[42, abc, 1.5]"
>> notice "[12, 30]"
>> notice "32"
>> notice "[]"
```
"##,
    &[Dispatch { signature: "String $data, String $format, Optional[Callable] &$block", run: scanf }],
)
.legacy();

fn scanf(call: &mut Call<'_>) -> Eval<Value> {
    let (data, format) = (call.arg(0).as_str().unwrap_or_default(), call.arg(1).as_str().unwrap_or_default());
    match scan::scan(data, format) {
        Ok(values) if call.block.is_some() => call.yield_values([Value::array(values)]),
        Ok(values) => Ok(Value::array(values)),
        Err(problem) => Err(call.fail(problem)),
    }
}
