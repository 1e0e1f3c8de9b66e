//! `break`: ends the surrounding iteration.

use bunraku_diag::{Diagnostic, codes};

use crate::prelude::*;

pub(crate) static BREAK: Builtin = Builtin::new(
    "break",
    "Ends the innermost iteration: the function that calls the lambda gives what it has so far.

It also ends an iteration from a function that the lambda calls. Functions that only look for something, such as `all`
and `index`, let it pass to the iteration around them.

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
    let uncaught = Diagnostic::error(codes::FUNCTION_FAILED, "`break` has no iteration around it to end");
    Err(Box::new(Unwind::Break(uncaught.at(place, ""))))
}
