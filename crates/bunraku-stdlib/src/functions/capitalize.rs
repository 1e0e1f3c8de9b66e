//! `capitalize`: converts the first letter of strings to upper case.

use crate::prelude::*;
use crate::strings::string_dispatches;

pub(crate) static CAPITALIZE: Builtin = Builtin::new(
    "capitalize",
    r##"Puts the first letter of a string in upper case and all others in lower case.

An array of strings gives an array of them changed. Numbers stay as they are, alone or in an array of numbers.

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
