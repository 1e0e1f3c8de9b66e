//! `any`: whether a lambda returns true for at least one element.

use crate::iteration::{Element, answered};
use crate::prelude::*;

pub(crate) static ANY: Builtin = Builtin::new(
    "any",
    "Returns whether a lambda returns true for at least one element. It stops at the first such element. For an
empty collection the result is false.

The lambda takes the same parameters as for `each`.

```cases
notice([1, 2, 3].any |$x| { $x > 2 })
notice([1, 2, 3].any |$i, $x| { $i == $x })
notice({ 'a' => 1, 'b' => 0 }.any |$pair| { $pair[1] == 0 })
notice([].any |$x| { true })
>> notice \"true\"
>> notice \"false\"
>> notice \"true\"
>> notice \"false\"
```
",
    &[
        Dispatch { signature: "Hash[Any, Any] $hash, Callable[2, 2] &$block >> Boolean", run: |call| any(call, Element::Indexed) },
        Dispatch { signature: "Hash[Any, Any] $hash, Callable[1, 1] &$block >> Boolean", run: |call| any(call, Element::Alone) },
        Dispatch { signature: "Iterable $values, Callable[2, 2] &$block >> Boolean", run: |call| any(call, Element::Indexed) },
        Dispatch { signature: "Iterable $values, Callable[1, 1] &$block >> Boolean", run: |call| any(call, Element::Alone) },
    ],
)
.glances();

fn any(call: &mut Call<'_>, element: Element) -> Eval<Value> {
    Ok(Value::Bool(answered(call, element, true)?))
}
