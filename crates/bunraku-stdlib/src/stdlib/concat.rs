//! `concat`: concatenates arrays.

use super::ruby::*;

pub(crate) static CONCAT: Builtin = Builtin::new(
    "concat",
    r##"Appends the elements of further arrays, and further values, to an array.

```cases
notice(concat(['1', '2'], ['4', '5'], '6'))
>> notice "[1, 2, 4, 5, 6]"
```

```cases
notice(concat('1', ['2']))
>> error 1
```
"##,
    legacy!(2.., concat),
);

fn concat(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let mut args = args.into_iter();
    let mut result = match args.next() {
        Some(Value::Array(first)) => first,
        other => return expected(call, "an Array first", other.as_ref()),
    };
    for value in args {
        match value {
            Value::Array(more) => result.extend(more),
            one => result.push(one),
        }
    }
    Ok(Value::Array(result))
}
