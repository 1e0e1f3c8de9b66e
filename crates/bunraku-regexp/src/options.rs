//! The options of a pattern, and the options that apply to a part of it.

/// The options of a whole pattern, as passed to Ruby's `Regexp.new`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Options {
    /// `i`: the case of letters is ignored.
    pub ignore_case: bool,
    /// `m`: a dot also matches a line break. In Ruby, `^` and `$` match at every line regardless of this option.
    pub multi_line: bool,
    /// `x`: blanks and `#` comments in the pattern are ignored.
    pub extended: bool,
}

/// The options that apply to a part of a pattern: those of the pattern, changed by the groups around the part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Flags {
    /// Whether the case of letters is ignored.
    pub ignore_case: bool,
    /// Whether a dot also matches a line break.
    pub multi_line: bool,
    /// Whether blanks and comments are ignored.
    pub extended: bool,
    /// Which characters outside ASCII belong to `\w`, `\b`, POSIX brackets and the like.
    pub charset: Charset,
}

/// Which characters outside ASCII belong to named sets: the options `(?d)`, `(?a)` and `(?u)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Charset {
    /// `d`: `\w`, `\d` and `\s` have ASCII characters only, `\b` and POSIX brackets all of Unicode.
    Default,
    /// `a`: all of them have ASCII characters only.
    Ascii,
    /// `u`: all of them have all of Unicode.
    Unicode,
}

impl From<Options> for Flags {
    fn from(options: Options) -> Flags {
        Flags {
            ignore_case: options.ignore_case,
            multi_line: options.multi_line,
            extended: options.extended,
            charset: Charset::Default,
        }
    }
}
