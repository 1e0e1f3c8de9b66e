//! `chomp`: removes the line ending at the end of strings.

use crate::prelude::*;
use crate::strings::string_dispatches;

pub(crate) static CHOMP: Builtin = Builtin::new(
    "chomp",
    r##"Takes one line break off the end of a string: `\n`, `\r` or `\r\n`.

An array of strings gives an array of them changed. Numbers stay as they are, alone or in an array of numbers.

```cases
notice("[${chomp("line\r\n")}]", "[${chomp("two\n\n")}]")
notice(["a\n", 'b'].chomp)
>> notice "[line] [two\n]"
>> notice "[a, b]"
```
"##,
    string_dispatches!(chomp),
)
.bytes(Bytes::Kept);

fn chomp(text: &str) -> String {
    let rest = text.strip_suffix("\r\n").or(text.strip_suffix(['\n', '\r'])).unwrap_or(text);
    rest.to_owned()
}
