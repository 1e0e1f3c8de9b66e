//! `ceiling`: the smallest integer that is not less than a number.

use crate::numbers::{number_rounded, string_rounded};
use crate::prelude::*;

pub(crate) static CEILING: Builtin = Builtin::new(
    "ceiling",
    r##"Returns the smallest integer that is not less than a number.

A string is converted to a number, with a deprecation warning: use `Numeric($string).ceiling` instead.

```cases
notice(ceiling(1.2), ceiling(-1.2), ceiling(3))
notice(7.0.ceiling)
>> notice "2 -1 3"
>> notice "7"
```
"##,
    &[
        Dispatch { signature: "Numeric $val", run: |call| number_rounded(call, f64::ceil) },
        Dispatch { signature: "String $val", run: |call| string_rounded(call, f64::ceil) },
    ],
);
