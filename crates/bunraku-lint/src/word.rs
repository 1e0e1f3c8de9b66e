//! Words: the pieces of a manifest as puppet-lint and its plugins split it.
//!
//! Most of their checks are about words and what is between them, and the place of a finding is that of a word. Words
//! differ from the tokens of the language: line breaks and indentation are separate words, a string with variables is
//! split at its variables, and `$a['b']` is one word.

use bunraku_diag::{Characters, TextRange};

/// The kind of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "signs and keywords are their own documentation")]
pub enum Kind {
    /// Blanks that are not at the start of a line.
    Blank,
    /// A line break.
    Newline,
    /// Blanks at the start of a line.
    Indent,
    /// `# ...`.
    Comment,
    /// `/* ... */`.
    StarComment,
    /// `// ...`, which Puppet no longer supports.
    SlashComment,

    /// A lowercase name or bare word.
    Name,
    /// A name directly followed by `(`.
    FunctionName,
    /// The name of a built-in type, and the keyword `type`.
    Type,
    /// Any other uppercase name.
    ClassRef,
    Number,
    /// `$a`, including accesses such as `['b']` directly after it on the same line; the `a` of `${a}`.
    Variable,
    /// `$a` in a string, without braces.
    BareVariable,
    /// A single-quoted string.
    Single,
    /// A double-quoted string without variables.
    Double,
    /// A double-quoted string up to its first variable.
    StringStart,
    /// A string between two variables.
    StringMiddle,
    /// A string after its last variable.
    StringEnd,
    /// `@(END)`.
    HeredocTag,
    /// The text of a heredoc without variables, and the tag that ends it.
    Heredoc,
    /// The text of a heredoc up to its first variable.
    HeredocStart,
    HeredocMiddle,
    /// The text of a heredoc after its last variable, and the tag that ends it.
    HeredocEnd,
    Regexp,

    And,
    Attr,
    Case,
    Class,
    Default,
    Define,
    Else,
    Elsif,
    False,
    Function,
    If,
    Import,
    In,
    Inherits,
    Node,
    Or,
    Private,
    True,
    Undef,
    Unless,

    LBrack,
    RBrack,
    LBrace,
    RBrace,
    LParen,
    RParen,
    Comma,
    Semicolon,
    Colon,
    Dot,
    Pipe,
    QuestionMark,
    At,
    /// `=`
    Equals,
    /// `+=`
    Appends,
    /// `=>`
    Arrow,
    /// `+>`
    PlusArrow,
    /// `->`
    InEdge,
    /// `~>`
    InEdgeSub,
    /// `<-`
    OutEdge,
    /// `<~`
    OutEdgeSub,
    /// `<|`
    LCollect,
    /// `|>`
    RCollect,
    /// `<<|`
    LLCollect,
    /// `|>>`
    RRCollect,
    /// `==`
    IsEqual,
    NotEqual,
    Match,
    NoMatch,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Plus,
    Minus,
    Times,
    Divide,
    Modulo,
    ShiftLeft,
    ShiftRight,
    Not,
    /// Anything else.
    Unknown,
}

impl Kind {
    /// Whether it is whitespace or a comment.
    pub fn is_formatting(self) -> bool {
        self.is_space() || self.is_comment()
    }

    /// Whether it is whitespace.
    pub fn is_space(self) -> bool {
        matches!(self, Kind::Blank | Kind::Newline | Kind::Indent)
    }

    /// Whether it is a comment.
    pub fn is_comment(self) -> bool {
        matches!(self, Kind::Comment | Kind::StarComment | Kind::SlashComment)
    }

    /// Whether it is a variable, inside or outside a string.
    pub fn is_variable(self) -> bool {
        matches!(self, Kind::Variable | Kind::BareVariable)
    }

    /// Whether it is a whole string without variables.
    pub fn is_plain_string(self) -> bool {
        matches!(self, Kind::Single | Kind::Double)
    }
}

/// A word as it is stored.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stored {
    pub kind: Kind,
    /// The number of bytes before its value: a quote, a `$`, a `}`.
    pub lead: u8,
    /// The number of bytes after its value.
    pub tail: u32,
    pub range: TextRange,
    /// The line on which it begins, starting from one.
    pub line: u32,
    /// The nearest words of code before and after it; `NONE` if there are none.
    pub previous_code: u32,
    pub next_code: u32,
}

/// No word.
pub(crate) const NONE: u32 = u32::MAX;

/// The words of a file.
#[derive(Debug)]
pub struct Words<'f> {
    pub(crate) text: &'f str,
    pub(crate) stored: Vec<Stored>,
    /// The start of each line.
    pub(crate) lines: Vec<u32>,
    pub(crate) characters: Characters,
    /// The words of each kind, so that a rule about one kind need not visit all others.
    pub(crate) by_kind: Vec<Vec<u32>>,
}

/// One word of a file.
#[derive(Clone, Copy)]
pub struct Word<'f> {
    words: &'f Words<'f>,
    index: u32,
}

