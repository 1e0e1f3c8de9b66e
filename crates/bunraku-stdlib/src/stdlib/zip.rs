//! `zip`: pairs the elements of two arrays.

use super::{booleans::str2bool, ruby::*};

pub(crate) static ZIP: Builtin = Builtin::new(
    "zip",
    r##"Combines two arrays into an array of pairs of elements at the same position. If the third argument is true,
the result is flattened.

```cases
notice(zip([1, 2, 3], ['a', 'b']), zip([1, 2], ['a', 'b'], true))
>> notice "[[1, a], [2, b], [3, ]] [1, a, 2, b]"
```

```cases
notice(zip([1], 'a'))
>> error 1
```
"##,
    legacy!(2.., zip),
);

fn zip(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let (Some(Value::Array(first)), Some(Value::Array(second))) = (args.first(), args.get(1)) else {
        let wrong = args.iter().find(|value| !matches!(value, Value::Array(_)));
        return expected(call, "two arrays", wrong);
    };
    let flat = match args.get(2) {
        Some(flat) if truthy(Some(flat)) => truthy(Some(&str2bool(call, vec![flat.clone()])?)),
        _ => false,
    };
    let pairs = first
        .iter()
        .enumerate()
        .map(|(index, value)| Value::array([value.clone(), second.get(index).cloned().unwrap_or_default()]));
    if !flat {
        return Ok(Value::array(pairs));
    }
    let mut result = Vec::new();
    flattened(&pairs.collect::<Vec<Value>>(), &mut result);
    Ok(Value::array(result))
}
