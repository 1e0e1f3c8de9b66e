//! `values`: the values of a hash.

use crate::prelude::*;

pub(crate) static VALUES: Builtin = Builtin::new(
    "values",
    "Returns the values of a hash as an array, in the order of their keys.

```cases
notice({ 'b' => 1, 'a' => 2 }.values)
notice(values({}))
notice(values(['a']))
>> notice \"[1, 2]\"
>> notice \"[]\"
>> error 3
```
",
    &[Dispatch {
        signature: "Hash $hash >> Array",
        run: |call| {
            let Value::Hash(hash) = call.arg(0) else { return Ok(Value::Undef) };
            Ok(Value::array(hash.values().cloned()))
        },
    }],
);
