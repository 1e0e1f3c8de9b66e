//! What can be wrong with a pattern, and the error for a search that would take too long.

use std::fmt;
use std::ops::Range;

/// Why a pattern is rejected, and which part of it is wrong. Ruby would reject it as well, except for
/// [`ErrorKind::TooDeep`], [`ErrorKind::TooLarge`] and [`ErrorKind::AbsenceOperator`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The bytes of the pattern that are wrong.
    pub range: Range<usize>,
    /// What is wrong with them.
    pub kind: ErrorKind,
}

/// The error of a search that needed more steps or memory than it is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitExceeded;

/// The ways in which a pattern can be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The pattern ends with a lone backslash.
    LoneBackslash,
    /// `\x` without a hexadecimal digit.
    HexEscape,
    /// An octal escape above `\377`.
    OctalEscape,
    /// `\u` that is not followed by four hexadecimal digits or a list in braces.
    UnicodeEscape,
    /// A `\u` escape that is not a character: a surrogate, or a number above U+10FFFF.
    UnicodeRange,
    /// `\c`, `\C-` or `\M-` without the character it modifies.
    ControlEscape,
    /// Byte escapes that do not make up a character in UTF-8.
    ByteEscape,
    /// A `(` without its `)`.
    UnclosedGroup,
    /// A `)` without its `(`.
    UnopenedGroup,
    /// `(?` followed by something that is not a kind of group.
    UnknownGroup,
    /// A group name that is empty, numeric where a name is needed, or not closed.
    GroupName,
    /// A condition that is neither the number nor the name of a group, or that has more than two branches.
    Condition,
    /// A repeat operator with nothing before it.
    NothingToRepeat,
    /// A repeat count above 100000.
    RepeatTooBig,
    /// A repeat whose upper count is below its lower one.
    RepeatOrder,
    /// A `[` without its `]`.
    UnclosedClass,
    /// A character class without characters.
    EmptyClass,
    /// A range whose end comes before its start.
    RangeOrder,
    /// A range that starts or ends with a set such as `\d`.
    RangeOfSet,
    /// An unknown name in `[:name:]`.
    PosixName(String),
    /// An unknown name in `\p{name}`.
    PropertyName(String),
    /// A backreference to a group number that does not exist.
    UnknownGroupNumber,
    /// A reference to a group name that does not exist. A backreference needs one that is defined before it.
    UnknownGroupName(String),
    /// A reference by number in a pattern with named groups.
    NumberWithNames,
    /// A call of a name that several groups have.
    AmbiguousCall(String),
    /// A group that calls itself without ever being able to end.
    EndlessRecursion,
    /// A piece in a look-behind that does not have a fixed length, or that is not allowed there.
    LookBehind,
    /// More capturing groups than Ruby allows.
    TooManyGroups,
    /// Groups, classes or repeats nested too deeply.
    TooDeep,
    /// A pattern whose program would be too large.
    TooLarge,
    /// Something inside the absence operator `(?~...)` that Ruby allows and this crate does not.
    AbsenceOperator,
}

impl Error {
    pub(crate) fn new(range: Range<usize>, kind: ErrorKind) -> Error {
        Error { range, kind }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            ErrorKind::LoneBackslash => "the pattern ends with a lone `\\`; write `\\\\` for a backslash",
            ErrorKind::HexEscape => "`\\x` needs one or two hexadecimal digits, as in `\\x2F`",
            ErrorKind::OctalEscape => "an octal escape can be at most `\\377`",
            ErrorKind::UnicodeEscape => {
                "`\\u` needs four hexadecimal digits, or a list in braces as in `\\u{e9 1F600}`"
            }
            ErrorKind::UnicodeRange => {
                "not a Unicode character; valid numbers are 0 to 10FFFF, except D800 to DFFF"
            }
            ErrorKind::ControlEscape => {
                "`\\c`, `\\C-` and `\\M-` need an ASCII character after them, as in `\\cA`"
            }
            ErrorKind::ByteEscape => {
                "these bytes are not a character in UTF-8; write the character itself or `\\u{...}`"
            }
            ErrorKind::UnclosedGroup => "this `(` is never closed; add `)`, or write `\\(` for the character",
            ErrorKind::UnopenedGroup => {
                "this `)` has no matching `(`; remove it, or write `\\)` for the character"
            }
            ErrorKind::UnknownGroup => {
                "unknown kind of group; `(?` may be followed by `:`, `=`, `!`, `>`, `<=`, `<!`, `<name>`, `#`, \
                 `(condition)` or the options `imxadu-imx`"
            }
            ErrorKind::GroupName => {
                "the name of a group cannot be empty or start with a digit or `-`, and needs its closing mark"
            }
            ErrorKind::Condition => {
                "a condition is `(?(1)yes|no)` or `(?(<name>)yes|no)`, with at most two branches"
            }
            ErrorKind::NothingToRepeat => {
                "there is nothing to repeat before this; write `\\` before it for the character itself"
            }
            ErrorKind::RepeatTooBig => "a repeat count can be at most 100000",
            ErrorKind::RepeatOrder => "the upper count of this repeat is smaller than the lower one",
            ErrorKind::UnclosedClass => "this `[` is never closed; add `]`, or write `\\[` for the character",
            ErrorKind::EmptyClass => "this character class is empty; write `\\]` if it should contain a `]`",
            ErrorKind::RangeOrder => "the end of this range comes before its start",
            ErrorKind::RangeOfSet => {
                "a range goes from one character to another; write `\\-` if you mean a `-` next to a set"
            }
            ErrorKind::PosixName(name) => {
                return write!(
                    f,
                    "unknown POSIX bracket `[:{name}:]`; valid names are alnum, alpha, ascii, blank, cntrl, digit, \
                     graph, lower, print, punct, space, upper, word and xdigit"
                );
            }
            ErrorKind::PropertyName(name) => {
                return write!(
                    f,
                    "unknown character property `{name}`; properties are Unicode's categories, scripts, \
                     blocks (`In_...`), ages and names such as Alpha, Digit and Upper"
                );
            }
            ErrorKind::UnknownGroupNumber => "unknown capturing group",
            ErrorKind::UnknownGroupName(name) => return write!(f, "unknown group `{name}`"),
            ErrorKind::NumberWithNames => {
                "groups cannot be referred to by number when some have names; use `\\k<name>` or `\\g<name>`"
            }
            ErrorKind::AmbiguousCall(name) => {
                return write!(f, "several groups are named `{name}`, so it cannot be called");
            }
            ErrorKind::EndlessRecursion => {
                "this group calls itself endlessly; give it a way to match without the call"
            }
            ErrorKind::LookBehind => {
                "a look-behind must have a fixed length (alternatives of different length only at its top) and \
                 no look-ahead, atomic group, backreference, condition, `\\z` or `\\Z`; \
                 `(?<!...)` also no capturing group"
            }
            ErrorKind::TooManyGroups => "a pattern can have at most 32767 capturing groups",
            ErrorKind::TooDeep => "this pattern is nested too deeply",
            ErrorKind::TooLarge => "this pattern is too large",
            ErrorKind::AbsenceOperator => {
                "inside `(?~...)`, groups that capture or are referred to and pieces that may match nothing \
                 are not supported"
            }
        };
        f.write_str(text)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl fmt::Display for LimitExceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("matching this pattern takes too many steps; make its repeats less ambiguous")
    }
}

impl std::error::Error for Error {}
impl std::error::Error for LimitExceeded {}
