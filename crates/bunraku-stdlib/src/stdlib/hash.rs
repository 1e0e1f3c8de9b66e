//! `hash`: converts an array of keys and values to a hash.

use super::ruby::*;

pub(crate) static HASH: Builtin = Builtin::new(
    "hash",
    r##"A hash of an array of keys and values in turn; nested arrays are made flat first.

```cases
notice(hash(['a', 1, 'b', 2]), hash([['a', 1], ['b', 2]]))
>> notice "{a => 1, b => 2} {a => 1, b => 2}"
```

```cases
notice(hash(['a', 1, 'b']))
>> error 1
```
"##,
    legacy!(1.., hash),
);

fn hash(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let Some(Value::Array(array)) = args.first() else { return expected(call, "an Array", args.first()) };
    let mut values = Vec::with_capacity(array.len());
    flattened(array, &mut values);
    if let [Value::Hash(hash)] = values.as_slice() {
        return Ok(Value::Hash(hash.clone()));
    }
    if values.len() % 2 == 1 {
        let count = values.len();
        return Err(call.fail(format!("a hash needs a value for each key, and these are {count} elements")));
    }
    let mut values = values.into_iter();
    let pairs = std::iter::from_fn(|| Some((values.next()?, values.next()?)));
    Ok(Value::hash(pairs))
}
