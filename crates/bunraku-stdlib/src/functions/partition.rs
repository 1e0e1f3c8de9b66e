//! `partition`: the elements for which a lambda returns true, and the others.

use crate::iteration::{Element, Entry, Flow, over_elements, over_hash};
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
    let (mut yes, mut no) = (Vec::new(), Vec::new());
    over_elements(call, element, |_, item, answer| {
        if answer.yes {
            yes.push(item)
        } else {
            no.push(item)
        }
        Flow::Continue(())
    })?;
    Ok(Value::array([Value::array(yes), Value::array(no)]))
}

fn hash(call: &mut Call<'_>, entry: Entry) -> Eval<Value> {
    let (mut yes, mut no) = (Vec::new(), Vec::new());
    over_hash(call, entry, |key, value, answer| {
        let pair = Value::array([key.clone(), value.clone()]);
        if answer.yes {
            yes.push(pair)
        } else {
            no.push(pair)
        }
        Flow::Continue(())
    })?;
    Ok(Value::array([Value::array(yes), Value::array(no)]))
}
