//! `contain`: like `include`, but the calling class contains the classes.

use bunraku_eval::{Dispatch, Eval};
use bunraku_pcore::Value;

use super::include::{included, references};
use crate::compiler::{CatalogCall, CatalogFunction};

pub(crate) static CONTAIN: CatalogFunction = CatalogFunction::new(
    "contain",
    "Declares classes like `include`, and contains them: what comes before or after the class that calls `contain`
also comes before or after the contained classes.

```cases
class inner { }
class outer { contain inner }
include outer
>> resource {\"parameters\": {}, \"ref\": \"Class[Inner]\", \"tags\": [\"class\", \"inner\", \"outer\"]}
>> resource {\"parameters\": {}, \"ref\": \"Class[Outer]\", \"tags\": [\"class\", \"outer\"]}
>> edge [\"Class[Outer]\", \"Class[Inner]\"]
>> edge [\"Stage[main]\", \"Class[Inner]\"]
>> edge [\"Stage[main]\", \"Class[Outer]\"]
```
",
    &[Dispatch { signature: "Any *$names", run: contain }],
)
.legacy();

fn contain(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let ids = included(call)?;
    let scope = call.cx.scope;
    if let Some(container) = call.cx.info(scope).map(|info| info.resource) {
        for id in &ids {
            call.cx.catalog().add_edge(container, *id);
        }
    }
    Ok(references(call, &ids))
}
