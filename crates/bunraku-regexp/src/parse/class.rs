//! Character classes. The states are those of Onigmo's parser, because they decide what a `-` means.

use super::Parser;
use super::escape::{control, shorthand};
use crate::ast::{Class, ClassItem, NodeKind, Property};
use crate::error::{Error, ErrorKind};

/// The names that are allowed in `[:...:]`.
const POSIX: [&str; 14] = [
    "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper",
    "xdigit", "ascii", "word",
];
/// How many characters Onigmo looks ahead for the end of an unknown `[:...:]`.
const POSIX_LOOK: usize = 20;

/// What has been read last.
enum State {
    /// Nothing yet, or `&&`.
    Start,
    /// A character, which may become the start of a range.
    Char(char),
    /// A set such as `\d`.
    Set,
    /// A character and a `-`, which start a range.
    Open(char),
    /// A complete range.
    Range,
}

enum Token {
    Char(char),
    Dash,
    And,
    Close,
    Open,
    Set(ClassItem),
}

struct Reader {
    start: usize,
    state: State,
    items: Vec<ClassItem>,
}

impl Parser<'_> {
    /// Parses a class. The parser is after its `[`, which is at `start`.
    pub(super) fn class(&mut self, start: usize) -> Result<Class, Error> {
        self.enter()?;
        let negated = self.eat('^');
        let mut reader = Reader { start, state: State::Start, items: Vec::new() };
        let mut operands = Vec::new();
        if self.peek() == Some(']') {
            // A `]` at the start of a class is a character, unless the class would have no end then.
            self.at += 1;
            if !self.rest().contains(']') {
                return Err(self.error(start, ErrorKind::EmptyClass));
            }
            reader.char(self, ']')?;
        }
        loop {
            match self.class_token(start)? {
                Token::Close => break,
                Token::Char(c) => reader.char(self, c)?,
                Token::Set(item) => reader.set(self, item)?,
                Token::Dash => self.dash(&mut reader)?,
                // Onigmo keeps the state over a nested class: in `[a[x]-c]` the range is from `a` to `c`.
                Token::Open => {
                    let class = self.class(self.at - 1)?;
                    reader.items.push(ClassItem::Class(class));
                }
                Token::And => {
                    reader.flush();
                    operands.push(std::mem::take(&mut reader.items));
                }
            }
        }
        reader.flush();
        operands.push(reader.items);
        self.depth -= 1;
        Ok(Class { negated, operands })
    }

    /// Handles a `-` that has just been read.
    fn dash(&mut self, reader: &mut Reader) -> Result<(), Error> {
        let at_end = self.peek() == Some(']') || self.rest().starts_with("&&");
        match reader.state {
            State::Char(c) if !at_end => {
                if self.peek().is_none() {
                    return Err(self.error(reader.start, ErrorKind::UnclosedClass));
                }
                reader.state = State::Open(c);
                Ok(())
            }
            State::Set if !at_end => {
                if self.peek().is_none() {
                    return Err(self.error(reader.start, ErrorKind::UnclosedClass));
                }
                Err(self.error(self.at - 1, ErrorKind::RangeOfSet))
            }
            _ => reader.char(self, '-'),
        }
    }

    fn class_token(&mut self, start: usize) -> Result<Token, Error> {
        let at = self.at;
        let Some(c) = self.bump() else { return Err(self.error(start, ErrorKind::UnclosedClass)) };
        Ok(match c {
            ']' => Token::Close,
            '-' => Token::Dash,
            '&' if self.eat('&') => Token::And,
            '[' if self.peek() == Some(':') && self.may_be_posix() => self.posix(at)?,
            '[' => Token::Open,
            '\\' => self.class_escape(at)?,
            c => Token::Char(c),
        })
    }

    fn class_escape(&mut self, start: usize) -> Result<Token, Error> {
        let Some(c) = self.bump() else { return Err(self.error(start, ErrorKind::LoneBackslash)) };
        Ok(match c {
            'b' => Token::Char('\x08'),
            'p' | 'P' if self.peek() == Some('{') => {
                Token::Set(ClassItem::Property(self.property(start, c == 'P')?))
            }
            'x' => literal(self.byte_escape(16, 2)),
            '0'..='7' => {
                self.at -= 1;
                literal(self.byte_escape(8, 3))
            }
            c => match shorthand(c) {
                Some(shorthand) => Token::Set(ClassItem::Shorthand(shorthand)),
                None => Token::Char(control(c)),
            },
        })
    }

    /// Whether `:]` comes before the next unescaped `]`. The parser is at the `:` of `[:`.
    fn may_be_posix(&self) -> bool {
        let rest = self.rest().get(1..).unwrap_or("");
        let mut chars = rest.char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                ':' if rest.get(at..).is_some_and(|rest| rest.starts_with(":]")) => return true,
                ']' => return false,
                '\\' => {
                    chars.next();
                }
                _ => {}
            }
        }
        false
    }

    /// Parses `[:name:]`, or just a `[`. The parser is at the `:`.
    fn posix(&mut self, start: usize) -> Result<Token, Error> {
        let bracket = self.at;
        self.at += 1;
        let negated = self.eat('^');
        let rest = self.rest();
        // Onigmo compares only the beginning of the name, if there are enough characters left, and then insists on `:]`. So
        // `[:alphax:]` is an error and not a nested class.
        let known = POSIX.iter().find(|name| rest.starts_with(**name));
        if let Some(name) = known.filter(|_| rest.chars().nth(6).is_some()) {
            let after = rest.get(name.len()..).unwrap_or("");
            if after.starts_with(":]") {
                self.at += name.len() + 2;
                return Ok(Token::Set(ClassItem::Posix(Property { name: (*name).to_owned(), negated })));
            }
            return Err(self.posix_error(start));
        }
        let end = rest.char_indices().take(POSIX_LOOK + 1).find(|(_, c)| matches!(c, ':' | ']'));
        if end.is_some_and(|(at, _)| rest.get(at..).is_some_and(|rest| rest.starts_with(":]"))) {
            return Err(self.posix_error(start));
        }
        self.at = bracket;
        Ok(Token::Char('['))
    }

    fn posix_error(&mut self, start: usize) -> Error {
        let rest = self.rest();
        let len = rest.find(":]").unwrap_or(rest.len());
        let name = rest.get(..len).unwrap_or("").to_owned();
        self.at = (self.at + len + 2).min(self.text.len());
        self.error(start, ErrorKind::PosixName(name))
    }
}

