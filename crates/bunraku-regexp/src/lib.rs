//! Ruby's regular expressions (Onigmo, as in Ruby 3.1) for UTF-8 text: memory safe, bounded in time and space.
//!
//! A pattern goes through four stages, each a module:
//!
//! 1. [`ast`]: the pattern's text becomes a tree with byte ranges, or an [`Error`] that says what is wrong;
//! 2. `ir`: options, character classes, case folding and group numbers are resolved;
//! 3. `program`: instructions for the backtracking matcher, with loops over one character made fast;
//! 4. `nfa`: for patterns that use only regular features, states for a matcher that needs linear time.
//!
//! A search runs the backtracking matcher, which is the faster one on short texts. When that takes suspiciously many
//! steps, a regular pattern is handed to the linear matcher; any other goes on up to a fixed number of steps and then
//! ends with [`LimitExceeded`]. So no pattern, however unlucky, hangs its caller.
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

mod backtrack;
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

pub use error::{Error, ErrorKind, LimitExceeded};
pub use iterate::Matches;
pub use matched::Match;
pub use options::Options;
pub use regexp::{Regexp, check};
pub use replace::ReplaceError;
