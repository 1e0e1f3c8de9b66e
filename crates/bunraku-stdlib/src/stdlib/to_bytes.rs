//! `to_bytes`: converts a size with a unit to a number of bytes.

use super::ruby::*;
use crate::numbers::float_to_integer;

pub(crate) static TO_BYTES: Builtin = Builtin::new(
    "to_bytes",
    r##"The number of bytes that a text such as `4 kB` or `1.5 GB` means. The letters are `k`, `M`, `G`, `T`, `P` and `E`,
each 1024 times the one before. Numbers stay as they are.

```cases
notice(to_bytes('4 kB'), to_bytes('1.5M'), to_bytes('100'), to_bytes(5))
>> notice "4096 1572864 100 5"
```

```cases
notice(to_bytes('5 X'))
>> error 1
```
"##,
    legacy!(1..=1, to_bytes),
);

fn to_bytes(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let text = match args.first() {
        Some(number @ (Value::Int(_) | Value::Float(_))) => return Ok(number.clone()),
        Some(Value::Str(text)) => text,
        other => return expected(call, "a size as a String", other),
    };
    let end = text.find(|char: char| !(char.is_ascii_digit() || ".e+-".contains(char))).unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    let unit = rest.trim_start_matches(|char: char| matches!(char, ' ' | '\t'..='\r')).chars().next();
    let power = match unit {
        None | Some('b' | 'B') => 0,
        Some('k') => 10,
        Some('M') => 20,
        Some('G') => 30,
        Some('T') => 40,
        Some('P') => 50,
        Some('E') => 60,
        Some(other) => {
            return Err(call.fail(format!("'{other}' is no unit: there are `k`, `M`, `G`, `T`, `P` and `E`")));
        }
    };
    let number = to_f(number) * (1u64 << power) as f64;
    float_to_integer(call, number.trunc())
}

/// The float at the start of a string of digits, signs, points and `e`, as read by Ruby's `to_f`.
fn to_f(text: &str) -> f64 {
    (0..=text.len())
        .rev()
        .filter_map(|end| text.get(..end))
        .find(|part| {
            let digits = part.trim_start_matches(['+', '-']);
            !part.ends_with(['.', 'e', '+', '-'])
                && !digits.starts_with('e')
                && part.parse::<f64>().is_ok()
                && !part.contains(".e")
        })
        .and_then(|part| part.parse().ok())
        .unwrap_or(0.0)
}
