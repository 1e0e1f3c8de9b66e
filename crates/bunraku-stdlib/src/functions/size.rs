//! `size`: the number of elements or characters, like `length`.

use super::length::length;
use crate::prelude::*;

pub(crate) static SIZE: Builtin = Builtin::new(
    "size",
    "Returns the number of elements of an array, entries of a hash, characters of a string or bytes of a binary
value. The same as `length`.

```cases
notice(size([1, 2]), size({ 'a' => 1 }), size('überall'))
notice(size(undef))
>> notice \"2 1 7\"
>> error 2
```
",
    &[Dispatch { signature: "Variant[Collection, String, Binary] $value >> Integer", run: |call| Ok(length(call.arg(0))) }],
)
.glances()
.bytes(Bytes::Counted);
