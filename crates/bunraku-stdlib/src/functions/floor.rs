//! `floor`: the greatest integer that is not greater than a number.

use crate::numbers::{number_rounded, string_rounded};
use crate::prelude::*;

pub(crate) static FLOOR: Builtin = Builtin::new(
    "floor",
    r##"Returns the largest integer that is not greater than a number.

A string is converted to a number, with a deprecation warning: use `Numeric($string).floor` instead.

```cases
notice(floor(1.8), floor(-1.2), floor(3))
notice(7.9.floor)
>> notice "1 -2 3"
>> notice "7"
```
"##,
    &[
        Dispatch { signature: "Numeric $val", run: |call| number_rounded(call, f64::floor) },
        Dispatch { signature: "String $val", run: |call| string_rounded(call, f64::floor) },
    ],
);
