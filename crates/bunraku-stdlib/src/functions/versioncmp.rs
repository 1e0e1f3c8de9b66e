//! `versioncmp`: compares two versions, with -1, 0 or 1 as the result.

use std::cmp::Ordering;

use crate::prelude::*;

pub(crate) static VERSIONCMP: Builtin = Builtin::new(
    "versioncmp",
    "Compares two versions. Returns -1 if the first comes before the second, 0 if they are equal, and 1 if it
comes after.

Versions are compared part by part: numbers by size, other parts as strings ignoring case; a dash comes before a dot,
and both come before anything else. If the third argument is `true`, trailing zeros are ignored.

```cases
notice(versioncmp('1.2', '1.10'))
notice(versioncmp('2.0-rc1', '2.0'))
notice(versioncmp('1.0', '1.0.0', true))
>> notice \"-1\"
>> notice \"1\"
>> notice \"0\"
```
",
    &[Dispatch { signature: "String $a, String $b, Boolean $ignore_trailing_zeroes = false >> Integer", run }],
)
.legacy();

fn run(call: &mut Call<'_>) -> Eval<Value> {
    let (a, b) = (call.arg(0).as_str().unwrap_or(""), call.arg(1).as_str().unwrap_or(""));
    let order = if let Value::Bool(true) = call.arg(2) {
        match (without_zeros(a), without_zeros(b)) {
            (Some(a), Some(b)) => compare(&a, &b),
            _ => return Err(call.fail("cannot ignore trailing zeros of an empty version")),
        }
    } else {
        compare(a, b)
    };
    Ok(Value::Int(order as i64))
}

fn compare(a: &str, b: &str) -> Ordering {
    for (a, b) in parts(a).zip(parts(b)) {
        if a == b {
            continue;
        }
        return match (a, b) {
            ("-", _) => Ordering::Less,
            (_, "-") => Ordering::Greater,
            (".", _) => Ordering::Less,
            (_, ".") => Ordering::Greater,
            (a, b) if is_number(a) && is_number(b) && !a.starts_with('0') && !b.starts_with('0') => {
                a.len().cmp(&b.len()).then_with(|| a.cmp(b))
            }
            (a, b) => a.to_uppercase().cmp(&b.to_uppercase()),
        };
    }
    a.cmp(b)
}

/// Splits a version into separators (`-` and `.`, one by one), numbers, and everything else.
fn parts(version: &str) -> impl Iterator<Item = &str> {
    let mut rest = version;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let kind = Kind::of(first);
        let end = match kind {
            Kind::Separator => first.len_utf8(),
            _ => rest.find(|character| Kind::of(character) != kind).unwrap_or(rest.len()),
        };
        let (part, after) = rest.split_at(end);
        rest = after;
        Some(part)
    })
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Separator,
    Digit,
    Other,
}

impl Kind {
    fn of(character: char) -> Kind {
        match character {
            '-' | '.' => Kind::Separator,
            '0'..='9' => Kind::Digit,
            _ => Kind::Other,
        }
    }
}

fn is_number(part: &str) -> bool {
    part.bytes().all(|byte| byte.is_ascii_digit())
}

/// Removes zeros and dots at the end of the part before the first dash. The result is `None` if the version is empty
/// or consists of dashes only, where Puppet fails.
fn without_zeros(version: &str) -> Option<String> {
    let version = version.trim_end_matches('-');
    if version.is_empty() {
        return None;
    }
    Some(match version.split_once('-') {
        Some((first, rest)) => format!("{}-{rest}", first.trim_end_matches(['.', '0'])),
        None => version.trim_end_matches(['.', '0']).to_owned(),
    })
}
