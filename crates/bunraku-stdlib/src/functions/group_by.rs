//! `group_by`: groups elements by the answers of a lambda.

use bunraku_pcore::{Array, Hash};

use crate::iteration::{Element, Flow, over_items};
use crate::prelude::*;

pub(crate) static GROUP_BY: Builtin = Builtin::new(
    "group_by",
    "Groups elements by the result of a lambda: returns a hash whose keys are the lambda's results and whose
values are arrays of the elements.

The lambda takes the same parameters as for `each`; the entries of a hash are grouped as pairs `[key, value]`.

```cases
notice([1, 2, 3, 4].group_by |$x| { $x % 2 })
notice(['a', 'b', 'c'].group_by |$i, $x| { $i < 2 })
notice({ 'a' => 1, 'b' => 2, 'c' => 1 }.group_by |$k, $v| { $v })
>> notice \"{1 => [1, 3], 0 => [2, 4]}\"
>> notice \"{true => [a, b], false => [c]}\"
>> notice \"{1 => [[a, 1], [c, 1]], 2 => [[b, 2]]}\"
```
",
    &[
        Dispatch {
            signature: "Collection $values, Callable[1, 1] &$block",
            run: |call| group_by(call, Element::Alone),
        },
        Dispatch {
            signature: "Array $array, Callable[2, 2] &$block",
            run: |call| group_by(call, Element::Indexed),
        },
        Dispatch {
            signature: "Collection $values, Callable[2, 2] &$block",
            run: |call| group_by(call, Element::Indexed),
        },
    ],
);

fn group_by(call: &mut Call<'_>, element: Element) -> Eval<Value> {
    let mut groups = Hash::new();
    over_items(call, element, |item, answer| {
        add(&mut groups, answer.value, item);
        Flow::Continue(())
    })?;
    Ok(Value::Hash(groups))
}

fn add(groups: &mut Hash, key: Value, item: Value) {
    if let Some(mut group) = groups.get_mut(&key)
        && let Value::Array(group) = &mut *group
    {
        return group.push(item);
    }
    groups.insert(key, Value::Array(Array::from_iter([item])));
}
