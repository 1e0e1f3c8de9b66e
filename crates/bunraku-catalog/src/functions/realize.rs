//! `realize`: makes virtual resources real.

use bunraku_eval::{Builtin, Call, Dispatch, Eval};
use bunraku_pcore::Value;

use crate::{compiler::Compiler, overrides::references};

pub(crate) static REALIZE: Builtin = Builtin::new(
    "realize",
    "Makes virtual resources real. They may be declared later; one that never is makes the compilation fail.

```cases
@notify { 'a': }
realize(Notify['a'])
>> resource {\"parameters\": {}, \"ref\": \"Notify[a]\", \"tags\": [\"a\", \"class\", \"notify\"]}
>> edge [\"Class[main]\", \"Notify[a]\"]
```
",
    &[Dispatch { signature: "Any *$references", run: realize }],
);

fn realize(call: &mut Call<'_>) -> Eval<Value> {
    let all = Value::array(call.args.iter().filter(|value| !value.is_undef()).cloned());
    let (body, range) = (call.body, call.range);
    let keys = references(call.cx, body, range, &all)?;
    let place = Compiler::place(call.cx, body, range);
    Compiler::realize(call.cx, keys, place);
    Ok(Value::Undef)
}
