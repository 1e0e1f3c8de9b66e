//! `partition`: the elements for which a lambda returns true, and the others.

use crate::iteration::{Element, Flow, over_items};
use crate::prelude::*;

pub(crate) static PARTITION: Builtin = Builtin::new(
    "partition",
    "Returns two arrays: the elements for which a lambda returns true, and the others.

The lambda takes the same parameters as for `each`; the entries of a hash are pairs `[key, value]`.

```cases
notice([1, 2, 3, 4].partition |$x| { $x > 2 })
notice(['a', 'b', 'c'].partition |$i, $x| { $i == 1 })
notice({ 'a' => 1, 'b' => 2 }.partition |$k, $v| { $v == 2 })
>> notice \"[[3, 4], [1, 2]]\"
>> notice \"[[b], [a, c]]\"
>> notice \"[[[b, 2]], [[a, 1]]]\"
```
",
    &[
        Dispatch {
            signature: "Collection $values, Callable[1, 1] &$block",
            run: |call| partition(call, Element::Alone),
        },
        Dispatch {
            signature: "Array $array, Callable[2, 2] &$block",
            run: |call| partition(call, Element::Indexed),
        },
        Dispatch {
            signature: "Collection $values, Callable[2, 2] &$block",
            run: |call| partition(call, Element::Indexed),
        },
    ],
);

fn partition(call: &mut Call<'_>, element: Element) -> Eval<Value> {
    let (mut yes, mut no) = (Vec::new(), Vec::new());
    over_items(call, element, |item, answer| {
        if answer.yes {
            yes.push(item)
        } else {
            no.push(item)
        }
        Flow::Continue(())
    })?;
    Ok(Value::array([Value::array(yes), Value::array(no)]))
}
