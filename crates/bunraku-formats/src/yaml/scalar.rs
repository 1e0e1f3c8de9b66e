//! Resolves plain scalars by the YAML 1.1 rules of Psych 4, including its oddities.

use std::sync::Arc;

use bunraku_pcore::{Value, number};
use num_bigint::BigInt;

/// A scalar.
#[derive(Debug, Clone, PartialEq)]
pub enum Scalar {
    /// A value of the language.
    Value(Value),
    /// A Ruby symbol, without its colon. As a key it becomes a string; as a value it cannot be used.
    Symbol(String),
}

/// Why a plain scalar is invalid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScalarError {
    /// It is a date or a time, which data cannot represent.
    Date,
    /// It looks like a number but is not one, such as `0x_`.
    Number,
}

/// A scalar that data cannot represent.
pub(super) enum Moment {
    Date,
    Time,
}

/// Whether a plain scalar is a date or a time.
pub(super) fn moment(text: &str) -> Option<Moment> {
    if is_time(text) {
        return Some(Moment::Time);
    }
    is_date(text).then_some(Moment::Date)
}

/// How many digits a number may have, because parsing takes quadratic time.
const MAX_DIGITS: usize = 20_000;

/// Resolves a plain scalar.
pub(super) fn resolve(text: &str) -> Result<Scalar, ScalarError> {
    let value = |value: Value| Ok(Scalar::Value(value));
    if text.is_empty() {
        return value(Value::Undef);
    }
    if text.contains('\n') || starts_like_a_word(text) {
        return value(word(text));
    }
    if moment(text).is_some() {
        return Err(ScalarError::Date);
    }
    let lower = text.to_ascii_lowercase();
    match lower.as_str() {
        ".inf" | "+.inf" => return value(Value::Float(f64::INFINITY)),
        "-.inf" => return value(Value::Float(f64::NEG_INFINITY)),
        ".nan" => return value(Value::Float(f64::NAN)),
        _ => {}
    }
    if let Some(name) = text.strip_prefix(':').filter(|name| !name.is_empty()) {
        return Ok(Scalar::Symbol(symbol(name)));
    }
    if let Some(number) = sexagesimal(text) {
        return value(number);
    }
    if is_float(text) {
        return float(text);
    }
    if is_integer(text) && text.len() > MAX_DIGITS {
        return Err(ScalarError::Number);
    }
    if is_integer(text) {
        let digits = text.replace([',', '_'], "");
        return match number::integer_from_text(&digits, None) {
            Some(number) => value(integer(number)),
            None => Err(ScalarError::Number),
        };
    }
    value(Value::str(text))
}

/// Whether a line starts with something that no number, date or symbol starts with.
fn starts_like_a_word(text: &str) -> bool {
    let word = |char: char| char.is_alphabetic() || "_ \t\r\u{b}\u{c}!@#$%^&*(){}<>|/\\~;=".contains(char);
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return false };
    word(first) || !(first.is_ascii_digit() || ".:-".contains(first)) && chars.next().is_some_and(word)
}

/// Resolves a word: null, a boolean, or a string. Psych's patterns match any line, so multi-line text is checked line
/// by line.
fn word(text: &str) -> Value {
    let itself = || Value::str(text);
    if text.chars().nth(5).is_some() {
        return itself();
    }
    let lower = text.to_lowercase();
    let mut lines = lower.split('\n');
    if lines.clone().any(|line| line.chars().next().is_some_and(|first| !"ytonf~".contains(first))) {
        return itself();
    }
    let any = |words: &[&str]| lines.clone().any(|line| words.contains(&line));
    if text == "~" || any(&["null"]) {
        Value::Undef
    } else if any(&["yes", "true", "on"]) {
        Value::Bool(true)
    } else if lines.any(|line| ["no", "false", "off"].contains(&line)) {
        Value::Bool(false)
    } else {
        itself()
    }
}

fn symbol(name: &str) -> String {
    for quote in ['"', '\''] {
        if let Some(inner) = name.strip_prefix(quote)
            && let Some(end) = inner.rfind(quote)
        {
            let inner = inner.get(..end).unwrap_or(inner);
            return inner.strip_prefix(':').unwrap_or(inner).to_string();
        }
    }
    name.to_string()
}

