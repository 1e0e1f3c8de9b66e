//! `max`: the greatest of several values.

use crate::extremes::{Side, extreme_dispatches};
use crate::prelude::*;

pub(crate) static MAX: Builtin = Builtin::new(
    "max",
    "Returns the largest of its arguments, or of the elements of an array: numbers, strings, versions or times.

An optional lambda compares two values and returns a number less than, equal to or greater than zero, like `compare`.
Without a lambda, numeric strings are compared as numbers and values of different kinds as strings; this is
deprecated.

```cases
notice(max(1, 20, 3))
notice(max(['a', 'c', 'b']))
notice(max(['aa', 'b']) |$a, $b| { compare($a.length, $b.length) })
notice(max())
>> notice \"20\"
>> notice \"c\"
>> notice \"aa\"
>> error 4
```
",
    extreme_dispatches!(Side::Greatest; "Numeric" "String" "SemVer" "Timespan" "Timestamp"),
);
