//! `capitalize`: texts with a capital at the start.

use crate::prelude::*;
use crate::strings::text_dispatches;

pub(crate) static CAPITALIZE: Builtin = Builtin::new(
    "capitalize",
    r##"Puts the first letter of a text in upper case and all others in lower case.

An array or anything else that can be iterated over gives an array of its elements changed. Numbers stay as they are.

```cases
notice(capitalize('hello WORLD'))
notice(['abc', 7, ''].capitalize)
notice('ßa'.capitalize)
>> notice "Hello world"
>> notice "[Abc, 7, ]"
>> notice "Ssa"
```
"##,
    text_dispatches!(bunraku_pcore::text::capitalize),
);
