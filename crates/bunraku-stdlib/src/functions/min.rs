//! `min`: the least of several values.

use crate::extremes::{Side, extreme_dispatches};
use crate::prelude::*;

pub(crate) static MIN: Builtin = Builtin::new(
    "min",
    "Returns the smallest of its arguments, or of the elements of an array: numbers, strings, versions or times.

An optional lambda compares two values and returns a number less than, equal to or greater than zero, like `compare`.
Without a lambda, numeric strings are compared as numbers and values of different kinds as strings; this is
deprecated.

```cases
notice(min(10, 2, 3))
notice(min(['b', 'a', 'c']))
notice(min(['aa', 'b']) |$a, $b| { compare($a.length, $b.length) })
notice(min([]))
>> notice \"2\"
>> notice \"a\"
>> notice \"b\"
>> error 4
```
",
    extreme_dispatches!(Side::Least; "Numeric" "SemVer" "Timespan" "Timestamp" "String"),
);
