//! `grep` and `reject`: select elements by a regular expression.

use super::{delete::matchable, ruby::*};

pub(crate) static GREP: Builtin = Builtin::new(
    "grep",
    r##"The elements of an array that a regular expression, given as a text, matches.

```cases
notice(grep(['aaa', 'bbb', 'ccc', 'aaaddd'], 'aaa'))
>> notice "[aaa, aaaddd]"
```

```cases
notice(grep(['a'], '('))
>> error 1
```
"##,
    legacy!(2..=2, |call, args| select(call, args, true)),
);

pub(crate) static REJECT: Builtin = Builtin::new(
    "reject",
    r##"The elements of an array that a regular expression, given as a text, does not match.

```cases
notice(reject(['aaa', 'bbb', 'ccc', 'aaaddd'], 'aaa'))
>> notice "[bbb, ccc]"
```

```cases
notice(reject(['a'], '('))
>> error 1
```
"##,
    legacy!(2..=2, |call, args| match args.first() {
        // Ruby's `reject` passes the entries of a hash as arrays, which no regular expression matches, so that all of
        // them stay. The pattern must still be valid.
        Some(Value::Hash(hash)) => {
            let pair = |(key, value): (&Value, &Value)| Value::array([key.clone(), value.clone()]);
            let pairs = Value::array(hash.iter().map(pair));
            pattern(call, args.get(1).unwrap_or(&Value::Undef)).map(|_| pairs)
        }
        _ => select(call, args, false),
    }),
)
.before([9, 0, 0], Older::Builtin(&REJECT_BEFORE_9_0));

static REJECT_BEFORE_9_0: Builtin = Builtin::new(
    "reject",
    "The elements of an array that a regular expression does not match, or the entries of a hash whose keys it does not.",
    legacy!(2..=2, |call, args| select(call, args, false)),
);

fn select(call: &mut Call<'_>, args: Vec<Value>, wanted: bool) -> Eval<Value> {
    let regexp = pattern(call, args.get(1).unwrap_or(&Value::Undef))?;
    let Some(Value::Array(values)) = args.first() else {
        // Ruby's `grep` sees the entries of a hash as arrays, which no regular expression matches. The old `reject`
        // tests the keys instead.
        return match args.first() {
            Some(Value::Hash(_)) if wanted => Ok(Value::array([])),
            Some(Value::Hash(hash)) => {
                let mut kept = Vec::new();
                for (key, value) in hash {
                    if matchable(call, key, &regexp)? != Some(true) {
                        kept.push((key.clone(), value.clone()));
                    }
                }
                Ok(Value::hash(kept))
            }
            other => expected(call, "an Array", other),
        };
    };
    let mut kept = Vec::new();
    for value in values {
        if (matchable(call, value, &regexp)? == Some(true)) == wanted {
            kept.push(value.clone());
        }
    }
    Ok(Value::array(kept))
}
