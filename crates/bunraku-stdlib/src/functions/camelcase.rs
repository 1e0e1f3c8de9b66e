//! `camelcase`: converts strings to camel case.

use crate::prelude::*;
use bunraku_pcore::text::capitalize;

use crate::strings::string_dispatches;

pub(crate) static CAMELCASE: Builtin = Builtin::new(
    "camelcase",
    r##"Makes one word of the words of a string that are joined with `_`, each with its first letter in upper case and the others
in lower case.

An array of strings gives an array of them changed. Numbers stay as they are, alone or in an array of numbers.

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
