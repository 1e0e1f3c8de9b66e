//! `next`: ends the surrounding lambda or function with a value.

use bunraku_diag::{Diagnostic, codes};

use crate::prelude::*;

pub(crate) static NEXT: Builtin = Builtin::new(
    "next",
    "Ends the innermost lambda, function, class or defined type. Its value is the argument, or `undef`.

```cases
notice([1, 2, 3].map |$x| { if $x == 2 { next('two') } $x })
notice(with() || { next() 1 } =~ Undef)
next()
>> notice \"[1, two, 3]\"
>> notice \"true\"
>> error 3
```
",
    &[Dispatch { signature: "Any $value = undef", run: end }],
)
.glances();

fn end(call: &mut Call<'_>) -> Eval<Value> {
    let (body, range) = (call.body, call.range);
    let place = call.cx.span(body, range);
    let uncaught =
        Diagnostic::error(codes::FUNCTION_FAILED, "`next` was called outside a lambda or function");
    Err(Box::new(Unwind::Next(call.arg(0).clone(), uncaught.at(place, ""))))
}
