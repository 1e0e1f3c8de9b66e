//! Splits a manifest into words, based on the tokens of its tree.

use bunraku_diag::{Characters, TextRange};
use bunraku_syntax::{Token, TokenKind, Tree};

use crate::word::{Kind, NONE, Stored, Words};

/// The words of a manifest. `slashes` are the places of `//` that begin a comment.
pub(crate) fn words<'f>(tree: &Tree, text: &'f str, slashes: &[u32]) -> Words<'f> {
    let lines = std::iter::once(0);
    let lines = lines.chain(text.bytes().zip(1..).filter(|(byte, _)| *byte == b'\n').map(|(_, after)| after));
    let stored = Vec::with_capacity(tree.tokens().len() + tree.tokens().len() / 4);
    let words = Words {
        text,
        stored,
        lines: lines.collect(),
        characters: Characters::default(),
        by_kind: vec![Vec::new(); Kind::Unknown as usize + 1],
    };
    let mut cutter = Cutter { text, slashes, words, line: 1, first_in_braces: false, open: Vec::new() };
    cutter.run(tree);
    cutter.words
}

/// The words of a file that is not a manifest: none.
pub(crate) fn nothing(text: &str) -> Words<'_> {
    Words {
        text,
        stored: Vec::new(),
        lines: vec![0],
        characters: Characters::default(),
        by_kind: vec![Vec::new(); Kind::Unknown as usize + 1],
    }
}

struct Cutter<'s, 'f> {
    text: &'f str,
    slashes: &'s [u32],
    words: Words<'f>,
    /// The line of the next word.
    line: u32,
    /// Whether `${` was just read.
    first_in_braces: bool,
    /// The enclosing strings and heredocs, innermost last.
    open: Vec<Open>,
}

/// A string or heredoc whose end has not been seen.
struct Open {
    heredoc: bool,
    /// The start of the next piece, and the number of bytes before its value.
    start: u32,
    lead: u8,
    /// Whether a variable was seen.
    cut: bool,
}

impl Cutter<'_, '_> {
    fn run(&mut self, tree: &Tree) {
        let tokens = tree.tokens();
        let mut index = 0;
        while let Some(token) = tokens.get(index) {
            if token.kind == TokenKind::Eof {
                break;
            }
            let range = tree.token_range(index as u32);
            index += 1;
            let first = std::mem::take(&mut self.first_in_braces);
            match token.kind {
                TokenKind::Whitespace => self.space(range),
                TokenKind::HeredocStart => self.open(true, range.start, 0),
                TokenKind::QuoteOpen => self.open(false, range.start, 1),
                TokenKind::StringText | TokenKind::HeredocText => {}
                TokenKind::InterpolationOpen => {
                    self.piece(range.end, 2);
                    self.first_in_braces = true;
                }
                TokenKind::InterpolationClose => self.go_on(range.start, 1),
                TokenKind::StringVariable => {
                    self.piece(range.start, 0);
                    self.push(Kind::BareVariable, range, 1, 0);
                    self.go_on(range.end, 0);
                }
                TokenKind::QuoteClose => self.close(range.end, 1),
                TokenKind::HeredocEnd => self.end_heredoc(range),
                TokenKind::Variable => {
                    let (after, end) = self.with_accesses(tree, tokens, index, range.end);
                    index = after;
                    self.push(Kind::Variable, TextRange::new(range.start, end), 1, 0);
                }
                kind => self.plain(kind, range, first),
            }
        }
        self.link();
    }

