//! Lexer, error-tolerant parser and lossless syntax tree of the Puppet language.
//!
//! [`parse`] never fails: it returns a [`Tree`] for any input, together with the errors it found; [`parse_while`] can
//! be ended early. The tree contains every byte of the source as tokens, including whitespace and comments, and no
//! semantic information.
//!
//! A tree is read through [`Syntax`], a node together with its tree and source, and through the views in [`mod@ast`],
//! which name the parts of each kind of node. [`Tree::path_at`] and [`Tree::node_at`] find nodes by position,
//! [`outline`] lists the definitions of a file even if it is broken, [`text`] computes the values of literals, and
//! [`pn`] prints a tree in Puppet's own notation.
//!
//! The crate does no I/O and has no dependencies outside the workspace, so that others can build tools on it.

pub mod ast;
mod decode;
pub mod dump;
mod error;
mod hints;
mod kind;
mod lexer;
mod locate;
mod outline;
mod parser;
pub mod pn;
mod syntax;
pub mod text;
mod token;
mod tree;

pub use decode::decode;
pub use error::SyntaxError;
pub use kind::NodeKind;
pub use lexer::{Heredoc, HeredocEscapes};
pub use outline::{Outlined, outline};
pub use parser::{MAX_HEIGHT, MAX_NESTING, STATEMENT_FUNCTIONS, parse, parse_while};
pub use syntax::{Children, Syntax};
pub use token::{Token, TokenKind};
pub use tree::{NodeId, Tree};

/// How a source is parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SourceKind {
    /// A manifest, `.pp`.
    Manifest,
    /// An EPP template, `.epp`.
    Template,
    /// A manifest in which `plan` and `apply` are keywords: a plan of Bolt, or any manifest with Puppet's `--tasks`.
    Plan,
}
