//! `swapcase`: swaps upper and lower case.

use bunraku_pcore::text::{downcase, upcase};

use super::ruby::*;

pub(crate) static SWAPCASE: Builtin = Builtin::new(
    "swapcase",
    r##"A text, or each text of an array, with its small letters made large and its large ones small.

```cases
notice(swapcase('aBcD'), swapcase(['aB', 1]))
>> notice "AbCd [Ab, 1]"
```

```cases
notice(swapcase(1))
>> error 1
```
"##,
    legacy!(1.., |call, args| strings_changed(call, args.first(), swapped)),
)
.bytes(Bytes::Cased);

fn swapped(text: &str) -> String {
    text.chars()
        .map(|char| {
            let one = char.to_string();
            if char.is_uppercase() { downcase(&one) } else { upcase(&one) }
        })
        .collect()
}
