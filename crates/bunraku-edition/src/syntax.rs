//! Where the editions read source text differently: tokens, strings, heredocs, grammar and static checks.

/// The rules of one edition for reading source text.
#[derive(Debug, Clone, Copy)]
pub struct SyntaxRules {
    /// What `\'` means in a double-quoted string.
    pub escaped_apostrophe: EscapedApostrophe,
    /// What a backslash before a line end means in a double-quoted string.
    pub escaped_line_end: EscapedLineEnd,
    /// Whether a backslash written as `\u005c` begins another escape sequence.
    pub backslash_by_number: BackslashByNumber,
    /// Whether a sequence without a meaning, such as `\q`, causes a warning in a double-quoted string.
    pub unknown_escape: UnknownEscape,
    /// Whether a regular expression literal may span lines.
    pub regexp_extent: RegexpExtent,
    /// What letters directly after a regular expression literal are.
    pub regexp_suffix: RegexpSuffix,
    /// Whether a bare word may contain hyphens.
    pub hyphen_in_word: HyphenInWord,
    /// Whether the syntax name of a heredoc is converted to lowercase.
    pub heredoc_syntax_case: HeredocSyntaxCase,
    /// Whether the syntax name of a heredoc may have empty segments between `+` signs.
    pub heredoc_empty_segment: HeredocEmptySegment,
    /// Which line is the end line of a heredoc.
    pub heredoc_end_line: HeredocEndLine,
    /// What `-` before the end tag of a heredoc removes.
    pub heredoc_trim: HeredocTrim,
    /// What happens to a heredoc line that is indented less than the margin.
    pub heredoc_short_margin: HeredocShortMargin,
    /// Whether a keyword followed by an access or a call is a variable in `${...}`.
    pub interpolated_keyword: InterpolatedKeyword,
    /// Whether a name before an access or a call is a variable in `${...}` if an operator follows.
    pub interpolated_name: InterpolatedName,
    /// Whether the left side of `=` may be an array of variables.
    pub array_assignment: ArrayAssignment,
    /// Whether a comma alone is an empty array or hash: `[,]`, `{,}`.
    pub lone_comma: LoneComma,
    /// Which functions `name [1]` calls at the start of a statement, without parentheses.
    pub bare_call_with_array: BareCallWithArray,
    /// Whether a `case` may have no propositions.
    pub empty_case: EmptyCase,
    /// Whether integer literals are limited to 64 bits.
    pub integer_literals: IntegerLiterals,
    /// Whether `+=` and `-=` are operators.
    pub append_assignment: AppendAssignment,
}

impl SyntaxRules {
    /// The answers of Puppet 8.
    pub const PUPPET8: SyntaxRules = SyntaxRules {
        escaped_apostrophe: EscapedApostrophe::Apostrophe,
        escaped_line_end: EscapedLineEnd::Removed,
        backslash_by_number: BackslashByNumber::Escapes,
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
        interpolated_name: InterpolatedName::Variable,
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
        backslash_by_number: BackslashByNumber::Plain,
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
        interpolated_name: InterpolatedName::Word,
        array_assignment: ArrayAssignment::Error,
        lone_comma: LoneComma::Empty,
        bare_call_with_array: BareCallWithArray::AnyFunction,
        empty_case: EmptyCase::Undef,
        integer_literals: IntegerLiterals::Unlimited,
        append_assignment: AppendAssignment::Operator,
    };
}

/// `\'` in a double-quoted string.
#[derive(Debug, Clone, Copy)]
pub enum EscapedApostrophe {
    /// It is an apostrophe (Puppet 8).
    Apostrophe,
    /// Both characters stay, because the table of escapes does not list it (lexical structure, Double Quoted String).
    Untouched,
}

/// A backslash before a line end in a double-quoted string.
#[derive(Debug, Clone, Copy)]
pub enum EscapedLineEnd {
    /// Backslash and line end are removed (Puppet 8).
    Removed,
    /// Both stay (lexical structure, Double Quoted String).
    Untouched,
}

/// A backslash before any other character in a double-quoted string. Both characters stay in both editions.
#[derive(Debug, Clone, Copy)]
pub enum UnknownEscape {
    /// It causes a warning (Puppet 8).
    Warning,
    /// It is an ordinary sequence (lexical structure, Double Quoted String).
    Silent,
}

/// Whether a regular expression literal may span lines.
#[derive(Debug, Clone, Copy)]
pub enum RegexpExtent {
    /// It may span several lines (Puppet 8).
    ManyLines,
    /// It ends on the line where it starts. A `/` without a second one on its line divides (lexical structure, Regular
    /// Expressions).
    OneLine,
}

