//! `scanf`: reads values from a string according to a format.

use crate::{prelude::*, scan};

pub(crate) static SCANF: Builtin = Builtin::new(
    "scanf",
    r##"Reads values from a string as a format says and gives an array of them, or what a lambda makes of that array.

Directives are `%d` and `%u` for a decimal integer, `%i` for one that may have a prefix `0` or `0x`, `%x`, `%o`, `%f` (also
`e`, `g`, `a`) for a float, `%s` for a word, `%c` for a character, `%[a-z]` for characters of a set, `%%` for a percent
sign. A number after the percent sign limits the width, a `*` reads a value and leaves it out. Other text must be there
as it is; blanks match any number of blanks. Reading ends where the text does not fit.

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
