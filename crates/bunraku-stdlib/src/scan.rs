//! Reading values from a string according to a format, as Ruby's library `scanf` does.

use bunraku_pcore::{Regexp, Value};
use num_bigint::BigInt;

use crate::numbers::{leading_float, leading_integer};

/// Reads the values that a format describes, up to where the string does not match the format.
///
/// # Errors
///
/// A message, if a `%[...]` directive is not a valid set of characters.
pub(crate) fn scan(data: &str, format: &str) -> Result<Vec<Value>, String> {
    let mut values = Vec::new();
    let mut rest = data;
    let mut directives = format;
    while let Some((directive, after)) = next_directive(directives) {
        directives = after;
        let text = if directive.skips_blanks() { rest.trim_start_matches(is_blank) } else { rest };
        let Some(length) = directive.matched(text)? else { break };
        let Some((found, after)) = text.split_at_checked(length) else { break };
        if !directive.drops {
            values.extend(directive.value(found));
        }
        rest = after;
        if rest.is_empty() {
            break;
        }
    }
    Ok(values)
}

/// A directive of a format, such as `%5d`, or literal text between directives.
struct Directive<'f> {
    kind: Kind<'f>,
    width: Option<usize>,
    /// Whether the value it reads is discarded, as in `%*d`.
    drops: bool,
    /// Whether there is whitespace before it in the format.
    blank_before: bool,
}

enum Kind<'f> {
    /// Literal text, which must be matched exactly.
    Literal(&'f str),
    /// `%%`, a percent sign.
    Percent,
    /// `%[...]`, characters of a set, written as in a regular expression.
    Set(&'f str),
    /// A directive with a letter, such as `%d`.
    Letter(char),
}

fn is_blank(char: char) -> bool {
    matches!(char, ' ' | '\t'..='\r')
}

/// Splits the first directive off a format. A percent sign that does not start a directive is skipped.
fn next_directive(format: &str) -> Option<(Directive<'_>, &str)> {
    let mut rest = format;
    loop {
        let trimmed = rest.trim_start_matches(is_blank);
        let blank_before = trimmed.len() < rest.len();
        if let Some(after) = trimmed.strip_prefix('%') {
            match directive(after, blank_before) {
                Some(found) => return Some(found),
                None => rest = after,
            }
            continue;
        }
        if trimmed.is_empty() {
            return None;
        }
        let end = trimmed.find(|char| char == '%' || is_blank(char)).unwrap_or(trimmed.len());
        let (text, after) = trimmed.split_at(end);
        let literal = Directive { kind: Kind::Literal(text), width: None, drops: false, blank_before };
        return Some((literal, after));
    }
}

/// Parses a directive. `text` starts after its percent sign.
fn directive(text: &str, blank_before: bool) -> Option<(Directive<'_>, &str)> {
    if let Some(after) = text.strip_prefix('%') {
        return Some((Directive { kind: Kind::Percent, width: None, drops: true, blank_before }, after));
    }
    let (drops, rest) = match text.strip_prefix('*') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let digits = rest.find(|char: char| !char.is_ascii_digit()).unwrap_or(rest.len());
    let (width, rest) = rest.split_at(digits);
    let width = if width.is_empty() { None } else { Some(width.parse().unwrap_or(usize::MAX)) };
    let (kind, after) = match rest.chars().next()? {
        '[' => {
            let end = posix_set(rest).or_else(|| rest.find(']').map(|end| end + 1))?;
            let (set, after) = rest.split_at(end);
            (Kind::Set(set), after)
        }
        letter if "diuxofegsca".contains(letter.to_ascii_lowercase()) => {
            (Kind::Letter(letter), rest.get(1..).unwrap_or_default())
        }
        _ => return None,
    };
    Some((Directive { kind, width, drops, blank_before }, after))
}

/// The length of `[[:name:]]` at the start of a string.
fn posix_set(text: &str) -> Option<usize> {
    let name = text.strip_prefix("[[:")?;
    let end = name.find(|char: char| !char.is_ascii_alphanumeric() && char != '_').filter(|end| *end > 0)?;
    name.get(end..)?.starts_with(":]]").then_some(3 + end + 3)
}

impl Directive<'_> {
    /// Whether whitespace in the string is skipped before the directive is matched.
    fn skips_blanks(&self) -> bool {
        match self.kind {
            Kind::Letter('c') => self.blank_before,
            Kind::Set(_) => self.drops,
            _ => true,
        }
    }

    /// How many bytes the directive matches at the start of a string; `None` if it does not match.
    fn matched(&self, text: &str) -> Result<Option<usize>, String> {
        let most = self.width.unwrap_or(usize::MAX);
        Ok(match self.kind {
            Kind::Literal(literal) => text.starts_with(literal).then_some(literal.len()),
            Kind::Percent => text.starts_with('%').then_some(1),
            Kind::Set(set) => {
                let set = Regexp::new(set)
                    .map_err(|error| format!("'%{set}' is not a set of characters: {error}"))?;
                let mut buffer = [0; 4];
                let fits = |char: char| set.is_match(char.encode_utf8(&mut buffer)).unwrap_or(false);
                some(run(text, most, fits))
            }
            Kind::Letter('i') => integer(text, self.width),
            Kind::Letter('d' | 'u') => signed(text, self.width, |char| char.is_ascii_digit()),
            Kind::Letter('x' | 'X') => hexadecimal(text, self.width),
            Kind::Letter('o') => signed(text, self.width, is_octal),
            Kind::Letter('a' | 'e' | 'f' | 'g' | 'A' | 'E' | 'F' | 'G') => {
                float(text).map(|length| match self.width {
                    Some(width) => run(text, width, |char| !is_blank(char)),
                    None => length,
                })
            }
            Kind::Letter('s') => some(run(text, most, |char| !is_blank(char))),
            Kind::Letter('c') => some(run(text, self.width.unwrap_or(1), |_| true)),
            // Uppercase letters without a special meaning match themselves literally.
            Kind::Letter(letter) => {
                let width = self.width.map(|width| width.to_string()).unwrap_or_default();
                let literal = format!("%{}{width}{letter}", if self.drops { "*" } else { "" });
                text.starts_with(&literal).then_some(literal.len())
            }
        })
    }

    /// The value of the matched part. Literals have none.
    fn value(&self, text: &str) -> Option<Value> {
        Some(match self.kind {
            Kind::Literal(_) | Kind::Percent => return None,
            Kind::Set(_) => Value::str(text),
            Kind::Letter('d' | 'u') => Value::integer(leading_integer(text)),
            Kind::Letter('i') => {
                let digits = text.trim_start_matches(['-', '+']);
                let radix = match digits.get(..2) {
                    Some("0x" | "0X") => 16,
                    _ if digits.len() > 1 && digits.starts_with('0') => 8,
                    _ => 10,
                };
                in_base(text, radix)
            }
            Kind::Letter('x' | 'X') => in_base(text, 16),
            Kind::Letter('o') => in_base(text, 8),
            Kind::Letter('s' | 'c') => Value::str(text),
            Kind::Letter('a' | 'e' | 'f' | 'g' | 'A' | 'E' | 'F' | 'G') => Value::Float(float_value(text)),
            Kind::Letter(_) => return None,
        })
    }
}

