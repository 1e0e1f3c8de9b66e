//! Integers, floats and booleans from other values.

use num_bigint::BigInt;

use super::{New, NewError};
use crate::number::{float_from_text, integer_from_text, parse};
use crate::{Hash, Value};

impl New<'_> {
    pub(super) fn integer(&self, args: &[Value]) -> Result<Value, NewError> {
        let (from, radix, abs) = match args {
            [Value::Hash(named)] => {
                self.known_keys("Integer", named, &["from", "radix", "abs"])?;
                let from = named
                    .get_str("from")
                    .ok_or_else(|| self.arguments("Integer", "the key from is missing"))?;
                (from, named.get_str("radix"), named.get_str("abs"))
            }
            [from] => (from, None, None),
            [from, radix] => (from, Some(radix), None),
            [from, radix, abs] => (from, Some(radix), Some(abs)),
            _ => return Err(self.count("Integer", "a value, a radix and whether to drop the sign", args)),
        };
        let radix = match radix {
            None | Some(Value::Default) => None,
            Some(Value::Int(radix @ (2 | 8 | 10 | 16))) => Some(*radix as u32),
            Some(_) => return Err(self.arguments("Integer", "the radix must be 2, 8, 10, 16 or default")),
        };
        let abs = self.flag("Integer", abs)?;
        let number = match from {
            Value::Int(number) => BigInt::from(*number),
            Value::Big(number) => BigInt::clone(number),
            Value::Float(number) => crate::format::float_to_integer(number.trunc())
                .ok_or_else(|| self.arguments("Integer", "the number is not finite"))?,
            Value::Bool(value) => BigInt::from(u8::from(*value)),
            Value::Timespan(time) => time.seconds().into(),
            Value::Timestamp(time) => time.seconds().into(),
            Value::Str(text) => self.integer_from_string(text, radix)?,
            from => return Err(self.value(from, "Integer")),
        };
        // The result may need more than 64 bits. Puppet checks the size only of the results of operators.
        Ok(Value::integer(if abs { BigInt::from(number.magnitude().clone()) } else { number }))
    }

    /// An integer from a string. Puppet first matches a pattern that does not know the radix, so `ff` is not an integer
    /// even with radix 16, while `0xff` is.
    fn integer_from_string(&self, text: &str, radix: Option<u32>) -> Result<BigInt, NewError> {
        let failed = || self.string_error(text, "Integer");
        let unsigned = text.trim_start_matches(|char: char| char.is_ascii_whitespace());
        let unsigned = unsigned.strip_prefix(['-', '+']).unwrap_or(unsigned);
        let digits = unsigned.trim_start_matches(|char: char| char.is_ascii_whitespace());
        let hex = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let looks_right = match digits.get(..2) {
            Some("0x" | "0X") => hex(&digits[2..]),
            Some("0b" | "0B") => {
                digits.len() > 2 && digits[2..].bytes().all(|byte| matches!(byte, b'0' | b'1'))
            }
            _ => !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()),
        };
        if !looks_right {
            return Err(failed());
        }
        let sign = if text.trim_start().starts_with('-') { "-" } else { "" };
        integer_from_text(&format!("{sign}{digits}"), radix).ok_or_else(failed)
    }

    pub(super) fn float(&self, args: &[Value]) -> Result<Value, NewError> {
        let (from, abs) = self.number_arguments("Float", args)?;
        let number = match from {
            Value::Int(number) => *number as f64,
            Value::Big(number) => number.to_string().parse().unwrap_or(f64::INFINITY),
            Value::Float(number) => *number,
            Value::Bool(value) => f64::from(u8::from(*value)),
            Value::Timespan(time) => time.to_float(),
            Value::Timestamp(time) => time.to_float(),
            Value::Str(text) => self.float_from_string(text)?,
            from => return Err(self.value(from, "Float")),
        };
        Ok(Value::Float(if abs { number.abs() } else { number }))
    }

    fn float_from_string(&self, text: &str) -> Result<f64, NewError> {
        let failed = || self.string_error(text, "Float");
        let plain = self.without_blanks_after_sign(text).ok_or_else(failed)?;
        let digits = plain.trim_start_matches(['-', '+']);
        if digits.starts_with("0b") || digits.starts_with("0B") {
            let number = integer_from_text(&plain, Some(2)).ok_or_else(failed)?;
            return number.to_string().parse().map_err(|_| failed());
        }
        float_from_text(&plain).ok_or_else(failed)
    }

    pub(super) fn numeric(&self, args: &[Value]) -> Result<Value, NewError> {
        let (from, abs) = self.number_arguments("Numeric", args)?;
        let number = match from {
            Value::Int(_) | Value::Big(_) | Value::Float(_) => from.clone(),
            Value::Bool(value) => Value::Int(i64::from(*value)),
            Value::Timespan(time) => Value::Float(time.to_float()),
            Value::Timestamp(time) => Value::Float(time.to_float()),
            Value::Str(text) => {
                let failed = || self.string_error(text, "Numeric");
                let plain = self.without_blanks_after_sign(text).ok_or_else(failed)?;
                // With a sign before it, a binary number is not recognized here and fails, as in Puppet.
                let binary = plain.starts_with("0b") || plain.starts_with("0B");
                if binary {
                    Value::integer(integer_from_text(&plain, Some(2)).ok_or_else(failed)?)
                } else {
                    parse(&plain).ok_or_else(failed)?
                }
            }
            from => return Err(self.value(from, "Numeric")),
        };
        match number {
            Value::Int(number) if abs => Ok(Value::integer(BigInt::from(number).magnitude().clone().into())),
            Value::Big(number) if abs => Ok(Value::integer(number.magnitude().clone().into())),
            Value::Float(number) if abs => Ok(Value::Float(number.abs())),
            number => Ok(number),
        }
    }

    /// A string that looks like a number, without the blanks that Puppet allows after the sign.
    fn without_blanks_after_sign(&self, text: &str) -> Option<String> {
        let (sign, rest) = match text.strip_prefix(['-', '+']) {
            Some(rest) => (text.get(..1)?, rest.trim_start_matches(|char: char| char.is_ascii_whitespace())),
            None => ("", text.trim_start_matches(|char: char| char.is_ascii_whitespace())),
        };
        looks_like_number(rest).then(|| format!("{sign}{rest}"))
    }

    fn number_arguments<'a>(&self, ty: &str, args: &'a [Value]) -> Result<(&'a Value, bool), NewError> {
        match args {
            [Value::Hash(named)] => {
                self.known_keys(ty, named, &["from", "abs"])?;
                let from =
                    named.get_str("from").ok_or_else(|| self.arguments(ty, "the key from is missing"))?;
                Ok((from, self.flag(ty, named.get_str("abs"))?))
            }
            [from] => Ok((from, false)),
            [from, abs] => Ok((from, self.flag(ty, Some(abs))?)),
            _ => Err(self.count(ty, "a value and whether to drop the sign", args)),
        }
    }

    pub(super) fn boolean(&self, args: &[Value]) -> Result<Value, NewError> {
        let [from] = args else { return Err(self.count("Boolean", "one value", args)) };
        Ok(Value::Bool(match from {
            Value::Bool(value) => *value,
            Value::Int(number) => *number != 0,
            Value::Big(_) => true,
            Value::Float(number) => *number != 0.0,
            Value::Str(text) => match text.to_ascii_lowercase().as_str() {
                "true" | "yes" | "y" => true,
                "false" | "no" | "n" => false,
                _ => return Err(self.string_error(text, "Boolean")),
            },
            from => return Err(self.value(from, "Boolean")),
        }))
    }

    fn flag(&self, ty: &str, flag: Option<&Value>) -> Result<bool, NewError> {
        match flag {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(_) => Err(self.arguments(ty, "the last argument must be true or false")),
        }
    }

    fn known_keys(&self, ty: &str, named: &Hash, known: &[&str]) -> Result<(), NewError> {
        let is_known = |key: &Value| key.as_str().is_some_and(|key| known.contains(&key));
        if named.keys().all(is_known) {
            Ok(())
        } else {
            Err(self.arguments(ty, format!("the hash may have the keys {}", known.join(", "))))
        }
    }
}

/// Whether a string is a hexadecimal, binary, octal or decimal number, of which only the last may have a fraction and an
/// exponent.
fn looks_like_number(text: &str) -> bool {
    let all = |text: &str, fits: fn(&u8) -> bool| !text.is_empty() && text.bytes().all(|byte| fits(&byte));
    match text.get(..2) {
        Some("0x" | "0X") => return all(&text[2..], u8::is_ascii_hexdigit),
        Some("0b" | "0B") => return all(&text[2..], |byte| matches!(byte, b'0' | b'1')),
        _ => {}
    }
    let whole = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text.split_at(whole);
    if digits.len() > 1 && digits.starts_with('0') {
        return rest.is_empty() && all(digits, |byte| (b'0'..=b'7').contains(byte));
    }
    let (fraction, exponent) = match rest.split_once(['e', 'E']) {
        Some((fraction, exponent)) => (fraction, Some(exponent)),
        None => (rest, None),
    };
    let digits_only = |text: &str| all(text, u8::is_ascii_digit);
    whole > 0
        && (fraction.is_empty() || fraction.strip_prefix('.').is_some_and(digits_only))
        && exponent.is_none_or(|exponent| digits_only(exponent.strip_prefix('-').unwrap_or(exponent)))
}
