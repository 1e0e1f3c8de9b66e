//! Scalars: with and without quotes.

use bunraku_pcore::{Value, number};

use super::{Reader, is_unquoted};
use crate::Error;

impl Reader<'_> {
    pub(super) fn quoted(&mut self) -> Result<String, Error> {
        if let Some(inside) = self.rest().strip_prefix("\"\"\"") {
            let end = inside.find("\"\"\"").ok_or_else(|| self.fail("this string is never closed"))?;
            // Additional quotes at the end belong to the text.
            let more = inside.get(end + 3..).unwrap_or("").bytes().take_while(|byte| *byte == b'"').count();
            self.at += 6 + end + more;
            return Ok(inside.get(..end + more).unwrap_or("").to_string());
        }
        let rest = self.rest();
        let (mut escaped, mut known) = (false, true);
        let end = rest.char_indices().skip(1).find(|(_, char)| {
            let ends = *char == '"' && !escaped;
            known &= !escaped || "\"\\/bfnrtu".contains(*char);
            escaped = *char == '\\' && !escaped;
            ends || *char == '\n'
        });
        let Some((end, '"')) = end else { return Err(self.fail("this string is never closed")) };
        if !known {
            return Err(self.fail("unknown escape in this string"));
        }
        let json = crate::json::read(rest.get(..=end).unwrap_or(""));
        let text = json.ok().and_then(|json| json.value.as_str().map(str::to_string));
        let text = text.ok_or_else(|| self.fail("invalid string"))?;
        self.at += end + 1;
        Ok(text)
    }

    pub(super) fn unquoted(&mut self) -> Result<String, Error> {
        let rest = self.rest();
        if rest.starts_with(|char: char| char.is_ascii_digit() || char == '-') {
            // A number extends as far as its characters do; what follows is another piece of the value.
            let end = rest.find(|char| !"0123456789eE+-.".contains(char)).unwrap_or(rest.len());
            self.at += end;
            return Ok(rest.get(..end).unwrap_or("").to_string());
        }
        let mut end = rest.find(|char| !is_unquoted(char) && char != '.').unwrap_or(rest.len());
        if let Some(comment) = rest.get(..end).and_then(|text| text.find("//")) {
            end = comment;
        }
        if end == 0 {
            return Err(self.fail("this character needs quotes around the string"));
        }
        self.at += end;
        Ok(rest.get(..end).unwrap_or("").to_string())
    }
}

/// Parses a scalar without quotes; `None` for a number that is too large.
pub(super) fn scalar(text: &str) -> Option<Value> {
    match text {
        "true" => return Some(Value::Bool(true)),
        "false" => return Some(Value::Bool(false)),
        "null" => return Some(Value::Undef),
        _ => {}
    }
    if !text.starts_with(|char: char| char.is_ascii_digit() || char == '-') {
        return Some(Value::str(text));
    }
    let number = if text.contains(['.', 'e', 'E']) {
        match number::float_from_text(text) {
            Some(float) if !float.is_finite() => return None,
            // The library makes an integer of every number without a fraction, however it is written.
            Some(float) if float.fract() == 0.0 => format!("{float:.0}").parse().ok().map(Value::integer),
            Some(float) => Some(Value::Float(float)),
            None => None,
        }
    } else {
        number::integer_from_text(text, None).map(Value::integer)
    };
    Some(number.unwrap_or_else(|| Value::str(text)))
}
