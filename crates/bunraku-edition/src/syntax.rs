//! The questions about how a text is read: tokens, strings, heredocs, grammar and static checks.

/// The answers of one edition to every question about reading a text.
#[derive(Debug, Clone, Copy)]
pub struct SyntaxRules {
    /// What `\'` means in a double quoted string.
    pub escaped_apostrophe: EscapedApostrophe,
    /// What a backslash before a line end means in a double quoted string.
    pub escaped_line_end: EscapedLineEnd,
    /// Whether `\q` and other sequences without a meaning are worth a warning in a double quoted string.
    pub unknown_escape: UnknownEscape,
    /// How far a regular expression literal may reach.
    pub regexp_extent: RegexpExtent,
    /// What letters right behind a regular expression literal are.
    pub regexp_suffix: RegexpSuffix,
    /// Whether a bare word may contain hyphens.
    pub hyphen_in_word: HyphenInWord,
    /// Whether the syntax name of a heredoc is folded to lower case.
    pub heredoc_syntax_case: HeredocSyntaxCase,
    /// Whether the syntax name of a heredoc may have empty segments between `+` signs.
    pub heredoc_empty_segment: HeredocEmptySegment,
    /// Which line ends a heredoc.
    pub heredoc_end_line: HeredocEndLine,
    /// What `-` before the end tag of a heredoc removes.
    pub heredoc_trim: HeredocTrim,
    /// What happens to a heredoc line that has less than the whole margin.
    pub heredoc_short_margin: HeredocShortMargin,
    /// Whether a keyword followed by an access or a call is a variable in `${...}`.
    pub interpolated_keyword: InterpolatedKeyword,
    /// Whether an array of variables can be assigned to.
    pub array_assignment: ArrayAssignment,
    /// Whether a comma alone is an empty array or hash: `[,]`, `{,}`.
    pub lone_comma: LoneComma,
    /// Which names are called when an array follows them after a blank, at the start of a statement.
    pub bare_call_with_array: BareCallWithArray,
    /// Whether a `case` may have no propositions.
    pub empty_case: EmptyCase,
    /// Whether integer literals end at 64 bits.
    pub integer_literals: IntegerLiterals,
    /// Whether `+=` and `-=` are operators.
    pub append_assignment: AppendAssignment,
}

impl SyntaxRules {
    /// The answers of Puppet 8.
    pub const PUPPET8: SyntaxRules = SyntaxRules {
        escaped_apostrophe: EscapedApostrophe::Apostrophe,
        escaped_line_end: EscapedLineEnd::Removed,
        unknown_escape: UnknownEscape::Warning,
        regexp_extent: RegexpExtent::ManyLines,
        regexp_suffix: RegexpSuffix::Word,
        hyphen_in_word: HyphenInWord::Allowed,
        heredoc_syntax_case: HeredocSyntaxCase::AsWritten,
        heredoc_empty_segment: HeredocEmptySegment::Accepted,
        heredoc_end_line: HeredocEndLine::EndsWithTag,
        heredoc_trim: HeredocTrim::LineEnd,
        heredoc_short_margin: HeredocShortMargin::Untouched,
        interpolated_keyword: InterpolatedKeyword::Variable,
        array_assignment: ArrayAssignment::Allowed,
        lone_comma: LoneComma::Error,
        bare_call_with_array: BareCallWithArray::StatementFunctions,
        empty_case: EmptyCase::Error,
        integer_literals: IntegerLiterals::Signed64,
        append_assignment: AppendAssignment::Error,
    };

    /// The answers of the specification documents.
    pub const SPEC: SyntaxRules = SyntaxRules {
        escaped_apostrophe: EscapedApostrophe::Untouched,
        escaped_line_end: EscapedLineEnd::Untouched,
        unknown_escape: UnknownEscape::Silent,
        regexp_extent: RegexpExtent::OneLine,
        regexp_suffix: RegexpSuffix::Error,
        hyphen_in_word: HyphenInWord::Subtraction,
        heredoc_syntax_case: HeredocSyntaxCase::Lower,
        heredoc_empty_segment: HeredocEmptySegment::Error,
        heredoc_end_line: HeredocEndLine::TagAlone,
        heredoc_trim: HeredocTrim::AllTrailingBlanks,
        heredoc_short_margin: HeredocShortMargin::BlanksRemoved,
        interpolated_keyword: InterpolatedKeyword::Keyword,
        array_assignment: ArrayAssignment::Error,
        lone_comma: LoneComma::Empty,
        bare_call_with_array: BareCallWithArray::AnyFunction,
        empty_case: EmptyCase::Undef,
        integer_literals: IntegerLiterals::Unlimited,
        append_assignment: AppendAssignment::Operator,
    };
}

/// `\'` in a double quoted string.
#[derive(Debug, Clone, Copy)]
pub enum EscapedApostrophe {
    /// It is an apostrophe (Puppet 8).
    Apostrophe,
    /// Both characters stay (lexical structure, Double Quoted String: the table does not name it).
    Untouched,
}

