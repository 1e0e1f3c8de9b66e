//! `capitalize`: converts the first letter of strings to uppercase.

use crate::prelude::*;
use crate::strings::string_dispatches;

pub(crate) static CAPITALIZE: Builtin = Builtin::new(
    "capitalize",
    r##"Converts the first letter of a string to uppercase and all others to lowercase.

For an array of strings, returns an array of the converted strings. Numbers, and arrays of numbers, are returned
unchanged.

```cases
notice(capitalize('hello WORLD'))
notice(['abc', 'd', ''].capitalize, 7.capitalize)
notice('ßa'.capitalize)
>> notice "Hello world"
>> notice "[Abc, D, ] 7"
>> notice "Ssa"
```
"##,
    string_dispatches!(bunraku_pcore::text::capitalize),
)
.bytes(Bytes::Cased);
