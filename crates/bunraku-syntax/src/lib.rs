//! Lexer, error-tolerant parser and lossless syntax tree of the Puppet language.
//!
//! [`parse`] never fails: it gives a [`Tree`] of whatever it is handed, together with the errors it found.
//! The tree keeps every byte of the text as tokens, white space and comments included, and holds no meaning;
//! [`text`] says what the text of literals means, [`pn`] shows a tree in Puppet's own notation.

pub mod ast;
mod decode;
pub mod dump;
mod error;
mod lexer;
mod parser;
pub mod pn;
pub mod text;
mod token;
mod tree;

pub use decode::decode;
pub use error::SyntaxError;
pub use lexer::{Heredoc, HeredocEscapes};
pub use parser::{MAX_HEIGHT, MAX_NESTING, STATEMENT_FUNCTIONS, parse};
pub use token::{Token, TokenKind};
pub use tree::{NodeId, NodeKind, Syntax, Tree};

/// What a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SourceKind {
    /// A manifest, `.pp`.
    Manifest,
    /// An EPP template, `.epp`.
    Template,
}
