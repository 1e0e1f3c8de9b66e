//! Group names and the references that use them.

use super::Parser;
use crate::ast::{Callee, NodeKind};
use crate::error::{Error, ErrorKind};
use crate::unicode;

/// A reference between `<` and `>` or between quotes.
pub(super) enum Reference {
    /// A number. A negative one counts back from the reference.
    Number(i64),
    /// A name.
    Name(String),
}

impl Parser<'_> {
    /// Parses the name of a group that is being defined, up to and including `close`.
    pub(super) fn definition_name(&mut self, close: char) -> Result<String, Error> {
        let start = self.at;
        let first = self.peek();
        if first.is_none_or(|c| c == close || c == '-' || is_digit(c)) {
            return Err(self.name_error(start, close));
        }
        self.at += first.map_or(0, char::len_utf8);
        while let Some(c) = self.bump() {
            if c == close {
                return Ok(self.text.get(start..self.at - 1).unwrap_or("").to_owned());
            }
            if c == ')' {
                break;
            }
        }
        Err(self.error(start, ErrorKind::GroupName))
    }

    /// Parses `\k<...>`. The parser is at the opening mark.
    pub(super) fn named_backreference(&mut self, start: usize) -> Result<NodeKind, Error> {
        let close = self.close();
        let (reference, level) = self.reference(close, true)?;
        let (groups, by_name) = self.resolve(start, reference)?;
        Ok(NodeKind::Backreference { groups, by_name, level })
    }

    /// The groups that a reference means at this position of the pattern, and whether it is by name.
    pub(super) fn resolve(
        &mut self,
        start: usize,
        reference: Reference,
    ) -> Result<(Vec<usize>, bool), Error> {
        match reference {
            Reference::Number(number) => {
                let number = if number < 0 { self.groups as i64 + 1 + number } else { number };
                match usize::try_from(number) {
                    Ok(number) if number > 0 => Ok((vec![number], false)),
                    _ => Err(self.error(start, ErrorKind::UnknownGroupNumber)),
                }
            }
            Reference::Name(name) => match self.names.iter().find(|(known, _)| *known == name) {
                Some((_, groups)) => Ok((groups.clone(), true)),
                None => Err(self.error(start, ErrorKind::UnknownGroupName(name))),
            },
        }
    }

    /// Parses `\g<...>`. The parser is at the opening mark.
    pub(super) fn call(&mut self, start: usize) -> Result<NodeKind, Error> {
        let close = self.close();
        self.calls += 1;
        // Onigmo passes over a zero before a name or number.
        let zero = self.eat('0');
        if zero && self.eat(close) {
            return Ok(NodeKind::Call(Callee::Number(0)));
        }
        let forward = !zero && self.eat('+');
        let callee = match self.reference(close, false)?.0 {
            // Onigmo takes a name after a `+` for a number that it could not read, and calls the next group.
            Reference::Name(_) if forward => Callee::Number(self.groups + 1),
            Reference::Name(name) => Callee::Name(name),
            Reference::Number(number) => {
                let number = match number {
                    n if n < 0 => self.groups as i64 + 1 + n,
                    n if forward => self.groups as i64 + n,
                    n => n,
                };
                match usize::try_from(number) {
                    Ok(number) if number > 0 => Callee::Number(number),
                    _ => return Err(self.error(start, ErrorKind::UnknownGroupNumber)),
                }
            }
        };
        Ok(NodeKind::Call(callee))
    }

    /// Parses a reference up to and including `close`, with a recursion level if that is allowed.
    pub(super) fn reference(
        &mut self,
        close: char,
        with_level: bool,
    ) -> Result<(Reference, Option<i32>), Error> {
        let start = self.at;
        let Some(first) = self.bump().filter(|&c| c != close) else {
            return Err(self.error(start, ErrorKind::GroupName));
        };
        let numeric = is_digit(first) || first == '-';
        let mut end = self.at;
        let mut level = None;
        loop {
            match self.bump() {
                Some(c) if c == close => break,
                Some(sign @ ('+' | '-')) if with_level => {
                    level = Some(self.level(start, sign, close)?);
                    break;
                }
                None | Some(')') => return Err(self.error(start, ErrorKind::GroupName)),
                Some(c) if numeric && !is_digit(c) => return Err(self.name_error(start, close)),
                Some(_) => end = self.at,
            }
        }
        let text = self.text.get(start..end).unwrap_or("");
        if !numeric {
            return Ok((Reference::Name(text.to_owned()), level));
        }
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
        match number(digits) {
            Some(number) if number != 0 => Ok((Reference::Number(sign * i64::from(number)), level)),
            _ => Err(self.error(start, ErrorKind::GroupName)),
        }
    }

    fn level(&mut self, start: usize, sign: char, close: char) -> Result<i32, Error> {
        let from = self.at;
        while self.peek().is_some_and(is_digit) {
            self.bump();
        }
        let digits = self.text.get(from..self.at).unwrap_or("");
        match number(digits).and_then(|level| i32::try_from(level).ok()) {
            Some(level) if self.eat(close) => Ok(if sign == '-' { -level } else { level }),
            _ => Err(self.error(start, ErrorKind::GroupName)),
        }
    }

    /// Reads the opening mark of a name, and returns the mark that closes it.
    fn close(&mut self) -> char {
        if self.bump() == Some('<') { '>' } else { '\'' }
    }

    /// An error about a whole name. Skips the rest of the name, so that the range of the error covers it.
    fn name_error(&mut self, start: usize, close: char) -> Error {
        while let Some(c) = self.peek() {
            if c == close || c == ')' {
                break;
            }
            self.bump();
        }
        self.error(start, ErrorKind::GroupName)
    }
}

fn is_digit(c: char) -> bool {
    digit(c).is_some()
}

/// The value of a digit. Onigmo takes the digits of all scripts, and for each its distance from `0`.
pub(super) fn digit(c: char) -> Option<u32> {
    let is_one = c.is_ascii_digit() || !c.is_ascii() && unicode::digit().contains(u32::from(c));
    is_one.then(|| u32::from(c) - u32::from('0'))
}

/// The value of digits; none if there are none, or if it is too large.
fn number(digits: &str) -> Option<u32> {
    let value = digits.chars().try_fold(0_u32, |value, c| value.checked_mul(10)?.checked_add(digit(c)?))?;
    (!digits.is_empty() && i32::try_from(value).is_ok()).then_some(value)
}
