//! Turns text into tokens.
//!
//! The lexer reads the whole text at once. The meaning of a sign depends slightly on what precedes it (`[` after a
//! blank, `{` after `?`, `/` after a value, `(` first on its line), but never on the grammar. Tokens are contiguous and
//! cover the text; the lines of a heredoc are tokens at their own position, and [`Lexed::order`] lists the tokens in
//! the order that the grammar needs.

mod epp;
mod heredoc;
mod number;
mod order;
mod regexp;
mod string;
mod word;

use bunraku_diag::{Code, TextRange, codes};
use bunraku_edition::SyntaxRules;

use crate::{
    SourceKind, SyntaxError,
    token::{Token, TokenKind},
};
pub use heredoc::{Heredoc, HeredocEscapes};
pub(crate) use number::MAX_DIGITS;
pub(crate) use string::unicode_escape;

/// The result of the lexer.
pub(crate) struct Lexed {
    /// All tokens in source order, ending with `Eof`.
    pub tokens: Vec<Token>,
    /// The tokens that the grammar sees, in its order: the text of a heredoc follows its tag.
    pub order: Vec<u32>,
    /// The heredocs, ordered by where their texts begin.
    pub heredocs: Vec<Heredoc>,
    /// Lexical errors.
    pub errors: Vec<SyntaxError>,
    /// Whether lexing was ended before all of the text was read.
    pub ended: bool,
}

/// The maximum number of errors; nobody reads more.
pub(crate) const MAX_ERRORS: usize = 1_000;

/// How many tokens are read between two checks whether to go on: less than a millisecond of work.
const INTERVAL: usize = 1 << 14;

/// Lexes a text, which must be shorter than 4 GiB, as long as `go_on` returns `true`.
pub(crate) fn lex(text: &str, kind: SourceKind, rules: &SyntaxRules, go_on: &dyn Fn() -> bool) -> Lexed {
    let mut lexer = Lexer {
        text,
        bytes: text.as_bytes(),
        pos: 0,
        limit: text.len(),
        rules,
        plans: kind == SourceKind::Plan,
        tokens: Vec::with_capacity(text.len() / 3 + 8),
        errors: Vec::new(),
        after: None,
        line_start: 0,
        frames: Vec::new(),
        base: 0,
        pending: Vec::new(),
        heredocs: Vec::new(),
        heredoc_depth: 0,
        epp: epp::EppMode::None,
        no_regexp_before: 0,
        no_paren_from: usize::MAX,
        go_on,
        next_question: INTERVAL,
        ended: false,
    };
    if kind == SourceKind::Template {
        lexer.epp_text(false);
    }
    lexer.code();
    lexer.epp_finish();
    lexer.push(TokenKind::Eof, lexer.limit);
    heredoc::nest(&mut lexer.heredocs);
    let order = order::order(&lexer.tokens, &lexer.heredocs);
    let Lexer { tokens, heredocs, errors, ended, .. } = lexer;
    Lexed { tokens, order, heredocs, errors, ended }
}

struct Lexer<'s> {
    text: &'s str,
    bytes: &'s [u8],
    pos: usize,
    /// Where lexing stops: at the end of the text, or of a heredoc's lines.
    limit: usize,
    rules: &'s SyntaxRules,
    /// Whether `plan` and `apply` are keywords.
    plans: bool,
    tokens: Vec<Token>,
    errors: Vec<SyntaxError>,
    /// The previous token, as far as it determines the meaning of the next sign.
    after: Option<TokenKind>,
    /// Where the current line starts. Line breaks inside strings and comments do not count.
    line_start: usize,
    /// The open interpolations, innermost last.
    frames: Vec<string::Frame>,
    /// The frames below this index belong to the text around a heredoc.
    base: usize,
    /// Heredoc tags of this line whose text has not been read.
    pending: Vec<heredoc::Pending>,
    heredocs: Vec<Heredoc>,
    heredoc_depth: u32,
    epp: epp::EppMode,
    /// No `/` before this offset starts a regular expression: an earlier one has no end, and in it they are escaped.
    no_regexp_before: usize,
    /// There is no `)` after this offset.
    no_paren_from: usize,
    go_on: &'s dyn Fn() -> bool,
    /// The number of tokens at which `go_on` is called next.
    next_question: usize,
    ended: bool,
}