    /// Handles a token that becomes one word, or two.
    fn plain(&mut self, token: TokenKind, range: TextRange, first_in_braces: bool) {
        let text = range.of(self.text);
        let kind = match token {
            TokenKind::LineComment if self.slashes.binary_search(&range.start).is_ok() => Kind::SlashComment,
            _ => kind_of(token, text),
        };
        match kind {
            Kind::Comment => self.push(kind, range, 1, 0),
            Kind::SlashComment | Kind::StarComment => self.push(kind, range, 2, 0),
            Kind::Single | Kind::Double | Kind::Regexp => self.push(kind, range, 1, 1),
            Kind::HeredocTag => self.push(kind, range, 2, 1),
            Kind::Name if self.text.get(range.end as usize..).is_some_and(|rest| rest.starts_with('(')) => {
                self.push(Kind::FunctionName, range, 0, 0);
            }
            Kind::Name => {
                let keyword = if text == "import" { Kind::Import } else { Kind::Name };
                self.push(if first_in_braces { Kind::Variable } else { keyword }, range, 0, 0);
            }
            Kind::At if text == "@@" => self.two(range, [Kind::At, Kind::At]),
            Kind::Minus if text == "-=" => self.two(range, [Kind::Minus, Kind::Equals]),
            kind if token.is_keyword() => {
                let call = self.text.get(range.end as usize..).is_some_and(|rest| rest.starts_with('('));
                let kind = match (call, first_in_braces) {
                    (true, _) => Kind::FunctionName,
                    (_, true) => Kind::Variable,
                    _ => kind,
                };
                self.push(kind, range, 0, 0);
            }
            kind => self.push(kind, range, 0, 0),
        }
    }

    fn two(&mut self, range: TextRange, kinds: [Kind; 2]) {
        let [first, second] = kinds;
        let middle = range.start + 1;
        self.push(first, TextRange::new(range.start, middle), 0, 0);
        self.push(second, TextRange::new(middle, range.end), 0, 0);
    }

    /// Handles whitespace: line breaks, indentation, and other blanks.
    fn space(&mut self, range: TextRange) {
        let text = range.of(self.text);
        let mut start = 0;
        while let Some(rest) = text.get(start..).filter(|rest| !rest.is_empty()) {
            let at = range.start + start as u32;
            let blanks = rest.find(['\n', '\r']).unwrap_or(rest.len());
            if blanks > 0 {
                let begins_line = self.words.stored.last().is_some_and(|last| last.kind == Kind::Newline);
                let kind = if begins_line { Kind::Indent } else { Kind::Blank };
                self.push(kind, TextRange::new(at, at + blanks as u32), 0, 0);
                start += blanks;
            } else {
                let length = if rest.starts_with("\r\n") { 2 } else { 1 };
                self.push(Kind::Newline, TextRange::new(at, at + length), 0, 0);
                start += length as usize;
            }
        }
    }

    /// The end of a variable including the accesses directly after it, each on one line, and the token after that.
    fn with_accesses(&self, tree: &Tree, tokens: &[Token], index: usize, end: u32) -> (usize, u32) {
        let (mut index, mut end) = (index, end);
        while tokens.get(index).is_some_and(|token| token.kind == TokenKind::LBracket) {
            // The first closing bracket ends it, even if it belongs to a nested access.
            let closes = |token: &Token| matches!(token.kind, TokenKind::RBracket);
            let Some(length) = tokens.iter().skip(index).position(closes) else { break };
            let range = tree.token_range((index + length) as u32);
            let access = TextRange::new(end, range.end).of(self.text);
            let inside = access.get(1..access.len().saturating_sub(1)).unwrap_or("");
            let skipped = tokens.get(index..index + length).unwrap_or_default();
            let count = |kind| skipped.iter().filter(|token| token.kind == kind).count();
            if inside.is_empty()
                || inside.contains(['\n', ']'])
                || count(TokenKind::QuoteOpen) != count(TokenKind::QuoteClose)
            {
                break;
            }
            index += length + 1;
            end = range.end;
        }
        (index, end)
    }

    fn open(&mut self, heredoc: bool, start: u32, lead: u8) {
        self.open.push(Open { heredoc, start, lead, cut: false });
    }

    /// Starts a piece of a string after a variable.
    fn go_on(&mut self, start: u32, lead: u8) {
        if let Some(open) = self.open.last_mut() {
            open.start = start;
            open.lead = lead;
        }
    }

