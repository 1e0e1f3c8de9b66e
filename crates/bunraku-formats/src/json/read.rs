//! The JSON reader, generic over the values that its [`Build`] creates.

use std::borrow::Cow;

use bunraku_diag::json::first_special;
use bunraku_pcore::watch::Parts;
use num_bigint::BigInt;

use super::{Failure, MAX_DEPTH, Reason};

/// How many digits an integer may have, because parsing takes quadratic time. Literals of the language have the same
/// limit.
const MAX_DIGITS: usize = 20_000;

/// The approximate size of a value in its collection, in bytes.
const VALUE: u64 = size_of::<bunraku_pcore::Value>() as u64;

/// Creates values from the parts of a document. Strings without escapes are borrowed from it.
pub trait Build<'t> {
    /// A value.
    type Value;
    /// An array whose elements are being read.
    type Array: Default;
    /// An object whose entries are being read.
    type Object: Default;

    /// `null`.
    fn null(&mut self) -> Self::Value;
    /// `true` or `false`.
    fn bool(&mut self, bool: bool) -> Self::Value;
    /// A number without a fraction that fits in 64 bits.
    fn integer(&mut self, number: i64) -> Self::Value;
    /// A number without a fraction that does not fit in 64 bits.
    fn big(&mut self, number: BigInt) -> Self::Value;
    /// A number with a fraction or an exponent.
    fn float(&mut self, number: f64) -> Self::Value;
    /// A string.
    fn string(&mut self, text: Cow<'t, str>) -> Self::Value;
    /// Appends an element to an array.
    fn push(&mut self, array: &mut Self::Array, value: Self::Value);
    /// An array that is complete.
    fn array(&mut self, array: Self::Array) -> Self::Value;
    /// Adds an entry to an object. `at` is the byte where its key starts.
    fn insert(
        &mut self,
        object: &mut Self::Object,
        key: Cow<'t, str>,
        value: Self::Value,
        at: usize,
        outermost: bool,
    );
    /// An object that is complete.
    fn object(&mut self, object: Self::Object) -> Self::Value;
}

/// What a document may contain.
#[derive(Debug, Clone, Copy)]
pub struct Accepted {
    /// How deeply arrays and objects may be nested.
    pub nesting: usize,
    /// Whether `NaN`, `Infinity` and `-Infinity` are numbers.
    pub nan: bool,
}

impl Default for Accepted {
    fn default() -> Accepted {
        Accepted { nesting: MAX_DEPTH, nan: false }
    }
}

/// Reads a document. Open collections are on an explicit stack, so that nesting cannot overflow the thread's.
pub fn read_with<'t, B: Build<'t>>(
    text: &'t str,
    limits: Accepted,
    build: &mut B,
) -> Result<B::Value, Failure> {
    let mut reader =
        Reader { text, at: 0, limits, build, open: Vec::new(), start: 0, parts: Parts::default() };
    reader.skip()?;
    reader.start = reader.at;
    let value = reader.document()?;
    reader.skip()?;
    if reader.at < text.len() {
        return Err(reader.fail(Reason::Trailing));
    }
    Ok(value)
}

struct Reader<'t, 'b, B: Build<'t>> {
    text: &'t str,
    at: usize,
    limits: Accepted,
    build: &'b mut B,
    open: Vec<Open<'t, B>>,
    /// The start of the outermost value.
    start: usize,
    parts: Parts,
}

/// A collection that is being read.
enum Open<'t, B: Build<'t>> {
    Array {
        items: B::Array,
        /// The start of the current element.
        item: usize,
    },
    Object {
        entries: B::Object,
        key: Cow<'t, str>,
        /// The start of the key.
        at: usize,
    },
}

impl<'t, B: Build<'t>> Reader<'t, '_, B> {
    fn document(&mut self) -> Result<B::Value, Failure> {
        loop {
            if let Some(ended) = self.parts.count(VALUE) {
                return Err(self.fail(Reason::Ended(ended)));
            }
            let Some(value) = self.value()? else { continue };
            if let Some(value) = self.close(value)? {
                return Ok(value);
            }
        }
    }

