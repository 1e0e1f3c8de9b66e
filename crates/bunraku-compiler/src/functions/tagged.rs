//! `tagged`: whether the calling class, defined type or node, or the catalog, has tags.

use bunraku_eval::{Dispatch, Eval, legacy::arguments};
use bunraku_pcore::Value;

use crate::compiler::{CatalogCall, CatalogFunction};

pub(crate) static TAGGED: CatalogFunction = CatalogFunction::new(
    "tagged",
    "Returns whether all of the tags are set, either on the catalog or on the class, defined type or node that
calls it. The name of a class is a tag of the catalog once the class is declared.

```cases
class a { notice(tagged('a'), tagged('b')) }
include a
>> notice \"true false\"
>> resource {\"parameters\": {}, \"ref\": \"Class[A]\", \"tags\": [\"a\", \"class\"]}
>> edge [\"Stage[main]\", \"Class[A]\"]
```
",
    &[Dispatch { signature: "Any $tag, Any *$tags, Optional[Callable] &$block >> Boolean", run: tagged }],
)
.legacy();

fn tagged(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let scope = call.cx.scope;
    let container = call.cx.info(scope).map(|info| info.resource);
    let mut wanted = Vec::new();
    for value in &arguments(call)? {
        // An array is never a tag, whatever it contains.
        if matches!(value, Value::Array(_)) {
            return Ok(Value::Bool(false));
        }
        wanted.push(call.cx.text(value).to_lowercase());
    }
    let catalog = call.cx.catalog();
    let all = wanted.iter().all(|tag| {
        catalog.tags().has(tag)
            || container.is_some_and(|id| catalog.is_tagged(id, std::slice::from_ref(tag)))
    });
    Ok(Value::Bool(all))
}
