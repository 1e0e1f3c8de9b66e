//! `sprintf` as in Ruby: flags, widths, precisions, and values by order, position or name.

use bunraku_edition::TypeRules;
use num_bigint::BigInt;

use super::directive::{Directive, MAX_WIDTH};
use super::inspect::{inspect, to_s};
use super::{FormatError, number};
use crate::{Hash, Str, Value};

/// A format with its directives replaced by values. A hash as the only value supplies the names for `%<name>s` and
/// `%{name}`.
pub fn sprintf(rules: &TypeRules, format: &str, args: &[Value]) -> Result<String, FormatError> {
    let mut state = State { rules, args, next: 0, kind: None };
    let mut text = String::new();
    let mut rest = format;
    while let Some(percent) = rest.find('%') {
        let (before, directive) = rest.split_at(percent);
        text.push_str(before);
        rest = state.directive(&mut text, directive)?;
        // Each directive may be up to `MAX_WIDTH` wide, and nothing else limits how many there are.
        if text.len() > 4 * MAX_WIDTH {
            return Err(FormatError::Malformed { format: format.to_string() });
        }
    }
    text.push_str(rest);
    Ok(text)
}

/// A single value in the format of a directive and a letter.
pub(super) fn one(
    rules: &TypeRules,
    directive: &Directive,
    letter: char,
    value: &Value,
) -> Result<String, FormatError> {
    Ok(match letter {
        's' => directive.text(&to_s(rules, value)),
        'p' => directive.text(&inspect(rules, value)),
        'd' | 'i' | 'u' | 'x' | 'X' | 'o' | 'b' | 'B' => number::integer(
            directive,
            &to_integer(rules, value)?,
            if matches!(letter, 'i' | 'u') { 'd' } else { letter },
        ),
        'f' if matches!(value, Value::Int(_) | Value::Big(_)) => {
            number::whole(directive, &to_integer(rules, value)?)
        }
        'f' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A' => number::float(directive, to_float(rules, value)?, letter),
        'c' => {
            let char = match value {
                Value::Str(text) => text.chars().next().filter(|first| first.len_utf8() == text.len()),
                value => u32::try_from(to_integer(rules, value)?).ok().and_then(char::from_u32),
            };
            let char = char.ok_or_else(|| wrong(rules, "a character", value))?;
            directive.padded(char.encode_utf8(&mut [0; 4]))
        }
        letter => return Err(FormatError::Malformed { format: format!("%{letter}") }),
    })
}

struct State<'a> {
    rules: &'a TypeRules,
    args: &'a [Value],
    next: usize,
    /// How values have been referred to so far. All directives must do it in the same way.
    kind: Option<Reference>,
}

/// How a directive refers to its value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reference {
    /// The value after the previous one.
    Next,
    /// A value by its position: `1$`.
    Position,
    /// A value by its name: `<name>`.
    Name,
}

/// How far a directive has been read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Flags,
    Width,
    Precision,
}

