//! `fqdn_rand_string`, `fqdn_rotate`, `seeded_rand`, `seeded_rand_string` and `shuffle`: pseudo-random values that
//! depend only on their arguments and the node.

use bunraku_pcore::{format::ruby_text, random::Random};
use md5::{Digest, Md5};
use num_bigint::{BigInt, BigUint};
use sha2::Sha256;

use super::{is::is_integer_string, ruby::*};
use crate::numbers::leading_integer;

pub(crate) static ALL: [&Builtin; 5] =
    [&FQDN_RAND_STRING, &FQDN_ROTATE, &SEEDED_RAND, &SEEDED_RAND_STRING, &SHUFFLE];

static FQDN_RAND_STRING: Builtin = Builtin::new(
    "fqdn_rand_string",
    r##"A text of a length that looks random and depends on the name of the node: of letters and digits, or of the
characters that are given. Further arguments are seeds that tell several such texts apart. The texts are those of Puppet.

```cases
#! facts {"networking":{"fqdn":"web01.example.com"}}
notice(fqdn_rand_string(0 + 10).length, fqdn_rand_string(5, 'ab') =~ /\A[ab]{5}\z/)
>> notice "10 true"
```

```cases
#! facts {"networking":{"fqdn":"web01.example.com"}}
notice(fqdn_rand_string(0))
>> error 1
```
"##,
    legacy!(1.., fqdn_rand_string),
);

static FQDN_ROTATE: Builtin = Builtin::new(
    "fqdn_rotate",
    r##"An array or a text turned by a number of places that looks random and depends on the name of the node and the
further arguments. The order is that of Puppet.

```cases
#! facts {"fqdn":"web01.example.com"}
notice(fqdn_rotate(['a', 'b', 'c', 'd']), fqdn_rotate('abcd', 'seed'), fqdn_rotate(['a']))
>> notice "[d, a, b, c] bcda [a]"
```

```cases
notice(fqdn_rotate(1))
>> error 1
```
"##,
    legacy!(1.., fqdn_rotate),
)
.bytes(Bytes::Kept);

static SEEDED_RAND: Builtin = Builtin::new(
    "seeded_rand",
    r##"A number from 0 up to but not including a maximum, which depends on a text. The numbers are those of Puppet.

```cases
notice(seeded_rand(1000, 'a'), seeded_rand('1000', 'b'), seeded_rand(1, 'c'))
>> notice "159 906 0"
```

```cases
notice(seeded_rand(0, 'a'))
>> error 1
```
"##,
    legacy!(2..=2, seeded_rand),
)
.before([6, 6, 0], Older::Builtin(&SEEDED_RAND_BEFORE_6_6));

static SEEDED_RAND_BEFORE_6_6: Builtin = Builtin::new(
    "seeded_rand",
    "A number as a text, from 0 up to but not including a maximum, which depends on a text.",
    legacy!(2..=2, |call, args| seeded_rand(call, args).map(|number| Value::str(call.cx.text(&number)))),
);

static SEEDED_RAND_STRING: Builtin = Builtin::new(
    "seeded_rand_string",
    r##"A text of a length that looks random and depends on a seed: of letters and digits, or of the characters that are
given. The texts are those of Puppet.

```cases
notice(seeded_rand_string(8, 'a'), seeded_rand_string(5, 'a', 'xyz'))
>> notice "PsujLam8 xzzzx"
```

```cases
notice(seeded_rand_string(0, 'a'))
>> error 1
```
"##,
    &[Dispatch {
        signature: "Integer[1] $length, String $seed, String[2] $charset = ''",
        run: seeded_rand_string,
    }],
);

static SHUFFLE: Builtin = Builtin::new(
    "shuffle",
    r##"The elements of an array, or the characters of a text, in a random order. In bunraku the order depends on the
elements alone, so that a catalog is the same each time; Puppet has another one each time.

```cases
notice(shuffle(['a', 'b', 'c']).sort, shuffle('abc').length)
>> notice "[a, b, c] 3"
```

```cases
notice(shuffle(1))
>> error 1
```
"##,
    legacy!(1.., shuffle),
);

/// A random number generator seeded with a digest, which Ruby takes as one large integer.
pub(crate) fn generator(digest: &[u8]) -> Random {
    let words: Vec<u32> = digest
        .rchunks(4)
        .map(|bytes| bytes.iter().fold(0, |word, byte| (word << 8) | u32::from(*byte)))
        .collect();
    Random::new(&words)
}

/// A random number below `count`, which must be at least 1.
pub(crate) fn below(random: &mut Random, count: usize) -> usize {
    let limit = BigUint::from(count.saturating_sub(1));
    random.up_to(&limit).to_u64_digits().first().map_or(0, |number| *number as usize)
}