/// The length in bytes of the longest run of matching characters at the start of a string, up to a number of
/// characters.
fn run(text: &str, most: usize, mut fits: impl FnMut(char) -> bool) -> usize {
    text.chars().take(most).take_while(|char| fits(*char)).map(char::len_utf8).sum()
}

fn some(length: usize) -> Option<usize> {
    (length > 0).then_some(length)
}

fn is_octal(char: char) -> bool {
    matches!(char, '0'..='7')
}

fn is_hexadecimal(char: char) -> bool {
    char.is_ascii_hexdigit()
}

/// Matches an optional sign and digits, together no longer than the width.
fn signed(text: &str, width: Option<usize>, digit: fn(char) -> bool) -> Option<usize> {
    let most = width.unwrap_or(usize::MAX);
    match text.strip_prefix(['-', '+']) {
        Some(digits) => some(run(digits, most.saturating_sub(1), digit)).map(|length| length + 1),
        None => some(run(text, most, digit)),
    }
}

/// Matches an optional sign, an optional `0x`, and hexadecimal digits.
fn hexadecimal(text: &str, width: Option<usize>) -> Option<usize> {
    let most = width.unwrap_or(usize::MAX);
    let (sign, digits) = match text.strip_prefix(['-', '+']) {
        Some(digits) => (1, digits),
        None => (0, text),
    };
    let prefixed = digits.strip_prefix("0x").or(digits.strip_prefix("0X"));
    let with_prefix =
        prefixed.and_then(|digits| some(run(digits, most.saturating_sub(sign + 2), is_hexadecimal)));
    match with_prefix {
        Some(length) => Some(sign + 2 + length),
        None => some(run(digits, most.saturating_sub(sign), is_hexadecimal)).map(|length| length + sign),
    }
}

