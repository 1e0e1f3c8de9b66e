//! `require`: like `include`, but the classes are applied before the calling class.

use bunraku_catalog::{Cause, Param, Replaced, flatten};
use bunraku_eval::{Dispatch, Eval};
use bunraku_pcore::Value;

use super::include::{included, references};
use crate::compiler::{CatalogCall, CatalogFunction};

pub(crate) static REQUIRE: CatalogFunction = CatalogFunction::new(
    "require",
    "Declares classes like `include`, and adds them to the `require` of the class that calls it.

```cases
class base { }
class app { require base }
include app
>> resource {\"parameters\": {\"require\": [\"Class[Base]\"]}, \"ref\": \"Class[App]\", \"tags\": [\"app\", \"class\"]}
>> resource {\"parameters\": {}, \"ref\": \"Class[Base]\", \"tags\": [\"app\", \"base\", \"class\"]}
>> edge [\"Stage[main]\", \"Class[App]\"]
>> edge [\"Stage[main]\", \"Class[Base]\"]
```
",
    &[Dispatch { signature: "Any *$names", run: require }],
)
.legacy();

fn require(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let ids = included(call)?;
    let result = references(call, &ids);
    let scope = call.cx.scope;
    let Some(container) = call.cx.info(scope).map(|info| info.resource) else { return Ok(result) };
    let added: Vec<Value> = flatten(&result);
    if let Some(resource) = call.cx.catalog().get(container).filter(|_| !added.is_empty()) {
        let old = resource.get("require").map(flatten).unwrap_or_default();
        let origin = resource.origin;
        let replaced = resource.param("require");
        let replaced =
            replaced.map(|param| Box::new(Replaced { value: param.value.clone(), cause: param.cause }));
        let value = Value::array(old.into_iter().chain(added));
        let place = call.cx.span(call.body, call.range);
        let cause = call.cx.catalog().cause(Cause::Call { place, replaced });
        let param = Param { name: "require".into(), value, origin, append: false, cause };
        call.cx.catalog().set(container, param);
    }
    Ok(result)
}