/// `1:30` and `1:30:15`, optionally with a fraction: hours, minutes, seconds.
fn sexagesimal(text: &str) -> Option<Value> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let parts: Vec<&str> = unsigned.split(':').collect();
    if !(2..=3).contains(&parts.len()) {
        return None;
    }
    let (first, rest) = parts.split_first()?;
    if !first.starts_with(|char: char| char.is_ascii_digit())
        || !all(first, |byte| byte == b'_' || byte.is_ascii_digit())
    {
        return None;
    }
    if text.len() > MAX_DIGITS {
        return None;
    }
    let (last, middle) = rest.split_last()?;
    let (last_whole, fraction) = match last.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (*last, None),
    };
    let is_sixty = |part: &str| match part.as_bytes() {
        [one] => one.is_ascii_digit(),
        [ten, one] => (b'0'..=b'5').contains(ten) && one.is_ascii_digit(),
        _ => false,
    };
    if !middle.iter().all(|part| is_sixty(part)) || !is_sixty(last_whole) {
        return None;
    }
    if !fraction.is_none_or(|fraction| all(fraction, |byte| byte == b'_' || byte.is_ascii_digit())) {
        return None;
    }
    // The sign belongs to the first part alone, and two parts are hours and minutes.
    let signed = text.split(':').next()?;
    let weights = [3600, 60, 1];
    if let Some(fraction) = fraction {
        let mut seconds = 0.0;
        for (index, (part, weight)) in text.split(':').zip(weights).enumerate() {
            let part =
                if index + 1 == parts.len() { format!("{last_whole}.{fraction}") } else { part.to_string() };
            seconds += leading_float(&part) * f64::from(weight);
        }
        return Some(Value::Float(seconds));
    }
    let mut seconds = leading_integer(signed) * 3600;
    for (part, weight) in rest.iter().zip([60, 1]) {
        seconds += leading_integer(part) * weight;
    }
    Some(integer(seconds))
}

/// Ruby's `to_i` for digits and underscores: it stops at a double underscore.
fn leading_integer(text: &str) -> BigInt {
    let end = text.find("__").unwrap_or(text.len());
    let digits = text.get(..end).unwrap_or(text).replace('_', "");
    digits.trim_start_matches('+').parse().unwrap_or_default()
}

/// Ruby's `to_f` for digits, underscores and a point.
fn leading_float(string: &str) -> f64 {
    let end = string.find("__").unwrap_or(string.len());
    let string = string.get(..end).unwrap_or(string);
    let string = string.split_once("._").map_or(string, |(whole, _)| whole).replace('_', "");
    string.trim_end_matches('.').parse().unwrap_or(0.0)
}

/// Whether this is a sign, digits, a point, digits, and an exponent, which must have a sign.
fn is_float(text: &str) -> bool {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let Some((whole, rest)) = unsigned.split_once('.') else { return false };
    let whole_fits = whole.is_empty()
        || whole.starts_with(|char: char| char.is_ascii_digit())
            && all(whole, |byte| byte.is_ascii_digit() || byte == b'_' || byte == b',');
    let (fraction, exponent) = match rest.split_once(['e', 'E']) {
        Some((fraction, exponent)) => (fraction, Some(exponent)),
        None => (rest, None),
    };
    whole_fits
        && all(fraction, |byte| byte.is_ascii_digit())
        && exponent.is_none_or(|exponent| {
            exponent
                .strip_prefix(['-', '+'])
                .is_some_and(|digits| !digits.is_empty() && all(digits, |byte| byte.is_ascii_digit()))
        })
}

fn float(text: &str) -> Result<Scalar, ScalarError> {
    if matches!(text, "." | "-." | "+.") {
        return Ok(Scalar::Value(Value::str(text)));
    }
    let mut plain = text.replace([',', '_'], "");
    // A point without digits after it is dropped, since `Float` would reject it.
    if plain.ends_with('.') {
        plain.pop();
    }
    let plain = plain.replace(".e", "e").replace(".E", "E");
    let unsigned = plain.strip_prefix(['-', '+']).unwrap_or(&plain);
    if !unsigned.starts_with(|char: char| char.is_ascii_digit() || char == '.') {
        return Err(ScalarError::Number);
    }
    match plain.parse() {
        Ok(number) => Ok(Scalar::Value(Value::Float(number))),
        Err(_) => Err(ScalarError::Number),
    }
}

