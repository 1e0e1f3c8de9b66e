//! `lest`: a value, or the result of a lambda if the value is `undef`.

use crate::prelude::*;

pub(crate) static LEST: Builtin = Builtin::new(
    "lest",
    "Returns a value unchanged, unless it is `undef`: then calls a lambda without parameters and returns its result.

```cases
notice({ 'a' => 1 }['a'].lest || { 'nothing' })
notice({ 'a' => 1 }['b'].lest || { 'nothing' })
>> notice \"1\"
>> notice \"nothing\"
```
",
    &[Dispatch {
        signature: "Any $value, Callable[0, 0] &$block",
        run: |call| if call.arg(0).is_undef() { call.yield_values([]) } else { Ok(call.arg(0).clone()) },
    }],
)
.glances()
.bytes(Bytes::PassedOn);