impl<'f> Words<'f> {
    /// All words, in source order.
    pub fn iter(&'f self) -> impl DoubleEndedIterator<Item = Word<'f>> + Clone {
        (0..self.stored.len() as u32).map(move |index| Word { words: self, index })
    }

    /// The words of a kind.
    pub fn of_kind(&'f self, kind: Kind) -> impl Iterator<Item = Word<'f>> {
        let indexes = self.by_kind.get(kind as usize).into_iter().flatten();
        indexes.map(move |index| Word { words: self, index: *index })
    }

    /// The variables inside and outside strings, first those with braces or outside.
    pub fn variables(&'f self) -> impl Iterator<Item = Word<'f>> {
        self.of_kind(Kind::Variable).chain(self.of_kind(Kind::BareVariable))
    }

    /// The word with an index.
    pub fn get(&'f self, index: u32) -> Option<Word<'f>> {
        ((index as usize) < self.stored.len()).then_some(Word { words: self, index })
    }

    /// The word that contains a byte.
    pub fn at(&'f self, offset: u32) -> Option<Word<'f>> {
        let after = self.stored.partition_point(|word| word.range.start <= offset);
        self.get((after as u32).checked_sub(1)?)
    }

    /// The lines of the text, without line feeds. The last one is what follows the last line feed.
    pub fn lines(&self) -> impl Iterator<Item = (u32, TextRange)> {
        let ends = self.lines.iter().skip(1).map(|start| start - 1).chain([self.text.len() as u32]);
        let numbered = self.lines.iter().zip(ends).zip(1..);
        numbered.map(|((start, end), number)| (number, TextRange::new(*start, end)))
    }

    /// The column of a byte in characters, starting from one.
    pub fn column(&self, offset: u32) -> u32 {
        let line = self.lines.partition_point(|&start| start <= offset).max(1);
        let start = self.lines.get(line - 1).copied().unwrap_or(0);
        self.characters.count(self.text, TextRange::new(start, offset)) + 1
    }
}

impl<'f> Word<'f> {
    /// The kind of the word.
    pub fn kind(self) -> Kind {
        self.stored().map_or(Kind::Unknown, |stored| stored.kind)
    }

    /// Whether it has a kind.
    pub fn is(self, kind: Kind) -> bool {
        self.kind() == kind
    }

    /// Whether it has one of several kinds.
    pub fn is_any(self, kinds: &[Kind]) -> bool {
        kinds.contains(&self.kind())
    }

    /// Its index among the words.
    pub fn index(self) -> u32 {
        self.index
    }

    /// Its byte range.
    pub fn range(self) -> TextRange {
        self.stored().map_or(TextRange::default(), |stored| stored.range)
    }

    /// Its text as written.
    pub fn text(self) -> &'f str {
        self.range().of(self.words.text)
    }

    /// The byte range of its value.
    pub fn value_range(self) -> TextRange {
        self.stored().map_or(TextRange::default(), |stored| {
            let TextRange { start, end } = stored.range;
            TextRange::new(start + u32::from(stored.lead), end.saturating_sub(stored.tail))
        })
    }

    /// Its text without quotes, `$` and the signs around variables; escape sequences are not resolved.
    pub fn value(self) -> &'f str {
        self.value_range().of(self.words.text)
    }

    /// The line on which it begins, starting from one.
    pub fn line(self) -> u32 {
        self.stored().map_or(1, |stored| stored.line)
    }

    /// The column in which it begins, starting from one.
    pub fn column(self) -> u32 {
        let start = self.words.lines.get(self.line() as usize - 1).copied().unwrap_or(0);
        self.words.characters.count(self.words.text, TextRange::new(start, self.range().start)) + 1
    }

    /// The number of characters.
    pub fn width(self) -> u32 {
        self.text().chars().count() as u32
    }

    /// The word after it.
    pub fn next(self) -> Option<Word<'f>> {
        self.words.get(self.index + 1)
    }

    /// The word before it.
    pub fn previous(self) -> Option<Word<'f>> {
        self.words.get(self.index.checked_sub(1)?)
    }

    /// The next word of code.
    pub fn next_code(self) -> Option<Word<'f>> {
        self.words.get(self.stored()?.next_code)
    }

    /// The nearest word of code before it.
    pub fn previous_code(self) -> Option<Word<'f>> {
        self.words.get(self.stored()?.previous_code)
    }

    /// The next word that is not whitespace.
    pub fn next_solid(self) -> Option<Word<'f>> {
        self.after().find(|word| !word.kind().is_space())
    }

    /// The nearest word before it that is not whitespace.
    pub fn previous_solid(self) -> Option<Word<'f>> {
        self.before().find(|word| !word.kind().is_space())
    }

    /// The words after it.
    pub fn after(self) -> impl Iterator<Item = Word<'f>> + Clone {
        std::iter::successors(self.next(), |word| word.next())
    }

    /// The words before it, nearest first.
    pub fn before(self) -> impl Iterator<Item = Word<'f>> + Clone {
        std::iter::successors(self.previous(), |word| word.previous())
    }

    /// The words from this one to another, inclusive.
    pub fn through(self, last: Word<'f>) -> impl DoubleEndedIterator<Item = Word<'f>> + Clone {
        let words = self.words;
        (self.index..=last.index).map(move |index| Word { words, index })
    }

    /// Whether it is a single space.
    pub fn is_single_blank(self) -> bool {
        self.is(Kind::Blank) && self.text() == " "
    }

    fn stored(self) -> Option<&'f Stored> {
        self.words.stored.get(self.index as usize)
    }
}

impl PartialEq for Word<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}

impl std::fmt::Debug for Word<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?}", self.kind(), self.text())
    }
}
