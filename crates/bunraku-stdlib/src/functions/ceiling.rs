//! `ceiling`: the smallest integer that is not less than a number.

use crate::numbers::{number_rounded, string_rounded};
use crate::prelude::*;

pub(crate) static CEILING: Builtin = Builtin::new(
    "ceiling",
    r##"The smallest integer that is not below a number.

A string is taken as a number, with a warning: that is an old form, and `Numeric($text).ceiling` does better.

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
