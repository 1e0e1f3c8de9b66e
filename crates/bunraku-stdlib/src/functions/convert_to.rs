//! `convert_to`: converts a value to another type.

use crate::prelude::*;

pub(crate) static CONVERT_TO: Builtin = Builtin::new(
    "convert_to",
    "Converts a value to a type, like `new` with the arguments in the other order. With a lambda, calls it with
the new value and returns its result.

```cases
notice('0x10'.convert_to(Integer))
notice(10.convert_to(String, '%x'))
notice('12'.convert_to(Integer) |$x| { $x + 1 })
>> notice \"16\"
>> notice \"a\"
>> notice \"13\"
```
",
    &[Dispatch {
        signature: "Any $value, Type $type, Any *$arguments, Optional[Callable[1, 1]] &$block",
        run: convert,
    }],
)
.thorough()
.bytes(Bytes::Converted);

fn convert(call: &mut Call<'_>) -> Eval<Value> {
    let mut arguments = vec![call.arg(1).clone(), call.arg(0).clone()];
    arguments.extend(call.args.iter().skip(2).cloned());
    let value = call.cx.call_function(call.body, call.range, "new", &arguments, None)?;
    if call.block.is_some() { call.yield_values([value]) } else { Ok(value) }
}
