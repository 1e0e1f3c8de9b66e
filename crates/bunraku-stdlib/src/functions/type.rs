//! `type`: infers the type of a value.

use bunraku_pcore::infer;

use crate::prelude::*;

pub(crate) static TYPE: Builtin = Builtin::new(
    "type",
    "Returns the type of a value, as specific as possible. With `'reduced'`, the elements of collections have one
common type; with `'generalized'`, ranges, sizes and literal strings are also left out.

```cases
notice(type([1, 'a']))
notice(type([1, 2], 'reduced'))
notice(type([1, 2], 'generalized'))
>> notice \"Tuple[Integer[1, 1], String]\"
>> notice \"Array[Integer[1, 2], 2, 2]\"
>> notice \"Array[Integer]\"
```
",
    &[
        Dispatch {
            signature: "Any $value, Enum[detailed] $detail = 'detailed' >> Type",
            run: |call| Ok(Value::Type(infer::detailed(&call.cx.edition.types, call.arg(0)))),
        },
        Dispatch {
            signature: "Any $value, Enum[reduced] $detail >> Type",
            run: |call| Ok(Value::Type(infer::reduced(&call.cx.edition.types, call.arg(0)))),
        },
        Dispatch {
            signature: "Any $value, Enum[generalized] $detail >> Type",
            run: |call| Ok(Value::Type(infer::generalized(&call.cx.edition.types, call.arg(0)))),
        },
    ],
)
.thorough();