    /// The piece of a string before a variable.
    fn piece(&mut self, end: u32, tail: u32) {
        let Some(open) = self.open.last_mut() else { return };
        let kind = match (open.heredoc, open.cut) {
            (false, false) => Kind::StringStart,
            (false, true) => Kind::StringMiddle,
            (true, false) => Kind::HeredocStart,
            (true, true) => Kind::HeredocMiddle,
        };
        open.cut = true;
        let (range, lead) = (TextRange::new(open.start, end), open.lead);
        self.push(kind, range, lead, tail);
    }

    /// The last piece of a string.
    fn close(&mut self, end: u32, tail: u32) {
        let Some(open) = self.open.pop() else { return };
        let kind = match (open.heredoc, open.cut) {
            (false, false) => Kind::Double,
            (false, true) => Kind::StringEnd,
            (true, false) => Kind::Heredoc,
            (true, true) => Kind::HeredocEnd,
        };
        self.push(kind, TextRange::new(open.start, end), open.lead, tail);
    }

    /// Handles the line that ends a heredoc: its tag belongs to the text, its line break is a word.
    fn end_heredoc(&mut self, range: TextRange) {
        let text = range.of(self.text);
        let tag = text.trim_end_matches(['\n', '\r']);
        let end = range.start + tag.len() as u32;
        // The margin before a `|` counts as text; without one, whitespace before the tag does not.
        let before = match tag.find('|') {
            Some(bar) => range.start + bar as u32,
            None => {
                let start = self.open.last().map_or(range.start, |open| open.start + u32::from(open.lead));
                start + TextRange::new(start, range.start).of(self.text).trim_end().len() as u32
            }
        };
        self.close(end, end.saturating_sub(before));
        if !text.is_empty() {
            self.space(TextRange::new(end, range.end));
        }
    }

    fn push(&mut self, kind: Kind, range: TextRange, lead: u8, tail: u32) {
        let line = self.line;
        if kind == Kind::Newline {
            // A carriage return alone does not end a line.
            self.line += u32::from(range.of(self.text).ends_with('\n'));
        } else {
            self.line += range.of(self.text).bytes().filter(|byte| *byte == b'\n').count() as u32;
        }
        let stored = Stored { kind, lead, tail, range, line, previous_code: NONE, next_code: NONE };
        if let Some(indexes) = self.words.by_kind.get_mut(kind as usize) {
            indexes.push(self.words.stored.len() as u32);
        }
        self.words.stored.push(stored);
    }

    /// Links each word to the nearest words of code.
    fn link(&mut self) {
        let mut previous = NONE;
        for (stored, index) in self.words.stored.iter_mut().zip(0..) {
            stored.previous_code = previous;
            if !stored.kind.is_formatting() {
                previous = index;
            }
        }
        let mut next = NONE;
        let count = self.words.stored.len() as u32;
        for (stored, index) in self.words.stored.iter_mut().rev().zip((0..count).rev()) {
            stored.next_code = next;
            if !stored.kind.is_formatting() {
                next = index;
            }
        }
    }
}

/// The types that puppet-lint knows by name.
const TYPES: &[&str] = &[
    "Any",
    "Array",
    "Binary",
    "Boolean",
    "Callable",
    "CatalogEntry",
    "Class",
    "Collection",
    "Data",
    "Default",
    "Enum",
    "Error",
    "Float",
    "Hash",
    "Integer",
    "Iterable",
    "Iterator",
    "NotUndef",
    "Numeric",
    "Optional",
    "Pattern",
    "Regexp",
    "Resource",
    "RichData",
    "Runtime",
    "Scalar",
    "ScalarData",
    "SemVer",
    "SemVerRange",
    "Sensitive",
    "String",
    "Struct",
    "Tuple",
    "Type",
    "Undef",
    "Variant",
];

