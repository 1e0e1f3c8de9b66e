//! `range`: the numbers or strings between two bounds.

use num_bigint::BigInt;

use super::ruby::*;
use crate::numbers::leading_integer;

pub(crate) static RANGE: Builtin = Builtin::new(
    "range",
    r##"An array of the integers from one to another, or of the texts that follow one another, with a step between them if
one is given. A single text is a range of its own: `'a..c'` or `'1-3'`, and without the last one `'1...3'`.

```cases
notice(range(0, 3), range('a', 'c'), range('0', '9', 4), range('host01', 'host03'), range('1...3'))
>> notice "[0, 1, 2, 3] [a, b, c] [0, 4, 8] [host01, host02, host03] [1, 2]"
```

```cases
notice(range(1, 3, 0))
>> error 1
```
"##,
    legacy!(1.., range),
)
.bytes(Bytes::Kept);

fn range(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let (start, stop, open, step) = match args.as_slice() {
        [one] => {
            let Some(text) = one.as_str() else { return expected(call, "a range as a String", Some(one)) };
            let Some((start, stop, open)) = single(text) else {
                return Err(call.fail(format!("'{text}' is no range: such as '1-3', 'a..c' or '1...4'")));
            };
            (Value::str(start), Value::str(stop), open, 1)
        }
        [start, stop, rest @ ..] => {
            let step = match rest.first() {
                None | Some(Value::Undef) => BigInt::from(1),
                Some(step) => match to_i(step) {
                    Some(step) => step,
                    None => return expected(call, "a step as an Integer", Some(step)),
                },
            };
            let step = usize::try_from(step.magnitude()).unwrap_or(usize::MAX);
            (start.clone(), stop.clone(), false, step)
        }
        [] => return Ok(Value::Undef),
    };
    if step == 0 {
        return Err(call.fail("the step of a range is not zero"));
    }
    let (first, last) = (to_s(call, &start), to_s(call, &stop));
    if matches(r"^\d+$", &first) {
        let Some(last) = to_i(&stop) else { return expected(call, "an end as an Integer", Some(&stop)) };
        let (Ok(first), Ok(last)) = (i64::try_from(leading_integer(&first)), i64::try_from(last)) else {
            return Err(call.fail("a range goes between integers of 64 bits"));
        };
        let last = if open { last.saturating_sub(1) } else { last };
        let numbers = (first..=last).step_by(step).take(MOST).map(Value::Int);
        return Ok(Value::array(call.gather(numbers)?));
    }
    // The elements that a step skips are generated as well, and count towards the limit on the size of values.
    let texts = StringRange::new(&first, &last, open).take(MOST.saturating_mul(step));
    let texts = call.gather(texts.map(Value::str))?;
    Ok(Value::array(texts.into_iter().step_by(step)))
}

/// The module silently stops after this number of elements.
const MOST: usize = 1_000_000;

fn to_i(value: &Value) -> Option<BigInt> {
    Some(match value {
        Value::Int(number) => BigInt::from(*number),
        Value::Float(number) if number.is_finite() => format!("{:.0}", number.trunc()).parse().ok()?,
        Value::Str(text) => leading_integer(text),
        Value::Undef => BigInt::ZERO,
        _ => return None,
    })
}

/// Parses a range in a string, such as `a..c`; its two bounds, and whether it excludes the last. If the string has
/// several lines, the first line that is a range is used, because `^` and `$` match at lines in Ruby.
fn single(text: &str) -> Option<(String, String, bool)> {
    let regexp = bunraku_regexp::Regexp::new(r"^(\w+)(\.\.\.?|\-)(\w+)$").ok()?;
    let found = regexp.find(text).ok()??;
    Some((found.text_of(1)?.to_owned(), found.text_of(3)?.to_owned(), found.text_of(2) == Some("...")))
}

/// The strings from one to another in the order of Ruby's `String#upto`.
struct StringRange {
    next: Option<String>,
    last: String,
    after: String,
    open: bool,
}

impl StringRange {
    fn new(first: &str, last: &str, open: bool) -> StringRange {
        let characters = first.len() == 1 && last.len() == 1;
        let upwards = first < last || first == last && !open;
        let after = if characters { following_character(last) } else { successor(last) };
        StringRange { next: upwards.then(|| first.to_owned()), last: last.to_owned(), after, open }
    }
}

fn following_character(text: &str) -> String {
    text.chars().next().and_then(|char| char::from_u32(char as u32 + 1)).map(String::from).unwrap_or_default()
}

impl Iterator for StringRange {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let current = self.next.take()?;
        if current == self.after {
            return None;
        }
        if self.open || current != self.last {
            let characters = current.len() == 1 && self.last.len() == 1;
            let following = if characters { following_character(&current) } else { successor(&current) };
            let beyond = following.len() > self.last.len() || following.is_empty();
            if !(beyond || self.open && following == self.last) {
                self.next = Some(following);
            }
        }
        Some(current)
    }
}

/// The successor of a string, as in Ruby's `succ`: increments the last letter or digit, with a carry to the left.
pub(crate) fn successor(text: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let mut carried: Option<(usize, char)> = None;
    let mut gap = false;
    for index in (0..chars.len()).rev() {
        let Some(char) = chars.get(index).copied() else { continue };
        if gap
            && let Some((at, _)) = carried
            && let Some(last) = chars.get(at)
            && (last.is_ascii_alphabetic() && char.is_ascii_digit()
                || last.is_ascii_digit() && char.is_ascii_alphabetic())
        {
            break;
        }
        let (new, carry) = match char {
            '9' => ('0', Some('1')),
            'z' => ('a', Some('a')),
            'Z' => ('A', Some('A')),
            char if char.is_ascii_alphanumeric() => ((char as u8 + 1) as char, None),
            _ => {
                gap = true;
                continue;
            }
        };
        if let Some(place) = chars.get_mut(index) {
            *place = new;
        }
        match carry {
            None => return chars.into_iter().collect(),
            Some(carry) => carried = Some((index, carry)),
        }
        gap = false;
    }
    match carried {
        Some((index, carry)) => chars.insert(index, carry),
        None => {
            if let Some(last) = chars.last_mut() {
                *last = char::from_u32(*last as u32 + 1).unwrap_or(*last);
            }
        }
    }
    chars.into_iter().collect()
}
