//! `tag`: tags the class, define or node that calls it.

use bunraku_diag::codes;
use bunraku_eval::{Builtin, Call, Dispatch, Eval, legacy::arguments};
use bunraku_pcore::Value;

use crate::{
    compiler::{Compiler, state},
    declare::{TAG_FORM, with_help},
};

pub(crate) static TAG: Builtin = Builtin::new(
    "tag",
    "Adds tags to the class, defined type or node that calls it, and so to everything inside of it.

```cases
class a { tag('blue') notify { 'n': } }
include a
>> resource {\"parameters\": {}, \"ref\": \"Class[A]\", \"tags\": [\"a\", \"blue\", \"class\"]}
>> resource {\"parameters\": {}, \"ref\": \"Notify[n]\", \"tags\": [\"a\", \"blue\", \"class\", \"n\", \"notify\"]}
>> edge [\"Class[A]\", \"Notify[n]\"]
>> edge [\"Stage[main]\", \"Class[A]\"]
```
",
    &[Dispatch { signature: "Any $tag, Any *$tags, Optional[Callable] &$block", run: tag }],
);

fn tag(call: &mut Call<'_>) -> Eval<Value> {
    let scope = call.cx.scope;
    let Some(container) = Compiler::info(call.cx, scope).map(|info| info.resource) else {
        return Ok(Value::Undef);
    };
    for value in &arguments(call)? {
        let bad = state(call.cx).get_mut(container).and_then(|resource| resource.tags.add_value(value));
        if let Some(bad) = bad {
            let (body, range) = (call.body, call.range);
            let error = call.cx.error(codes::INVALID_TAG, body, range, format!("'{bad}' cannot be a tag"));
            return Err(with_help(error, TAG_FORM));
        }
    }
    state(call.cx).tag_changes += 1;
    Ok(Value::Undef)
}
