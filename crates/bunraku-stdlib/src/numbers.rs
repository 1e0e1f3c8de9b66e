//! Rounding, and reading numbers at the start of strings as Ruby does.

use bunraku_diag::{Diagnostic, codes};
use bunraku_eval::LogEntry;
use bunraku_pcore::number;
use num_bigint::BigInt;

use crate::prelude::*;

/// Rounds the first argument, a number, to an integer.
pub(crate) fn number_rounded(call: &mut Call<'_>, round: fn(f64) -> f64) -> Eval<Value> {
    match call.arg(0) {
        Value::Float(number) => float_to_integer(call, round(*number)),
        number => Ok(number.clone()),
    }
}

/// Rounds the first argument, a string that spells a number, to an integer. Puppet deprecated this form, so it warns.
pub(crate) fn string_rounded(call: &mut Call<'_>, round: fn(f64) -> f64) -> Eval<Value> {
    deprecated_string(call);
    let string = call.arg(0).as_str().unwrap_or_default().to_owned();
    match number::float_from_text(&string) {
        Some(number) => float_to_integer(call, round(number)),
        None => Err(call.fail(format!("`{}` expects a number, got the String '{string}'", call.name))),
    }
}

/// Converts a float without a fraction to an integer.
///
/// The result may exceed 64 bits in every edition, because Puppet checks the size of the results of operators, not of
/// functions.
pub(crate) fn float_to_integer(call: &mut Call<'_>, number: f64) -> Eval<Value> {
    match format!("{number:.0}").parse::<BigInt>() {
        Ok(number) => Ok(Value::integer(number)),
        Err(_) => Err(call.fail(format!("{number} is not a finite number"))),
    }
}

/// The integer at the start of a string, as read by Ruby's `to_i`; 0 if there is none.
pub(crate) fn leading_integer(text: &str) -> BigInt {
    let text = text.trim_start_matches(|char: char| matches!(char, ' ' | '\t'..='\r'));
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let number: BigInt = decimal_digits(digits).0.parse().unwrap_or_default();
    if negative { -number } else { number }
}

/// The float at the start of a string, as read by Ruby's `to_f`; 0 if there is none.
pub(crate) fn leading_float(text: &str) -> f64 {
    let text = text.trim_start_matches(|char: char| matches!(char, ' ' | '\t'..='\r'));
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, mut rest) = decimal_digits(text);
    let mut number = if whole.is_empty() { "0".to_owned() } else { whole.clone() };
    let (fraction, after) = rest.strip_prefix('.').map(decimal_digits).unwrap_or_default();
    if !fraction.is_empty() {
        number = format!("{number}.{fraction}");
        rest = after;
    } else if whole.is_empty() {
        return 0.0;
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        let negative = exponent.starts_with('-');
        let (digits, _) = decimal_digits(exponent.strip_prefix(['-', '+']).unwrap_or(exponent));
        if !digits.is_empty() {
            number = format!("{number}e{}{digits}", if negative { "-" } else { "" });
        }
    }
    sign * number.parse().unwrap_or(0.0)
}

/// Splits the digits off the start of a string. Single underscores between digits are skipped, as in Ruby.
fn decimal_digits(text: &str) -> (String, &str) {
    let mut digits = String::new();
    let mut rest = text;
    loop {
        let after = if digits.is_empty() { rest } else { rest.strip_prefix('_').unwrap_or(rest) };
        match after.chars().next() {
            Some(digit @ '0'..='9') => {
                digits.push(digit);
                rest = after.get(1..).unwrap_or_default();
            }
            _ => return (digits, rest),
        }
    }
}

/// Warns that a string was given in place of a number.
pub(crate) fn deprecated_string(call: &mut Call<'_>) {
    let message = format!("`{}` expects a number; passing a numeric string is deprecated", call.name);
    deprecated(call, message, "convert the string first, as in `Numeric($string)`");
}

/// Logs a warning that a use is deprecated, whatever the setting `strict` says.
pub(crate) fn deprecated(call: &mut Call<'_>, message: impl Into<String>, help: &str) {
    let (body, range) = (call.body, call.range);
    let span = call.cx.span(body, range);
    let warning = Diagnostic::warning(codes::DEPRECATED, message).at(span, "").help(help);
    call.cx.log.push(LogEntry::Diagnostic(warning));
}
