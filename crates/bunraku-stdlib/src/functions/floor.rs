//! `floor`: the greatest integer that is not greater than a number.

use crate::numbers::{number_rounded, string_rounded};
use crate::prelude::*;

pub(crate) static FLOOR: Builtin = Builtin::new(
    "floor",
    r##"The greatest integer that is not above a number.

A string is taken as a number, with a warning: that is an old form, and `Numeric($text).floor` does better.

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
