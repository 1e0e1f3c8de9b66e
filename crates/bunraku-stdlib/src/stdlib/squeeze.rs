//! `squeeze`: reduces runs of a character to one. Also parses sets of characters such as `a-z`.

use super::ruby::*;

pub(crate) static SQUEEZE: Builtin = Builtin::new(
    "squeeze",
    r##"A text, or the texts of an array, with runs of one character made one. With a second argument only runs of its
characters: `a-z` is a range, and a `^` at the beginning means all others.

```cases
notice(squeeze('aaabbbcc'), squeeze('aaabbbcc', 'a-b'), squeeze(['aab', 'bb']))
>> notice "abc abcc [ab, b]"
```

```cases
notice(squeeze(1))
>> error 1
```
"##,
    legacy!(1..=2, squeeze),
)
.bytes(Bytes::Kept);

fn squeeze(call: &mut Call<'_>, args: Vec<Value>) -> Eval<Value> {
    let set = match args.get(1) {
        None | Some(Value::Bool(false)) => None,
        Some(Value::Str(set)) => match CharacterSet::parse(set) {
            Some(set) => Some(set),
            None => return Err(call.fail(format!("'{set}' is no set of characters: a range goes upwards"))),
        },
        // Ruby does not look at the argument if there is no string to squeeze.
        Some(_) if matches!(args.first(), Some(Value::Array(values)) if values.is_empty()) => None,
        other => return expected(call, "a set of characters as a String", other),
    };
    match args.first() {
        Some(Value::Str(text)) => Ok(Value::str(squeezed(text, set.as_ref()))),
        Some(Value::Array(values)) => {
            let mut result = Vec::with_capacity(values.len());
            for value in values {
                match value {
                    Value::Str(text) => result.push(Value::str(squeezed(text, set.as_ref()))),
                    other => return expected(call, "texts in the Array", Some(other)),
                }
            }
            Ok(Value::array(result))
        }
        other => expected(call, "a String or an Array", other),
    }
}

fn squeezed(text: &str, set: Option<&CharacterSet>) -> String {
    let mut result = String::with_capacity(text.len());
    let mut last = None;
    for char in text.chars() {
        if last != Some(char) || set.is_some_and(|set| !set.contains(char)) {
            result.push(char);
        }
        last = Some(char);
    }
    result
}

/// A set of characters in a string, in the notation of Ruby's `count` and `squeeze`.
pub(crate) struct CharacterSet {
    ranges: Vec<(char, char)>,
    negated: bool,
}

impl CharacterSet {
    /// Parses a set; `None` if a range in it is descending.
    pub(crate) fn parse(text: &str) -> Option<CharacterSet> {
        let negated = text.starts_with('^') && text.chars().count() > 1;
        let mut rest: Vec<char> = text.chars().skip(usize::from(negated)).collect();
        rest.reverse();
        let mut ranges = Vec::new();
        while let Some(char) = rest.pop() {
            let first = if char == '\\' { rest.pop().unwrap_or('\\') } else { char };
            if rest.last() == Some(&'-') && rest.len() > 1 {
                rest.pop();
                let last = match rest.pop() {
                    Some('\\') => rest.pop().unwrap_or('\\'),
                    Some(char) => char,
                    None => first,
                };
                if last < first {
                    return None;
                }
                ranges.push((first, last));
            } else {
                ranges.push((first, first));
            }
        }
        Some(CharacterSet { ranges, negated })
    }

    pub(crate) fn contains(&self, char: char) -> bool {
        self.ranges.iter().any(|(first, last)| (*first..=*last).contains(&char)) != self.negated
    }
}
