//! `lstrip`: removes whitespace at the start of strings.

use super::strip::is_blank;
use crate::prelude::*;
use crate::strings::string_dispatches;

pub(crate) static LSTRIP: Builtin = Builtin::new(
    "lstrip",
    r##"Removes white space from the start of a string.

White space is spaces, tabs, line breaks, vertical tabs, form feeds and null characters; other Unicode spaces are
kept.

For an array of strings, returns an array of the converted strings. Numbers, and arrays of numbers, are returned
unchanged.

```cases
notice("[${lstrip(" \n a ")}]")
notice([' a', 'b'].lstrip)
>> notice "[a ]"
>> notice "[a, b]"
```
"##,
    string_dispatches!(lstrip),
)
.bytes(Bytes::Kept);

fn lstrip(text: &str) -> String {
    text.trim_start_matches(is_blank).to_owned()
}
