//! `then`: calls a lambda with a value unless the value is `undef`.

use crate::prelude::*;

pub(crate) static THEN: Builtin = Builtin::new(
    "then",
    "Calls a lambda with a value and returns its result. If the value is `undef`, returns `undef` without calling
the lambda.

```cases
notice({ 'a' => 1 }['a'].then |$x| { $x + 1 })
notice({ 'a' => 1 }['b'].then |$x| { $x + 1 } =~ Undef)
>> notice \"2\"
>> notice \"true\"
```
",
    &[Dispatch {
        signature: "Any $value, Callable[1, 1] &$block",
        run: |call| {
            let value = call.arg(0).clone();
            if value.is_undef() { Ok(value) } else { call.yield_values([value]) }
        },
    }],
)
.glances()
.bytes(Bytes::PassedOn);