/// A backslash before a line end in a double quoted string.
#[derive(Debug, Clone, Copy)]
pub enum EscapedLineEnd {
    /// Backslash and line end are removed (Puppet 8).
    Removed,
    /// Both stay (lexical structure, Double Quoted String).
    Untouched,
}

/// A backslash before any other character in a double quoted string; the text stays in both editions.
#[derive(Debug, Clone, Copy)]
pub enum UnknownEscape {
    /// A warning is given (Puppet 8).
    Warning,
    /// It is an ordinary sequence (lexical structure, Double Quoted String).
    Silent,
}

/// How far a regular expression literal may reach.
#[derive(Debug, Clone, Copy)]
pub enum RegexpExtent {
    /// Over line ends (Puppet 8).
    ManyLines,
    /// To the end of its line (lexical structure, Regular Expressions). A `/` without a partner on its line
    /// divides.
    OneLine,
}

/// Letters right behind the closing `/` of a regular expression.
#[derive(Debug, Clone, Copy)]
pub enum RegexpSuffix {
    /// They are the next word (Puppet 8).
    Word,
    /// They are an error: there are no modifiers (lexical structure, Regular Expressions).
    Error,
}

/// A hyphen between the letters of a bare word.
#[derive(Debug, Clone, Copy)]
pub enum HyphenInWord {
    /// `a-b` is one word, a string (Puppet 8).
    Allowed,
    /// `a-b` subtracts (lexical structure, Identifiers: the pattern of names has no hyphen).
    Subtraction,
}

/// The case of the syntax name in a heredoc tag.
#[derive(Debug, Clone, Copy)]
pub enum HeredocSyntaxCase {
    /// Used as written, so that `jSON` names no checker (Puppet 8).
    AsWritten,
    /// Always folded to lower case (heredoc, The Heredoc Tag).
    Lower,
}

/// An empty segment in the syntax name of a heredoc, as in `a++json`.
#[derive(Debug, Clone, Copy)]
pub enum HeredocEmptySegment {
    /// Accepted (Puppet 8).
    Accepted,
    /// An error (heredoc, The Heredoc Tag).
    Error,
}

/// The line that ends a heredoc.
#[derive(Debug, Clone, Copy)]
pub enum HeredocEndLine {
    /// Any line that ends with the tag; text before it is overlooked (Puppet 8).
    EndsWithTag,
    /// A line with the marker and blanks only (heredoc, End Marker).
    TagAlone,
}

/// What `-` before the end tag removes from the last line of a heredoc.
#[derive(Debug, Clone, Copy)]
pub enum HeredocTrim {
    /// Its line end (Puppet 8).
    LineEnd,
    /// All blanks at its end, and its line end (heredoc, Trimming).
    AllTrailingBlanks,
}

/// A heredoc line that does not start with the whole margin.
#[derive(Debug, Clone, Copy)]
pub enum HeredocShortMargin {
    /// It is left alone (Puppet 8).
    Untouched,
    /// It loses the blanks of the margin that it has (heredoc, Indentation).
    BlanksRemoved,
}

/// A keyword before `[` or `.` in `${...}`, as in `"${if[2]}"`.
#[derive(Debug, Clone, Copy)]
pub enum InterpolatedKeyword {
    /// It is a variable without its `$` (Puppet 8).
    Variable,
    /// It stays a keyword; only a keyword alone is a variable (expressions, String Interpolation).
    Keyword,
}

/// An array on the left of `=`.
#[derive(Debug, Clone, Copy)]
pub enum ArrayAssignment {
    /// Assigns to each of its variables (Puppet 8).
    Allowed,
    /// An error: only a variable with a simple name is assignable (expressions, L-value).
    Error,
}

/// A comma alone between brackets or braces.
#[derive(Debug, Clone, Copy)]
pub enum LoneComma {
    /// A syntax error (Puppet 8).
    Error,
    /// An empty array or hash (expressions, Array Expression and Hash Expression).
    Empty,
}

/// A name, a blank and `[` at the start of a statement.
#[derive(Debug, Clone, Copy)]
pub enum BareCallWithArray {
    /// A call of one of the statement functions only (Puppet 8).
    StatementFunctions,
    /// A call of any function (expressions, Array Expression).
    AnyFunction,
}

/// A `case` without propositions.
#[derive(Debug, Clone, Copy)]
pub enum EmptyCase {
    /// A syntax error (Puppet 8).
    Error,
    /// Allowed; its value is `undef` (expressions, case).
    Undef,
}

/// The size of integer literals.
#[derive(Debug, Clone, Copy)]
pub enum IntegerLiterals {
    /// 64 bits with a sign; anything beyond is an error before evaluation (Puppet 8).
    Signed64,
    /// Without limits (types, Integer).
    Unlimited,
}

/// `+=` and `-=`.
#[derive(Debug, Clone, Copy)]
pub enum AppendAssignment {
    /// Errors before evaluation (Puppet 8).
    Error,
    /// Operators that build on the variable of an outer scope (expressions, += and -=).
    Operator,
}
