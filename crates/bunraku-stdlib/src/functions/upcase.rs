//! `upcase`: converts strings to uppercase.

use crate::prelude::*;
use crate::strings::nested_string_dispatches;

pub(crate) static UPCASE: Builtin = Builtin::new(
    "upcase",
    r##"Converts a string to uppercase.

In arrays and hashes, all strings are converted, including keys. Numbers are returned unchanged.

```cases
notice(upcase('straße'), upcase(5))
notice(upcase({ 'a' => ['b', { 'c' => 1 }] }))
>> notice "STRASSE 5"
>> notice "{A => [B, {C => 1}]}"
```
"##,
    nested_string_dispatches!(bunraku_pcore::text::upcase),
)
.bytes(Bytes::Cased);
