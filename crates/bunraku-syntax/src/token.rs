//! Tokens and their kinds.

/// A token: its kind and where it starts. It ends where the next one starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// The kind of the token.
    pub kind: TokenKind,
    /// The offset of its first byte.
    pub start: u32,
}

macro_rules! token_kinds {
    ($($(#[doc = $doc:literal])* $kind:ident = $shown:literal,)*) => {
        /// What a token is.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum TokenKind {
            $($(#[doc = $doc])* $kind,)*
        }

        impl TokenKind {
            /// Its name in messages: the sign or word in backquotes, or a description.
            pub fn shown(self) -> &'static str {
                match self {
                    $(TokenKind::$kind => $shown,)*
                }
            }

            /// The name of the kind.
            pub fn name(self) -> &'static str {
                match self {
                    $(TokenKind::$kind => stringify!($kind),)*
                }
            }
        }
    };
}

token_kinds! {
    // Between the tokens that the grammar sees.
    /// Blanks and line ends.
    Whitespace = "white space",
    /// `# ...` up to the line end.
    LineComment = "a comment",
    /// `/* ... */`.
    BlockComment = "a comment",
    /// A character that no token starts with. The lexer has reported it.
    Unknown = "an unknown character",
    /// `<%` of a template, before code that renders nothing.
    EppOpen = "`<%`",
    /// `<%-`: as `<%`, and the blanks before it are not rendered.
    EppOpenTrim = "`<%-`",
    /// `%>` after code that renders nothing.
    EppClose = "`%>`",
    /// `-%>`: as `%>`, and the blanks and the line end after it are not rendered.
    EppCloseTrim = "`-%>`",
    /// Template text of which trimming leaves nothing.
    EppBlank = "white space",
    /// Marks, without text of its own, where the lines of a heredoc begin.
    HeredocStart = "the content of a heredoc",

    // Names and literals.
    /// A lower case name, qualified or not: `apache::port`.
    Name = "a name",
    /// A bare word that is not a name: `foo-bar`, `_x`.
    Word = "a word",
    /// An upper case name, qualified or not: `Foo::Bar`.
    Ref = "a type name",
    /// `$name`.
    Variable = "a variable",
    /// A number.
    Number = "a number",
    /// A whole single quoted string.
    SingleQuoted = "a string",
    /// A whole double quoted string without interpolation.
    DoubleQuoted = "a string",
    /// The `"` that opens a string with interpolation.
    QuoteOpen = "a string",
    /// Text between the quotes and the interpolations of a string.
    StringText = "part of a string",
    /// `$name` inside a string.
    StringVariable = "a variable",
    /// `${`.
    InterpolationOpen = "`${`",
    /// The `}` that closes `${`.
    InterpolationClose = "`}`",
    /// The `"` that closes a string with interpolation.
    QuoteClose = "the end of the string",
    /// A whole regular expression, `/.../`.
    Regexp = "a regular expression",
    /// `@(END)`: where the value of a heredoc is used.
    HeredocTag = "a heredoc",
    /// Text of a heredoc.
    HeredocText = "the content of a heredoc",
    /// The line that ends a heredoc.
    HeredocEnd = "the end of the heredoc",
    /// Text of a template.
    EppText = "template content",
    /// `<%# ... %>`.
    EppComment = "a template comment",
    /// `<%=`.
    EppRender = "`<%=`",
    /// The `%>` that closes `<%=`.
    EppRenderClose = "`%>`",
    /// The `-%>` that closes `<%=`.
    EppRenderCloseTrim = "`-%>`",

    // Keywords.
    /// `and`
    And = "`and`",
    /// `apply`, where plans are written.
    Apply = "`apply`",
    /// `attr`, reserved.
    Attr = "`attr`",
    /// `case`
    Case = "`case`",
    /// `class`
    Class = "`class`",
    /// `default`
    Default = "`default`",
    /// `define`
    Define = "`define`",
    /// `else`
    Else = "`else`",
    /// `elsif`
    Elsif = "`elsif`",
    /// `false`
    False = "`false`",
    /// `function`
    Function = "`function`",
    /// `if`
    If = "`if`",
    /// `in`
    In = "`in`",
    /// `inherits`
    Inherits = "`inherits`",
    /// `node`
    Node = "`node`",
    /// `or`
    Or = "`or`",
    /// `plan`, where plans are written.
    Plan = "`plan`",
    /// `private`, reserved.
    Private = "`private`",
    /// `true`
    True = "`true`",
    /// `type`
    Type = "`type`",
    /// `undef`
    Undef = "`undef`",
    /// `unless`
    Unless = "`unless`",

    // Brackets and separators.
    /// `(`
    LParen = "`(`",
    /// `(` with nothing but blanks before it on its line: it never starts the arguments of a call.
    LineLParen = "`(`",
    /// `)`
    RParen = "`)`",
    /// `[` right after something: an access.
    LBracket = "`[`",
    /// `[` after white space or at the start: an array.
    ListStart = "`[`",
    /// `]`
    RBracket = "`]`",
    /// `{`
    LBrace = "`{`",
    /// `{` after `?`.
    SelectorBrace = "`{`",
    /// `}`
    RBrace = "`}`",
    /// `,`
    Comma = "`,`",
    /// `;`
    Semicolon = "`;`",
    /// `:`
    Colon = "`:`",
    /// `.`
    Dot = "`.`",
    /// `|`
    Pipe = "`|`",
    /// `?`
    Question = "`?`",
    /// `@`
    At = "`@`",
    /// `@@`
    AtAt = "`@@`",
    /// `~`, which no rule of the grammar uses.
    Tilde = "`~`",

    // Operators.
    /// `=`
    Assign = "`=`",
    /// `+=`
    PlusAssign = "`+=`",
    /// `-=`
    MinusAssign = "`-=`",
    /// `=>`
    FatArrow = "`=>`",
    /// `+>`
    PlusArrow = "`+>`",
    /// `->`
    InEdge = "`->`",
    /// `~>`
    InEdgeSub = "`~>`",
    /// `<-`
    OutEdge = "`<-`",
    /// `<~`
    OutEdgeSub = "`<~`",
    /// `<|`
    LCollect = "`<|`",
    /// `|>`
    RCollect = "`|>`",
    /// `<<|`
    LLCollect = "`<<|`",
    /// `|>>`
    RRCollect = "`|>>`",
    /// `==`
    Equal = "`==`",
    /// `!=`
    NotEqual = "`!=`",
    /// `=~`
    Match = "`=~`",
    /// `!~`
    NoMatch = "`!~`",
    /// `<`
    Less = "`<`",
    /// `<=`
    LessEqual = "`<=`",
    /// `>`
    Greater = "`>`",
    /// `>=`
    GreaterEqual = "`>=`",
    /// `+`
    Plus = "`+`",
    /// `-`
    Minus = "`-`",
    /// `*`
    Star = "`*`",
    /// `/`
    Slash = "`/`",
    /// `%`
    Percent = "`%`",
    /// `<<`
    ShiftLeft = "`<<`",
    /// `>>`
    ShiftRight = "`>>`",
    /// `!`
    Bang = "`!`",

    /// After the last token; it has no text.
    Eof = "the end of the file",
}

impl TokenKind {
    /// Whether the grammar skips it.
    pub fn is_trivia(self) -> bool {
        self <= TokenKind::HeredocStart
    }

    /// Whether it is one of the keywords.
    pub fn is_keyword(self) -> bool {
        TokenKind::And <= self && self <= TokenKind::Unless
    }

    /// Whether it may name an attribute or follow a `.`: a keyword that is not a boolean.
    pub fn is_attribute_keyword(self) -> bool {
        self.is_keyword() && self != TokenKind::True && self != TokenKind::False
    }

    /// Whether it is a keyword only in plans.
    pub fn is_plan_keyword(self) -> bool {
        matches!(self, TokenKind::Apply | TokenKind::Plan)
    }

    /// The keyword for a word; some are keywords only in plans.
    pub fn keyword(word: &str) -> Option<TokenKind> {
        Some(match word {
            "and" => TokenKind::And,
            "apply" => TokenKind::Apply,
            "attr" => TokenKind::Attr,
            "case" => TokenKind::Case,
            "class" => TokenKind::Class,
            "default" => TokenKind::Default,
            "define" => TokenKind::Define,
            "else" => TokenKind::Else,
            "elsif" => TokenKind::Elsif,
            "false" => TokenKind::False,
            "function" => TokenKind::Function,
            "if" => TokenKind::If,
            "in" => TokenKind::In,
            "inherits" => TokenKind::Inherits,
            "node" => TokenKind::Node,
            "or" => TokenKind::Or,
            "plan" => TokenKind::Plan,
            "private" => TokenKind::Private,
            "true" => TokenKind::True,
            "type" => TokenKind::Type,
            "undef" => TokenKind::Undef,
            "unless" => TokenKind::Unless,
            _ => return None,
        })
    }

    /// Whether a value may end with it, so that a `/` after it divides.
    ///
    /// `}` is excluded: the next option of a `case` may start with a regular expression.
    pub fn ends_value(self) -> bool {
        matches!(
            self,
            TokenKind::RParen
                | TokenKind::RBracket
                | TokenKind::RCollect
                | TokenKind::RRCollect
                | TokenKind::Name
                | TokenKind::Word
                | TokenKind::Ref
                | TokenKind::Variable
                | TokenKind::Number
                | TokenKind::SingleQuoted
                | TokenKind::DoubleQuoted
                | TokenKind::QuoteOpen
                | TokenKind::QuoteClose
                | TokenKind::True
                | TokenKind::False
                | TokenKind::Regexp
                | TokenKind::HeredocTag
        )
    }
}
