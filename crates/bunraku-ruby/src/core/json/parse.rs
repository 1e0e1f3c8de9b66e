//! Reading JSON.

use num_bigint::BigInt;

use crate::{
    Args, Interp, R,
    value::{RHash, Val},
};

/// How deep arrays and objects may be nested if nothing else is said.
const MAX_NESTING: usize = 100;
/// How deep they may be nested if the limit is taken away.
const LARGEST_NESTING: usize = 1_000;

pub(super) fn parse(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    let source = interp.arg_str(&args.get(0))?;
    let nesting = match args.option("max_nesting") {
        None => MAX_NESTING,
        Some(Val::Int(limit)) if limit > 0 => {
            usize::try_from(limit).unwrap_or(MAX_NESTING).min(LARGEST_NESTING)
        }
        Some(_) => LARGEST_NESTING,
    };
    let option = |name: &str| args.option(name).is_some_and(|value| value.truthy());
    let mut reader = Reader {
        text: &source,
        at: 0,
        nesting,
        symbols: option("symbolize_names"),
        nan: option("allow_nan"),
    };
    let result = reader.document();
    // What was read counts, so that a loop over large texts ends.
    interp.check_size(source.len())?;
    match result {
        Ok(value) => Ok(value),
        Err(Failure::Nesting(depth)) => {
            Err(interp.error("JSON::NestingError", format!("nesting of {depth} is too deep")))
        }
        Err(Failure::Unexpected { at, number }) => {
            let rest = source.get(at..).unwrap_or("");
            Err(interp.error("JSON::ParserError", format!("{number}: unexpected token at '{rest}'")))
        }
        Err(Failure::NotHere) => Err(interp.error("JSON::ParserError", "unexpected token")),
    }
}

/// Why a text is no JSON.
enum Failure {
    /// There is no value here; what is around says so.
    NotHere,
    /// A place, with a number that tells Ruby's developers where their parser found it.
    Unexpected {
        at: usize,
        number: u32,
    },
    Nesting(usize),
}

const IN_ARRAY: u32 = 451;
const IN_DOCUMENT: u32 = 859;
const NOT_A_NUMBER: u32 = 225;

struct Reader<'t> {
    text: &'t str,
    at: usize,
    nesting: usize,
    symbols: bool,
    nan: bool,
}