impl Reader {
    fn char(&mut self, parser: &Parser<'_>, c: char) -> Result<(), Error> {
        self.state = match self.state {
            State::Open(first) if first > c => {
                return Err(parser.error(self.start, ErrorKind::RangeOrder));
            }
            State::Open(first) => {
                self.items.push(ClassItem::Range(first, c));
                State::Range
            }
            State::Char(before) => {
                self.items.push(ClassItem::Range(before, before));
                State::Char(c)
            }
            State::Start | State::Set | State::Range => State::Char(c),
        };
        Ok(())
    }

    fn set(&mut self, parser: &Parser<'_>, item: ClassItem) -> Result<(), Error> {
        match self.state {
            State::Open(_) => return Err(parser.error(self.start, ErrorKind::RangeOfSet)),
            State::Char(c) => self.items.push(ClassItem::Range(c, c)),
            _ => {}
        }
        self.items.push(item);
        self.state = State::Set;
        Ok(())
    }

    /// Ends an operand. In Onigmo, a range that was not completed, as in `[a-[b]]`, adds nothing, not even its start.
    fn flush(&mut self) {
        if let State::Char(c) = self.state {
            self.items.push(ClassItem::Range(c, c));
        }
        self.state = State::Start;
    }
}

fn literal(kind: NodeKind) -> Token {
    match kind {
        NodeKind::Literal { c, .. } => Token::Char(c),
        _ => Token::Char('\0'),
    }
}
