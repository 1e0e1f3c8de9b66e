//! `strip`: removes whitespace at both ends of strings.

use crate::prelude::*;
use crate::strings::string_dispatches;

pub(crate) static STRIP: Builtin = Builtin::new(
    "strip",
    r##"Removes white space from both ends of a string.

White space is spaces, tabs, line breaks, vertical tabs, form feeds and null characters; other Unicode spaces are
kept.

For an array of strings, returns an array of the converted strings. Numbers, and arrays of numbers, are returned
unchanged.

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
