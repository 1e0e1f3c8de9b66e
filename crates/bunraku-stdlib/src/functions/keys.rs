//! `keys`: the keys of a hash.

use crate::prelude::*;

pub(crate) static KEYS: Builtin = Builtin::new(
    "keys",
    "Returns the keys of a hash as an array, in order.

```cases
notice({ 'b' => 1, 'a' => 2 }.keys)
notice(keys({}))
notice(keys(['a']))
>> notice \"[b, a]\"
>> notice \"[]\"
>> error 3
```
",
    &[Dispatch {
        signature: "Hash $hash >> Array",
        run: |call| {
            let Value::Hash(hash) = call.arg(0) else { return Ok(Value::Undef) };
            Ok(Value::array(hash.keys().cloned()))
        },
    }],
);
