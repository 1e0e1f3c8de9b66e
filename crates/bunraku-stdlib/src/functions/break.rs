//! `break`: ends the surrounding iteration.

use bunraku_diag::{Diagnostic, codes};

use crate::prelude::*;

pub(crate) static BREAK: Builtin = Builtin::new(
    "break",
    "Ends the innermost iteration: the function that calls the lambda returns what it has so far.

It can also be called from a function that the lambda calls. Functions that only search, such as `all` and `index`,
pass it on to the enclosing iteration.

```cases
notice([1, 2, 3].map |$x| { if $x == 3 { break() } $x * 10 })
notice([1, 2, 3].filter |$x| { if $x == 2 { break() } true })
break()
>> notice \"[10, 20]\"
>> notice \"[1]\"
>> error 3
```
",
    &[Dispatch { signature: "", run: end }],
)
.glances();

fn end(call: &mut Call<'_>) -> Eval<Value> {
    let (body, range) = (call.body, call.range);
    let place = call.cx.span(body, range);
    let uncaught = Diagnostic::error(codes::FUNCTION_FAILED, "`break` was called outside an iteration");
    Err(Box::new(Unwind::Break(uncaught.at(place, ""))))
}