/// Binary, octal, decimal or hexadecimal, with commas and underscores where Psych allows them.
fn is_integer(text: &str) -> bool {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let separator = |byte: u8| byte == b'_' || byte == b',';
    let digits = |digits: &str, is_digit: fn(&u8) -> bool| {
        !digits.is_empty() && all(digits, |byte| is_digit(&byte) || separator(byte))
    };
    if let Some(rest) = unsigned.strip_prefix("0b") {
        return digits(rest, |byte| matches!(byte, b'0' | b'1'));
    }
    if let Some(rest) = unsigned.strip_prefix("0x") {
        return digits(rest, u8::is_ascii_hexdigit);
    }
    if unsigned == "0" {
        return true;
    }
    if let Some(rest) = unsigned.strip_prefix('0') {
        return digits(rest, |byte| (b'0'..=b'7').contains(byte));
    }
    // A separator must be between two digits.
    let mut after_digit = false;
    for byte in unsigned.bytes() {
        if byte.is_ascii_digit() {
            after_digit = true;
        } else if separator(byte) && after_digit {
            after_digit = false;
        } else {
            return false;
        }
    }
    after_digit
}

/// Whether this looks like `2020-01-31`; the day need not exist.
fn is_date(text: &str) -> bool {
    let mut parts = text.split('-');
    let (Some(year), Some(month), Some(day), None) = (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let month_fits = match month.as_bytes() {
        [one] => one.is_ascii_digit(),
        [b'0', one] => one.is_ascii_digit(),
        [b'1', one] => (b'0'..=b'2').contains(one),
        _ => false,
    };
    let day_fits = match day.as_bytes() {
        [one] => one.is_ascii_digit(),
        [b'0'..=b'2', one] => one.is_ascii_digit(),
        [b'3', one] => (b'0'..=b'1').contains(one),
        _ => false,
    };
    year.len() == 4 && all(year, |byte| byte.is_ascii_digit()) && month_fits && day_fits
}

/// Whether this is a date, `T` or spaces, a time, and optionally a fraction and a zone.
fn is_time(text: &str) -> bool {
    fn digits(text: &str, range: std::ops::RangeInclusive<usize>) -> Option<&str> {
        let count = text.bytes().take(*range.end()).take_while(u8::is_ascii_digit).count();
        if range.contains(&count) { text.get(count..) } else { None }
    }
    fn after(text: &str, char: char) -> Option<&str> {
        text.strip_prefix(char)
    }
    fn blanks(text: &str) -> &str {
        text.trim_start_matches([' ', '\t', '\r', '\u{b}', '\u{c}'])
    }
    let time = || -> Option<&str> {
        let rest = digits(text.strip_prefix('-').unwrap_or(text), 4..=4)?;
        let rest = digits(after(rest, '-')?, 1..=2)?;
        let rest = digits(after(rest, '-')?, 1..=2)?;
        let rest = match rest.strip_prefix(['T', 't']) {
            Some(rest) => rest,
            None => Some(blanks(rest)).filter(|trimmed| trimmed.len() < rest.len())?,
        };
        let rest = digits(rest, 1..=2)?;
        let rest = digits(after(rest, ':')?, 2..=2)?;
        let rest = digits(after(rest, ':')?, 2..=2)?;
        let rest = match rest.strip_prefix('.') {
            Some(rest) => rest.trim_start_matches(|char: char| char.is_ascii_digit()),
            None => rest,
        };
        if rest.is_empty() {
            return Some(rest);
        }
        let zone = blanks(rest);
        if zone == "Z" {
            return Some("");
        }
        let rest = digits(zone.strip_prefix(['-', '+'])?, 1..=2)?;
        let rest = rest.strip_prefix(':').unwrap_or(rest);
        if rest.is_empty() { Some(rest) } else { digits(rest, 2..=2) }
    };
    time() == Some("")
}

fn all(text: &str, test: impl Fn(u8) -> bool) -> bool {
    text.bytes().all(test)
}

fn integer(number: BigInt) -> Value {
    match i64::try_from(&number) {
        Ok(small) => Value::Int(small),
        Err(_) => Value::Big(Arc::new(number)),
    }
}