pub(crate) fn fqdn_rand_string(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let Some(length) = positive(args.first()) else {
        return expected(call, "a length of at least 1", args.first());
    };
    let length = usize::try_from(&length).unwrap_or(usize::MAX);
    if length > call.cx.limits.size {
        return Err(call.fail(format!("a text of {length} characters is too long")));
    }
    let charset: Vec<char> = match args.get(1) {
        None => Vec::new(),
        Some(Value::Str(charset)) => charset.chars().collect(),
        other => return expected(call, "the characters to choose from as a String", other),
    };
    let charset =
        if charset.is_empty() { ('0'..='9').chain('A'..='Z').chain('a'..='z').collect() } else { charset };
    let seeds = args.get(2..).unwrap_or_default();
    let mut text = String::with_capacity(length);
    for index in 1..=length {
        let mut parts = Vec::with_capacity(seeds.len() + 1);
        joined(call, seeds, &mut parts);
        parts.push(index.to_string());
        let arguments = [Value::Int(charset.len() as i64), Value::str(parts.join(":"))];
        let number = call.cx.call_function(call.body, call.range, "fqdn_rand", &arguments, None)?;
        let at = number.as_int().and_then(|number| usize::try_from(number).ok()).unwrap_or(0);
        text.extend(charset.get(at));
    }
    Ok(Value::str(text))
}

/// Converts values to strings as Ruby's `join` does, flattening nested arrays.
pub(crate) fn joined(call: &Call<'_>, values: &[Value], parts: &mut Vec<String>) {
    for value in values {
        match value {
            Value::Array(inner) if inner.is_empty() => parts.push(String::new()),
            Value::Array(inner) => joined(call, inner, parts),
            other => parts.push(ruby_text(&call.cx.edition.types, other)),
        }
    }
}

fn fqdn_rotate(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let mut elements: Vec<Value> = match args.first() {
        Some(Value::Array(values)) => values.to_vec(),
        Some(Value::Str(text)) => text.chars().map(|char| Value::str(char.to_string())).collect(),
        other => return expected(call, "an Array or a String", other),
    };
    if elements.len() > 1 {
        let mut parts = Vec::new();
        let name = top(call, "fqdn");
        if name.is_undef() && call.cx.settings.strict_variables {
            return Err(call.fail("the variable `$fqdn`, a fact, is not set"));
        }
        joined(call, &[name], &mut parts);
        // The module puts the other arguments into the list as one array. If that is empty, `join` makes an empty
        // string of it.
        joined(call, &[Value::array(args.iter().skip(1).cloned())], &mut parts);
        let mut random = generator(&Md5::digest(parts.join(":").as_bytes()));
        let count = elements.len();
        elements.rotate_left(below(&mut random, count) % count);
    }
    Ok(match args.first() {
        Some(Value::Str(_)) => Value::str(elements.iter().filter_map(Value::as_str).collect::<String>()),
        _ => Value::array(elements),
    })
}

fn positive(value: Option<&Value>) -> Option<BigInt> {
    let number = match value {
        Some(Value::Int(number)) => BigInt::from(*number),
        Some(Value::Str(text)) if is_integer_string(text) => leading_integer(text),
        _ => return None,
    };
    (number > BigInt::ZERO).then_some(number)
}

pub(crate) fn seeded_rand(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let Some(max) = positive(args.first()) else {
        return expected(call, "an integer of at least 1", args.first());
    };
    let Some(Value::Str(seed)) = args.get(1) else {
        return expected(call, "a seed as a String", args.get(1));
    };
    let limit = (max - 1i32).to_biguint().unwrap_or_default();
    let mut random = generator(&Md5::digest(seed.as_bytes()));
    Ok(Value::integer(BigInt::from(random.up_to(&limit))))
}

fn seeded_rand_string(call: &mut Call<'_>) -> Eval<Value> {
    let length = call.arg(0).as_int().and_then(|length| usize::try_from(length).ok()).unwrap_or(usize::MAX);
    if length > call.cx.limits.size {
        return Err(call.fail(format!("a text of {length} characters is too long")));
    }
    let charset: Vec<char> = match call.arg(2).as_str() {
        Some(charset) => charset.chars().collect(),
        None => ('0'..='9').chain('a'..='z').chain('A'..='Z').collect(),
    };
    let mut random = generator(&Sha256::digest(call.arg(1).as_str().unwrap_or("").as_bytes()));
    let text: String =
        (0..length).filter_map(|_| charset.get(below(&mut random, charset.len())).copied()).collect();
    Ok(Value::str(text))
}

fn shuffle(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let mut elements: Vec<Value> = match args.first() {
        Some(Value::Array(values)) => values.to_vec(),
        Some(Value::Str(text)) => text.chars().map(|char| Value::str(char.to_string())).collect(),
        other => return expected(call, "an Array or a String", other),
    };
    // Ruby shuffles differently each time. Here the elements are the seed, so that compiling again gives the same
    // catalog.
    let mut random = generator(&Md5::digest(call.cx.text(&Value::array(elements.clone())).as_bytes()));
    for index in 0..elements.len() {
        let other = below(&mut random, elements.len() - index) + index;
        elements.swap(index, other);
    }
    Ok(match args.first() {
        Some(Value::Str(_)) => Value::str(elements.iter().filter_map(Value::as_str).collect::<String>()),
        _ => Value::array(elements),
    })
}
