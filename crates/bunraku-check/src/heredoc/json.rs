//! JSON as Ruby's parser reads it: one value, comments allowed, at most 100 levels deep.
//!
//! The reader in `bunraku-formats` creates values. This crate does not depend on values, so that editors can use it
//! without them, and only checks whether a value could be created.

/// How deeply arrays and objects may be nested in Ruby's parser.
const MAX_DEPTH: usize = 100;

/// Checks that a text is valid JSON. The error says what is wrong.
pub fn check(text: &str) -> Result<(), String> {
    let mut parser = Parser { text, pos: 0 };
    parser.blanks()?;
    parser.value(0)?;
    parser.blanks()?;
    match parser.peek() {
        None => Ok(()),
        Some(_) => parser.fail("expected the end of the document"),
    }
}

struct Parser<'s> {
    text: &'s str,
    pos: usize,
}

impl Parser<'_> {
    /// Recursion is limited by [`MAX_DEPTH`].
    fn value(&mut self, depth: usize) -> Result<(), String> {
        match self.peek() {
            Some('{') => self.collection('}', depth + 1),
            Some('[') => self.collection(']', depth + 1),
            Some('"') => self.string(),
            Some('-' | '0'..='9') => self.number(),
            _ => {
                for word in ["true", "false", "null"] {
                    if self.rest().starts_with(word) {
                        self.pos += word.len();
                        return Ok(());
                    }
                }
                self.fail("expected a value")
            }
        }
    }

    fn collection(&mut self, close: char, depth: usize) -> Result<(), String> {
        if depth > MAX_DEPTH {
            return self.fail("nested more than 100 levels deep");
        }
        self.pos += 1;
        self.blanks()?;
        if self.eat(close) {
            return Ok(());
        }
        loop {
            if close == '}' {
                if self.peek() != Some('"') {
                    return self.fail("expected a key in double quotes");
                }
                self.string()?;
                self.blanks()?;
                if !self.eat(':') {
                    return self.fail("expected `:` after the key");
                }
                self.blanks()?;
            }
            self.value(depth)?;
            self.blanks()?;
            if self.eat(close) {
                return Ok(());
            }
            if !self.eat(',') {
                return self.fail(&format!("expected `,` or `{close}`"));
            }
            self.blanks()?;
        }
    }

    fn string(&mut self) -> Result<(), String> {
        self.pos += 1;
        loop {
            match self.peek() {
                None => return self.fail("this string is never closed"),
                Some('"') => {
                    self.pos += 1;
                    return Ok(());
                }
                Some('\\') => self.escape()?,
                Some(control) if control < ' ' => {
                    return self.fail("a string cannot contain a control character or a line end");
                }
                Some(character) => self.pos += character.len_utf8(),
            }
        }
    }

    fn escape(&mut self) -> Result<(), String> {
        self.pos += 1;
        match self.peek() {
            Some('u') => {
                let code = self.hexadecimal()?;
                let low = code & 0xfc00 == 0xd800 && !self.rest().starts_with("\\u");
                if low { self.fail("half of a surrogate pair") } else { Ok(()) }
            }
            Some(control) if control < ' ' => self.fail("a string cannot contain a control character"),
            Some(character) => {
                self.pos += character.len_utf8();
                Ok(())
            }
            None => self.fail("this string is never closed"),
        }
    }

    fn hexadecimal(&mut self) -> Result<u32, String> {
        let digits = self.rest().get(1..5).unwrap_or("");
        let valid = digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        match u32::from_str_radix(digits, 16) {
            Ok(code) if valid => {
                self.pos += 5;
                Ok(code)
            }
            _ => self.fail("expected four hexadecimal digits after `\\u`"),
        }
    }

    fn number(&mut self) -> Result<(), String> {
        self.eat('-');
        let leading_zero = self.peek() == Some('0');
        let digits = self.digits();
        if digits == 0 || leading_zero && digits > 1 {
            return self.fail("not a number");
        }
        if self.peek() == Some('.') {
            self.pos += 1;
            if self.digits() == 0 {
                return self.fail("expected digits after `.`");
            }
        }
        if matches!(self.peek(), Some('e' | 'E')) {
            self.pos += 1;
            if !self.eat('+') {
                self.eat('-');
            }
            if self.digits() == 0 {
                return self.fail("expected digits after `e`");
            }
        }
        Ok(())
    }

    fn digits(&mut self) -> usize {
        let count = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        self.pos += count;
        count
    }

    /// Skips whitespace and comments.
    fn blanks(&mut self) -> Result<(), String> {
        loop {
            let rest = self.rest();
            self.pos += rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
            let rest = self.rest();
            if rest.starts_with("/*") {
                let Some(end) = rest.find("*/") else { return self.fail("this comment is never closed") };
                self.pos += end + 2;
            } else if rest.starts_with("//") {
                // Ruby's parser requires a line break at the end of a comment.
                let Some(end) = rest.find('\n') else { return self.fail("this comment has no line end") };
                self.pos += end + 1;
            } else {
                return Ok(());
            }
        }
    }

    fn eat(&mut self, character: char) -> bool {
        let found = self.peek() == Some(character);
        if found {
            self.pos += character.len_utf8();
        }
        found
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn rest(&self) -> &str {
        self.text.get(self.pos..).unwrap_or("")
    }

    fn fail<T>(&self, message: &str) -> Result<T, String> {
        let before = self.text.get(..self.pos).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
        Err(format!("{message} (line {line}, column {column} of the heredoc)"))
    }
}