    /// Reads a scalar or an empty collection. Other collections are opened, up to their first value.
    fn value(&mut self) -> Result<Option<B::Value>, Failure> {
        let value = match self.peek() {
            Some(b'{' | b'[') if self.open.len() >= self.limits.nesting => {
                return Err(self.fail(Reason::Nesting));
            }
            Some(b'[') => {
                self.at += 1;
                self.open.push(Open::Array { items: B::Array::default(), item: self.at });
                self.skip()?;
                if !self.eat(b']') {
                    self.follow()?;
                    return Ok(None);
                }
                self.open.pop();
                self.build.array(B::Array::default())
            }
            Some(b'{') => {
                self.at += 1;
                let entries = B::Object::default();
                self.open.push(Open::Object { entries, key: Cow::Borrowed(""), at: self.at });
                self.skip()?;
                if !self.eat(b'}') {
                    self.follow()?;
                    return Ok(None);
                }
                self.open.pop();
                self.build.object(B::Object::default())
            }
            Some(b'"') => {
                let text = self.string()?;
                self.build.string(text)
            }
            Some(b'-') if self.rest().starts_with("-Infinity") => {
                self.not_finite("-Infinity", f64::NEG_INFINITY, Reason::NegativeInfinity)?
            }
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b'I') if self.rest().starts_with("Infinity") => {
                self.not_finite("Infinity", f64::INFINITY, Reason::NotANumber)?
            }
            Some(b'N') if self.rest().starts_with("NaN") => {
                self.not_finite("NaN", f64::NAN, Reason::NotANumber)?
            }
            Some(b't') if self.eat_word("true") => self.build.bool(true),
            Some(b'f') if self.eat_word("false") => self.build.bool(false),
            Some(b'n') if self.eat_word("null") => self.build.null(),
            Some(b']') => return Err(self.fail(self.after_comma(Reason::Value))),
            _ => return Err(self.fail(Reason::Value)),
        };
        Ok(Some(value))
    }

    /// Adds a value to its collection, and closes all collections that end after it. Returns the outermost value when
    /// it is complete; otherwise another value follows.
    fn close(&mut self, mut value: B::Value) -> Result<Option<B::Value>, Failure> {
        loop {
            let outermost = self.open.len() == 1;
            let (end, reason) = match self.open.last_mut() {
                None => return Ok(Some(value)),
                Some(Open::Array { items, .. }) => {
                    self.build.push(items, value);
                    (b']', Reason::ArraySeparator)
                }
                Some(Open::Object { entries, key, at }) => {
                    self.build.insert(entries, std::mem::take(key), value, *at, outermost);
                    (b'}', Reason::ObjectSeparator)
                }
            };
            self.skip()?;
            if !self.eat(end) {
                if !self.eat(b',') {
                    return Err(self.fail(reason));
                }
                self.skip()?;
                self.follow()?;
                return Ok(None);
            }
            value = match self.open.pop() {
                Some(Open::Array { items, .. }) => self.build.array(items),
                Some(Open::Object { entries, .. }) => self.build.object(entries),
                None => return Err(self.fail(reason)),
            };
        }
    }

    /// Prepares for the next value of the innermost collection.
    fn follow(&mut self) -> Result<(), Failure> {
        let start = self.at;
        let found = match self.open.last_mut() {
            Some(Open::Array { item, .. }) => {
                *item = start;
                return Ok(());
            }
            _ => self.key()?,
        };
        if let Some(Open::Object { key, at, .. }) = self.open.last_mut() {
            (*key, *at) = found;
        }
        Ok(())
    }

    /// Why nothing can end here: because of a comma, or for another reason.
    fn after_comma(&self, otherwise: Reason) -> Reason {
        let before = self.text.get(..self.at).unwrap_or_default();
        if before.trim_end().ends_with(',') { Reason::LastComma } else { otherwise }
    }

    /// A key, the colon after it, and where the key starts.
    fn key(&mut self) -> Result<(Cow<'t, str>, usize), Failure> {
        let start = self.at;
        if self.peek() == Some(b'}') {
            return Err(self.fail(self.after_comma(Reason::Key)));
        }
        if self.peek() != Some(b'"') {
            return Err(self.fail(Reason::Key));
        }
        let key = self.string()?;
        self.skip()?;
        if !self.eat(b':') {
            return Err(self.fail(Reason::Colon));
        }
        self.skip()?;
        Ok((key, start))
    }

    fn string(&mut self) -> Result<Cow<'t, str>, Failure> {
        let start = self.at;
        self.at += 1;
        let mut text = Cow::Borrowed("");
        loop {
            let rest = self.rest();
            let Some(end) = first_special(rest.as_bytes()) else {
                return Err(self.fail_at(start, Reason::EndlessString));
            };
            let plain = rest.get(..end).unwrap_or("");
            self.at += end;
            if self.eat(b'"') {
                // Most strings have no escapes, and nothing is copied.
                return Ok(if text.is_empty() { Cow::Borrowed(plain) } else { text + plain });
            }
            text += plain;
            if !self.eat(b'\\') {
                return Err(self.fail(Reason::ControlCharacter));
            }
            let escaped = self.rest().chars().next();
            let char = escaped.ok_or_else(|| self.fail_at(start, Reason::EndlessString))?;
            if char < ' ' {
                return Err(self.fail(Reason::ControlCharacter));
            }
            self.at += char.len_utf8();
            text.to_mut().push(match char {
                'b' => '\u{8}',
                'f' => '\u{c}',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'u' => self.unicode()?,
                char => char,
            });
        }
    }

    /// A character by its number. Large ones are written as two halves, of which Ruby's library does not check the second;
    /// if something else is in its place, the result is a question mark, and the byte after it is lost.
    fn unicode(&mut self) -> Result<char, Failure> {
        let start = self.at - 2;
        let high = self.hex4()?;
        if !(0xd800..0xdc00).contains(&high) {
            return Ok(char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        if self.string_ends_within(6) {
            return Err(self.fail_at(start, Reason::Surrogate));
        }
        if self.rest().starts_with("\\u") {
            self.at += 2;
            let code = 0x10000 + ((high - 0xd800) << 10) + (self.hex4()? & 0x3ff);
            return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        let is_plain = self.peek().is_some_and(|byte| byte.is_ascii() && byte != b'\\');
        self.at += usize::from(is_plain);
        Ok('?')
    }

    /// Whether the string has fewer bytes left than a number.
    fn string_ends_within(&self, bytes: usize) -> bool {
        let mut escaped = false;
        let rest = self.rest().bytes().take(bytes).take_while(|byte| {
            let ends = *byte == b'"' && !escaped;
            escaped = *byte == b'\\' && !escaped;
            !ends
        });
        rest.count() < bytes
    }

    fn hex4(&mut self) -> Result<u32, Failure> {
        let digits =
            self.rest().get(..4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let digits = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let code = digits.ok_or_else(|| self.fail(Reason::UnicodeDigits))?;
        self.at += 4;
        Ok(code)
    }

    fn not_finite(&mut self, word: &str, number: f64, reason: Reason) -> Result<B::Value, Failure> {
        if !self.limits.nan {
            return Err(self.fail(reason));
        }
        self.at += word.len();
        Ok(self.build.float(number))
    }

    fn number(&mut self) -> Result<B::Value, Failure> {
        let rest = self.rest();
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let mut length = usize::from(rest.starts_with('-'));
        let after = |length: usize| rest.get(length..).unwrap_or("");
        let whole = digits(after(length));
        if whole == 0 || whole > 1 && after(length).starts_with('0') {
            return Err(self.fail(Reason::Number));
        }
        if whole > MAX_DIGITS {
            return Err(self.fail(Reason::Digits));
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
        self.at += length;
        Ok(if float {
            self.build.float(text.parse().unwrap_or(0.0))
        } else {
            match text.parse() {
                Ok(number) => self.build.integer(number),
                Err(_) => self.build.big(text.parse::<BigInt>().unwrap_or_default()),
            }
        })
    }

    /// Skips whitespace and comments.
    fn skip(&mut self) -> Result<(), Failure> {
        loop {
            match self.peek() {
                Some(b' ' | b'\t' | b'\r' | b'\n') => self.at += 1,
                Some(b'/') if self.comment()? => {}
                _ => return Ok(()),
            }
        }
    }

    /// Skips a comment. Returns `false` if there is none.
    fn comment(&mut self) -> Result<bool, Failure> {
        let rest = self.rest();
        let end = if rest.starts_with("//") {
            rest.find('\n')
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.find("*/").map(|end| end + 4)
        } else {
            return Ok(false);
        };
        let Some(length) = end else { return Err(self.fail(Reason::EndlessComment)) };
        self.at += length;
        Ok(true)
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn eat(&mut self, expected: u8) -> bool {
        let found = self.peek() == Some(expected);
        self.at += usize::from(found);
        found
    }

    fn eat_word(&mut self, expected: &str) -> bool {
        let found = self.rest().starts_with(expected);
        if found {
            self.at += expected.len();
        }
        found
    }

    fn fail(&self, reason: Reason) -> Failure {
        self.fail_at(self.at, reason)
    }

    fn fail_at(&self, at: usize, reason: Reason) -> Failure {
        let item = self.open.iter().rev().find_map(|open| match open {
            Open::Array { item, .. } => Some(*item),
            Open::Object { .. } => None,
        });
        let in_object = matches!(self.open.last(), Some(Open::Object { .. }));
        let between_items = match reason {
            Reason::ArraySeparator | Reason::Trailing => true,
            Reason::EndlessComment => !in_object,
            _ => false,
        };
        let place = if between_items { at } else { item.unwrap_or(self.start) };
        Failure { reason, at, item: place, in_array: item.is_some() }
    }
}
