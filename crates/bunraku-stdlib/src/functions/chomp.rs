//! `chomp`: removes the line ending at the end of strings.

use crate::prelude::*;
use crate::strings::string_dispatches;

pub(crate) static CHOMP: Builtin = Builtin::new(
    "chomp",
    r##"Removes one line break from the end of a string: `\n`, `\r` or `\r\n`.

For an array of strings, returns an array of the converted strings. Numbers, and arrays of numbers, are returned
unchanged.

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
