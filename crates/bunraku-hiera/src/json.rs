//! JSON as Ruby's `json` library reads it: comments are skipped, the last of repeated keys counts.

mod write;

use std::sync::Arc;

use bunraku_pcore::{Array, Hash, Value};
use num_bigint::BigInt;

use crate::yaml::{Position, YamlError};

pub use write::to_json;
pub(crate) use write::{append, quote};

/// How many arrays and objects may stand inside each other, as in Ruby.
pub const MAX_DEPTH: usize = 100;

/// A JSON text that was read.
#[derive(Debug)]
pub struct Json {
    /// The value.
    pub value: Value,
    /// Where the keys of the outermost object stand, in the order of its entries.
    pub positions: Vec<Position>,
}

/// Reads a JSON text.
pub fn read(text: &str) -> Result<Json, YamlError> {
    let mut reader = Reader { text, at: 0, positions: Vec::new() };
    reader.skip()?;
    let value = reader.value(0)?;
    reader.skip()?;
    if reader.at < text.len() {
        return Err(reader.fail("expected nothing after the value"));
    }
    let positions = reader.positions.iter().map(|at| position(text, *at)).collect();
    Ok(Json { value, positions })
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// Where the keys of the outermost object start.
    positions: Vec<usize>,
}

impl<'t> Reader<'t> {
    fn value(&mut self, depth: usize) -> Result<Value, YamlError> {
        match self.peek() {
            Some('{' | '[') if depth >= MAX_DEPTH => {
                Err(self.fail("more than 100 arrays and objects stand inside each other"))
            }
            Some('{') => self.object(depth),
            Some('[') => self.array(depth),
            Some('"') => self.string().map(Value::str),
            Some('-' | '0'..='9') => self.number(),
            _ => {
                for (word, value) in
                    [("true", Value::Bool(true)), ("false", Value::Bool(false)), ("null", Value::Undef)]
                {
                    if self.eat(word) {
                        return Ok(value);
                    }
                }
                Err(self.fail("expected a value"))
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value, YamlError> {
        self.at += 1;
        let mut hash = Hash::new();
        self.skip()?;
        if self.eat("}") {
            return Ok(Value::Hash(hash));
        }
        loop {
            let start = self.at;
            if self.peek() != Some('"') {
                return Err(self.fail("expected a key in double quotes"));
            }
            let key = Value::str(self.string()?);
            self.skip()?;
            if !self.eat(":") {
                return Err(self.fail("expected `:` after the key"));
            }
            self.skip()?;
            let value = self.value(depth + 1)?;
            if depth == 0 {
                self.note(&hash, &key, start);
            }
            hash.insert(key, value);
            self.skip()?;
            if self.eat("}") {
                return Ok(Value::Hash(hash));
            }
            if !self.eat(",") {
                return Err(self.fail("expected `,` or `}` after the value"));
            }
            self.skip()?;
        }
    }

    fn note(&mut self, hash: &Hash, key: &Value, start: usize) {
        let known = if hash.contains_key(key) { hash.keys().position(|known| known == key) } else { None };
        match known.and_then(|index| self.positions.get_mut(index)) {
            Some(at) => *at = start,
            None => self.positions.push(start),
        }
    }

    fn array(&mut self, depth: usize) -> Result<Value, YamlError> {
        self.at += 1;
        let mut array = Array::new();
        self.skip()?;
        if self.eat("]") {
            return Ok(Value::Array(array));
        }
        loop {
            array.push(self.value(depth + 1)?);
            self.skip()?;
            if self.eat("]") {
                return Ok(Value::Array(array));
            }
            if !self.eat(",") {
                return Err(self.fail("expected `,` or `]` after the value"));
            }
            self.skip()?;
        }
    }

    fn string(&mut self) -> Result<String, YamlError> {
        let start = self.at;
        self.at += 1;
        let mut text = String::new();
        loop {
            match self.next() {
                Some('"') => return Ok(text),
                Some('\\') => {
                    let char = self.next().ok_or_else(|| self.fail_at(start, "this string does not end"))?;
                    match char {
                        'b' => text.push('\u{8}'),
                        'f' => text.push('\u{c}'),
                        'n' => text.push('\n'),
                        'r' => text.push('\r'),
                        't' => text.push('\t'),
                        'u' => text.push(self.unicode()?),
                        char if char < ' ' => {
                            return Err(
                                self.fail_at(self.at - 1, "a control character in a string must be escaped")
                            );
                        }
                        char => text.push(char),
                    }
                }
                Some(char) if char < ' ' => {
                    return Err(self.fail_at(self.at - 1, "a control character in a string must be escaped"));
                }
                Some(char) => text.push(char),
                None => return Err(self.fail_at(start, "this string does not end")),
            }
        }
    }

    fn unicode(&mut self) -> Result<char, YamlError> {
        let high = self.hex4()?;
        if (0xd800..0xdc00).contains(&high) && self.rest().starts_with("\\u") {
            let before = self.at;
            self.at += 2;
            let low = self.hex4()?;
            if (0xdc00..0xe000).contains(&low) {
                let code = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            self.at = before;
        }
        Ok(char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn hex4(&mut self) -> Result<u32, YamlError> {
        let digits =
            self.rest().get(..4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let digits = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        match digits {
            Some(code) => {
                self.at += 4;
                Ok(code)
            }
            None => Err(self.fail("expected four hexadecimal digits after `\\u`")),
        }
    }

    fn number(&mut self) -> Result<Value, YamlError> {
        let rest = self.rest();
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let mut length = usize::from(rest.starts_with('-'));
        let after = |length: usize| rest.get(length..).unwrap_or("");
        let whole = digits(after(length));
        if whole == 0 || whole > 1 && after(length).starts_with('0') {
            return Err(self.fail("expected a number without leading zeros"));
        }
        length += whole;
        let mut float = false;
        if after(length).starts_with('.') && digits(after(length + 1)) > 0 {
            length += 1 + digits(after(length + 1));
            float = true;
        }
        if after(length).starts_with(['e', 'E']) {
            let sign = usize::from(after(length + 1).starts_with(['-', '+']));
            let exponent = digits(after(length + 1 + sign));
            if exponent > 0 {
                length += 1 + sign + exponent;
                float = true;
            }
        }
        let text = rest.get(..length).unwrap_or(rest);
        let value = if float {
            Value::Float(text.parse().unwrap_or(0.0))
        } else {
            match text.parse() {
                Ok(number) => Value::Int(number),
                Err(_) => Value::Big(Arc::new(text.parse::<BigInt>().unwrap_or_default())),
            }
        };
        self.at += length;
        Ok(value)
    }

    /// Skips blanks and comments.
    fn skip(&mut self) -> Result<(), YamlError> {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start_matches([' ', '\t', '\r', '\n']);
            self.at += rest.len() - trimmed.len();
            let end = if trimmed.starts_with("//") {
                trimmed.find('\n')
            } else if let Some(comment) = trimmed.strip_prefix("/*") {
                comment.find("*/").map(|end| end + 4)
            } else {
                return Ok(());
            };
            let Some(length) = end else { return Err(self.fail("this comment does not end")) };
            self.at += length;
        }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let char = self.peek()?;
        self.at += char.len_utf8();
        Some(char)
    }

    fn eat(&mut self, expected: &str) -> bool {
        let found = self.rest().starts_with(expected);
        if found {
            self.at += expected.len();
        }
        found
    }

    fn fail(&self, message: &str) -> YamlError {
        self.fail_at(self.at, message)
    }

    fn fail_at(&self, at: usize, message: &str) -> YamlError {
        YamlError { message: message.to_string(), position: position(self.text, at) }
    }
}

fn position(text: &str, at: usize) -> Position {
    let before = text.get(..at).unwrap_or(text);
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    Position {
        line: number(before.matches('\n').count() + 1),
        column: number(before.get(line_start..).unwrap_or("").chars().count() + 1),
    }
}
