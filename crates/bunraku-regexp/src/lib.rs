//! Ruby's regular expressions (Onigmo, as in Ruby 3.1) for UTF-8 strings: memory safe, and bounded in time and space.
//!
//! A [`Regexp`] finds the same matches and groups as Ruby would, and rejects the same patterns. Where Onigmo behaves
//! oddly, this crate does so as well, because manifests and modules were written against it; such code has a comment
//! that says so. Besides searching there is what Ruby's `String` does with patterns: `scan`, `split`, `sub` and `gsub`.
//! [`ast`] is for tools that want to know what is in a pattern, [`wildcard`] for the other patterns of Ruby, those of
//! file names.
//!
//! A pattern goes through four stages, each in its own module:
//!
//! 1. [`ast`]: the pattern becomes a tree with byte ranges, or an [`Error`] that says what is wrong;
//! 2. `ir`: options, character classes, case folding and group numbers are resolved;
//! 3. `program`: instructions for the backtracking matcher, with fast loops over single characters;
//! 4. `nfa`: states for the linear matcher, if the pattern uses only regular features.
//!
//! A search starts with the backtracking matcher, which is faster on short strings. If that takes suspiciously many
//! steps, a regular pattern is passed to the linear matcher. Any other pattern continues up to a fixed number of steps,
//! and then the search ends with [`LimitExceeded`]. All searches of one `scan`, `split` or `gsub` share their steps,
//! and [`take_steps`] returns how many there were. So no pattern can hang its caller, and no pattern or string causes a
//! panic or overflows the stack. The crate does no I/O.
//!
//! ```
//! use bunraku_regexp::Regexp;
//!
//! let host = Regexp::new(r"^web(\d+)\.(?:example|test)\.com$").unwrap();
//! let found = host.find_at("web042.example.com", 0).unwrap().unwrap();
//! assert_eq!(found.text_of(1), Some("042"));
//! assert_eq!(host.to_s(), r"(?-mix:^web(\d+)\.(?:example|test)\.com$)");
//! ```

#![forbid(unsafe_code)]

pub mod ast;
pub mod wildcard;

mod allowance;
mod backtrack;
mod cache;
mod charset;
mod codegen;
mod error;
mod firsts;
mod ir;
mod iterate;
#[cfg(test)]
mod laws;
mod lookup;
mod lower;
mod matched;
mod nfa;
mod options;
mod parse;
mod pike;
mod program;
mod regexp;
mod replace;
mod text_form;
mod unescape;
mod unicode;
mod validate;

pub use allowance::take_steps;
pub use error::{Error, ErrorKind, LimitExceeded};
pub use iterate::Matches;
pub use matched::Match;
pub use options::Options;
pub use regexp::{Regexp, check};
pub use replace::ReplaceError;
