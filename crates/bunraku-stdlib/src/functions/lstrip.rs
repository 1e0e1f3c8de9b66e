//! `lstrip`: removes whitespace at the start of strings.

use super::strip::is_blank;
use crate::prelude::*;
use crate::strings::string_dispatches;

pub(crate) static LSTRIP: Builtin = Builtin::new(
    "lstrip",
    r##"Takes the blanks off the start of a string.

Blanks are spaces, tabs, line breaks, vertical tabs, form feeds and null characters; other spaces of Unicode are not.

An array of strings gives an array of them changed. Numbers stay as they are, alone or in an array of numbers.

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
