//! `group_by`: groups elements by the answers of a lambda.

use bunraku_pcore::{Array, Hash};

use crate::iteration::{Element, Entry, Flow, over_elements, over_hash};
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
        Dispatch { signature: "Collection $values, Callable[1, 1] &$block", run: one },
        Dispatch {
            signature: "Array $array, Callable[2, 2] &$block",
            run: |call| array(call, Element::Indexed),
        },
        Dispatch {
            signature: "Collection $values, Callable[2, 2] &$block",
            run: |call| hash(call, Entry::KeyAndValue),
        },
    ],
);

fn one(call: &mut Call<'_>) -> Eval<Value> {
    match call.arg(0) {
        Value::Hash(_) => hash(call, Entry::Pair),
        _ => array(call, Element::Alone),
    }
}

fn array(call: &mut Call<'_>, element: Element) -> Eval<Value> {
    let mut groups = Hash::new();
    over_elements(call, element, |_, item, answer| {
        add(&mut groups, answer.value, item);
        Flow::Continue(())
    })?;
    Ok(Value::Hash(groups))
}

fn hash(call: &mut Call<'_>, entry: Entry) -> Eval<Value> {
    let mut groups = Hash::new();
    over_hash(call, entry, |key, value, answer| {
        add(&mut groups, answer.value, Value::array([key.clone(), value.clone()]));
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
