//! Words: the pieces of a manifest as puppet-lint and its plugins cut them.
//!
//! Most checks of that family are about words and about what stands between them, and the place of a finding is that of
//! a word. The cuts differ from the tokens of the language: line ends and indentation are words of their own, a string
//! with variables is cut at its variables, `$a['b']` is one word.

use bunraku_diag::{Characters, TextRange};

/// What a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "signs and keywords are their own documentation")]
pub enum Kind {
    /// Blanks that do not begin a line.
    Blank,
    /// The end of a line.
    Newline,
    /// Blanks that begin a line.
    Indent,
    /// `# ...`.
    Comment,
    /// `/* ... */`.
    StarComment,
    /// `// ...`, which Puppet does not know any more.
    SlashComment,

    /// A lower case name or bare word.
    Name,
    /// A name with `(` right after it.
    FunctionName,
    /// The name of a built-in type, and the keyword `type`.
    Type,
    /// Any other upper case name.
    ClassRef,
    Number,
    /// `$a`, with accesses such as `['b']` right after it that are on the same line; the `a` of `${a}`.
    Variable,
    /// `$a` in a string, without braces.
    BareVariable,
    /// A string in single quotes.
    Single,
    /// A string in double quotes without variables.
    Double,
    /// A string in double quotes up to its first variable.
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
    /// Whether it is white space or a comment.
    pub fn is_formatting(self) -> bool {
        self.is_space() || self.is_comment()
    }

    /// Whether it is white space.
    pub fn is_space(self) -> bool {
        matches!(self, Kind::Blank | Kind::Newline | Kind::Indent)
    }

    /// Whether it is a comment.
    pub fn is_comment(self) -> bool {
        matches!(self, Kind::Comment | Kind::StarComment | Kind::SlashComment)
    }

    /// Whether it is a variable, in or outside a string.
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
    /// How many bytes of signs stand before its value: a quote, a `$`, a `}`.
    pub lead: u8,
    /// How many bytes stand after its value.
    pub tail: u32,
    pub range: TextRange,
    /// The line that it begins on, counted from one.
    pub line: u32,
    /// The nearest words before and after it that are code; `NONE` if there are none.
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
    /// Where each line begins.
    pub(crate) lines: Vec<u32>,
    pub(crate) characters: Characters,
    /// The words of each kind, so that a rule about one kind does not walk through all the others.
    pub(crate) by_kind: Vec<Vec<u32>>,
}

/// One word of a file.
#[derive(Clone, Copy)]
pub struct Word<'f> {
    words: &'f Words<'f>,
    index: u32,
}

impl<'f> Words<'f> {
    /// All words, in the order of the text.
    pub fn iter(&'f self) -> impl DoubleEndedIterator<Item = Word<'f>> + Clone {
        (0..self.stored.len() as u32).map(move |index| Word { words: self, index })
    }

    /// The words of a kind.
    pub fn of_kind(&'f self, kind: Kind) -> impl Iterator<Item = Word<'f>> {
        let indexes = self.by_kind.get(kind as usize).into_iter().flatten();
        indexes.map(move |index| Word { words: self, index: *index })
    }

    /// The variables in and outside strings, first those with braces or outside.
    pub fn variables(&'f self) -> impl Iterator<Item = Word<'f>> {
        self.of_kind(Kind::Variable).chain(self.of_kind(Kind::BareVariable))
    }

    /// The word at a position.
    pub fn get(&'f self, index: u32) -> Option<Word<'f>> {
        ((index as usize) < self.stored.len()).then_some(Word { words: self, index })
    }

    /// The word that has a byte in it.
    pub fn at(&'f self, offset: u32) -> Option<Word<'f>> {
        let after = self.stored.partition_point(|word| word.range.start <= offset);
        self.get((after as u32).checked_sub(1)?)
    }

    /// The lines of the text, without line feeds. The last one is what stands after the last line feed.
    pub fn lines(&self) -> impl Iterator<Item = (u32, TextRange)> {
        let ends = self.lines.iter().skip(1).map(|start| start - 1).chain([self.text.len() as u32]);
        let numbered = self.lines.iter().zip(ends).zip(1..);
        numbered.map(|((start, end), number)| (number, TextRange::new(*start, end)))
    }

    /// The column of a byte, counted from one in characters.
    pub fn column(&self, offset: u32) -> u32 {
        let line = self.lines.partition_point(|&start| start <= offset).max(1);
        let start = self.lines.get(line - 1).copied().unwrap_or(0);
        self.characters.count(self.text, TextRange::new(start, offset)) + 1
    }
}

impl<'f> Word<'f> {
    /// What it is.
    pub fn kind(self) -> Kind {
        self.stored().map_or(Kind::Unknown, |stored| stored.kind)
    }

    /// Whether it is of a kind.
    pub fn is(self, kind: Kind) -> bool {
        self.kind() == kind
    }

    /// Whether it is of one of some kinds.
    pub fn is_any(self, kinds: &[Kind]) -> bool {
        kinds.contains(&self.kind())
    }

    /// Its position among the words.
    pub fn index(self) -> u32 {
        self.index
    }

    /// Its bytes.
    pub fn range(self) -> TextRange {
        self.stored().map_or(TextRange::default(), |stored| stored.range)
    }

    /// Its text as it is written.
    pub fn text(self) -> &'f str {
        self.range().of(self.words.text)
    }

    /// The bytes of its value.
    pub fn value_range(self) -> TextRange {
        self.stored().map_or(TextRange::default(), |stored| {
            let TextRange { start, end } = stored.range;
            TextRange::new(start + u32::from(stored.lead), end.saturating_sub(stored.tail))
        })
    }

    /// Its text without quotes, `$` and the signs that enclose variables; escape sequences are as they are written.
    pub fn value(self) -> &'f str {
        self.value_range().of(self.words.text)
    }

    /// The line that it begins on, counted from one.
    pub fn line(self) -> u32 {
        self.stored().map_or(1, |stored| stored.line)
    }

    /// The column that it begins in, counted from one.
    pub fn column(self) -> u32 {
        let start = self.words.lines.get(self.line() as usize - 1).copied().unwrap_or(0);
        self.words.characters.count(self.words.text, TextRange::new(start, self.range().start)) + 1
    }

    /// The number of its characters.
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

    /// The next word that is code.
    pub fn next_code(self) -> Option<Word<'f>> {
        self.words.get(self.stored()?.next_code)
    }

    /// The nearest word before it that is code.
    pub fn previous_code(self) -> Option<Word<'f>> {
        self.words.get(self.stored()?.previous_code)
    }

    /// The next word that is not white space.
    pub fn next_solid(self) -> Option<Word<'f>> {
        self.after().find(|word| !word.kind().is_space())
    }

    /// The nearest word before it that is not white space.
    pub fn previous_solid(self) -> Option<Word<'f>> {
        self.before().find(|word| !word.kind().is_space())
    }

    /// The words after it.
    pub fn after(self) -> impl Iterator<Item = Word<'f>> + Clone {
        std::iter::successors(self.next(), |word| word.next())
    }

    /// The words before it, the nearest first.
    pub fn before(self) -> impl Iterator<Item = Word<'f>> + Clone {
        std::iter::successors(self.previous(), |word| word.previous())
    }

    /// The words from it up to another, both included.
    pub fn through(self, last: Word<'f>) -> impl DoubleEndedIterator<Item = Word<'f>> + Clone {
        let words = self.words;
        (self.index..=last.index).map(move |index| Word { words, index })
    }

    /// Whether it is one blank.
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
