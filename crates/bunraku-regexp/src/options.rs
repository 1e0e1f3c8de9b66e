//! The options a pattern is compiled with, and those in force at one place inside it.

/// The options of a whole pattern, as given to Ruby's `Regexp.new`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Options {
    /// `i`: letters match both their cases.
    pub ignore_case: bool,
    /// `m`: a dot also matches a line break. (`^` and `$` always match at every line in Ruby.)
    pub multi_line: bool,
    /// `x`: blanks and `#` comments in the pattern are ignored.
    pub extended: bool,
}

/// The options in force at one place of a pattern: those of the pattern, changed by the groups around the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Flags {
    /// Letters match both their cases.
    pub ignore_case: bool,
    /// A dot also matches a line break.
    pub multi_line: bool,
    /// Blanks and comments are ignored.
    pub extended: bool,
    /// How far `\w`, `\b`, POSIX brackets and their like reach beyond ASCII.
    pub charset: Charset,
}

/// How far the named sets of characters reach beyond ASCII: the options `(?d)`, `(?a)` and `(?u)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Charset {
    /// `d`: `\w`, `\d` and `\s` are ASCII; `\b` and POSIX brackets know all of Unicode.
    Default,
    /// `a`: all of them are ASCII.
    Ascii,
    /// `u`: all of them know all of Unicode.
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
