//! `camelcase`: converts strings to camel case.

use crate::prelude::*;
use bunraku_pcore::text::capitalize;

use crate::strings::string_dispatches;

pub(crate) static CAMELCASE: Builtin = Builtin::new(
    "camelcase",
    r##"Converts a string of words joined with `_` to camel case: each word starts with an uppercase letter, the other
letters are lowercase.

For an array of strings, returns an array of the converted strings. Numbers, and arrays of numbers, are returned
unchanged.

```cases
notice(camelcase('hello_big_WORLD'))
notice(['one_two', 'x'].camelcase)
notice(camelcase('_a__b_'))
>> notice "HelloBigWorld"
>> notice "[OneTwo, X]"
>> notice "AB"
```
"##,
    string_dispatches!(camelcase),
)
.bytes(Bytes::Cased);

fn camelcase(text: &str) -> String {
    text.split('_').map(capitalize).collect()
}
