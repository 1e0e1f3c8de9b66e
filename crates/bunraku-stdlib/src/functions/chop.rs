//! `chop`: removes the last character of strings.

use crate::prelude::*;
use crate::strings::string_dispatches;

pub(crate) static CHOP: Builtin = Builtin::new(
    "chop",
    r##"Removes the last character of a string; `\r\n` counts as one character.

For an array of strings, returns an array of the converted strings. Numbers, and arrays of numbers, are returned
unchanged.

```cases
notice(chop('abc'), "[${chop("ab\r\n")}]", "[${chop('')}]")
notice(['xé', 'yz'].chop)
>> notice "ab [ab] []"
>> notice "[x, y]"
```
"##,
    string_dispatches!(chop),
)
.bytes(Bytes::Kept);

fn chop(text: &str) -> String {
    if let Some(rest) = text.strip_suffix("\r\n") {
        return rest.to_owned();
    }
    let mut chars = text.chars();
    chars.next_back();
    chars.as_str().to_owned()
}
