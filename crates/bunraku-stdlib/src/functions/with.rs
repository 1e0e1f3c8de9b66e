//! `with`: calls a lambda once with the given arguments.

use crate::prelude::*;

pub(crate) static WITH: Builtin = Builtin::new(
    "with",
    "Calls a lambda with the arguments and returns its result. Variables set in the lambda are local to it.

```cases
notice(with(1, 2) |$a, $b| { $a + $b })
notice(with() || { $local = 'inside' $local })
>> notice \"3\"
>> notice \"inside\"
```
",
    &[Dispatch {
        signature: "Any *$values, Callable &$block",
        run: |call| {
            let values = call.args.to_vec();
            call.yield_all(values)
        },
    }],
)
.glances()
.bytes(Bytes::PassedOn);
