//! `rstrip`: removes whitespace at the end of strings.

use super::strip::is_blank;
use crate::prelude::*;
use crate::strings::string_dispatches;

pub(crate) static RSTRIP: Builtin = Builtin::new(
    "rstrip",
    r##"Removes white space from the end of a string.

White space is spaces, tabs, line breaks, vertical tabs, form feeds and null characters; other Unicode spaces are
kept.

For an array of strings, returns an array of the converted strings. Numbers, and arrays of numbers, are returned
unchanged.

```cases
notice("[${rstrip(" a \n ")}]")
notice(['a ', 'b'].rstrip)
>> notice "[ a]"
>> notice "[a, b]"
```
"##,
    string_dispatches!(rstrip),
)
.bytes(Bytes::Kept);

fn rstrip(text: &str) -> String {
    text.trim_end_matches(is_blank).to_owned()
}
