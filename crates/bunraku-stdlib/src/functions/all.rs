//! `all`: whether a lambda returns true for every element.

use crate::iteration::{Element, answered};
use crate::prelude::*;

pub(crate) static ALL: Builtin = Builtin::new(
    "all",
    "Returns whether a lambda returns true for every element. It stops at the first element for which it does not.
For an empty collection the result is true.

The lambda takes the same parameters as for `each`.

```cases
notice([1, 2, 3].all |$x| { $x > 0 })
notice([1, 2, 3].all |$i, $x| { $i == $x })
notice({ 'a' => 1, 'b' => 0 }.all |$k, $v| { $v > 0 })
notice([].all |$x| { false })
>> notice \"true\"
>> notice \"false\"
>> notice \"false\"
>> notice \"true\"
```
",
    &[
        Dispatch { signature: "Hash[Any, Any] $hash, Callable[2, 2] &$block >> Boolean", run: |call| all(call, Element::Indexed) },
        Dispatch { signature: "Hash[Any, Any] $hash, Callable[1, 1] &$block >> Boolean", run: |call| all(call, Element::Alone) },
        Dispatch { signature: "Iterable $values, Callable[2, 2] &$block >> Boolean", run: |call| all(call, Element::Indexed) },
        Dispatch { signature: "Iterable $values, Callable[1, 1] &$block >> Boolean", run: |call| all(call, Element::Alone) },
    ],
)
.glances();

fn all(call: &mut Call<'_>, element: Element) -> Eval<Value> {
    Ok(Value::Bool(!answered(call, element, false)?))
}
