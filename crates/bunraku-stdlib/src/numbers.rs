//! What the functions over numbers have in common.

use bunraku_diag::{Diagnostic, codes};
use bunraku_eval::LogEntry;
use num_bigint::BigInt;

use crate::prelude::*;

/// A float without a fraction as an integer. It may be larger than 64 bits in any edition: Puppet looks at the size
/// of what is computed with it, not of what a function gives.
pub(crate) fn float_to_integer(call: &mut Call<'_>, number: f64) -> Eval<Value> {
    match format!("{number:.0}").parse::<BigInt>() {
        Ok(number) => Ok(Value::integer(number)),
        Err(_) => Err(call.fail(format!("{number} is no finite number and has no integer near it"))),
    }
}

/// The integer at the start of a text, as Ruby's `to_i` reads it; 0 if there is none.
pub(crate) fn leading_integer(text: &str) -> BigInt {
    let text = text.trim_start_matches(|char: char| matches!(char, ' ' | '\t'..='\r'));
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let number: BigInt = decimal_digits(digits).parse().unwrap_or_default();
    if negative { -number } else { number }
}

/// The float at the start of a text of decimal digits and a point, as Ruby's `to_f` reads it; 0 if there is none.
pub(crate) fn leading_float(text: &str) -> f64 {
    let text = text.trim_start_matches(|char: char| matches!(char, ' ' | '\t'..='\r'));
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let whole = decimal_digits(rest);
    let read = rest.find(|char: char| !char.is_ascii_digit() && char != '_').unwrap_or(rest.len());
    let fraction = rest.get(read..).and_then(|rest| rest.strip_prefix('.')).map(decimal_digits).unwrap_or_default();
    if whole.is_empty() {
        return 0.0;
    }
    let mut number = whole;
    if !fraction.is_empty() {
        number = format!("{number}.{fraction}");
        let after = rest.get(read + 1 + fraction.len()..).unwrap_or_default();
        if let Some(exponent) = after.strip_prefix(['e', 'E']) {
            let (exponent_sign, digits) = match exponent.strip_prefix('-') {
                Some(rest) => ("-", rest),
                None => ("", exponent.strip_prefix('+').unwrap_or(exponent)),
            };
            let digits = decimal_digits(digits);
            if !digits.is_empty() {
                number = format!("{number}e{exponent_sign}{digits}");
            }
        }
    }
    sign * number.parse().unwrap_or(0.0)
}

/// The digits at the start of a text; single underscores between them are skipped.
fn decimal_digits(text: &str) -> String {
    let mut digits = String::new();
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '0'..='9' => digits.push(char),
            '_' if !digits.is_empty() && chars.peek().is_some_and(char::is_ascii_digit) => {}
            _ => break,
        }
    }
    digits
}

/// Warns that a text was given where a number belongs.
pub(crate) fn deprecated_text(call: &mut Call<'_>) {
    let message = format!("`{}` takes a number; that it reads one from a string is deprecated", call.name);
    deprecated(call, message, "convert the string first, as in `Numeric($text)`");
}

/// Warns of a use that will not work for ever.
pub(crate) fn deprecated(call: &mut Call<'_>, message: impl Into<String>, help: &str) {
    let (body, range) = (call.body, call.range);
    let span = call.cx.span(body, range);
    let warning = Diagnostic::warning(codes::DEPRECATED, message).at(span, "").help(help);
    call.cx.log.push(LogEntry::Diagnostic(warning));
}
