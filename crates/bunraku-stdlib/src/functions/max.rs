//! `max`: the greatest of several values.

use crate::extremes::{Side, extreme_dispatches};
use crate::prelude::*;

pub(crate) static MAX: Builtin = Builtin::new(
    "max",
    "Gives the greatest of its arguments, or of the elements of an array: numbers, strings, versions or times.

A lambda that is given compares two values: it answers with a number below, at or above zero, as `compare` does.
Strings that spell numbers are compared as numbers, and values of different kinds by their strings; a lambda that says
what is meant is better.

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
