//! `rstrip`: removes whitespace at the end of strings.

use super::strip::is_blank;
use crate::prelude::*;
use crate::strings::string_dispatches;

pub(crate) static RSTRIP: Builtin = Builtin::new(
    "rstrip",
    r##"Takes the blanks off the end of a string.

Blanks are spaces, tabs, line breaks, vertical tabs, form feeds and null characters; other spaces of Unicode are not.

An array of strings gives an array of them changed. Numbers stay as they are, alone or in an array of numbers.

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
