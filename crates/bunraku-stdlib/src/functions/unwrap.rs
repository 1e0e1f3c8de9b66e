//! `unwrap`: the value inside a Sensitive value.

use crate::prelude::*;

pub(crate) static UNWRAP: Builtin = Builtin::new(
    "unwrap",
    "Returns the value inside a `Sensitive` value; any other value is returned unchanged. With a lambda, calls it
with the value and returns its result.

```cases
notice(Sensitive('secret').unwrap)
notice('plain'.unwrap)
notice(Sensitive('abc').unwrap |$x| { $x.length })
>> notice \"secret\"
>> notice \"plain\"
>> notice \"3\"
```
",
    &[
        Dispatch { signature: "Sensitive $value, Optional[Callable] &$block", run: unwrap },
        Dispatch { signature: "Any $value, Optional[Callable] &$block", run: unwrap },
    ],
)
.bytes(Bytes::PassedOn);

fn unwrap(call: &mut Call<'_>) -> Eval<Value> {
    let value = match call.arg(0) {
        Value::Sensitive(sensitive) => sensitive.unwrap().clone(),
        other => other.clone(),
    };
    if call.block.is_some() { call.yield_values([value]) } else { Ok(value) }
}