/// Matches an integer whose prefix determines the base. A lone zero does not match unless a width is given, as in
/// Ruby's `scanf`.
fn integer(text: &str, width: Option<usize>) -> Option<usize> {
    let most = width.unwrap_or(usize::MAX);
    let (sign, digits) = match text.strip_prefix(['-', '+']) {
        Some(digits) => (1, digits),
        None => (0, text),
    };
    let room = most.saturating_sub(sign);
    let octal = digits.strip_prefix('0').map_or(0, |digits| run(digits, room.saturating_sub(1), is_octal));
    let prefixed = digits.strip_prefix("0x").or(digits.strip_prefix("0X"));
    let hexadecimal = prefixed.map_or(0, |digits| run(digits, room.saturating_sub(2), is_hexadecimal));
    let decimal = match digits.chars().next() {
        Some('1'..='9') => run(digits, room, |char| char.is_ascii_digit()),
        _ => 0,
    };
    // Ruby's patterns for `%i` with a width require two decimal digits, except for a single digit without a sign.
    let least = if width.is_some() { 2 } else { 1 };
    if octal > 0 {
        Some(sign + 1 + octal)
    } else if hexadecimal > 0 {
        Some(sign + 2 + hexadecimal)
    } else if decimal >= least {
        Some(sign + decimal)
    } else if width.is_some() && text.starts_with(|char: char| char.is_ascii_digit()) {
        Some(1)
    } else {
        None
    }
}

/// Matches a float: hexadecimal with an exponent, a whole number, or decimal with a point and an optional exponent.
fn float(text: &str) -> Option<usize> {
    let (sign, rest) = match text.strip_prefix(['-', '+']) {
        Some(rest) => (1, rest),
        None => (0, text),
    };
    let digit = |char: char| char.is_ascii_digit();
    if let Some(length) = hexadecimal_float(rest) {
        return Some(sign + length);
    }
    let whole = run(rest, usize::MAX, digit);
    let Some(fraction) = rest.get(whole..).and_then(|rest| rest.strip_prefix('.')) else {
        return some(whole).map(|length| length + sign);
    };
    let places = run(fraction, usize::MAX, digit);
    let mut length = whole + 1 + places;
    if let Some(exponent) = fraction.get(places..).and_then(|rest| rest.strip_prefix(['e', 'E'])) {
        length += signed(exponent, None, |char| char.is_ascii_digit()).map_or(0, |exponent| exponent + 1);
    }
    Some(sign + length)
}

fn hexadecimal_float(string: &str) -> Option<usize> {
    let rest = string.strip_prefix("0x").or(string.strip_prefix("0X"))?;
    let whole = run(rest, usize::MAX, is_hexadecimal);
    let mut length = whole;
    if let Some(fraction) = rest.get(whole..)?.strip_prefix('.') {
        let places = run(fraction, usize::MAX, is_hexadecimal);
        if whole + places == 0 {
            return None;
        }
        length += 1 + places;
    } else if whole == 0 {
        return None;
    }
    let exponent = rest.get(length..)?.strip_prefix(['p', 'P'])?;
    let exponent = signed(exponent, None, |char| char.is_ascii_digit())?;
    Some(2 + length + 1 + exponent)
}

/// The value of a matched float. A width may have cut it off at any place.
fn float_value(text: &str) -> f64 {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    if hexadecimal_float(rest).is_some() {
        let digits = rest.get(2..).unwrap_or_default();
        let (mantissa, exponent) = digits.split_once(['p', 'P']).unwrap_or((digits, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let value = |digits: &str| {
            digits.chars().fold(0.0, |sum, char| sum * 16.0 + f64::from(char.to_digit(16).unwrap_or(0)))
        };
        let number = value(whole) + value(fraction) / 16f64.powi(fraction.len() as i32);
        let end = exponent.find(|char: char| !char.is_ascii_digit() && !matches!(char, '-' | '+'));
        let exponent = exponent.get(..end.unwrap_or(exponent.len())).unwrap_or_default();
        return sign * number * 2f64.powi(exponent.parse().unwrap_or(0));
    }
    // Ruby's `to_f` ends a float at a point without digits after it, but here an exponent with a sign may follow such
    // a point.
    let (whole, after) = rest.split_at(run(rest, usize::MAX, |char| char.is_ascii_digit()));
    let exponent = after.strip_prefix('.').filter(|_| !whole.is_empty()).unwrap_or_default();
    let signed = ["e+", "e-", "E+", "E-"].iter().any(|start| exponent.starts_with(start));
    sign * if signed { leading_float(&format!("{whole}{exponent}")) } else { leading_float(rest) }
}

/// Reads an integer in a base, with an optional sign and prefix.
fn in_base(text: &str, radix: u32) -> Value {
    let negative = text.starts_with('-');
    let digits = text.trim_start_matches(['-', '+']);
    let digits = if radix == 16 { digits.trim_start_matches("0x").trim_start_matches("0X") } else { digits };
    let number = BigInt::parse_bytes(digits.as_bytes(), radix).unwrap_or_default();
    Value::integer(if negative { -number } else { number })
}
