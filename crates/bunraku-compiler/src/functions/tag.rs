//! `tag`: tags the calling class, defined type or node.

use bunraku_diag::codes;
use bunraku_eval::{Dispatch, Eval, legacy::arguments};
use bunraku_pcore::Value;

use crate::{
    compiler::{CatalogCall, CatalogFunction},
    declare::{TAG_FORM, with_help},
};

pub(crate) static TAG: CatalogFunction = CatalogFunction::new(
    "tag",
    "Adds tags to the class, defined type or node that calls it, and to everything it contains.

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
)
.legacy();

fn tag(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let scope = call.cx.scope;
    let Some(container) = call.cx.info(scope).map(|info| info.resource) else {
        return Ok(Value::Undef);
    };
    let values = arguments(call)?;
    let weight = values.iter().map(|value| value.measure().weight()).sum::<u64>();
    let (body, range) = (call.body, call.range);
    // A tag is written once for each resource that has it, and is kept in several forms until then.
    call.cx.count_walk(weight.saturating_mul(8), body, range)?;
    for value in &values {
        if let Some(bad) = call.cx.catalog().tag(container, value) {
            let error = call.cx.error(codes::INVALID_TAG, body, range, format!("'{bad}' is not a valid tag"));
            return Err(with_help(error, TAG_FORM));
        }
    }
    Ok(Value::Undef)
}
