//! `lstrip`: texts without blanks at their start.

use crate::prelude::*;
use super::strip::is_blank;
use crate::strings::text_dispatches;

pub(crate) static LSTRIP: Builtin = Builtin::new(
    "lstrip",
    r##"Takes the blanks off the start of a text.

Blanks are spaces, tabs, line breaks, vertical tabs, form feeds and null characters; other spaces of Unicode are not.

An array or anything else that can be iterated over gives an array of its elements changed. Numbers stay as they are.

```cases
notice("[${lstrip(" \n a ")}]")
notice([' a', 5].lstrip)
>> notice "[a ]"
>> notice "[a, 5]"
```
"##,
    text_dispatches!(lstrip),
);

fn lstrip(text: &str) -> String {
    text.trim_start_matches(is_blank).to_owned()
}
