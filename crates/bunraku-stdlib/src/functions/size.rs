//! `size`: the number of elements or characters, as `length`.

use super::length::length;
use crate::prelude::*;

pub(crate) static SIZE: Builtin = Builtin::new(
    "size",
    "Gives the number of elements of an array, of entries of a hash, of characters of a string or of bytes of a binary
value. It is another name of `length`.

```cases
notice(size([1, 2]), size({ 'a' => 1 }), size('überall'))
notice(size(undef))
>> notice \"2 1 7\"
>> error 2
```
",
    &[Dispatch { signature: "Variant[Collection, String, Binary] $value", run: |call| Ok(length(call.arg(0))) }],
)
.glances()
.bytes(Bytes::Counted);
