//! `return`: ends the surrounding function with a value.

use bunraku_diag::{Diagnostic, codes};

use crate::prelude::*;

pub(crate) static RETURN: Builtin = Builtin::new(
    "return",
    "Ends the innermost function, class or defined type, even from inside a lambda. The value of the function is
the argument, or `undef`.

```cases
function first_even($values) {
  $values.each |$x| { if $x % 2 == 0 { return($x) } }
  'none'
}
notice(first_even([1, 4, 6]))
notice(first_even([1]))
[1].each |$x| { return() }
>> notice \"4\"
>> notice \"none\"
>> error 7
```
",
    &[Dispatch { signature: "Any $value = undef", run: end }],
)
.glances();

fn end(call: &mut Call<'_>) -> Eval<Value> {
    let (body, range) = (call.body, call.range);
    let place = call.cx.span(body, range);
    let uncaught = Diagnostic::error(codes::FUNCTION_FAILED, "`return` was called outside a function");
    Err(Box::new(Unwind::Return(call.arg(0).clone(), uncaught.at(place, ""))))
}