impl<'a> State<'a> {
    /// Reads a directive at the start of `format`, appends its value to `text`, and returns the rest of the format.
    fn directive<'t>(&mut self, text: &mut String, format: &'t str) -> Result<&'t str, FormatError> {
        let malformed = || FormatError::Malformed { format: format.chars().take(8).collect() };
        let mut directive = Directive::default();
        let mut value: Option<Value> = None;
        let mut name_given = false;
        let mut stage = Stage::Flags;
        let mut rest = format.get(1..).unwrap_or_default();
        loop {
            let char = rest.chars().next().ok_or_else(malformed)?;
            rest = &rest[char.len_utf8()..];
            match char {
                ' ' | '#' | '+' | '-' | '0' if stage != Stage::Flags => return Err(malformed()),
                ' ' => directive.space = true,
                '#' => directive.alt = true,
                '+' => directive.plus = true,
                '-' => directive.left = true,
                '0' => directive.zero = true,
                '1'..='9' => {
                    let (digits, after) = read_digits(char, rest);
                    let count: usize = digits.parse().map_err(|_| malformed())?;
                    rest = match after.strip_prefix('$') {
                        Some(_) if value.is_some() => return Err(malformed()),
                        Some(after) => {
                            value = Some(self.positioned(count)?.clone());
                            after
                        }
                        None if stage != Stage::Flags => return Err(malformed()),
                        None => {
                            directive.width = Some(count.min(MAX_WIDTH));
                            stage = Stage::Width;
                            after
                        }
                    }
                }
                '*' if stage != Stage::Flags => return Err(malformed()),
                '*' => {
                    let (width, after) = self.star(rest)?;
                    directive.left |= width < 0;
                    directive.width = Some(usize::try_from(width.unsigned_abs()).unwrap_or(0).min(MAX_WIDTH));
                    stage = Stage::Width;
                    rest = after;
                }
                '.' if stage == Stage::Precision => return Err(malformed()),
                '.' => {
                    stage = Stage::Precision;
                    match rest.strip_prefix('*') {
                        Some(after) => {
                            let (precision, after) = self.star(after)?;
                            directive.precision =
                                usize::try_from(precision).ok().map(|count| count.min(MAX_WIDTH));
                            rest = after;
                        }
                        None => {
                            let (digits, after) = read_digits('0', rest);
                            directive.precision = Some(digits.parse().unwrap_or(usize::MAX).min(MAX_WIDTH));
                            rest = after;
                        }
                    }
                }
                '<' | '{' if name_given => return Err(malformed()),
                '<' => {
                    let (name, after) = rest.split_once('>').ok_or_else(malformed)?;
                    value = Some(self.named(name)?.clone());
                    name_given = true;
                    rest = after;
                }
                '{' => {
                    let (name, after) = rest.split_once('}').ok_or_else(malformed)?;
                    let value = to_s(self.rules, self.named(name)?);
                    text.push_str(&directive.text(&value));
                    return Ok(after);
                }
                '%' if directive == Directive::default() => {
                    text.push('%');
                    return Ok(rest);
                }
                // Ruby writes a `%` at the end of a line or of a C string as it is.
                '\n' | '\0' if directive == Directive::default() => {
                    text.push('%');
                    text.push(char);
                    return Ok(rest);
                }
                letter => {
                    let value = match value {
                        Some(value) => value,
                        None => self.argument()?.clone(),
                    };
                    text.push_str(&one(self.rules, &directive, letter, &value)?);
                    return Ok(rest);
                }
            }
        }
    }

    /// Records how a value is referred to, and fails if another way was used before.
    fn refer(&mut self, kind: Reference) -> Result<(), FormatError> {
        match self.kind.replace(kind) {
            Some(before) if before != kind => Err(FormatError::Mixed),
            _ => Ok(()),
        }
    }

    fn argument(&mut self) -> Result<&'a Value, FormatError> {
        self.refer(Reference::Next)?;
        self.next += 1;
        self.at(self.next - 1)
    }

    /// The value at a position, counted from 1.
    fn positioned(&mut self, position: usize) -> Result<&'a Value, FormatError> {
        self.refer(Reference::Position)?;
        self.at(position.checked_sub(1).ok_or(FormatError::TooFew)?)
    }

    fn at(&self, index: usize) -> Result<&'a Value, FormatError> {
        // `sprintf` is a function of the old interface, which passes undef as an empty string.
        static NOTHING: Value = Value::Str(Str::new());
        let value = self.args.get(index).ok_or(FormatError::TooFew)?;
        Ok(if value.is_undef() { &NOTHING } else { value })
    }

    /// The value of a `*`, which is the next one or that at a position, as an integer, and the rest of the format.
    fn star<'t>(&mut self, rest: &'t str) -> Result<(i64, &'t str), FormatError> {
        let (digits, after) = read_digits('0', rest);
        let (value, rest) = match after.strip_prefix('$') {
            Some(after) => (self.positioned(digits.parse().unwrap_or(usize::MAX))?, after),
            None => (self.argument()?, rest),
        };
        let number = i64::try_from(to_integer(self.rules, value)?);
        Ok((number.map_err(|_| wrong(self.rules, "an integer", value))?, rest))
    }

    fn named(&mut self, name: &str) -> Result<&'a Value, FormatError> {
        self.refer(Reference::Name)?;
        let hash: Option<&Hash> = match self.args {
            [Value::Hash(hash)] => Some(hash),
            _ => None,
        };
        hash.and_then(|hash| hash.get_str(name)).ok_or_else(|| FormatError::Name { name: name.to_string() })
    }
}

fn read_digits(first: char, rest: &str) -> (String, &str) {
    let end = rest.find(|char: char| !char.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, after) = rest.split_at(end);
    (format!("{first}{digits}"), after)
}

/// A value as an integer: floats are truncated, and strings are parsed.
fn to_integer(rules: &TypeRules, value: &Value) -> Result<BigInt, FormatError> {
    match value {
        Value::Int(number) => Some(BigInt::from(*number)),
        Value::Big(number) => Some(BigInt::clone(number)),
        Value::Float(number) => float_to_integer(number.trunc()),
        Value::Str(text) => crate::number::integer_from_text(text, None),
        Value::Timespan(time) => Some(time.seconds().into()),
        Value::Timestamp(time) => Some(time.seconds().into()),
        _ => None,
    }
    .ok_or_else(|| wrong(rules, "an integer", value))
}

fn to_float(rules: &TypeRules, value: &Value) -> Result<f64, FormatError> {
    match value {
        Value::Int(number) => Some(*number as f64),
        Value::Big(number) => number.to_string().parse().ok(),
        Value::Float(number) => Some(*number),
        Value::Str(text) => crate::number::float_from_text(text),
        Value::Timespan(time) => Some(time.to_float()),
        Value::Timestamp(time) => Some(time.to_float()),
        _ => None,
    }
    .ok_or_else(|| wrong(rules, "a number", value))
}

/// A float that has no fraction as an integer of any size. `None` if it is not finite.
pub(crate) fn float_to_integer(number: f64) -> Option<BigInt> {
    if !number.is_finite() {
        return None;
    }
    format!("{number:.0}").parse().ok()
}

fn wrong(rules: &TypeRules, expected: &'static str, value: &Value) -> FormatError {
    FormatError::Value { expected, value: inspect(rules, value) }
}
