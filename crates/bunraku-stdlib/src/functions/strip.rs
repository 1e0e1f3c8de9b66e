//! `strip`: removes whitespace at both ends of strings.

use crate::prelude::*;
use crate::strings::string_dispatches;

pub(crate) static STRIP: Builtin = Builtin::new(
    "strip",
    r##"Takes the blanks off both ends of a string.

Blanks are spaces, tabs, line breaks, vertical tabs, form feeds and null characters; other spaces of Unicode are not.

An array of strings gives an array of them changed. Numbers stay as they are, alone or in an array of numbers.

```cases
notice("[${strip("  a b\t\n")}]")
notice([' a ', 'b'].strip)
>> notice "[a b]"
>> notice "[a, b]"
```
"##,
    string_dispatches!(strip),
)
.bytes(Bytes::Kept);

fn strip(text: &str) -> String {
    text.trim_matches(is_blank).to_owned()
}

/// Whether Ruby's `strip`, `lstrip` and `rstrip` remove a character. They count the null character as whitespace.
pub(super) fn is_blank(char: char) -> bool {
    matches!(char, ' ' | '\t'..='\r' | '\0')
}
