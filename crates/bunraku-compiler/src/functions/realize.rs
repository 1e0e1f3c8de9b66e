//! `realize`: makes virtual resources real.

use bunraku_catalog::flatten;
use bunraku_diag::capitalized;
use bunraku_eval::{Dispatch, Eval};
use bunraku_pcore::Value;

use super::stdlib::type_and_title;
use crate::{
    compiler::{CatalogCall, CatalogFunction},
    overrides::references,
};

pub(crate) static REALIZE: CatalogFunction = CatalogFunction::new(
    "realize",
    "Realizes virtual resources. They may be declared later; if one is never declared, the compilation fails.

```cases
@notify { 'a': }
realize(Notify['a'])
>> resource {\"parameters\": {}, \"ref\": \"Notify[a]\", \"tags\": [\"a\", \"class\", \"notify\"]}
>> edge [\"Class[main]\", \"Notify[a]\"]
```
",
    &[Dispatch { signature: "Any $reference, Any *$references", run: realize }],
)
.legacy();

fn realize(call: &mut CatalogCall<'_>) -> Eval<Value> {
    let (body, range) = (call.body, call.range);
    let mut keys = Vec::new();
    for value in call.args.iter().flat_map(flatten) {
        // References may be written as strings: `Notify[a]`.
        match value.as_str().and_then(type_and_title) {
            Some((type_name, title)) => keys.push((capitalized(type_name).into(), title.into())),
            None => keys.extend(references(&mut call.cx, body, range, &value)?),
        }
    }
    let place = call.cx.span(body, range);
    call.cx.realize(keys, place);
    Ok(Value::Undef)
}
