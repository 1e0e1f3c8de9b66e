//! Why a document is not JSON.

use bunraku_pcore::watch::Ended;

use crate::{Error, ErrorKind, Position, error::ended_message};

/// Why a document is not JSON, with the details that Ruby's messages contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Failure {
    /// What is wrong.
    pub reason: Reason,
    /// The byte offset of the error.
    pub at: usize,
    /// The start of the innermost array element that contains the error, or else of the whole value: Ruby's library
    /// goes back to there.
    pub item: usize,
    /// Whether `item` is an element of an array.
    pub in_array: bool,
}

/// The reasons for which a document is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the messages tell what they are")]
pub enum Reason {
    Nesting,
    Value,
    Key,
    LastComma,
    Colon,
    ArraySeparator,
    ObjectSeparator,
    Trailing,
    EndlessString,
    EndlessComment,
    ControlCharacter,
    UnicodeDigits,
    Surrogate,
    Number,
    NotANumber,
    NegativeInfinity,
    Digits,
    Ended(Ended),
}

impl Failure {
    /// Converts it to an error with line and column.
    pub fn error(&self, text: &str) -> Error {
        let kind = match self.reason {
            Reason::Nesting => ErrorKind::Nesting,
            Reason::Digits => ErrorKind::Size,
            Reason::Ended(_) => ErrorKind::Ended,
            _ => ErrorKind::Syntax,
        };
        let at = match self.reason {
            // The comma, instead of the bracket after it.
            Reason::LastComma => text.get(..self.at).and_then(|before| before.rfind(',')).unwrap_or(self.at),
            _ => self.at,
        };
        Error::new(kind, self.reason.message(), Position::of(text, at))
    }
}

impl Reason {
    /// What is wrong, as a sentence.
    pub fn message(self) -> &'static str {
        match self {
            Reason::Nesting => "arrays and objects are nested more than 100 levels deep",
            Reason::Value | Reason::NotANumber => "expected a value",
            Reason::Key => "expected a key in double quotes",
            Reason::LastComma => "unexpected comma after the last value",
            Reason::Colon => "expected `:` after the key",
            Reason::ArraySeparator => "expected `,` or `]` after the value",
            Reason::ObjectSeparator => "expected `,` or `}` after the value",
            Reason::Trailing => "unexpected content after the value",
            Reason::EndlessString => "this string is never closed",
            Reason::EndlessComment => "this comment is never closed",
            Reason::ControlCharacter => "a control character in a string must be escaped",
            Reason::UnicodeDigits => "expected four hexadecimal digits after `\\u`",
            Reason::Surrogate => "this `\\u` escape is only half of a surrogate pair",
            Reason::Number | Reason::NegativeInfinity => "expected a number without leading zeros",
            Reason::Digits => "a number may have at most 20000 digits",
            Reason::Ended(ended) => ended_message(ended),
        }
    }
}
