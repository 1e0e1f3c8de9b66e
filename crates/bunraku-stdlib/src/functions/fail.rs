//! `fail`: ends the evaluation with an error.

use bunraku_pcore::format::ruby_text;

use crate::prelude::*;

pub(crate) static FAIL: Builtin = Builtin::new(
    "fail",
    "Fails with a message made of its arguments, separated by spaces.

```cases
notice('before')
fail('no', 'way')
notice('after')
>> notice \"before\"
>> error 2
```

```cases
unless 1 =~ String { fail(\"a string is needed, not ${type(1)}\") }
>> error 1
```
",
    &[Dispatch { signature: "Any *$values, Optional[Callable] &$block", run: fail }],
)
.legacy();

fn fail(call: &mut Call<'_>) -> Eval<Value> {
    let texts: Vec<String> = call.args.iter().map(|value| ruby_text(&call.cx.edition.types, value)).collect();
    Err(call.fail(texts.join(" ")))
}
