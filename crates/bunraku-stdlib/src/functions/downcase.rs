//! `downcase`: converts strings to lowercase.

use crate::prelude::*;
use crate::strings::nested_string_dispatches;

pub(crate) static DOWNCASE: Builtin = Builtin::new(
    "downcase",
    r##"Converts a string to lowercase.

In arrays and hashes, all strings are converted, including keys. Numbers are returned unchanged.

```cases
notice(downcase('ÄBC'), downcase(5))
notice(downcase({ 'A' => ['B', { 'C' => 1 }] }))
>> notice "äbc 5"
>> notice "{a => [b, {c => 1}]}"
```
"##,
    nested_string_dispatches!(bunraku_pcore::text::downcase),
)
.bytes(Bytes::Cased);