impl Reader<'_> {
    fn document(&mut self) -> Result<Val, Failure> {
        self.skip_blanks();
        let start = self.at;
        let value = match self.value(0) {
            Err(Failure::NotHere) => return Err(Failure::Unexpected { at: start, number: IN_DOCUMENT }),
            other => other?,
        };
        self.skip_blanks();
        if self.at < self.text.len() {
            return Err(Failure::Unexpected { at: self.at, number: IN_DOCUMENT });
        }
        Ok(value)
    }

    fn value(&mut self, depth: usize) -> Result<Val, Failure> {
        for (word, value) in [("null", Val::Nil), ("true", Val::Bool(true)), ("false", Val::Bool(false))] {
            if self.takes(word) {
                return Ok(value);
            }
        }
        for (word, number) in
            [("NaN", f64::NAN), ("Infinity", f64::INFINITY), ("-Infinity", f64::NEG_INFINITY)]
        {
            let start = self.at;
            if self.takes(word) {
                let failure = Failure::Unexpected { at: start, number: NOT_A_NUMBER };
                return if self.nan { Ok(Val::Float(number)) } else { Err(failure) };
            }
        }
        match self.peek() {
            Some(b'"') => Ok(Val::str(self.string()?)),
            Some(b'[') => self.array(depth + 1),
            Some(b'{') => self.object(depth + 1),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => Err(Failure::NotHere),
        }
    }

    fn array(&mut self, depth: usize) -> Result<Val, Failure> {
        self.check_depth(depth)?;
        self.at += 1;
        let mut items = Vec::new();
        loop {
            self.skip_blanks();
            if items.is_empty() && self.takes("]") {
                return Ok(Val::array(items));
            }
            let start = self.at;
            match self.value(depth) {
                Err(Failure::NotHere) => return Err(Failure::Unexpected { at: start, number: IN_ARRAY }),
                item => items.push(item?),
            }
            self.skip_blanks();
            if self.takes("]") {
                return Ok(Val::array(items));
            }
            if !self.takes(",") {
                return Err(Failure::Unexpected { at: self.at, number: IN_ARRAY });
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Val, Failure> {
        self.check_depth(depth)?;
        self.at += 1;
        let hash = RHash::new();
        let mut first = true;
        loop {
            self.skip_blanks();
            if first && self.takes("}") {
                break;
            }
            first = false;
            if self.peek() != Some(b'"') {
                return Err(Failure::NotHere);
            }
            let key = self.string()?;
            self.skip_blanks();
            if !self.takes(":") {
                return Err(Failure::NotHere);
            }
            self.skip_blanks();
            let value = self.value(depth)?;
            hash.set(if self.symbols { Val::sym(key) } else { Val::str(key) }, value);
            self.skip_blanks();
            if self.takes("}") {
                break;
            }
            if !self.takes(",") {
                return Err(Failure::NotHere);
            }
        }
        Ok(Val::Hash(std::rc::Rc::new(hash)))
    }

    fn check_depth(&self, depth: usize) -> Result<(), Failure> {
        if depth > self.nesting { Err(Failure::Nesting(depth)) } else { Ok(()) }
    }

    fn string(&mut self) -> Result<String, Failure> {
        let mut text = String::new();
        let mut chars = self.text.get(self.at + 1..).unwrap_or("").char_indices();
        while let Some((index, char)) = chars.next() {
            match char {
                '"' => {
                    self.at += index + 2;
                    return Ok(text);
                }
                '\\' => match chars.next() {
                    Some((at, 'u')) => {
                        let (char, length) = self.escaped(self.at + 1 + at + 1).ok_or(Failure::NotHere)?;
                        text.push(char);
                        // The digits were read already.
                        chars.nth(length - 1);
                    }
                    Some((_, char)) => text.push(match char {
                        'n' => '\n',
                        't' => '\t',
                        'r' => '\r',
                        'b' => '\u{8}',
                        'f' => '\u{c}',
                        other => other,
                    }),
                    None => return Err(Failure::NotHere),
                },
                char if u32::from(char) < 0x20 => return Err(Failure::NotHere),
                char => text.push(char),
            }
        }
        Err(Failure::NotHere)
    }

    /// The character of `\uXXXX`, which may be of two halves, and how many characters it takes.
    fn escaped(&self, at: usize) -> Option<(char, usize)> {
        let digits = |at: usize| u32::from_str_radix(self.text.get(at..at + 4)?, 16).ok();
        let first = digits(at)?;
        if let Some(char) = char::from_u32(first) {
            return Some((char, 4));
        }
        let second = match self.text.get(at + 4..at + 6) {
            Some("\\u") => digits(at + 6),
            _ => None,
        };
        match second {
            Some(second @ 0xdc00..=0xdfff) if first < 0xdc00 => {
                let char = char::from_u32(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00))?;
                Some((char, 10))
            }
            _ => Some((char::REPLACEMENT_CHARACTER, 4)),
        }
    }

    fn number(&mut self) -> Result<Val, Failure> {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or(&[]);
        let digits = |from: usize| rest.iter().skip(from).take_while(|byte| byte.is_ascii_digit()).count();
        let sign = usize::from(rest.first() == Some(&b'-'));
        let whole = digits(sign);
        if whole == 0 || (whole > 1 && rest.get(sign) == Some(&b'0')) {
            return Err(Failure::NotHere);
        }
        let mut end = sign + whole;
        let mut float = false;
        let fraction = if rest.get(end) == Some(&b'.') { digits(end + 1) } else { 0 };
        if fraction > 0 {
            end += 1 + fraction;
            float = true;
        }
        if matches!(rest.get(end), Some(b'e' | b'E')) {
            let signed = usize::from(matches!(rest.get(end + 1), Some(b'+' | b'-')));
            let exponent = digits(end + 1 + signed);
            if exponent > 0 {
                end += 1 + signed + exponent;
                float = true;
            }
        }
        let text = self.text.get(self.at..self.at + end).unwrap_or("0");
        self.at += end;
        if float {
            return Ok(Val::Float(text.parse().unwrap_or(0.0)));
        }
        Ok(match text.parse::<i64>() {
            Ok(number) => Val::Int(number),
            Err(_) => Val::integer(text.parse::<BigInt>().unwrap_or_default()),
        })
    }

    /// Blanks and comments.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.text.get(self.at..).unwrap_or("");
            let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
            let rest = rest.get(blanks..).unwrap_or("");
            let comment = match rest.get(..2) {
                Some("/*") => rest.find("*/").map(|end| end + 2),
                Some("//") => rest.find('\n').map(|end| end + 1),
                _ => None,
            };
            self.at += blanks + comment.unwrap_or(0);
            if comment.is_none() {
                return;
            }
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn takes(&mut self, word: &str) -> bool {
        let here = self.text.get(self.at..).is_some_and(|rest| rest.starts_with(word));
        if here {
            self.at += word.len();
        }
        here
    }
}
