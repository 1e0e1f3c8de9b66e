//! `chop`: texts without their last character.

use crate::prelude::*;
use crate::strings::text_dispatches;

pub(crate) static CHOP: Builtin = Builtin::new(
    "chop",
    r##"Takes the last character off a text; `\r\n` counts as one.

An array or anything else that can be iterated over gives an array of its elements changed. Numbers stay as they are.

```cases
notice(chop('abc'), "[${chop("ab\r\n")}]", "[${chop('')}]")
notice(['xé', 10].chop)
>> notice "ab [ab] []"
>> notice "[x, 10]"
```
"##,
    text_dispatches!(chop),
);

fn chop(text: &str) -> String {
    if let Some(rest) = text.strip_suffix("\r\n") {
        return rest.to_owned();
    }
    let mut chars = text.chars();
    chars.next_back();
    chars.as_str().to_owned()
}
