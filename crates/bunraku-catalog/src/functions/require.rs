//! `require`: as `include`, and the class comes before the one that says so.

use bunraku_eval::{Builtin, Call, Dispatch, Eval};
use bunraku_pcore::Value;

use super::include::{included, references};
use crate::{
    compiler::{Compiler, state},
    overrides::flatten,
    resource::Param,
};

pub(crate) static REQUIRE: Builtin = Builtin::new(
    "require",
    "Declares classes as `include` does, and adds them to the `require` of the class that calls it.

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
);

fn require(call: &mut Call<'_>) -> Eval<Value> {
    let ids = included(call)?;
    let result = references(call, &ids);
    let scope = call.cx.scope;
    let Some(container) = Compiler::info(call.cx, scope).map(|info| info.resource) else { return Ok(result) };
    let added: Vec<Value> = flatten(&result);
    if let Some(resource) = state(call.cx).get(container).filter(|_| !added.is_empty()) {
        let old = resource.get("require").map(flatten).unwrap_or_default();
        let (origin, place) =
            (resource.origin, resource.param("require").and_then(|param| param.place.clone()));
        let value = Value::array(old.into_iter().chain(added));
        let param = Param { name: "require".into(), value, origin, append: false, place };
        state(call.cx).set(container, param);
    }
    Ok(result)
}
