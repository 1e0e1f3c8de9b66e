//! `min`: the least of several values.

use crate::extremes::{Side, extreme_dispatches};
use crate::prelude::*;

pub(crate) static MIN: Builtin = Builtin::new(
    "min",
    "Gives the least of its arguments, or of the elements of an array: numbers, strings, versions or times.

A lambda that is given compares two values: it answers with a number below, at or above zero, as `compare` does.
Strings that spell numbers are compared as numbers, and values of different kinds by their strings; a lambda that says
what is meant is better.

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
