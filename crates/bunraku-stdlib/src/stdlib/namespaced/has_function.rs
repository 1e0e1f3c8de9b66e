//! `stdlib::has_function`: whether a function exists.

use crate::stdlib::ruby::*;

pub(super) static HAS_FUNCTION: Builtin = Builtin::new(
    "stdlib::has_function",
    r##"Whether there is a function of a name.

```cases
notice(stdlib::has_function('stdlib::crc32'), stdlib::has_function('no_such_function'))
>> notice "true false"
```
"##,
    &[Dispatch {
        signature: "String[1] $function_name",
        run: |call| {
            let name = call.arg(0).as_str().unwrap_or("").to_lowercase();
            Ok(Value::Bool(call.cx.has_function(&name)))
        },
    }],
);
