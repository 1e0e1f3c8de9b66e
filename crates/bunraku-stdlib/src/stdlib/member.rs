//! `member`: whether an array has elements. They are compared as Ruby's `eql?` does, so 1 and 1.0 are different.

use std::collections::HashSet;

use super::ruby::*;

pub(crate) static MEMBER: Builtin = Builtin::new(
    "member",
    r##"Returns whether an array contains a string or an integer, or all elements of another array.

```cases
notice(member(['a', 'b'], 'b'), member(['a', 'b'], ['a', 'c']), member([1, 2], '1'))
>> notice "true false false"
```

```cases
notice(member(['a'], []))
>> error 1
```
"##,
    legacy!(2.., member),
);

fn member(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let Some(Value::Array(array)) = args.first() else { return expected(call, "an Array", args.first()) };
    match args.get(1) {
        Some(item @ (Value::Str(_) | Value::Int(_))) => Ok(Value::Bool(array.contains(item))),
        Some(Value::Array(items)) if items.is_empty() => {
            Err(call.fail("`member` expects at least one value to search for"))
        }
        Some(Value::Array(items)) => {
            let known: HashSet<&Value> = array.iter().collect();
            Ok(Value::Bool(items.iter().all(|item| known.contains(item))))
        }
        other => expected(call, "a String, an Integer or an Array to search for", other),
    }
}
