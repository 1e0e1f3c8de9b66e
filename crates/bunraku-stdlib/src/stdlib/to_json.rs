//! `to_json`: writes a value as JSON, as Ruby does.

use bunraku_formats::json::{self, Layout};

use super::ruby::*;

pub(crate) static TO_JSON: Builtin = Builtin::new(
    "to_json",
    r##"Returns a value as JSON, without spaces and line breaks.

```cases
notice(to_json({ 'a' => [1, 2.5, undef, true], 'b' => "x\n" }))
>> notice "{\"a\":[1,2.5,null,true],\"b\":\"x\\n\"}"
```
"##,
    &[Dispatch { signature: "Any $data", run: to_json }],
)
.thorough()
.until([9, 0, 0]);

fn to_json(call: &mut Call<'_>) -> Eval<Value> {
    match json::write(&call.cx.edition.types, call.arg(0), Layout::default()) {
        Ok(text) => Ok(Value::str(text)),
        Err(problem) => Err(call.fail(problem.message)),
    }
}
