//! `rstrip`: texts without blanks at their end.

use crate::prelude::*;
use super::strip::is_blank;
use crate::strings::text_dispatches;

pub(crate) static RSTRIP: Builtin = Builtin::new(
    "rstrip",
    r##"Takes the blanks off the end of a text.

Blanks are spaces, tabs, line breaks, vertical tabs, form feeds and null characters; other spaces of Unicode are not.

An array or anything else that can be iterated over gives an array of its elements changed. Numbers stay as they are.

```cases
notice("[${rstrip(" a \n ")}]")
notice(['a ', 5].rstrip)
>> notice "[ a]"
>> notice "[a, 5]"
```
"##,
    text_dispatches!(rstrip),
);

fn rstrip(text: &str) -> String {
    text.trim_end_matches(is_blank).to_owned()
}
