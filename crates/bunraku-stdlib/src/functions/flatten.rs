//! `flatten`: an array without nested arrays.

use crate::prelude::*;

pub(crate) static FLATTEN: Builtin = Builtin::new(
    "flatten",
    "Returns one array of its arguments and of all elements of nested arrays.

```cases
notice(flatten([1, [2, [3]]], 4))
notice(flatten({ 'a' => [1] }))
notice(flatten())
>> notice \"[1, 2, 3, 4]\"
>> notice \"[{a => [1]}]\"
>> notice \"[]\"
```
",
    &[Dispatch {
        signature: "Any *$values >> Array",
        run: |call| {
            let mut flat = Vec::new();
            flatten(call.args, &mut flat);
            Ok(Value::array(flat))
        },
    }],
);

fn flatten(values: &[Value], flat: &mut Vec<Value>) {
    for value in values {
        match value {
            Value::Array(inner) => flatten(inner, flat),
            other => flat.push(other.clone()),
        }
    }
}