impl Lexer<'_> {
    /// Lexes code up to the limit.
    fn code(&mut self) {
        while self.pos < self.limit {
            if self.tokens.len() >= self.next_question && self.is_ended() {
                self.pos = self.limit;
                break;
            }
            let (start, waiting) = (self.pos, !self.pending.is_empty());
            self.token();
            if waiting {
                self.heredocs_inside(start);
            }
        }
        self.close_frames();
        self.heredocs_without_text();
    }

    /// Whether lexing should end here. If so, the enclosing texts check immediately.
    #[cold]
    fn is_ended(&mut self) -> bool {
        self.ended = self.ended || !(self.go_on)();
        if !self.ended {
            self.next_question = self.tokens.len() + INTERVAL;
        }
        self.ended
    }

    fn token(&mut self) {
        let start = self.pos;
        match self.byte(start) {
            b' ' | b'\t' | b'\r' | b'\n' => self.whitespace(),
            b'#' => self.line_comment(),
            b'a'..=b'z' | b'_' => self.word(),
            b'A'..=b'Z' => self.type_name(),
            b'0'..=b'9' => self.number(),
            b'$' => self.variable(),
            b'\'' => self.single_quoted(),
            b'"' => self.double_quoted(),
            b'/' => self.slash(),
            b':' => self.colon(),
            b'@' => self.at(),
            b'[' => {
                let kind = if start == 0 || self.blank_before(start) {
                    TokenKind::ListStart
                } else {
                    TokenKind::LBracket
                };
                self.sign(kind, 1);
            }
            b'(' => {
                let kind = if self.first_on_line(start) { TokenKind::LineLParen } else { TokenKind::LParen };
                self.sign(kind, 1);
            }
            b'{' => {
                if let Some(frame) = self.frames.get_mut(self.base..).and_then(<[_]>::last_mut) {
                    frame.braces += 1;
                }
                let after_question = self.after == Some(TokenKind::Question);
                self.sign(if after_question { TokenKind::SelectorBrace } else { TokenKind::LBrace }, 1);
            }
            b'}' => self.right_brace(),
            b')' => self.sign(TokenKind::RParen, 1),
            b']' => self.sign(TokenKind::RBracket, 1),
            b',' => self.sign(TokenKind::Comma, 1),
            b';' => self.sign(TokenKind::Semicolon, 1),
            b'.' => self.sign(TokenKind::Dot, 1),
            b'?' => self.sign(TokenKind::Question, 1),
            b'*' => self.sign(TokenKind::Star, 1),
            b'%' if self.byte(start + 1) == b'>' && self.epp.is_code() => self.epp_close(2),
            b'%' => self.sign(TokenKind::Percent, 1),
            b'-' if self.byte(start + 1) == b'%' && self.byte(start + 2) == b'>' && self.epp.is_code() => {
                self.epp_close(3);
            }
            byte => self.operator(byte),
        }
    }

    /// Lexes operators of one to three characters, longest first; anything else is unknown.
    fn operator(&mut self, byte: u8) {
        use TokenKind::*;
        let (kind, length) = match (byte, self.byte(self.pos + 1), self.byte(self.pos + 2)) {
            (b'=', b'=', _) => (Equal, 2),
            (b'=', b'>', _) => (FatArrow, 2),
            (b'=', b'~', _) => (Match, 2),
            (b'=', _, _) => (Assign, 1),
            (b'+', b'=', _) => (PlusAssign, 2),
            (b'+', b'>', _) => (PlusArrow, 2),
            (b'+', _, _) => (Plus, 1),
            (b'-', b'>', _) => (InEdge, 2),
            (b'-', b'=', _) => (MinusAssign, 2),
            (b'-', _, _) => (Minus, 1),
            (b'!', b'=', _) => (NotEqual, 2),
            (b'!', b'~', _) => (NoMatch, 2),
            (b'!', _, _) => (Bang, 1),
            (b'<', b'<', b'|') => (LLCollect, 3),
            (b'<', b'<', _) => (ShiftLeft, 2),
            (b'<', b'=', _) => (LessEqual, 2),
            (b'<', b'|', _) => (LCollect, 2),
            (b'<', b'-', _) => (OutEdge, 2),
            (b'<', b'~', _) => (OutEdgeSub, 2),
            (b'<', _, _) => (Less, 1),
            (b'>', b'>', _) => (ShiftRight, 2),
            (b'>', b'=', _) => (GreaterEqual, 2),
            (b'>', _, _) => (Greater, 1),
            (b'|', b'>', b'>') => (RRCollect, 3),
            (b'|', b'>', _) => (RCollect, 2),
            (b'|', _, _) => (Pipe, 1),
            (b'~', b'>', _) => (InEdgeSub, 2),
            (b'~', _, _) => (Tilde, 1),
            _ => return self.other(),
        };
        self.sign(kind, length);
    }

    /// Lexes a blank outside ASCII, or a character that no token starts with.
    fn other(&mut self) {
        let start = self.pos;
        let character = self.text.get(start..).and_then(|rest| rest.chars().next()).unwrap_or('\u{fffd}');
        if is_blank(character) {
            return self.whitespace();
        }
        // A run of them is a single error.
        let again = self.tokens.last().is_some_and(|last| last.kind == TokenKind::Unknown);
        self.push(TokenKind::Unknown, start);
        self.pos = start + character.len_utf8();
        if again {
            return;
        }
        if self.errors.len() >= MAX_ERRORS {
            return;
        }
        let range = self.range(start, self.pos);
        let shown = match character {
            '`' => "the character ` (a backquote)".to_owned(),
            c if c.is_control() => format!("the control character U+{:04X}", u32::from(c)),
            '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{ad}' => {
                format!("the invisible character U+{:04X}", u32::from(character))
            }
            c if c.is_alphabetic() => format!("the letter `{c}`"),
            c => format!("the character `{c}`"),
        };
        // In Puppet, the grammar fails on it, after the enclosing string has been read.
        let message = format!("{shown} is not allowed here");
        let mut error = SyntaxError::new(codes::UNKNOWN_CHARACTER, range, message);
        error.label = "not part of the language".to_owned();
        let help = match character {
            '\u{201c}' | '\u{201d}' => "write straight quotes: \"",
            '\u{2018}' | '\u{2019}' => "write straight quotes: '",
            '&' if self.byte(self.pos) == b'.' => {
                "an element that may be missing is read with `get`: `$facts.get('os.name')`"
            }
            '\u{2010}'..='\u{2015}' | '\u{2212}' => "write a hyphen: -",
            '&' => "write `and` for the logical operator",
            '`' => "write strings in single or double quotes",
            '\\' => "remove it: a statement continues on the next line without a backslash",
            '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{ad}' => "remove it",
            c if c.is_ascii() => "remove it, or quote it if you mean a string",
            c if c.is_alphabetic() => "names use only the letters `a` to `z`; quote it if you mean a string",
            _ => "outside strings and comments, only ASCII letters and symbols are allowed",
        };
        error.help = Some(help.to_owned());
        self.report(error);
    }

    fn whitespace(&mut self) {
        let start = self.pos;
        self.push(TokenKind::Whitespace, start);
        let mut pos = start;
        while pos < self.limit {
            match self.byte(pos) {
                b' ' | b'\t' | b'\r' => pos += 1,
                b'\n' => {
                    pos += 1;
                    self.line_start = pos;
                    if !self.pending.is_empty() {
                        self.pos = pos;
                        return self.heredoc_texts();
                    }
                }
                0x80.. => match self.text.get(pos..).and_then(|rest| rest.chars().next()) {
                    Some(character) if is_blank(character) => pos += character.len_utf8(),
                    _ => break,
                },
                _ => break,
            }
        }
        self.pos = pos;
    }

    fn line_comment(&mut self) {
        let start = self.pos;
        self.push(TokenKind::LineComment, start);
        let rest = self.bytes.get(start..self.limit).unwrap_or_default();
        self.pos = start + rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
    }

    fn block_comment(&mut self) {
        let start = self.pos;
        self.push(TokenKind::BlockComment, start);
        let body = self.text.get(start + 2..self.limit).unwrap_or("");
        match body.find("*/") {
            Some(length) => self.pos = start + 2 + length + 2,
            None => {
                self.pos = self.limit;
                let range = self.range(start, start + 2);
                let error = self
                    .error(codes::UNCLOSED_COMMENT, range, "this comment is never closed")
                    .label("opened here")
                    .help("close it with `*/`");
                self.report(error);
            }
        }
    }

    fn at(&mut self) {
        match self.byte(self.pos + 1) {
            b'@' => self.sign(TokenKind::AtAt, 2),
            b'(' => self.heredoc_tag(),
            _ => self.sign(TokenKind::At, 1),
        }
    }

    /// Adds a token of a fixed length that the grammar sees.
    fn sign(&mut self, kind: TokenKind, length: usize) {
        self.push(kind, self.pos);
        self.pos += length;
        self.after = Some(kind);
    }

    /// Adds a token from `start` to the current position that the grammar sees.
    fn value(&mut self, kind: TokenKind, start: usize) {
        self.push(kind, start);
        self.after = Some(kind);
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        self.tokens.push(Token { kind, start: start as u32 });
    }

    /// The byte at `pos`; 0 at the limit and beyond.
    fn byte(&self, pos: usize) -> u8 {
        if pos < self.limit { self.bytes.get(pos).copied().unwrap_or(0) } else { 0 }
    }

    fn range(&self, start: usize, end: usize) -> TextRange {
        TextRange::new(start as u32, end as u32)
    }

    /// An error at which Puppet stops where the outermost enclosing string begins.
    fn error(&self, code: Code, range: TextRange, message: impl Into<String>) -> SyntaxError {
        let rank = self.frames.first().map_or(range.start, |frame| frame.string_start);
        SyntaxError::new(code, range, message).rank(rank)
    }

    /// Adds an error, unless there are too many.
    fn report(&mut self, error: SyntaxError) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(error);
        }
    }

    fn blank_before(&self, pos: usize) -> bool {
        match self.text.get(..pos).and_then(|before| before.chars().next_back()) {
            Some(character) => character == '\r' || character == '\n' || is_blank(character),
            None => true,
        }
    }

    fn first_on_line(&self, pos: usize) -> bool {
        self.text.get(self.line_start..pos).is_some_and(|before| {
            before.chars().rev().all(|character| character == '\r' || is_blank(character))
        })
    }
}

/// Unicode's space separators and the tab: what `[[:blank:]]` matches.
pub(crate) fn is_blank(character: char) -> bool {
    matches!(
        character,
        ' ' | '\t' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}

/// ASCII letters, digits and `_`: what `\w` matches.
pub(crate) fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
