//! `difference`, `intersection`, `member` and `union`: arrays as sets.
//!
//! Elements are compared as Ruby's `eql?` does, so 1 and 1.0 are different.

use std::collections::HashSet;

use super::ruby::*;

pub(crate) static ALL: [&Builtin; 4] = [&DIFFERENCE, &INTERSECTION, &MEMBER, &UNION];

static DIFFERENCE: Builtin = Builtin::new(
    "difference",
    r##"The elements of an array that are not in another.

```cases
notice(difference(['a', 'b', 'c', 'a'], ['b', 'c', 'd']))
>> notice "[a, a]"
```

```cases
notice(difference(['a'], 'a'))
>> error 1
```
"##,
    legacy!(2..=2, difference),
);

static INTERSECTION: Builtin = Builtin::new(
    "intersection",
    r##"The elements that are in both of two arrays, each once.

```cases
notice(intersection(['a', 'b', 'c', 'b'], ['b', 'c', 'd']))
>> notice "[b, c]"
```

```cases
notice(intersection(['a'], 'a'))
>> error 1
```
"##,
    legacy!(2..=2, intersection),
);

static MEMBER: Builtin = Builtin::new(
    "member",
    r##"Whether a text or an integer is in an array; of an array, whether all of its elements are.

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

static UNION: Builtin = Builtin::new(
    "union",
    r##"The elements of several arrays, each once.

```cases
notice(union(['a', 'b', 'c'], ['b', 'c', 'd'], ['e']))
>> notice "[a, b, c, d, e]"
```

```cases
notice(union(['a'], 'a'))
>> error 1
```
"##,
    legacy!(2.., union),
);

fn arrays(call: &mut Call<'_>, args: &[Value]) -> Eval<Vec<bunraku_pcore::Array>> {
    let mut arrays = Vec::with_capacity(args.len());
    for value in args {
        match value {
            Value::Array(array) => arrays.push(array.clone()),
            other => return expected(call, "arrays", Some(other)),
        }
    }
    Ok(arrays)
}

fn difference(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let arrays = arrays(call, &args)?;
    let [first, second] = arrays.as_slice() else { return Ok(Value::Undef) };
    let others: HashSet<&Value> = second.iter().collect();
    Ok(Value::array(first.iter().filter(|value| !others.contains(value)).cloned()))
}

fn intersection(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let arrays = arrays(call, &args)?;
    let [first, second] = arrays.as_slice() else { return Ok(Value::Undef) };
    let mut others: HashSet<&Value> = second.iter().collect();
    Ok(Value::array(first.iter().filter(|value| others.remove(value)).cloned()))
}

fn member(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let Some(Value::Array(array)) = args.first() else { return expected(call, "an Array", args.first()) };
    match args.get(1) {
        Some(item @ (Value::Str(_) | Value::Int(_))) => Ok(Value::Bool(array.contains(item))),
        Some(Value::Array(items)) if items.is_empty() => {
            Err(call.fail("`member` was given nothing to search for"))
        }
        Some(Value::Array(items)) => {
            let known: HashSet<&Value> = array.iter().collect();
            Ok(Value::Bool(items.iter().all(|item| known.contains(item))))
        }
        other => expected(call, "a String, an Integer or an Array to search for", other),
    }
}

fn union(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let arrays = arrays(call, &args)?;
    let mut seen: HashSet<&Value> = HashSet::new();
    let all = arrays.iter().flat_map(|array| array.iter());
    Ok(Value::array(all.filter(|value| seen.insert(*value)).cloned()))
}