/// Letters directly after the closing `/` of a regular expression.
#[derive(Debug, Clone, Copy)]
pub enum RegexpSuffix {
    /// They are a word of their own, the next token (Puppet 8).
    Word,
    /// They are an error, because the language has no modifiers (lexical structure, Regular Expressions).
    Error,
}

/// A hyphen between the letters of a bare word.
#[derive(Debug, Clone, Copy)]
pub enum HyphenInWord {
    /// `a-b` is a single bare word, which is a string (Puppet 8).
    Allowed,
    /// `a-b` is a subtraction, because the pattern of names has no hyphen (lexical structure, Identifiers).
    Subtraction,
}

/// The case of the syntax name in a heredoc tag.
#[derive(Debug, Clone, Copy)]
pub enum HeredocSyntaxCase {
    /// It is used as written, so the contents of `@(END:jSON)` are not checked (Puppet 8).
    AsWritten,
    /// It is converted to lowercase (heredoc, The Heredoc Tag).
    Lower,
}

/// An empty segment in the syntax name of a heredoc, as in `a++json`.
#[derive(Debug, Clone, Copy)]
pub enum HeredocEmptySegment {
    /// It is accepted (Puppet 8).
    Accepted,
    /// It is an error (heredoc, The Heredoc Tag).
    Error,
}

/// The line that ends a heredoc.
#[derive(Debug, Clone, Copy)]
pub enum HeredocEndLine {
    /// Any line that ends with the tag. What is written before the tag on that line is dropped (Puppet 8).
    EndsWithTag,
    /// A line that contains only the tag and spaces (heredoc, End Marker).
    TagAlone,
}

/// What `-` before the end tag removes from the last line of a heredoc.
#[derive(Debug, Clone, Copy)]
pub enum HeredocTrim {
    /// Its line end only (Puppet 8).
    LineEnd,
    /// Its line end and all spaces before it (heredoc, Trimming).
    AllTrailingBlanks,
}

/// A heredoc line that does not start with the whole margin.
#[derive(Debug, Clone, Copy)]
pub enum HeredocShortMargin {
    /// It keeps all of its indentation (Puppet 8).
    Untouched,
    /// It loses the indentation it has (heredoc, Indentation).
    BlanksRemoved,
}

/// A backslash that is given by its number, as `\u005c`.
#[derive(Debug, Clone, Copy)]
pub enum BackslashByNumber {
    /// It begins an escape sequence with what follows: `"\u005cn"` is a line end (Puppet 8).
    Escapes,
    /// It is a character like others: `"\u005cn"` is a backslash and an `n` (lexical structure, DQ_STRING).
    Plain,
}

/// A keyword before `[` or `.` in `${...}`, as in `"${if[2]}"`.
#[derive(Debug, Clone, Copy)]
pub enum InterpolatedKeyword {
    /// It is a variable without its `$` (Puppet 8).
    Variable,
    /// It stays a keyword. Only `${keyword}` by itself is a variable (expressions, String Interpolation).
    Keyword,
}

/// A name before `[` or `.` in `${...}` with an operator after that, as in `"${x[0] + 1}"`.
#[derive(Debug, Clone, Copy)]
pub enum InterpolatedName {
    /// It is a variable without its `$` (Puppet 8).
    Variable,
    /// It is a word: only accesses and calls alone make it a variable (expressions, String Interpolation).
    Word,
}

/// An array on the left of `=`.
#[derive(Debug, Clone, Copy)]
pub enum ArrayAssignment {
    /// It assigns to each of its variables (Puppet 8).
    Allowed,
    /// It is an error, because only a variable with a simple name is assignable (expressions, L-value).
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
    /// It is a call only if the name is one of the built-in statement functions, such as `include` (Puppet 8).
    StatementFunctions,
    /// It is a call whatever the function is (expressions, Array Expression).
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
    /// They are signed 64-bit numbers. A larger literal is an error even if it is never evaluated (Puppet 8).
    Signed64,
    /// They have no limit (types, Integer).
    Unlimited,
}

/// `+=` and `-=`.
#[derive(Debug, Clone, Copy)]
pub enum AppendAssignment {
    /// They are errors even if they are never evaluated (Puppet 8).
    Error,
    /// They are operators: they combine the value of the same variable in an outer scope with the right side, and assign
    /// the result in the local scope (expressions, += and -=).
    Operator,
}
