//! `fqdn_rand`: a pseudo-random number that is always the same for a node.

use bunraku_pcore::{format::inspect, random::Random};
use md5::{Digest, Md5};
use num_bigint::BigInt;

use crate::{numbers::leading_integer, prelude::*};
use bunraku_eval::legacy::{arguments, reference_text};

pub(crate) static FQDN_RAND: Builtin = Builtin::new(
    "fqdn_rand",
    r##"Returns a pseudo-random number from 0 up to, but not including, a maximum. It depends on the name of the node,
the maximum and a seed.

A node gets the same number each time, and different nodes usually get different ones, which is useful to spread jobs
of many nodes over time. Different seeds give different numbers for a node. If the third argument is not `false`, the
name is converted to lowercase first. The numbers are the same as Puppet's.

```cases
#! facts {"networking":{"fqdn":"web01.example.com"}}
notice(fqdn_rand(100), fqdn_rand(1000, 'x'), fqdn_rand(7, 'y'))
>> notice "52 181 6"
```

```cases
#! facts {"networking":{"fqdn":"web01.example.com"}}
notice(fqdn_rand(0))
>> error 1
```
"##,
    &[Dispatch { signature: "Any $max, Any *$seeds, Optional[Callable] &$block", run: fqdn_rand }],
)
.legacy();

fn fqdn_rand(call: &mut Call<'_>) -> Eval<Value> {
    let arguments = arguments(call)?;
    let max = match arguments.first() {
        Some(Value::Int(number)) => BigInt::from(*number),
        Some(Value::Float(number)) if number.is_finite() => {
            format!("{:.0}", number.trunc()).parse().unwrap_or_default()
        }
        Some(Value::Str(text)) => leading_integer(text),
        other => {
            let found = call.cx.type_text(other.unwrap_or(&Value::Undef));
            return Err(
                call.fail(format!("parameter 'max' of `fqdn_rand` expects an Integer value, got {found}"))
            );
        }
    };
    let Some(limit) = (max.clone() - 1i32).to_biguint() else {
        return Err(call.fail(format!("the maximum of `fqdn_rand` must be at least 1, got {max}")));
    };
    // Everything except `false` enables lowercase: Ruby counts other values as true, even `undef`, which functions with
    // the old API receive as an empty string.
    let downcase = arguments.get(2).is_some_and(|flag| !matches!(flag, Value::Bool(false)));
    let name = node_name(call, downcase)?;
    let mut seed = format!("{name}:{max}:");
    if let Some(value) = arguments.get(1) {
        append(call, value, &mut seed);
    }
    let digest = Md5::digest(seed.as_bytes());
    // Ruby seeds the generator with the digest as one large integer. `Random` takes its words, the lowest first.
    let mut words = [0u32; 4];
    for (word, bytes) in words.iter_mut().rev().zip(digest.chunks(4)) {
        *word = bytes.iter().fold(0, |word, byte| (word << 8) | u32::from(*byte));
    }
    Ok(Value::integer(BigInt::from(Random::new(&words).up_to(&limit))))
}

/// The fact `networking.fqdn`. A missing fact counts as an empty name.
fn node_name(call: &mut Call<'_>, downcase: bool) -> Eval<String> {
    let facts = call.cx.scopes.first().and_then(|top| top.given.get("facts")).cloned();
    let networking = match &facts {
        Some(Value::Hash(facts)) => facts.get_str("networking").cloned(),
        _ => None,
    };
    let name = match networking {
        None | Some(Value::Undef) => Value::Undef,
        Some(Value::Hash(networking)) => networking.get_str("fqdn").cloned().unwrap_or_default(),
        Some(_) => {
            return Err(call.fail("cannot read the fact `networking.fqdn`: `networking` is not a Hash"));
        }
    };
    match (&name, downcase) {
        (Value::Str(name), true) => Ok(bunraku_pcore::text::downcase(name)),
        (_, true) => {
            Err(call.fail("cannot convert the fact `networking.fqdn` to lowercase: it is not a String"))
        }
        (_, false) => {
            let mut text = String::new();
            append(call, &name, &mut text);
            Ok(text)
        }
    }
}

/// Appends a value as Ruby's `join(':')` does.
fn append(call: &Call<'_>, value: &Value, text: &mut String) {
    match value {
        Value::Undef => {}
        Value::Str(value) => text.push_str(value),
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                if index > 0 {
                    text.push(':');
                }
                append(call, value, text);
            }
        }
        Value::Hash(_) => text.push_str(&inspect(&call.cx.edition.types, value)),
        other => text.push_str(&reference_text(other).unwrap_or_else(|| call.cx.text(other))),
    }
}