fn kind_of(token: TokenKind, text: &str) -> Kind {
    match token {
        TokenKind::LineComment => Kind::Comment,
        TokenKind::BlockComment => Kind::StarComment,
        TokenKind::Name | TokenKind::Word | TokenKind::Plan | TokenKind::Apply => Kind::Name,
        TokenKind::Ref if TYPES.binary_search(&text).is_ok() => Kind::Type,
        TokenKind::Ref => Kind::ClassRef,
        TokenKind::Number => Kind::Number,
        TokenKind::SingleQuoted => Kind::Single,
        TokenKind::DoubleQuoted => Kind::Double,
        TokenKind::Regexp => Kind::Regexp,
        TokenKind::HeredocTag => Kind::HeredocTag,
        TokenKind::And => Kind::And,
        TokenKind::Attr => Kind::Attr,
        TokenKind::Case => Kind::Case,
        TokenKind::Class => Kind::Class,
        TokenKind::Default => Kind::Default,
        TokenKind::Define => Kind::Define,
        TokenKind::Else => Kind::Else,
        TokenKind::Elsif => Kind::Elsif,
        TokenKind::False => Kind::False,
        TokenKind::Function => Kind::Function,
        TokenKind::If => Kind::If,
        TokenKind::In => Kind::In,
        TokenKind::Inherits => Kind::Inherits,
        TokenKind::Node => Kind::Node,
        TokenKind::Or => Kind::Or,
        TokenKind::Private => Kind::Private,
        TokenKind::True => Kind::True,
        TokenKind::Type => Kind::Type,
        TokenKind::Undef => Kind::Undef,
        TokenKind::Unless => Kind::Unless,
        TokenKind::LParen | TokenKind::LineLParen => Kind::LParen,
        TokenKind::RParen => Kind::RParen,
        TokenKind::LBracket | TokenKind::ListStart => Kind::LBrack,
        TokenKind::RBracket => Kind::RBrack,
        TokenKind::LBrace | TokenKind::SelectorBrace => Kind::LBrace,
        TokenKind::RBrace => Kind::RBrace,
        TokenKind::Comma => Kind::Comma,
        TokenKind::Semicolon => Kind::Semicolon,
        TokenKind::Colon => Kind::Colon,
        TokenKind::Dot => Kind::Dot,
        TokenKind::Pipe => Kind::Pipe,
        TokenKind::Question => Kind::QuestionMark,
        TokenKind::At | TokenKind::AtAt => Kind::At,
        TokenKind::Assign => Kind::Equals,
        TokenKind::PlusAssign => Kind::Appends,
        TokenKind::MinusAssign | TokenKind::Minus => Kind::Minus,
        TokenKind::FatArrow => Kind::Arrow,
        TokenKind::PlusArrow => Kind::PlusArrow,
        TokenKind::InEdge => Kind::InEdge,
        TokenKind::InEdgeSub => Kind::InEdgeSub,
        TokenKind::OutEdge => Kind::OutEdge,
        TokenKind::OutEdgeSub => Kind::OutEdgeSub,
        TokenKind::LCollect => Kind::LCollect,
        TokenKind::RCollect => Kind::RCollect,
        TokenKind::LLCollect => Kind::LLCollect,
        TokenKind::RRCollect => Kind::RRCollect,
        TokenKind::Equal => Kind::IsEqual,
        TokenKind::NotEqual => Kind::NotEqual,
        TokenKind::Match => Kind::Match,
        TokenKind::NoMatch => Kind::NoMatch,
        TokenKind::Less => Kind::Less,
        TokenKind::LessEqual => Kind::LessEqual,
        TokenKind::Greater => Kind::Greater,
        TokenKind::GreaterEqual => Kind::GreaterEqual,
        TokenKind::Plus => Kind::Plus,
        TokenKind::Star => Kind::Times,
        TokenKind::Slash => Kind::Divide,
        TokenKind::Percent => Kind::Modulo,
        TokenKind::ShiftLeft => Kind::ShiftLeft,
        TokenKind::ShiftRight => Kind::ShiftRight,
        TokenKind::Bang => Kind::Not,
        _ => Kind::Unknown,
    }
}
